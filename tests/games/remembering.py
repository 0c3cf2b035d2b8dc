"""Whether what a seat remembers is what the log has told: nothing more, and nothing is forgotten too early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State
from spiritboard.table.view import Remembered
from tests.contract.walk import walk

DECISIONS = 250


class Log(Protocol):
    """What somebody knows who reads the whole log, event by event, and sees the table."""

    def read(self, event: Event) -> None: ...

    def memory(self, state: State, seat: int) -> Mapping[str, object]:
        """Returns what this seat should remember by now."""
        ...


def assert_remembers_the_log(setup: GameSetup, log: Log, seed: object) -> None:
    """Compares, before each decision, a seat's memory and vector with those made from the log."""
    told = 0
    for at, ply in enumerate(walk(setup, seed, listen=True, every=True)):
        if at == DECISIONS:
            break
        events = ply.state.heard(None)
        for event in events[told:]:
            log.read(event)
        told = len(events)
        compare(setup, ply.state, at % setup.config.seats, log)


def compare(setup: GameSetup, state: State, seat: int, log: Log) -> None:
    expected = log.memory(state, seat)
    assert state.remember(seat) == expected, [event.words for event in state.heard(seat)[-12:]]
    sight = cast(Remembered, {**state.sight(seat), "memory": expected})
    assert setup.observation.vector_of(state, seat) == setup.observation.vector(sight)


def told_fields(setup: GameSetup, state: State, seat: int) -> dict[str, object]:
    """Returns the facts in a seat's vector, by the names of their fields."""
    observation = setup.observation
    facts = observation.read(observation.vector_of(state, seat))
    return {field.name: fact for field, fact in zip(observation.fields, facts, strict=True)}


def marked(setup: GameSetup, state: State, seat: int, name: str) -> dict[str, int]:
    """Returns the positions of a seat's vector that are not 0 and whose names begin with `name`."""
    observation = setup.observation
    vector = observation.vector_of(state, seat)
    named = zip(observation.names(), vector, strict=True)
    return {each: number for each, number in named if number and each.startswith(name)}
