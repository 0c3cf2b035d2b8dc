"""The history of a table before a stored position, read from its entries. No rules are needed for it."""

from __future__ import annotations

import json

from spiritboard.server.storage import Position, StoredTable
from spiritboard.table.choice import CHOICE_MADE
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import Event
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.record import EventsData, Move
from spiritboard.table.state import State


class Past:
    """The moves that were made and not taken back, and their events. A move without stored events adds none."""

    def __init__(self, stored: StoredTable) -> None:
        self.moves: list[Move] = []
        self.events: list[Event] = told(stored.events)
        self._told_before: list[int] = []  # how many events there were before each move

    def add(self, entry: Move) -> None:
        if not entry.takes_back:
            self._told_before.append(len(self.events))
            self.events += told(entry.events)
            self.moves.append(entry.without_outcome())
        elif self.moves:
            self.moves.pop()
            del self.events[self._told_before.pop() :]


def told(events: EventsData | None) -> list[Event]:
    """Returns stored events as objects, and none if none are stored."""
    return [Event(**event) for event in events or []]  # type: ignore[arg-type] # as Event.to_data wrote them


def are_same(game: Game, happened: list[Event], stored: list[Event]) -> bool:
    """Returns whether these events are the stored ones. A newer version may tell more facts, and say them better.

    Events that only say what was picked do not count: earlier versions did not tell them."""
    besides = {CHOICE_MADE.name, *(kind.name for kind in game.told_besides)}
    happened, stored = ([each for each in events if each.kind not in besides] for events in (happened, stored))
    return len(happened) == len(stored) and all(map(_is_same, happened, stored))


def _is_same(happened: Event, stored: Event) -> bool:
    facts = {name: value for name, value in happened.data.items() if name in stored.data}
    same = json.loads(json.dumps(facts)) == stored.data
    return same and (happened.kind, happened.to) == (stored.kind, stored.to)


def resumed(setup: GameSetup, position: Position, events: list[Event]) -> State:
    """Returns the state of a stored position, with all events so far. Raises BadPosition if the rules refuse it."""
    state = setup.game.from_json(position.text)
    if state.config.seats != setup.config.seats or state.config.options != setup.config.options:
        raise BadPosition("This position belongs to another table.")
    state.listen()
    assert state.events is not None
    state.events += events
    return state
