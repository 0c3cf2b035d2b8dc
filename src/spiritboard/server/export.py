"""Stored tables as files: one table as JSON, or all of them as a backup.

An exported table is one JSON object with the fields of `FileHead` and `TableRows`. A backup is text packed by gzip, one
JSON object a line: first `BackupHead`, then as many `TableRows` as that says. Both name the version of their format.
The fields of `table` are the columns of the database. A column that a later version adds has a default in StoredTable,
so that older files can still be read; a newer format is refused. docs/running.md describes the fields.
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
from spiritboard.server import schema
from spiritboard.server.deals import Deal, Try
from spiritboard.server.opening import FoundTable
from spiritboard.server.storage import KEY, Chair, Position, StoredTable
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import Move

T = TypeVar("T")
FORMAT = 2  # since tables may begin from a position, and several people may play one deal
TABLE_KIND, BACKUP_KIND = "spiritboard table", "spiritboard backup"


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


class TableContent(msgspec.Struct):
    """A table with everything that is stored of it. `deals` are the one that is played there and those of its game."""

    table: StoredTable
    entries: list[EntryRow]
    positions: list[PositionRow] = []
    deals: list[Deal] = []
    tries: list[Try] = []

    def columns(self) -> dict[str, object]:
        """Returns the table's row in the database."""
        return {column.name: getattr(self.table, column.name) for column in schema.tables.columns}

    def played(self) -> list[Move]:
        return [entry.played() for entry in self.entries]

    def found(self) -> FoundTable:
        """Returns the content as a server finds it when it opens the table."""
        latest = max(self.positions, key=lambda each: each.number, default=None)
        position = None if latest is None else Position(latest.number, latest.position)
        self.table.same_deal = next((deal for deal in self.deals if deal.key == self.table.deal_key), None)
        return FoundTable(self.table, self.played(), position)

    def check(self) -> None:
        """Raises BadSetup, with the reason, if no server can have stored this content."""
        if not KEY.fullmatch(self.table.key):
            raise BadSetup("The table's key is not valid: a key has 1 to 32 letters, digits, hyphens and underscores.")
        if [chair.seat for chair in self.table.chairs] != list(range(len(self.table.chairs))):
            raise BadSetup("The seats of the chairs are not numbered from 0 on.")
        if [entry.number for entry in self.entries] != list(range(len(self.entries))):
            raise BadSetup("The entries are not numbered from 0 on.")


class TableRows(msgspec.Struct):
    """A table in a file: its rows in the database."""

    table: dict[str, object]
    chairs: list[Chair]
    entries: list[EntryRow]
    positions: list[PositionRow] = []
    deals: list[Deal] = []
    tries: list[Try] = []

    @staticmethod
    def of(content: TableContent) -> TableRows:
        rows = (content.table.chairs, content.entries, content.positions, content.deals, content.tries)
        return TableRows(content.columns(), *rows)

    def content(self) -> TableContent:
        """Raises msgspec.ValidationError if a column is missing or has a value of another type."""
        table = msgspec.convert({**self.table, "chairs": []}, StoredTable)
        table.chairs = self.chairs
        return TableContent(table, self.entries, self.positions, self.deals, self.tries)


class FileHead(msgspec.Struct, kw_only=True):
    """The fields by which every file of ours says what it is."""

    kind: str
    format: int = FORMAT
    version: str = spiritboard.__version__


class BackupHead(FileHead, kw_only=True):
    """The first line of a backup. The secret is the key that cookies are signed with."""

    tables: int
    secret: str
    made: str
    kind: str = BACKUP_KIND


# One table.


def write_table(content: TableContent, path: Path) -> None:
    """Raises BadSetup if the file exists or cannot be written."""
    head, rows = FileHead(kind=TABLE_KIND), TableRows.of(content)
    written = msgspec.json.encode({**msgspec.structs.asdict(head), **msgspec.structs.asdict(rows)})
    with _new_file(path) as out:
        out.write(msgspec.json.format(written, indent=1) + b"\n")


def read_table(path: Path) -> TableContent:
    """Raises BadSetup, with the reason, if this is not an exported table."""
    try:
        written = path.read_bytes()
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read ({error.strerror}).") from None
    _check_kind(path, written, TABLE_KIND)
    return _decoded_content(path, written)


# A backup of all tables.


def write_backup(head: BackupHead, contents: Iterable[TableContent], path: Path) -> None:
    """Raises BadSetup if the file exists or cannot be written."""
    with _new_file(path) as out, gzip.GzipFile(fileobj=out, mode="wb", compresslevel=4, mtime=0) as packed:
        packed.write(msgspec.json.encode(head) + b"\n")
        for content in contents:
            packed.write(msgspec.json.encode(TableRows.of(content)) + b"\n")


@contextmanager
def reading_backup(path: Path) -> Iterator[tuple[BackupHead, Iterator[TableContent]]]:
    """Yields the head of the backup, and its tables one after the other. Raises BadSetup, with the reason, if the
    backup is not complete."""
    try:
        with gzip.open(path, "rb") as packed:
            first = packed.readline()
            _check_kind(path, first, BACKUP_KIND)
            head = _decoded(path, first, BackupHead)
            yield head, _contents(path, packed, head.tables)
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read ({error.strerror or error}).") from None
    except (EOFError, zlib.error):
        raise BadSetup(f"{path}: the file is damaged or incomplete.") from None


def _contents(path: Path, lines: Iterable[bytes], expected: int) -> Iterator[TableContent]:
    found = 0
    for line in lines:
        found += 1
        yield _decoded_content(path, line)
    if found != expected:
        raise BadSetup(f"{path}: the backup should have {expected} tables, but has {found}.")


# Reading and writing both.


def _check_kind(path: Path, written: bytes, kind: str) -> None:
    """Raises BadSetup if the file is of another kind, or of a newer format."""
    named = _decoded(path, written, FileHead)
    if named.kind != kind:
        raise BadSetup(f"{path}: is a “{named.kind[:40]}”, not a “{kind}”.")
    if named.format > FORMAT:
        raise BadSetup(f"{path}: was written by a newer version of Spiritboard (format {named.format}, not {FORMAT}).")


def _decoded_content(path: Path, written: bytes) -> TableContent:
    with _understanding(path):
        return msgspec.json.decode(written, type=TableRows).content()


def _decoded(path: Path, written: bytes, as_type: type[T]) -> T:
    with _understanding(path):
        return msgspec.json.decode(written, type=as_type)


@contextmanager
def _understanding(path: Path) -> Iterator[None]:
    """Raises BadSetup, with the reason, if what is decoded inside is not as expected."""
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSetup(f"{path}: cannot be understood ({error}).") from None


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """Yields a new file. Only its owner may read it, because it holds secrets. It appears under its name when it is
    complete. Raises BadSetup if the file exists or cannot be written."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if path.exists():
            raise BadSetup(f"{path}: there is a file with this name already.")
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
