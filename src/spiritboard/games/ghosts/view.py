"""What a seat sees of Ghosts, as types. `show.py` makes such views; everything that reads one reads these types."""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.view import Explained, Shown, Sight


class Card(TypedDict):
    name: str
    colour: str | None  # None for mist
    ghosts: int


class CardInHand(Card):
    level: int | None  # the level that it would make; None if that is past seven
    reverses: bool  # whether it would turn the direction of play around


class GhostsShown(Shown):
    round: int
    rounds: int
    level: int
    clockwise: bool
    top: Card | None  # None if no ghosts lie there
    pile: int  # cards in the pile
    mist: int  # those among them that are mist
    deck: int  # cards in the deck
    hand: list[CardInHand] | None  # None for a spectator
    hands: list[int]  # cards in each seat's hand
    taken: list[int]  # cards that each seat has taken in this round
    fright: list[int]  # each seat's fright points


class GhostsSight(Sight, GhostsShown):
    """The facts of Ghosts that a seat sees."""


class GhostsView(GhostsSight, Explained):
    """All that a seat of Ghosts sees."""
