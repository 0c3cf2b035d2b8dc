"""Information-set Monte Carlo search for every game: it uses nothing but `State`, `Guide` and `Seat`.

The value of a move is its mover's share of the victory. So any number of players and any teams are searched in the
same way. The search imagines a state in which the unknown is dealt again (a world), lets the game's guide play it to
the end, and repeats this.

`race` compares the legal moves of the seat in the same worlds with the same dice. `run` grows one tree for all worlds.
A node stands for a mover and a move, not for a position, because dice and hidden cards differ from one iteration to the
next. So a move is compared with the others only as often as it was legal (Cowling, Powley and Whitehouse 2012, the tree
of a single observer).
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.judgement import Judgement
from spiritboard.table.state import State

MOST_SEATS: Final = 64  # the key of a node is move * MOST_SEATS + mover
NO_CUTOFF: Final = 1 << 40
MOST_REJECTED: Final = 40  # worlds that may be dropped one after the other because they are unlikely
FIRST_COMPARISON: Final = 12  # worlds that every move of a race runs through before the first move drops out


class Node:
    """A move of the tree, with the results of the iterations that went through it."""

    def __init__(self, mover: i64, move: i64) -> None:
        self.mover: i64 = mover
        self.move: i64 = move
        self.visits: i64 = 0
        self.available: i64 = 0  # iterations in which the move was legal
        self.total: float = 0.0  # sum of the mover's shares of the victory
        self.children: dict[int, Node] = {}

    def lead(self, other: Node) -> float:
        """Returns how much higher the mean share of this move is than that of the other."""
        return self.total / float(self.visits) - other.total / float(other.visits)

    def doubt(self, other: Node) -> float:
        """Returns an upper bound for the standard error of the lead."""
        return 0.5 * sqrt(1.0 / float(self.visits) + 1.0 / float(other.visits))


class RacingMove(Node):
    """One of the seat's legal moves, in a race with the others."""

    def __init__(self, mover: i64, move: i64) -> None:
        super().__init__(mover, move)
        self.results: list[float] = []  # the mover's share of the victory in each world

    def add(self, share: float) -> None:
        self.results.append(share)
        self.visits += 1
        self.total += share

    def lead(self, other: Node) -> float:
        """Returns the mean lead over the worlds that both moves have run through."""
        leads = self.leads(other)
        return sum(leads) / len(leads)

    def doubt(self, other: Node) -> float:
        """Returns the standard error of the lead. It is never 0: the next world might favour the other move."""
        leads = self.leads(other)
        mean = sum(leads) / len(leads)
        squares = 1.0
        for lead in leads:
            squares += (lead - mean) * (lead - mean)
        return sqrt(squares) / len(leads)

    def leads(self, other: Node) -> list[float]:
        assert isinstance(other, RacingMove)
        return [mine - theirs for mine, theirs in zip(self.results, other.results)]  # noqa: B905 - a dropped move has fewer


