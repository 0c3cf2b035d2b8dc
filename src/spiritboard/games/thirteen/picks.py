"""The decisions of 13 Ghosts: the steps in which they are made, the moves as numbers, and the picks that name them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import SET_SIZE

STEP_CHOOSE: Final = 0  # players choose crypts, and in teams the opening hands
STEP_TURN: Final = 1
STEP_STRIKE: Final = 2  # a ghost was played face up, and its player names the number to attack
STEP_SETTLE: Final = 3  # the player leaves the cards that were looked at, or buries them

# A move from 1 to 13 attacks that number.
PLAY_FACE_UP: Final = SET_SIZE + 1
PLAY_AS: Final = 16  # plus the number of the ghost whose ability is copied
LEAVE: Final = 30
BURY: Final = 31
LAY_CRYPT: Final = 32  # plus the number laid in the player's crypt
KEEP_CARD: Final = 48  # plus the number that the player opens with; the team-mate gets the other card
LAY_CRYPTS: Final = 64  # plus 16 times the number for the player's crypt, plus the number for the team-mate's


def path(move: i64) -> tuple[str, ...]:
    """Returns the picks that name a move."""
    if move < PLAY_FACE_UP:
        return ("attack", str(move))
    if move == PLAY_FACE_UP:
        return ("play",)
    if move < LEAVE:
        return ("copy", str(move - PLAY_AS))
    if move == LEAVE:
        return ("leave",)
    if move == BURY:
        return ("bury",)
    if move < KEEP_CARD:
        return (f"crypt-{move - LAY_CRYPT}",)
    if move < LAY_CRYPTS:
        return (f"keep-{move - KEEP_CARD}",)
    return (f"crypt-{move - LAY_CRYPTS >> 4}", f"mate-{move - LAY_CRYPTS & 15}")
