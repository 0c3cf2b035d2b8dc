"""The numbers of the ghosts and of the moves of Ghooost!, and their names.

A ghost is its value from 1 to 14; Miss Copy and Kitty have the numbers after those. In the cemetery a Miss Copy is the
value that she copied plus COPIED: there she counts as that value, and in a hand she is Miss Copy again (GO8).

A move that plays ghosts is sixteen times their value, plus twice their number, plus one if Miss Copy is played with
them. Every other move has a number of its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SCOOTY: Final = 1
CERBERUS: Final = 3
TWIST: Final = 8
SKELETUM: Final = 11
IGOR: Final = 12
HIGHEST_VALUE: Final = 14
MISS_COPY: Final = 15
KITTY: Final = 16
GHOST_KINDS: Final = 17  # the length of a table that has a place for each ghost; place 0 is not used
COPIED: Final = 32
VALUE_MASK: Final = 31  # the value of a ghost in the cemetery, without COPIED

LOSE_TURN: Final = 499
TRY_LUCK: Final = 500
OPEN_MANSION: Final = 501
COLLECT: Final = 502
PLAY_KITTY: Final = 503

MOST_ALIKE: Final = 7  # a move has three bits for the number of equal ghosts

GHOST_NAMES: Final = ["", *map(str, range(1, HIGHEST_VALUE + 1)), "copy", "kitty"]


def play_of(value: i64, some: i64, copies: i64) -> i64:
    """Returns the move that plays some ghosts of this value, with or without one Miss Copy."""
    return 16 * value + 2 * some + copies


def value_in(move: i64) -> i64:
    """Returns the value of the ghosts that a move plays."""
    return move >> 4


def number_in(move: i64) -> i64:
    """Returns how many ghosts of that value a move plays, without Miss Copy."""
    return move >> 1 & MOST_ALIKE


def copies_in(move: i64) -> i64:
    """Returns 1 if a move plays Miss Copy, otherwise 0."""
    return move & 1


def path_of(move: i64) -> tuple[str, ...]:
    """Returns the picks of a move."""
    if move == TRY_LUCK:
        return ("luck",)
    if move == OPEN_MANSION:
        return ("mansion",)
    if move == COLLECT:
        return ("collect",)
    if move == LOSE_TURN:
        return ("lose-turn",)
    return ("play", *played_names(move))


def played_names(move: i64) -> list[str]:
    """Returns the names of the ghosts that a move plays."""
    if move == PLAY_KITTY:
        return ["kitty"]
    return [GHOST_NAMES[value_in(move)]] * number_in(move) + ["copy"] * copies_in(move)
