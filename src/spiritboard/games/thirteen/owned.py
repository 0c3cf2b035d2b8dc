"""Cards and answers of all seats in one row: each number is packed together with the seat that it belongs to.

One row for all seats is copied and cleared faster than a row for each seat. The numbers of a seat keep their order.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row

LARGEST: Final = 1 << 28  # far above every card and answer


def owned(seat: i64, number: i64) -> i64:
    return number << 2 | seat


def owner_of(packed: i64) -> i64:
    return packed & 3


def number_of(packed: i64) -> i64:
    return packed >> 2


def numbers_of(row: Row, seat: i64) -> list[int]:
    """Returns the numbers of a seat."""
    return [number_of(packed) for packed in row if owner_of(packed) == seat]


def by_seat(row: Row, seats: i64) -> list[list[int]]:
    """Returns a list of the numbers of each seat."""
    return [numbers_of(row, seat) for seat in range(seats)]


def from_lists(lists: list[list[int]]) -> Row:
    """Returns a row with the numbers of each seat. Raises BadPosition if a number is too large for any game."""
    row = Row()
    for seat, numbers in enumerate(lists):
        for number in numbers:
            if not -LARGEST < number < LARGEST:
                raise BadPosition(f"{number} is too large for a card or an answer.")
            row.append(owned(seat, number))
    return row
