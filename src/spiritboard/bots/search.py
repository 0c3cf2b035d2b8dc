"""Information-set Monte Carlo search: one for every game, knowing nothing but the table's contract.

The value of a move is its mover's share of the victory, so that any number of players and teams need nothing special.
It is found by imagining how things may really be, again and again, and letting the game's guide play to the end.

`race` compares the moves at hand in the same worlds with the same luck. `run` grows a tree that all imagined worlds
share: a node is reached by a mover and a move, not by a position, for what the dice bring and what lies hidden differ
from one iteration to the next, so a move is compared with the others only as often as it could be made at all (Cowling,
Powley and Whitehouse 2012, the single observer's tree).
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import State

MOST_SEATS: Final = 64  # in a key: which mover, which move
NO_END: Final = 1 << 40
MOST_DOUBTS: Final = 40  # worlds that are thought of and dropped because they do not fit
FIRST_LOOK: Final = 12  # worlds, before anybody can be out of a race


class Node:
    """A move somebody made, and what followed."""

    def __init__(self, mover: i64, move: i64) -> None:
        self.mover: i64 = mover
        self.move: i64 = move
        self.visits: i64 = 0
        self.available: i64 = 0  # how often it could have been made
        self.total: float = 0.0  # the mover's shares of the victory
        self.children: dict[int, Node] = {}

    def lead(self, other: Node) -> float:
        """By how much this move looks better."""
        return self.total / float(self.visits) - other.total / float(other.visits)

    def doubt(self, other: Node) -> float:
        """The standard error of that lead, at most."""
        return 0.5 * sqrt(1.0 / float(self.visits) + 1.0 / float(other.visits))


class Runner(Node):
    """One of the moves at hand, in a race with the others."""

    def __init__(self, mover: i64, move: i64) -> None:
        super().__init__(mover, move)
        self.results: list[float] = []  # by world

    def add(self, share: float) -> None:
        self.results.append(share)
        self.visits += 1
        self.total += share

    def lead(self, other: Node) -> float:
        """By how much it was better in the worlds that both have run."""
        leads = self.leads(other)
        return sum(leads) / len(leads)

    def doubt(self, other: Node) -> float:
        """Never quite nothing: one world more might have been the other's."""
        leads = self.leads(other)
        mean = sum(leads) / len(leads)
        squares = 1.0
        for lead in leads:
            squares += (lead - mean) * (lead - mean)
        return sqrt(squares) / len(leads)

    def leads(self, other: Node) -> list[float]:
        assert isinstance(other, Runner)
        return [mine - theirs for mine, theirs in zip(self.results, other.results)]  # noqa: B905 - who is out has fewer


class Search:
    """How to search. ARCHITECTURE.md says what is known of the settings, CONTRIBUTING.md how to try others.

    exploration   how much a move's chance is doubted that was seldom tried
    urgency       what an untried move is thought to be worth: above 1 all are tried before any is tried twice
    epsilon       the share of moves in a playout that are made at random instead of by the guide
    cutoff        after so many decisions a playout is left, and the guide judges the position (0: at the end only)
    depth         how many decisions deep the tree may grow (1: no tree, the moves at hand are raced)
    patience      how many standard errors behind a move must be to be out of a race
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
    ) -> None:
        self.guide = guide
        self.exploration: float = exploration
        self.urgency: float = urgency
        self.slips: i64 = int(epsilon * 256.0)
        self.cutoff: i64 = cutoff if cutoff > 0 else NO_END
        self.depth: i64 = depth
        self.patience: float = patience
        self.iterations: i64 = 0
        self.decisions: i64 = 0  # made in trees and playouts so far: what speed is measured in

    def imagine(self, seat: Seat, dice: Dice) -> State:
        """A world, the more often the better it fits what the others have done."""
        for _ in range(MOST_DOUBTS):
            state: State = seat.imagine(dice)
            if dice.below(256) < int(256.0 * self.guide.likelihood(state, seat.number)):
                return state
        return seat.imagine(dice)

    def run(self, seat: Seat, dice: Dice, iterations: i64, seconds: float) -> list[Node]:
        """Search until either budget is spent (0: no such limit); the moves that were tried, most often first."""
        root = Node(0, 0)
        until = time.monotonic() + seconds
        done: i64 = 0
        while (iterations == 0 or done < iterations) and (seconds == 0.0 or done == 0 or time.monotonic() < until):
            state = self.imagine(seat, dice)
            self.iterate(root, state, seat.number, dice)
            done += 1
        self.iterations += done
        return sorted(root.children.values(), key=by_visits)

    def race(self, seat: Seat, guided: i64, dice: Dice, iterations: i64, seconds: float) -> list[Runner]:
        """The moves at hand side by side: every world is run by all with the same luck, and who falls behind is out."""
        runners = [Runner(seat.number, move) for move in seat.legal if move != guided]
        runners.insert(0, Runner(seat.number, guided))
        until = time.monotonic() + seconds
        field = runners.copy()
        luck = Dice(dice.below(1 << 31))
        worlds: i64 = 0
        look: i64 = FIRST_LOOK
        done: i64 = 0
        while worlds == 0 or (
            len(field) > 1
            and (iterations == 0 or done + len(field) <= iterations)
            and (seconds == 0.0 or time.monotonic() < until)
        ):
            state = self.imagine(seat, dice)
            for runner in field:
                self.run_one(runner, state.copy(), luck.stream(worlds))
            done += len(field)
            worlds += 1
            if worlds >= look:
                look += look // 2
                field = still_in(field, self.patience)
        self.iterations += done
        return sorted(runners, key=by_visits)

    def run_one(self, runner: Runner, state: State, dice: Dice) -> None:
        state.apply(runner.mover, runner.move, dice)
        runner.add(self.playout(state, dice)[runner.mover])
        self.decisions += 1

    def iterate(self, root: Node, state: State, seat: i64, dice: Dice) -> None:
        node = root
        mover = seat
        walked: list[Node] = []
        depth: i64 = 0
        asked = list(state.pending())  # those of a choice who have not answered yet
        together = len(asked) > 1
        while not state.over and depth < self.depth:
            if depth and mover != seat and together:
                # Whoever chooses at the same time does not know what was chosen: no node may follow from it.
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
        """The most promising of the moves that can be made: tried before, or new."""
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
        """A new node: the guide's choice at first, then any that has not been tried."""
        move: i64 = untried[0]
        if len(untried) > 1:
            move = self.guide.choose(state, mover, dice) if first else dice.pick(untried)
        child = Node(mover, move)
        child.available = 1
        node.children[move * MOST_SEATS + mover] = child
        return child

    def playout(self, state: State, dice: Dice) -> list[float]:
        """Play on by feel; each seat's share of the victory."""
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
        return state.standings().shares() if state.over else guide.worth(state)


def still_in(field: list[Runner], patience: float) -> list[Runner]:
    """Without those that are behind the leader by so many standard errors."""
    leader = field[0]
    for runner in field:
        if runner.total > leader.total:
            leader = runner
    return [runner for runner in field if runner is leader or leader.lead(runner) < patience * leader.doubt(runner)]


def by_visits(node: Node) -> tuple[int, float, int]:
    """Those tried most often first, and of equals the one that won more."""
    return (-node.visits, -node.total, node.move)
