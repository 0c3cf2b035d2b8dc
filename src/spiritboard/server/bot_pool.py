"""The processes in which bots think, so that no request to the server waits for them.

A process gets an imagined state: everything that the seat cannot know is dealt again before the state is sent.

A process gets one question at a time. Other questions wait here, in a queue that networks and persons share fairly. A
requester with many questions gets less time for each, so that together they take about as long as one expert's move.
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
from typing import Any, Generic, TypeVar, cast

from spiritboard.bots.bot import Bot, HeuristicBot, decide
from spiritboard.bots.levels import steady
from spiritboard.bots.roster import make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import Seat
from spiritboard.processes import live_with_the_parent
from spiritboard.server.background import Background, new_background_process
from spiritboard.server.entropy import IMAGINE, THINK, Entropy, secure
from spiritboard.server.fair_queue import FairQueue
from spiritboard.server.limits import Requester
from spiritboard.server.metrics import Metrics
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.registry import find
from spiritboard.table.state import State, only_move

T = TypeVar("T")
Luck = Callable[[str], str]  # takes a purpose and returns dice
HINT_LEVEL = "expert"
LONGEST_THINKING = 2.0  # seconds, which experts take
STEADY_SECONDS = 0.5  # that a bot takes at least whose answer does not depend on the time
# Seconds for a question to reach a process and for its answer to come back, on a machine that is not overloaded.
TRANSFER_TIME = 0.1


@dataclass(frozen=True)
class Question:
    """A seat's decision to be made, in a form that can be sent to another process."""

    game: str
    imagined: str  # the state as JSON
    seat: int
    events: list[dict[str, object]]  # all events of the state
    bot: str
    dice: str  # with which the bot rolls while it thinks
    seconds: float | None = None  # the longest time to think; None: as long as the bot usually takes
    steady: bool = False  # whether the answer may depend on the dice only, and not on the time

    def seated(self) -> Seat:
        events = [Event(**event) for event in self.events]  # type: ignore[arg-type] # as to_data wrote them
        return Seat(find(self.game).from_json(self.imagined), self.seat, events)

    def make_bot(self) -> Bot:
        return make(self.bot, find(self.game), self.seconds)

    def usual_seconds(self) -> float:
        """Returns how many seconds this bot may take for any decision; 0 for a bot that answers at once."""
        if self.steady:
            return STEADY_SECONDS
        bot = self.make_bot()
        return bot.budget.seconds or LONGEST_THINKING if isinstance(bot, SearchBot) else 0.0


@dataclass(frozen=True)
class Decision:
    """A bot's move, and when to make it. That time does not show whether the bot had a choice."""

    path: tuple[str, ...]
    due: float  # by the clock of the BotPool


@dataclass(frozen=True)
class Advice:
    """A move, how often the bot tried it, and how often it was then among the winners."""

    path: tuple[str, ...]
    tries: int
    chance: float


@dataclass(frozen=True, eq=False)
class QueuedQuestion(Generic[T]):
    """A question that waits for a process or is being answered."""

    work: Callable[[Question], T]  # what a process does to answer it
    question: Question
    requester: Requester
    answer: asyncio.Future[tuple[T, float]]  # the answer, and when a bot that used all its time would be done


def usual_processes() -> int:
    """Returns how many processes think for bots on this machine: one less than there are cores, and at least one."""
    return max(1, (os.cpu_count() or 2) - 1)


def new_pool(processes: int) -> Executor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=live_with_the_parent)


