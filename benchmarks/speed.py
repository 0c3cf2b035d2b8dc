"""Compares the speed of random play with OpenSpiel's. The contenders take turns in one run (see turns.py).

Only decisions of players are counted. Chance is part of the work on both sides, but is not counted.
"""

from __future__ import annotations

import random
import statistics
from itertools import islice

from benchmarks.names import OURS, OURS_PLAIN, SPIEL_CPP, SPIEL_PYTHON
from benchmarks.spiel import play_on
from benchmarks.turns import BenchPlan, Contest, PartResult, Workload, run_part
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout
from spiritboard.table.registry import games

# The games of OpenSpiel that are most like ours. Card games are compared with crazy_eights.
COUNTERPARTS = {"spookies": ("pig",), "ghosts": ("crazy_eights", "hearts"), "ghooost": ("crazy_eights", "hearts")}
USUAL_COUNTERPARTS = ("crazy_eights",)
SEATS_OF = {"hearts": (4,)}

GAMES_PER_BATCH = 50
GAMES_FOR_MEAN_LENGTH = 2_000


def our_workload(game: str, seats: int) -> Workload:
    setup = games()[game].setup(seats)
    streams = (Dice("bench").stream(number) for number in range(1 << 31))

    def play(count: int) -> int:
        decisions = 0
        for dice in islice(streams, count):
            decisions += playout(setup.new(dice), dice, 10**6)
        return decisions

    return play


def counterparts(game: str, seats: int) -> list[str]:
    return [name for name in COUNTERPARTS.get(game, USUAL_COUNTERPARTS) if seats in SEATS_OF.get(name, (seats,))]


def called(counterpart: str, seats: int) -> str:
    """Returns the name under which OpenSpiel loads a game for so many players."""
    return counterpart if counterpart in SEATS_OF else f"{counterpart}(players={seats})"


def spiel_cpp_workload(counterpart: str, seats: int) -> Workload:
    """Returns OpenSpiel's own loop. It does not count decisions, so the mean length of a game is measured before."""
    import pyspiel

    game = pyspiel.load_game(called(counterpart, seats))
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(seats)]
    seeds = iter(range(1 << 31))
    lengths = []
    for seed in islice(seeds, GAMES_FOR_MEAN_LENGTH):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        lengths.append(sum(1 for step in state.full_history() if step.player >= 0))
    mean = statistics.mean(lengths)

    def play(count: int) -> float:
        for seed in islice(seeds, count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return count * mean

    return play


def spiel_python_workload(counterpart: str, seats: int) -> Workload:
    import pyspiel

    game = pyspiel.load_game(called(counterpart, seats))
    source = random.Random(1)

    return lambda count: sum(play_on(game.new_initial_state(), source) for _ in range(count))


def workload(name: str, game: str, seats: int) -> Workload:
    """Returns the workload of a contender. The names of OpenSpiel's end with the counterpart."""
    if name.startswith(SPIEL_CPP):
        return spiel_cpp_workload(name.removeprefix(SPIEL_CPP), seats)
    if name.startswith(SPIEL_PYTHON):
        return spiel_python_workload(name.removeprefix(SPIEL_PYTHON), seats)
    return our_workload(game, seats)


def pairs(game: str, seats: int) -> list[tuple[str, str]]:
    """Returns which contender is compared with which."""
    beside = counterparts(game, seats)
    compiled = [(OURS, SPIEL_CPP + name) for name in beside]
    return compiled + [(OURS_PLAIN, SPIEL_PYTHON + name) for name in beside]


def measure(plan: BenchPlan) -> PartResult:
    result = PartResult()
    for game in plan.playable():
        contest = Contest("speed", game, plan.seats)
        result.add(contest.compare(pairs(game, plan.seats), "decisions a second", plan))
    return result


if __name__ == "__main__":
    run_part(__doc__, workload, GAMES_PER_BATCH, measure)
