"""Whether what a seat remembers is what the log has told it: no more, and nothing is forgotten too early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State
from spiritboard.table.view import Remembered
from tests.contract.walk import Ply, walk

EVERY = 4  # the whole log is read again at every so many decisions
FromLog = Callable[[State, int, list[Event]], Mapping[str, object]]


def assert_remembers_the_log(setup: GameSetup, from_log: FromLog, seed: object) -> int:
    """Compares a seat's memory, and its vector, with those made from the log. Returns how often."""
    times = 0
    for at, ply in enumerate(walk(setup, seed, listen=True, every=True)):
        if at % EVERY == 0:
            compare(setup, ply, (at // EVERY) % setup.config.seats, from_log)
            times += 1
    return times


def compare(setup: GameSetup, ply: Ply, seat: int, from_log: FromLog) -> None:
    state, observation = ply.state, setup.observation
    log = state.heard(seat)
    told = from_log(state, seat, log)
    assert state.remember(seat) == told, [event.words for event in log[-12:]]
    sight = cast(Remembered, {**state.sight(seat), "memory": told})
    assert observation.vector_of(state, seat) == observation.vector(sight)


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
