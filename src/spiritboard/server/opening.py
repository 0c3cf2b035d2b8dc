"""How a stored table is opened, and what becomes of it if the current rules cannot continue it.

A stored table names its pieces and the version of its rules. With the same rules it continues from its latest stored
position. With newer rules it continues only if every entry after that position has the outcome that was stored; the
newer rules then hold from that position on. A finished game is replayed, or else told from its stored events.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from spiritboard.server.live_table import LiveTable
from spiritboard.server.past import are_same, told
from spiritboard.server.storage import ListedTable, Position, Storage, StoredTable
from spiritboard.table.events import Event
from spiritboard.table.record import EventsData, Move
from spiritboard.table.registry import find, games
from spiritboard.table.state import State

OLDER = "This game was played by older rules, and cannot go on by those of today."
TOLD = "This game was played by older rules, and is told as it was stored."
NEWER = "This game is played by newer rules than this server has."
BROKEN = "This game cannot be opened; what was stored of it is kept."
SPANS = "This game was begun by older rules and went on by newer ones, so it is told and cannot be replayed."
ELSEWHERE = "This game is being played at a server that is being upgraded; please come back in a moment."


@dataclass(frozen=True)
class FoundTable:
    """A table as it was found in the storage."""

    table: StoredTable
    played: list[Move]
    position: Position | None  # the latest stored one

    @property
    def rules(self) -> str:
        return _rules(self.table.rules_version, self.table.pieces)


class Closed(Exception):
    """Raised for a table at which nobody can play any more, with a sentence that says why."""

    def __init__(self, found: FoundTable, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.found = found
        self.sentence = sentence
        self.reason = reason  # for the log; it holds no secret of the game


class Elsewhere(Exception):
    """Raised for a table that another server plays by rules which this server does not have."""


class Differs(Exception):
    """Raised if an entry has another outcome than the one that was stored."""


def served_rules() -> dict[str, str]:
    """Returns the version of the rules and the pieces by which this server plays each game."""
    return {game.id: _rules(game.rules_version, game.own_pieces.digest()) for game in games().values()}


def _rules(version: int, pieces: str) -> str:
    return f"{version} {pieces}"


def has_same_rules(table: StoredTable) -> bool:
    """Returns whether a table is played by the current rules. Version 0.1.0 did not store the pieces."""
    game = find(table.game)
    return table.rules_version == game.rules_version and table.pieces in ("", game.own_pieces.digest())


def cannot_go_on(table: ListedTable) -> bool:
    """Returns whether the current rules surely cannot continue a table, because its pieces are different."""
    game = find(table.game)
    return table.rules_version < game.rules_version and table.pieces != game.own_pieces.digest()


def dealt(table: StoredTable) -> str:
    """Deal a new table: fill in what is stored of the deal. Returns the position after it."""
    live = LiveTable(table, [])
    table.rules_version = live.game.rules_version
    table.pieces = live.in_progress.state.config.digest
    table.pending = live.in_progress.state.pending()
    table.events = events_data(live.events)
    return live.in_progress.state.to_json()


def events_data(events: list[Event]) -> EventsData:
    return [event.to_data() for event in events]


@dataclass(frozen=True)
class OpenedTable:
    """A live table, with the current rules if it continues by them, and the outcomes that are still to be stored."""

    live: LiveTable
    completed: list[Move] | None = None  # its entries with the outcomes that version 0.1.0 did not store

    def is_to_be_noted(self, found: FoundTable) -> bool:
        """Returns whether the storage must be changed because of the opening."""
        is_raised = self.live.stored.rules_version != found.table.rules_version
        return is_raised or found.table.closed is not None or self.completed is not None


def open_table(found: FoundTable) -> OpenedTable:
    """Returns the live table of a stored one. Raises Closed if the current rules cannot continue it."""
    table = found.table
    if table.closed not in (None, OLDER) or (table.closed == OLDER and not _is_known_to_be_same(table)):
        raise Closed(found, str(table.closed))
    try:
        return _opened(found)
    except Exception as error:  # rules may fail in any way on data that they do not know; only this table is concerned
        raise Closed(found, _why(table), f"{table.game}, {_kind(error)}") from None


def find_table(storage: Storage, key: str) -> FoundTable | None:
    """Returns a table with all that is stored of it; None if there is no such table."""
    position = storage.position(key)
    loaded = storage.load(key)
    return None if loaded is None else FoundTable(*loaded, position)


def note_opened(storage: Storage, found: FoundTable, opened: OpenedTable) -> None:
    """Store that a table continues by newer rules, or again by its own, and add the outcomes that were missing."""
    table, live = found.table, opened.live
    if table.rules_version != live.stored.rules_version:
        storage.go_on_by(table, live.stored.rules_version, live.stored.rules_since)
    if table.closed is not None:
        storage.close_table(table, None)
        live.stored.closed = None
    if opened.completed is not None:
        state = live.in_progress.state
        position = None if state.reversible else Position(live.number, state.to_json())
        live.stored.standings = state.standings().to_data() if state.over else None
        storage.complete(live.stored, opened.completed, position)


def _is_known_to_be_same(table: StoredTable) -> bool:
    """Returns whether the stored rules and pieces are the current ones.

    A table that newer rules have closed is open again after a server went back to the older rules."""
    return has_same_rules(table) and table.pieces != ""


def _why(table: StoredTable) -> str:
    if table.rules_version > find(table.game).rules_version:
        return NEWER
    if _is_known_to_be_same(table):
        return BROKEN
    return OLDER if table.verdict is None else TOLD


def _kind(error: Exception) -> str:
    """Returns only the kind of an error, because its words may name a player's secret."""
    return str(error) if isinstance(error, Differs) else type(error).__name__


