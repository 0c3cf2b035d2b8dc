"""The bot that searches: a budget, and perhaps several processes, around `search.py`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Annotated

import msgspec

from spiritboard.bots.search import Node, Runner, Search, by_visits
from spiritboard.bots.seat import OpenSeat, Seat
from spiritboard.processes import live_with_the_parent
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.guide import Guide
from spiritboard.table.registry import find


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
    patience: Amount = 3.0
    processes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1

    def search(self, seat: Seat) -> Search:
        return Search(seat.guide, self.exploration, self.urgency, self.epsilon, self.cutoff, self.depth, self.patience)


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
        guided = seat.guide.choose(seat.imagine(dice), seat.number, dice)
        search = self._together if self.budget.processes > 1 and has_own_pieces(seat) else self._alone
        nodes = self._trusting(search(seat, guided, dice), guided, seat)
        return [Thought(node.move, node.visits, node.total / int(node.visits)) for node in nodes]

    def _trusting(self, nodes: list[Node], guided: int, seat: Seat) -> list[Node]:
        """The guide's choice comes first unless another is surely better."""
        if type(seat.guide) is Guide:  # who knows nothing of the game, and chooses at random
            return nodes
        for own in nodes:
            if own.move == guided and nodes[0].lead(own) < self.budget.trust * nodes[0].doubt(own):
                return [own, *(node for node in nodes if node is not own)]
        return nodes

    def _alone(self, seat: Seat, guided: int, dice: Dice) -> list[Node]:
        return _search(self.budget, self.budget.iterations, seat, guided, dice)

    def _together(self, seat: Seat, guided: int, dice: Dice) -> list[Node]:
        """Each process searches by itself; what they found about the moves at hand is added up."""
        of = self.budget.processes
        if self._pool is None:
            self._pool = ProcessPoolExecutor(of, get_context("spawn"), live_with_the_parent)
        job = Job(seat.config.game, seat.to_json(), seat.number, isinstance(seat, OpenSeat), self.budget, guided)
        keys = [dice.below(1 << 31) for _ in range(of)]
        parts = [self._pool.submit(_search_elsewhere, job, key, at) for at, key in enumerate(keys)]
        kind = Runner if self.budget.depth == 1 else Node
        merged: dict[int, Node] = {}
        for part in parts:
            found = part.result()
            most = max((each.visits for each in found), default=0)
            for each in found:
                _add(merged.setdefault(each.move, kind(seat.number, each.move)), each, most)
        return sorted(merged.values(), key=by_visits)


def has_own_pieces(seat: Seat) -> bool:
    """Whether it is played with the game's own pieces: other processes know no others."""
    return seat.config.digest == find(seat.config.game).own_pieces.digest()


@dataclass(frozen=True)
class Found:
    """What a process found about a move."""

    move: int
    visits: int
    total: float
    results: list[float]


def _add(node: Node, found: Found, worlds: int) -> None:
    """A runner that was out before the others is thought to go on as it did, so that worlds stay side by side."""
    if isinstance(node, Runner):
        for share in found.results:
            node.add(share)
        node.results += [found.total / found.visits] * (worlds - found.visits)
    else:
        node.visits += found.visits
        node.total += found.total


@dataclass(frozen=True)
class Job:
    """A seat on its way to another process."""

    game: str
    imagined: str
    number: int
    sees_all: bool
    budget: Budget
    guided: int


def _search(budget: Budget, iterations: int, seat: Seat, guided: int, dice: Dice) -> list[Node]:
    search = budget.search(seat)
    if budget.depth == 1:
        return list(search.race(seat, guided, dice, iterations, budget.seconds))
    return search.run(seat, dice, iterations, budget.seconds)


def _search_elsewhere(job: Job, key: int, at: int) -> list[Found]:
    state = find(job.game).from_json(job.imagined)
    seat = (OpenSeat if job.sees_all else Seat)(state, job.number)
    budget = job.budget
    iterations = budget.iterations // budget.processes + (at < budget.iterations % budget.processes)
    if budget.iterations and not iterations:
        return []
    nodes = _search(budget, iterations, seat, job.guided, Dice(key))
    results = [node.results if isinstance(node, Runner) else [] for node in nodes]
    return [Found(node.move, node.visits, node.total, own) for node, own in zip(nodes, results, strict=True)]
