"""Compares the speed of our search with OpenSpiel's information-set search on hearts, in turns (see turns.py).

Games differ in length, so the playouts on Ghosts are compared by their decisions in a second: the iterations a second,
times the decisions that are left in the game. There both searches grow a tree, although our bots race moves by default.
Our search starts at the first move of Ghosts, and theirs when the first card of hearts is to be played.

For each game, the iterations a second of our search are measured too: a race of the moves at the first real choice,
with guided playouts to the end of the game. They are compared with the iterations of OpenSpiel's search on hearts, so
that the ratio does not depend on the machine.
"""

from __future__ import annotations

import random
import statistics
from typing import Any

from benchmarks.names import (
    OUR_GUIDED,
    OUR_RANDOM,
    OUR_SEARCH,
    SPIEL_ISMCTS,
    SPIEL_ITERATIONS,
    SPIEL_MCTS,
)
from benchmarks.spiel import play_on
from benchmarks.turns import BenchPlan, Contest, PartResult, Workload, run_part
from spiritboard.bots.searcher import Budget
from spiritboard.bots.seat import Seat, take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.registry import find
from spiritboard.table.state import only_move

PLAYOUT_GAME = "ghosts"
PLAYOUT_PAIRS = [(mine, theirs) for mine in (OUR_RANDOM, OUR_GUIDED) for theirs in (SPIEL_ISMCTS, SPIEL_MCTS)]
HEARTS_PLAYERS = 4
SPIEL_SIMULATIONS = {SPIEL_ISMCTS: 300, SPIEL_ITERATIONS: 300, SPIEL_MCTS: 4}
TREE_ITERATIONS, RACE_ITERATIONS = 2000, 200
GAMES_FOR_MEAN_REST = 200


def first_choice(game: str, seats: int, dice: Dice) -> Seat:
    """Returns the seat that has the first real choice of a new game."""
    state = find(game).new(seats, dice)
    while (only := only_move(state.legal(state.turn))) is not None:
        state.apply(state.turn, only, dice)
    return take_seat(state, state.turn, dice)


def our_playouts(game: str, seats: int, guided: bool) -> Workload:
    """Returns a search of a tree. It counts the decisions in the tree and in the playouts."""
    dice = Dice("bench")
    seat = first_choice(game, seats, dice)
    if not guided:
        seat.guide = Guide(seat.config)

    def think(count: int) -> int:
        search = Budget(depth=1000).search(seat)
        search.run(seat, dice, TREE_ITERATIONS, 0.0)
        return search.decisions

    return think


def our_search(game: str, seats: int) -> Workload:
    """Returns a race of the legal moves, as bots search. It counts iterations."""
    dice = Dice("bench")
    seat = first_choice(game, seats, dice)

    def think(count: int) -> int:
        search = Budget().search(seat)
        guided = seat.guide.choose(seat.imagine(dice), seat.number, dice)
        search.race(seat, guided, dice, RACE_ITERATIONS, 0.0)
        return search.iterations

    return think


def first_trick(source: random.Random) -> Any:
    """Returns a state of hearts after the cards are passed, at the first real choice: the first lead is forced."""
    import pyspiel

    state = pyspiel.load_game("hearts").new_initial_state()
    moved = 0
    while state.is_chance_node() or moved < 3 * HEARTS_PLAYERS or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            state.apply_action(source.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(source.choice(state.legal_actions()))
            moved += 1
    return state


def spiel_bot(name: str) -> Any:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    simulations = SPIEL_SIMULATIONS[name]
    if name == SPIEL_MCTS:
        evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
        return mcts.MCTSBot(pyspiel.load_game("hearts"), 1.0, simulations, evaluator)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, simulations, -1, policy, False, False)


def spiel_search(name: str) -> Workload:
    """Returns a search of OpenSpiel's. It counts iterations or, on the average, the decisions in their playouts."""
    state, bot = first_trick(random.Random(1)), spiel_bot(name)
    each = 1.0 if name == SPIEL_ITERATIONS else decisions_left(state)

    def think(count: int) -> float:
        bot.step(state)
        return SPIEL_SIMULATIONS[name] * each

    return think


def decisions_left(start: Any) -> float:
    """Returns the mean number of decisions that random games have from here on."""
    source = random.Random(2)
    return statistics.mean(play_on(start.clone(), source) for _ in range(GAMES_FOR_MEAN_REST))


def workload(name: str, game: str, seats: int) -> Workload:
    if name in SPIEL_SIMULATIONS:
        return spiel_search(name)
    if name == OUR_SEARCH:
        return our_search(game, seats)
    return our_playouts(game, seats, name == OUR_GUIDED)


def measure(plan: BenchPlan) -> PartResult:
    result = PartResult()
    if PLAYOUT_GAME in plan.playable():
        contest = Contest("search", PLAYOUT_GAME, plan.seats)
        result.add(contest.compare(PLAYOUT_PAIRS, "decisions a second", plan))
    for game in plan.playable():
        contest = Contest("search", game, plan.seats)
        result.add(contest.compare([(OUR_SEARCH, SPIEL_ITERATIONS)], "iterations a second", plan))
    return result


if __name__ == "__main__":
    run_part(__doc__, workload, 1, measure)
