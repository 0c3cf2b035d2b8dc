"""A room: one table on the web, as long as somebody is interested in it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from secrets import compare_digest

from spiritboard.server.storage import Chair, Entry, StoredTable
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.record import Record
from spiritboard.table.shelf import find
from spiritboard.table.sitting import Sitting


class Room:
    """The sitting, the chairs around it, and who is there. Only the hall changes what is stored."""

    def __init__(self, stored: StoredTable, played: list[Entry]) -> None:
        self.stored = stored
        self.game = find(stored.game)
        kit = self.game.kit(len(stored.chairs), None, **stored.options)
        self.sitting = Sitting(kit, Dice.at(stored.deal), [chair.name for chair in stored.chairs])
        self.number = 0  # how many entries there are: what a move must name to be an answer to this position
        self.fresh = 0  # how many of the events came with the last entry
        self.told_after = [len(self.sitting.state.events or [])]  # how many events there were after each entry
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.present: Counter[str] = Counter()
        self.left_at: dict[str, float] = {}
        self.used_at = time.monotonic()
        self.drawings: list[object] = []  # what has been drawn of this position, for whoever sees the same
        self.fragments: dict[str, str] = {}
        for entry in played:
            self.carry_out(entry)

    @property
    def key(self) -> str:
        return self.stored.key

    @property
    def chairs(self) -> list[Chair]:
        return self.stored.chairs

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def record(self) -> Record:
        record = self.sitting.record
        record.names = self.names
        return record

    def carry_out(self, entry: Entry) -> None:
        """What was stored happens."""
        if entry.path:
            self.fresh = len(self.sitting.play(entry.seat, entry.path, Dice.at(entry.dice)))
        else:
            self.sitting.take_back(entry.seat)
            self.fresh = 0
        self.number += 1
        self.told_after.append(len(self.sitting.state.events or []))
        self.drawings = []
        self.fragments = {}
        self.used_at = time.monotonic()

    def seats_of(self, person: str | None) -> list[int]:
        """The seats somebody plays: their own, and those of people at their screen."""
        return [chair.seat for chair in self.chairs if person is not None and chair.person == person]

    def chair_with(self, secret: str) -> Chair | None:
        return next((chair for chair in self.chairs if _same(chair.secret, secret)), None)

    def free_chair(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.kind == "open"), None)

    # Who is there.

    def arrive(self, person: str) -> None:
        self.present[person] += 1
        self.used_at = time.monotonic()
        self.changed.set()

    def leave(self, person: str) -> None:
        self.present[person] -= 1
        if self.present[person] <= 0:
            del self.present[person]
            self.left_at[person] = time.monotonic()
        self.used_at = time.monotonic()
        self.changed.set()

    def hear_from(self, person: str | None) -> None:
        """Somebody without a line of their own, a program say, has just asked or said something."""
        if person is not None and not self.present[person]:
            self.left_at[person] = time.monotonic()

    def is_away(self, chair: Chair) -> bool:
        return chair.kind in ("person", "here") and chair.person is not None and not self.present[chair.person]

    def bot_plays_for(self, chair: Chair) -> bool:
        """Whether a bot decides for this chair now: its own, or one that has been empty for too long."""
        if chair.kind == "bot":
            return True
        return self.is_away(chair) and self.seconds_until_bot(chair) == 0

    def seconds_until_bot(self, chair: Chair) -> float | None:
        """How long until a bot takes an empty chair over; None if never."""
        limit = self.stored.away_seconds
        if limit is None or not self.is_away(chair):
            return None
        since = self.left_at.setdefault(str(chair.person), time.monotonic())
        return max(0.0, since + limit - time.monotonic())

    def events_since(self, seat: int | None, number: int) -> list[Event]:
        """What this seat has heard since the position with that number."""
        events = self.sitting.state.events or []
        return [event for event in events[self.told_after[number] :] if event.to in (None, seat)]

    def events_for(self, seat: int | None) -> tuple[list[Event], list[Event]]:
        """What this seat has heard: before the last entry, and with it."""
        events = self.sitting.state.events or []
        known = len(events) - self.fresh
        before, fresh = events[:known], events[known:]
        return [e for e in before if e.to in (None, seat)], [e for e in fresh if e.to in (None, seat)]


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
