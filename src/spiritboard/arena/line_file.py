"""A file that keeps results while they are computed, so that interrupted work goes on where it was."""

from __future__ import annotations

from pathlib import Path

from spiritboard.table.errors import TableError


class LineFile:
    """A file with a line for each result, under a first line that says what they belong to. Both are JSON."""

    def __init__(self, file: Path, head: bytes, what: str) -> None:
        """Reads the file, or begins it with this head. Raises TableError if that is impossible; `what` is a word for
        the work."""
        self.head = head
        self.lines: list[bytes] = []
        self._file = file
        try:
            if file.exists() and file.stat().st_size:
                self.head, *self.lines = file.read_bytes().split(b"\n")
                self._cut = self.lines[-1:] != [b""]
                self.lines = self.lines[:-1]  # a last line without an end was cut off while it was written
            else:
                file.write_bytes(head + b"\n")
                self._cut = False
        except OSError as error:
            raise TableError(f"{file}: the {what} cannot be resumed from this file ({error.strerror}).") from None

    def add(self, line: bytes) -> None:
        """Writes a result. Removes what was left of a line that was cut off."""
        if self._cut:
            self._file.write_bytes(b"\n".join([self.head, *self.lines]) + b"\n")
            self._cut = False
        with self._file.open("ab") as lines:
            lines.write(line + b"\n")
