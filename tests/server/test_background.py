"""Background work gives way to bots and hints, is shared fairly, and leaves no process behind."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from spiritboard.server.background import NICENESS, Background
from spiritboard.server.bot_pool import BotPool
from tests.server.processes import is_alive
from tests.server.test_bot_pool import ADA, BO, CY, SPOOKIES, FakePool, settle
from tests.server.test_table_service import until


class FakeProcess(FakePool):
    """A process that does a piece of work when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = False

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        assert not self.busy, "it takes one piece of work at a time"
        return super().submit(work, *arguments, **named)

    async def finish(self) -> object:
        """Do the work that was begun, and return what it was."""
        argument, answer = self.given[-1]
        answer.set_result(argument)
        await settle()
        return argument

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.ended = True


class InUse:
    """Background work whose process the test controls."""

    def __init__(self, must_wait: Callable[[], bool] = lambda: False, idle_seconds: float = 1000.0) -> None:
        self.processes: list[FakeProcess] = []
        self.background = Background(must_wait, self.new_process, idle_seconds)
        self.tasks: list[asyncio.Task[object]] = []

    def new_process(self) -> FakeProcess:
        self.processes.append(FakeProcess())
        return self.processes[-1]

    async def ask(self, *wanted: tuple[Any, object]) -> None:
        for asker, argument in wanted:
            self.tasks.append(asyncio.create_task(self.background.do(bool, argument, asker)))
        await settle()


def run(happens: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(happens())  # type: ignore[arg-type] # they are coroutines


def test_requesters_take_turns() -> None:
    async def happens() -> None:
        use = InUse()
        await use.ask((ADA, "a1"), (ADA, "a2"), (ADA, "a3"), (BO, "b1"), (CY, "c1"))
        order = [await use.processes[0].finish() for _ in range(5)]
        assert order == ["a1", "a2", "c1", "b1", "a3"]  # the first was begun before the others came
        assert len(use.processes) == 1

    run(happens)


def test_nothing_begins_while_something_urgent_waits() -> None:
    async def happens() -> None:
        urgent = True
        use = InUse(lambda: urgent)
        await use.ask((ADA, "a1"))
        assert use.processes == []
        urgent = False
        use.background.go_on()
        await settle()
        assert await use.processes[0].finish() == "a1"

    run(happens)


def test_it_waits_for_the_questions_of_bots() -> None:
    async def happens() -> None:
        pool, process = FakePool(), FakeProcess()
        bots = BotPool(1, new_pool=lambda _: pool, new_background=lambda: process)
        asked = [asyncio.create_task(bots.think(SPOOKIES, 0, "expert", ADA)) for _ in range(3)]
        await settle()
        work = asyncio.create_task(bots.background.do(bool, "review", CY))
        await settle()
        for _ in range(2):
            assert process.given == []  # questions wait
            await pool.answer()
        assert len(process.given) == 1  # the last question is being answered
        await pool.answer()
        await process.finish()
        await asyncio.gather(work, *asked)
        bots.close()

    run(happens)


def test_an_error_goes_to_the_requester_and_the_next_work_is_done() -> None:
    async def happens() -> None:
        use = InUse()
        await use.ask((ADA, "a1"), (BO, "b1"))
        use.processes[0].given[-1][1].set_exception(ValueError("wrong"))
        await settle()
        assert await use.processes[0].finish() == "b1"
        with pytest.raises(ValueError, match="wrong"):
            await use.tasks[0]

    run(happens)


def test_work_is_done_again_if_the_process_was_ended_from_outside() -> None:
    async def happens() -> None:
        use = InUse()
        await use.ask((ADA, "a1"))
        use.processes[0].given[-1][1].set_exception(BrokenProcessPool())
        await settle()
        assert await use.processes[1].finish() == "a1"
        assert await use.tasks[0] == "a1"

    run(happens)


def test_work_that_nobody_waits_for_any_more_is_left_out() -> None:
    async def happens() -> None:
        use = InUse()
        await use.ask((ADA, "a1"), (ADA, "a2"), (ADA, "a3"))
        use.tasks[1].cancel()
        await settle()
        assert [await use.processes[0].finish() for _ in range(2)] == ["a1", "a3"]

    run(happens)


def test_an_idle_process_is_ended_and_another_one_started_when_there_is_work() -> None:
    async def happens() -> None:
        use = InUse(idle_seconds=0.01)
        await use.ask((ADA, "a1"))
        await use.processes[0].finish()
        assert await until(lambda: use.processes[0].ended)
        await use.ask((ADA, "a2"))
        assert len(use.processes) == 2
        assert not use.processes[1].ended
        await use.processes[1].finish()

    run(happens)


def test_the_real_process_is_niced_and_ends_with_the_server_even_in_the_middle_of_work() -> None:
    async def happens() -> None:
        background = Background()
        mine = os.nice(0)
        assert await background.do(os.nice, 0, ADA) == min(19, mine + NICENESS)
        process = await background.do(_id_of, None, ADA)
        working = asyncio.create_task(background.do(_work_for_long, 60.0, ADA))
        await settle()
        background.close()
        assert await until(lambda: not is_alive(process))
        with pytest.raises(BrokenProcessPool):
            await working

    run(happens)


def _id_of(_: None) -> int:
    return os.getpid()


def _work_for_long(seconds: float) -> None:
    time.sleep(seconds)
