"""What training by self-play needs besides an environment: advantages seat by seat, and a measure of strength.

One network plays every seat, so consecutive rows of a game belong to different seats. What a decision was worth shows
at the *same seat's* next decision, or at the end of the game, which is paid to all seats. A wrapper that turns the
seats into one agent compares a seat with its rival, and pays only the seat that moved last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import MOST_DECISIONS_IN_EPISODE, GameAdapter
from spiritboard.adapters.gymnasium_vector import TablesEnv, each_opponent
from spiritboard.bots.own import AnyBot

try:
    import numpy as np
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]


def seat_advantages(
    values: NDArray[np.float32],
    seats: NDArray[np.int64],
    ended: NDArray[np.bool_],
    rewards: NDArray[np.float32],
    trace: float = 0.95,
    decided: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Returns how much better each decision turned out than its seat expected, and for which decisions that is known.

    All arrays are steps by games: the value that the network expected, the seat that decided, and whether the game
    ended with that step. `rewards` is steps by games by seats, and `decided` is False in steps that only dealt a game.
    `trace` is the lambda of generalized advantage estimation; there is no discount, because a win late in a game
    is as good as an early one. Of a seat's last decision before the rows end nobody knows how it turned out: its
    advantage is 0."""
    steps, games, players = rewards.shape
    better = np.zeros((steps, games), np.float32)
    known = np.zeros((steps, games), np.bool_)
    rows = np.arange(games)
    # For each game and seat: what it expects at its next decision, how that turned out, and whether there is one.
    expected, later = np.zeros((games, players), np.float32), np.zeros((games, players), np.float32)
    there = np.zeros((games, players), np.bool_)
    for step in reversed(range(steps)):
        over, seat = ended[step], seats[step]
        expected[over], later[over], there[over] = rewards[step][over], 0, True
        here = rows if decided is None else rows[decided[step]]
        now = here, seat[here]
        known[step, here] = there[now]
        gain = expected[now] - values[step, here] + trace * later[now]
        better[step, here] = np.where(there[now], gain, 0)
        expected[now], later[now], there[now] = values[step, here], better[step, here], True
    return better, known


def shares(adapter: GameAdapter, policy: Policy, opponent: AnyBot, deals: int, seed: int = 0) -> NDArray[np.float32]:
    """Returns the policy's share of the victory in every deal: the mean of playing the deal from each seat.

    `policy` returns an action for each row of observations and masks. Every other seat is played by `opponent`. The
    same seed gives the same deals."""
    opponents = each_opponent(adapter, opponent, 1)
    found = np.zeros((adapter.seats, deals), np.float32)
    for seat in range(adapter.seats):
        envs = TablesEnv(adapter, deals, opponents, seat, MOST_DECISIONS_IN_EPISODE, processes=1)
        seen, infos = envs.reset(seed=seed)
        playing = np.ones(deals, np.bool_)
        while playing.any():
            seen, rewards, terminated, truncated, infos = envs.step(policy(seen, infos["action_mask"].astype(np.bool_)))
            over = playing & (terminated | truncated)
            found[seat, over] = (rewards[over] + 1) / adapter.seats
            playing &= ~over
        envs.close()
    mean: NDArray[np.float32] = found.mean(axis=0)
    return mean


def interval(each: Sequence[float] | NDArray[np.float32]) -> tuple[float, float]:
    """Returns the mean of independent numbers, and how far its 95 % interval reaches to each side."""
    numbers = np.asarray(each, np.float64)
    return float(numbers.mean()), float(1.96 * numbers.std(ddof=1) / math.sqrt(len(numbers)))
