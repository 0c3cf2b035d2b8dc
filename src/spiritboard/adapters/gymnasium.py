"""One seat of a game against bots, as a Gymnasium environment.

    import gymnasium
    import spiritboard.adapters.gymnasium
    env = gymnasium.make("spiritboard/Ghosts-v2", opponents="easy", players=3)

Every registered game has an environment. Its version is the version of the game's observation. Earlier versions stay,
so that a policy which learned from `spiritboard/Ghosts-v1` plays on. `opponents` is a bot or
a level for all other seats, or a list with one for each of them, in the order of play; a bot is a name, or a Python
object that decides (`spiritboard.bots.own`). `seat` is 0, 1 and so on; if it
is not given, a seat is drawn for every game. The reward comes at the end: it is `players * share - 1`, where the shares
of the victory add up to 1. `info["action_mask"]` and `action_masks()` say which actions are legal. Any other action
ends the game with a reward of -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import (
    ILLEGAL_MOVE_REWARD,
    MOST_DECISIONS_IN_EPISODE,
    RENDER_MODES,
    GameAdapter,
    environment_ids,
)
from spiritboard.bots.bot import HeuristicBot, RandomBot, ask
from spiritboard.bots.own import AnyBot, as_bot
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import games
from spiritboard.table.state import State

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SeatEnv(gymnasium.Env["NDArray[np.float32]", "np.int64 | int"]):
    """One seat of a game. Bots play the other seats."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | None = None,
        opponents: AnyBot | Sequence[AnyBot] = "heuristic",
        render_mode: str | None = None,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS_IN_EPISODE,
        version: int | None = None,
        **options: object,
    ) -> None:
        self.adapter = GameAdapter(game, players, options, pieces, version)
        self.adapter.check_render_mode(render_mode, RENDER_MODES)
        self.adapter.check_limit(limit)
        self.adapter.check_seat(seat)
        self.render_mode = render_mode
        self.limit = limit
        self.fixed_seat = seat
        self.opponents = [as_bot(bot, self.adapter.game) for bot in self.adapter.opponents(opponents)]
        # These two bots decide by the position alone. Recording events for them would only take time.
        self._listen = not all(isinstance(bot, (HeuristicBot, RandomBot)) for bot in self.opponents)
        self.observation_space = Box(0.0, 1.0, (self.adapter.size,), np.float32)
        self.action_space = Discrete(self.adapter.actions)
        self._state: State | None = None

    @property
    def table(self) -> State:
        """Returns the real state, secrets included. Raises BadSetup before the first reset."""
        if self._state is None:
            raise BadSetup("The game has not been dealt yet: call reset() first.")
        return self._state

    # Playing.

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        numbers = self.np_random.integers(1 << 62, size=3)
        self._dice, self._thinking = Dice(f"table {numbers[0]}"), Dice(f"thinking {numbers[1]}")
        self.seat = int(numbers[2]) % self.adapter.seats if self.fixed_seat is None else self.fixed_seat
        self._decisions = 0
        self._state = self.adapter.setup.new(self._dice, self._listen)
        self._let_others_play()
        self._show()
        return self.adapter.observe(self.table, self.seat), self._info()

    def _let_others_play(self) -> None:
        """Lets the bots play until this seat is to decide or the game is over.

        Bots that choose at the same time as this seat choose after it.
        """
        state = self.table
        while not state.over and self._decisions < self.limit:
            pending = state.pending()
            if self.seat in pending:
                return
            other = pending[0]
            bot = self.opponents[(other - self.seat) % self.adapter.seats - 1]
            self._play(other, ask(bot, state, other, self._thinking))

    def _play(self, seat: int, move: int) -> None:
        self.table.apply(seat, move, self._dice)
        self._decisions += 1

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        state = self.table
        if state.over:
            raise BadSetup("The game is over: call reset() for another.")
        if self._decisions >= self.limit:  # the other seats reached the limit
            return self.adapter.observe(state, self.seat), 0.0, False, True, self._info()
        if action not in self.adapter.legal(state, self.seat):
            return (
                self.adapter.observe(state, self.seat),
                ILLEGAL_MOVE_REWARD,
                True,
                False,
                {**self._info(), "illegal": True},
            )
        self._play(self.seat, self.adapter.move(action))
        self._let_others_play()
        self._show()
        reward = self.adapter.rewards(state)[self.seat] if state.over else 0.0
        broken_off = not state.over and self._decisions >= self.limit
        return self.adapter.observe(state, self.seat), reward, state.over, broken_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal now. Learners that use masks call this method."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self.adapter.mask(self.adapter.marks(self.table, self.seat, self.table.is_asked(self.seat)))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    # Rendering.

    def render(self) -> Any:
        """Returns the table as this seat sees it, as text or as a picture. In the mode "human" it is printed."""
        names = [f"seat {seat}" if seat != self.seat else "you" for seat in range(self.adapter.seats)]
        return self.adapter.drawn(self.render_mode, self.table, self.seat, names, self._decisions)

    def _show(self) -> None:
        """Prints the table after each step for people, if they look on."""
        if self.render_mode == "human":
            self.render()


def register() -> None:
    """Registers every version of every game's observation with Gymnasium."""
    for game in games().values():
        for name, version in environment_ids(game).items():
            gymnasium.register(
                name,
                f"{__name__}:SeatEnv",
                kwargs={"game": game.id, "version": version},
                disable_env_checker=True,
                vector_entry_point=f"{__name__}_vector:vector_env",
            )


register()
