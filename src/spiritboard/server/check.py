"""Whether a stored table would replay by the rules of this version."""

from __future__ import annotations

from spiritboard.server.export import Content
from spiritboard.server.opening import Closed, open_table
from spiritboard.server.room import Room
from spiritboard.table.errors import TableError
from spiritboard.table.events import Event
from spiritboard.table.shelf import games


def problem(content: Content) -> str | None:
    """Why not, in a sentence; None if it would."""
    if content.table.game not in games():
        return "This game is not installed."
    if content.table.rules_since is not None:
        return _opening_problem(content)
    try:
        room = Room(content.stored(), content.played())
    except TableError as error:
        return f"It does not replay: {error}"
    except Exception as error:  # rules that have changed may fail in any way
        return f"It does not replay ({type(error).__name__})."
    return _verdict_problem(content, room)


def _opening_problem(content: Content) -> str | None:
    """Of a table that was begun by older rules, and is never replayed from its deal."""
    try:
        open_table(content.found())
    except Closed as closed:
        return closed.sentence
    return None


def _verdict_problem(content: Content, room: Room) -> str | None:
    state = room.sitting.state
    verdict = Event("verdict", state.verdict(), {}).say(room.names) if state.over else None
    if verdict == content.table.verdict:
        return None
    return f"It was stored as “{content.table.verdict or 'not over'}”, and replays as “{verdict or 'not over'}”."
