"""Every game as a PettingZoo environment, in which the seats act one after the other.

    from spiritboard.adapters import pettingzoo
    env = pettingzoo.env("ghosts", players=3, rounds=1)

An observation is {"observation": what the seat sees, "action_mask": what it can do}; the mask is empty but for the seat
that is to act. Where several choose at the same time they are asked in the order of the seats, and nobody sees what
those before have chosen until all have. A game that is over gives each seat `players * share - 1`, where the shares of
the victory are 1 in sum: 1 and -1 between two, always 0 in sum. A move that is not legal ends the game, with -1 for
whoever made it and 0 for the others, as PettingZoo's TerminateIllegalWrapper has it; no wrapper is needed.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spiritboard.adapters import Missing
from spiritboard.adapters.game_adapter import MOST_DECISIONS, GameAdapter
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.state import State

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from gymnasium.spaces import Dict as DictSpace
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as error:
    raise Missing(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

Observed = dict[str, "NDArray[Any]"]
RENDER_MODES = ["ansi", "rgb_array"]
ILLEGAL = -1.0


def env(
    game: str | Game,
    players: int | None = None,
    render_mode: str | None = None,
    pieces: Pieces | str | Path | None = None,
    limit: int = MOST_DECISIONS,
    **options: object,
) -> TableEnv:
    """An environment for a game of the shelf; without `players`, for as few as can play it."""
    return TableEnv(game, players, render_mode, pieces, limit, **options)


class TableEnv(AECEnv[str, Observed, int], EzPickle):
    """One table. `seat_0`, `seat_1` and so on are asked in turn."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS,
        **options: object,
    ) -> None:
        EzPickle.__init__(self, game, players, render_mode, pieces, limit, **options)
        super().__init__()
        self.adapter = GameAdapter(game, players, options, pieces)
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

    # A game.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. The same seed gives the same games from here on; without one they go on being different."""
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

    @property
    def table(self) -> State:
        """The real state, with everything that is hidden: for whoever runs the game, not for who plays it."""
        if self._state is None:
            raise BadSetup("The game has not been dealt yet: call reset() first.")
        return self._state

    def _next(self) -> None:
        """Turn to the seat that is to be asked."""
        self._seat: int = self.table.turn
        self._legal: list[int] | None = None  # worked out when somebody looks
        self.agent_selection = self.possible_agents[self._seat]

    def _moves(self) -> list[int]:
        if self._legal is None:
            self._legal = self.table.legal(self._seat)
        return self._legal

    def observe(self, agent: str) -> Observed:
        state, seat = self.table, self._seat_of[agent]
        asked = seat == self._seat and not state.over
        return {
            "observation": self.adapter.observe(state, seat),
            "action_mask": self.adapter.mask(self._moves() if asked else []),
        }

    def step(self, action: int | None) -> None:
        state, agent = self.table, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = -1 if action is None else int(action)
        if move not in self._moves():
            self._end_illegally(agent)
            return
        state.apply(self._seat, move, self._dice)
        self._decisions += 1
        if state.over:
            self._end()
        elif self._decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._next()

    # The end of it.

    def _end(self) -> None:
        standings = self.table.standings()
        self.rewards = dict(zip(self.agents, self.adapter.rewards(self.table), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, score, place in zip(self.agents, standings.scores, standings.places, strict=True):
            self.infos[agent] = {"score": score, "place": place}

    def _end_illegally(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.rewards[agent] = self._cumulative_rewards[agent] = ILLEGAL
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": True}

    # For those who watch, and for learners that are allowed to see everything.

    def state(self) -> NDArray[np.float32]:
        """All that the seats see together, one after the other, for critics that may know what no player does."""
        return np.concatenate([self.adapter.observe(self.table, seat) for seat in range(self.adapter.seats)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the seat that is to act sees it: a text, or a picture."""
        if self.render_mode is None:
            gymnasium.logger.warn("Nothing to render: this environment was made without a render mode.")
            return None
        state = self.table
        text = self.adapter.text(state, None if state.over else self._seat, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        from spiritboard.adapters.picture import picture

        return picture(self.adapter.game, text, *self.adapter.caption(state, self.possible_agents, self._decisions))

    def close(self) -> None:
        """Nothing is held open."""
