"""Reading text files that a user names: pieces and records."""

from __future__ import annotations

from pathlib import Path

from spiritboard.table.errors import TableError


def read_text(path: Path, most: int, error: type[TableError]) -> str:
    """Returns the text of a file. Raises `error` if it cannot be read, is not UTF-8, or is longer than `most` bytes."""
    try:
        with path.open("rb") as file:
            written = file.read(most + 1)  # read, because a device does not know its size
        if len(written) > most:
            raise error(f"{path}: larger than such a file can be ({most} bytes).")
        return written.decode("utf-8-sig")  # because some editors write a byte order mark
    except OSError as failed:
        raise error(f"{path}: cannot be read ({failed.strerror}).") from None
    except UnicodeDecodeError:
        raise error(f"{path}: is not text in UTF-8.") from None
