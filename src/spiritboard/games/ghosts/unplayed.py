"""The cards of a round that nobody has played yet, counted for bots."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from spiritboard.games.ghosts.picks import CARD_NUMBERS, COLOUR_SHIFT, GHOSTS_MASK, HIGHEST_LEVEL, NO_GHOSTS
from spiritboard.table.row import Row


@mypyc_attr(acyclic=True)
@final
class UnplayedCards:
    """How many of each card are in the hands and the deck."""

    def __init__(self, cards: vec[i64], ghosts: vec[i64], count: i64) -> None:
        self.count: i64 = count  # of all cards together
        self._cards: vec[i64] = cards  # by the card's number
        self._ghosts: vec[i64] = ghosts  # by the number of ghosts on the card, up to the highest number in the box

    def copy(self) -> UnplayedCards:
        return UnplayedCards(self._cards[:], self._ghosts[:], self.count)

    def add(self, row: Row) -> None:
        cards, ghosts = self._cards, self._ghosts
        size: i64 = len(row)
        self.count += size
        for at in range(size):
            card = row[at]
            cards[card] += 1
            ghosts[card & GHOSTS_MASK] += 1

    def remove(self, card: i64) -> None:
        cards, ghosts = self._cards, self._ghosts
        self.count -= 1
        cards[card] -= 1
        ghosts[card & GHOSTS_MASK] -= 1

    def unfit(self, level: i64, top: i64) -> i64:
        """Returns how many of the cards could not be played on a pile of this level and top card (GH6, GH7)."""
        unfit: i64 = 0
        lowest = HIGHEST_LEVEL + 1 - level
        for ghosts in range(lowest, len(self._ghosts)):
            unfit += self._ghosts[ghosts]
        if top != NO_GHOSTS:
            of_its_colour = top >> COLOUR_SHIFT << COLOUR_SHIFT
            for ghosts in range(lowest, len(self._ghosts)):
                card = of_its_colour | ghosts
                unfit -= self._cards[card]
        return unfit


def nothing_unplayed(highest: i64) -> UnplayedCards:
    """Returns counts of no cards, for a box with cards of up to `highest` ghosts."""
    return UnplayedCards(vec[i64]([0] * CARD_NUMBERS), vec[i64]([0] * int(highest + 1)), 0)
