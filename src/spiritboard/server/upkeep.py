"""The regular work of a server: unload tables that nobody uses, note which hosts are present, remove expired tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from spiritboard.server import bulk
from spiritboard.server.limits import DAY, TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Storage, Unreachable

IDLE_SECONDS = 600  # after which a table that nobody uses is unloaded; it can be loaded again at any time
# In memory at once, up to 100 kB each. To load another one, the server unloads one that nobody uses.
MOST_LIVE_TABLES = 5000
NOTE_SECONDS = 30  # between two notes of who is present
HOST_GONE_SECONDS = 2.5 * NOTE_SECONDS  # without a note, after which a host counts as gone
TOUCH_SECONDS = 3600  # between two notes of when a table was last used
EXPIRY_SECONDS = 600  # between two searches for expired tables
EXPIRE_AT_ONCE = 50  # few, so that no move waits long for the removal
EXPIRE_PAUSE = 1.0  # seconds between two removals

InStorage = Callable[..., Awaitable[list[str] | None]]  # runs a function of the storage in another thread


class Upkeep:
    """Does the regular work from `open` until `close`."""

    def __init__(
        self,
        live_tables: dict[str, LiveTable],
        unload: Callable[[str], None],
        storage: Storage,
        in_storage: InStorage,
        expire_days: int,
    ) -> None:
        self._live = live_tables  # those used longest ago come first
        self._unload = unload
        self._storage = storage
        self._in_storage = in_storage
        self._expire_days = expire_days  # 0: tables never expire
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        regular: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self.sweep, IDLE_SECONDS / 10),
            (self.note_who_is_there, NOTE_SECONDS),
        ]
        if self._expire_days:
            regular.append((self.expire, EXPIRY_SECONDS))
        self._tasks = [asyncio.create_task(every(seconds, work)) for work, seconds in regular]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Tables in memory.

    def make_place(self) -> None:
        """Make place in memory for one more table. Raises TooMuch if every table is in use."""
        if len(self._live) < MOST_LIVE_TABLES:
            return
        free = next((live for live in self._live.values() if live.can_be_let_go), None)
        if free is not None:
            self._unload(free.key)
        elif all(live.watching for live in self._live.values()):  # otherwise some are busy only for a moment
            raise TooMuch("Every table is taken just now; please come back in a minute.", 60)

    async def sweep(self) -> None:
        """Unload the tables that nobody has used for a while."""
        long_ago = time.monotonic() - IDLE_SECONDS
        for live in list(self._live.values()):
            if max(live.used_at, live.seen_at) < long_ago and not live.is_attended() and live.can_be_let_go:
                self._unload(live.key)

    # Stored tables.

    async def touch(self, live: LiveTable) -> None:
        """Store that a table is in use, so that it does not expire."""
        if _is_long_untouched(live):
            with suppress(Unreachable):  # a person can look at the table without this note
                await self._touch([live])

    async def note_who_is_there(self) -> None:
        """Store which hosts wait for another player, and which tables are in use."""
        now, live_tables = time.time(), list(self._live.values())
        waiting = [live.key for live in live_tables if live.host_waits()]
        if waiting:
            await self._in_storage(self._storage.transact, bulk.note_hosts, waiting, now)
        await self._touch([live for live in live_tables if live.is_attended() and _is_long_untouched(live)])

    async def _touch(self, live_tables: list[LiveTable]) -> None:
        now = time.time()
        if live_tables:
            await self._in_storage(self._storage.transact, bulk.touch, [live.key for live in live_tables], now)
        for live in live_tables:
            live.stored.touched = now

    async def expire(self) -> None:
        """Remove the tables that nobody has used for too long, a few at a time."""
        while keys := await self._in_storage(self._storage.transact, bulk.expire, self._oldest(), EXPIRE_AT_ONCE):
            for key in keys:
                self._unload(key)
            await asyncio.sleep(EXPIRE_PAUSE)

    def _oldest(self) -> float:
        return time.time() - self._expire_days * DAY


def _is_long_untouched(live: LiveTable) -> bool:
    return time.time() - live.stored.touched > TOUCH_SECONDS


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do this work again and again, after each pause of so many seconds, until the task is cancelled."""
    while True:
        await asyncio.sleep(seconds)
        with suppress(Unreachable):  # StorageHealth logs the outage
            await work()
