"""Many games in step as a Gymnasium vector environment, played by the compiled rules instead of many environments.

    import gymnasium
    import spiritboard
    envs = gymnasium.make_vec("spiritboard/Ghosts-v1", num_envs=64, opponents="heuristic", players=3)
    envs = gymnasium.make_vec("spiritboard/Ghosts-v1", num_envs=64, opponents="self", players=3)

With `opponents`, each row is a game in which the caller plays one seat, as in `spiritboard.adapters.gymnasium`. With
`opponents="self"` the caller plays every seat: a row shows what the seat sees that is to act now, so the seat changes
from step to step.

`infos["action_mask"]` says which actions are legal, and `infos["seat"]` which seat is to act. When a game ends, the
step returns its last observation, and the next step deals the next game in its row, whatever its action (Gymnasium's
"next-step" autoreset). An illegal action ends its game with a reward of -1.

In self-play `rewards` holds what the seat won that has just acted, which is not enough to learn from: the game ended
for the other seats, too. `infos["rewards"]` has the rewards of all seats (games by seats) in the rows in which
`infos["_rewards"]` is True.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import ILLEGAL_MOVE_REWARD, MOST_DECISIONS_IN_EPISODE, GameAdapter
from spiritboard.adapters.vector import DEAL, LEAVE, Runner, plan_of
from spiritboard.bots.own import AnyBot, as_bot
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Stepped = tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]
    ]

SELF_PLAY = "self"


def vector_env(
    game: str | Game,
    num_envs: int = 1,
    players: int | None = None,
    seat: int | None = None,
    opponents: AnyBot | Sequence[AnyBot] = "heuristic",
    pieces: Pieces | str | Path | None = None,
    limit: int = MOST_DECISIONS_IN_EPISODE,
    processes: int | None = 1,
    render_mode: str | None = None,
    version: int | None = None,
    **options: object,
) -> TablesEnv:
    """Returns many games at once. The arguments are those of `SeatEnv`, and `processes` is that of `Runner`.

    Raises BadSetup if there is no such game, option, seat or bot."""
    if render_mode is not None:
        raise BadSetup("Many games at once are not drawn: make one environment with gymnasium.make to see a game.")
    adapter = GameAdapter(game, players, options, pieces, version)
    if isinstance(opponents, str) and opponents == SELF_PLAY:
        if seat is not None:
            raise BadSetup(
                'In self-play the caller plays all seats: leave `seat` out, or name other `opponents` than "self".'
            )
        return SelfPlayTablesEnv(adapter, num_envs, (), None, limit, processes)
    return TablesEnv(adapter, num_envs, each_opponent(adapter, opponents, processes), seat, limit, processes)


def each_opponent(adapter: GameAdapter, given: AnyBot | Sequence[AnyBot], processes: int | None) -> tuple[AnyBot, ...]:
    """Returns an opponent for each other seat. Raises BadSetup if there is no such bot."""
    opponents = adapter.opponents(given)
    for bot in opponents:
        as_bot(bot, adapter.game)
    if processes != 1 and not all(isinstance(bot, str) for bot in opponents):
        raise BadSetup("Opponents that are Python objects play in this process: leave `processes` out.")
    return opponents


class TablesEnv(VectorEnv["NDArray[np.float32]", "NDArray[np.int64]", "NDArray[Any]"]):
    """Many games, in each of which the caller plays one seat and bots play the others."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        adapter: GameAdapter,
        num_envs: int,
        opponents: tuple[AnyBot, ...],
        seat: int | None,
        limit: int,
        processes: int | None,
    ) -> None:
        adapter.check_seat(seat)
        self.adapter, self.num_envs = adapter, num_envs
        self.plan = replace(plan_of(adapter, num_envs, limit), opponents=opponents, seat=seat, keeps_ended=True)
        self.games = Runner.of(adapter, self.plan, processes)
        self.single_observation_space = Box(0.0, 1.0, (adapter.size,), np.float32)
        self.single_action_space = Discrete(adapter.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended: NDArray[np.bool_] | None = None  # which games were over after the last step; None before reset

    # Playing.

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, NDArray[Any]]]:
        """Deals all games. The seed decides all games that follow; without one, they are others every time."""
        super().reset(seed=seed)
        self.games.reset(self.np_random.integers(1 << 62))
        self._ended = np.zeros(self.num_envs, np.bool_)
        return self.games.observations.copy(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Plays an action in each game, and deals the next game where the last step ended one."""
        if self._ended is None:
            raise BadSetup("The games have not been dealt yet: call reset() first.")
        taken = np.asarray(actions)
        if taken.shape != (self.num_envs,) or not np.issubdtype(taken.dtype, np.integer):
            raise IllegalMove(
                f"Actions must be {self.num_envs} integers, not an array of {taken.dtype} with shape {taken.shape}."
            )
        games, ended = self.games, self._ended
        stuck = ~games.masks.any(axis=1)  # an opponent reached the limit before this seat could act
        illegal = ~(games.legal(taken) | ended | stuck)
        acted = games.seats.copy()
        games.play(np.where(ended, DEAL, np.where(illegal | stuck, LEAVE, taken)))
        rewards = games.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        rewards[illegal] = ILLEGAL_MOVE_REWARD
        truncated = games.truncated.copy()
        terminated = (games.done & ~truncated) | illegal
        self._ended = terminated | truncated
        return games.observations.copy(), rewards, terminated, truncated, self._infos(illegal, acted)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal now: games by actions; none in a game that has ended."""
        masks = self.games.masks.copy()
        if self._ended is not None:
            masks[self._ended] = False
        return masks

    def _infos(
        self, illegal: NDArray[np.bool_] | None = None, acted: NDArray[np.int64] | None = None
    ) -> dict[str, NDArray[Any]]:
        every = np.ones(self.num_envs, np.bool_)
        infos = {
            "action_mask": self.action_masks().astype(np.int8),
            "_action_mask": every,
            "seat": self.games.seats.copy(),
            "_seat": every.copy(),
        }
        if illegal is not None and illegal.any():
            infos |= {"illegal": illegal, "_illegal": illegal.copy()}
        return infos

    # Ends.

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the other processes, if there are any."""
        self.games.close()


class SelfPlayTablesEnv(TablesEnv):
    """Many games, in which the caller plays every seat: a row shows what the seat sees that is to act now."""

    def _infos(
        self, illegal: NDArray[np.bool_] | None = None, acted: NDArray[np.int64] | None = None
    ) -> dict[str, NDArray[Any]]:
        infos = super()._infos(illegal)
        if illegal is None or acted is None or self._ended is None or not self._ended.any():
            return infos
        rewards = self.games.rewards.astype(np.float64)
        rewards[illegal, acted[illegal]] = ILLEGAL_MOVE_REWARD
        return infos | {"rewards": rewards, "_rewards": self._ended.copy()}
