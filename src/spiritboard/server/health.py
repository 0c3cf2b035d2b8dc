"""Tells whether the storage works now, for load balancers and for the log."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from spiritboard.server.outage import Outage
from spiritboard.server.storage import Unreachable

TRY_SECONDS = 1.0  # for which a result is valid, and between two tries during an outage


class StorageHealth:
    """Tries the storage by writing a small value, because a full disk can still be read. At most one try runs at a
    time, and while the storage works there is at most one a second."""

    def __init__(self, write: Callable[[], Awaitable[None]], outage: Outage) -> None:
        """`write` stores the small value, and raises Unreachable if it cannot."""
        self._write = write
        self._outage = outage
        self._well_at = -TRY_SECONDS
        self._try_under_way: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raises Unreachable if the storage does not work."""
        if time.monotonic() - self._well_at < TRY_SECONDS and not self._outage.lasts:
            return
        began_before = self._try_under_way is not None
        try:
            await self._try()
        except Unreachable:
            if not began_before:  # a try that began earlier may have failed before the storage worked again
                raise
            await self._try()

    async def _try(self) -> None:
        if self._try_under_way is None:
            self._try_under_way = asyncio.create_task(self._write_once())
        await asyncio.shield(self._try_under_way)

    async def _write_once(self) -> None:
        try:
            await self._write()
            self._well_at = time.monotonic()
            self._outage.end()
        finally:
            self._try_under_way = None

    def fail(self, reason: str) -> None:
        """Begin an outage, which ends when a try succeeds. Called when the storage has failed."""
        self._outage.begin(reason)
        if self._waiting is None or self._waiting.done():
            self._waiting = asyncio.create_task(self._wait_for_the_end())

    async def _wait_for_the_end(self) -> None:
        while self._outage.lasts:
            await asyncio.sleep(TRY_SECONDS)
            with contextlib.suppress(Unreachable):
                await self.check()

    async def close(self) -> None:
        tasks = [task for task in (self._try_under_way, self._waiting) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
