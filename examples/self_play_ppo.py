"""PPO by self-play in one file: one network plays every seat of many games at once, and each seat learns from its own.

    python examples/self_play_ppo.py ghosts --decisions 300000 --seed 1

Two things differ from PPO for a single player. A row of the environment shows another seat at every step, so the value
of a decision is compared with what the *same seat* expects at its next decision, and never with what its rival expects.
And a game that ends is paid to all seats: whoever moved last is only one of them. (A wrapper that turns the seats into
one agent, as in PettingZoo's tutorial for Stable-Baselines3, pays only the last mover. Then the loser learns nothing.)

At the end, and from time to time, the program plays the same deals from every seat against bots and prints the share of
the victories with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import spiritboard.adapters.gymnasium  # noqa: F401 # registers the games
from spiritboard.adapters.game_adapter import GameAdapter, environment_id
from spiritboard.adapters.gymnasium_vector import TablesEnv
from spiritboard.adapters.self_play import interval, seat_advantages, shares
from spiritboard.table.registry import find

Floats = NDArray[np.float32]
Marks = NDArray[np.bool_]
OPPONENTS = ("random", "heuristic")


@dataclass(frozen=True)
class Settings:
    """What a run is, and the usual numbers of PPO."""

    game: str
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    decisions: int = 300_000  # of all seats together
    seed: int = 1
    games: int = 64  # at once
    steps: int = 128  # in each game, before the network is changed
    epochs: int = 4
    parts: int = 4  # of the decisions, for each of which the network is changed once an epoch
    rate: float = 1e-3  # falls to 0 in the course of the run
    trace: float = 0.95  # how far a reward reaches back (the lambda of advantage estimation)
    clip: float = 0.2
    entropy: float = 0.01
    hidden: int = 128


class Network(nn.Module):
    """Two hidden layers, which give the preference for each action and the expected reward of the seat that looks."""

    def __init__(self, size: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns the logarithms of the chances of all actions, and the expected reward."""
        body = self.body(seen)
        logits = self.policy(body).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(body).squeeze(1)

    def player(self, seed: int) -> Callable[[Floats, Marks], NDArray[np.int64]]:
        """Returns a function that draws an action for each row, with the chances that the network gives them.

        The most likely action would be a poor choice where secrets count: it can be foreseen, and repeats itself."""
        source = torch.Generator().manual_seed(seed)

        def draw(seen: Floats, masks: Marks) -> NDArray[np.int64]:
            with torch.no_grad():
                logs, _ = self(torch.from_numpy(seen), torch.from_numpy(masks))
            drawn: NDArray[np.int64] = torch.multinomial(logs.exp(), 1, generator=source).squeeze(1).numpy()
            return drawn

        return draw


@dataclass
class Rollout:
    """Some steps of all games: each array is steps by games, and what is in it."""

    seen: Floats
    masks: Marks
    seats: NDArray[np.int64]
    actions: NDArray[np.int64]
    chances: Floats  # the logarithm of the chance that the network gave to the action
    values: Floats
    decided: Marks  # False in a step that only deals the next game
    ended: Marks
    paid: Floats  # by seat, where the game ended


def play(envs: TablesEnv, network: Network, steps: int) -> Rollout:
    """Lets the network play all seats of the games, on from where they are."""
    n, adapter = envs.num_envs, envs.adapter
    found = Rollout(
        np.zeros((steps, n, adapter.size), np.float32),
        np.zeros((steps, n, adapter.actions), np.bool_),
        np.zeros((steps, n), np.int64),
        np.zeros((steps, n), np.int64),
        np.zeros((steps, n), np.float32),
        np.zeros((steps, n), np.float32),
        np.zeros((steps, n), np.bool_),
        np.zeros((steps, n), np.bool_),
        np.zeros((steps, n, adapter.seats), np.float32),
    )
    for step in range(steps):
        found.seen[step], found.masks[step] = envs.games.observations, envs.action_masks()
        found.seats[step], found.decided[step] = envs.games.seats, found.masks[step].any(axis=1)
        with torch.no_grad():
            logs, values = network(torch.from_numpy(found.seen[step]), torch.from_numpy(found.masks[step]))
            actions = torch.multinomial(logs.exp(), 1)
        found.values[step], found.actions[step] = values.numpy(), actions.squeeze(1).numpy()
        found.chances[step] = logs.gather(1, actions).squeeze(1).numpy()
        _, _, terminated, truncated, infos = envs.step(found.actions[step])
        found.ended[step] = terminated | truncated
        if "rewards" in infos:
            found.paid[step] = infos["rewards"]
    return found


