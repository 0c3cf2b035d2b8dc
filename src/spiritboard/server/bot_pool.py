"""Bots think in processes of their own, so that nobody at a table waits for them.

What goes there is an imagined state: all that the seat cannot know has been dealt anew before it leaves here.

Processes get no more questions than they can think about at once. The others wait here, in a queue that networks and
persons share fairly, and whoever has much to ask gets less time for each question: the questions of all together take
about as long as one expert's.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Generic, TypeVar, cast

from spiritboard.bots.bot import Bot
from spiritboard.bots.roster import make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import Seat
from spiritboard.processes import live_with_the_parent
from spiritboard.server.entropy import Entropy, secure
from spiritboard.server.fair_queue import FairQueue
from spiritboard.server.limits import Asker
from spiritboard.server.metrics import Metrics
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.registry import find
from spiritboard.table.state import State, only_move

T = TypeVar("T")
HINTING = "expert"
LONGEST = 2.0  # seconds: what experts take
LEEWAY = 0.1  # seconds that a question takes on its way to a process and back, on a machine that is not overloaded


@dataclass(frozen=True)
class Question:
    """What a seat is to decide, as it travels to another process."""

    game: str
    imagined: str
    seat: int
    events: list[dict[str, object]]  # all that was told there
    bot: str
    dice: str  # what the bot rolls while it thinks
    seconds: float | None = None  # the longest to think about it

    def seated(self) -> Seat:
        events = [Event(**event) for event in self.events]  # type: ignore[arg-type] # as to_data wrote them
        return Seat(find(self.game).from_json(self.imagined), self.seat, events)

    def thinker(self) -> Bot:
        return make(self.bot, find(self.game), self.seconds)

    def usual_seconds(self) -> float:
        """How long this bot may take, whatever it is asked: 0 for one that answers at once."""
        bot = self.thinker()
        return bot.budget.seconds or LONGEST if isinstance(bot, SearchBot) else 0.0


@dataclass(frozen=True)
class Decision:
    """A bot's move, and when to make it: as late if there was no choice as after a long thought."""

    path: tuple[str, ...]
    due: float  # by the clock of the thinkers


@dataclass(frozen=True)
class Advice:
    """A move, how often it was tried out, and how often that led to being among the winners."""

    path: tuple[str, ...]
    tries: int
    chance: float


@dataclass(frozen=True, eq=False)
class Job(Generic[T]):
    """A question that waits for a process, or is thought about."""

    work: Callable[[Question], T]
    question: Question
    asker: Asker
    answer: asyncio.Future[tuple[T, float]]  # what was found, and when somebody who used all the time would be done


def new_pool(processes: int) -> Executor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=live_with_the_parent)


class BotPool:
    def __init__(
        self,
        processes: int | None = None,
        seconds: float | None = None,
        entropy: Entropy = secure,
        new_pool: Callable[[int], Executor] = new_pool,
        clock: Callable[[], float] = time.monotonic,
        metrics: Metrics | None = None,
    ) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._entropy = entropy
        self._metrics = metrics or Metrics()
        self._seconds = seconds  # the longest that anybody thinks about a move
        self._new_pool = new_pool
        self._pool = new_pool(self._processes)
        self._clock = clock
        self._queue: FairQueue[Job[object]] = FairQueue()
        self._asked: Counter[Asker] = Counter()  # for each asker, the questions without an answer
        self._running: set[asyncio.Task[None]] = set()

    @property
    def asked(self) -> int:
        """How many questions are being thought about, or wait for it."""
        return self._asked.total()

    async def think(self, state: State, seat: int, bot: str, asker: Asker) -> Decision:
        """A bot's move for this seat."""
        path, due = await self._ask(_decide, self._question(state, seat, bot), asker)
        return Decision(path, due)

    async def advise(self, state: State, seat: int, asker: Asker) -> list[Advice]:
        """What an expert would do here, best first."""
        return (await self._ask(_advise, self._question(state, seat, HINTING), asker))[0]

    def _question(self, state: State, seat: int, bot: str) -> Question:
        game, told = state.config.game, len(state.events or [])
        imagined = state.imagine(seat, Dice.at(self._entropy(f"imagine {game}", told)))
        events = [event.to_data() for event in imagined.events or []]
        # Other dice than those that hid the secrets: whoever had them could find out how the secrets lay.
        return Question(game, imagined.to_json(), seat, events, bot, self._entropy(f"think {game}", told))

    def seconds(self, asker: Asker) -> float | None:
        """How long a question of this asker may be thought about now: all the time is divided among the networks that
        ask, a network's share among its persons, and a person's among their questions."""
        if self.asked <= self._processes:
            return self._seconds
        networks = len({each.network for each in self._asked})
        persons = sum(each.network == asker.network for each in self._asked)
        share = LONGEST * self._processes / (networks * persons * self._asked[asker])
        return min(share, LONGEST, self._seconds or LONGEST)

    async def _ask(self, work: Callable[[Question], T], question: Question, asker: Asker) -> tuple[T, float]:
        job = Job(work, question, asker, asyncio.get_running_loop().create_future())
        self._asked[asker] += 1
        self._queue.put(asker, cast(Job[object], job))
        self._start_jobs()
        try:
            with self._metrics.thinking():
                return await job.answer
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]

    def _start_jobs(self) -> None:
        while len(self._running) < self._processes and (job := self._queue.take()) is not None:
            if not job.answer.done():  # or else whoever asked has gone
                task = asyncio.create_task(self._do(job))
                self._running.add(task)
                task.add_done_callback(self._go_on)

    def _go_on(self, done: asyncio.Task[None]) -> None:
        self._running.discard(done)
        self._start_jobs()

    async def _do(self, job: Job[object]) -> None:
        """Answer a question. Even if nobody wants to know any more, its process is busy until then."""
        try:
            question = replace(job.question, seconds=self.seconds(job.asker))
            due = self._clock() + question.usual_seconds() + LEEWAY
            answer = await self._elsewhere(job.work, question)
        except Exception as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        else:
            if not job.answer.done():
                job.answer.set_result((answer, due))
        finally:
            job.answer.cancel()  # which does nothing if there is an answer

    async def _elsewhere(self, work: Callable[[Question], object], question: Question) -> object:
        loop, pool = asyncio.get_running_loop(), self._pool
        try:
            return await loop.run_in_executor(pool, work, question)
        except BrokenProcessPool:
            if pool is self._pool:  # or else another question that broke with it has made a new one
                self._pool = self._new_pool(self._processes)
            return await loop.run_in_executor(self._pool, work, question)

    def close(self) -> None:
        self._queue = FairQueue()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _decide(question: Question) -> tuple[str, ...]:
    seat, bot = question.seated(), question.thinker()
    # The move of a search bot is made when its time is over, also where there is nothing to search for.
    if only_move(seat.legal) is not None and isinstance(bot, SearchBot):
        return seat.paths[0]
    return seat.paths[seat.legal.index(bot.choose(seat, Dice.at(question.dice)))]


def _advise(question: Question) -> list[Advice]:
    seat, bot, dice = question.seated(), question.thinker(), Dice.at(question.dice)
    paths = dict(zip(seat.legal, seat.paths, strict=True))
    if not isinstance(bot, SearchBot):  # a game's expert may be somebody who gives no reasons
        return [Advice(paths[bot.choose(seat, dice)], 0, 0.0)]
    winners = find(question.game).winners(seat.config)  # who share the victory, and so do their chances
    return [Advice(paths[each.move], each.visits, min(1.0, each.share * winners)) for each in bot.think(seat, dice)]
