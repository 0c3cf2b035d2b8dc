"""A seat gets nothing that it cannot know: hidden things can be dealt again, and what the seat gets stays the same."""

from __future__ import annotations

import gc
import json
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.playout import playout
from spiritboard.table.state import State
from tests.contract.walk import finished, walk

MOST_DRAWS = 3000
NEWS = 10  # events are never changed, so older ones are compared by being the same


def seen(state: State, seat: int | None) -> str:
    """Returns everything that this seat is given, as bytes."""
    legal = state.legal(seat) if seat is not None and seat in state.pending() else None
    return json.dumps([state.view(seat), legal, [event.to_data() for event in state.heard(seat)[-NEWS:]]])


def public_fields(state: State) -> dict[str, object]:
    position = state.position()
    return {name: json.loads(json.dumps(position[name])) for name in state.POSITION if name not in state.SECRET}


@pytest.mark.parametrize("seed", range(2))
def test_imagining_leaves_all_that_a_seat_sees(setup: GameSetup, seed: int) -> None:
    for at, (state, *_) in enumerate(walk(setup, seed, listen=True)):
        real, public, open_to_all = state.to_json(), public_fields(state), seen(state, None)
        for seat in [*range(state.seats), None]:
            imagined = state.imagine(seat, Dice(f"{seed}/{at}"))
            assert seen(imagined, seat) == seen(state, seat)
            assert seen(imagined, None) == open_to_all
            assert imagined.heard(seat) == state.heard(seat)
            assert public_fields(imagined) == public
            assert all(event.to in (None, seat) for event in imagined.events or [])
        assert state.to_json() == real


def test_what_is_imagined_can_be_played(setup: GameSetup) -> None:
    for at, (state, *_) in enumerate(walk(setup, "played")):
        if at % 7 == 0:
            for seat in [*range(state.seats), None]:
                imagined = state.imagine(seat, Dice(at))
                setup.game.from_json(imagined.to_json())
                playout(imagined, Dice(at), 10**6)
                assert imagined.over


def leaves(state: State) -> dict[str, str]:
    """Yields every value in a hidden field, with its place."""
    found: dict[str, str] = {}

    def collect(value: object, place: str) -> None:
        if isinstance(value, list):
            for at, part in enumerate(value):
                collect(part, f"{place}.{at}")
        else:
            found[place] = json.dumps(value)

    position = state.position()
    for name in sorted(state.SECRET):
        collect(position[name], name)
    return found


def test_what_is_hidden_takes_its_possible_values(setup: GameSetup) -> None:
    """Over many imagined states each hidden value takes its real value at least once, and each field changes."""
    moved: set[str] = set()
    held: set[str] = set()
    for at, (state, *_) in enumerate(walk(setup, "values")):
        if at > 2 and at != 30:
            continue
        for seat in (0, state.seats - 1, None):
            real = leaves(state)
            changed = values_taken(state, seat, real)
            held |= {place.partition(".")[0] for place in real}
            moved |= {place.partition(".")[0] for place in changed}
    assert moved == held


def values_taken(state: State, seat: int | None, real: dict[str, str]) -> set[str]:
    """Returns the places that changed. Asserts that every place had its real value at least once."""
    changed: set[str] = set()
    unseen = set(real)
    for draw in range(MOST_DRAWS):
        for place, value in leaves(state.imagine(seat, Dice(f"{seat}/{draw}"))).items():
            if value == real[place]:
                unseen.discard(place)
            else:
                changed.add(place)
        if not unseen and draw > 20:
            return changed
    raise AssertionError(f"never what they really are, for seat {seat}: {sorted(unseen)}")


def test_imagining_twice_is_imagining_once(setup: GameSetup) -> None:
    """A bot that imagines from an imagined state still sees the same view."""
    for at, (state, seat, _, _) in enumerate(walk(setup, "twice", listen=True)):
        if at % 10 == 0:
            once = state.imagine(seat, Dice("once"))
            assert seen(once.imagine(seat, Dice("again")), seat) == seen(state, seat)


def test_a_finished_game_still_keeps_what_nobody_turned_over(setup: GameSetup) -> None:
    state = finished(setup, "kept", listen=True)
    for seat in [*range(state.seats), None]:
        imagined = state.imagine(seat, Dice("kept"))
        assert seen(imagined, seat) == seen(state, seat)
        assert imagined.standings().to_data() == state.standings().to_data()


def reachable(start: object) -> dict[int, object]:
    """Returns every object that can be reached from this one. Objects that the whole program shares are left out."""
    shared = (type, ModuleType, FunctionType, BuiltinFunctionType)
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        each = waiting.pop()
        if id(each) not in found and not isinstance(each, shared):
            found[id(each)] = each
            waiting.extend(gc.get_referents(each))
    return found


def test_a_bot_cannot_get_at_the_real_state(setup: GameSetup) -> None:
    for at, (state, number, _, _) in enumerate(walk(setup, "bots", listen=True)):
        seat = take_seat(state, number, Dice("bot"))
        assert all(getattr(seat, name) is not state for name in dir(seat))
        assert seat.view == state.view(number)
        assert seat.legal == state.legal(number)
        assert seat.paths == state.paths(number)
        assert seat.events == state.heard(number)
        if at % 20 == 0:
            reached = reachable(seat)
            hidden = [event for event in state.events or [] if event.to not in (None, number)]
            lists = [part for part in state.position().values() if isinstance(part, list)]
            assert not any(id(each) in reached for each in [state, *hidden, *lists])
            assert any(isinstance(each, State) for each in reached.values()), "looked in the wrong place"
