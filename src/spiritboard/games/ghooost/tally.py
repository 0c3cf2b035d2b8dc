"""A tally: how many ghosts of each kind there are, in one number.

Written in octal, a tally has a digit for each kind: 0o2001000 is one ghost of kind 3 and two of kind 6. To put ghosts
together is to add their tallies, and one operation on bits finds all ghosts of several kinds. That takes much less time
than a count for each kind.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import COPIED, GHOST_KINDS, MISS_COPY, MOST_ALIKE
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row

DIGIT: Final = 3  # the bits of a digit

# The first digit is that of Kitty, the second that of Miss Copy. Those of the values from 14 down to 1 follow, and the
# last digit is not used.
ALL_KITTIES: Final = 0o70_00000000000000_0
ALL_COPIES: Final = 0o07_00000000000000_0
ALL_BUT_COPIES: Final = 0o70_77777777777777_0
FOUR_OF_ANY: Final = 0o44_44444444444444_0  # a digit has this bit if it is four or more

EVERY_THIRD_DIGIT: Final = 0o7007007007007007
HIGHEST_GROUP: Final = 0o777  # the highest number of three digits


def ones() -> list[int]:
    """Returns the tally of a single ghost for each number of a ghost, also for those of the cemetery."""
    in_hand = [int(8**kind) for kind in range(GHOST_KINDS)]
    copied = [in_hand[MISS_COPY]] * COPIED
    return in_hand + [0] * (COPIED - GHOST_KINDS) + copied


ONE: Final = Row(ones())


def number_of(tally: i64, kind: i64) -> i64:
    """Returns how many ghosts of this kind there are."""
    return tally >> DIGIT * kind & MOST_ALIKE


def size_of(tally: i64) -> i64:
    """Returns how many ghosts there are, which is the sum of the digits.

    The digits are added in groups of three. Then the sum of the groups is the remainder of a division by the highest
    group, just as the sum of decimal digits is the remainder by nine if it is less than nine.
    """
    groups = tally & EVERY_THIRD_DIGIT
    groups += tally >> DIGIT & EVERY_THIRD_DIGIT
    groups += tally >> 2 * DIGIT & EVERY_THIRD_DIGIT
    return groups % HIGHEST_GROUP


def counted(ghosts: list[int]) -> int:
    """Returns the tally of these ghosts. Raises BadPosition if one of them is no ghost, or if too many are alike."""
    tally = 0
    for ghost in ghosts:
        if not 0 < ghost < GHOST_KINDS:
            raise BadPosition(f"There is no ghost {ghost}.")
        if ghosts.count(ghost) > MOST_ALIKE:
            raise BadPosition(f"There are at most {MOST_ALIKE} equal ghosts.")
        tally += ONE[ghost]
    return tally


def listed(tally: int) -> list[int]:
    """Returns the ghosts one by one, the lowest first."""
    ghosts: list[int] = []
    for kind in range(GHOST_KINDS):
        ghosts.extend([kind] * number_of(tally, kind))
    return ghosts
