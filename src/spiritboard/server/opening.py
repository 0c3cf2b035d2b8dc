"""How a stored table is opened: whether today's rules can go on with it, and what becomes of it if not.

A table names the version of the rules and the pieces that it is played by. With the same rules it goes on from its
latest stored position. With newer ones it does so only if every entry after that position happens exactly as it was
stored; from then on the newer rules hold, since that position. A finished game is shown as it was played, or told from
what was stored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Entry, Listed, Position, Storage, StoredTable
from spiritboard.table.events import Event
from spiritboard.table.registry import find, games
from spiritboard.table.state import State

OLDER = "This game was played by older rules, and cannot go on by those of today."
TOLD = "This game was played by older rules, and is told as it was stored."
NEWER = "This game is played by newer rules than this server has."
BROKEN = "This game cannot be opened; what was stored of it is kept."
SPANS = "This game was begun by older rules and went on by newer ones, so it is told and cannot be replayed."
ELSEWHERE = "This game is being played at a server that is being upgraded; please come back in a moment."


@dataclass(frozen=True)
class Found:
    """A table as it was found in the storage."""

    table: StoredTable
    played: list[Entry]
    position: Position | None

    @property
    def rules(self) -> str:
        return _rules(self.table.rules_version, self.table.pieces)


class Closed(Exception):
    """A table at which nothing more is played, with a sentence that says why and what was stored of it."""

    def __init__(self, found: Found, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.found = found
        self.sentence = sentence
        self.reason = reason  # for the log: without anything that a player may not know


class Elsewhere(Exception):
    """A table that another server plays by rules which this one does not have."""


class Differs(Exception):
    """An entry does not bring what it brought when it was stored."""


def served_rules() -> dict[str, str]:
    """By which rules and pieces this server plays each game."""
    return {game.id: _rules(game.rules_version, game.own_pieces.digest()) for game in games().values()}


def _rules(version: int, pieces: str) -> str:
    return f"{version} {pieces}"


def has_same_rules(table: StoredTable) -> bool:
    """Whether a table is played by today's rules; version 0.1.0 did not store the pieces."""
    game = find(table.game)
    return table.rules_version == game.rules_version and table.pieces in ("", game.own_pieces.digest())


def cannot_go_on(table: Listed) -> bool:
    """Whether it is plain, without opening it, that today's rules cannot go on with a table: its pieces are others."""
    game = find(table.game)
    return table.rules_version < game.rules_version and table.pieces != game.own_pieces.digest()


def dealt(table: StoredTable) -> str:
    """Deal a new table: completes it with what is stored of the deal, and returns the position after it."""
    live = LiveTable(table, [])
    table.rules_version = live.game.rules_version
    table.pieces = live.in_progress.state.config.digest
    table.pending = live.in_progress.state.pending()
    table.events = data(live.events)
    return live.in_progress.state.to_json()


def data(events: list[Event]) -> list[dict[str, object]]:
    return [event.to_data() for event in events]


@dataclass(frozen=True)
class Opened:
    """A room, its rules raised to those of today if it goes on by them, and what is to be added to the storage."""

    live: LiveTable
    completed: list[Entry] | None = None  # with what version 0.1.0 did not store

    def is_to_be_noted(self, found: Found) -> bool:
        """Whether the storage must know of it."""
        is_raised = self.live.stored.rules_version != found.table.rules_version
        return is_raised or found.table.closed is not None or self.completed is not None


def open_table(found: Found) -> Opened:
    """The room of a table; Closed if today's rules cannot go on with it."""
    table = found.table
    if table.closed not in (None, OLDER) or (table.closed == OLDER and not _is_known_to_be_same(table)):
        raise Closed(found, str(table.closed))
    try:
        return _opened(found)
    except Exception as error:  # whatever rules do with what they do not know, it concerns this table alone
        raise Closed(found, _why(table), f"{table.game}, {_kind(error)}") from None


