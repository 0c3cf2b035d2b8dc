"""The score sheet at the end of Halloween: all Haunt Points, and what they came from."""

from __future__ import annotations

from spiritboard.games.halloween.words import GAME_ENDED, SourceOfPoints
from spiritboard.table.events import Event
from spiritboard.table.summary import ScoreLine, Summary


def summary(events: list[Event]) -> Summary | None:
    """Returns the sheet of the game's end. It is None without an end, or if an earlier version stored the end."""
    ended = next((facts for event in events if (facts := GAME_ENDED.read(event)) is not None), None)
    if ended is None or "sources" not in ended:
        return None
    lines = [
        ScoreLine((seat,), before, after, say_sources(sources))
        for seat, (before, after, sources) in enumerate(
            zip(ended["before"], ended["points"], ended["sources"], strict=True)
        )
    ]
    return Summary("The night is over", "Haunt Points", tuple(lines))


def say_sources(sources: list[SourceOfPoints]) -> str:
    """Returns what a player's points came from, such as "42 by haunting, 9 by occupying cards"."""
    return ", ".join(f"{source['points']} by {source['why']}" for source in sources)
