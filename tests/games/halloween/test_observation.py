"""A turn is a chain of small picks: what was picked before has to be in the view, and so in the vector."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from spiritboard.games.halloween import GAME
from spiritboard.table.dice import Dice
from spiritboard.table.state import State

GAMES = 30
# Each of these cards keeps something between two picks.
SETS = ("random", "14,15,23,24,33,34,38,45", "7,16,17,18,20,36,39,50", "1,15,17,20,44,46,49,51")


def positions() -> Iterator[State]:
    for cards in SETS:
        for number in range(GAMES // len(SETS)):
            dice = Dice(f"steps {number}")
            state = GAME.new(4, dice, cards=cards)
            while not state.over:
                yield state
                state.apply(state.turn, dice.pick(state.legal(state.turn)), dice)


def test_what_was_chosen_tells_all_that_the_steps_keep() -> None:
    """Two positions in which the same waits and the same was chosen have the same steps, down to their numbers."""
    met: dict[str, list[int]] = {}
    for state in positions():
        position = state.position()
        todo = cast(list[int], position["todo"]).copy()
        view = state.view(state.turn)
        # Who answers whom follows from who sits where on the cards.
        known = [view[name] for name in ("steps", "chosen", "turn", "active")] + [position["occupied"]]
        assert met.setdefault(json.dumps(known), todo) == todo, known
    assert len(met) > 1000


def test_a_ghost_picked_to_move_is_in_the_vector() -> None:
    state, ghost = next((state, ghost) for state in positions() if (ghost := picked(state)))
    observation = GAME.setup(4).observation
    vector = observation.vector(state.view(0))
    marked = [name for name, number in zip(observation.names(), vector, strict=True) if number]
    assert [name for name in marked if name.startswith("ghost chosen")] == [f"ghost chosen: {ghost}"]


def picked(state: State) -> object:
    chosen = state.view(0)["chosen"]
    assert isinstance(chosen, dict)
    return chosen.get("ghost")


def test_cards_are_named_where_they_are_agreed_on() -> None:
    assert "card-<1st of the row>" in GAME.setup(2).observation.actions()
    agreed = GAME.setup(2, cards="1,2,3,4,5,6,7,52").observation.actions()
    assert "card-52 die-2" in agreed
    assert not any("<" in name for name in agreed)
    assert not any("card" in name or "spot" in name for name in GAME.setup(2, variant="master").observation.actions())
