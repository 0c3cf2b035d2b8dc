"""The bot that searches: it gives `search.py` a budget, and spreads the work over several processes if asked to."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Annotated

import msgspec

from spiritboard.bots.learned import own_judgement
from spiritboard.bots.search import Node, RacingMove, Search, by_visits
from spiritboard.bots.seat import OpenSeat, Seat
from spiritboard.processes import live_with_the_parent
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.guide import Guide
from spiritboard.table.registry import find


@dataclass(frozen=True)
class Thought:
    """A move that was searched: how often it was tried, and its mean share of the victory."""

    move: int
    visits: int
    share: float


SettingCount = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
SettingAmount = Annotated[float, msgspec.Meta(ge=0, le=1e6)]


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long to search, and the settings of `Search`. Without `seconds`, the same dice give the same move.

    `trust` is the number of standard errors by which a move must look better than the guide's choice to be made
    instead: a few playouts cannot tell two good moves apart, and then the guide's choice is the better guess.
    `judged` lets the learned judgement say how good a playout is after `cutoff` decisions, and not the guide.
    """

    iterations: SettingCount = 0
    seconds: SettingAmount = 0.0
    exploration: SettingAmount = 0.7
    urgency: SettingAmount = 2.0
    trust: SettingAmount = 1.0
    epsilon: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    cutoff: SettingCount = 0
    depth: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    patience: SettingAmount = 3.0
    processes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    judged: bool = False

    def search(self, seat: Seat) -> Search:
        judgement = own_judgement(seat.config) if self.judged else None
        return Search(
            seat.guide,
            self.exploration,
            self.urgency,
            self.epsilon,
            self.cutoff,
            self.depth,
            self.patience,
            judgement,
        )


class SearchBot:
    """Searches imagined states, and makes the move that the search tried most often."""

    def __init__(self, budget: Budget) -> None:
        if not (budget.iterations or budget.seconds):
            raise BadSetup("A search needs `iterations`, `seconds`, or both.")
        self.budget = budget
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, seat: Seat, dice: Dice) -> int:
        return self.think(seat, dice)[0].move

    def think(self, seat: Seat, dice: Dice) -> list[Thought]:
        """Returns every move that was searched. The first is the one to make."""
        guided = seat.guide.choose(seat.imagine(dice), seat.number, dice)
        search = self._together if self.budget.processes > 1 and has_own_pieces(seat) else self._alone
        nodes = self._trusting(search(seat, guided, dice), guided, seat)
        return [Thought(node.move, node.visits, node.total / int(node.visits)) for node in nodes]

    def _trusting(self, nodes: list[Node], guided: int, seat: Seat) -> list[Node]:
        """Returns the moves with the guide's choice first, unless another is better by `trust` standard errors."""
        if type(seat.guide) is Guide:  # it knows nothing of the game and chooses at random
            return nodes
        for own in nodes:
            if own.move == guided and nodes[0].lead(own) < self.budget.trust * nodes[0].doubt(own):
                return [own, *(node for node in nodes if node is not own)]
        return nodes

    def _alone(self, seat: Seat, guided: int, dice: Dice) -> list[Node]:
        return _search(self.budget, self.budget.iterations, seat, guided, dice)

    def _together(self, seat: Seat, guided: int, dice: Dice) -> list[Node]:
        """Lets each process search by itself, and adds up their results for each legal move."""
        of = self.budget.processes
        if self._pool is None:
            self._pool = ProcessPoolExecutor(of, get_context("spawn"), live_with_the_parent)
        job = SearchJob(seat.config.game, seat.to_json(), seat.number, isinstance(seat, OpenSeat), self.budget, guided)
        keys = [dice.below(1 << 31) for _ in range(of)]
        parts = [self._pool.submit(_search_elsewhere, job, key, at) for at, key in enumerate(keys)]
        kind = RacingMove if self.budget.depth == 1 else Node
        merged: dict[int, Node] = {}
        for part in parts:
            found = part.result()
            most = max((each.visits for each in found), default=0)
            for each in found:
                _add(merged.setdefault(each.move, kind(seat.number, each.move)), each, most)
        return sorted(merged.values(), key=by_visits)


def has_own_pieces(seat: Seat) -> bool:
    """Returns whether the game is played with its own pieces: other processes have no others."""
    return seat.config.digest == find(seat.config.game).own_pieces.digest()


@dataclass(frozen=True)
class SearchResult:
    """What one process found out about a move."""

    move: int
    visits: int
    total: float
    results: list[float]


def _add(node: Node, found: SearchResult, worlds: int) -> None:
    """Adds a result to a node. A move that dropped out early is given its mean for the worlds that it did not run
    through, so that every move has a result for every world.
    """
    if isinstance(node, RacingMove):
        for share in found.results:
            node.add(share)
        node.results += [found.total / found.visits] * (worlds - found.visits)
    else:
        node.visits += found.visits
        node.total += found.total


@dataclass(frozen=True)
class SearchJob:
    """A seat and a budget, in a form that can be sent to another process."""

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


def _search_elsewhere(job: SearchJob, key: int, at: int) -> list[SearchResult]:
    state = find(job.game).from_json(job.imagined)
    seat = (OpenSeat if job.sees_all else Seat)(state, job.number)
    budget = job.budget
    iterations = budget.iterations // budget.processes + (at < budget.iterations % budget.processes)
    if budget.iterations and not iterations:
        return []
    nodes = _search(budget, iterations, seat, job.guided, Dice(key))
    results = [node.results if isinstance(node, RacingMove) else [] for node in nodes]
    return [SearchResult(node.move, node.visits, node.total, own) for node, own in zip(nodes, results, strict=True)]
