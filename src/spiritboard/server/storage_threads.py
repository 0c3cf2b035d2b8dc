"""Threads that use the storage, so that the event loop never waits for the disk, nor a reader for a writer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from spiritboard.server.storage import NewEntry, Storage, Unreachable

T = TypeVar("T")
READERS = 4  # threads


@dataclass(frozen=True)
class WaitingEntry:
    """An entry that is not on the disk yet, and the future of the request that waits for it."""

    entry: NewEntry
    stored: asyncio.Future[None]

    def end(self, error: Exception | None) -> None:
        if self.stored.done():  # the request was given up
            return
        if error is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(error)


class StorageThreads:
    def __init__(self, storage: Storage, on_failure: Callable[[str], None]) -> None:
        """`on_failure` is called with the reason whenever the storage is unreachable."""
        self._storage = storage
        self._on_failure = on_failure
        self._writers = ThreadPoolExecutor(storage.hands, thread_name_prefix="storage")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading")
        self._waiting: list[WaitingEntry] = []
        self._appending: asyncio.Task[None] | None = None

    async def write(self, work: Callable[..., T], *arguments: object) -> T:
        """Returns what `work` returns. Raises Unreachable if the storage cannot be used now."""
        return await self._run(self._writers, work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: object) -> T:
        """The same for work that only reads, which need not wait for a writer."""
        return await self._run(self._readers, work, *arguments)

    async def append(self, entry: NewEntry) -> None:
        """Store an entry. Returns when it is on the disk. Raises AlreadyTaken, NotPlayed or Unreachable.

        While the disk is busy, plain entries wait for each other, and are then stored together."""
        if self._storage.hands > 1 or not entry.is_plain:
            await self.write(self._storage.append, entry)
            return
        waiting = WaitingEntry(entry, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._appending is None:
            self._appending = asyncio.create_task(self._append_waiting())
        await waiting.stored

    async def _append_waiting(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting, []
            for each, outcome in zip(together, await self._stored_together(together), strict=True):
                each.end(outcome)
        self._appending = None

    async def _stored_together(self, together: list[WaitingEntry]) -> Sequence[Exception | None]:
        """Returns for each entry why it is not stored, or None."""
        try:
            return await self.write(self._storage.append_all, [each.entry for each in together])
        except Exception as error:
            return [error] * len(together)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[..., T], *arguments: object) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, self._storage.do, work, *arguments)
        except Unreachable as error:
            self._on_failure(str(error))
            raise

    def close(self) -> None:
        self._writers.shutdown()
        self._readers.shutdown()
        self._storage.close()
