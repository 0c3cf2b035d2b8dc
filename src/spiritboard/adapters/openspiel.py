"""Every game as an OpenSpiel game. Importing this module registers the games with OpenSpiel.

    import pyspiel
    import spiritboard.adapters.openspiel
    game = pyspiel.load_game("python_spiritboard_ghosts(players=3,rounds=1)")

**Chance.** Our rules are given dice and may roll them any number of times. In OpenSpiel, a deal or a move that rolls
dice is followed by four chance nodes with 64 equally likely outcomes each. Together they are the seed of the dice, one
of 16,777,216. A move that rolls no dice is followed by no chance node. So chance is explicit: the same history is the
same game, algorithms that sample chance work unchanged, and a search that clones a state cannot see future rolls. It
could see them if the state held the dice (OpenSpiel's sampled mode). With the parameter `chance=rolls` each roll is a
chance node with as many outcomes as the die has sides, or as there are cards to draw from. That is the real chance, for
algorithms that go through all of it; a deal of many cards then is a long row of nodes.

**Returns** are `players * share - 1`, where the shares of the victory add up to 1. They are zero-sum, from -1 to
players - 1. A game that is truncated after `limit` decisions returns 0 to all players.

**Choices made at the same time** are asked in the order of the seats. No information state contains the choices that
seats before it have just made.

**Information states** are texts with perfect recall (see `recall.py`). Tensors have a fixed length, so they hold only
what the seat sees now, and its observations and moves in its last `memory` decisions. `version` is that of the
observation, by default the newest.

Options are parameters. Put # before a word that OpenSpiel would read as a number, such as the older `first=#1`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from spiritboard.adapters import MissingLibrary
from spiritboard.adapters.game_adapter import MOST_DECISIONS_IN_EPISODE
from spiritboard.adapters.recall import Recall, Reference, changes, written
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.observation import Observation
from spiritboard.table.options import Option
from spiritboard.table.registry import find, games
from spiritboard.table.state import State
from spiritboard.table.told_dice import MOST_SIDES, RollNeeded, ToldDice
from spiritboard.table.view import Sight

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingLibrary(error, "openspiel") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX = "python_spiritboard_"
# A seed has four digits to the base 64: four short lists of outcomes are made faster than a long one.
SEED_DIGITS, SEED_BASE = 4, 64
SEED, ROLLS = "seed", "rolls"  # what chance nodes are
MOST_ROLLS = 512  # of a deal or a move
MANY_MOVES = 1 << 16  # for a game without an observation, which does not say how many moves it has
USUAL_MEMORY = 8
TRIAL_KEY = bytes(16)  # of the dice that show whether a move rolls any
UNROLLED_DICE = Dice(TRIAL_KEY).text()

Chance = int | bytes  # a seed of dice, or what each roll was
Ply = tuple[int, int, Chance]  # a seat, its move, and the chance that came with it


class SpielPosition:
    """A position of a game, with the chance outcomes that are still to be drawn. An OpenSpiel state holds one."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.state: State | None = None  # None before the deal
        self.asked: tuple[int, int] | None = None  # a seat and its move that waits for its dice
        self.digits: tuple[int, ...] = ()  # of the seed, or the rolls, as far as they are drawn
        self.outcomes = SEED_BASE  # of the next chance node
        self.decisions = 0
        self.start: Chance | Recall = 0  # the chance of the deal, or an imagined start
        self.plies: list[Ply] = []
        self.recall: Recall | None = None
        self.recalled = 0  # the number of plies that `recall` knows

    @staticmethod
    def before_deal(reference: Reference) -> SpielPosition:
        """Returns the position from which a game begins."""
        position = SpielPosition(reference)
        if reference.rolls:
            position._roll()
        return position

    # Playing.

    def is_chance_next(self) -> bool:
        return self.state is None or self.asked is not None

    def draw(self, digit: int) -> None:
        """Takes a digit of the seed, or a roll. With the last one the deal or the move is made."""
        self.digits += (digit,)
        if self.reference.rolls:
            self._roll()
        elif len(self.digits) == SEED_DIGITS:
            seed = 0
            for each in self.digits:
                seed = SEED_BASE * seed + each
            self._make(seed)

    def _roll(self) -> None:
        """Makes the deal or the move if all its rolls are drawn. Otherwise finds out how many outcomes the next has."""
        try:
            self._make(bytes(self.digits))
        except RollNeeded as needed:
            self.outcomes = needed.sides

    def _make(self, chance: Chance) -> None:
        """Makes the deal or the move with this chance. Raises RollNeeded, and changes nothing, if a roll is missing."""
        if self.state is None:
            self.state = self.reference.setup.new(dice_of(chance))
            self.start = chance
        elif self.asked is not None:
            seat, move = self.asked
            made = self.state.copy()
            made.apply(seat, move, dice_of(chance))
            self.state, self.asked = made, None
            self._note(seat, move, chance)
        self.digits = ()

    def act(self, seat: int, move: int) -> None:
        """Makes a move. A move that rolls dice waits until their seed is drawn."""
        assert self.state is not None
        if self.reference.rolls:
            self.asked = (seat, move)
            self._roll()
            return
        tried, dice = self.state.copy(), Dice(TRIAL_KEY)
        tried.apply(seat, move, dice)
        if dice.text() == UNROLLED_DICE:
            self.state = tried
            self._note(seat, move, 0)
        else:
            self.asked = (seat, move)

    def _note(self, seat: int, move: int, chance: Chance) -> None:
        self.plies.append((seat, move, chance))
        self.decisions += 1

    # What the seats know.

    def known(self) -> Recall | None:
        """Returns what the seats know, or None before the deal. It is computed from where it was computed last."""
        if self.state is None:
            return None
        found = self.recall
        if found is None:
            found = self.start if isinstance(self.start, Recall) else Recall.begin(self.reference, dice_of(self.start))
        for seat, move, chance in self.plies[self.recalled :]:
            found = found.follow(seat, move, dice_of(chance))
        self.recall, self.recalled = found, len(self.plies)
        return found

    def imagine(self, seat: int, dice: Dice) -> SpielPosition:
        """Returns a position that this seat cannot tell from this one. Raises ValueError at a chance node."""
        known = self.known()
        if known is None or self.asked is not None:
            raise ValueError("A position can be imagined only where a player is to decide.")
        twin = SpielPosition(self.reference)
        twin.start = twin.recall = known.imagine(seat, dice)
        twin.state = twin.recall.state.copy()
        twin.state.events = None
        twin.decisions = self.decisions
        return twin

    # Copies and pickles.

    def __deepcopy__(self, memo: object) -> SpielPosition:
        twin = SpielPosition(self.reference)
        twin.state = None if self.state is None else self.state.copy()
        twin.asked, twin.digits, twin.decisions = self.asked, self.digits, self.decisions
        twin.outcomes = self.outcomes
        twin.start, twin.plies = self.start, self.plies.copy()
        twin.recall, twin.recalled = self.recall, self.recalled
        return twin

    def __reduce__(self) -> tuple[Callable[..., SpielPosition], tuple[object, ...]]:
        setup = self.reference.setup
        if type(setup) is not GameSetup or setup.pieces is not setup.game.own_pieces:
            raise TypeError("A game with a set-up or pieces of its own cannot be pickled.")
        config = setup.config
        began = self.start
        start = (began.state.to_json(), began.texts, began.acted) if isinstance(began, Recall) else began
        laid = (config.game, config.seats, tuple(config.options.items()), self.reference.memory)
        played = (self.state is not None, start, self.plies, self.asked, self.digits, self.decisions)
        return restored, (*laid, *played, self.reference.version, self.reference.rolls)

    def __str__(self) -> str:
        if self.state is None:
            return f"dice {self.digits}"
        return f"{self.state.to_json()} {self.asked} {self.digits}"