def _opened(found: FoundTable) -> OpenedTable:
    if has_same_rules(found.table):
        opened = _reopened(found)
    elif found.table.verdict is not None:
        opened = OpenedTable(_played_again(found))
    else:
        opened = OpenedTable(_continued(found))
    _check_end(opened.live)
    return opened


def _reopened(found: FoundTable) -> OpenedTable:
    """Returns a table that was played by the current rules."""
    if _is_recalled(found):
        return OpenedTable(LiveTable(found.table, found.played, found.position))
    if found.table.rules_since is not None:
        raise Differs("its position is not stored")
    live = LiveTable(found.table, [])
    first = events_data(live.events), live.in_progress.state.pending()
    completed = [live.carry_out(entry) for entry in found.played]
    if is_complete(found):
        return OpenedTable(live)
    live.stored.events, live.stored.pending = first
    live.stored.pieces = live.in_progress.state.config.digest
    return OpenedTable(live, completed)


def is_complete(found: FoundTable) -> bool:
    """Returns whether the outcomes of the deal and of all entries are stored, which newer rules need."""
    return found.table.events is not None and all(entry.events is not None for entry in found.played)


def _played_again(found: FoundTable) -> LiveTable:
    """Returns a finished game whose entries have the same outcomes by the current rules."""
    if found.table.rules_since is not None:
        raise Differs("it was played by several versions of the rules")
    live = LiveTable(found.table, [])
    _play_exactly(live, found.played)
    return live


def _continued(found: FoundTable) -> LiveTable:
    """Returns a game that was begun by older rules, and whose entries since its stored position have the same outcomes
    by the current rules."""
    table, position = found.table, found.position
    today = find(table.game)
    if table.rules_version > today.rules_version or table.pieces != today.own_pieces.digest():
        raise Differs("its rules or pieces are others")
    if position is None or not _is_recalled(found):
        raise Differs("its position is not stored")
    raised = replace(table, rules_version=today.rules_version, rules_since=position.number)
    live = LiveTable(raised, found.played[: position.number], position)
    _must_be(live.in_progress.state.pending(), list(_asked_at(found, position.number)), position.number)
    _play_exactly(live, found.played[position.number :])
    return live


def _asked_at(found: FoundTable, number: int) -> list[int] | tuple[int, ...]:
    pending = found.played[number - 1].pending if number else found.table.pending
    return pending or ()


def _is_recalled(found: FoundTable) -> bool:
    """Returns whether the outcomes of all entries before the stored position are stored."""
    if found.position is None or found.position.number < (found.table.rules_since or 0):
        return False
    before = found.played[: found.position.number]
    told = found.table.events is not None and all(entry.events is not None for entry in before)
    return told and len(before) == found.position.number


def _play_exactly(live: LiveTable, played: list[Move]) -> None:
    """Carry out entries. Raises Differs if one has another outcome than the stored one."""
    for entry in played:
        if entry.events is None and live.stored.verdict is None:
            raise Differs(f"entry {live.number} was stored without what it told")
        happened = live.carry_out(entry)
        if entry.events is not None:
            _must_be(happened.pending, list(entry.pending or ()), live.number)
            if not are_same(live.game, told(happened.events), told(entry.events)):
                raise Differs(f"entry {live.number} differs")


def _must_be(found: object, stored: object, number: int) -> None:
    if json.loads(json.dumps(found)) != stored:
        raise Differs(f"entry {number} differs")


def _check_end(live: LiveTable) -> None:
    """Raises Differs if a finished game does not end as it was stored."""
    state, table = live.in_progress.state, live.stored
    if table.verdict is None:
        return
    if not state.over:
        raise Differs("it does not end")
    if table.standings is not None:
        _must_be(state.standings().to_data(), table.standings, live.number)
    else:
        _must_be(verdict(state, live.names), table.verdict, live.number)


def verdict(state: State, names: list[str]) -> str:
    """Returns how a finished game ended, with the players' names."""
    return Event("verdict", state.verdict(), {}).say(names)
