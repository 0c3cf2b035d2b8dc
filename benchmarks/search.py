"""Compares the speed of our search on Ghosts with OpenSpiel's information-set search on hearts, in turns in one run.

Games differ in length, so the comparison counts the decisions of playouts in a second: the iterations a second, times
the decisions that are left in the game. Both searches grow a tree, although our bots race moves by default. Our search
starts at the first move of Ghosts, and theirs when the first card of hearts is to be played. The contenders take turns,
round after round, so other work on the machine slows all of them alike. The result is the ratio within a round, and its
median over the rounds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.spiel import play_on
from benchmarks.turns import write
from spiritboard.bots.searcher import Budget
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.registry import find

OUR_RANDOM, OUR_GUIDED = "ours, random playouts", "ours, guided"
SPIEL_ISMCTS, SPIEL_MCTS = "OpenSpiel C++ IS-MCTS", "OpenSpiel Python MCTS"
PLAYERS = 4
SIMULATIONS = {SPIEL_ISMCTS: 300, SPIEL_MCTS: 4}
GAMES_FOR_MEAN_REST = 200

# Searches once. Returns the number of decisions in its playouts and trees.
SearchRun = Callable[[], float]


def ours(guided: bool) -> SearchRun:
    dice = Dice("bench")
    state = find("ghosts").new(PLAYERS, dice)
    seat = take_seat(state, state.turn, dice)
    if not guided:
        seat.guide = Guide(seat.config)

    def think() -> float:
        search = Budget(iterations=2000, depth=1000).search(seat)
        search.run(seat, dice, 2000, 0.0)
        return float(search.decisions)

    return think


def first_trick(source: random.Random) -> Any:
    """Returns a state of hearts after the cards are passed, at the first real choice: the first lead is forced."""
    import pyspiel

    state = pyspiel.load_game("hearts").new_initial_state()
    moved = 0
    while state.is_chance_node() or moved < 3 * PLAYERS or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            state.apply_action(source.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(source.choice(state.legal_actions()))
            moved += 1
    return state


def spiel(name: str) -> SearchRun:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    state = first_trick(random.Random(1))
    game, simulations = pyspiel.load_game("hearts"), SIMULATIONS[name]
    if name == SPIEL_ISMCTS:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(1, evaluator, 1.0, simulations, -1, policy, False, False)
    else:
        bot = mcts.MCTSBot(game, 1.0, simulations, mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1)))
    left = decisions_left(state)

    def think() -> float:
        bot.step(state)
        return simulations * left

    return think


def decisions_left(start: Any) -> float:
    """Returns the mean number of decisions that random games have from here on."""
    source = random.Random(2)
    return statistics.mean(play_on(start.clone(), source) for _ in range(GAMES_FOR_MEAN_REST))


def speed(think: SearchRun, seconds: float) -> float:
    decisions, began = 0.0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += think()
    return decisions / (time.perf_counter() - began)


def measure(rounds: int, seconds: float) -> dict[str, object]:
    contenders = {
        OUR_RANDOM: ours(guided=False),
        OUR_GUIDED: ours(guided=True),
        SPIEL_ISMCTS: spiel(SPIEL_ISMCTS),
        SPIEL_MCTS: spiel(SPIEL_MCTS),
    }
    speeds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, think in contenders.items():
            speeds[name].append(speed(think, seconds))
    ratios = {
        f"{mine} / {theirs}": statistics.median(a / b for a, b in zip(speeds[mine], speeds[theirs], strict=True))
        for mine in (OUR_RANDOM, OUR_GUIDED)
        for theirs in (SPIEL_ISMCTS, SPIEL_MCTS)
    }
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    return {"rounds": rounds, "playout_decisions_per_second": medians, "ratios": ratios}


def print_tables(result: dict[str, dict[str, float]]) -> None:
    for title in ("playout_decisions_per_second", "ratios"):
        table = Table(title=title.replace("_", " "), show_header=False)
        for name, figure in result[title].items():
            table.add_row(name, f"{figure:,.2f}" if title == "ratios" else f"{figure:,.0f}")
        Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a contender thinks in a round")
    parser.add_argument("--json", type=Path, default=Path("build/bench/search.json"), help="where to write the figures")
    arguments = parser.parse_args()
    result = measure(arguments.rounds, arguments.seconds)
    print_tables(result)  # type: ignore[arg-type] # a count besides the two tables
    write(result, arguments.json)


if __name__ == "__main__":
    main()