def dice_of(chance: Chance) -> Dice:
    return ToldDice(chance) if isinstance(chance, bytes) else Dice(chance)


@cache
def reference_for(
    game: str, seats: int, options: tuple[tuple[str, str], ...], memory: int, version: int | None, rolls: bool
) -> Reference:
    return Reference(find(game).setup(seats, **dict(options)), memory, version, rolls)


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
    version: int | None = None,
    rolls: bool = False,
) -> SpielPosition:
    """Returns the position that `__reduce__` has pickled. Earlier versions pickled neither `version` nor `rolls`."""
    position = SpielPosition(reference_for(game, seats, options, memory, version, rolls))
    position.asked, position.digits, position.decisions, position.plies = asked, digits, decisions, plies
    position.start = start
    if isinstance(start, tuple):
        encoded, texts, acted = start
        state = position.reference.setup.game.from_json(encoded)
        position.start = Recall(position.reference, state, texts, acted)
        position.state = state.copy()
    elif dealt:
        position.state = position.reference.setup.new(dice_of(start))
    for seat, move, chance in plies:
        assert position.state is not None
        position.state.apply(seat, move, dice_of(chance))
    if rolls and position.is_chance_next():
        position._roll()
    return position


class TableState(pyspiel.State):
    """A state of OpenSpiel."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.position = SpielPosition.before_deal(game.reference)
        self.actions = game.actions
        self.limit = game.limit

    def current_player(self) -> int:
        if self.position.is_chance_next():
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._dealt.pending()[0]

    def is_terminal(self) -> bool:
        position = self.position
        if position.state is None or position.asked is not None:
            return False
        return position.state.over or position.decisions >= self.limit

    @property
    def _dealt(self) -> State:
        """Returns the real state, which exists after the deal."""
        assert self.position.state is not None
        return self.position.state

    def _legal_actions(self, player: int) -> list[int]:
        moves = self._dealt.legal(player)
        return sorted(moves if self.actions is None else [self.actions.of(move) for move in moves])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.position.outcomes
        return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.position.is_chance_next():
            self.position.draw(action)
        else:
            self.position.act(self.current_player(), self._move(action))

    def _move(self, action: int) -> int:
        return action if self.actions is None else self.actions.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {action}"
        return " ".join(self._dealt.path(player, self._move(action)))

    def returns(self) -> list[float]:
        state = self.position.state
        if state is None or not state.over:
            return [0.0] * self.num_players()
        return state.standings().rewards()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> TableState:
        """Returns a state that the player cannot tell from this one. Its history is empty."""
        twin = self.get_game().new_initial_state()
        twin.position = self.position.imagine(player, Dice(f"{rng()} {rng()}"))
        return twin  # type: ignore[no-any-return] # OpenSpiel has no types

    def __str__(self) -> str:
        return str(self.position)


class PartObserver:
    """What everybody sees now, or what a player sees besides, as text."""

    def __init__(self, public: bool) -> None:
        self.public = public
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: TableState, player: int) -> None:
        """Does nothing: there is no tensor."""

    def string_from(self, state: TableState, player: int) -> str:
        table = state.position.state
        if table is None:
            return ""
        everybody = table.view(None)
        return written(everybody) if self.public else " ".join(changes(everybody, table.view(player)))


class Observer:
    """What a player sees now, or all that it knows, as text and as a tensor."""

    def __init__(self, game: TableGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.game = game
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if game.reference.observation is not None:
            self._allocate(game.reference.observation)

    def _allocate(self, observation: Observation[Sight]) -> None:
        self.most = np.array(observation.most(), np.float32)
        size, actions = len(self.most), len(observation.numbered())
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
        position = state.position
        if position.state is None:
            return
        assert self.game.reference.observation is not None
        vector = self.game.reference.observation.vector_of(position.state, player)
        self.dict["observation"][:] = np.frombuffer(vector, np.uint8) / self.most
        if "decisions" in self.dict:
            self._set_decisions(position, player)

    def _set_decisions(self, position: SpielPosition, player: int) -> None:
        """Writes the past decisions of the player into the tensor, the latest first."""
        known = position.known()
        assert known is not None
        actions = self.game.actions
        assert actions is not None
        for row, (vector, move) in zip(self.dict["decisions"], reversed(known.acted[player]), strict=False):
            row[: len(vector)] = np.frombuffer(vector, np.uint8) / self.most
            row[len(vector) + actions.of(move)] = 1

    def string_from(self, state: TableState, player: int) -> str:
        known = state.position.known()
        if known is None:
            return ""
        return known.texts[player] if self.perfect_recall else written(known.views[player])


class TableGame(pyspiel.Game):
    """An OpenSpiel game. `setup` is for callers that need their own pieces or first positions."""

    game: Game  # set in a subclass for each game, see `game_class`

    def __init__(self, params: dict[str, Any] | None = None, setup: GameSetup | None = None) -> None:
        game = self.game
        given = {**specification(game), **(params or {})}
        options = {option.name: str(given[option.name]).removeprefix("#") for option in game.options}
        self.limit, memory = int(given["limit"]), int(given["memory"])
        self.setup = setup or game.setup(int(given["players"]), **options)
        # The parameters in the form in which OpenSpiel reads them again.
        params = {**given, "players": self.setup.config.seats}
        params |= {option.name: parameter(option, options[option.name]) for option in game.options}
        config = self.setup.config
        version = int(given["version"]) or None
        rolls = self._is_by_rolls(given["chance"])
        laid = (self.setup, memory, version, rolls)
        self.reference = Reference(*laid) if setup else shared_reference(*laid)
        observation = self.reference.observation
        self.actions = None if observation is None else observation.numbered()
        info = pyspiel.GameInfo(
            num_distinct_actions=MANY_MOVES if self.actions is None else len(self.actions),
            max_chance_outcomes=MOST_SIDES if rolls else SEED_BASE,
            num_players=config.seats,
            min_utility=-1.0,
            max_utility=config.seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(game_type(game), info, params)

    def _is_by_rolls(self, chance: str) -> bool:
        if chance not in (SEED, ROLLS):
            raise BadSetup(f"The parameter chance is {SEED} or {ROLLS}, not {chance!r}.")
        return chance == ROLLS

    def new_initial_state(self, state: object = None) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return (MOST_ROLLS if self.reference.rolls else SEED_DIGITS) * (self.limit + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer | PartObserver:
        """Returns what a player sees or knows; or only what everybody sees, or only what the player sees besides.

        Raises ValueError for everything else."""
        if not isinstance(iig_obs_type, pyspiel.IIGObservationType):
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        kinds = pyspiel.PrivateInfoType
        public, private, recall = iig_obs_type.public_info, iig_obs_type.private_info, iig_obs_type.perfect_recall
        if not params and public and private == kinds.SINGLE_PLAYER:
            return Observer(self, recall)
        if not params and not recall and public != (private == kinds.SINGLE_PLAYER) and private != kinds.ALL_PLAYERS:
            return PartObserver(public)
        raise ValueError(
            "There are observations and information states of a single player, and their public and private parts "
            "without perfect recall; none has parameters."
        )


def shared_reference(setup: GameSetup, memory: int, version: int | None, rolls: bool) -> Reference:
    config = setup.config
    return reference_for(config.game, config.seats, tuple(config.options.items()), memory, version, rolls)


def parameter(option: Option, value: str) -> int | str:
    """Returns a value as OpenSpiel reads it: a number if all values of the option are numbers, else text."""
    if all(each.isdecimal() for each in option.values(2)):
        return int(value)
    return f"#{value}" if value.isdecimal() else value


def specification(game: Game) -> dict[str, Any]:
    newest = 0 if game.observation is None else game.observation.version
    usual = {"limit": MOST_DECISIONS_IN_EPISODE, "memory": USUAL_MEMORY, "version": newest, "chance": SEED}
    own = {"players": game.seats[0], **usual}
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
    """Returns a class for a game. OpenSpiel still uses it after Python has ended, when no instance exists."""
    return type(f"{game.id.title()}Game", (TableGame,), {"game": game})


def register() -> None:
    """Registers every game with OpenSpiel."""
    for game in games().values():
        pyspiel.register_game(game_type(game), game_class(game))


register()
