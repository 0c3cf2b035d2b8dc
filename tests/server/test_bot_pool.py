"""The time for thinking is shared fairly, and a bot's speed reveals nothing. The tests have a pool and a clock of their
own, so that the times are exact."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from spiritboard.server.bot_pool import LONGEST_THINKING, TRANSFER_TIME, BotPool, Decision, Question
from spiritboard.server.fair_queue import FairQueue
from spiritboard.server.limits import Requester
from spiritboard.table.dice import Dice
from spiritboard.table.registry import find
from tests.server.running import LONG_ENOUGH

ADA, BO, CY = Requester("ada", "net-1"), Requester("bo", "net-1"), Requester("cy", "net-2")


class FakePool(Executor):
    """A pool whose processes answer when the test says so."""

    def __init__(self) -> None:
        self.given: list[tuple[Question, Future[Any]]] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()  # like a process that has begun
        self.given.append((arguments[0], answer))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...

    @property
    def busy(self) -> int:
        return sum(not answer.done() for _, answer in self.given)

    async def answer(self) -> Question:
        """Answer the first question, and return it."""
        question, answer = next(each for each in self.given if not each[1].done())
        answer.set_result(("pick",))
        await settle()
        return question


async def settle() -> None:
    """Wait until nothing more happens without an answer."""
    for _ in range(10):
        await asyncio.sleep(0)


class PoolInUse:
    """A BotPool whose processes and clock the test controls."""

    def __init__(self, processes: int = 1, seconds: float | None = None) -> None:
        self.pools: list[FakePool] = []
        self.now = 100.0
        self.bot_pool = BotPool(processes, seconds, new_pool=self.new_pool, clock=lambda: self.now)
        self.tasks: list[asyncio.Task[Decision]] = []

    def new_pool(self, _: int) -> FakePool:
        self.pools.append(FakePool())
        return self.pools[-1]

    @property
    def pool(self) -> FakePool:
        return self.pools[-1]

    async def ask(self, asker: Requester, bot: str = "expert", times: int = 1) -> None:
        for _ in range(times):
            self.tasks.append(asyncio.create_task(self.bot_pool.think(SPOOKIES, 0, bot, asker)))
        await settle()


SPOOKIES = find("spookies").new(2, Dice(13), first="seat-0")


def with_pool(
    happens: Callable[[PoolInUse], Awaitable[None]], processes: int = 1, seconds: float | None = None
) -> None:
    async def run() -> None:
        in_use = PoolInUse(processes, seconds)
        await happens(in_use)
        for task in in_use.tasks:
            task.cancel()
        await asyncio.gather(*in_use.tasks, return_exceptions=True)
        while in_use.pool.busy:
            await in_use.pool.answer()
        in_use.bot_pool.close()

    asyncio.run(run())


# The queue.


def in_order(*put: tuple[Requester, str]) -> list[str]:
    queue: FairQueue[str] = FairQueue()
    for asker, item in put:
        queue.put(asker, item)
    return list(iter(queue.take, None))


def test_the_questions_of_one_person_keep_their_order() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (ADA, "a3")) == ["a1", "a2", "a3"]
    assert in_order() == []


def test_networks_take_turns() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (BO, "b1"), (CY, "c1"), (CY, "c2")) == ["a1", "c1", "b1", "c2", "a2"]


def test_persons_of_a_network_take_turns() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (ADA, "a3"), (BO, "b1"), (BO, "b2")) == ["a1", "b1", "a2", "b2", "a3"]


def test_a_new_person_does_not_wait_for_a_long_queue() -> None:
    queue: FairQueue[str] = FairQueue()
    for at in range(3000):
        queue.put(Requester(f"person-{at % 50}", "net-1"), "flood")
    assert queue.take() == "flood"
    queue.put(CY, "c1")
    assert [queue.take(), queue.take()] == ["flood", "c1"]


# The processes.


def test_each_process_gets_one_question_at_a_time() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=5)
        assert (in_use.pool.busy, in_use.bot_pool.unanswered) == (2, 5)
        await in_use.pool.answer()
        assert (in_use.pool.busy, in_use.bot_pool.unanswered) == (2, 4)
        for _ in range(4):
            await in_use.pool.answer()
        assert (in_use.pool.busy, in_use.bot_pool.unanswered) == (0, 0)
        assert [task.result().path for task in in_use.tasks] == [("pick",)] * 5

    with_pool(happens, processes=2)


@pytest.mark.parametrize("flood", [590, 3000])
def test_a_flood_of_questions_leaves_another_network_the_usual_time(flood: int) -> None:
    """Cy waits for two questions of the flood, of a few milliseconds each, and then has the usual time."""

    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=flood)
        await in_use.pool.answer()  # the question from when Ada was alone
        await in_use.ask(CY, bot="medium")
        for _ in range(2):
            of_the_flood = await in_use.pool.answer()
            assert of_the_flood.seconds is not None
            assert of_the_flood.seconds <= LONGEST_THINKING / (flood - 2)
        of_cy = in_use.pool.given[-1][0]
        assert of_cy.seconds == LONGEST_THINKING / 2  # two networks ask
        assert of_cy.usual_seconds() == Question(of_cy.game, "", 0, [], "medium", "").usual_seconds() == 0.3
        await in_use.pool.answer()
        assert in_use.tasks[-1].done()

    with_pool(happens)


def test_the_persons_of_one_network_share_its_time() -> None:
    async def happens(in_use: PoolInUse) -> None:
        for at in range(200):
            await in_use.ask(Requester(f"person-{at}", "net-1"))
        await in_use.pool.answer()
        await in_use.ask(CY)
        assert (await in_use.pool.answer()).seconds == LONGEST_THINKING / 199
        assert (await in_use.pool.answer()).seconds == LONGEST_THINKING / 2 / 198
        assert (await in_use.pool.answer()).seconds == LONGEST_THINKING / 2
        assert in_use.tasks[-1].done()

    with_pool(happens)


def test_hints_and_moves_wait_in_the_same_queue() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=100)
        hint = asyncio.create_task(in_use.bot_pool.advise(SPOOKIES, 0, CY))
        await settle()
        for _ in range(3):
            await in_use.pool.answer()
        assert hint.done()

    with_pool(happens)


@pytest.mark.parametrize(
    ("processes", "seconds", "asked", "granted"),
    [
        (2, None, {ADA: 1}, None),
        (2, None, {ADA: 2}, None),
        (2, None, {ADA: 3}, 4 / 3),
        (2, None, {ADA: 40}, 0.1),
        (1, 0.5, {ADA: 1}, 0.5),
        (1, 0.5, {ADA: 2}, 0.5),
        (1, 0.5, {ADA: 20}, 0.1),
        (1, None, {ADA: 1, CY: 999}, 1.0),
        (1, None, {ADA: 2, BO: 30, CY: 999}, 0.25),
        (4, None, {ADA: 1, CY: 999}, LONGEST_THINKING),
    ],
)
def test_time_is_divided_by_networks_then_persons_then_questions(
    processes: int, seconds: float | None, asked: dict[Requester, int], granted: float | None
) -> None:
    bot_pool = BotPool(processes, seconds, new_pool=lambda _: FakePool())
    bot_pool._unanswered.update(asked)
    assert bot_pool.seconds(ADA) == (granted if granted is None else pytest.approx(granted))


def test_a_cancelled_question_is_not_answered() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=3)
        in_use.tasks[0].cancel()
        in_use.tasks[1].cancel()
        await settle()
        assert (in_use.pool.busy, len(in_use.pool.given), in_use.bot_pool.unanswered) == (
            1,
            1,
            1,
        )  # a process cannot be stopped
        await in_use.pool.answer()
        assert (in_use.pool.busy, len(in_use.pool.given)) == (1, 2)
        await in_use.pool.answer()
        assert in_use.tasks[2].result().path == ("pick",)

    with_pool(happens)


def test_dead_processes_are_replaced_once_and_every_question_is_answered() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=2)
        for _, answer in list(in_use.pool.given):
            answer.set_exception(BrokenProcessPool())
        await settle()
        assert [len(pool.given) for pool in in_use.pools] == [2, 2]
        await in_use.pool.answer()
        await in_use.pool.answer()
        assert all(task.result().path == ("pick",) for task in in_use.tasks)

    with_pool(happens, processes=2)


def test_the_process_of_a_bot_that_fails_takes_the_next_question() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, times=2)
        in_use.pool.given[0][1].set_exception(ValueError("no idea"))
        await settle()
        with pytest.raises(ValueError, match="no idea"):
            in_use.tasks[0].result()
        await in_use.pool.answer()
        assert in_use.tasks[1].result().path == ("pick",)

    with_pool(happens)


# The time of a move.


@pytest.mark.parametrize(("bot", "slot"), [("easy", 0.0), ("medium", 0.3), ("hard", 0.8), ("expert", 2.0)])
@pytest.mark.parametrize("took", [0.0, 0.01, 0.4])
def test_a_move_is_due_when_the_time_of_its_level_is_over(bot: str, slot: float, took: float) -> None:
    """It does not matter how soon the bot has found the move, even if there was only one."""

    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, bot=bot)
        asked_at = in_use.now
        in_use.now += took
        await in_use.pool.answer()
        assert in_use.tasks[0].result().due == pytest.approx(asked_at + slot + TRANSFER_TIME)

    with_pool(happens)


def test_the_time_of_a_level_begins_when_a_process_is_free() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, bot="expert")
        await in_use.ask(CY, bot="medium")
        in_use.now += 5
        await in_use.pool.answer()
        await in_use.pool.answer()
        assert in_use.tasks[1].result().due == pytest.approx(105 + 0.3 + TRANSFER_TIME)

    with_pool(happens)


def test_under_load_a_move_is_due_when_its_share_of_time_is_over() -> None:
    async def happens(in_use: PoolInUse) -> None:
        await in_use.ask(ADA, bot="expert", times=11)
        await in_use.pool.answer()
        in_use.now += 1
        await in_use.pool.answer()
        assert in_use.tasks[1].result().due == pytest.approx(100 + 0.2 + TRANSFER_TIME)

    with_pool(happens)


# Skipping.


def test_a_bot_that_searches_decides_at_once_when_somebody_skips() -> None:
    async def happens(in_use: PoolInUse) -> None:
        hurry = asyncio.Event()
        thinking = asyncio.create_task(in_use.bot_pool.think(SPOOKIES, 0, "expert", ADA, hurry))
        await settle()
        assert not thinking.done()
        hurry.set()
        decision = await asyncio.wait_for(thinking, LONG_ENOUGH)
        assert decision.path in SPOOKIES.paths(0)
        assert decision.due == in_use.now
        assert in_use.pool.busy == 1  # its process still searches, and nobody waits for it
        assert in_use.bot_pool.unanswered == 0

    with_pool(happens)


def test_a_bot_that_does_not_search_is_waited_for() -> None:
    """A bot of another package may not leave its decision to the guide, and an easy bot shall not become better."""

    async def happens(in_use: PoolInUse) -> None:
        hurry = asyncio.Event()
        hurry.set()
        thinking = asyncio.create_task(in_use.bot_pool.think(SPOOKIES, 0, "easy", ADA, hurry))
        await settle()
        assert not thinking.done()
        await in_use.pool.answer()
        assert (await thinking).path == ("pick",)

    with_pool(happens)
