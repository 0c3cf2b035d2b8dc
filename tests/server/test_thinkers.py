"""Thinking time is shared fairly, and a bot's speed tells nothing: exactly, by a pool and a clock of the tests' own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from spiritboard.server.fair_queue import FairQueue
from spiritboard.server.limits import Asker
from spiritboard.server.thinkers import LEEWAY, LONGEST, Decision, Question, Thinkers
from spiritboard.table.dice import Dice
from spiritboard.table.shelf import find

ADA, BO, CY = Asker("ada", "net-1"), Asker("bo", "net-1"), Asker("cy", "net-2")


class FakePool(Executor):
    """Processes that answer when they are told to."""

    def __init__(self) -> None:
        self.given: list[tuple[Question, Future[Any]]] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()  # as a process does that has begun
        self.given.append((arguments[0], answer))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...

    @property
    def busy(self) -> int:
        return sum(not answer.done() for _, answer in self.given)

    async def answer(self) -> Question:
        """The first who is asked answers; returns the question."""
        question, answer = next(each for each in self.given if not each[1].done())
        answer.set_result(("pick",))
        await settle()
        return question


async def settle() -> None:
    """Until everything has happened that can without anybody's answer."""
    for _ in range(10):
        await asyncio.sleep(0)


class Desk:
    """Thinkers with a pool and a clock that the test holds in its hands."""

    def __init__(self, processes: int = 1, seconds: float | None = None) -> None:
        self.pools: list[FakePool] = []
        self.now = 100.0
        self.thinkers = Thinkers(processes, seconds, new_pool=self.new_pool, clock=lambda: self.now)
        self.tasks: list[asyncio.Task[Decision]] = []

    def new_pool(self, _: int) -> FakePool:
        self.pools.append(FakePool())
        return self.pools[-1]

    @property
    def pool(self) -> FakePool:
        return self.pools[-1]

    async def ask(self, asker: Asker, bot: str = "expert", times: int = 1) -> None:
        for _ in range(times):
            self.tasks.append(asyncio.create_task(self.thinkers.think(SPOOKIES, 0, bot, asker)))
        await settle()


SPOOKIES = find("spookies").new(2, Dice(13), first="1")


def at_the_desk(happens: Callable[[Desk], Awaitable[None]], processes: int = 1, seconds: float | None = None) -> None:
    async def run() -> None:
        desk = Desk(processes, seconds)
        await happens(desk)
        for task in desk.tasks:
            task.cancel()
        await asyncio.gather(*desk.tasks, return_exceptions=True)
        while desk.pool.busy:
            await desk.pool.answer()
        desk.thinkers.close()

    asyncio.run(run())


# Whose turn it is.


def in_order(*put: tuple[Asker, str]) -> list[str]:
    queue: FairQueue[str] = FairQueue()
    for asker, item in put:
        queue.put(asker, item)
    return list(iter(queue.take, None))


def test_whoever_comes_first_is_first() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (ADA, "a3")) == ["a1", "a2", "a3"]
    assert in_order() == []


def test_networks_take_turns() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (BO, "b1"), (CY, "c1"), (CY, "c2")) == ["a1", "c1", "b1", "c2", "a2"]


def test_persons_of_a_network_take_turns() -> None:
    assert in_order((ADA, "a1"), (ADA, "a2"), (ADA, "a3"), (BO, "b1"), (BO, "b2")) == ["a1", "b1", "a2", "b2", "a3"]


def test_who_comes_to_a_long_queue_of_others_is_next_but_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for at in range(3000):
        queue.put(Asker(f"person-{at % 50}", "net-1"), "flood")
    assert queue.take() == "flood"
    queue.put(CY, "c1")
    assert [queue.take(), queue.take()] == ["flood", "c1"]


# In the processes.


def test_no_more_questions_are_given_away_than_there_are_processes() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=5)
        assert (desk.pool.busy, desk.thinkers.asked) == (2, 5)
        await desk.pool.answer()
        assert (desk.pool.busy, desk.thinkers.asked) == (2, 4)
        for _ in range(4):
            await desk.pool.answer()
        assert (desk.pool.busy, desk.thinkers.asked) == (0, 0)
        assert [task.result().path for task in desk.tasks] == [("pick",)] * 5

    at_the_desk(happens, processes=2)


