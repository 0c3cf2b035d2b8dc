"""The moves of a review that are worked out already, in a file, so that an interrupted review goes on."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import msgspec

from spiritboard.review.review import PlyValues
from spiritboard.review.values import Effort
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import Record


class Purpose(msgspec.Struct, frozen=True):
    """The first line of the file: for which review the values were worked out."""

    record: str  # a digest of its text
    samples: int
    seconds: float
    seed: str


class KeptPlies:
    """A file with a line for each move. Values of another record, or of another effort, are not used."""

    def __init__(self, path: Path, record: Record, effort: Effort, seed: str) -> None:
        self.path = path
        digest = blake2b(record.to_text().encode(), digest_size=16).hexdigest()
        self._purpose = Purpose(digest, effort.samples, effort.seconds, seed)
        self._file: TextIO | None = None

    def read(self) -> list[PlyValues]:
        """Returns the values in the file. A last line that was cut off by an interruption is left out."""
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        try:
            if msgspec.json.decode(lines[0], type=Purpose) != self._purpose:
                return []
        except (IndexError, msgspec.DecodeError):
            return []
        return [ply for line in lines[1:] if (ply := _decoded(line)) is not None]

    def __enter__(self) -> Self:
        """Begin to write. Raises BadSetup if the file cannot be written."""
        known = self.read()
        try:
            self._file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            raise BadSetup(f"{self.path}: cannot be written ({error.strerror}).") from None
        self._write(self._purpose)
        for ply in known:
            self.add(ply)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, ply: PlyValues) -> None:
        self._write(ply)

    def _write(self, value: msgspec.Struct) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(value).decode() + "\n")
        self._file.flush()

    def remove(self) -> None:
        """Remove the file, because the review is done."""
        self.path.unlink(missing_ok=True)


def _decoded(line: str) -> PlyValues | None:
    try:
        return msgspec.json.decode(line, type=PlyValues)
    except msgspec.DecodeError:
        return None
