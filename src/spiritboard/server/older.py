"""The page of a table at which nobody can play any more. It is told from stored data, without any rules."""

from __future__ import annotations

from typing import Literal

from spiritboard.server.opening import Closed, FoundTable
from spiritboard.server.past import told
from spiritboard.server.people import Person
from spiritboard.table.game import say_picks
from spiritboard.table.record import EventsData, Move


def older_context(closed: Closed, person: Person | None) -> dict[str, object]:
    """Returns what the page shows: the players, the verdict, and the events that everybody may know."""
    table = closed.found.table
    return {
        "sentence": closed.sentence,
        "verdict": table.verdict,
        "places": _places(closed.found, person),
        # What was told of a deal is not shown if the game never began.
        "story": story(closed.found) if closed.found.played else [],
    }


def story(found: FoundTable) -> list[str]:
    """Returns the events in words, without moves that were taken back.

    They are all events of a finished game, and else only those that all players heard."""
    moves = [_events(found, found.table.events)]
    for entry in found.played:
        if not entry.takes_back:
            moves.append(_lines(found, entry))
        elif len(moves) > 1:
            moves.pop()
    return [line for lines in moves for line in lines]


def _lines(found: FoundTable, entry: Move) -> list[str]:
    if entry.events is not None:
        return _events(found, entry.events)
    name = found.table.chairs[entry.seat].name
    # Picks may name a secret of the player.
    return [f"{name}: {say_picks(entry.path)}." if found.table.verdict is not None else f"{name} moves."]


def _events(found: FoundTable, events: EventsData | None) -> list[str]:
    names = [chair.name for chair in found.table.chairs]
    is_over = found.table.verdict is not None
    return [event.say(names) for event in told(events) if is_over or event.to is None]


def _places(found: FoundTable, person: Person | None) -> list[dict[str, object]]:
    """Returns the players, in the order of their places if those are stored."""
    chairs = found.table.chairs
    places, scores = _numbers(found, "places"), _numbers(found, "scores")
    return [
        {
            "name": chairs[seat].name,
            "place": places[seat],
            "score": scores[seat],
            "you": person is not None and chairs[seat].person == person.id,
        }
        for seat in sorted(range(len(chairs)), key=lambda seat: places[seat] or 0)
        if chairs[seat].kind != "open"
    ]


def _numbers(found: FoundTable, name: Literal["places", "scores"]) -> list[int | None]:
    standings = found.table.standings
    stored = None if standings is None else standings[name]
    return [None] * len(found.table.chairs) if stored is None else [*stored]
