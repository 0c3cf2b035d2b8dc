"""The view of a seat of Ghosts, as types. `show.py` makes such views, and all that reads a view reads these types."""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.view import Explained, Memory, Shown, Sight


class GhostsCard(TypedDict):
    name: str
    colour: str | None  # None for mist
    ghosts: int


class GhostsCardInHand(GhostsCard):
    level: int | None  # the level after the card is played; None if that is past seven
    reverses: bool  # whether the card turns the direction of play around


class GhostsShown(Shown):
    round: int
    rounds: int
    level: int
    clockwise: bool
    top: GhostsCard | None  # None if there are no ghosts in the pile
    pile: int  # cards in the pile
    mist: int  # mist cards in the pile
    deck: int  # cards in the deck
    hand: list[GhostsCardInHand] | None  # None for a spectator
    hands: list[int]  # cards in each seat's hand
    taken: list[int]  # cards that each seat has taken in this round
    fright: list[int]  # each seat's fright points


class GhostsSight(Sight, GhostsShown):
    """The facts of Ghosts that a seat sees."""


class MoveSeen(TypedDict):
    seat: int
    card: str | None  # None if the seat took the pile


class PileRefused(TypedDict):
    """A pile that a player took instead of playing a card."""

    level: int
    colour: str | None  # of the ghosts on top; None if there was only mist
    drawn: int  # cards that the player has drawn since; 6 stands for 6 or more


class GhostsMemory(Memory):
    """What everybody could remember of this round."""

    played: list[str]  # every card that was played
    last: list[MoveSeen]  # at most the last eight moves, the newest first
    refused: list[PileRefused | None]  # the pile that each seat took last; None if it took none


class GhostsView(GhostsSight, Explained):
    """All that a seat of Ghosts sees."""
