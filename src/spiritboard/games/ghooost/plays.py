"""Which ghosts may be played on which ghost (GO3 to GO8, GO12).

`plays_of_kind` is the only place that says it. The tables below are made from it once, because looking a play up is
faster than working it out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import (
    CERBERUS,
    GHOST_KINDS,
    HIGHEST_VALUE,
    IGOR,
    KITTY,
    MISS_COPY,
    MOST_ALIKE,
    PLAY_KITTY,
    SCOOTY,
    play_of,
)

QUARTET: Final = 4


def plays_of_kind(top: i64, kind: i64, held: i64, copies: i64) -> list[int]:
    """Returns the plays of one kind of ghost, for a player who holds so many of that kind and so many Miss Copies.

    `top` is the value on top of the cemetery, and 0 if the cemetery is empty.
    """
    if kind == MISS_COPY:
        return []  # GO8: Miss Copy is only played with ghosts of another kind
    if kind == KITTY:
        return [PLAY_KITTY] if held else []  # GO7: Kitty fits on any ghost and is played alone
    fewest = fewest_that_fit(top, kind)
    plays: list[int] = []
    for some in range(1, held + 1):
        if some >= fewest:
            plays.append(play_of(kind, some, 0))  # GO4
        if copies and some + 1 >= fewest:
            plays.append(play_of(kind, some, 1))  # GO8
    return plays


def fewest_that_fit(top: i64, value: i64) -> i64:
    """Returns 1 if ghosts of this value fit on the top ghost, otherwise the size of a Quartet (GO12)."""
    if value == SCOOTY:
        return 1  # GO6
    if value >= top and (is_scary(value) or not is_scary(top)):
        return 1  # GO3, GO5
    return QUARTET


def is_scary(value: i64) -> bool:
    return value in (CERBERUS, IGOR)


def plays_on(top: i64) -> list[list[int]]:
    """Returns the plays on a top ghost by the bits of kind, number held, and whether a Miss Copy is held."""
    return [plays_of_kind(top, bits >> 4, bits >> 1 & MOST_ALIKE, bits & 1) for bits in range(GHOST_KINDS << 4)]


# By the top ghost, then by `kind << 4 | held << 1 | copies`. The lists are shared: callers must not change them.
PLAY_TABLES: Final = [plays_on(top) for top in range(HIGHEST_VALUE + 1)]

# How many plays there are, in the same order.
PLAY_COUNTS: Final = [bytes([len(plays) for plays in table]) for table in PLAY_TABLES]

# By the top ghost and the kind: whether one such ghost may be played without any other.
FITS_ALONE: Final = [[len(table[kind << 4 | 2]) > 0 for kind in range(GHOST_KINDS)] for table in PLAY_TABLES]


def has_play(hand: list[int], top: i64, copies: i64) -> bool:
    """Returns whether a hand, given as a count of each kind, has any play, with a Miss Copy if `copies` is 1."""
    counts = PLAY_COUNTS[top]
    place: i64 = copies
    for kind in range(1, GHOST_KINDS):
        place += 16
        held: i64 = hand[kind]
        if held and counts[place | held << 1]:
            return True
    return False


def nth_play(hand: list[int], top: i64, copies: i64, at: i64) -> i64:
    """Returns the play in a place of the list of all plays, kind by kind."""
    counts = PLAY_COUNTS[top]
    place: i64 = copies
    for kind in range(1, GHOST_KINDS):
        place += 16
        held: i64 = hand[kind]
        if held:
            size: i64 = counts[place | held << 1]
            if at < size:
                return PLAY_TABLES[top][place | held << 1][at]
            at -= size
    raise IndexError("There are fewer plays.")
