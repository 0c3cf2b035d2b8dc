"""Every game as a PettingZoo environment in which the seats act one after the other.

    from spiritboard.adapters import pettingzoo
    env = pettingzoo.env("ghosts", players=3, rounds=1)

An observation is a dictionary: "observation" is what the seat sees, and "action_mask" says which actions are legal. The
mask of a seat that is not to act is all 0. Seats that choose at the same time act in the order of the seats, and no
seat sees the choices of the others before all have chosen. At the end each seat's reward is `players * share - 1`,
where the shares of the victory add up to 1: so rewards always add up to 0, and are 1 and -1 between two players. An
illegal move ends the game, with -1 for the seat that made it and 0 for the others. PettingZoo's TerminateIllegalWrapper
does the same and is not needed.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import (
    ILLEGAL_MOVE_REWARD,
    MOST_DECISIONS_IN_EPISODE,
    RENDER_MODES,
    GameAdapter,
    environment_ids,
)
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import games
from spiritboard.table.state import State

try:
    import numpy as np
    import pettingzoo as pettingzoo_package
    from gymnasium.spaces import Box, Discrete
    from gymnasium.spaces import Dict as DictSpace
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spiritboard.adapters.game_adapter import Rendered

Observed = dict[str, "NDArray[Any]"]


def env(
    game: str | Game,
    players: int | None = None,
    render_mode: str | None = None,
    pieces: Pieces | str | Path | None = None,
    limit: int = MOST_DECISIONS_IN_EPISODE,
    version: int | None = None,
    **options: object,
) -> TableEnv:
    """Returns an environment for a registered game; without `players`, for as few players as the game takes.

    `version` is that of the observation, by default the newest.
    """
    return TableEnv(game, players, render_mode, pieces, limit, version, **options)


def raw_env(*args: Any, **options: Any) -> TableEnv:
    """Returns the same as `env`, which needs no wrappers: it refuses illegal moves and wrong calls by itself."""
    return env(*args, **options)


def parallel_env(*args: Any, **options: Any) -> ParallelEnv[str, Observed, int]:
    """Returns an environment in which all seats act at each step. It takes what `env` takes."""
    from spiritboard.adapters.pettingzoo_parallel import ParallelTableEnv

    return ParallelTableEnv(env(*args, **options))


class TableEnv(AECEnv[str, Observed, int]):
    """One game. Its agents are `seat_0`, `seat_1` and so on."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS_IN_EPISODE,
        version: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.adapter = GameAdapter(game, players, options, pieces, version)
        self.adapter.check_render_mode(render_mode, RENDER_MODES)
        self.adapter.check_limit(limit)
        self.render_mode = render_mode
        self.limit = limit
        self.metadata = {
            "name": self.adapter.name,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.adapter.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.adapter.actions) for agent in self.possible_agents}
        self.state_space = Box(0.0, 1.0, (self.adapter.seats * self.adapter.size,), np.float32)
        self._no_marks = bytes(self.adapter.actions)
        self._seeds = Dice(secrets.token_bytes(16))
        self._games = 0
        self._state: State | None = None

    def _space(self) -> DictSpace:
        return DictSpace(
            {
                "observation": Box(0.0, 1.0, (self.adapter.size,), np.float32),
                "action_mask": Box(0, 1, (self.adapter.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> DictSpace:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    # Playing.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. A seed decides this game and all that follow; without one, the next game is another."""
        if seed is not None:
            self._seeds = Dice(seed)
            self._games = 0
        self._dice = self._seeds.stream(self._games)
        self._games += 1
        self._decisions = 0
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._state = self.adapter.setup.new(self._dice)
        self._next()
        self._show()

    @property
    def table(self) -> State:
        """Returns the real state, secrets included, which no agent may see. Raises BadSetup before the first reset."""
        if self._state is None:
            raise BadSetup("The game has not been dealt yet: call reset() first.")
        return self._state

    def _next(self) -> None:
        """Selects the seat that is to act next."""
        self._seat: int = self.table.turn
        self._marks: bytes | None = None  # of the legal actions; made when they are first needed
        self.agent_selection = self.possible_agents[self._seat]

    def _legal(self) -> bytes:
        """Returns a 1 for every action that the seat to act may take, and a 0 for every other."""
        if self._marks is None:
            self._marks = self.adapter.marks(self.table, self._seat, asked=True)
        return self._marks

    def observe(self, agent: str) -> Observed:
        state, seat = self.table, self._seat_of[agent]
        asked = seat == self._seat and not state.over
        return {
            "observation": self.adapter.observe(state, seat),
            "action_mask": self.adapter.mask(self._legal() if asked else self._no_marks),
        }

    def step(self, action: int | None) -> None:
        state, agent = self.table, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        taken = -1 if action is None else int(action)
        if not (0 <= taken < self.adapter.actions and self._legal()[taken]):
            self._end_illegally(agent)
            return
        state.apply(self._seat, self.adapter.move(taken), self._dice)
        self._decisions += 1
        if state.over:
            self._end()
        elif self._decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._next()
        self._show()

    # The end of a game.

    def _end(self) -> None:
        standings = self.table.standings()
        self.rewards = dict(zip(self.agents, self.adapter.rewards(self.table), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, score, place in zip(self.agents, standings.scores, standings.places, strict=True):
            self.infos[agent] = {"score": score, "place": place}

    def _end_illegally(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.rewards[agent] = self._cumulative_rewards[agent] = ILLEGAL_MOVE_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": True}

    # Rendering, and the state for learners that may see everything.

    def state(self) -> NDArray[np.float32]:
        """Returns the observations of all seats, one after the other. A critic may use it; no player sees all of it."""
        return np.concatenate([self.adapter.observe(self.table, seat) for seat in range(self.adapter.seats)])

    def render(self) -> Rendered:
        """Returns the table as the seat that is to act sees it, as text or as a picture. For "human" it is printed."""
        seat = None if self.table.over else self._seat
        return self.adapter.drawn(self.render_mode, self.table, seat, self.possible_agents, self._decisions)

    def _show(self) -> None:
        """Prints the table after each move for people, if they look on."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Does nothing: the environment holds no files or processes."""


def register_all() -> None:
    """Registers every version of every game's observation with PettingZoo, if it has a registry (from 1.27 on).

    Then `pettingzoo.make("aec", "spiritboard/Ghosts-v2", players=3)` makes an environment."""
    add = getattr(pettingzoo_package, "register", None)
    if add is None:
        return
    for game in games().values():
        for name, version in environment_ids(game).items():
            for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
                add(kind, name, f"{__name__}:{maker}", kwargs={"game": game.id, "version": version})


register_all()