def find_table(storage: Storage, key: str) -> Found | None:
    """A table and all that was stored with it."""
    position = storage.position(key)
    loaded = storage.load(key)
    return None if loaded is None else Found(*loaded, position)


def note_opened(storage: Storage, found: Found, opened: Opened) -> None:
    """Store that a table goes on by newer rules, or by its own again, and what was not stored with it before."""
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
    """A table that newer rules closed is open to its own, if somebody went back to them."""
    return has_same_rules(table) and table.pieces != ""


def _why(table: StoredTable) -> str:
    if table.rules_version > find(table.game).rules_version:
        return NEWER
    if _is_known_to_be_same(table):
        return BROKEN
    return OLDER if table.verdict is None else TOLD


def _kind(error: Exception) -> str:
    """Only the kind of an error: its words may name what somebody holds."""
    return str(error) if isinstance(error, Differs) else type(error).__name__


def _opened(found: Found) -> Opened:
    if has_same_rules(found.table):
        opened = _reopened(found)
    elif found.table.verdict is not None:
        opened = Opened(_played_again(found))
    else:
        opened = Opened(_gone_on_with(found))
    _check_end(opened.live)
    return opened


def _reopened(found: Found) -> Opened:
    """By the rules it was played by."""
    if _is_recalled(found):
        return Opened(LiveTable(found.table, found.played, found.position))
    if found.table.rules_since is not None:
        raise Differs("its position is not stored")
    live = LiveTable(found.table, [])
    first = data(live.events), live.in_progress.state.pending()
    completed = [carried_out(live, entry) for entry in found.played]
    if is_complete(found):
        return Opened(live)
    live.stored.events, live.stored.pending = first
    live.stored.pieces = live.in_progress.state.config.digest
    return Opened(live, completed)


def carried_out(live: LiveTable, entry: Entry) -> Entry:
    """Carry out an entry; the same with what it asked and told."""
    before = len(live.events)
    live.carry_out(entry)
    news = live.events[before:] if entry.path else []
    return replace(entry, pending=tuple(live.in_progress.state.pending()), events=data(news))


def is_complete(found: Found) -> bool:
    """Whether everything was stored with a table and its entries that is needed to go on with it by newer rules."""
    return found.table.events is not None and all(entry.events is not None for entry in found.played)


def _played_again(found: Found) -> LiveTable:
    """A finished game that happens by today's rules exactly as it did."""
    if found.table.rules_since is not None:
        raise Differs("it was played by several versions of the rules")
    live = LiveTable(found.table, [])
    _play_exactly(live, found.played)
    return live


def _gone_on_with(found: Found) -> LiveTable:
    """A game that was begun by older rules, and happens from its stored position on as it would by those of today."""
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


def _asked_at(found: Found, number: int) -> list[int] | tuple[int, ...]:
    pending = found.played[number - 1].pending if number else found.table.pending
    return pending or ()


def _is_recalled(found: Found) -> bool:
    """Whether all that led to the stored position was stored with it."""
    if found.position is None or found.position.number < (found.table.rules_since or 0):
        return False
    before = found.played[: found.position.number]
    told = found.table.events is not None and all(entry.events is not None for entry in before)
    return told and len(before) == found.position.number


def _play_exactly(live: LiveTable, played: list[Entry]) -> None:
    """Carry out what was played; Differs unless each entry asks and tells what was stored with it, if that was."""
    for entry in played:
        if entry.events is None and live.stored.verdict is None:
            raise Differs(f"entry {live.number} was stored without what it told")
        happened = carried_out(live, entry)
        if entry.events is not None:
            _must_be([happened.events, happened.pending], [entry.events, list(entry.pending or ())], live.number)


def _must_be(found: object, stored: object, number: int) -> None:
    if json.loads(json.dumps(found)) != stored:
        raise Differs(f"entry {number} differs")


def _check_end(live: LiveTable) -> None:
    """A finished game has ended as it was stored."""
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
    return Event("verdict", state.verdict(), {}).say(names)
