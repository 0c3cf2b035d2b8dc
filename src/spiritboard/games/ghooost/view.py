"""The view of a seat of Ghooost!, as types. `show.py` makes such views, and all that reads a view reads these types."""

from __future__ import annotations

from typing import Literal, TypedDict

from spiritboard.table.view import Explained, Memory, Shown, Sight

# What a player did in a turn. A ghost that was turned up and did not fit was missed.
Deed = Literal["hand", "luck", "luck-missed", "mansion", "mansion-missed", "collect", "lose-turn"]


class CemeteryGhost(TypedDict):
    name: str  # of a Miss Copy: the name of the ghost that she copied
    copy: bool  # whether it is a Miss Copy


class GhooostShown(Shown):
    round: int
    midnight: bool  # whether midnight has struck
    clockwise: bool
    crypt: int  # ghosts in the crypt
    crypt_at_first: int  # ghosts in the crypt when the round began
    rooms: int  # ghosts in each mansion when the round began
    cemetery: list[CemeteryGhost]  # the top ghost last
    kitties: int  # Kitties beside the cemetery
    discarded: list[str]
    hand: list[str] | None  # None for a spectator
    hands: list[int]  # ghosts in each seat's hand
    known: list[list[str]]  # of each seat's hand, the ghosts that everybody saw going there
    mansions: list[int]  # ghosts in each seat's mansion
    left: list[int]  # the seats that have left this round, in the order of leaving
    points: list[int] | None  # by seat; None in a single round
    boos: list[int] | None  # by seat; None in a single round
    deciding: bool  # whether the match only goes on to break a tie


class GhooostSight(Sight, GhooostShown):
    """The facts of Ghooost! that a seat sees."""


class TurnSeen(TypedDict):
    seat: int
    deed: Deed
    ghost: str | None  # the kind of the ghosts that were played or turned up; None if there were none
    ghosts: int  # how many of that kind
    copy: bool  # whether Miss Copy was played with them


class ValuesDeclined(TypedDict):
    """The values on which a player last did not play from the hand, but tried their luck or collected."""

    values: list[int]
    drawn: int  # ghosts that the player has drawn unseen since then


class GhooostMemory(Memory):
    """What everybody could remember of this round, and of the rounds that were stopped."""

    lost: int  # turns lost in succession
    stopped: int  # rounds that were stopped
    last: list[TurnSeen]  # at most the last eight turns, the newest first
    declined: list[ValuesDeclined]  # by seat


class GhooostView(GhooostSight, Explained):
    """All that a seat of Ghooost! sees."""
