"""How the fields of a step are written in a stored position: one after the other, each in some bits of one number."""

from __future__ import annotations

from spiritboard.games.halloween.picks import COLOURS, MOST_SAID, PLACES, SECTIONS
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row


class StoredNumber:
    """A field of a step that holds a number from `least` to `most`.

    A field may be written in two parts, of which the second holds the bits above the first.
    """

    def __init__(self, name: str, bits: int, least: int, most: int, plus: int = 0, above: int = 0) -> None:
        self.name = name
        self.bits = bits
        self.least = least
        self.most = most
        self.plus = plus  # added to the number, where 0 means something else
        self.above = above  # how many of the number's lowest bits are written in another part

    def write(self, value: object) -> int:
        """Returns the bits of a value."""
        assert isinstance(value, int)
        return (value + self.plus) >> self.above & ((1 << self.bits) - 1)

    def read(self, written: int) -> object:
        """Returns the value of these bits. Raises BadPosition if there is no such value."""
        return self.number(written)

    def number(self, written: int) -> int:
        value = (written << self.above) - self.plus
        if not self.least <= value <= self.most:
            raise BadPosition(f"A step has {value} as {self.name}, which must be from {self.least} to {self.most}.")
        return value


class StoredFlag(StoredNumber):
    """A field that is true or false."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 1, 0, 1)

    def read(self, written: int) -> object:
        return written == 1


class StoredRow(StoredNumber):
    """A field that holds a row of numbers, the last of them in the lowest bits."""

    def __init__(self, name: str, length: int, each: StoredNumber) -> None:
        super().__init__(name, length * each.bits, each.least, each.most)
        self.length = length
        self.each = each

    def write(self, value: object) -> int:
        assert isinstance(value, Row)
        written = 0
        for number in value:
            written = written << self.each.bits | self.each.write(number)
        return written

    def read(self, written: int) -> object:
        width = self.each.bits
        ends = range(width * (self.length - 1), -1, -width)
        return Row([self.each.number(written >> end & ((1 << width) - 1)) for end in ends])


class StoredLowestFirst(StoredRow):
    """A field that holds a row of numbers, the first of them in the lowest bits."""

    def write(self, value: object) -> int:
        assert isinstance(value, Row)
        return super().write(Row(list(value)[::-1]))

    def read(self, written: int) -> object:
        value = super().read(written)
        assert isinstance(value, Row)
        return Row(list(value)[::-1])


class StoredMark(StoredNumber):
    """Not a field but a constant number, by which one step of a card is told from another."""

    def __init__(self, bits: int, number: int) -> None:
        super().__init__("mark", bits, number, number)

    def write(self, value: object) -> int:
        return self.most


def place_field(name: str) -> StoredNumber:
    return StoredNumber(name, 5, 0, PLACES - 1)


def chosen_place_field(name: str) -> StoredNumber:
    """Returns a field for a place, in a number that is 0 where none has been chosen."""
    return StoredNumber(name, 5, 0, PLACES - 1, plus=1)


def level_field(name: str) -> StoredNumber:
    return StoredNumber(name, 3, 1, COLOURS)


def colour_field(name: str) -> StoredNumber:
    return StoredNumber(name, 3, 0, COLOURS - 1)


def chosen_colour_field(name: str) -> StoredNumber:
    return StoredNumber(name, 3, 0, COLOURS - 1, plus=1)


def chosen_section_field(name: str) -> StoredNumber:
    return StoredNumber(name, 3, 0, SECTIONS - 1, plus=1)


def said_field(name: str) -> StoredNumber:
    return StoredNumber(name, 5, 1, MOST_SAID)


def written(fields: tuple[StoredNumber, ...], step: object) -> int:
    """Returns the fields of a step as one number."""
    number, at = 0, 0
    for field in fields:
        number |= field.write(None if isinstance(field, StoredMark) else getattr(step, field.name)) << at
        at += field.bits
    return number


def read(fields: tuple[StoredNumber, ...], number: int) -> dict[str, object]:
    """Returns the values of the fields by name. Raises BadPosition if they cannot be written as this number."""
    values: dict[str, object] = {}
    for field in fields:
        value = field.read(number & ((1 << field.bits) - 1))
        number >>= field.bits
        if field.above:
            low = values[field.name]
            assert isinstance(low, int)
            assert isinstance(value, int)
            value += low
        if not isinstance(field, StoredMark):
            values[field.name] = value
    if number:
        raise BadPosition(f"A step has more than its fields: {number} is left over.")
    return values
