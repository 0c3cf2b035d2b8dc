"""One process for long work that nobody waits for at a table, such as reviews.

The process is niced, so that bots, hints and the server get the processor first. It takes one piece of work at a time,
and none while a question of a bot or a hint waits. It is started when there is work, and ended when there has been none
for a while. Requesters share it fairly.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar, cast

from spiritboard.processes import live_with_the_parent
from spiritboard.server.fair_queue import FairQueue
from spiritboard.server.limits import Requester

A = TypeVar("A")
T = TypeVar("T")
NICENESS = 19  # the last in line
IDLE_SECONDS = 120.0  # without work, after which the process is ended


@dataclass(frozen=True, eq=False)
class QueuedWork:
    """A piece of work that waits for the process or is being done."""

    work: Callable[[object], object]
    argument: object
    result: asyncio.Future[object]


def new_background_process() -> Executor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_give_way)


def _give_way() -> None:
    live_with_the_parent()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)


class Background:
    """Does pieces of work one after the other, behind everything else."""

    def __init__(
        self,
        must_wait: Callable[[], bool] = lambda: False,
        new_process: Callable[[], Executor] = new_background_process,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        """`must_wait` says whether something more urgent waits. When that is over, `go_on` must be called."""
        self._must_wait = must_wait
        self._new_process = new_process
        self._idle_seconds = idle_seconds
        self._queue: FairQueue[QueuedWork] = FairQueue()
        self._process: Executor | None = None
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._closed = False

    async def do(self, work: Callable[[A], T], argument: A, requester: Requester) -> T:
        """Returns what `work` returns for this argument, or raises what it raises. Both go to another process."""
        queued = QueuedWork(
            cast(Callable[[object], object], work), argument, asyncio.get_running_loop().create_future()
        )
        self._queue.put(requester, queued)
        self.go_on()
        return cast(T, await queued.result)

    def go_on(self) -> None:
        """Begin with the next piece of work, unless one is being done or something more urgent waits."""
        while self._task is None and not self._must_wait() and (queued := self._queue.take()) is not None:
            if not queued.result.done():  # it is done if the requester does not wait any more
                self._stop_idling()
                self._task = asyncio.create_task(self._do(queued))
                self._task.add_done_callback(self._done)

    def _done(self, _: asyncio.Task[None]) -> None:
        self._task = None
        self.go_on()
        if self._task is None and self._process is not None:
            self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._end_process)

    async def _do(self, queued: QueuedWork) -> None:
        try:
            result = await self._in_process(queued)
        except Exception as error:
            if not queued.result.done():
                queued.result.set_exception(error)
        else:
            if not queued.result.done():
                queued.result.set_result(result)

    async def _in_process(self, queued: QueuedWork) -> object:
        loop = asyncio.get_running_loop()
        self._process = self._process or self._new_process()
        try:
            return await loop.run_in_executor(self._process, queued.work, queued.argument)
        except BrokenProcessPool:  # the system has ended the process, for example for want of memory
            if self._closed:
                raise
            self._process = self._new_process()
            return await loop.run_in_executor(self._process, queued.work, queued.argument)

    def _stop_idling(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None

    def close(self) -> None:
        """End at once. Work that is not done is lost."""
        self._closed = True
        self._queue = FairQueue()
        self._stop_idling()
        if isinstance(self._process, ProcessPoolExecutor):
            for process in list(self._process._processes.values()):
                process.terminate()  # because the server would otherwise wait for the work before it ends
        self._end_process()
