"""Every game as an OpenSpiel game, to be loaded once this module has been imported.

    import pyspiel
    import spiritboard.adapters.openspiel
    game = pyspiel.load_game("python_spiritboard_ghosts(players=3,rounds=1)")

**Chance.** Our rules are given dice, and roll them as often as they like. Here whatever rolls dice, the deal or a move,
is followed by four chance nodes of 64 equal outcomes each; together they are the seed of the dice, one of 16,777,216.
A move that rolls no dice is followed by none. So chance is explicit: the same history is the same game, algorithms that
sample chance work as they are, and a search that clones a state cannot see what will be rolled, as it could if the
state held the dice (OpenSpiel's sampled mode).

**Returns** are `players * share - 1`, the shares of the victory being 1 in sum: zero-sum, from -1 to players - 1. A
game broken off after `limit` decisions returns 0 to all.

**Choices made at the same time** are asked in the order of the seats, and nobody's information state tells what those
before have chosen.

**Information states** are texts with perfect recall (see `recall.py`). As tensors, whose length is fixed, they are a
summary: what the seat sees now, and what it saw and did in its last `memory` decisions.

Options are parameters. Where OpenSpiel would take a word for a number, put # before it: `first=#1`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from spiritboard.adapters import Missing
from spiritboard.adapters.game_adapter import MOST_DECISIONS
from spiritboard.adapters.recall import Recall, Reference, written
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.options import Option
from spiritboard.table.registry import find, games
from spiritboard.table.state import State

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise Missing(error, "openspiel") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX = "python_spiritboard_"
DIGITS, DIGIT = 4, 64  # few outcomes are listed faster than many
OUTCOMES = [(digit, 1.0 / DIGIT) for digit in range(DIGIT)]
# For a game that has no observation and so does not say how many moves there are.
MANY_MOVES = 1 << 16
MEMORY = 8
TRIAL = bytes(16)  # the key of the dice that show whether a move rolls any
UNROLLED = Dice(TRIAL).text()

Ply = tuple[int, int, int]  # a seat, its move, and the seed of the dice it was given


class Table:
    """A game in progress, with the chance that is still to be drawn. It is all that a state of OpenSpiel holds."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.state: State | None = None  # before the deal
        self.asked: tuple[int, int] | None = None  # a seat and its move, which waits for dice
        self.digits: tuple[int, ...] = ()
        self.decisions = 0
        self.start: int | Recall = 0  # the seed of the deal, or what was imagined
        self.plies: list[Ply] = []
        self.recall: Recall | None = None
        self.recalled = 0  # how many plies it has followed

    # What happens.

    def draws(self) -> bool:
        """Whether chance is to act."""
        return self.state is None or self.asked is not None

    def draw(self, digit: int) -> None:
        self.digits += (digit,)
        if len(self.digits) < DIGITS:
            return
        seed = 0
        for each in self.digits:
            seed = DIGIT * seed + each
        self.digits = ()
        if self.state is None:
            self.start = seed
            self.state = self.reference.setup.new(Dice(seed))
        elif self.asked is not None:
            seat, move = self.asked
            self.asked = None
            self.state.apply(seat, move, Dice(seed))
            self._note(seat, move, seed)

    def act(self, seat: int, move: int) -> None:
        """Make a move, unless it rolls dice: then it waits for them."""
        assert self.state is not None
        tried, dice = self.state.copy(), Dice(TRIAL)
        tried.apply(seat, move, dice)
        if dice.text() == UNROLLED:
            self.state = tried
            self._note(seat, move, 0)
        else:
            self.asked = (seat, move)

    def _note(self, seat: int, move: int, seed: int) -> None:
        self.plies.append((seat, move, seed))
        self.decisions += 1

    # What is known.

    def known(self) -> Recall | None:
        """What the seats know: worked out when somebody asks, from where it was asked last."""
        if self.state is None:
            return None
        found = self.recall
        if found is None:
            found = self.start if isinstance(self.start, Recall) else Recall.begin(self.reference, Dice(self.start))
        for seat, move, seed in self.plies[self.recalled :]:
            found = found.follow(seat, move, Dice(seed))
        self.recall, self.recalled = found, len(self.plies)
        return found

    def imagine(self, seat: int, dice: Dice) -> Table:
        """The same table as this seat may think it to be."""
        known = self.known()
        if known is None or self.asked is not None:
            raise ValueError("only where a player is to decide can the rest be imagined")
        twin = Table(self.reference)
        twin.start = twin.recall = known.imagine(seat, dice)
        twin.state = twin.recall.state.copy()
        twin.state.events = None
        twin.decisions = self.decisions
        return twin

    # Copies, and the way into other processes.

    def __deepcopy__(self, memo: object) -> Table:
        twin = Table(self.reference)
        twin.state = None if self.state is None else self.state.copy()
        twin.asked, twin.digits, twin.decisions = self.asked, self.digits, self.decisions
        twin.start, twin.plies = self.start, self.plies.copy()
        twin.recall, twin.recalled = self.recall, self.recalled
        return twin

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        setup = self.reference.setup
        if type(setup) is not GameSetup or setup.pieces is not setup.game.own_pieces:
            raise TypeError("a game with rules or pieces of its own cannot be written down")
        config = setup.config
        began = self.start
        start = (began.state.to_json(), began.texts, began.acted) if isinstance(began, Recall) else began
        laid = (config.game, config.seats, tuple(config.options.items()), self.reference.memory)
        return restored, (*laid, self.state is not None, start, self.plies, self.asked, self.digits, self.decisions)

    def __str__(self) -> str:
        if self.state is None:
            return f"dice {self.digits}"
        return f"{self.state.to_json()} {self.asked} {self.digits}"


