"""The bot that searches: a budget, and perhaps several processes, around `search.py`."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from typing import Annotated

import msgspec

from spiritboard.bots.search import Node, Search, ranked
from spiritboard.bots.seat import OpenSeat, Seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.guide import Guide
from spiritboard.table.shelf import find


@dataclass(frozen=True)
class Thought:
    """A move that was thought about: how often, and the share of the victory it was seen to bring."""

    move: int
    visits: int
    share: float


Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=1e6)]


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long to search, and how (see `Search`). With iterations alone, the same dice give the same move.

    `trust` is how many standard errors better than the guide's own choice a move must look to be made instead: a few
    playouts say little about two good moves, and the guide then knows better.
    """

    iterations: Count = 0
    seconds: Amount = 0.0
    exploration: Amount = 0.7
    urgency: Amount = 2.0
    trust: Amount = 1.0
    epsilon: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    cutoff: Count = 0
    depth: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    processes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1

    def search(self, seat: Seat) -> Search:
        return Search(seat.guide, self.exploration, self.urgency, self.epsilon, self.cutoff, self.depth)


class SearchBot:
    """Thinks ahead in imagined worlds, and makes the move it came back to most often."""

    def __init__(self, budget: Budget) -> None:
        if not (budget.iterations or budget.seconds):
            raise BadSetup("A search needs a number of iterations, or of seconds, or both.")
        self.budget = budget
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, seat: Seat, dice: Dice) -> int:
        return self.think(seat, dice)[0].move

    def think(self, seat: Seat, dice: Dice) -> list[Thought]:
        """Every move that was thought about, the one to make first."""
        nodes = self._together(seat, dice) if self.budget.processes > 1 else _search(self.budget, seat, dice)
        thoughts = [Thought(node.move, node.visits, node.total / int(node.visits)) for node in nodes]
        if type(seat.guide) is Guide:  # who knows nothing of the game, and chooses at random
            return thoughts
        return self._trusting(thoughts, seat.guide.choose(seat.imagine(dice), seat.number, dice))

    def _trusting(self, thoughts: list[Thought], guided: int) -> list[Thought]:
        """The guide's choice comes first unless another is surely better."""
        best = thoughts[0]
        for own in thoughts:
            if own.move == guided and best.share - own.share < self.budget.trust * _error(best, own):
                return [own, *(thought for thought in thoughts if thought is not own)]
        return thoughts

    def _together(self, seat: Seat, dice: Dice) -> list[Node]:
        """Each process grows a tree of its own; what they found about the moves at hand is added up."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.budget.processes, get_context("spawn"), signal.signal, INTERRUPTS)
        job = Job(seat.setup.game, seat.to_json(), seat.number, isinstance(seat, OpenSeat), self.budget)
        keys = [dice.below(1 << 31) for _ in range(self.budget.processes)]
        parts = [
            self._pool.submit(_search_elsewhere, job, key, at, self.budget.processes) for at, key in enumerate(keys)
        ]
        merged: dict[int, Node] = {}
        for part in parts:
            for move, visits, total in part.result():
                node = merged.setdefault(move, Node(seat.number, move))
                node.visits += visits
                node.total += total
        return ranked(list(merged.values()))


def _error(one: Thought, other: Thought) -> float:
    """The standard error of the difference between two shares, at most."""
    return 0.5 * sqrt(1 / one.visits + 1 / other.visits)


INTERRUPTS = (signal.SIGINT, signal.SIG_IGN)  # are left to the parent


@dataclass(frozen=True)
class Job:
    """A seat on its way to another process."""

    game: str
    imagined: str
    number: int
    sees_all: bool
    budget: Budget


def _search(budget: Budget, seat: Seat, dice: Dice) -> list[Node]:
    return budget.search(seat).run(seat, dice, budget.iterations, budget.seconds)


def _search_elsewhere(job: Job, key: int, at: int, of: int) -> list[tuple[int, int, float]]:
    state = find(job.game).from_json(job.imagined)
    seat = (OpenSeat if job.sees_all else Seat)(state, job.number)
    budget = job.budget
    iterations = budget.iterations // of + (at < budget.iterations % of)
    if budget.iterations and not iterations:
        return []
    nodes = budget.search(seat).run(seat, Dice(key), iterations, budget.seconds)
    return [(node.move, node.visits, node.total) for node in nodes]
