"""A seat remembers the last turns, and on which values the others last did not play from their hands."""

from __future__ import annotations

from typing import cast

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.position import FULL_HAND, MANSION_SIZES
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.games.ghooost.view import Deed, GhooostMemory, TurnSeen
from spiritboard.games.ghooost.words import (
    CEMETERY_COLLECTED,
    CEMETERY_DISCARDED,
    GHOSTS_PLAYED,
    LUCK_TRIED,
    MANSION_OPENED,
    ROUND_BEGUN,
    ROUND_STOPPED,
    TURN_LOST,
    GhostTurnedUp,
)
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import Event
from spiritboard.table.state import State
from tests.games.ghooost.cemetery import at_table, do
from tests.games.remembering import assert_remembers_the_log, marked, told_fields

DECK = len(cast(GhooostPieces, GAME.own_pieces).deck())


class Log:
    """What a reader of the log knows of the round."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.stopped = 0
        self.begin()

    def begin(self) -> None:
        self.last: list[TurnSeen] = []
        self.lost, self.top = 0, 0
        self.hands = [FULL_HAND] * self.seats
        self.crypt = DECK - self.seats * (FULL_HAND + MANSION_SIZES[self.seats])
        self.declined: list[list[int]] = [[] for _ in range(self.seats)]
        self.drawn = [0] * self.seats
        self.mover: int | None = None  # whose hand is filled up before the next turn
        self.missed = False  # whether the cemetery is about to be collected because a ghost did not fit

    def turn(self, seat: int, deed: Deed, ghost: str | None = None, ghosts: int = 0, copy: bool = False) -> None:
        self.fill_up()
        self.mover, self.lost = seat, 0
        self.last.insert(0, {"seat": seat, "deed": deed, "ghost": ghost, "ghosts": ghosts, "copy": copy})

    def fill_up(self) -> None:
        if self.mover is not None:
            more = max(0, min(FULL_HAND - self.hands[self.mover], self.crypt))
            self.hands[self.mover] += more
            self.crypt -= more
            self.drawn[self.mover] += more
        self.mover = None

    def decline(self, seat: int) -> None:
        if self.top and self.hands[seat]:
            if self.drawn[seat]:
                self.declined[seat] = []
            self.drawn[seat] = 0
            self.declined[seat] = sorted({*self.declined[seat], self.top})

    def read(self, event: Event) -> None:
        if ROUND_BEGUN.read(event):
            self.begin()
        elif played := GHOSTS_PLAYED.read(event):
            ghosts = played["ghosts"]
            some = len(ghosts) - ghosts.count("copy")
            self.turn(played["seat"], "hand", ghosts[0], some, "copy" in ghosts)
            self.hands[played["seat"]] -= len(ghosts)
            self.lay(ghosts[0])
        elif turned := LUCK_TRIED.read(event):
            self.turned_up(turned, "luck" if turned["fits"] else "luck-missed")
            self.crypt -= 1
            self.decline(turned["seat"])
            self.lay_turned(turned)
        elif turned := MANSION_OPENED.read(event):
            self.turned_up(turned, "mansion" if turned["fits"] else "mansion-missed")
            self.lay_turned(turned)
        elif collected := CEMETERY_COLLECTED.read(event):
            self.collect(collected["seat"], collected["ghosts"])
        elif lost := TURN_LOST.read(event):
            before = self.lost
            self.turn(lost["seat"], "lose-turn")
            self.lost, self.mover = before + 1, None
        elif CEMETERY_DISCARDED.read(event):
            self.top = 0
        elif ROUND_STOPPED.read(event):
            self.stopped += 1

    def turned_up(self, facts: GhostTurnedUp, deed: Deed) -> None:
        self.turn(facts["seat"], deed, facts["ghost"], 1)
        self.missed = not facts["fits"]

    def lay_turned(self, facts: GhostTurnedUp) -> None:
        if facts["fits"]:
            self.lay(facts["ghost"])

    def lay(self, ghost: str) -> None:
        if ghost != "kitty":
            self.top = int(ghost)

    def collect(self, seat: int, ghosts: int) -> None:
        if not self.missed:
            self.turn(seat, "collect")
            self.decline(seat)
        self.missed = False
        self.hands[seat] += ghosts
        self.top = 0

    def memory(self, state: State, seat: int) -> GhooostMemory:
        self.fill_up()
        declined = zip(self.declined, self.drawn, strict=True)
        return {
            "lost": self.lost,
            "stopped": self.stopped,
            "last": self.last[:8],
            "declined": [{"values": values, "drawn": drawn if values else 0} for values, drawn in declined],
        }


@pytest.mark.rule("GO26")
@pytest.mark.parametrize(("seats", "match"), [(2, "single"), (6, "single"), (3, "match")])
def test_a_seat_remembers_what_the_log_told(seats: int, match: str) -> None:
    assert_remembers_the_log(GAME.setup(seats, match=match), Log(seats), "log")


@pytest.mark.rule("GO26")
def test_who_did_what_in_the_last_turns() -> None:
    state = at_table(["5 5 copy 9", "6 7 8 9"], crypt="10 13 4 3 2")  # the first player draws 2, 3 and 4
    do(state, "play 5 5 copy")
    do(state, "luck")
    do(state, "collect")
    told = told_fields(GAME.setup(2), state, 1)
    assert told["who took the 3rd last turn"] == "player +1"
    assert told["what was done in the 3rd last turn"] == "hand"
    assert (told["ghost of the 3rd last turn"], told["such ghosts in the 3rd last turn"]) == ("5", 2)
    assert told["with Miss Copy in the 3rd last turn"] is True
    assert told["what was done in the 2nd last turn"] == "luck"
    assert told["ghost of the 2nd last turn"] == "13"
    assert (told["who took the last turn"], told["what was done in the last turn"]) == ("me", "collect")
    assert (told["ghost of the last turn"], told["who took the 4th last turn"]) == (None, None)


@pytest.mark.rule("GO15", "GO26")
def test_a_ghost_that_did_not_fit() -> None:
    state = at_table(["2 2 3 4", "6 7 8 9"], cemetery="9", crypt="2 4")
    do(state, "luck")
    told = told_fields(GAME.setup(2), state, 0)
    assert told["what was done in the last turn"] == "luck-missed"
    assert (told["ghost of the last turn"], told["who took the last turn"]) == ("4", "me")


@pytest.mark.rule("GO14", "GO19", "GO26")
def test_the_values_that_a_player_declined_to_play_on() -> None:
    state = at_table(["2 3", "9 10 13"], cemetery="5 7", crypt=None)
    do(state, "collect")
    setup = GAME.setup(2)
    assert marked(setup, state, 1, "last declined") == {"last declined to play on: player +1: 7": 1}
    do(state, "play 9")
    do(state, "collect")
    assert marked(setup, state, 1, "last declined") == {
        "last declined to play on: player +1: 7": 1,
        "last declined to play on: player +1: 9": 1,
    }
    assert marked(setup, state, 1, "drawn since") == {}


@pytest.mark.rule("GO17", "GO26")
def test_ghosts_drawn_after_declining() -> None:
    state = at_table(["2 3 4 6", "2 3 4 5"], cemetery="7", crypt="13 12 10 14")
    do(state, "luck")
    assert state.remember(1)["declined"][0] == {"values": [7], "drawn": 0}
    do(state, "collect")
    do(state, "play 6")
    assert state.remember(1)["declined"][0] == {"values": [7], "drawn": 1}
    assert marked(GAME.setup(2), state, 1, "drawn since") == {"drawn since declining to play: player +1": 1}


def test_a_position_keeps_what_is_remembered() -> None:
    state = at_table(["2 3", "9 10 13"], cemetery="5 7", crypt=None)
    do(state, "collect")
    again = GAME.from_json(state.to_json())
    assert again.remember(1) == state.remember(1) == state.copy().remember(1)
    position = state.position()
    del position["noted"], position["declined"]
    bare = GAME.setup(2).from_position(position)
    assert isinstance(bare, Ghooost)
    nothing: GhooostMemory = {"lost": 0, "stopped": 0, "last": [], "declined": [{"values": [], "drawn": 0}] * 2}
    assert bare.remember(1) == nothing


@pytest.mark.parametrize(
    "wrong",
    [
        {"noted": [3 << 12]},  # a seat that is not there
        {"noted": [1 << 12]},  # a play without ghosts
        {"noted": [1 << 12 | 5 << 9 | 34]},  # a cemetery that was collected with a ghost of its own
        {"noted": [1 << 12 | 7 << 9]},
        {"declined": [2]},
        {"declined": [1, 0]},  # there is no value 0
        {"declined": [1 << 30, 0]},
    ],
)
def test_what_cannot_have_been_seen_is_refused(wrong: dict[str, object]) -> None:
    position = at_table(["2 3", "9 10 13"], cemetery="5 7", crypt=None).position()
    with pytest.raises(BadPosition):
        GAME.setup(2).from_position({**position, **wrong})
