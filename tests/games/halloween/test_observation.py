"""A turn is a chain of small picks: the picks made so far are in the view, and so in the vector."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice

GAMES = 30
# Each of these cards keeps a choice between two picks.
SETS = ("random", "14,15,23,24,33,34,38,45", "7,16,17,18,20,36,39,50", "1,15,17,20,44,46,49,51")


def positions() -> Iterator[Halloween]:
    for cards in SETS:
        for number in range(GAMES // len(SETS)):
            dice = Dice(f"steps {number}")
            state = GAME.new(4, dice, cards=cards)
            assert isinstance(state, Halloween)
            while not state.over:
                yield state
                state.apply(state.turn, dice.pick(state.legal(state.turn)), dice)


def test_chosen_shows_all_that_the_steps_keep() -> None:
    """Two positions with equal names of steps and equal choices have equal steps, with all that these keep."""
    met: dict[str, list[int]] = {}
    for state in positions():
        position = state.position()
        todo = cast(list[int], position["todo"]).copy()
        view = state.view(state.turn)
        # The seats that occupy a card decide which seat answers to another player who occupies it.
        known = [view["steps"], view["chosen"], view["turn"], view["active"], position["occupied"]]
        assert met.setdefault(json.dumps(known), todo) == todo, known
    assert len(met) > 1000


def test_the_state_gives_the_same_vector_whatever_the_steps_keep() -> None:
    """The choices of these cards, and of actions that wait for a wish, are written as the view shows them."""
    observations = {cards: GAME.setup(4, cards=cards).observation for cards in SETS}
    waiting = 0
    for state in positions():
        if len(state.steps) > 1:
            observation = observations[state.config.options["cards"]]
            seat = state.round % 4
            assert observation.vector_of(state, seat) == observation.vector(state.sight(seat))
            waiting += "resume" in [step.name() for step in state.steps]
    assert waiting > 100


def test_a_ghost_picked_to_move_is_in_the_vector() -> None:
    state, ghost = next((state, ghost) for state in positions() if (ghost := picked(state)))
    observation = GAME.setup(4).observation
    vector = observation.vector(state.sight(0))
    marked = [name for name, number in zip(observation.names(), vector, strict=True) if number]
    assert [name for name in marked if name.startswith("ghost chosen")] == [f"ghost chosen: {ghost}"]


def picked(state: Halloween) -> str | None:
    return state.view(0)["chosen"].get("ghost")


def test_cards_are_named_where_they_are_agreed_on() -> None:
    assert "card-<1st of the row>" in GAME.setup(2).observation.actions()
    agreed = GAME.setup(2, cards="1,2,3,4,5,6,7,52").observation.actions()
    assert "card-52 die-2" in agreed
    assert not any("<" in name for name in agreed)
    assert not any("card" in name or "spot" in name for name in GAME.setup(2, variant="master").observation.actions())
