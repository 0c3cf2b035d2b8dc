"""Rows sort as lists do, compiled or not."""

from __future__ import annotations

from itertools import product

from spiritboard.table.row import Row


def test_a_sorted_row_has_the_numbers_of_a_sorted_list() -> None:
    for numbers in product(range(-1, 3), repeat=4):
        row = Row(list(numbers))
        row.sort()
        assert row == sorted(numbers)
    row = Row()
    row.sort()
    assert row == []