@pytest.mark.parametrize("flood", [590, 3000])
def test_a_flood_of_experts_leaves_another_the_usual_time(flood: int) -> None:
    """Cy waits for two questions of the flood, of a few milliseconds each, and has a turn as usual."""

    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=flood)
        await desk.pool.answer()  # what was asked when Ada was alone
        await desk.ask(CY, bot="medium")
        for _ in range(2):
            of_the_flood = await desk.pool.answer()
            assert of_the_flood.seconds is not None
            assert of_the_flood.seconds <= LONGEST / (flood - 2)
        of_cy = desk.pool.given[-1][0]
        assert of_cy.seconds == LONGEST / 2  # two networks ask
        assert of_cy.usual_seconds() == Question(of_cy.game, "", 0, [], "medium", "").usual_seconds() == 0.3
        await desk.pool.answer()
        assert desk.tasks[-1].done()

    at_the_desk(happens)


def test_many_persons_of_one_network_are_a_flood_too() -> None:
    async def happens(desk: Desk) -> None:
        for at in range(200):
            await desk.ask(Asker(f"person-{at}", "net-1"))
        await desk.pool.answer()
        await desk.ask(CY)
        assert (await desk.pool.answer()).seconds == LONGEST / 199
        assert (await desk.pool.answer()).seconds == LONGEST / 2 / 198
        assert (await desk.pool.answer()).seconds == LONGEST / 2
        assert desk.tasks[-1].done()

    at_the_desk(happens)


def test_a_hint_has_its_turn_as_a_move_has() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=100)
        hint = asyncio.create_task(desk.thinkers.advise(SPOOKIES, 0, CY))
        await settle()
        for _ in range(3):
            await desk.pool.answer()
        assert hint.done()

    at_the_desk(happens)


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
        (4, None, {ADA: 1, CY: 999}, LONGEST),
    ],
)
def test_time_is_divided_by_networks_then_persons_then_questions(
    processes: int, seconds: float | None, asked: dict[Asker, int], granted: float | None
) -> None:
    thinkers = Thinkers(processes, seconds, new_pool=lambda _: FakePool())
    thinkers._asked.update(asked)
    assert thinkers.seconds(ADA) == (granted if granted is None else pytest.approx(granted))


def test_who_has_gone_is_not_thought_about() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=3)
        desk.tasks[0].cancel()
        desk.tasks[1].cancel()
        await settle()
        assert (desk.pool.busy, len(desk.pool.given), desk.thinkers.asked) == (1, 1, 1)  # a process cannot be stopped
        await desk.pool.answer()
        assert (desk.pool.busy, len(desk.pool.given)) == (1, 2)
        await desk.pool.answer()
        assert desk.tasks[2].result().path == ("pick",)

    at_the_desk(happens)


def test_processes_that_died_are_replaced_once_and_nobody_notices() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=2)
        for _, answer in list(desk.pool.given):
            answer.set_exception(BrokenProcessPool())
        await settle()
        assert [len(pool.given) for pool in desk.pools] == [2, 2]
        await desk.pool.answer()
        await desk.pool.answer()
        assert all(task.result().path == ("pick",) for task in desk.tasks)

    at_the_desk(happens, processes=2)


def test_a_bot_that_fails_leaves_its_process_to_the_next() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, times=2)
        desk.pool.given[0][1].set_exception(ValueError("no idea"))
        await settle()
        with pytest.raises(ValueError, match="no idea"):
            desk.tasks[0].result()
        await desk.pool.answer()
        assert desk.tasks[1].result().path == ("pick",)

    at_the_desk(happens)


# How long it takes.


@pytest.mark.parametrize(("bot", "slot"), [("easy", 0.0), ("medium", 0.3), ("hard", 0.8), ("expert", 2.0)])
@pytest.mark.parametrize("took", [0.0, 0.01, 0.4])
def test_a_move_is_due_when_the_time_of_its_level_is_over(bot: str, slot: float, took: float) -> None:
    """However soon a bot had it: at once if it was forced."""

    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, bot=bot)
        asked_at = desk.now
        desk.now += took
        await desk.pool.answer()
        assert desk.tasks[0].result().due == pytest.approx(asked_at + slot + LEEWAY)

    at_the_desk(happens)


def test_the_time_of_a_level_counts_from_when_a_process_was_free() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, bot="expert")
        await desk.ask(CY, bot="medium")
        desk.now += 5
        await desk.pool.answer()
        await desk.pool.answer()
        assert desk.tasks[1].result().due == pytest.approx(105 + 0.3 + LEEWAY)

    at_the_desk(happens)


def test_under_load_the_time_that_was_granted_is_waited_out() -> None:
    async def happens(desk: Desk) -> None:
        await desk.ask(ADA, bot="expert", times=11)
        await desk.pool.answer()
        desk.now += 1
        await desk.pool.answer()
        assert desk.tasks[1].result().due == pytest.approx(100 + 0.2 + LEEWAY)

    at_the_desk(happens)
