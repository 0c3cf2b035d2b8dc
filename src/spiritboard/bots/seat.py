"""A seat at the table: all that a bot is given to decide with. A bot never gets the state itself."""

from __future__ import annotations

from array import array
from functools import cached_property
from operator import index
from typing import SupportsIndex

from spiritboard.table.actions import Actions
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.guide import Guide
from spiritboard.table.observation import Observation
from spiritboard.table.registry import guide_for, setup_for
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Sight, View


class Seat:
    """Everything that a player in this seat knows, and nothing else.

    A seat is made from an imagined state: everything that its player cannot know was dealt again before the seat was
    made. So a bot that looks into private attributes finds no secret there.
    """

    def __init__(self, imagined: State, number: int, events: list[Event] | None = None) -> None:
        self.number = number
        self.events = imagined.heard(number) if events is None else events  # everything this seat was told so far
        imagined.events = None  # copies of this state are only for thinking: recording their events would waste time
        self._imagined = imagined

    @property
    def config(self) -> GameConfig:
        """Returns which game this is, the number of players, and the options they agreed on."""
        return self._imagined.config

    @cached_property
    def view(self) -> View:
        """Returns what this seat sees, as plain data."""
        return self._imagined.view(self.number)

    @cached_property
    def legal(self) -> list[int]:
        """Returns the moves that this seat can make. The bot's answer is one of them."""
        return self._imagined.legal(self.number)

    @cached_property
    def paths(self) -> list[tuple[str, ...]]:
        """Returns the moves of `legal` in the same order, each as the names of the things that are picked."""
        return self._imagined.paths(self.number)

    @cached_property
    def setup(self) -> GameSetup:
        """Returns the game with its options. Raises BadSetup if it is played with other pieces than its own."""
        return setup_for(self.config)

    @cached_property
    def observation(self) -> array[float]:
        """Returns what this seat sees and remembers as numbers from 0 to 1, as an environment gives it to a policy.

        `numpy.asarray` makes an array of float32 of it."""
        return self.observe()

    def observe(self, version: int | None = None) -> array[float]:
        """Returns the same in an earlier version of the observation, for a policy that learned from that one."""
        return scaled(self.setup.observation_of(version), self._imagined, self.number)

    @cached_property
    def mask(self) -> array[int]:
        """Returns a 1 for every action that is legal, and a 0 for every other.

        Actions are numbered as in the environments; `move_of` returns the move that an action stands for."""
        return self.mark()

    def mark(self, version: int | None = None) -> array[int]:
        """Returns the same for a policy that learned from an earlier version of the observation."""
        return marked(self._actions(version), self.legal)

    def _actions(self, version: int | None) -> Actions:
        return self.setup.actions if version is None else self.setup.observation_of(version).numbered()

    def move_of(self, action: SupportsIndex, version: int | None = None) -> int:
        """Returns the move that a policy's action stands for. Raises IllegalMove if the seat cannot make it now.

        `version` is that of the observation from which the policy learned, by default the newest."""
        move = self._actions(version).move(index(action))
        if move not in self.legal:
            raise IllegalMove(f"Action {action} is none that seat {self.number} can take now.")
        return move

    @cached_property
    def guide(self) -> Guide:
        """Returns the guide of this game, which knows how a good player plays it."""
        return guide_for(self.config)

    def imagine(self, dice: Dice) -> State:
        """Returns a state to try moves on. Each call deals everything again that this seat cannot know."""
        return self._imagined.imagine(self.number, dice)

    def to_json(self) -> str:
        """Returns the imagined state as text, to take the seat to another process."""
        return self._imagined.to_json()


class OpenSeat(Seat):
    """A seat that sees everything. Only the arena uses it, to measure how much could be won without secrets."""

    def imagine(self, dice: Dice) -> State:
        return self._imagined.copy()


def scaled(observation: Observation[Sight], state: State, seat: int) -> array[float]:
    """Returns what a seat sees, each number divided by the highest value that it can have."""
    numbers = observation.vector_of(state, seat)
    return array("f", [number / most for number, most in zip(numbers, observation.most(), strict=True)])


def marked(actions: Actions, legal: list[int]) -> array[int]:
    """Returns a 1 for each action that stands for one of these moves, and a 0 for every other."""
    marks = array("b", bytes(len(actions)))
    for move in legal:
        marks[actions.of(move)] = 1
    return marks


def take_seat(state: State, number: int, dice: Dice) -> Seat:
    """Returns a seat of a real game."""
    return Seat(state.imagine(number, dice), number)
