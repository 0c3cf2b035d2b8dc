"""The abilities of the thirteen ghosts. pieces.toml says which ghost has which ability, rules.py how each works."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.thirteen.view import AbilityKind
from spiritboard.table.row import Row

SET_SIZE: Final = 13  # the ghosts of a set are numbered from 1 to 13
ANY_NUMBER: Final = (1 << SET_SIZE + 1) - 2  # every number, as bits: number n is bit n
HALF: Final = 7  # bits, of a set of numbers
SIZES: Final = Row([mask.bit_count() for mask in range(1 << HALF)])  # of half a set, by its bits

QUESTION: Final = 0
LOOK_ATTACK: Final = 1
SILENT_ATTACK: Final = 2
LOOK_BURY: Final = 3
COPY_GHOST: Final = 4
ANOTHER_TURN: Final = 5

# The effects by their names in a pieces file. A question has no name there: it is a set of numbers.
EFFECTS: Final = {
    "look-attack": LOOK_ATTACK,
    "silent-attack": SILENT_ATTACK,
    "look-bury": LOOK_BURY,
    "copy": COPY_GHOST,
    "again": ANOTHER_TURN,
}
LOOKING_EFFECTS: Final = ("look-attack", "look-bury")
ABILITY_KINDS: Final[list[AbilityKind]] = ["question", "attack", "attack", "other", "other", "other"]  # by effect


class Abilities:
    """The abilities of the ghosts. The place in each row is the ghost's number; place 0 stands for no ghost."""

    def __init__(self, effects: list[int], asks: list[int], looks: list[int], texts: list[str]) -> None:
        self.effects = Row(effects)
        self.asks = Row(asks)  # the numbers for which a question is answered with yes, as bits
        self.looks = Row(looks)  # how many cards of the pile the ghost looks at
        self.texts = texts


def bits(numbers: list[int]) -> int:
    """Returns a set of numbers as bits: number n is bit n."""
    return sum(1 << number for number in numbers)


def numbers_in(mask: int) -> list[int]:
    """Returns the numbers of a set that is given as bits."""
    return [number for number in range(1, SET_SIZE + 1) if mask >> number & 1]


def size_of(mask: i64) -> i64:
    """Returns how many numbers a set has that is given as bits. A table for whole sets would be slow to reach."""
    return SIZES[mask & (1 << HALF) - 1] + SIZES[mask >> HALF]


def number_at(mask: i64, place: i64) -> i64:
    """Returns the number at a place, from 0 on, of a set that is given as bits. The set must have so many numbers."""
    number: i64 = 1
    while place or not mask >> number & 1:
        place -= mask >> number & 1
        number += 1
    return number