class Search:
    """A search with its settings, and what it has done so far.

    exploration   the weight of doubt about moves that were tried seldom
    urgency       the assumed value of an untried move: above 1, every move is tried before any is tried twice
    epsilon       the share of moves in a playout that are made at random instead of by the guide
    cutoff        the number of decisions after which the guide judges a playout (0: playouts go to the end)
    depth         how many decisions deep the tree may grow (1: no tree, but a race of the legal moves)
    patience      by how many standard errors a move must be behind to drop out of a race
    judgement     judges cut-off playouts as the searching seat sees them (None: the guide judges them)
    """

    def __init__(
        self,
        guide: Guide,
        exploration: float,
        urgency: float,
        epsilon: float,
        cutoff: i64,
        depth: i64,
        patience: float,
        judgement: Judgement | None = None,
    ) -> None:
        self.guide = guide
        self.exploration: float = exploration
        self.urgency: float = urgency
        self.slips: i64 = int(epsilon * 256.0)
        self.cutoff: i64 = cutoff if cutoff > 0 else NO_CUTOFF
        self.depth: i64 = depth
        self.patience: float = patience
        self.judgement = judgement
        self.observer: i64 = 0  # the seat that searches
        self.iterations: i64 = 0
        self.decisions: i64 = 0  # made in trees and playouts so far: benchmarks measure speed by it

    def imagine(self, seat: Seat, dice: Dice) -> State:
        """Returns an imagined state. States that fit the other players' decisions better come more often."""
        return likely_state(seat, self.guide, dice)

    def run(self, seat: Seat, dice: Dice, iterations: i64, seconds: float) -> list[Node]:
        """Searches a tree until one of the budgets is spent (0: no such budget).

        Returns the moves that were tried, the one tried most often first.
        """
        root = Node(0, 0)
        self.observer = seat.number
        until = time.monotonic() + seconds
        done: i64 = 0
        while (iterations == 0 or done < iterations) and (seconds == 0.0 or done == 0 or time.monotonic() < until):
            state = self.imagine(seat, dice)
            self.iterate(root, state, seat.number, dice)
            done += 1
        self.iterations += done
        return sorted(root.children.values(), key=by_visits)

    def race(self, seat: Seat, guided: i64, dice: Dice, iterations: i64, seconds: float) -> list[RacingMove]:
        """Tries the legal moves side by side: every world is played after each of them with the same dice.

        Moves that fall behind drop out. Returns all moves, the one tried most often first.
        """
        moves = [RacingMove(seat.number, move) for move in seat.legal if move != guided]
        moves.insert(0, RacingMove(seat.number, guided))
        self.observer = seat.number
        until = time.monotonic() + seconds
        field = moves.copy()
        luck = Dice(dice.below(1 << 31))
        worlds: i64 = 0
        next_comparison: i64 = FIRST_COMPARISON
        done: i64 = 0
        while worlds == 0 or (
            len(field) > 1
            and (iterations == 0 or done + len(field) <= iterations)
            and (seconds == 0.0 or time.monotonic() < until)
        ):
            state = self.imagine(seat, dice)
            for racing in field:
                self.run_one(racing, state.copy(), luck.stream(worlds))
            done += len(field)
            worlds += 1
            if worlds >= next_comparison:
                next_comparison += next_comparison // 2
                field = still_in(field, self.patience)
        self.iterations += done
        return sorted(moves, key=by_visits)

    def run_one(self, racing: RacingMove, state: State, dice: Dice) -> None:
        state.apply(racing.mover, racing.move, dice)
        racing.add(self.playout(state, dice)[racing.mover])
        self.decisions += 1

    def iterate(self, root: Node, state: State, seat: i64, dice: Dice) -> None:
        node = root
        mover = seat
        walked: list[Node] = []
        depth: i64 = 0
        asked = list(state.pending())  # the seats that choose at the same time and have not chosen yet
        together = len(asked) > 1
        while not state.over and depth < self.depth:
            if depth and mover != seat and together:
                # The mover does not know what the observer chooses at the same time: no node may depend on it.
                state.apply(mover, self.guide.choose(state, mover, dice), dice)
            else:
                node = self.select(node, state, mover, dice)
                walked.append(node)
                state.apply(mover, node.move, dice)
                depth += 1
                if node.visits == 0:
                    break
            asked.remove(mover)
            if not asked or asked != state.pending():
                asked = list(state.pending())
                together = len(asked) > 1
            mover = state.turn
        self.decisions += len(walked)
        shares = self.playout(state, dice)
        for node in walked:
            node.visits += 1
            node.total += shares[node.mover]

    def select(self, node: Node, state: State, mover: i64, dice: Dice) -> Node:
        """Returns the node with the highest upper confidence bound among the legal moves, or adds a new one."""
        best: Node | None = None
        best_value = -1.0
        untried: list[int] = []
        tried: i64 = 0
        for move in state.legal(mover):
            child = node.children.get(move * MOST_SEATS + mover)
            if child is None:
                untried.append(move)
                continue
            tried += 1
            child.available += 1
            value = self.promise(child)
            if value > best_value:
                best = child
                best_value = value
        if best is not None and (not untried or best_value >= self.urgency):
            return best
        return self.expand(node, untried, state, mover, dice, tried == 0)

    def promise(self, child: Node) -> float:
        visits = float(child.visits)
        doubt = self.exploration * sqrt(log(float(child.available)) / visits)
        return child.total / visits + doubt

    def expand(self, node: Node, untried: list[int], state: State, mover: i64, dice: Dice, first: bool) -> Node:
        """Adds and returns a node: for the guide's choice if it is the first here, else for any untried move."""
        move: i64 = untried[0]
        if len(untried) > 1:
            move = self.guide.choose(state, mover, dice) if first else dice.pick(untried)
        child = Node(mover, move)
        child.available = 1
        node.children[move * MOST_SEATS + mover] = child
        return child

    def playout(self, state: State, dice: Dice) -> list[float]:
        """Plays on by the guide and returns each seat's share of the victory, expected if the playout was cut off."""
        guide = self.guide
        left = self.cutoff
        while not state.over and left > 0:
            left -= 1
            mover = state.turn
            if self.slips and dice.below(256) < self.slips:
                state.apply(mover, state.random_move(mover, dice), dice)
            else:
                state.apply(mover, guide.choose(state, mover, dice), dice)
        self.decisions += self.cutoff - left
        judgement = self.judgement
        if judgement is not None and not state.over:
            return judgement.shares(state, self.observer)
        return guide.worth(state)


def likely_state(seat: Seat, guide: Guide, dice: Dice) -> State:
    """Returns an imagined state. States in which the guide would choose as the others did come more often."""
    for _ in range(MOST_REJECTED):
        state: State = seat.imagine(dice)
        if dice.below(256) < int(256.0 * guide.likelihood(state, seat.number)):
            return state
    return seat.imagine(dice)


def still_in(field: list[RacingMove], patience: float) -> list[RacingMove]:
    """Returns the moves that are not behind the leader by `patience` standard errors."""
    leader = field[0]
    for racing in field:
        if racing.total > leader.total:
            leader = racing
    return [racing for racing in field if racing is leader or leader.lead(racing) < patience * leader.doubt(racing)]


def by_visits(node: Node) -> tuple[int, float, int]:
    """Returns a key that sorts the moves tried most often first, and among equals the one with the higher total."""
    return (-node.visits, -node.total, node.move)
