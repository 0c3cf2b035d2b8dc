"""A stored table as JSON, with everything that belongs to it, and many of them as a backup.

An export is one JSON object, `TableFile`. A backup is text packed by gzip, a JSON object a line: first `BackupHead`,
then as many tables as that says, each a `Content`. Both name the version of their format. A field that a later version
adds has a default, so that what an earlier one wrote can still be read; a newer format is refused. docs/running.md
describes the fields.
"""

from __future__ import annotations

import gzip
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

import msgspec

import spiritboard
from spiritboard.server.opening import FoundTable
from spiritboard.server.storage import KEY, Chair, Position, StoredTable
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import Move

T = TypeVar("T")
FORMAT = 1
TABLE, BACKUP = "spiritboard table", "spiritboard backup"


class TableRow(msgspec.Struct):
    key: str
    game: str
    options: dict[str, str]
    deal: str
    host: str
    invite: str
    is_open: bool
    away_seconds: int | None
    created: float
    verdict: str | None
    again: str | None
    touched: float
    rules_version: int = 1
    rules_since: int | None = None
    pieces: str = ""
    network: str = ""
    host_seen: float = 0.0
    pending: list[int] | None = None
    events: list[dict[str, object]] | None = None
    standings: dict[str, object] | None = None
    closed: str | None = None


class ChairRow(msgspec.Struct):
    seat: int
    kind: str
    person: str | None
    name: str
    secret: str
    level: str = ""


class EntryRow(msgspec.Struct):
    number: int
    seat: int
    path: list[str]
    dice: str
    pending: list[int] | None = None
    events: list[dict[str, object]] | None = None

    def played(self) -> Move:
        pending = None if self.pending is None else tuple(self.pending)
        return Move(self.seat, tuple(self.path), self.dice, pending, self.events)


class PositionRow(msgspec.Struct):
    number: int
    position: str


class Content(msgspec.Struct):
    """A table with everything that is stored of it."""

    table: TableRow
    chairs: list[ChairRow]
    entries: list[EntryRow]
    positions: list[PositionRow] = []

    def stored(self) -> StoredTable:
        """The table as the storage hands it out."""
        fields = msgspec.structs.asdict(self.table)
        return StoredTable(**fields, chairs=[Chair(**msgspec.structs.asdict(chair)) for chair in self.chairs])

    def played(self) -> list[Move]:
        return [entry.played() for entry in self.entries]

    def found(self) -> FoundTable:
        """All of it as a server finds it when the table is opened."""
        latest = max(self.positions, key=lambda each: each.number, default=None)
        position = None if latest is None else Position(latest.number, latest.position)
        return FoundTable(self.stored(), self.played(), position)

    def check(self) -> None:
        """Raises BadSetup, with the reason, if no server has stored it so."""
        if not KEY.fullmatch(self.table.key):
            raise BadSetup("The key of the table is none: it has 1 to 32 letters, digits, hyphens and underscores.")
        if [chair.seat for chair in self.chairs] != list(range(len(self.chairs))):
            raise BadSetup("The seats of the chairs are not numbered from 0 on.")
        if [entry.number for entry in self.entries] != list(range(len(self.entries))):
            raise BadSetup("The entries are not numbered from 0 on.")


class TableFile(Content, kw_only=True):
    """An exported table."""

    kind: str = TABLE
    format: int = FORMAT
    version: str = spiritboard.__version__


class BackupHead(msgspec.Struct):
    """The first line of a backup. The secret is the key that cookies are signed with."""

    tables: int
    secret: str
    made: str
    kind: str = BACKUP
    format: int = FORMAT
    version: str = spiritboard.__version__


class Named(msgspec.Struct):
    """What every file of ours says of itself."""

    kind: str
    format: int


# One table.


def write_table(content: Content, path: Path) -> None:
    """Raises BadSetup if the file is there already or cannot be written."""
    file = TableFile(content.table, content.chairs, content.entries, content.positions)
    with _new_file(path) as out:
        out.write(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")


def read_table(path: Path) -> Content:
    """Raises BadSetup, with the reason, if this is no exported table."""
    try:
        written = path.read_bytes()
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read ({error.strerror}).") from None
    return _understood(path, written, TABLE, TableFile)


# All of them.


def write_backup(head: BackupHead, contents: Iterable[Content], path: Path) -> None:
    """Raises BadSetup if the file is there already or cannot be written."""
    with _new_file(path) as out, gzip.GzipFile(fileobj=out, mode="wb", compresslevel=4, mtime=0) as packed:
        packed.write(msgspec.json.encode(head) + b"\n")
        for content in contents:
            packed.write(msgspec.json.encode(content) + b"\n")


@contextmanager
def reading_backup(path: Path) -> Iterator[tuple[BackupHead, Iterator[Content]]]:
    """What it says of itself, and its tables one after the other; BadSetup, with the reason, if it is not whole."""
    try:
        with gzip.open(path, "rb") as packed:
            head = _understood(path, packed.readline(), BACKUP, BackupHead)
            yield head, _contents(path, packed, head.tables)
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (EOFError, zlib.error):
        raise BadSetup(f"{path}: is damaged, or a part of it is missing.") from None


def _contents(path: Path, lines: Iterable[bytes], expected: int) -> Iterator[Content]:
    found = 0
    for line in lines:
        found += 1
        yield _decoded(path, line, Content)
    if found != expected:
        raise BadSetup(f"{path}: has {found} tables, and should have {expected}.")


def _understood(path: Path, written: bytes, kind: str, as_type: type[T]) -> T:
    named = _decoded(path, written, Named)
    if named.kind != kind:
        raise BadSetup(f"{path}: is a “{named.kind[:40]}”, not a “{kind}”.")
    if named.format > FORMAT:
        raise BadSetup(f"{path}: was written by a newer version of Spiritboard (format {named.format}, not {FORMAT}).")
    return _decoded(path, written, as_type)


def _decoded(path: Path, written: bytes, as_type: type[T]) -> T:
    try:
        return msgspec.json.decode(written, type=as_type)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSetup(f"{path}: cannot be understood ({error}).") from None


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that only its owner may read, for it holds secrets, and that is there as a whole or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if path.exists():
            raise BadSetup(f"{path}: is there already.")
        draft.touch(mode=0o600, exist_ok=False)
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except OSError as error:
        raise BadSetup(f"{path}: cannot be written ({error.strerror}).") from None
    finally:
        draft.unlink(missing_ok=True)
