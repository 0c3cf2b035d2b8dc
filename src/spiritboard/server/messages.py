"""Sentences that pages, sockets and the API share, and the words for a move."""

from __future__ import annotations

NO_TABLE = "There is no such table."
NOT_TO_CLOSE = "Only the host can close a game, as long as it is not over and nobody else sits there."
NOT_ALONE = "You are not alone at this table, so the bots take their time."
RESTARTS = "The server restarts; your table comes back by itself in a moment."
UNREACHABLE = "Our tables cannot be reached just now; please try again in a moment."


def say_path(path: tuple[str, ...]) -> str:
    """Returns the picks of a move in words."""
    return ", ".join(pick.replace("-", " ") for pick in path)
