"""Text files that somebody brings: pieces and records."""

from __future__ import annotations

from pathlib import Path

from spiritboard.table.errors import TableError


def read_text(path: Path, most: int, error: type[TableError]) -> str:
    """What is written there, of at most so many bytes; an error of this kind says why it cannot be had."""
    try:
        with path.open("rb") as file:
            written = file.read(most + 1)  # not its size, which a device has not
        if len(written) > most:
            raise error(f"{path}: larger than such a file can be ({most} bytes).")
        return written.decode("utf-8-sig")  # some editors begin with a mark
    except OSError as failed:
        raise error(f"{path}: cannot be read ({failed.strerror}).") from None
    except UnicodeDecodeError:
        raise error(f"{path}: is not text in UTF-8.") from None