class BotPool:
    """Answers the questions of tables: which move a bot makes, and which moves an expert advises."""

    def __init__(
        self,
        processes: int | None = None,
        seconds: float | None = None,
        entropy: Entropy = secure,
        new_pool: Callable[[int], Executor] = new_pool,
        clock: Callable[[], float] = time.monotonic,
        metrics: Metrics | None = None,
        new_background: Callable[[], Executor] = new_background_process,
    ) -> None:
        self._processes = processes or usual_processes()
        self._entropy = entropy
        self._metrics = metrics or Metrics()
        self._seconds = seconds  # the longest time that a bot may think about a move
        self._new_pool = new_pool
        self._pool = new_pool(self._processes)
        self._clock = clock
        self._queue: FairQueue[QueuedQuestion[object]] = FairQueue()
        self._unanswered: Counter[Requester] = Counter()  # questions
        self._running: set[asyncio.Task[None]] = set()
        self.background = Background(lambda: self.unanswered > self._processes, new_background)

    @property
    def unanswered(self) -> int:
        """The number of questions that wait or are being answered."""
        return self._unanswered.total()

    async def think(
        self,
        state: State,
        seat: int,
        bot: str,
        requester: Requester,
        hurry: asyncio.Event | None = None,
        luck: Luck | None = None,
    ) -> Decision:
        """Returns the move of this bot for this seat. As soon as `hurry` is set, a bot that searches decides without a
        search: its process cannot be interrupted, so it is not waited for. With `luck`, the move follows from those
        dice alone, and nothing hurries the bot."""
        question = self._question(state, seat, bot, luck)
        asking = asyncio.ensure_future(self._ask(_decide, question, requester))
        try:
            if hurry is None or luck is not None or not question.usual_seconds() or await _is_first(asking, hurry):
                return Decision(*await asking)
        finally:
            asking.cancel()
        return Decision(await asyncio.to_thread(_decide_at_a_glance, question), self._clock())

    async def advise(self, state: State, seat: int, requester: Requester) -> list[Advice]:
        """Returns the moves that an expert tried for this seat, best first."""
        return (await self._ask(_advise, self._question(state, seat, HINT_LEVEL), requester))[0]

    def _question(self, state: State, seat: int, bot: str, luck: Luck | None = None) -> Question:
        game, told = state.config.game, len(state.events or [])
        dice = luck or (lambda purpose: self._entropy(f"{purpose} {game}", told))
        imagined = state.imagine(seat, Dice.at(dice(IMAGINE)))
        events = [event.to_data() for event in imagined.events or []]
        asked = bot if luck is None else steady(bot, find(game))
        # Not the dice that dealt the secrets again: from those, the bot could find out the real secrets.
        return Question(game, imagined.to_json(), seat, events, asked, dice(THINK), steady=luck is not None)

    def seconds(self, requester: Requester) -> float | None:
        """Returns how long a bot may think about a question of this requester now. The time of all processes is divided
        among the networks that ask, a network's share among its persons, and a person's share among their questions."""
        if self.unanswered <= self._processes:
            return self._seconds
        networks = len({each.network for each in self._unanswered})
        persons = sum(each.network == requester.network for each in self._unanswered)
        share = LONGEST_THINKING * self._processes / (networks * persons * self._unanswered[requester])
        return min(share, LONGEST_THINKING, self._seconds or LONGEST_THINKING)

    async def _ask(self, work: Callable[[Question], T], question: Question, requester: Requester) -> tuple[T, float]:
        queued = QueuedQuestion(work, question, requester, asyncio.get_running_loop().create_future())
        self._unanswered[requester] += 1
        self._queue.put(requester, cast(QueuedQuestion[object], queued))
        self._start_questions()
        try:
            with self._metrics.thinking():
                return await queued.answer
        finally:
            self._unanswered[requester] -= 1
            if not self._unanswered[requester]:
                del self._unanswered[requester]
            self.background.go_on()

    def _start_questions(self) -> None:
        while len(self._running) < self._processes and (queued := self._queue.take()) is not None:
            if not queued.answer.done():  # it is done if the requester does not wait any more
                task = asyncio.create_task(self._answer(queued))
                self._running.add(task)
                task.add_done_callback(self._go_on)

    def _go_on(self, done: asyncio.Task[None]) -> None:
        self._running.discard(done)
        self._start_questions()

    async def _answer(self, queued: QueuedQuestion[object]) -> None:
        """Answer a question. The process is busy until then, even if the requester does not wait any more."""
        try:
            question = queued.question
            if not question.steady:
                question = replace(question, seconds=self.seconds(queued.requester))
            due = self._clock() + question.usual_seconds() + TRANSFER_TIME
            answer = await self._in_process(queued.work, question)
        except Exception as error:
            if not queued.answer.done():
                queued.answer.set_exception(error)
        else:
            if not queued.answer.done():
                queued.answer.set_result((answer, due))
        finally:
            queued.answer.cancel()  # does nothing if there is an answer

    async def _in_process(self, work: Callable[[Question], object], question: Question) -> object:
        loop, pool = asyncio.get_running_loop(), self._pool
        try:
            return await loop.run_in_executor(pool, work, question)
        except BrokenProcessPool:
            if pool is self._pool:  # otherwise another question that failed with it has made a new pool
                self._pool = self._new_pool(self._processes)
            return await loop.run_in_executor(self._pool, work, question)

    def close(self) -> None:
        self._queue = FairQueue()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.background.close()


async def _is_first(asking: asyncio.Future[T], hurry: asyncio.Event) -> bool:
    """Wait for an answer or for the hurry. Returns whether the answer came first."""
    hurried = asyncio.ensure_future(hurry.wait())
    either: set[asyncio.Future[Any]] = {asking, hurried}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hurried.cancel()
    return asking.done()


def _decide_at_a_glance(question: Question) -> tuple[str, ...]:
    """Returns the move of the game's guide, which takes milliseconds."""
    seat = question.seated()
    return seat.paths[seat.legal.index(decide(HeuristicBot(), seat, Dice.at(question.dice)))]


def _decide(question: Question) -> tuple[str, ...]:
    seat, bot = question.seated(), question.make_bot()
    # The move of a search bot is made when all its time has passed, even if there is only one.
    if only_move(seat.legal) is not None and isinstance(bot, SearchBot):
        return seat.paths[0]
    return seat.paths[seat.legal.index(bot.choose(seat, Dice.at(question.dice)))]


def _advise(question: Question) -> list[Advice]:
    seat, bot, dice = question.seated(), question.make_bot(), Dice.at(question.dice)
    paths = dict(zip(seat.legal, seat.paths, strict=True))
    if not isinstance(bot, SearchBot):  # a game's expert may be a bot that does not count its tries
        return [Advice(paths[bot.choose(seat, dice)], 0, 0.0)]
    winners = find(question.game).winners(seat.config)  # the number of players who share the victory
    return [Advice(paths[each.move], each.visits, min(1.0, each.share * winners)) for each in bot.think(seat, dice)]
