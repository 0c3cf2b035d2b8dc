"""What a seat of 13 Ghosts is told in numbers: also which cards the others have seen, though not what they are."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.rules import Thirteen
from tests.games.thirteen.crypts import at_table, do
from tests.games.thirteen.test_rules import choose, dealt, new


def told(state: Thirteen, seat: int) -> dict[str, object]:
    """The facts in a seat's vector, by the names of their fields."""
    observation = GAME.kit(state.seats).observation
    facts = observation.read(observation.vector(state.view(seat)))
    return {field.name: fact for field, fact in zip(observation.fields, facts, strict=True)}


@pytest.mark.rule("TH9", "TH24")
def test_cards_at_the_bottom_that_another_has_looked_at() -> None:
    state = at_table("4 6 1", "10 2 3", pile="8 9 11 12 13")
    do(state, "play", "bury")
    for seat, looker in ((0, "me"), (1, "player +2"), (2, "player +1")):
        seen = [told(state, seat)[f"seen in the pile by {who}"] for who in ("me", "player +1", "player +2")]
        assert seen == [
            [0, 1, 1, 1, 0, 0, 0, 0, 0] if who == looker else [0] * 9 for who in ("me", "player +1", "player +2")
        ]


@pytest.mark.rule("TH21", "TH24")
def test_whose_pile_was_looked_at_in_teams() -> None:
    state = at_table("4 6 7 8", "5 2 3 1", pile=["9 10 11", "9 10 11"])
    do(state, "play")
    top = [1, 1, 0, 0, 0, 0, 0, 0, 0]
    mate, opponent = told(state, 2), told(state, 1)
    assert mate["seen in the others' pile by player +2"] == top
    assert mate["seen in my team's pile by player +2"] == [0] * 9
    assert opponent["seen in my team's pile by player +3"] == top
    assert opponent["seen in the others' pile by player +3"] == [0] * 9


@pytest.mark.rule("TH9", "TH24")
def test_a_hand_and_a_card_face_down_that_another_has_looked_at() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "play", "attack 13", "attack 13")
    assert (told(state, 1)["hand seen by player +1"], told(state, 1)["hand seen by me"]) == ([1, 1], [1, 0])
    do(state, "attack 13", "attack 13")
    assert (told(state, 1)["hand seen by player +1"], told(state, 1)["hand seen by me"]) == ([0, 1], [1, 0])
    assert told(state, 1)["face down, seen by player +1"] == [1, len(state.down[0])]
    assert told(state, 1)["face down, seen by me"] == [2, 0]


@pytest.mark.rule("TH18", "TH24")
def test_what_a_team_saw_while_setting_up() -> None:
    state = new(4, first="1")
    four = dealt(state, 0)
    assert told(state, 1)["to choose from, seen by player +3"] == [0, 0, 0, 4]
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    for who in ("player +3", "player +1"):
        assert told(state, 1)[f"to choose from, seen by {who}"] == [0, 2, 0, 0]
    assert told(state, 1)["crypt seen by player +3"] == [0, 1, 0, 1]
    assert told(state, 1)["crypt seen by player +1"] == [0, 1, 0, 0]
