"""The moves of Spookies as numbers, and the picks that name them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

STOP: Final = 0
FEWEST_DICE: Final = 2  # a move from 2 to 4 rolls that many dice
MOST_DICE: Final = 4
ROLL_KINDS: Final = MOST_DICE - FEWEST_DICE + 1  # a roll has two, three or four dice
CHOOSE_FRIEND: Final = 5  # plus the friend's number, from 0


def path(move: i64, friends: list[str]) -> tuple[str, ...]:
    """Returns the picks that name a move. `friends` are the names printed on the board."""
    if move == STOP:
        return ("stop",)
    if move < CHOOSE_FRIEND:
        return (f"roll-{move}-dice",)
    return (friends[move - CHOOSE_FRIEND].lower(),)
