"""The errors that a caller can cause. Each message is one or two sentences for a person."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class TableError(ValueError):
    """The base of these errors. Programs that talk to people catch it and show its message."""


class IllegalMove(TableError):
    """A move that may not be made now."""


class BadPosition(TableError):
    """A position that cannot be one of this game."""


class BadSetup(TableError):
    """A game, a number of seats or an option that does not exist."""


class BadPieces(TableError):
    """A pieces file that cannot be played with."""


class BadLesson(TableError):
    """A lesson, a figure, a puzzle or a text on how to play that does not fit the rules."""


class BadWeights(TableError):
    """Weights of a learned judgement that cannot be read, or that were trained for something else."""


class BadRecord(TableError):
    """A record that cannot be read or does not replay."""


def nearest(given: str, known: Iterable[str]) -> str:
    """Returns a question that names the known name which is most like the given one, with a space before it.

    Returns an empty text if no known name is much like it."""
    by_lower_case = {name.lower(): name for name in known}
    found = get_close_matches(given.lower(), by_lower_case, n=1)
    return f" Did you mean {by_lower_case[found[0]]!r}?" if found else ""


def require(holds: bool, rule: str) -> None:
    """Raises BadPosition with this sentence, which says what must hold, unless it holds."""
    if not holds:
        raise BadPosition(rule)
