"""The vector of a seat of 13 Ghosts says which cards the others have seen, though not their numbers."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.rules import Thirteen
from tests.games.thirteen.crypts import at_table, do
from tests.games.thirteen.rounds import choose, dealt, new


def told(state: Thirteen, seat: int) -> dict[str, object]:
    """Returns the facts in a seat's vector, by the names of their fields."""
    observation = GAME.setup(state.seats).observation
    facts = observation.read(observation.vector(state.sight(seat)))
    return {field.name: fact for field, fact in zip(observation.fields, facts, strict=True)}


def seen(state: Thirteen, seat: int, cards: str) -> dict[str, int]:
    """Returns the numbers of a field about seen cards, by label, without those that are 0."""
    field = next(field for field in GAME.setup(state.seats).observation.fields if field.name == f"seen {cards}")
    numbers = told(state, seat)[field.name]
    assert isinstance(numbers, list)
    return {label: number for label, number in zip(field.labels, numbers, strict=True) if number}


@pytest.mark.rule("TH9", "TH24")
@pytest.mark.parametrize(("seat", "looker"), [(0, "me"), (1, "player +2"), (2, "player +1")])
def test_buried_cards_that_a_player_has_looked_at(seat: int, looker: str) -> None:
    state = at_table("4 6 1", "10 2 3", pile="8 9 11 12 13")
    do(state, "play", "bury")
    assert seen(state, seat, "in the pile") == {f"{depth} from the top by {looker}": 1 for depth in (2, 3, 4)}


@pytest.mark.rule("TH21", "TH24")
def test_whose_pile_was_looked_at_in_teams() -> None:
    state = at_table("4 6 7 8", "5 2 3 1", pile=["9 10 11", "9 10 11"])
    do(state, "play")
    for seat, pile, looker in ((2, "the others' pile", "player +2"), (1, "my team's pile", "player +3")):
        assert seen(state, seat, f"in {pile}") == {f"{depth} from the top by {looker}": 1 for depth in (1, 2)}
    assert seen(state, 2, "in my team's pile") == seen(state, 1, "in the others' pile") == {}


@pytest.mark.rule("TH9", "TH24")
def test_a_hand_and_a_card_face_down_that_an_opponent_has_looked_at() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "play", "attack 13", "attack 13")
    assert (seen(state, 1, "hand"), seen(state, 1, "face down")) == ({"me by player +1": 1}, {})
    assert (seen(state, 0, "hand"), seen(state, 0, "face down")) == ({"player +1 by me": 1}, {})
    do(state, "attack 13", "attack 13")
    assert (seen(state, 1, "hand"), seen(state, 1, "face down")) == ({}, {"me by player +1": 1})


@pytest.mark.rule("TH18", "TH24")
def test_cards_that_a_team_saw_while_choosing() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    assert seen(state, 1, "to choose from") == {}
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    assert seen(state, 1, "to choose from") == {"player +1 by player +3": 2}
    assert seen(state, 1, "crypt") == {"player +1 by player +3": 1}
    choose(state, 2, f"keep-{four[2]}")
    assert seen(state, 1, "hand") == {"player +1 by player +3": 1, "player +3 by player +1": 1}
