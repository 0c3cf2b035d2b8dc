"""A view as a vector of numbers. Its length is fixed for a setup, and every position has a name.

A vector holds all that a seat knows if it forgets nothing: what it sees now, and what the game remembers for it
(`State.remember`). All numbers are small and whole, so the facts can be read back. Players are counted from the seat
that looks: `me`, then the next seats in order.

`vector` makes a vector from the seat's sight alone, so it holds nothing that the seat cannot know. `write` may make the
same vector straight from the state, which takes a tenth of the time. The tests compare both, byte for byte.
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, TypeVar, cast, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from spiritboard.table.actions import Actions
from spiritboard.table.pieces import Pieces
from spiritboard.table.remembering import NOTES_KEPT
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Memory, Sight

HIGHEST: Final = 255  # because a vector is a bytes object
BYTE: Final = vec[u8](bytes(range(HIGHEST + 1)))  # to look a byte up is faster than to convert a number
BYTES: Final[list[bytes]] = [bytes([number]) for number in range(HIGHEST + 1)]

Thing = TypeVar("Thing")
SightT = TypeVar("SightT", bound=Sight, contravariant=True)  # what a game's `show` adds to the common facts


def scale(most: i64) -> i64:
    """Returns a highest value for a count that depends on the pieces: at least 1, and at most one byte."""
    return min(max(most, 1), HIGHEST)


@mypyc_attr(acyclic=True)
@final
class VectorCells:
    """The place of one vector in a row of bytes, from `start` on. Every byte is 0 before the vector is written."""

    def __init__(self, cells: vec[u8], start: i64) -> None:
        self.cells: vec[u8] = cells
        self.start: i64 = start


class Field:
    """A fact, on one or more positions of the vector. `most` is the highest number on any of them."""

    def __init__(self, name: str, labels: list[str], most: i64) -> None:
        if not 1 <= most <= HIGHEST:
            raise ValueError(f"{name}: a number goes up to at most {HIGHEST}, not {most}")
        self.name = name
        self.labels = labels
        self.size: i64 = len(labels)
        self.most: i64 = most
        self.start: i64 = 0  # its first position in the vector

    def names(self) -> list[str]:
        return [f"{self.name}: {label}" if label else self.name for label in self.labels]

    def write(self, fact: object) -> bytes:
        """Returns the fact as one byte for each position."""
        raise NotImplementedError

    def read(self, numbers: bytes) -> object:
        """Returns the fact that these positions hold."""
        raise NotImplementedError

    def within(self, number: i64) -> i64:
        """Returns the number, or the nearest end of the scale."""
        return min(max(number, 0), self.most)

    def set(self, into: VectorCells, place: i64, number: i64) -> None:
        """Write a number to one of the field's positions, counted from 0."""
        into.cells[into.start + self.start + place] = BYTE[self.within(number)]

    def add(self, into: VectorCells, place: i64) -> None:
        """Count one more at one of the field's positions."""
        times: int = into.cells[into.start + self.start + place]
        self.set(into, place, times + 1)


