"""One seat of a game against bots, as a Gymnasium environment.

    import gymnasium
    import spiritboard.adapters.gymnasium
    env = gymnasium.make("spiritboard/Ghosts-v1", opponents="easy", players=3)

There is one for every game on the shelf, its version that of the observation. `opponents` is a bot or a level for all
the others, or a list with one for each of them in the order of sitting. `seat` is 0, 1 and so on; without it, it is
drawn for every game. The reward comes at the end and is `players * share - 1`, the shares of the victory being 1 in
sum. What can be done is `info["action_mask"]` and `action_masks()`; anything else ends the game with a reward of -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from spiritboard.adapters import Missing
from spiritboard.adapters.game_adapter import MOST_DECISIONS, GameAdapter
from spiritboard.bots.bot import Bot, HeuristicBot, RandomBot, ask
from spiritboard.bots.roster import make
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
    raise Missing(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMESPACE = "spiritboard"
RENDER_MODES = ["ansi", "rgb_array"]
ILLEGAL = -1.0


class SeatEnv(gymnasium.Env["NDArray[np.float32]", "np.int64 | int"]):
    """A seat at a table whose others are bots."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | None = None,
        opponents: str | Sequence[str] = "heuristic",
        render_mode: str | None = None,
        pieces: Pieces | str | Path | None = None,
        limit: int = MOST_DECISIONS,
        **options: object,
    ) -> None:
        self.adapter = GameAdapter(game, players, options, pieces)
        self.adapter.check_render_mode(render_mode, RENDER_MODES)
        self.adapter.check_limit(limit)
        if seat is not None and seat not in range(self.adapter.seats):
            raise BadSetup(f"There is no seat {seat}: the seats are 0 to {self.adapter.seats - 1}.")
        self.render_mode = render_mode
        self.limit = limit
        self.fixed_seat = seat
        self.opponents = self._invite(opponents)
        # Those who judge by the position alone need not be told what happened, which takes time.
        self._listen = not all(isinstance(bot, (HeuristicBot, RandomBot)) for bot in self.opponents)
        self.observation_space = Box(0.0, 1.0, (self.adapter.size,), np.float32)
        self.action_space = Discrete(self.adapter.actions)
        self._state: State | None = None

    def _invite(self, names: str | Sequence[str]) -> list[Bot]:
        others = self.adapter.seats - 1
        each = [names] * others if isinstance(names, str) else list(names)
        if len(each) != others:
            raise BadSetup(f"There are {others} opponents at a table for {self.adapter.seats}, not {len(each)}.")
        return [make(name, self.adapter.game) for name in each]

    @property
    def table(self) -> State:
        """The real state, with everything that is hidden."""
        if self._state is None:
            raise BadSetup("The game has not been dealt yet: call reset() first.")
        return self._state

    # A game.

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
        return self.adapter.observe(self.table, self.seat), self._info()

    def _let_others_play(self) -> None:
        """Until this seat is asked, or the game is over. Those who choose at the same time wait until it has chosen."""
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
        if self._decisions >= self.limit:  # the others came to it before this seat was asked
            return self.adapter.observe(state, self.seat), 0.0, False, True, self._info()
        if action not in state.legal(self.seat):
            return self.adapter.observe(state, self.seat), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self._play(self.seat, int(action))
        self._let_others_play()
        reward = self.adapter.rewards(state)[self.seat] if state.over else 0.0
        broken_off = not state.over and self._decisions >= self.limit
        return self.adapter.observe(state, self.seat), reward, state.over, broken_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as learners with masks ask for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        asked = self.seat in self.table.pending()
        return self.adapter.mask(self.table.legal(self.seat) if asked else [])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    # For those who watch.

    def render(self) -> Any:
        """The table as this seat sees it: a text, or a picture."""
        if self.render_mode is None:
            gymnasium.logger.warn("Nothing to render: this environment was made without a render mode.")
            return None
        names = [f"seat {seat}" if seat != self.seat else "you" for seat in range(self.adapter.seats)]
        text = self.adapter.text(self.table, self.seat, names)
        if self.render_mode == "ansi":
            return text
        from spiritboard.adapters.picture import picture

        return picture(self.adapter.game, text, *self.adapter.caption(self.table, names, self._decisions))


def environment_id(game: Game) -> str:
    """What Gymnasium knows a game by."""
    version = game.observation.version if game.observation is not None else 0
    return f"{NAMESPACE}/{game.id.title()}-v{version}"


def register() -> None:
    """Tell Gymnasium of every game whose views are known in numbers."""
    for game in games().values():
        if game.observation is not None:
            kwargs = {"game": game.id}
            gymnasium.register(environment_id(game), f"{__name__}:SeatEnv", kwargs=kwargs, disable_env_checker=True)


register()
