"""The base of the adapters: observations, action masks and rewards of a game as NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from librt.vecs import vec
from mypy_extensions import u8

from spiritboard.adapters import MissingLibrary
from spiritboard.bots.own import AnyBot
from spiritboard.table.errors import BadSetup
from spiritboard.table.events import Event
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find
from spiritboard.table.state import State

try:
    import numpy as np
except ImportError as error:
    raise MissingLibrary(error, "rl") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spiritboard.adapters.picture import Film

    Rendered = str | NDArray[np.uint8] | None

MOST_DECISIONS_IN_EPISODE = 100_000  # a longer game is truncated; random games are far shorter
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_MOVE_REWARD = -1.0
NAMESPACE = "spiritboard"


def environment_ids(game: Game) -> dict[str, int]:
    """Returns the names under which a game is registered with PettingZoo and Gymnasium, the newest last.

    Each goes with the version of the observation that it gives. A game without an observation is not registered.
    """
    return {f"{NAMESPACE}/{game.id.title()}-v{version}": version for version in game.observation_versions}


def environment_id(game: Game) -> str:
    """Returns the newest of the names under which a game is registered."""
    return list(environment_ids(game))[-1]


class GameAdapter:
    """A game set-up with the sizes and names of its vectors.

    An action stands for a move: actions are numbered without gaps. An observation is what one seat sees and remembers,
    as a vector. `version` is that of the observation; None stands for the newest. Those of earlier releases number
    actions as the rules number moves, with gaps.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        pieces: Pieces | str | Path | None = None,
        version: int | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if players is None else players
        self.pieces = self.game.read_pieces(Path(pieces)) if isinstance(pieces, (str, Path)) else pieces
        self.options = {name: str(value) for name, value in (options or {}).items()}
        self.setup = self.game.setup(self.seats, self.pieces, **self.options)
        observation = self.setup.observation_of(version)
        self.observation = observation
        self.names = observation.names()
        self.numbered = observation.numbered()
        self.action_names = self.numbered.names
        self.size, self.actions = len(self.names), len(self.action_names)
        self.moves = np.array(self.numbered.moves)  # the move that each action stands for
        self.move_numbers = len(observation.actions())  # more than there are actions: see table/actions.py
        self._pictures: Film | None = None
        self._no_moves = vec[u8](bytes(self.move_numbers))
        self._no_actions = bytes(self.actions)
        self.most = np.array(observation.most(), np.float32)
        self.version = observation.version

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Returns how `pickle` and `copy` make the same adapter again."""
        return GameAdapter, (self.game.id, self.seats, self.options, self.pieces, self.version)

    @property
    def name(self) -> str:
        """Returns the game and the version of its observation, such as `ghosts_v1`."""
        return f"{self.game.id}_v{self.version}"

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Returns what the seat sees. Every number is divided by the highest value it can have."""
        # Converting first is faster: NumPy takes twice as long to divide numbers of two different types.
        numbers = np.frombuffer(self.observation.vector_of(state, seat), np.uint8).astype(np.float32)
        numbers /= self.most
        return numbers

    def marks(self, state: State, seat: int, asked: bool) -> bytes:
        """Returns a 1 for every legal action, and a 0 for every other; only zeros if the seat is not `asked`."""
        if not asked:
            return self._no_actions
        marks = self._no_moves[:]
        state.mark_moves(seat, marks, 0)
        found: NDArray[np.uint8] = np.frombuffer(memoryview(marks), np.uint8)[self.moves]
        return found.tobytes()

    def legal(self, state: State, seat: int) -> list[int]:
        """Returns the legal actions of a pending seat, in the order of `State.legal`."""
        return [self.numbered.of(move) for move in state.legal(seat)]

    def move(self, action: np.int64 | int) -> int:
        """Returns the move that an action stands for. Raises IllegalMove if there is no such action."""
        return self.numbered.move(int(action))

    def mask(self, marks: bytes) -> NDArray[np.int8]:
        """Returns marks as an array of their own."""
        return np.frombuffer(bytearray(marks), np.int8)

    def rewards(self, state: State) -> list[float]:
        """Returns the reward of each seat in a game that is over."""
        return state.standings().rewards()

    def opponents(self, given: AnyBot | Sequence[AnyBot]) -> tuple[AnyBot, ...]:
        """Returns a bot for each of the other seats, in the order of play. Raises BadSetup if there are not as many."""
        others = self.seats - 1
        one = isinstance(given, str) or not isinstance(given, Sequence)
        each = (cast(AnyBot, given),) * others if one else tuple(cast(Sequence[AnyBot], given))
        if len(each) != others:
            raise BadSetup(f"A game for {self.seats} players has {others} opponents, not {len(each)}.")
        return each

    def check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in range(self.seats):
            raise BadSetup(f"There is no seat {seat}: the seats are 0 to {self.seats - 1}.")

    def check_render_mode(self, mode: str | None, modes: list[str]) -> None:
        if mode is not None and mode not in modes:
            raise BadSetup(f"There is no render mode {mode!r}. There are: {', '.join(modes)}.")

    def check_limit(self, limit: int) -> None:
        if limit < 1:
            raise BadSetup(f"The limit of decisions must be at least 1, not {limit}.")

    def drawn(self, mode: str | None, state: State, seat: int | None, names: list[str], decisions: int) -> Rendered:
        """Returns the table as a seat, or a spectator, sees it: as text, or as a picture of the same size each time.

        For people it is printed, and nothing is returned."""
        if mode is None:
            from gymnasium import logger  # not every adapter has Gymnasium

            logger.warn("There is nothing to render: this environment was made without a render mode.")
            return None
        text = self.game.draw(state.view(seat), names)
        if mode == "rgb_array":
            return self._film().picture(self.game, text, *self.caption(state, names, decisions))
        if mode == "ansi":
            return text
        print(text)
        return None

    def _film(self) -> Film:
        if self._pictures is None:
            from spiritboard.adapters.picture import Film

            self._pictures = Film()
        return self._pictures

    def caption(self, state: State, names: list[str], decisions: int) -> tuple[str, str]:
        """Returns the two lines above a picture: who is to decide or how the game ended, and which game it is."""
        if state.over:
            headline = Event("end", state.verdict(), {}).say(names)
        else:
            headline = f"{' and '.join(names[seat] for seat in state.pending())} to decide"
        return headline, f"{self.name}, {self.seats} players, {decisions} decisions made"