@cache
def reference_for(game: str, seats: int, options: tuple[tuple[str, str], ...], memory: int) -> Reference:
    return Reference(find(game).setup(seats, **dict(options)), memory)


def restored(
    game: str,
    seats: int,
    options: tuple[tuple[str, str], ...],
    memory: int,
    dealt: bool,
    start: Any,
    plies: list[Ply],
    asked: tuple[int, int] | None,
    digits: tuple[int, ...],
    decisions: int,
) -> Table:
    """The table that `__reduce__` wrote down."""
    table = Table(reference_for(game, seats, options, memory))
    table.asked, table.digits, table.decisions, table.plies = asked, digits, decisions, plies
    table.start = start
    if isinstance(start, tuple):
        position, texts, acted = start
        state = table.reference.setup.game.from_json(position)
        table.start = Recall(table.reference, state, texts, acted)
        table.state = state.copy()
    elif dealt:
        table.state = table.reference.setup.new(Dice(start))
    for seat, move, seed in plies:
        assert table.state is not None
        table.state.apply(seat, move, Dice(seed))
    return table


class TableState(pyspiel.State):
    """A node of the tree."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.table = Table(game.reference)
        self.limit = game.limit

    def current_player(self) -> int:
        if self.table.draws():
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._dealt.pending()[0]

    def is_terminal(self) -> bool:
        table = self.table
        if table.state is None or table.asked is not None:
            return False
        return table.state.over or table.decisions >= self.limit

    @property
    def _dealt(self) -> State:
        """The real state, which is there once the dice of the deal have been rolled."""
        assert self.table.state is not None
        return self.table.state

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._dealt.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.table.draws():
            self.table.draw(action)
        else:
            self.table.act(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {action}"
        return " ".join(self._dealt.path(player, action))

    def returns(self) -> list[float]:
        state = self.table.state
        if state is None or not state.over:
            return [0.0] * self.num_players()
        return state.standings().rewards()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> TableState:
        """A state that the player cannot tell from this one. It has no history: nobody knows how it came about."""
        twin = self.get_game().new_initial_state()
        twin.table = self.table.imagine(player, Dice(f"{rng()} {rng()}"))
        return twin  # type: ignore[no-any-return] # OpenSpiel has no types

    def __str__(self) -> str:
        return str(self.table)


class Observer:
    """What a player sees now, or all that it knows, as a text and as a tensor."""

    def __init__(self, game: TableGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.game = game
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if game.setup.game.observation is not None:
            self._lay_out()

    def _lay_out(self) -> None:
        observation = self.game.setup.observation
        self.most = np.array(observation.most(), np.float32)
        size, actions = len(self.most), len(observation.actions())
        memory = self.game.reference.memory if self.perfect_recall else 0
        self.tensor = np.zeros(size + memory * (size + actions), np.float32)
        self.dict["observation"] = self.tensor[:size]
        if memory:
            past = self.tensor[size:].reshape(memory, size + actions)
            self.dict["decisions"] = past

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        table = state.table
        if table.state is None:
            return
        vector = self.game.setup.observation.vector(table.state.sight(player))
        self.dict["observation"][:] = np.frombuffer(vector, np.uint8) / self.most
        if "decisions" in self.dict:
            self._set_decisions(table, player)

    def _set_decisions(self, table: Table, player: int) -> None:
        """The last one first."""
        known = table.known()
        assert known is not None
        for row, (vector, move) in zip(self.dict["decisions"], reversed(known.acted[player]), strict=False):
            row[: len(vector)] = np.frombuffer(vector, np.uint8) / self.most
            row[len(vector) + move] = 1

    def string_from(self, state: TableState, player: int) -> str:
        known = state.table.known()
        if known is None:
            return ""
        return known.texts[player] if self.perfect_recall else written(known.views[player])


class TableGame(pyspiel.Game):
    """A game laid out. A kit of one's own may be given, for pieces or positions of one's own."""

    game: Game  # each has a class of its own, see `game_class`

    def __init__(self, params: dict[str, Any] | None = None, setup: GameSetup | None = None) -> None:
        game = self.game
        given = {**specification(game), **(params or {})}
        options = {option.name: str(given[option.name]).removeprefix("#") for option in game.options}
        self.limit, memory = int(given["limit"]), int(given["memory"])
        self.setup = setup or game.setup(int(given["players"]), **options)
        # As they are read again, whatever they were given as.
        params = {**given, "players": self.setup.config.seats}
        params |= {option.name: parameter(option, options[option.name]) for option in game.options}
        config = self.setup.config
        self.reference = Reference(self.setup, memory) if setup else laid_out(self.setup, memory)
        info = pyspiel.GameInfo(
            num_distinct_actions=MANY_MOVES if game.observation is None else len(self.setup.observation.actions()),
            max_chance_outcomes=DIGIT,
            num_players=config.seats,
            min_utility=-1.0,
            max_utility=config.seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self, state: object = None) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DIGITS * (self.limit + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        if not isinstance(iig_obs_type, pyspiel.IIGObservationType):
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        if params or not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a player's own observation or information state is all there is")
        return Observer(self, iig_obs_type.perfect_recall)


def laid_out(setup: GameSetup, memory: int) -> Reference:
    return reference_for(setup.config.game, setup.config.seats, tuple(setup.config.options.items()), memory)


def parameter(option: Option, value: str) -> int | str:
    """A value as OpenSpiel reads it: a number is one only where nothing else is possible."""
    if all(each.isdecimal() for each in option.values(2)):
        return int(value)
    return f"#{value}" if value.isdecimal() else value


def specification(game: Game) -> dict[str, Any]:
    own = {"players": game.seats[0], "limit": MOST_DECISIONS, "memory": MEMORY}
    return own | {option.name: parameter(option, option.default) for option in game.options}


@cache
def game_type(game: Game) -> Any:
    sees = game.observation is not None
    hidden = game.new(game.seats[0], Dice("type")).SECRET
    kinds = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=f"{game.title} (Spiritboard)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if hidden else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=sees,
        provides_observation_string=True,
        provides_observation_tensor=sees,
        parameter_specification=specification(game),
    )


@cache
def game_class(game: Game) -> type[TableGame]:
    """OpenSpiel keeps what it is told until after Python has ended, which only a class survives."""
    return type(f"{game.id.title()}Game", (TableGame,), {"game": game})


def register() -> None:
    """Tell OpenSpiel of every game on the shelf."""
    for game in games().values():
        pyspiel.register_game(game_type(game), game_class(game))


register()
