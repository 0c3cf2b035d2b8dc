"""Compares the speed of the adapters with that of other environments, in turns in one run (see turns.py).

A step is one decision of a seat with everything that a learner does except learning: the loop reads the observation and
the legal actions, picks one at random, and steps. All environments of a kind are run by the same loop.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.names import (
    CONNECT_FOUR,
    DOMINOES,
    ENVPOOL,
    GYM,
    KUHN,
    LEDUC,
    RUNNER_ONE,
    RUNNER_TWO,
    SPIEL,
    TICTACTOE,
    UNO,
    ZOO,
)
from benchmarks.spiel import play_on
from benchmarks.turns import BenchPlan, Contest, PartResult, Workload, run_part
from spiritboard.table.registry import find, games

STEPS_PER_BATCH = 200  # at least: a game that has begun is finished
RUNNER_GAMES = 256  # for each core

STEP_PAIRS = [
    (ZOO, LEDUC),
    (ZOO, CONNECT_FOUR),
    (ZOO, UNO),
    (GYM, LEDUC),
    (SPIEL, DOMINOES),
    (SPIEL, TICTACTOE),
    (SPIEL, KUHN),
    (RUNNER_ONE, LEDUC),
    (RUNNER_TWO, LEDUC),
    (RUNNER_TWO, RUNNER_ONE),
    (RUNNER_ONE, ENVPOOL),
]

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

    import spiritboard.adapters.gymnasium  # noqa: F401  (registers the environments)
    from spiritboard.adapters.game_adapter import environment_id

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


def runner_workload(game: str, seats: int, n: int, processes: int | None) -> Workload:
    from spiritboard.adapters.vector import Runner

    runner, source = Runner(game, seats, n, processes=processes), np.random.default_rng(1)

    def play(count: int) -> int:
        runner.step(runner.random_actions(source))
        return n

    return play


def runner_on_two_cores(game: str, seats: int) -> Workload:
    """Returns a Runner that may use two cores. It chooses by itself whether it starts a second process."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    return runner_workload(game, seats, 2 * RUNNER_GAMES, None)


def envpool_workload(game: str, seats: int) -> Workload:
    """Returns EnvPool's usual loop, with as many games as our Runner. A step that only deals again is not counted."""
    import envpool

    env = envpool.make_gymnasium("LeducHoldem-v1", num_envs=RUNNER_GAMES, num_threads=1, seed=1)
    source, rows = np.random.default_rng(1), np.arange(RUNNER_GAMES, dtype=np.int32)
    _, found = env.reset()

    def play(count: int) -> int:
        nonlocal found
        masks = found["legal_action_mask"]
        actions = np.where(masks, source.random(masks.shape, np.float32), -1.0).argmax(axis=1)
        *_, found = env.step(actions.astype(np.int32), rows)
        return int(np.count_nonzero(found["elapsed_step"]))

    return play


def workload(name: str, game: str, seats: int) -> Workload:
    makers: dict[str, Callable[[str, int], Workload]] = {
        ZOO: our_pettingzoo,
        GYM: our_gymnasium,
        SPIEL: our_spiel,
        RUNNER_ONE: lambda game, seats: runner_workload(game, seats, RUNNER_GAMES, 1),
        RUNNER_TWO: runner_on_two_cores,
        LEDUC: leduc,
        CONNECT_FOUR: connect_four,
        UNO: uno,
        ENVPOOL: envpool_workload,
    }
    return makers[name](game, seats) if name in makers else their_spiel(name)


def measure(plan: BenchPlan) -> PartResult:
    result = PartResult()
    for game in plan.playable():
        if games()[game].observation is not None:
            result.add(Contest("steps", game, plan.seats).compare(STEP_PAIRS, "steps a second", plan))
    return result


if __name__ == "__main__":
    run_part(__doc__, workload, STEPS_PER_BATCH, measure)
