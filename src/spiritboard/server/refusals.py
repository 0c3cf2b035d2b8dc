"""Why the table service refuses a request: errors that pages, sockets and the API each answer in their own way."""

from __future__ import annotations


class Stale(Exception):
    """Raised for a move that answers a question which is no longer asked."""


class NotYours(Exception):
    """Raised if only another person may do this."""


class NotAlone(Exception):
    """Raised if another person at the table must be asked too."""


class Full(Exception):
    """Raised if no chair is free."""
