"""The options that players agree on before a game begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spiritboard.table.errors import BadSetup

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

    def check(self, value: str, seats: int) -> str:
        """Returns the value in its usual form. Raises BadSetup if it is not possible."""
        if value not in self.values(seats):
            raise BadSetup(f"The option {self.name} cannot be {value!r}. Possible: {self.values_text(seats)}.")
        return value


@dataclass(frozen=True)
class FirstPlayer(Option):
    """The option that says who begins."""

    name: str = "first"
    help: str = "who begins: drawn at random, or a seat, counted from 1"
    default: str = "random"

    def values(self, seats: int) -> tuple[str, ...]:
        return ("random", *(str(seat + 1) for seat in range(seats)))


def first_seat_begins(options: Iterable[Option]) -> dict[str, str]:
    """Returns the choice of options that lets seat 0 begin; empty for a game in which nobody can choose that."""
    return {option.name: "1" for option in options if isinstance(option, FirstPlayer)}


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
