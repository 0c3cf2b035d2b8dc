"""Checks whether a stored table replays by the rules of this version."""

from __future__ import annotations

from dataclasses import replace

from spiritboard.server.export import TableContent
from spiritboard.server.opening import Closed, FoundTable, has_same_rules, is_complete, open_table
from spiritboard.server.past import Past, are_same
from spiritboard.table.events import Event
from spiritboard.table.registry import games


def problem(content: TableContent) -> str | None:
    """Returns why the table does not replay, in a sentence without secrets, or None if it does. A closed table is not
    replayed: its page shows only what was stored."""
    if content.table.closed is not None:
        return None
    if content.table.game not in games():
        return "This game is not installed."
    found = content.found()
    try:
        replayed = open_table(_from_the_deal(found)).live.events
    except Closed as closed:
        return f"{closed.sentence} ({closed.reason})"
    if is_complete(found) and not are_same(games()[content.table.game], replayed, _stored_events(found)):
        return "It replays, but its events differ from those that were stored."
    return None


def _from_the_deal(found: FoundTable) -> FoundTable:
    """Returns the table without its stored position, so that it is replayed from the deal; with it, if an earlier part
    was played by other rules."""
    is_whole = has_same_rules(found.table) and found.table.rules_since is None
    return replace(found, position=None) if is_whole else found


def _stored_events(found: FoundTable) -> list[Event]:
    past = Past(found.table)
    for entry in found.played:
        past.add(entry)
    return past.events
