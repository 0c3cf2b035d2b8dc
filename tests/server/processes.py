"""Looks at processes by way of /proc: which ones another has started, and which have ended."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def children(process: int) -> list[int]:
    """Returns the processes that a process has started. There are none if it has ended."""
    found: list[int] = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread may end meanwhile
            found += map(int, listed.read_text().split())
    return found


def descendants(process: int) -> list[int]:
    """Returns the processes that a process has started, and those that they have started."""
    return [each for child in children(process) for each in (child, *descendants(child))]


def state_of(process: int) -> str:
    """Returns the letter by which Linux shows the state of a process: T if it is stopped, Z if it has ended and its
    parent has not noticed that; nothing if there is no such process."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def is_alive(process: int) -> bool:
    """Returns whether a process exists and is not a zombie."""
    return state_of(process) not in ("", "Z")
