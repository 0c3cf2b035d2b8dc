"""A seat remembers the last turns of the round, what the answers leave, and the crypts of the round before."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.abilities import ANY_NUMBER, numbers_in
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.games.thirteen.view import ThirteenMemory, ThirteenView, TurnSeen
from spiritboard.games.thirteen.words import (
    ANSWER_GIVEN,
    ATTACK_MADE,
    GHOST_FACE_DOWN,
    GHOST_FACE_UP,
    ROUND_BEGUN,
    ROUND_STOPPED,
    ROUND_WON,
    AnswerGiven,
)
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State
from tests.contract.walk import walk
from tests.games.remembering import assert_remembers_the_log, marked, told_fields
from tests.games.thirteen.crypts import at_table, do


class Log:
    """What a reader of the log knows of this round, and of the end of the one before."""

    def __init__(self, setup: GameSetup) -> None:
        state = setup.new(Dice("any"))
        assert isinstance(state, Thirteen)
        self.asks, self.kinds = state.abilities.asks, [each["kind"] for each in state.view(0)["abilities"]]
        self.seats = setup.config.seats
        self.opened: list[int | None] = [None] * self.seats
        self.begin()

    def begin(self) -> None:
        self.turns: list[TurnSeen] = []
        self.left = [ANY_NUMBER] * self.seats
        self.before, self.opened = self.opened, [None] * self.seats
        self.down = self.striking = False

    def read(self, event: Event) -> None:
        if ROUND_BEGUN.read(event):
            self.begin()
        elif ended := ROUND_WON.read(event) or ROUND_STOPPED.read(event):
            self.opened = list(ended["crypts"])
        elif GHOST_FACE_DOWN.read(event):
            self.down = True
        elif up := GHOST_FACE_UP.read(event):
            self.turn(up["seat"], up["ghost"], up["used"], None)
            self.striking = self.kinds[up["used"] - 1] == "attack"
        elif attack := ATTACK_MADE.read(event):
            if self.striking:
                self.turns[0]["attack"] = attack["number"]
            else:
                self.turn(attack["seat"], None, None, attack["number"])
            self.striking = self.down = False
        elif answer := ANSWER_GIVEN.read(event):
            self.hear(answer)

    def turn(self, seat: int, up: int | None, used: int | None, attack: int | None) -> None:
        self.turns.insert(0, {"seat": seat, "up": up, "used": used, "attack": attack, "down": self.down})

    def hear(self, answer: AnswerGiven) -> None:
        number = answer["number"]
        about = 1 << number if answer["kind"] == "attack" else int(self.asks[number])
        if answer["answer"] != "silence":
            self.left[answer["seat"]] &= about if answer["answer"] == "yes" else ~about

    def memory(self, state: State, seat: int) -> ThirteenMemory:
        assert isinstance(state, Thirteen)
        view: ThirteenView = state.view(seat)
        in_turn = view["step"] in ("strike", "settle")
        return {
            "turns": len(self.turns) - in_turn,
            "last": self.turns[:8],
            "crypts": [
                {
                    "left": numbers_in(self.left[of]) if player["has_crypt"] else [],
                    "possible": player["possible"] or ([player["crypt"]] if player["crypt"] else []),
                    "before": self.before[of],
                }
                for of, player in enumerate(view["players"])
            ],
        }


@pytest.mark.rule("TH24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_remembers_what_the_log_told(seats: int) -> None:
    setup = GAME.setup(seats, notes="on")
    assert_remembers_the_log(setup, Log(setup), "log")


@pytest.mark.rule("TH24")
def test_what_is_possible_is_remembered_without_the_notes_of_the_table() -> None:
    """The table may keep no notes for people. A program could work them out from the log, and is given them."""
    with_notes, without = (GAME.setup(3, notes=notes) for notes in ("on", "off"))
    for noted, plain in zip(walk(with_notes, "notes"), walk(without, "notes"), strict=True):
        assert plain.state.remember(plain.seat) == noted.state.remember(noted.seat)
        assert all(player["possible"] is None for player in plain.state.view(0)["players"])  # type: ignore[typeddict-item]


@pytest.mark.rule("TH5", "TH24")
def test_an_attack_is_remembered_with_its_place_among_the_turns() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "attack 7", "attack 3")
    told = told_fields(GAME.setup(2), state, 0)
    assert (told["who took the last turn"], told["attacked in the last turn"]) == ("player +1", "3")
    assert (told["who took the 2nd last turn"], told["attacked in the 2nd last turn"]) == ("me", "7")
    assert told["a ghost face down in the last turn"] is True
    assert told["turns taken in this round"] == 2
    assert told["played face up in the last turn"] is None


@pytest.mark.rule("TH5", "TH6")
def test_an_attack_without_a_card() -> None:
    state = at_table("4 6", "5 2", pile="")
    do(state, "attack 7")
    assert told_fields(GAME.setup(2), state, 0)["a ghost face down in the last turn"] is False


@pytest.mark.rule("TH4", "TH5", "TH24")
def test_what_the_answers_leave_to_each_crypt() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "attack 7")
    name = "left by the answers: player +1"
    others = [number for number in range(1, 14) if number != 7]
    assert marked(GAME.setup(2), state, 0, name).keys() == {f"{name}: {number}" for number in others}
    mine = marked(GAME.setup(2), state, 1, "possible in the crypt: me")
    assert mine == {"possible in the crypt: me: 6": 1}


@pytest.mark.rule("TH11", "TH24")
def test_the_crypts_of_the_round_before() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "attack 6")
    told = told_fields(GAME.setup(2), state, 1)
    assert (told["crypt in the round before: me"], told["crypt in the round before: player +1"]) == ("6", "4")
    assert told["attacked in the last turn"] is None  # that was in the round before


def test_a_position_keeps_what_is_remembered() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "attack 7", "attack 3")
    again = GAME.from_json(state.to_json())
    assert again.remember(1) == state.remember(1) == state.copy().remember(1)
    position = state.position()
    del position["noted"], position["before"]
    bare = GAME.setup(2).from_position(position)
    assert isinstance(bare, Thirteen)
    assert bare.remember(0)["last"] == []
    assert [each["before"] for each in bare.remember(0)["crypts"]] == [None, None]


@pytest.mark.parametrize(
    "wrong",
    [
        {"noted": [2 << 13 | 7 << 1]},  # a seat that is not there
        {"noted": [1]},  # a turn in which nothing was done
        {"noted": [14 << 1]},  # a number that no ghost has
        {"noted": [3 << 9]},  # a ghost face up that used no ability
        {"before": [14, 0]},
        {"before": [1]},
    ],
)
def test_what_cannot_have_been_seen_is_refused(wrong: dict[str, object]) -> None:
    position = at_table("4 6", "5 2", pile="8 9 10 11 12").position()
    with pytest.raises(BadPosition):
        GAME.setup(2).from_position({**position, **wrong})
