"""Rows in plain Python are lists. See `row.py`, which is what the compiled rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spiritboard.table.dice import Dice

Row = list
NO_NUMBERS: list[int] = []
total = sum


def zeros(count: int) -> list[int]:
    return [0] * count


def repeated(number: int, count: int) -> list[int]:
    return [number] * count


def with_room(count: int) -> list[int]:
    """Returns a new empty list. A list makes its own room."""
    return []


def copies(rows: list[list[int]]) -> list[list[int]]:
    return [row.copy() for row in rows]


def take_out(row: list[int], at: int) -> int:
    row[at], row[-1] = row[-1], row[at]
    return row.pop()


def shuffle(row: list[int], dice: Dice) -> None:
    dice.shuffle(row)


def is_first(row: list[int], at: int) -> bool:
    return row.index(row[at]) == at
