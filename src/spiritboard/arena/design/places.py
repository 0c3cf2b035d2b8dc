"""The values in a set of pieces, each found by its name, such as `fields.attic.reward.2`.

A name is the way to a value: the keys of the pieces file, with dots between them. An item of a list is called by what
is printed on it (its name, or its number), and by its place from 1 on where nothing is. Keys that are not needed may
be left out: `attic.2` is enough if nothing else is called so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import product

import msgspec

from spiritboard.table.errors import BadPieces, BadSetup, nearest
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces, checked_pieces

PROVENANCE = "from"  # the key that says where a value is known from: a changed value is "own"
NAME_KEYS = ("name", "number", "value", "colour")  # by which an item of a list is called, the first that it has
MOST_NAMED = 12  # values that an error message lists
MOST_LEVELS = 64  # values of one place
RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?")

Step = str | int
Value = object


@dataclass(frozen=True)
class Place:
    """A value in the pieces: the keys and indexes that lead to it, and the names of each of them."""

    steps: tuple[Step, ...]
    names: tuple[tuple[str, ...], ...]  # for each step, the one that is shown first
    value: Value

    @property
    def name(self) -> str:
        return ".".join(names[0] for names in self.names)

    def fits(self, words: list[str]) -> bool:
        """Returns whether each word is a name of another step."""
        left = [{_plain(name) for name in names} for names in self.names]
        for word in words:
            at = next((at for at, names in enumerate(left) if _plain(word) in names), None)
            if at is None:
                return False
            del left[at]
        return True


def _plain(word: str) -> str:
    """Returns a word as it is compared: small letters, hyphens for spaces, without the s of a plural."""
    plain = re.sub(r"[\s_-]+", "-", word.strip().lower())
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") else plain


def places(pieces: Pieces) -> list[Place]:
    """Returns every value of the pieces that can be varied: numbers, words, and lists of them."""
    return list(_within(msgspec.to_builtins(pieces), (), (), pieces.CALLED))


def _within(
    data: object, steps: tuple[Step, ...], names: tuple[tuple[str, ...], ...], called: Mapping[str, tuple[str, ...]]
) -> Iterator[Place]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key != PROVENANCE:
                yield from _within(value, (*steps, key), (*names, (key,)), called)
        return
    if not isinstance(data, (list, tuple)):
        if data is not None:
            yield Place(steps, names, data)
        return
    if data and not any(isinstance(item, (Mapping, list, tuple)) for item in data):
        yield Place(steps, names, list(data))
    items = _item_names(data)
    for at, name in enumerate(called.get(names[-1][0], ())[: len(items)]):
        items[at] = (*items[at], name) if isinstance(data[at], Mapping) else (name,)
    for at, item in enumerate(data):
        yield from _within(item, (*steps, at), (*names, items[at]), called)


def _item_names(items: list[object] | tuple[object, ...]) -> list[tuple[str, ...]]:
    """Returns what each item of a list is called."""
    found = [_names_of(item, at) for at, item in enumerate(items)]
    first = [names[0] for names in found]
    return found if len(set(first)) == len(first) else [(str(at + 1),) for at in range(len(items))]


def _names_of(item: object, at: int) -> tuple[str, ...]:
    if not isinstance(item, Mapping):
        return (str(at + 1),)
    keys = [key for key in NAME_KEYS if item.get(key) not in (None, "")] or [next(iter(item))]
    values = [item[key]["value"] if isinstance(item[key], Mapping) else item[key] for key in keys]
    return tuple(re.sub(r"\s+", "-", str(value)) for value in values)


def find_place(pieces: Pieces, name: str) -> Place:
    """Returns the place that a name stands for. Raises BadSetup, which says what is near, if it is none or several."""
    every = places(pieces)
    words = name.strip().split(".")
    exact = [place for place in every if [_plain(word) for word in words] == [_plain(n[0]) for n in place.names]]
    fitting = exact or [place for place in every if place.fits(words)]
    if len(fitting) > 1:  # a whole list is meant rather than one of its items
        shortest = min(len(place.steps) for place in fitting)
        shorter = [place for place in fitting if len(place.steps) == shortest]
        fitting = shorter if len(shorter) == 1 else fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise BadSetup(f"{name!r} may stand for several values: {_listed(fitting)}.")
    like = nearest(name, [place.name for place in every])
    raise BadSetup(f"No value of these pieces is called {name!r}.{like} Some are: {_listed(every)}.")


def _listed(found: list[Place]) -> str:
    names = [place.name for place in found[:MOST_NAMED]]
    return ", ".join(names) + (f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else "")


# Values that are tried.


@dataclass(frozen=True)
class Factor:
    """A place and the values that are tried there."""

    place: Place
    levels: tuple[Value, ...]

    @property
    def name(self) -> str:
        return self.place.name

    def words(self, level: int) -> str:
        return said(self.levels[level])


def said(value: Value) -> str:
    """Returns a value as text."""
    if isinstance(value, list):
        return "[" + ", ".join(str(each) for each in value) + "]"
    return str(value)


def read_factor(pieces: Pieces, text: str) -> Factor:
    """Returns a factor that is written as NAME=VALUES: `8..20:4`, `1,2,5`, `grey,coloured` or `[1, 2] | [3]`.

    Raises BadSetup if there is no such value, or the new ones cannot be read."""
    name, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise BadSetup(f"A value is varied with NAME=VALUES, such as {places(pieces)[0].name}=1..9:2, not {text!r}.")
    place = find_place(pieces, name)
    levels = _levels(values.strip(), place)
    if len({said(level) for level in levels}) < len(levels):
        raise BadSetup(f"{name}: a value is listed twice.")
    if not 1 <= len(levels) <= MOST_LEVELS:
        raise BadSetup(f"{name}: from 1 to {MOST_LEVELS} values can be tried, not {len(levels)}.")
    return Factor(place, tuple(levels))


def _levels(text: str, place: Place) -> list[Value]:
    span = RANGE.fullmatch(text)
    if span is not None:
        return list(_span(*span.groups()))
    parts = text.split("|") if isinstance(place.value, list) else text.split(",")
    return [_value(part.strip(), place) for part in parts]


def _span(low: str, high: str, step: str | None) -> Iterator[Value]:
    """Yields the values of a range with both of its ends."""
    whole = all("." not in part for part in (low, high, step or "1"))
    first, last, by = float(low), float(high), float(step or 1)
    if by <= 0 or last < first:
        raise BadSetup(f"{low}..{high}: a range leads from its lowest to its highest value, in steps above 0.")
    count = int((last - first) / by + 1e-9) + 1
    if count > MOST_LEVELS:
        raise BadSetup(f"{low}..{high}: from 1 to {MOST_LEVELS} values can be tried, not {count}.")
    for at in range(count):
        value = first + at * by
        yield round(value) if whole else value


def _value(text: str, place: Place) -> Value:
    """Returns a value that is written like the one in the place. Raises BadSetup if it is of another kind."""
    if isinstance(place.value, str):
        return text.strip("\"'")
    try:
        found: Value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        found = None
    if isinstance(place.value, list):
        if isinstance(found, list):
            return found
        raise BadSetup(f"{place.name} is a list such as {said(place.value)}; several are written with | between them.")
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return found
    raise BadSetup(f"{place.name} is a number such as {place.value}, not {text!r}.")


def with_values(game: Game, pieces: Pieces, values: Mapping[Place, Value]) -> Pieces:
    """Returns the pieces with other values. Raises BadPieces, which names them, if they make no playable game."""
    data = deepcopy(msgspec.to_builtins(pieces))
    for place, value in values.items():
        if value != place.value:
            _set(data, place.steps, value)
    try:
        return checked_pieces(game.pieces, data)
    except BadPieces as error:
        changed = ", ".join(f"{place.name}={said(value)}" for place, value in values.items())
        raise BadPieces(f"{changed}: {error}") from None


def _set(data: object, steps: tuple[Step, ...], value: Value) -> None:
    """Set a value deep inside of plain data, and say that it is the owner's."""
    assert isinstance(data, (dict, list, tuple))
    holder: object = data
    owner: object = data
    for step in steps[:-1]:
        if isinstance(holder, dict) and isinstance(holder[step], tuple):
            holder[step] = list(holder[step])
        holder = holder[step]  # type: ignore[index]
        owner = holder if isinstance(holder, dict) else owner
    holder[steps[-1]] = value  # type: ignore[index]
    if isinstance(owner, dict) and PROVENANCE in owner:
        _own(owner, steps)


def _own(owner: dict[str, object], steps: tuple[Step, ...]) -> None:
    """Say that a value was changed: where each item of a list has a source, only that of the changed one."""
    known = owner[PROVENANCE]
    if not isinstance(known, (list, tuple)):
        owner[PROVENANCE] = "own"
    elif isinstance(steps[-1], int):
        owner[PROVENANCE] = [*known[: steps[-1]], "own", *known[steps[-1] + 1 :]]
    else:
        owner[PROVENANCE] = ["own"] * len(known)


def settings(factors: list[Factor]) -> list[tuple[int, ...]]:
    """Returns every combination of the factors' values, as the number of the value of each."""
    return list(product(*(range(len(factor.levels)) for factor in factors)))
