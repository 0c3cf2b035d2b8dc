"""Results that are worked out already, in a file, so that interrupted work goes on."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TextIO, TypeVar

import msgspec

from spiritboard.review.review import PlyValues
from spiritboard.review.values import Effort
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import Record

Line = TypeVar("Line", bound=msgspec.Struct)


class KeptLines(Generic[Line]):
    """A file whose first line says what the work is, and every other line is a result. Results of other work are not
    used."""

    def __init__(self, path: Path, purpose: msgspec.Struct, kind: type[Line]) -> None:
        self.path = path
        self._purpose = purpose
        self._kind = kind
        self._file: TextIO | None = None

    def read(self) -> list[Line]:
        """Returns the results in the file. A last line that was cut off by an interruption is left out."""
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        try:
            if msgspec.json.decode(lines[0], type=type(self._purpose)) != self._purpose:
                return []
        except (IndexError, msgspec.DecodeError):
            return []
        return [result for line in lines[1:] if (result := self._decoded(line)) is not None]

    def _decoded(self, line: str) -> Line | None:
        try:
            return msgspec.json.decode(line, type=self._kind)
        except msgspec.DecodeError:
            return None

    def __enter__(self) -> Self:
        """Begin to write. Raises BadSetup if the file cannot be written."""
        known = self.read()
        try:
            self._file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            raise BadSetup(f"{self.path}: cannot be written ({error.strerror}).") from None
        self._write(self._purpose)
        for result in known:
            self.add(result)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, result: Line) -> None:
        self._write(result)

    def _write(self, value: msgspec.Struct) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(value).decode() + "\n")
        self._file.flush()

    def remove(self) -> None:
        """Remove the file, because the work is done."""
        self.path.unlink(missing_ok=True)


class ReviewPurpose(msgspec.Struct, frozen=True):
    """For which review the values of moves were worked out."""

    record: str  # a digest of its text
    samples: int
    seconds: float
    seed: str


def kept_plies(path: Path, record: Record, effort: Effort, seed: str) -> KeptLines[PlyValues]:
    """Returns the file of a review in progress, with a line for each move."""
    digest = blake2b(record.to_text().encode(), digest_size=16).hexdigest()
    return KeptLines(path, ReviewPurpose(digest, effort.samples, effort.seconds, seed), PlyValues)
