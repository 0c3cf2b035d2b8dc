"""A seat remembers which cards were played in this round, the last moves, and which piles the others refused."""

from __future__ import annotations

from typing import cast

import pytest

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.picks import HAND_SIZE
from spiritboard.games.ghosts.pieces import GhostsPieces
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.games.ghosts.view import GhostsMemory, MoveSeen, PileRefused
from spiritboard.games.ghosts.words import CARD_PLAYED, PILE_TAKEN, ROUND_BEGUN
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import Event
from spiritboard.table.state import State
from tests.games.ghosts.pile import at_table, play
from tests.games.remembering import assert_remembers_the_log, marked, told_fields

ALL_CARDS = len(cast(GhostsPieces, GAME.own_pieces).deck().cards)


class Log:
    """What a reader of the log knows of the round."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.begin()

    def begin(self) -> None:
        self.played: list[str] = []
        self.last: list[MoveSeen] = []
        self.refused: list[PileRefused | None] = [None] * self.seats
        self.deck = ALL_CARDS - HAND_SIZE * self.seats
        self.clear()

    def clear(self) -> None:
        self.level, self.colour = 0, cast("str | None", None)

    def read(self, event: Event) -> None:
        if ROUND_BEGUN.read(event):
            self.begin()
        elif played := CARD_PLAYED.read(event):
            self.played.append(played["card"])
            self.last.insert(0, {"seat": played["seat"], "card": played["card"]})
            self.level, self.colour = played["level"], played["colour"] or self.colour
            refused = self.refused[played["seat"]]
            if self.deck and refused is not None:
                refused["drawn"] = min(refused["drawn"] + 1, 6)
            self.deck = max(self.deck - 1, 0)
        elif taken := PILE_TAKEN.read(event):
            self.last.insert(0, {"seat": taken["seat"], "card": None})
            self.refused[taken["seat"]] = {"level": self.level, "colour": self.colour, "drawn": 0}
            self.clear()

    def memory(self, state: State, seat: int) -> GhostsMemory:
        assert isinstance(state, Ghosts)
        order = [state.box.name(card) for card in sorted(set(state.box.cards))]
        return {"played": sorted(self.played, key=order.index), "last": self.last[:8], "refused": self.refused}


@pytest.mark.rule("GH16")
@pytest.mark.parametrize("seats", [2, 6])
def test_a_seat_remembers_what_the_log_told(seats: int) -> None:
    assert_remembers_the_log(GAME.setup(seats, rounds="2"), Log(seats), "log")


def table() -> Ghosts:
    return at_table(["red-1 red-2 blue-3 mist green-3", "blue-1 white-3 white-2 green-1 green-2"])


@pytest.mark.rule("GH16")
def test_cards_of_a_pile_that_was_taken_are_not_forgotten() -> None:
    state = table()
    for name in ("blue-3", "white-3", "take", "mist"):
        play(state, name)
    for seat in (0, 1):
        told = told_fields(GAME.setup(2), state, seat)
        assert told["played in this round"] == ["mist", "blue-3", "white-3"]


@pytest.mark.rule("GH10", "GH16")
def test_who_made_which_of_the_last_moves() -> None:
    state = table()
    for name in ("blue-3", "white-3", "take"):
        play(state, name)
    mine, theirs = (told_fields(GAME.setup(2), state, seat) for seat in (0, 1))
    assert (mine["who made the last move"], mine["played or taken in the last move"]) == ("me", "the pile")
    assert mine["played or taken in the 2nd last move"] == "white-3"
    assert mine["who made the 2nd last move"] == theirs["who made the 3rd last move"] == "player +1"
    assert (mine["who made the 4th last move"], mine["played or taken in the 4th last move"]) == (None, None)


@pytest.mark.rule("GH10", "GH16")
def test_a_pile_that_was_refused_and_the_cards_drawn_since() -> None:
    state = table()
    for name in ("blue-3", "white-3", "take", "mist"):
        play(state, name)
    setup = GAME.setup(2)
    assert marked(setup, state, 1, "level of the pile last taken") == {"level of the pile last taken: player +1": 6}
    assert marked(setup, state, 1, "colour of the pile last taken") == {
        "colour of the pile last taken: player +1: white": 1
    }
    assert marked(setup, state, 0, "cards drawn since") == {"cards drawn since the pile was taken: me": 1}


@pytest.mark.rule("GH10", "GH16")
def test_a_pile_of_mist_has_no_colour() -> None:
    state = at_table(["red-1 red-2 blue-3 mist green-3", "blue-1 white-3 white-2 green-1 green-2"])
    play(state, "mist")
    play(state, "take")
    assert state.remember(0)["refused"] == [None, {"level": 0, "colour": None, "drawn": 0}]
    assert marked(GAME.setup(2), state, 0, "colour of the pile") == {}


def test_a_position_keeps_what_is_remembered() -> None:
    state = table()
    for name in ("blue-3", "white-3", "take", "mist"):
        play(state, name)
    again = GAME.from_json(state.to_json())
    assert again.remember(1) == state.remember(1)
    assert again.copy().remember(1) == state.remember(1)


def test_a_position_may_say_nothing_of_what_was_seen() -> None:
    position = table().position()
    del position["noted"], position["refused"]
    state = GAME.setup(2).from_position(position)
    assert state.remember(0)["last"] == []  # type: ignore[typeddict-item]
    assert state.remember(0)["refused"] == [None, None]  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    "wrong",
    [
        {"noted": [1 << 15]},
        {"noted": [0]},
        {"noted": [129] * 9},  # one too many
        {"noted": [7 << 7 | 9]},  # the move of a seat that is not there
        {"noted": [1 << 7 | 120]},  # a card that is not in the box
        {"refused": [1]},
        {"refused": [1 << 10, 0]},
        {"refused": [13 << 6 | 1, 0]},  # a colour that is not in the box
        {"refused": [8, 0]},
    ],
)
def test_what_cannot_have_been_seen_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadPosition):
        GAME.setup(2).from_position({**table().position(), **wrong})
