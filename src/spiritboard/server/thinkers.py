"""Bots think in processes of their own, so that nobody at a table waits for them.

What goes there is an imagined state: all that the seat cannot know has been dealt anew before it leaves here.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

from spiritboard.bots.bot import Bot
from spiritboard.bots.roster import make
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import Seat
from spiritboard.processes import live_with_the_parent
from spiritboard.server.entropy import Entropy, secure
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.shelf import find
from spiritboard.table.state import State

T = TypeVar("T")
HINTING = "expert"
LONGEST = 2.0  # seconds: what experts take


@dataclass(frozen=True)
class Question:
    """What a seat is to decide, as it travels to another process."""

    game: str
    imagined: str
    seat: int
    events: list[dict[str, object]]  # all that was told there
    bot: str
    seconds: float | None
    dice: str  # what the bot rolls while it thinks

    def seated(self) -> Seat:
        events = [Event(**event) for event in self.events]  # type: ignore[arg-type] # as to_data wrote them
        return Seat(find(self.game).from_json(self.imagined), self.seat, events)

    def thinker(self) -> Bot:
        return make(self.bot, find(self.game), self.seconds)


@dataclass(frozen=True)
class Advice:
    """A move, how often it was tried out, and how often that led to being among the winners."""

    path: tuple[str, ...]
    tries: int
    chance: float


class Thinkers:
    def __init__(self, processes: int | None = None, seconds: float | None = None, entropy: Entropy = secure) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._entropy = entropy
        self._seconds = seconds  # the longest that anybody thinks about a move
        self._asked = 0  # how many questions are being thought about, or wait for it
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=live_with_the_parent)

    async def think(self, state: State, seat: int, bot: str) -> tuple[str, ...]:
        """A bot's move for this seat, as a path."""
        return await self._ask(_decide, self._question(state, seat, bot))

    async def advise(self, state: State, seat: int) -> list[Advice]:
        """What an expert would do here, best first."""
        return await self._ask(_advise, self._question(state, seat, HINTING))

    def _question(self, state: State, seat: int, bot: str) -> Question:
        game, told = state.setup.game, len(state.events or [])
        imagined = state.imagine(seat, Dice.at(self._entropy(f"imagine {game}", told)))
        events = [event.to_data() for event in imagined.events or []]
        # Other dice than those that hid the secrets: whoever had them could find out how the secrets lay.
        dice = self._entropy(f"think {game}", told)
        return Question(game, imagined.to_json(), seat, events, bot, self.seconds(), dice)

    def seconds(self) -> float | None:
        """How long somebody may think now: the more are waiting, the less, so that none of them waits long."""
        if self._asked < self._processes:
            return self._seconds
        return min(LONGEST, self._seconds or LONGEST) * self._processes / (self._asked + 1)

    async def _ask(self, work: Callable[[Question], T], question: Question) -> T:
        loop = asyncio.get_running_loop()
        self._asked += 1
        try:
            return await loop.run_in_executor(self._pool, work, question)
        except BrokenProcessPool:
            self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, work, question)
        finally:
            self._asked -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _decide(question: Question) -> tuple[str, ...]:
    seat = question.seated()
    if len(seat.legal) == 1:
        return seat.paths[0]
    return seat.paths[seat.legal.index(question.thinker().choose(seat, Dice.at(question.dice)))]


def _advise(question: Question) -> list[Advice]:
    seat, bot, dice = question.seated(), question.thinker(), Dice.at(question.dice)
    paths = dict(zip(seat.legal, seat.paths, strict=True))
    if not isinstance(bot, SearchBot):  # a game's expert may be somebody who gives no reasons
        return [Advice(paths[bot.choose(seat, dice)], 0, 0.0)]
    winners = find(question.game).winners(seat.setup)  # who share the victory, and so do their chances
    return [Advice(paths[each.move], each.visits, min(1.0, each.share * winners)) for each in bot.think(seat, dice)]
