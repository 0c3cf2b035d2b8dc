"""The cards of a round that nobody has played yet, counted for bots."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from spiritboard.games.ghosts.picks import CARD_NUMBERS, COLOUR_SHIFT, GHOSTS_MASK, HIGHEST_LEVEL, NO_GHOSTS
from spiritboard.table.row import Row, zeros


@mypyc_attr(acyclic=True)
@final
class UnplayedCards:
    """How many of each card are in the hands and the deck."""

    def __init__(self, cards: Row, ghosts: Row) -> None:
        self._cards = cards  # by the card's number
        self._ghosts = ghosts  # by the number of ghosts on the card, up to the highest number in the box

    def copy(self) -> UnplayedCards:
        return UnplayedCards(self._cards.copy(), self._ghosts.copy())

    def add(self, cards: Row) -> None:
        size: i64 = len(cards)
        for at in range(size):
            card = cards[at]
            self._cards[card] += 1
            self._ghosts[card & GHOSTS_MASK] += 1

    def remove(self, card: i64) -> None:
        self._cards[card] -= 1
        self._ghosts[card & GHOSTS_MASK] -= 1

    def unfit(self, level: i64, top: i64) -> i64:
        """Returns how many of the cards could not be played on a pile of this level and top card (GH6, GH7)."""
        unfit: i64 = 0
        kinds: i64 = len(self._ghosts)
        for ghosts in range(HIGHEST_LEVEL + 1 - level, kinds):
            unfit += self._ghosts[ghosts]
            if top != NO_GHOSTS:
                unfit -= self._cards[(top >> COLOUR_SHIFT << COLOUR_SHIFT) | ghosts]
        return unfit


def nothing_unplayed(highest: i64) -> UnplayedCards:
    """Returns counts of no cards, for a box with cards of up to `highest` ghosts."""
    return UnplayedCards(zeros(CARD_NUMBERS), zeros(highest + 1))