def improve(network: Network, optimizer: torch.optim.Optimizer, found: Rollout, settings: Settings) -> None:
    """Changes the network so that decisions that turned out well become more likely."""
    better, known = seat_advantages(found.values, found.seats, found.ended, found.paid, settings.trace, found.decided)
    seen, masks = torch.from_numpy(found.seen[known]), torch.from_numpy(found.masks[known])
    actions, before = torch.from_numpy(found.actions[known]), torch.from_numpy(found.chances[known])
    gains, returns = torch.from_numpy(better[known]), torch.from_numpy((better + found.values)[known])
    for _ in range(settings.epochs):
        for part in torch.randperm(len(gains)).chunk(settings.parts):
            logs, values = network(seen[part], masks[part])
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-6)
            ratio = (logs.gather(1, actions[part, None]).squeeze(1) - before[part]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
            value_loss = (values - returns[part]).square().mean()
            entropy = -(logs.exp() * logs).sum(dim=1).mean()
            optimizer.zero_grad()
            (policy_loss + 0.5 * value_loss - settings.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(settings: Settings, told: Callable[[int, Network], None] = lambda decisions, network: None) -> Network:
    """Returns a network that has learned from so many decisions. `told` hears of it after every change."""
    torch.manual_seed(settings.seed)
    env_id = environment_id(find(settings.game))
    made: Any = gymnasium.make_vec(
        env_id, settings.games, opponents="self", players=settings.players, **settings.options
    )
    envs: TablesEnv = made
    network = Network(envs.adapter.size, envs.adapter.actions, settings.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
    envs.reset(seed=settings.seed)
    updates = math.ceil(settings.decisions / (settings.games * settings.steps))
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = settings.rate * (1 - update / updates)
        improve(network, optimizer, play(envs, network, settings.steps), settings)
        told((update + 1) * settings.games * settings.steps, network)
    envs.close()
    return network


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="by default the fewest that the game takes")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--decisions", type=int, default=Settings.decisions)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--deals", type=int, default=200, help="deals to play against each bot at the end")
    parser.add_argument("--out", type=Path, help="a file for the network")
    given = parser.parse_args(arguments)
    options = dict(pair.split("=", 1) for pair in given.option)
    settings = Settings(given.game, given.players, options, given.decisions, given.seed)
    adapter = GameAdapter(settings.game, settings.players, options)
    began = time.perf_counter()

    def told(decisions: int, network: Network) -> None:
        if decisions % (16 * settings.games * settings.steps) == 0:
            mean, reach = interval(shares(adapter, network.player(0), "random", 100, settings.seed))
            print(
                f"{decisions:>9,} decisions, {time.perf_counter() - began:4.0f} s: {mean:.2f} ± {reach:.2f} of random"
            )

    network = train(settings, told)
    for opponent in OPPONENTS:
        mean, reach = interval(shares(adapter, network.player(0), opponent, given.deals, 0))
        print(f"{mean:.3f} ± {reach:.3f} of the victories against {opponent}, {given.deals} deals from each seat")
    if given.out is not None:
        torch.save({"settings": vars(settings), "version": adapter.version, "network": network.state_dict()}, given.out)


if __name__ == "__main__":
    main()
