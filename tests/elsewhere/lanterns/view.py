"""What a seat of Lanterns sees, and what it is told."""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.events import EventKind
from spiritboard.table.view import Explained, Shown, Sight


class LanternsShown(Shown):
    hands: list[list[int] | None]  # None for a hand that this seat does not see
    counts: list[int]
    deck: int
    own: int | None  # the lantern this seat has laid, while it is dark
    has_laid: list[bool]
    laid: list[int | None] | None
    blown_out: list[int]
    open: list[list[int]]
    offer: list[int] | None
    points: list[int]


class LanternsSight(Sight, LanternsShown):
    pass


class LanternsView(LanternsSight, Explained):
    pass


class Dealt(TypedDict):
    seat: int
    hand: list[int]


class Laid(TypedDict):
    seat: int
    lantern: int


class Light(TypedDict):
    seat: int
    laid: list[int | None]
    which: str


def say_dealt(facts: Dealt) -> str:
    return f"{{{facts['seat']}}} held {facts['hand']}."


def say_laid(facts: Laid) -> str:
    return f"{{{facts['seat']}}} laid lantern {facts['lantern']}."


def say_light(facts: Light) -> str:
    return f"{{{facts['seat']}}} laid the {facts['which']}."


DEAL = EventKind("deal", Dealt, say_dealt)
LAY = EventKind("lay", Laid, say_laid)
LIGHT = EventKind("light", Light, say_light)
EVENTS = (DEAL, LAY, LIGHT)
