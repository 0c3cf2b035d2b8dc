"""MaskablePPO of sb3-contrib by self-play, in which every seat learns from its own decisions.

    python examples/self_play_sb3.py ghosts --decisions 200000 --seed 1

Against bots MaskablePPO needs nothing of this file: `MaskablePPO("MlpPolicy", gymnasium.make("spiritboard/Ghosts-v1"))`
trains one seat. Self-play needs two small classes, because Stable-Baselines3 knows only one agent: `SelfPlay` lets the
same policy act for whichever seat is asked, and keeps whose decision each row was; `SeatBuffer` works out advantages
seat by seat and pays the end of a game to all seats. The wrapper of PettingZoo's tutorial for Stable-Baselines3 does
neither: it pays only the seat that moved last, and compares each decision with what the rival expects.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.vec_env import VecEnv

from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.adapters.self_play import interval, seat_advantages, shares
from spiritboard.adapters.vector import Runner


class SelfPlay(VecEnv):
    """Many games, in each of which the next action is that of the seat that is asked."""

    def __init__(self, games: Runner) -> None:
        adapter = games.adapter
        super().__init__(games.n, Box(0.0, 1.0, (adapter.size,), np.float32), Discrete(adapter.actions))
        self.games = games
        self.forget()

    def forget(self) -> None:
        """Forgets the steps that were played so far."""
        self.seats: list[NDArray[np.int64]] = []
        self.ended: list[NDArray[np.bool_]] = []
        self.rewards: list[NDArray[np.float32]] = []

    def reset(self) -> NDArray[np.float32]:
        self.games.reset(0 if self._seeds[0] is None else self._seeds[0])
        return self.games.observations.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        self.seats.append(self.games.seats.copy())
        self.games.step(actions)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Returns what Stable-Baselines3 expects. The rewards are those of the seats that acted, and only for its log:
        `SeatBuffer` uses those of all seats."""
        games = self.games
        self.ended.append(games.done.copy())
        self.rewards.append(games.rewards.copy())
        own = games.rewards[np.arange(games.n), self.seats[-1]]
        return games.observations.copy(), own, games.done.copy(), [{} for _ in range(games.n)]

    def close(self) -> None:
        self.games.close()

    # What Stable-Baselines3 asks of single environments.

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"The games have no method {method_name!r}.")
        return list(self.games.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("The games have no attributes that can be set.")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


class SeatBuffer(MaskableRolloutBuffer):
    """Works out the advantages of each seat from its own decisions and its own reward."""

    def __init__(self, *arguments: Any, envs: SelfPlay, **named: Any) -> None:
        self.envs = envs
        super().__init__(*arguments, **named)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: NDArray[Any]) -> None:
        envs = self.envs
        seats, ended, rewards = np.array(envs.seats), np.array(envs.ended), np.array(envs.rewards)
        self.advantages, _ = seat_advantages(self.values, seats, ended, rewards, self.gae_lambda)
        self.returns = self.advantages + self.values
        envs.forget()


def train(game: str, players: int | None, decisions: int, seed: int, **options: Any) -> MaskablePPO:
    """Returns a model that has learned from so many decisions of all seats together."""
    envs = SelfPlay(Runner(game, players, 64, **options))
    envs.seed(seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=1e-3,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        rollout_buffer_class=SeatBuffer,
        rollout_buffer_kwargs={"envs": envs},
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    model.learn(decisions)
    envs.close()
    return model


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="by default the fewest that the game takes")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200, help="deals to play against each bot at the end")
    parser.add_argument("--out", type=Path, help="a file for the model")
    given = parser.parse_args(arguments)
    options = dict(pair.split("=", 1) for pair in given.option)
    model = train(given.game, given.players, given.decisions, given.seed, **options)

    def policy(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = model.predict(seen, action_masks=masks, deterministic=False)[0]
        return actions

    adapter = GameAdapter(given.game, given.players, options)
    for opponent in ("random", "heuristic"):
        mean, reach = interval(shares(adapter, policy, opponent, given.deals))
        print(f"{mean:.3f} ± {reach:.3f} of the victories against {opponent}, {given.deals} deals from each seat")
    if given.out is not None:
        # Without the buffer, which holds the games. `MaskablePPO.load` needs none to play.
        model.save(given.out, exclude=["rollout_buffer_class", "rollout_buffer_kwargs"])


if __name__ == "__main__":
    main()
