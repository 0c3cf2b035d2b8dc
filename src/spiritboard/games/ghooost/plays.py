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
from spiritboard.games.ghooost.tally import ALL_BUT_COPIES, ALL_COPIES, ALL_KITTIES, DIGIT, FOUR_OF_ANY, ONE, size_of
from spiritboard.table.row import Row

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


def plays_on(top: i64) -> list[Row]:
    """Returns the plays on a top ghost by the bits of kind, number held, and whether a Miss Copy is held."""
    return [Row(plays_of_kind(top, bits >> 4, bits >> 1 & MOST_ALIKE, bits & 1)) for bits in range(GHOST_KINDS << 4)]


def kinds_that_fit(top: i64) -> int:
    """Returns a tally with the highest digit for each kind of which one ghost may be played without any other."""
    return sum([MOST_ALIKE * ONE[kind] for kind in range(1, GHOST_KINDS) if plays_of_kind(top, kind, 1, 0)])


def numbers_with_play(top: i64) -> int:
    """Returns a tally that has a bit in common with every hand that has a play without Miss Copy.

    The bits of a digit are 1, 2 and 4. All three are there for a kind that fits, and only 4, a Quartet, for the others.
    """
    return sum(
        [bit * ONE[kind] for kind in range(1, GHOST_KINDS) for bit in (1, 2, 4) if plays_of_kind(top, kind, bit, 0)]
    )


TOPS: Final = range(HIGHEST_VALUE + 1)
# All plays on each top ghost, in the order of `plays_on`. Callers must not change the rows.
PLAYS: Final = [plays for top in TOPS for plays in plays_on(top)]
FITTING: Final = Row([kinds_that_fit(top) for top in TOPS])
WITH_PLAY: Final = Row([numbers_with_play(top) for top in TOPS])


def has_play(hand: i64, top: i64) -> bool:
    """Returns whether the ghosts of a tally have any play without Miss Copy."""
    return hand & WITH_PLAY[top] != 0


def fitting(ghosts: i64, top: i64) -> i64:
    """Returns the tally of those ghosts that may be played alone."""
    return ghosts & FITTING[top]


def without_play(hand: i64, top: i64) -> i64:
    """Returns the tally of the ghosts in a hand that have no play. Miss Copy does not count: she goes with others."""
    unfit = hand & ALL_BUT_COPIES & ~FITTING[top]
    quartets = (unfit & FOUR_OF_ANY) // QUARTET * MOST_ALIKE  # all bits of the kinds that make a Quartet
    return unfit & ~quartets


def find_plays(hand: i64, top: i64, moves: Row) -> None:
    """Add the plays of a hand, kind by kind."""
    place = top * GHOST_KINDS << 4
    if hand & ALL_COPIES:
        place += 1
    else:
        hand -= without_play(hand, top)
    while hand:
        held = hand & MOST_ALIKE
        if held:
            moves.extend(PLAYS[place | held << 1])
        hand >>= DIGIT
        place += 16


# The plays of most hands can be counted without a list: one, two or three of each kind that fits (GO4), and one Kitty.
# Miss Copy and Quartets add more plays.


def is_countable(hand: i64) -> bool:
    """Returns whether a hand has no Miss Copy and no four equal ghosts."""
    return hand & (ALL_COPIES | FOUR_OF_ANY) == 0


def count_plays(fit: i64) -> i64:
    """Returns how many plays a countable hand has, of which these ghosts fit."""
    return size_of(fit & ~ALL_KITTIES) + (1 if fit & ALL_KITTIES else 0)


def nth_play(fit: i64, at: i64) -> i64:
    """Returns the play that `find_plays` adds after so many others, for a countable hand of which these ghosts fit."""
    kind: i64 = 0
    while at >= 0:
        fit >>= DIGIT
        kind += 1
        at -= fit & MOST_ALIKE
    return PLAY_KITTY if kind == KITTY else play_of(kind, at + 1 + (fit & MOST_ALIKE), 0)
