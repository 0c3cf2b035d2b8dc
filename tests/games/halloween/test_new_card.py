"""A 53rd card is one class in a module of cards, and one entry in the pieces."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from spiritboard.games.halloween import GAME, power_cards
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.bot import HalloweenGuide
from spiritboard.games.halloween.picks import NO, SECTION, add_places
from spiritboard.games.halloween.pieces import HalloweenPieces
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.step import ActionCard, CardOffer
from spiritboard.games.halloween.stored import StoredNumber
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPieces, BadSetup
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import parse_pieces
from spiritboard.table.row import Row
from tests.games.halloween.moves import play
from tests.games.halloween.reading import legal_picks, scored

TEXT = (Path(GAME.folder) / "pieces.toml").read_text(encoding="utf-8")
ENTRY = """
[[cards]]
number = 53
cost = "grey"
when = "always"
text = "A rest brings 1 HP, and another section may rest, too."
"""
ROW = "1,2,3,4,5,6,7,53"


class RestTogether(ActionCard):
    """A rest brings a point, and the discs of another section may come back, too."""

    NUMBER: ClassVar = 53
    POWER_WORTH: ClassVar = 2.0

    def rested(self, game: Boards, seat: int) -> None:
        game.score_card(seat, 1, self.number)
        game.push(ClearAnother(self, game.done))


class ClearAnother(CardOffer):
    """What such a card has to remember, if it has, is a second class beside it."""

    OF: ClassVar = RestTogether
    STORED: ClassVar = (StoredNumber("done", 4, 0, 15),)

    def __init__(self, card: ActionCard, done: int) -> None:
        super().__init__(card)
        self.done = done

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        add_places(moves, SECTION, game.every_section & ~self.done)

    def answer(self, game: Boards, move: int, dice: Dice) -> None:
        if move != NO:
            game.clear_section(game.active, move - SECTION)

    def prompt(self, game: Boards) -> str:
        return "Which other section rests?"


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> HalloweenPieces:
    """The pieces with one more card, whose classes stand among the cards that are used between actions."""
    for kind in (RestTogether, ClearAnother):
        monkeypatch.setattr(power_cards, kind.__name__, kind, raising=False)
    return parse_pieces(HalloweenPieces, TEXT + ENTRY)


def owner(setup: GameSetup, seed: object) -> Halloween:
    """A game in which the player on turn has occupied card 53."""
    position = setup.new(Dice(seed)).position()
    cards = position["occupied"]
    assert isinstance(cards, list)
    active = position["active"]
    assert isinstance(active, int)
    cards[active].append(53)
    state = setup.from_position(position)
    assert isinstance(state, Halloween)
    return state


def test_it_does_what_its_class_says(pieces: HalloweenPieces) -> None:
    state = owner(GAME.setup(3, pieces, cards=ROW, first="seat-0"), 1)
    play(state, "section-1 scare", "ghost-blue-police-station", "section-2 rest")
    assert legal_picks(state) == {"no", "section-3"}
    assert scored(state)["card 53"] == 1


def test_its_question_is_stored_and_read_again(pieces: HalloweenPieces) -> None:
    state = play(owner(GAME.setup(3, pieces, cards=ROW, first="seat-0"), 1), "section-2 rest")
    assert state.todo[-1] & 127 == 63, "the kind of cards above 52"
    again = GAME.from_json(state.to_json(), pieces)
    assert isinstance(again, Halloween)
    assert isinstance(again.steps[-1], ClearAnother)
    assert (again.steps[-1].done, again.todo) == (0b10, state.todo)
    assert again.view(0) == state.view(0)
    assert legal_picks(again) == {"no", "section-1", "section-3"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_are_played_with_it(pieces: HalloweenPieces, seats: int) -> None:
    setup = GAME.setup(seats, pieces, cards=ROW)
    asked = 0
    for number in range(2):
        dice = Dice(f"with card 53, game {number}")
        state = owner(setup, number)
        while not state.over:
            asked += isinstance(state.steps[-1], ClearAnother)
            seat = state.turn
            guide = HalloweenGuide(state.config)
            moves = state.legal(seat)
            state.apply(seat, guide.choose(state, seat, dice) if number % 2 else dice.pick(moves), dice)
            assert setup.from_position(state.position()).position() == state.position()
        assert len(setup.observation.vector(state.sight(0))) == len(setup.observation.names())
    assert asked


def test_it_may_be_drawn_at_random(pieces: HalloweenPieces) -> None:
    setup = GAME.setup(2, pieces)
    rows = [state.row for state in (setup.new(Dice(seed)) for seed in range(60)) if isinstance(state, Halloween)]
    assert any(53 in row for row in rows)


def test_a_card_in_the_pieces_needs_a_class() -> None:
    with pytest.raises(BadPieces, match="up to 52"):
        parse_pieces(HalloweenPieces, TEXT + ENTRY)


def test_a_card_in_the_row_must_be_in_the_pieces(pieces: HalloweenPieces) -> None:
    with pytest.raises(BadSetup, match="no card above 52"):
        GAME.setup(2, cards=ROW).new(Dice(1))
