"""Counts the instructions of a decision in random play, where times are too noisy. Valgrind does the counting.

Each contender of speed.py plays few games, and then more games. The difference leaves out everything that the process
does before it plays. Where Python orders things by a hash, the order is fixed, so the same code gives the same count.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys

from benchmarks.names import INSTRUCTIONS, OURS, SPIEL_CPP
from benchmarks.report import Measurement
from benchmarks.speed import counterparts, workload
from benchmarks.turns import BenchPlan, PartResult, environment_of, progress
from spiritboard.table.registry import games

VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")
MISSING_VALGRIND = "Instructions were not counted, because valgrind is not installed."
FEW_GAMES, MORE_GAMES = 5, 205


def count(name: str, game: str, seats: int, games_to_play: int) -> tuple[int, float]:
    """Returns the number of instructions and of decisions of a process that plays so many games."""
    play = [sys.executable, "-m", "benchmarks.instructions", name, game, str(seats), str(games_to_play)]
    environment = {**environment_of(name), "PYTHONHASHSEED": "0"}
    done = subprocess.run([*VALGRIND, *play], env=environment, capture_output=True, text=True, check=False)
    counted = COUNTED.search(done.stderr)
    if done.returncode or counted is None:
        sys.exit(f"valgrind could not count the instructions of {name}:\n{done.stderr}")
    return int(counted[1].replace(",", "")), float(done.stdout)


def instructions_a_decision(name: str, game: str, seats: int) -> float:
    few, few_decisions = count(name, game, seats, FEW_GAMES)
    more, more_decisions = count(name, game, seats, MORE_GAMES)
    return (more - few) / (more_decisions - few_decisions)


def measure_game(game: str, seats: int) -> Measurement:
    theirs = SPIEL_CPP + counterparts(game, seats)[0]
    ours, other = (instructions_a_decision(name, game, seats) for name in (OURS, theirs))
    return Measurement(
        part="instructions",
        game=game,
        seats=seats,
        name=INSTRUCTIONS,
        unit="",
        value=ours,
        beside=theirs,
        beside_value=other,
        ratios=[other / ours],
        exact=True,
    )


def measure(plan: BenchPlan) -> PartResult:
    if shutil.which(VALGRIND[0]) is None:
        return PartResult(left_out=[MISSING_VALGRIND])
    return PartResult([measure_game(game, plan.seats) for game in progress(plan.playable(), "instructions")])


def main() -> None:
    """Plays games, and prints the number of decisions. Valgrind runs this."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name")
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("seats", type=int)
    parser.add_argument("games_to_play", type=int)
    arguments = parser.parse_args()
    print(workload(arguments.name, arguments.game, arguments.seats)(arguments.games_to_play))


if __name__ == "__main__":
    main()
