"""What a server sees to now and then: rooms nobody is in, hosts who are there, and tables that have expired."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from spiritboard.server import bulk
from spiritboard.server.limits import DAY, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Storage, Unreachable

IDLE_SECONDS = 600  # after which a room nobody is in is let go; it can be opened again at any time
# Open at once, of up to 100 kB each; whoever opens another takes the place of a room that nobody is in.
MOST_LIVE_TABLES = 5000
NOTE_SECONDS = 30  # between two times that it is noted who is there
HOST_GONE_SECONDS = 2.5 * NOTE_SECONDS  # after which a host who was not noted has gone
TOUCH_SECONDS = 3600  # to which it is stored when a table was last used
EXPIRY_SECONDS = 600  # between two times that it is looked for expired tables
EXPIRE_AT_ONCE = 50  # few, so that no move waits long for it
EXPIRE_PAUSE = 1.0  # seconds between two such portions

Stored = Callable[..., Awaitable[list[str] | None]]  # does something with the storage, elsewhere


class Upkeep:
    def __init__(
        self,
        live_tables: dict[str, LiveTable],
        let_go: Callable[[str], None],
        storage: Storage,
        stored: Stored,
        expire_days: int,
    ) -> None:
        self._live = live_tables  # those used longest ago come first
        self._let_go = let_go
        self._storage = storage
        self._stored = stored
        self._expire_days = expire_days  # 0: never
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        regular: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self.sweep, IDLE_SECONDS / 10),
            (self.note_who_is_there, NOTE_SECONDS),
        ]
        if self._expire_days:
            regular.append((self.expire, EXPIRY_SECONDS))
        self._tasks = [asyncio.create_task(_every(seconds, work)) for work, seconds in regular]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Rooms.

    def make_place(self) -> None:
        """For one room more; TooMuch if somebody is in every one."""
        if len(self._live) < MOST_LIVE_TABLES:
            return
        free = next((live for live in self._live.values() if live.can_be_let_go), None)
        if free is not None:
            self._let_go(free.key)
        elif all(live.watching for live in self._live.values()):  # or else some are only busy for a moment
            raise TooMuch("Every table is taken just now; please come back in a minute.", 60)

    async def sweep(self) -> None:
        """Let go of rooms that nobody has been in for a while."""
        long_ago = time.monotonic() - IDLE_SECONDS
        for live in list(self._live.values()):
            if max(live.used_at, live.seen_at) < long_ago and not live.is_attended() and live.can_be_let_go:
                self._let_go(live.key)

    # Tables.

    async def touch(self, live: LiveTable) -> None:
        """Somebody opens a table: it will not expire soon."""
        if _is_long_untouched(live):
            with suppress(Unreachable):  # whoever only looks can do so without it
                await self._touch([live])

    async def note_who_is_there(self) -> None:
        """Which hosts wait for somebody to sit down, and which tables are used."""
        now, live_tables = time.time(), list(self._live.values())
        waiting = [live.key for live in live_tables if live.host_waits()]
        if waiting:
            await self._stored(self._storage.transact, bulk.note_hosts, waiting, now)
        await self._touch([live for live in live_tables if live.is_attended() and _is_long_untouched(live)])

    async def _touch(self, live_tables: list[LiveTable]) -> None:
        now = time.time()
        if live_tables:
            await self._stored(self._storage.transact, bulk.touch, [live.key for live in live_tables], now)
        for live in live_tables:
            live.stored.touched = now

    async def expire(self) -> None:
        """Remove what nobody has touched for so many days, a few tables at a time."""
        while keys := await self._stored(self._storage.transact, bulk.expire, self._oldest(), EXPIRE_AT_ONCE):
            for key in keys:
                self._let_go(key)
            await asyncio.sleep(EXPIRE_PAUSE)

    def _oldest(self) -> float:
        return time.time() - self._expire_days * DAY


def _is_long_untouched(live: LiveTable) -> bool:
    return time.time() - live.stored.touched > TOUCH_SECONDS


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        with suppress(Unreachable):  # of which others tell
            await work()
