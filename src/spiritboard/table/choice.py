"""The event of a move of which the rules of its game tell nothing. It is the same for every game.

This module is not compiled, so that the API's description can read the types of the facts.
"""

from __future__ import annotations

from typing import Final, TypedDict

from spiritboard.table.events import EventKind


class ChoiceMade(TypedDict):
    """For example the first pick of several, or an offer that was declined."""

    seat: int
    said: str  # the move as a command, or an empty text if it may be a secret


def say_choice_made(facts: ChoiceMade) -> str:
    seat, said = f"{{{facts['seat']}}}", facts["said"]
    return f"{seat}: {said}." if said else f"{seat} made a choice."


CHOICE_MADE: Final = EventKind("choice made", ChoiceMade, say_choice_made)
