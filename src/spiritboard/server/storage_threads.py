"""Threads that use the storage, so that the event loop never waits for the disk, nor a reader for a writer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from spiritboard.server.storage import Storage, Unreachable

T = TypeVar("T")
READERS = 4  # threads


class StorageThreads:
    def __init__(self, storage: Storage, on_failure: Callable[[str], None]) -> None:
        """`on_failure` is called with the reason whenever the storage is unreachable."""
        self._storage = storage
        self._on_failure = on_failure
        self._writers = ThreadPoolExecutor(storage.hands, thread_name_prefix="storage")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading")

    async def write(self, work: Callable[..., T], *arguments: object) -> T:
        """Returns what `work` returns. Raises Unreachable if the storage cannot be used now."""
        return await self._run(self._writers, work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: object) -> T:
        """The same for work that only reads, which need not wait for a writer."""
        return await self._run(self._readers, work, *arguments)

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
