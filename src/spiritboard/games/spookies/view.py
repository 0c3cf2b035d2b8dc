"""The view of a seat of Spookies, as types. `show.py` makes such views."""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.view import Explained, Shown, Sight


class FriendShown(TypedDict):
    id: str
    name: str
    field: int  # counted from the gate, which is 0


class FieldShown(TypedDict):
    number: int  # as printed; 0 for the gate
    name: str  # empty for a field without a name
    rewards: list[int]  # chips for reaching the field with two, three and four dice
    penalty: int  # penalty chips that lie here


class RollChances(TypedDict):
    """The chances of a roll with so many dice, and the chips that a success earns."""

    dice: int
    climb: float
    stay: float
    drop: float
    reward: int


class SpookiesShown(Shown):
    characters: list[FriendShown]
    fields: list[FieldShown]  # from the gate up
    friend: str | None  # the face of the friend die: a friend's id or "?"; None if the die is not used
    character: str | None  # the id of the friend on the move; None while the player still has to choose one
    first_roll: bool  # whether the turn's first roll is still to be made
    rolled: list[int]  # the number dice as they lie
    stock: int  # chips in the stock
    chips: list[int]  # each seat's number of chips
    values: list[list[int]] | None  # the values of each seat's chips; None before the end
    chances: list[RollChances] | None  # for two, three and four dice; None if no roll is next


class SpookiesSight(Sight, SpookiesShown):
    """The facts of Spookies that a seat sees."""


class SpookiesView(SpookiesSight, Explained):
    """All that a seat of Spookies sees."""
