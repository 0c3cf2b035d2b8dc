"""The values that are printed on a game's components, each with the source it is known from."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar, Literal, TypeVar

import msgspec

from spiritboard.table.errors import BadPieces
from spiritboard.table.files import read_text
from spiritboard.table.state import GameConfig, State

# The source of a value. "own" is for the owner of a box who enters the printed values, and for designers.
Provenance = Literal["rulebook", "reported", "reconstructed", "own"]
PROVENANCE_WORDS: dict[Provenance, str] = {
    "rulebook": "the rulebook says so",
    "reported": "public reports of the printed components say so",
    "reconstructed": "the printed value is not known: this one is ours",
    "own": "entered in your own file",
}
LARGEST_FILE = 1 << 20


class Cell(msgspec.Struct, frozen=True):
    """A printed value as text, with its source."""

    text: str
    provenance: Provenance


class PieceTable(msgspec.Struct, frozen=True):
    """Printed values that belong together, as a table for people."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's pieces, read from TOML. A game's subclass declares the contents of its file."""

    # What the items of a list are called, by the list's key, besides what is printed on them.
    CALLED: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def check(self) -> None:
        """Raises BadPieces, with the place in the file, if the values make no playable game."""
        raise NotImplementedError

    def maker(self) -> Callable[[GameConfig], State]:
        """Returns a function that makes an empty state with these pieces."""
        raise NotImplementedError

    def tables(self) -> list[PieceTable]:
        """Returns the pieces as tables for people."""
        raise NotImplementedError

    def digest(self) -> str:
        """Returns a digest of the values. Their sources do not change it."""
        plain = _without_provenance(msgspec.to_builtins(self))
        return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=8).hexdigest()


P = TypeVar("P", bound=Pieces)


def read_pieces(kind: type[P], path: Path) -> P:
    """Returns the pieces in a file, checked. Raises BadPieces with the place and the reason."""
    text = read_text(path, LARGEST_FILE, BadPieces)
    try:
        return parse_pieces(kind, text)
    except BadPieces as error:
        raise BadPieces(f"{path}: {error}") from None


def parse_pieces(kind: type[P], text: str) -> P:
    """Returns the pieces in a text. Raises BadPieces with the place and the reason."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"{error}.") from None
    except RecursionError:
        raise BadPieces("Something is nested too deeply.") from None
    except ValueError:  # Python refuses to read longer numbers
        raise BadPieces("Somewhere a number has too many digits.") from None
    return checked_pieces(kind, data)


def checked_pieces(kind: type[P], data: object) -> P:
    """Returns the pieces with these values. Raises BadPieces if they make no playable game."""
    try:
        pieces = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadPieces(f"{error}.") from None
    _check_texts(msgspec.to_builtins(pieces))
    pieces.check()
    return pieces


def _check_texts(data: object) -> None:
    """Raises BadPieces for texts with braces, which stand for players in events, or with control characters."""
    if isinstance(data, str):
        if not data.isprintable() or "{" in data or "}" in data:
            raise BadPieces(f"{data!r} is not a text to be printed.")
    elif isinstance(data, Mapping):
        for value in data.values():
            _check_texts(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            _check_texts(value)


def _without_provenance(data: object) -> object:
    if isinstance(data, Mapping):
        return {key: _without_provenance(value) for key, value in data.items() if key != "from"}
    if isinstance(data, (list, tuple)):
        return [_without_provenance(value) for value in data]
    return data
