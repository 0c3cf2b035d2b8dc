"""Whether a stored table would replay by the rules of this version."""

from __future__ import annotations

import json
from dataclasses import replace

from spiritboard.server.export import Content
from spiritboard.server.opening import Closed, FoundTable, events_data, has_same_rules, is_complete, open_table
from spiritboard.server.past import Past
from spiritboard.table.events import Event
from spiritboard.table.registry import games


def problem(content: Content) -> str | None:
    """Why not, in a sentence without anything that a player may not know; None if it would. A table that was closed is
    only told from what was stored."""
    if content.table.closed is not None:
        return None
    if content.table.game not in games():
        return "This game is not installed."
    found = content.found()
    try:
        told = open_table(_from_the_deal(found)).live.events
    except Closed as closed:
        return f"{closed.sentence} ({closed.reason})"
    if is_complete(found) and _data(told) != _data(_stored_events(found)):
        return "It replays, but tells something else than it did."
    return None


def _from_the_deal(found: FoundTable) -> FoundTable:
    """A server goes on from the latest stored position; here everything is played again, if the rules are the same."""
    is_whole = has_same_rules(found.table) and found.table.rules_since is None
    return replace(found, position=None) if is_whole else found


def _stored_events(found: FoundTable) -> list[Event]:
    past = Past(found.table)
    for entry in found.played:
        past.add(entry)
    return past.events


def _data(events: list[Event]) -> object:
    return json.loads(json.dumps(events_data(events)))
