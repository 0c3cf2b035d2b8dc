"""Learning by self-play: each seat learns from its own decisions, and learning programs of others take the games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.wrappers import RecordVideo
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

import spiritboard.adapters.gymnasium  # noqa: F401 # registers the games
from examples.self_play_sb3 import SelfPlay, train
from spiritboard.adapters.game_adapter import GameAdapter, environment_id
from spiritboard.adapters.self_play import interval, seat_advantages, shares
from spiritboard.adapters.vector import Runner
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import EACH_GAME

# One game in five steps: seats 0, 1, 0, 1, 0 decide. It ends with the fourth step, and seat 1 wins. The fifth step is
# the first decision of the next game.
VALUES = np.array([[0.1], [0.2], [0.3], [0.4], [0.5]], np.float32)
SEATS = np.array([[0], [1], [0], [1], [0]])
ENDED = np.array([[False], [False], [False], [True], [False]])
REWARDS = np.zeros((5, 1, 2), np.float32)
REWARDS[3, 0] = [-1, 1]


def test_a_seat_is_paid_for_its_own_game_and_compared_with_its_own_next_decision() -> None:
    better, known = seat_advantages(VALUES, SEATS, ENDED, REWARDS, trace=0.5)
    last = [-1 - 0.3, 1 - 0.4]  # the loser is paid although the winner moved last
    first = [0.3 - 0.1 + 0.5 * last[0], 0.4 - 0.2 + 0.5 * last[1]]
    assert better[:4, 0].tolist() == pytest.approx([*first, *last])
    assert known[:, 0].tolist() == [True, True, True, True, False]
    assert better[4, 0] == 0


def test_a_step_that_only_deals_is_no_decision() -> None:
    """With next-step autoreset the step after the end shows the seat that acted last."""
    decided = np.ones((6, 1), np.bool_)
    decided[4] = False

    def with_deal(each: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([each[:4], each[3:4], each[4:]])

    ended = with_deal(ENDED)
    ended[4] = False
    better, known = seat_advantages(with_deal(VALUES), with_deal(SEATS), ended, with_deal(REWARDS), 0.5, decided)
    expected, _ = seat_advantages(VALUES, SEATS, ENDED, REWARDS, 0.5)
    assert better[[0, 1, 2, 3, 5], 0].tolist() == expected[:, 0].tolist()
    assert known[:, 0].tolist() == [True, True, True, True, False, False]


def test_with_all_of_the_trace_an_advantage_is_the_reward_minus_the_value() -> None:
    """Many random games: however the seats follow each other, each decision is paid what its seat won."""
    games = Runner("spookies", 3, 8, seed=1)
    source = np.random.default_rng(1)
    steps = []
    for _ in range(300):
        seats = games.seats.copy()
        games.step(games.random_actions(source))
        steps.append((seats, games.done.copy(), games.rewards.copy()))
    seats, ended, rewards = (np.array(each) for each in zip(*steps, strict=True))
    values = source.random(seats.shape, np.float32)
    better, known = seat_advantages(values, seats, ended, rewards, trace=1.0)
    for game in range(8):
        for first, last in zip([-1, *np.flatnonzero(ended[:, game])], np.flatnonzero(ended[:, game]), strict=False):
            for step in range(first + 1, last + 1):
                paid = rewards[last, game, seats[step, game]]
                assert known[step, game]
                assert better[step, game] == pytest.approx(paid - values[step, game], abs=1e-4)
    assert ended.sum() > 8


def test_shares_are_measured_in_the_same_deals_from_every_seat() -> None:
    adapter = GameAdapter("ghosts", 2, {"rounds": 1})

    def first(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        assert seen.shape == (12, adapter.size)
        actions: NDArray[np.int64] = masks.argmax(axis=1)
        return actions

    found = shares(adapter, first, "random", 12, seed=3)
    assert found.shape == (12,)
    assert set(found.tolist()) <= {0, 0.25, 0.5, 0.75, 1}
    assert found.tolist() == shares(adapter, first, "random", 12, seed=3).tolist()
    assert found.tolist() != shares(adapter, first, "random", 12, seed=4).tolist()


def test_an_interval_is_that_of_the_mean() -> None:
    mean, reach = interval([0.0, 1.0] * 50)
    assert mean == 0.5
    assert reach == pytest.approx(1.96 * 0.5025 / 10, rel=1e-3)


# Programs of others.


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", EACH_GAME)
def test_stable_baselines_own_check(game: Game) -> None:
    check_env(gymnasium.make(environment_id(game), opponents="random").unwrapped)


def test_maskable_ppo_learns_to_beat_random_play_by_self_play() -> None:
    """Before it has learned, it wins about half of the deals."""
    torch.set_num_threads(1)
    adapter = GameAdapter("ghosts", 2, {"rounds": 1})

    def share(model: MaskablePPO) -> float:
        def policy(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            actions: NDArray[np.int64] = model.predict(seen, action_masks=masks, deterministic=True)[0]
            return actions

        return interval(shares(adapter, policy, "random", 60))[0]

    assert share(train("ghosts", 2, 24_000, seed=1, rounds="1")) > 0.9
    untrained = MaskablePPO("MlpPolicy", SelfPlay(Runner("ghosts", 2, 2, rounds=1)), n_steps=8, seed=1)
    assert share(untrained) < 0.8


@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo_takes_a_seat_against_bots_as_it_is() -> None:
    env = gymnasium.make(environment_id(games()["spookies"]), opponents="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, seed=1)
    model.learn(128)
    assert model.num_timesteps == 128


@pytest.mark.filterwarnings("ignore")
def test_record_video_writes_a_file(tmp_path: Path) -> None:
    made: gymnasium.Env[Any, Any] = gymnasium.make(
        environment_id(games()["spookies"]), render_mode="rgb_array", opponents="random"
    )
    env = RecordVideo(made, str(tmp_path), video_length=6)
    _, info = env.reset(seed=1)
    for _ in range(7):
        _, _, terminated, _, info = env.step(int(info["action_mask"].argmax()))
        if terminated:
            _, info = env.reset()
    env.close()  # type: ignore[no-untyped-call]
    (video,) = tmp_path.glob("*.mp4")
    assert video.stat().st_size > 1000
