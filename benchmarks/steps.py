"""Compares the speed of the adapters with that of other environments, in turns in one run (see turns.py).

A step is one decision of a seat with everything that a learner does except learning: the loop reads the observation and
the legal actions, picks one at random, and steps. All environments of a kind are run by the same loop.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.spiel import play_on
from benchmarks.turns import Workload, contend, medians, ratios, start, take_turns, write
from spiritboard.table.registry import find, games

STEPS_PER_BATCH = 200  # at least: a game that has begun is finished
RUNNER_GAMES = 256

ZOO, GYM, SPIEL = "ours PettingZoo", "ours Gymnasium", "ours OpenSpiel"
ONE, ALL = "ours Runner, one process", "ours Runner, all cores"
LEDUC, FOUR, UNO = "PettingZoo leduc_holdem", "PettingZoo connect_four", "RLCard uno"
DOMINOES, TICTACTOE, KUHN = "OpenSpiel block_dominoes", "OpenSpiel tic_tac_toe", "OpenSpiel kuhn_poker"
COMPARED_PAIRS = (
    (ZOO, LEDUC),
    (ZOO, FOUR),
    (ZOO, UNO),
    (GYM, LEDUC),
    (SPIEL, DOMINOES),
    (SPIEL, TICTACTOE),
    (SPIEL, KUHN),
    (ONE, ZOO),
    (ALL, ZOO),
    (ALL, ONE),
)

PYTHON_GAMES = {DOMINOES: "python_block_dominoes", TICTACTOE: "python_tic_tac_toe", KUHN: "python_kuhn_poker"}


def pettingzoo_workload(make: Callable[[], Any]) -> Workload:
    """Returns PettingZoo's usual loop."""
    env, source = make(), random.Random(1)
    env.reset(seed=1)  # only once, because some environments are slow to seed

    def play(count: int) -> int:
        steps = 0
        while steps < count:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                env.step(None if over else source.choice(observation["action_mask"].nonzero()[0]))
                steps += not over
        return steps

    return play


def our_pettingzoo(game: str, seats: int) -> Workload:
    from spiritboard.adapters import pettingzoo

    return pettingzoo_workload(lambda: pettingzoo.env(game, players=seats))


def leduc(game: str, seats: int) -> Workload:
    from pettingzoo.classic import leduc_holdem_v4

    return pettingzoo_workload(lambda: leduc_holdem_v4.env())


def connect_four(game: str, seats: int) -> Workload:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo_workload(lambda: connect_four_v3.env())


def uno(game: str, seats: int) -> Workload:
    """Returns RLCard's own loop, which makes an observation at every step."""
    import rlcard

    env, source = rlcard.make("uno"), random.Random(1)

    def play(count: int) -> int:
        steps = 0
        while steps < count:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(source.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return play


def our_gymnasium(game: str, seats: int) -> Workload:
    """Returns Gymnasium's usual loop. It counts the steps of one seat; the random opponents are part of the work."""
    import gymnasium

    from spiritboard.adapters.gymnasium import environment_id

    env = gymnasium.make(environment_id(find(game)), players=seats, opponents="random")
    source = random.Random(1)
    env.reset(seed=1)

    def play(count: int) -> int:
        steps = 0
        while steps < count:
            _, info = env.reset()
            over = False
            while not over:
                _, _, terminated, truncated, info = env.step(source.choice(info["action_mask"].nonzero()[0]))
                over = terminated or truncated
                steps += 1
        return steps

    return play


def spiel_workload(name: str) -> Workload:
    """Returns OpenSpiel's usual loop, which reads the tensor of the player who is to act, as a learner does."""
    import pyspiel

    game, source = pyspiel.load_game(name), random.Random(1)

    def look(state: Any) -> None:
        state.observation_tensor(state.current_player())

    def play(count: int) -> int:
        steps = 0
        while steps < count:
            steps += play_on(game.new_initial_state(), source, look)
        return steps

    return play


def our_spiel(game: str, seats: int) -> Workload:
    from spiritboard.adapters.openspiel import PREFIX

    return spiel_workload(f"{PREFIX}{game}(players={seats})")


def their_spiel(name: str) -> Workload:
    import open_spiel.python.games  # noqa: F401 - registers the Python games of OpenSpiel

    return spiel_workload(PYTHON_GAMES[name])


def runner_workload(game: str, seats: int, processes: int | None) -> Workload:
    from spiritboard.adapters.vector import Runner

    runner, source = Runner(game, seats, RUNNER_GAMES, processes=processes), np.random.default_rng(1)

    def play(count: int) -> int:
        runner.step(runner.random_actions(source))
        return RUNNER_GAMES

    return play


def workload(name: str, game: str, seats: int) -> Workload:
    ours: dict[str, Callable[[str, int], Workload]] = {
        ZOO: our_pettingzoo,
        GYM: our_gymnasium,
        SPIEL: our_spiel,
        ONE: lambda game, seats: runner_workload(game, seats, 1),
        ALL: lambda game, seats: runner_workload(game, seats, None),
        LEDUC: leduc,
        FOUR: connect_four,
        UNO: uno,
    }
    return ours[name](game, seats) if name in ours else their_spiel(name)


def measure(game: str, seats: int, rounds: int, seconds: float) -> dict[str, object]:
    names = dict.fromkeys(name for pair in COMPARED_PAIRS for name in pair)
    command = ["-m", "benchmarks.steps", "--game", game, "--seats", str(seats), "--contend"]
    processes: dict[str, subprocess.Popen[str]] = {name: start([*command, name], dict(os.environ)) for name in names}
    speeds = take_turns(processes, rounds, seconds, f"{game}, {seats} players")
    return {
        "game": game,
        "seats": seats,
        "rounds": rounds,
        "steps_per_second": medians(speeds),
        **ratios(speeds, COMPARED_PAIRS),
    }


def print_tables(result: dict[str, Any]) -> None:
    console = Console(width=120)
    title = f"{result['game']}, {result['seats']} players"
    table = Table(title=f"{title}: steps a second (median)", show_header=False)
    for name, speed in result["steps_per_second"].items():
        table.add_row(name, f"{speed:,.0f}")
    console.print(table)
    table = Table(title=f"{title}: ratios within a round (median, lowest to highest)", show_header=False)
    for pair, ratio in result["ratios"].items():
        low, high = result["ratio_range"][pair]
        table.add_row(pair, f"{ratio:.2f} ({low:.2f} to {high:.2f})")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given several times)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a contender plays in a round")
    parser.add_argument("--json", type=Path, default=Path("build/bench/steps.json"), help="where to write the figures")
    parser.add_argument("--contend", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.contend:
        contend(workload(arguments.contend, arguments.game[0], arguments.seats), STEPS_PER_BATCH)
        return
    known = [game.id for game in games().values() if game.observation is not None]
    results = [measure(game, arguments.seats, arguments.rounds, arguments.seconds) for game in arguments.game or known]
    for result in results:
        print_tables(result)
    write(results, arguments.json)


if __name__ == "__main__":
    main()
