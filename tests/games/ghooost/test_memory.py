"""A seat remembers the last turns, and on which values the others last did not play from their hands."""

from __future__ import annotations

from typing import cast

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.position import FULL_HAND, MANSION_SIZES
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
from spiritboard.table.events import Event
from spiritboard.table.state import State
from tests.games.remembering import assert_remembers_the_log

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


def from_log(state: State, seat: int, events: list[Event]) -> GhooostMemory:
    log = Log(state.seats)
    for event in events:
        log.read(event)
    log.fill_up()
    return {
        "lost": log.lost,
        "stopped": log.stopped,
        "last": log.last[:8],
        "declined": [
            {"values": values, "drawn": drawn if values else 0}
            for values, drawn in zip(log.declined, log.drawn, strict=True)
        ],
    }


@pytest.mark.rule("GO26")
@pytest.mark.parametrize(("seats", "match"), [(2, "single"), (6, "single"), (3, "match")])
def test_a_seat_remembers_what_the_log_told(seats: int, match: str) -> None:
    assert assert_remembers_the_log(GAME.setup(seats, match=match), from_log, "log") > 20
