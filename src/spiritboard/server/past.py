"""What was played at a table before a stored position, as its entries tell it: without asking the rules."""

from __future__ import annotations

from spiritboard.server.storage import Entry, Position, StoredTable, Told
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.record import Move
from spiritboard.table.state import State


class Past:
    """The moves that were made and not taken back, and what they told. Entries without stored events told nothing."""

    def __init__(self, stored: StoredTable) -> None:
        self.moves: list[Move] = []
        self.events: list[Event] = told(stored.events)
        self._told_before: list[int] = []  # how many events there were before each move

    def add(self, entry: Entry) -> None:
        if entry.path:
            self._told_before.append(len(self.events))
            self.events += told(entry.events)
            self.moves.append(Move(entry.seat, entry.path, Dice.at(entry.dice).text()))
        elif self.moves:
            self.moves.pop()
            del self.events[self._told_before.pop() :]


def told(events: Told | None) -> list[Event]:
    """Stored events as they were told."""
    return [Event(**event) for event in events or []]  # type: ignore[arg-type] # as Event.to_data wrote them


def resumed(setup: GameSetup, position: Position, events: list[Event]) -> State:
    """The state of a stored position, with all that has been told; BadPosition if these rules do not know it."""
    state = setup.game.from_json(position.text)
    if state.config.seats != setup.config.seats or state.config.options != setup.config.options:
        raise BadPosition("This position is one of another table.")
    state.listen()
    assert state.events is not None
    state.events += events
    return state
