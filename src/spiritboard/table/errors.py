"""The errors that a caller can cause. Each message is one or two sentences for a person."""

from __future__ import annotations


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


class BadRecord(TableError):
    """A record that cannot be read or does not replay."""


def require(holds: bool, rule: str) -> None:
    """Raises BadPosition with this sentence, which says what must hold, unless it holds."""
    if not holds:
        raise BadPosition(rule)
