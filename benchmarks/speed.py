"""Compares the speed of random play with OpenSpiel's. The contenders take turns in one run (see turns.py).

Only decisions of players are counted. Chance is part of the work on both sides, but is not counted.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.spiel import play_on
from benchmarks.turns import Workload, contend, medians, ratios, start, take_turns, write
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout
from spiritboard.table.registry import games

# The games of OpenSpiel that are most like ours. Card games are compared with crazy_eights.
COUNTERPARTS = {"spookies": ("pig",), "ghosts": ("crazy_eights", "hearts"), "ghooost": ("crazy_eights", "hearts")}
USUAL_COUNTERPARTS = ("crazy_eights",)
SEATS_OF = {"hearts": (4,)}
OURS, OURS_PLAIN, SPIEL_CPP, SPIEL_PYTHON = "ours compiled", "ours plain", "OpenSpiel C++ loop", "OpenSpiel Python API"
CONTENDERS = (OURS, OURS_PLAIN, SPIEL_CPP, SPIEL_PYTHON)
COMPARED_PAIRS = ((OURS, SPIEL_CPP), (OURS_PLAIN, SPIEL_PYTHON))

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

    def play(count: int) -> int:
        for seed in islice(seeds, count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(count * mean)

    return play


def spiel_python_workload(counterpart: str, seats: int) -> Workload:
    import pyspiel

    game = pyspiel.load_game(called(counterpart, seats))
    source = random.Random(1)

    return lambda count: sum(play_on(game.new_initial_state(), source) for _ in range(count))


def workload(name: str, game: str, counterpart: str, seats: int) -> Workload:
    players = {SPIEL_CPP: spiel_cpp_workload, SPIEL_PYTHON: spiel_python_workload}
    return players[name](counterpart, seats) if name in players else our_workload(game, seats)


def contender(name: str, game: str, counterpart: str, seats: int) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if key != "SPIRITBOARD_PLAIN"}
    if name == OURS_PLAIN:
        environment["SPIRITBOARD_PLAIN"] = "1"
    command = [
        "-m",
        "benchmarks.speed",
        "--contend",
        name,
        "--game",
        game,
        "--counterpart",
        counterpart,
        "--seats",
        str(seats),
    ]
    return start(command, environment)


def measure(game: str, counterpart: str, seats: int, rounds: int, seconds: float) -> dict[str, object]:
    processes = {name: contender(name, game, counterpart, seats) for name in CONTENDERS}
    speeds = take_turns(processes, rounds, seconds, f"{game} and {counterpart}, {seats} players")
    return {
        "game": game,
        "counterpart": counterpart,
        "seats": seats,
        "rounds": rounds,
        "decisions_per_second": medians(speeds),
        **ratios(speeds, COMPARED_PAIRS),
    }


def print_table(results: list[dict[str, object]]) -> None:
    table = Table(
        title="Random play, decisions a second (median), and ratios within a round (median, lowest to highest)"
    )
    for heading in (
        "game",
        "seats",
        "counterpart",
        *CONTENDERS,
        *(f"{ours} /\n{theirs}" for ours, theirs in COMPARED_PAIRS),
    ):
        table.add_column(heading, justify="right")
    for result in results:
        speeds, ratios, spread = result["decisions_per_second"], result["ratios"], result["ratio_range"]
        assert isinstance(speeds, dict)
        assert isinstance(ratios, dict)
        assert isinstance(spread, dict)
        shown = [f"{value:.2f} ({spread[pair][0]:.2f} to {spread[pair][1]:.2f})" for pair, value in ratios.items()]
        cells = [
            result["game"],
            result["seats"],
            result["counterpart"],
            *(f"{speed:,.0f}" for speed in speeds.values()),
            *shown,
        ]
        table.add_row(*map(str, cells))
    Console(width=200).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given several times)")
    parser.add_argument("--seats", type=int, action="append", help="only this number of players")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a contender plays in a round")
    parser.add_argument("--json", type=Path, default=Path("build/bench/speed.json"), help="where to write the figures")
    parser.add_argument("--contend", help=argparse.SUPPRESS)
    parser.add_argument("--counterpart", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.contend:
        contend(
            workload(arguments.contend, arguments.game[0], arguments.counterpart, arguments.seats[0]), GAMES_PER_BATCH
        )
        return
    results = [
        measure(game, counterpart, seats, arguments.rounds, arguments.seconds)
        for game in arguments.game or games()
        for seats in arguments.seats or (2, 4)
        if seats in games()[game].seats
        for counterpart in counterparts(game, seats)
    ]
    print_table(results)
    write(results, arguments.json)


if __name__ == "__main__":
    main()
