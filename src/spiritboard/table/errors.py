"""What can be wrong with what the table is given. Every message is one sentence or two for a person."""

from __future__ import annotations


class TableError(ValueError):
    """The common kind: whoever talks to people catches this and says it."""


class IllegalMove(TableError):
    """A move that may not be made now."""


class BadPosition(TableError):
    """A position that cannot be one of this game."""


class BadSetup(TableError):
    """A game, a number of seats or an option that does not exist."""


class BadPieces(TableError):
    """A pieces file that cannot be played with."""


class BadRecord(TableError):
    """A record that cannot be read or does not replay."""
