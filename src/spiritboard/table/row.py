"""A row of small numbers: a hand, a heap of chips, the points of each seat.

A list holds its numbers as Python objects, which have to be made, counted and freed. A `Row` holds the numbers
themselves, so compiled rules work on it several times as fast. It does what a list does, as far as rules need it, and
in plain Python it is a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from spiritboard.table.dice import Dice

MANY: Final = 1024
ZEROS: Final = vec[i64]([0] * MANY)  # a slice of these is the fastest way to make a `vec`
SMALLEST_ROOM: Final = 8


@mypyc_attr(acyclic=True)  # it refers to numbers only, so the garbage collector need not look at it
@final
class Row:
    """Numbers in an order, at the end of which numbers are added and taken away."""

    def __init__(self, numbers: list[int] | None = None) -> None:
        self._cells: vec[i64] = vec[i64]()
        self._size: i64 = 0  # the cells from here on are room for more numbers
        if numbers is not None:
            self._cells = vec[i64](numbers)
            self._size = len(numbers)

    def copy(self) -> Row:
        """Returns a copy without room for more numbers."""
        twin = Row()
        twin._cells = self._cells[: self._size]
        twin._size = self._size
        return twin

    # Looking.

    def __len__(self) -> int:
        return self._size

    def __bool__(self) -> bool:
        return self._size > 0

    def __getitem__(self, at: i64) -> i64:
        """Returns the number at a place; -1 is the last. Raises IndexError if there is none."""
        if not 0 <= at < self._size:
            at = self._from_end(at)
        return self._cells[at]

    def __setitem__(self, at: i64, number: i64) -> None:
        if not 0 <= at < self._size:
            at = self._from_end(at)
        self._cells[at] = number

    def _from_end(self, at: i64) -> i64:
        """Returns a place, counted from the end, as counted from 0. Raises IndexError if there is none."""
        if not -self._size <= at < 0:
            raise IndexError("there is no such place in this row")
        return at + self._size

    def __iter__(self) -> Iterator[int]:
        """Returns an iterator over the numbers as they are now. Loops over places are faster."""
        return iter([int(self._cells[at]) for at in range(self._size)])

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.count(number) > 0

    def __eq__(self, other: object) -> bool:
        """Returns whether the other is a row or a list with the same numbers in the same order."""
        return isinstance(other, (Row, list)) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))

    def index(self, number: i64) -> i64:
        """Returns the first place of a number. Raises ValueError if it is not in the row."""
        at: i64 = 0
        for each in self._cells:  # compiled, this is faster than a loop over places
            if each == number and at < self._size:
                return at
            at += 1  # noqa: SIM113 - compiled, `enumerate` makes an object of each number
        return self._miss(number)

    def _miss(self, number: i64) -> i64:
        """Raises ValueError. It is a method of its own because short methods are compiled into their callers."""
        raise ValueError(f"{number} is not in this row")

    def count(self, number: i64) -> i64:
        """Returns how often a number is in the row."""
        cells = self._cells
        times: i64 = 0
        for at in range(self._size):
            if cells[at] == number:
                times += 1
        return times

    # Changing.

    def append(self, number: i64) -> None:
        at = self._size
        if at == len(self._cells):
            self._make_room(1)
        self._cells[at] = number
        self._size = at + 1

    def extend(self, others: Row) -> None:
        """Add all numbers of another row, in their order."""
        size, more = self._size, others._size
        if size + more > len(self._cells):
            self._make_room(more)
        mine, theirs = self._cells, others._cells
        for at in range(more):
            mine[size + at] = theirs[at]
        self._size = size + more

    def pop(self) -> i64:
        """Take away the last number, and return it. Raises IndexError if there is none."""
        last = self._size - 1
        number = self._cells[last] if last >= 0 else self[last]
        self._size = last
        return number

    def remove(self, number: i64) -> None:
        """Take away the first of these numbers; those after it move up. Raises ValueError if there is none."""
        cells, last = self._cells, self._size - 1
        gone: i64 = 0  # added to places instead of asked for: the processor cannot foresee where the number is
        for at in range(last):
            gone |= cells[at] == number
            cells[at] = cells[at + gone]
        if not gone and (last < 0 or cells[last] != number):
            self._miss(number)
        self._size = last

    def sort(self) -> None:
        """Put the lowest number first. It is meant for a few numbers: the time grows with the square of their count."""
        cells = self._cells
        for at in range(1, self._size):
            number = cells[at]
            to = at
            while to > 0 and cells[to - 1] > number:
                cells[to] = cells[to - 1]
                to -= 1
            cells[to] = number

    def clear(self) -> None:
        """Take away all numbers. The room for them stays."""
        self._size = 0

    def _make_room(self, more: i64) -> None:
        """Make room for at least so many more numbers, and for as many again."""
        size = self._size
        old, cells = self._cells, _new_cells(max(2 * (size + more), SMALLEST_ROOM))
        for at in range(size):
            cells[at] = old[at]
        self._cells = cells


def _new_cells(count: i64) -> vec[i64]:
    return ZEROS[:count] if count <= MANY else vec[i64]([0] * int(count))


def zeros(count: i64) -> Row:
    """Returns a new row of zeros."""
    row = Row()
    row._cells = _new_cells(count)
    row._size = count
    return row


def repeated(number: i64, count: i64) -> Row:
    """Returns a new row with the same number so many times."""
    row = zeros(count)
    for at in range(count):
        row._cells[at] = number
    return row


def with_room(count: i64) -> Row:
    """Returns a new empty row with room for so many numbers, which need not be made later."""
    row = Row()
    row._cells = _new_cells(count)
    return row


def is_first(row: Row, at: i64) -> bool:
    """Returns whether the number at a place is in no earlier place of the row."""
    number = row._cells[at]
    for before in range(at):  # noqa: SIM110 - compiled, a loop is much faster than all()
        if row._cells[before] == number:
            return False
    return True


def take_out(row: Row, at: i64) -> i64:
    """Take away the number at a place, and return it. The last number moves to its place.

    Raises IndexError if there is no such place.
    """
    last = row._size - 1
    if not 0 <= at <= last:
        raise IndexError("there is no such place in this row")
    number = row._cells[at]
    row._cells[at] = row._cells[last]
    row._size = last
    return number


def shuffle(row: Row, dice: Dice) -> None:
    """Put the numbers of a row into a random order."""
    cells, size = row._cells, row._size
    while size > 1:
        other = dice.below(size)
        size -= 1
        number = cells[size]
        cells[size] = cells[other]
        cells[other] = number


def total(row: Row) -> i64:
    """Returns the sum of the numbers."""
    cells = row._cells
    found: i64 = 0
    for at in range(row._size):
        found += cells[at]
    return found


NO_NUMBERS: Final = Row()  # for fields of a state that is not dealt yet; never changed


def copies(rows: list[Row]) -> list[Row]:
    """Returns a copy of each row."""
    return [row.copy() for row in rows]


if __file__.endswith(".py"):  # not compiled: lists are the fastest rows that plain Python has
    from spiritboard.table.plain_row import *  # type: ignore[assignment]  # noqa: F403
