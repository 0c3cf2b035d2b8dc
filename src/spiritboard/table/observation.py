"""A view as numbers: for each game a vector of fixed length, every position of which has a name.

It is made of the view and of nothing else, so it cannot hold what a seat may not see. All numbers are small and whole,
so nothing is lost: the facts they were made of can be read back. Players are counted from the one who looks: `me`, then
in the order of sitting.
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, TypeVar, cast

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.pieces import Pieces
from spiritboard.table.state import GameConfig
from spiritboard.table.view import Sight

HIGHEST: Final = 255  # so that a vector is a string of bytes
BYTES: Final[list[bytes]] = [bytes([number]) for number in range(HIGHEST + 1)]

Thing = TypeVar("Thing")
SightT = TypeVar("SightT", bound=Sight, contravariant=True)  # what a game's `show` adds to the common facts


def scale(most: i64) -> i64:
    """The scale for a number of things that the pieces decide, who may have more of them than a byte can say."""
    return min(max(most, 1), HIGHEST)


class Field:
    """A fact, on one or more positions of the vector. `most` is the highest number that stands on any of them."""

    def __init__(self, name: str, labels: list[str], most: i64) -> None:
        if not 1 <= most <= HIGHEST:
            raise ValueError(f"{name}: a number goes up to at most {HIGHEST}, not {most}")
        self.name = name
        self.labels = labels
        self.size: i64 = len(labels)
        self.most: i64 = most

    def names(self) -> list[str]:
        return [f"{self.name}: {label}" if label else self.name for label in self.labels]

    def write(self, fact: object) -> bytes:
        """The fact, a byte for each position."""
        raise NotImplementedError

    def read(self, numbers: bytes) -> object:
        """The fact that these positions hold."""
        raise NotImplementedError

    def within(self, number: int) -> int:
        """What is beyond the scale is shown at its end."""
        return min(max(number, 0), int(self.most))


class Flag(Field):
    """Whether something is so."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [""], 1)

    def write(self, fact: object) -> bytes:
        return BYTES[1 if fact else 0]

    def read(self, numbers: bytes) -> object:
        return numbers[0] == 1


class Number(Field):
    """How many there are of something."""

    def __init__(self, name: str, most: i64) -> None:
        super().__init__(name, [""], most)

    def write(self, fact: object) -> bytes:
        return BYTES[self.within(cast(int, fact))]

    def read(self, numbers: bytes) -> object:
        return numbers[0]


class Numbers(Field):
    """How many there are in each of several places: a list in the order of the labels."""

    def __init__(self, name: str, labels: list[str], most: i64) -> None:
        super().__init__(name, labels, most)
        self.shown = bytes([self.within(number) for number in range(HIGHEST + 1)])

    def write(self, fact: object) -> bytes:
        numbers = cast(list[int], fact)
        try:
            return bytes(numbers).translate(self.shown)
        except ValueError:  # one of them is below nothing, or more than a byte can say
            return bytes([self.within(number) for number in numbers])

    def read(self, numbers: bytes) -> object:
        return list(numbers)


class OneOf(Field):
    """One of several values, or None of them."""

    def __init__(self, name: str, values: list[str]) -> None:
        super().__init__(name, values, 1)
        self.none = bytes(len(values))
        self.codes: dict[str, bytes] = {}
        for place, value in enumerate(values):
            self.codes[value] = bytes([int(at == place) for at in range(len(values))])

    def write(self, fact: object) -> bytes:
        return self.none if fact is None else self.codes[cast(str, fact)]

    def read(self, numbers: bytes) -> object:
        place = numbers.find(1)
        return None if place < 0 else self.labels[place]


class Counts(Field):
    """How many of each kind there are in a heap of things: a list of kinds, sorted as the labels are."""

    def __init__(self, name: str, kinds: list[str], most: i64) -> None:
        super().__init__(name, kinds, most)
        self.none = bytes(len(kinds))
        self.at: dict[str, int] = {kind: place for place, kind in enumerate(kinds)}

    def write(self, fact: object) -> bytes:
        heap = cast(list[str], fact)
        if not heap:
            return self.none
        numbers = [0] * int(self.size)
        for kind in heap:
            place = self.at[kind]
            numbers[place] = self.within(numbers[place] + 1)
        return bytes(numbers)

    def read(self, numbers: bytes) -> object:
        return [kind for kind, times in zip(self.labels, numbers, strict=True) for _ in range(times)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(Generic[SightT]):
    """What a seat of a game sees, as a vector. A game says which fields there are, and which facts of a view go there.

    `version` is raised whenever the same view could give other numbers than before.
    """

    version: ClassVar[int] = 1

    def __init__(self, config: GameConfig, pieces: Pieces) -> None:
        self.config = config
        self.seats: i64 = config.seats
        self.players = ["me", *(f"player +{by}" for by in range(1, config.seats))]
        # Moves name the others by their seats, so one has to know one's own.
        self.places = [f"seat-{seat}" for seat in range(config.seats)]
        common: list[Field] = [OneOf("my seat", self.places), OneOf("turn", self.players), Flag("asked")]
        self.fields: list[Field] = common + self.lay_out(pieces)
        self.size: i64 = sum([int(field.size) for field in self.fields])

    # What a game says.

    def lay_out(self, pieces: Pieces) -> list[Field]:
        """The game's own fields, always the same for the same set-up and pieces."""
        return []

    def facts(self, view: SightT) -> list[object]:
        """What goes into those fields, one fact for each."""
        return []

    def actions(self) -> list[str]:
        """A name for each number that a move can have, from 0 on, all different: its picks with blanks between them.

        Picks that depend on the deal are told in angle brackets: `card-<1st of the row>`. A number that no move has is
        called `unused` and the number.
        """
        raise NotImplementedError

    # What follows from it.

    def names(self) -> list[str]:
        """A name for each position of the vector."""
        return [name for field in self.fields for name in field.names()]

    def most(self) -> list[int]:
        """The highest number that can stand on each position; the lowest is 0."""
        return [int(field.most) for field in self.fields for _ in field.labels]

    def all_facts(self, view: SightT) -> list[object]:
        seat = seat_of(view)
        whose = self.player(view, view["turn"])
        return [self.places[seat], whose, seat in view["pending"], *self.facts(view)]

    def vector(self, view: SightT) -> bytes:
        """A seat's view as numbers, one byte for each position."""
        facts = self.all_facts(view)
        fields = self.fields
        if len(facts) != len(fields):
            raise ValueError(f"There are {len(fields)} fields, but {len(facts)} facts.")
        return b"".join([fields[at].write(facts[at]) for at in range(len(fields))])

    def read(self, vector: bytes) -> list[object]:
        """The facts that a vector was made of."""
        facts = []
        at = 0
        for field in self.fields:
            size = int(field.size)
            facts.append(field.read(vector[at : at + size]))
            at += size
        return facts

    def around(self, view: SightT, what: list[Thing]) -> list[Thing]:
        """Returns a list by seat, turned so that it begins with the one who looks."""
        seat = seat_of(view)
        return what[seat:] + what[:seat]

    def player(self, view: SightT, seat: int | None) -> str | None:
        """Returns how the one who looks calls the player in a seat."""
        return None if seat is None else self.players[(seat - seat_of(view)) % self.seats]


def seat_of(view: Sight) -> int:
    """Returns the seat that looks. Raises ValueError for a spectator, who has no vectors."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("There are vectors for seats, and none for spectators.")
    return seat