class Flag(Field):
    """A fact that is true or false."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [""], 1)

    def write(self, fact: object) -> bytes:
        return BYTES[1 if fact else 0]

    def put(self, into: VectorCells, fact: bool) -> None:
        if fact:
            self.set(into, 0, 1)

    def read(self, numbers: bytes) -> object:
        return numbers[0] == 1


class Number(Field):
    """A count."""

    def __init__(self, name: str, most: i64) -> None:
        super().__init__(name, [""], most)

    def write(self, fact: object) -> bytes:
        return BYTES[self.within(cast(int, fact))]

    def put(self, into: VectorCells, number: i64) -> None:
        self.set(into, 0, number)

    def read(self, numbers: bytes) -> object:
        return numbers[0]


class Numbers(Field):
    """Several counts: a list in the order of the labels."""

    def __init__(self, name: str, labels: list[str], most: i64) -> None:
        super().__init__(name, labels, most)
        self.shown = bytes([int(self.within(number)) for number in range(HIGHEST + 1)])

    def write(self, fact: object) -> bytes:
        numbers = cast(list[int], fact)
        try:
            return bytes(numbers).translate(self.shown)
        except ValueError:  # a number is negative or above 255
            return bytes([int(self.within(number)) for number in numbers])

    def put(self, into: VectorCells, place: i64, number: i64) -> None:
        """Write the count of the label at this place."""
        self.set(into, place, number)

    def read(self, numbers: bytes) -> object:
        return list(numbers)


class OneOf(Field):
    """One of several values, or none of them."""

    def __init__(self, name: str, values: list[str]) -> None:
        super().__init__(name, values, 1)
        self.none = bytes(len(values))
        self.codes: dict[str, bytes] = {}
        for place, value in enumerate(values):
            self.codes[value] = bytes([int(at == place) for at in range(len(values))])

    def write(self, fact: object) -> bytes:
        return self.none if fact is None else self.codes[cast(str, fact)]

    def put(self, into: VectorCells, place: i64) -> None:
        """Write that the fact is the value at this place."""
        self.set(into, place, 1)

    def read(self, numbers: bytes) -> object:
        place = numbers.find(1)
        return None if place < 0 else self.labels[place]


class Counts(Field):
    """How often each kind is in a list of kinds. `read` returns the list sorted in the order of the labels."""

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
            numbers[place] = int(self.within(numbers[place] + 1))
        return bytes(numbers)

    def put(self, into: VectorCells, place: i64, times: i64) -> None:
        """Write how often the kind at this place is in the list."""
        self.set(into, place, times)

    def read(self, numbers: bytes) -> object:
        return [kind for kind, times in zip(self.labels, numbers, strict=True) for _ in range(times)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(Generic[SightT]):
    """Turns a seat's view into a vector. A game declares the fields and takes their facts from its view.

    `version` is raised whenever the same view would give other numbers than before.
    """

    version: ClassVar[int] = 1
    action_gaps: ClassVar[bool] = False  # whether its actions are numbered as the rules number moves, with gaps

    def __init__(self, config: GameConfig, pieces: Pieces) -> None:
        self.config = config
        self.seats: i64 = config.seats
        self.players = ["me", *(f"player +{by}" for by in range(1, config.seats))]
        # A player must know the own seat, because moves name other players by their seats.
        self.places = [f"seat-{seat}" for seat in range(config.seats)]
        self.my_seat = OneOf("my seat", self.places)
        self.turn = OneOf("turn", self.players)
        self.asked = Flag("asked")
        self.fields: list[Field] = [self.my_seat, self.turn, self.asked, *self.lay_out(pieces)]
        self.size: i64 = 0
        for field in self.fields:
            field.start = self.size
            self.size += field.size
        self._blank: vec[u8] = vec[u8](bytes(int(self.size)))  # a copy of zeros is made faster than new zeros

    # What a game writes.

    def lay_out(self, pieces: Pieces) -> list[Field]:
        """Returns the game's fields, always the same for the same configuration and pieces."""
        return []

    def facts(self, view: SightT) -> list[object]:
        """Returns one fact for each of those fields."""
        return []

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        """Write what a seat sees. A game may overwrite this to do so without making the view, which is faster.

        It then writes the same bytes: `write_common`, and each of its fields.
        """
        for place, number in enumerate(self.vector(cast(SightT, state.sight(seat)))):
            into.cells[into.start + place] = BYTE[number]

    def actions(self) -> list[str]:
        """Returns a different name for each number that a move can have, from 0 on: its picks with spaces between them.

        Picks that depend on the deal are in angle brackets: `card-<1st of the row>`. A number that no move has is
        called `unused` and the number.
        """
        raise NotImplementedError

    # What follows from that.

    def numbered(self) -> Actions:
        """Returns the actions of programs that are given this observation."""
        return Actions(self.actions(), self.action_gaps)

    def names(self) -> list[str]:
        """Returns a name for each position of the vector."""
        return [name for field in self.fields for name in field.names()]

    def most(self) -> list[int]:
        """Returns the highest number of each position; the lowest is 0."""
        return [int(field.most) for field in self.fields for _ in field.labels]

    def all_facts(self, view: SightT) -> list[object]:
        seat = seat_of(view)
        whose = self.player(view, view["turn"])
        return [self.places[seat], whose, seat in view["pending"], *self.facts(view)]

    def vector(self, view: SightT) -> bytes:
        """Returns a seat's view as a vector, one byte for each position."""
        facts = self.all_facts(view)
        fields = self.fields
        if len(facts) != len(fields):
            raise ValueError(f"There are {len(fields)} fields, but {len(facts)} facts.")
        return b"".join([fields[at].write(facts[at]) for at in range(len(fields))])

    def write_common(self, state: State, seat: i64, into: VectorCells) -> None:
        """Write the fields that every game has."""
        self.my_seat.put(into, seat)
        if not state.over:
            self.turn.put(into, self.places_after(seat, state.turn))
        self.asked.put(into, state.is_asked(seat))

    def places_after(self, seat: i64, other: i64) -> i64:
        """Returns how many places a seat is after the seat that looks: the place of its player among the labels."""
        return other - seat if other >= seat else other - seat + self.seats

    def vector_of(self, state: State, seat: i64) -> bytes:
        """Returns what a seat sees as a vector, one byte for each position."""
        into = VectorCells(self._blank[:], 0)
        self.write(state, seat, into)
        return bytes(into.cells)

    def read(self, vector: bytes) -> list[object]:
        """Returns the facts that a vector was made from."""
        facts = []
        at = 0
        for field in self.fields:
            size = int(field.size)
            facts.append(field.read(vector[at : at + size]))
            at += size
        return facts

    def around(self, view: SightT, what: list[Thing]) -> list[Thing]:
        """Returns a list by seat, rotated so that the seat that looks comes first."""
        seat = seat_of(view)
        return what[seat:] + what[:seat]

    def player(self, view: SightT, seat: int | None) -> str | None:
        """Returns the label of the player in a seat, counted from the seat that looks."""
        return None if seat is None else self.players[(seat - seat_of(view)) % self.seats]


def last_ones() -> list[str]:
    """Returns words for each note that is kept: "last" for the newest, "2nd last" and so on."""
    return ["last", "2nd last", "3rd last", *[f"{back}th last" for back in range(4, NOTES_KEPT + 1)]]


def memory_of(view: Sight) -> Memory:
    """Returns what the seat remembers. Raises ValueError for a view that is meant for people and says nothing of it."""
    memory = view.get("memory")
    if memory is None:
        raise ValueError("This vector holds what a seat remembers: make it from `state.sight(seat)`.")
    return cast(Memory, memory)


def seat_of(view: Sight) -> int:
    """Returns the seat that looks. Raises ValueError for a spectator, who has no vectors."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("There are vectors for seats, and none for spectators.")
    return seat
