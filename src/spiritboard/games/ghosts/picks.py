"""The numbers of the cards and of the moves of Ghosts, and their names.

A card is eight times its colour plus the number of its ghosts, and 0 for mist. The move that plays a card has the
number of the card.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.table.row import Row

MIST: Final = 0
GHOSTS_MASK: Final = 7  # the bits of a card that are its number of ghosts
COLOUR_SHIFT: Final = 3
NO_GHOSTS: Final = -1  # the top of a pile without ghosts
TAKE_PILE: Final = 127
MOVE_BITS: Final = 7  # of each move, in a number that holds all moves of a hand
MOVE_MASK: Final = 127
CARD_NUMBERS: Final = 127  # the number of a card is below this

HIGHEST_LEVEL: Final = 7  # GH6
HAND_SIZE: Final = 5  # GH2
FRIGHT_AT_START: Final = 3  # GH1
MOST_RETURNED: Final = 3  # GH14
ROUNDS_LIMIT: Final = 9  # the most rounds that can be agreed on


def same_colour(card: i64, other: i64) -> bool:
    """Returns whether two ghost cards have the same colour. NO_GHOSTS has no card's colour."""
    return card >> COLOUR_SHIFT == other >> COLOUR_SHIFT


class Deck:
    """The cards of the box, which never change."""

    def __init__(self, colours: list[str], cards: list[int]) -> None:
        self.colours = colours
        self.cards = Row(cards)
        self.count: i64 = len(cards)
        self.highest: i64 = max([card & GHOSTS_MASK for card in cards])  # the most ghosts on a card

    def name(self, card: i64) -> str:
        return "mist" if card == MIST else f"{self.colours[card >> COLOUR_SHIFT]}-{card & GHOSTS_MASK}"

    def colour(self, card: i64) -> str | None:
        """Returns the colour of a card's ghosts, and None for mist."""
        return None if card == MIST else self.colours[card >> COLOUR_SHIFT]
