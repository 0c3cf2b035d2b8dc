"""Gymnasium's own check, and tests of what it cannot check."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from spiritboard.adapters.game_adapter import environment_id
from spiritboard.adapters.gymnasium import SeatEnv
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import EACH_GAME, OBSERVED_GAMES, simultaneous

DUPLICATES = pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)


def play(env: SeatEnv, seed: int) -> tuple[float, int]:
    """Plays a random game. Returns its reward and the seat."""
    source = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, terminated, truncated, info = env.step(source.choice(np.flatnonzero(info["action_mask"])))
        over = terminated or truncated
    return float(reward), env.seat


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", EACH_GAME)
def test_gymnasiums_own_check(game: Game) -> None:
    check_env(gymnasium.make(environment_id(game)).unwrapped)


@pytest.mark.parametrize("game", EACH_GAME)
def test_the_reward_is_that_of_the_standings(game: Game) -> None:
    env = SeatEnv(game, players=game.seats[-1], opponents="random")
    reward, seat = play(env, 1)
    assert env.table.over
    assert reward == game.seats[-1] * env.table.standings().shares()[seat] - 1
    assert (reward, seat) == play(SeatEnv(game.id, players=game.seats[-1], opponents="random"), 1)


def test_the_seat_is_fixed_or_drawn() -> None:
    env = SeatEnv("ghosts", players=3, opponents="random", rounds=1)
    assert {play(env, seed)[1] for seed in range(20)} == {0, 1, 2}
    env = SeatEnv("ghosts", players=3, opponents="random", rounds=1, seat=2)
    assert {play(env, seed)[1] for seed in range(5)} == {2}


def test_opponents_are_the_bots_that_were_named() -> None:
    """A random player loses nearly always to the heuristic bot, but not to the random bot."""
    won = {}
    for name in ("heuristic", "random"):
        env = SeatEnv("ghosts", opponents=name, rounds=1)
        won[name] = sum(play(env, seed)[0] for seed in range(20))
    assert won["heuristic"] < -15
    assert won["random"] > -15


@pytest.mark.parametrize("game", [game for game in simultaneous() if game in OBSERVED_GAMES], ids=lambda game: game.id)
def test_bots_that_choose_at_the_same_time_choose_last(game: Game) -> None:
    env = SeatEnv(game, seat=game.seats[0] - 1, opponents="random")
    env.reset(seed=1)
    assert len(env.table.pending()) == game.seats[0]


def test_an_illegal_move_loses() -> None:
    env = SeatEnv("ghosts")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(126)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_a_game_is_truncated_at_its_limit_by_any_seat(limit: int) -> None:
    env = SeatEnv("ghosts", players=3, seat=0, opponents="random", limit=limit)
    for seed in range(12):
        _, info = env.reset(seed=seed)
        truncated = False
        while not truncated:
            _, reward, terminated, truncated, info = env.step(int(np.argmax(info["action_mask"])))
            assert (reward, terminated) == (0, False)
        assert env._decisions == limit


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(BadSetup, match="at least 1, not 0"):
        SeatEnv("ghosts", limit=0)
    with pytest.raises(BadSetup, match="no seat 2"):
        SeatEnv("ghosts", seat=2)
    with pytest.raises(BadSetup, match="2 opponents"):
        SeatEnv("ghosts", players=3, opponents=["random"])
    with pytest.raises(BadSetup, match="no bot 'nobody'"):
        SeatEnv("ghosts", opponents="nobody")
    with pytest.raises(BadSetup, match="reset"):
        SeatEnv("ghosts").step(0)


@DUPLICATES
@pytest.mark.parametrize("game", EACH_GAME)
def test_a_copied_environment_is_where_the_original_is(game: Game, duplicate: Callable[[SeatEnv], SeatEnv]) -> None:
    env = SeatEnv(game, opponents="heuristic:slips=0.5")
    env.reset(seed=4)
    twin = duplicate(env)
    for _ in range(12):
        assert twin.table.to_json() == env.table.to_json()
        if env.table.over:
            break
        action = int(env.action_masks().argmax())
        assert env.step(action)[1:4] == twin.step(action)[1:4]


@pytest.mark.filterwarnings("ignore")
def test_pictures_of_a_game_have_one_size() -> None:
    """Programs that make a video of a game need that."""
    env = gymnasium.make(environment_id(games()["ghosts"]), render_mode="rgb_array", opponents="random", rounds=1)
    sizes = set()
    _, info = env.reset(seed=1)
    over = False
    while not over:
        frame = env.render()
        assert isinstance(frame, np.ndarray)
        sizes.add(frame.shape)
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        over = terminated or truncated
    assert len(sizes) == 1


def test_environments_are_made_without_an_import() -> None:
    """Gymnasium imports the module before the colon. Since its version 1.0 packages cannot announce environments."""
    made = (
        f"import gymnasium; print(gymnasium.make('{SeatEnv.__module__}:{environment_id(games()['ghosts'])}').spec.id)"
    )
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == environment_id(games()["ghosts"])
