"""Every game as a PettingZoo environment in which all seats act at each step, for libraries that know no other.

    from spiritboard.adapters import pettingzoo
    env = pettingzoo.parallel_env("thirteen", players=3)

All seats that owe a decision act together: usually one, and several where players choose at the same time. The others'
actions are ignored; their masks are all 0. `spiritboard.adapters.pettingzoo` says the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pettingzoo import ParallelEnv

from spiritboard.adapters.pettingzoo import Observed, TableEnv

if TYPE_CHECKING:
    import numpy as np
    from gymnasium.spaces import Dict as DictSpace
    from gymnasium.spaces import Discrete
    from numpy.typing import NDArray

    from spiritboard.adapters.game_adapter import Rendered


class ParallelTableEnv(ParallelEnv[str, Observed, int]):
    """One game in which all seats are asked for an action at each step."""

    metadata: ClassVar[dict[str, Any]]

    def __init__(self, turns: TableEnv) -> None:
        self.turns = turns  # the same game, in which the seats act one after the other
        self.metadata = {**turns.metadata, "is_parallelizable": True}  # type: ignore[misc] # the name is the game's
        self.render_mode = turns.render_mode
        self.possible_agents = turns.possible_agents
        self.observation_spaces, self.action_spaces = turns.observation_spaces, turns.action_spaces
        self.state_space = turns.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> DictSpace:
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> Discrete:
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deals a new game. A seed decides this game and all that follow; without one, the next game is another."""
        self.turns.reset(seed, options)
        self.agents = self.turns.agents.copy()
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Observed]:
        return {agent: self._observe(seat, agent) for seat, agent in enumerate(self.agents)}

    def _observe(self, seat: int, agent: str) -> Observed:
        adapter, state = self.turns.adapter, self.turns.table
        marks = adapter.marks(state, seat, not state.over and state.is_asked(seat))
        return {"observation": adapter.observe(state, seat), "action_mask": adapter.mask(marks)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let the seats that owe a decision act. Other actions are ignored, and so is an action that comes too late:
        the choice of one seat may already end what the others were asked."""
        turns = self.turns
        asked = {self.possible_agents[seat] for seat in turns.table.pending()}
        while turns.agent_selection in asked:
            asked.remove(turns.agent_selection)
            turns.step(actions[turns.agent_selection])
            if any(turns.terminations.values()) or any(turns.truncations.values()):
                break
        agents = self.agents
        observed = self._observed()
        if any(turns.terminations.values()) or any(turns.truncations.values()):
            self.agents = []
        rewards = {agent: float(turns.rewards[agent]) for agent in agents}
        ended = ({agent: each[agent] for agent in agents} for each in (turns.terminations, turns.truncations))
        terminated, truncated = ended
        return observed, rewards, terminated, truncated, {agent: turns.infos[agent] for agent in agents}

    def state(self) -> NDArray[np.float32]:
        """Returns the observations of all seats, one after the other. A critic may use it; no player sees all of it."""
        return self.turns.state()

    def render(self) -> Rendered:
        return self.turns.render()

    def close(self) -> None:
        """Does nothing: the environment holds no files or processes."""
