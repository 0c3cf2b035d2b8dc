"""What the thirteen ghosts can do: which of them does what is in pieces.toml, and how it goes in rules.py."""

from __future__ import annotations

from typing import Final

NUMBERS: Final = 13

QUESTION: Final = 0
LOOK_ATTACK: Final = 1
SILENT_ATTACK: Final = 2
LOOK_BURY: Final = 3
COPY: Final = 4
AGAIN: Final = 5

# By the names that a pieces file uses. A question is not named there: it is a set of numbers.
EFFECTS: Final = {
    "look-attack": LOOK_ATTACK,
    "silent-attack": SILENT_ATTACK,
    "look-bury": LOOK_BURY,
    "copy": COPY,
    "again": AGAIN,
}
LOOKING: Final = ("look-attack", "look-bury")
KINDS: Final = ["question", "attack", "attack", "other", "other", "other"]


class Abilities:
    """The abilities by number, from 1; at 0 there is nothing."""

    def __init__(self, effects: list[int], asks: list[int], looks: list[int], texts: list[str]) -> None:
        self.effects = effects
        self.asks = asks  # for which numbers the answer is yes, as bits
        self.looks = looks  # at how many cards of the pile
        self.texts = texts


def bits(numbers: list[int]) -> int:
    """A set of numbers as bits: number n is bit n."""
    return sum(1 << number for number in numbers)


def numbers_in(mask: int) -> list[int]:
    return [number for number in range(1, NUMBERS + 1) if mask >> number & 1]
