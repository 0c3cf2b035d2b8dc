"""The parts that the views of all games have in common, as types.

A view is plain data: dictionaries, lists, text and numbers, which `TypedDict` classes describe. A game's `view.py`
declares what it adds. The terminal, the page, the vector and the API all read that declaration.
"""

from __future__ import annotations

from typing import TypedDict


class StandingsData(TypedDict):
    """Scores and places by seat, and the seats that won or cannot win."""

    scores: list[int]
    places: list[int]
    winners: list[int]
    barred: list[int]


class Shown(TypedDict):
    """What a game's `show` returns: how things stand, as far as a seat sees it."""


class Explained(TypedDict):
    """What a game's `explain` returns: what follows from the facts and the rules, and is said for people."""

    prompt: str | None  # the question that this seat is asked, if it is pending


class Sight(Shown):
    """The facts of a view, without explanations."""

    game: str
    options: dict[str, str]
    seats: int
    seat: int | None  # the seat that looks; None for a spectator
    turn: int | None
    pending: list[int]
    over: bool
    standings: StandingsData | None
    verdict: str | None


class Memory(TypedDict):
    """What a game's `remember` returns: what a player with a perfect memory knows besides what the table shows."""


class Remembered(Sight):
    """All that programs that learn are given: the facts of a view, and what a perfect memory adds to them."""

    memory: Memory


class View(Sight, Explained):
    """All that a seat or a spectator sees."""
