"""The options that players agree on before a game begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spiritboard.table.errors import BadSetup, nearest

RANDOM = "random"
SEAT = "seat-"
LONGEST_NUMBER = 9  # digits, because Python refuses to read thousands of them


@dataclass(frozen=True)
class Option:
    """An option whose value is one of a few words."""

    name: str
    help: str
    default: str
    choices: tuple[str, ...] = ()

    def values(self, seats: int) -> tuple[str, ...]:
        """Returns the values that are possible with this number of seats; examples, where there are very many."""
        return self.choices

    def values_text(self, seats: int) -> str:
        return ", ".join(self.values(seats))

    def label(self, value: str) -> str:
        """Returns a value as people read it."""
        return value.replace("-", " ")

    def check(self, value: str, seats: int) -> str:
        """Returns the value in its usual form. Raises BadSetup if it is not possible."""
        if value not in self.values(seats):
            like = nearest(value, self.values(seats))
            raise BadSetup(f"The option {self.name} cannot be {value!r}.{like} Possible: {self.values_text(seats)}.")
        return value


@dataclass(frozen=True)
class FirstPlayer(Option):
    """The option that says which seat begins. `State.first_player` reads it."""

    name: str = "first"
    help: str = "who begins: drawn at random, or one of the seats"
    default: str = RANDOM

    def values(self, seats: int) -> tuple[str, ...]:
        return (RANDOM, *(f"{SEAT}{seat}" for seat in range(seats)))

    def label(self, value: str) -> str:
        return f"chair {chosen_seat(value) + 1}" if value.startswith(SEAT) else value

    def check(self, value: str, seats: int) -> str:
        is_older = value in [str(seat + 1) for seat in range(seats)]
        return value if is_older else super().check(value, seats)


def chosen_seat(value: str) -> int:
    """Returns the seat that a value of the option `first` names.

    Tables and records that were stored earlier count seats from 1 and have no word before the number.
    """
    return int(value.removeprefix(SEAT)) if value.startswith(SEAT) else int(value) - 1


def first_seat_begins(options: Iterable[Option]) -> dict[str, str]:
    """Returns the choice of options that lets seat 0 begin; empty for a game in which nobody can choose that."""
    return {option.name: f"{SEAT}0" for option in options if isinstance(option, FirstPlayer)}


@dataclass(frozen=True)
class NumberOption(Option):
    """An option whose value is a whole number within limits."""

    lowest: int = 1
    highest: int = 99

    def values(self, seats: int) -> tuple[str, ...]:
        """Returns examples: the lowest number, the default, and one more."""
        few = (self.lowest, int(self.default), int(self.default) + 2)
        return tuple(str(number) for number in dict.fromkeys(few) if number <= self.highest)

    def values_text(self, seats: int) -> str:
        return f"{self.lowest} to {self.highest}"

    def check(self, value: str, seats: int) -> str:
        is_number = len(value) <= LONGEST_NUMBER and value.isascii() and value.isdecimal()
        if not is_number or not self.lowest <= int(value) <= self.highest:
            raise BadSetup(f"The option {self.name} is a number from {self.lowest} to {self.highest}, not {value!r}.")
        return str(int(value))
