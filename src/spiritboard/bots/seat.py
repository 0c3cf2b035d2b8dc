"""What a bot is given to decide: a seat at the table, never the table itself."""

from __future__ import annotations

from functools import cached_property

from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.guide import Guide
from spiritboard.table.registry import guide_for
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import View


class Seat:
    """All that somebody sitting here knows, and nothing else.

    The state it is made of is an imagined one already: whatever this seat cannot know was dealt anew before the seat
    was made, so there is nothing to be found by looking where one should not.
    """

    def __init__(self, imagined: State, number: int, events: list[Event] | None = None) -> None:
        self.number = number
        self.events = imagined.heard(number) if events is None else events  # all that was told here so far
        imagined.events = None  # nobody listens to what is only thought of
        self._imagined = imagined

    @property
    def config(self) -> GameConfig:
        """Which game this is, how many play it, and what they agreed on."""
        return self._imagined.config

    @cached_property
    def view(self) -> View:
        """What this seat sees, as plain data."""
        return self._imagined.view(self.number)

    @cached_property
    def legal(self) -> list[int]:
        """The moves that can be made, one of which is the answer."""
        return self._imagined.legal(self.number)

    @cached_property
    def paths(self) -> list[tuple[str, ...]]:
        """The same moves in the same order, each as the names of what is picked."""
        return self._imagined.paths(self.number)

    @cached_property
    def guide(self) -> Guide:
        """What a good player knows of this game."""
        return guide_for(self.config)

    def imagine(self, dice: Dice) -> State:
        """How things may really be: a state to try moves on, in which the unknown is dealt anew every time."""
        return self._imagined.imagine(self.number, dice)

    def to_json(self) -> str:
        """The imagined state, to take the seat to another process."""
        return self._imagined.to_json()


class OpenSeat(Seat):
    """A seat that sees everything, for bounds on what could be won at all. Only the arena has one."""

    def imagine(self, dice: Dice) -> State:
        return self._imagined.copy()


def take_seat(state: State, number: int, dice: Dice) -> Seat:
    """A seat at a real table."""
    return Seat(state.imagine(number, dice), number)
