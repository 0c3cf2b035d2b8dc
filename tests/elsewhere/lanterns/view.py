"""What a seat of Lanterns sees, and what it is told."""

from __future__ import annotations

from typing import TypedDict

from spiritboard.table.events import Event, EventKind
from spiritboard.table.summary import Opened, ScoreLine, Summary
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


class End(TypedDict):
    light: list[int]  # of each seat's lanterns
    extra: list[int]  # for the brightest lantern
    hands: list[list[int]]


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


def say_end(facts: End) -> str:
    return "All lanterns are given."


DEAL = EventKind("deal", Dealt, say_dealt)
LAY = EventKind("lay", Laid, say_laid)
LIGHT = EventKind("light", Light, say_light)
END = EventKind("end", End, say_end)
EVENTS = (DEAL, LAY, LIGHT, END)


def summary(events: list[Event]) -> Summary | None:
    """Returns the score sheet of the game's end."""
    end = next(filter(None, map(END.read, events)), None)
    if end is None:
        return None
    lines = [
        ScoreLine((seat,), light, light + extra, "laid the brightest" if extra else "")
        for seat, (light, extra) in enumerate(zip(end["light"], end["extra"], strict=True))
    ]
    opened = [
        Opened(seat, "Hand", " and ".join(map(str, hand)), tuple(f"lantern-{lantern}" for lantern in hand))
        for seat, hand in enumerate(end["hands"])
        if hand
    ]
    return Summary("The lanterns are counted", "light", tuple(lines), tuple(opened))
