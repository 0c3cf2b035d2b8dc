"""Ghosts: positions set up by hand that no game can come to are refused, and all others are accepted."""

from __future__ import annotations

import pytest

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from tests.games.acceptance import accepted, every_position, refused
from tests.games.ghosts.pile import at_table, cards, play

HANDS = ["red-1 red-2 red-3 mist yellow-1", "blue-1 blue-2 white-1 white-3 mist"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"deck": []}, "cards"),
        ({"fright": [3]}, "Each seat"),
        ({"hands": [[], [], []]}, "cards"),
        ({"way": 0}, "way"),
        ({"way": -1}, "clockwise"),
        ({"round": 4}, "from 1 to 3"),
        ({"round": 0}, "from 1 to 3"),
        ({"top": 3}, "top card"),
        ({"top": -1}, "top card"),
        ({"top": 35}, "top card"),
        ({"level": 2}, "make the level 5"),
        ({"level": 8}, "make the level 5"),
        ({"fright": [-1, 3]}, "Seat 0 has from 3 to 3"),
        ({"fright": [3, 4]}, "Seat 1 has from 3 to 3"),
        ({"fright": [2, 3]}, "Seat 0 has from 3 to 3"),
        ({"fright": [-1, 3], "round": 2}, "Seat 0 has from 0"),
        ({"over": True}, "after the last round"),
        ({"over": True, "round": 3}, "has no card"),
        ({"reversible": True}, "taken back"),
    ],
)
def test_a_change_that_contradicts_the_rest(change: dict[str, object], complaint: str) -> None:
    assert complaint in refused(at_table(HANDS, "green-2 blue-3", 5), change)


def test_a_pile_past_seven() -> None:
    with pytest.raises(BadPosition, match="cannot pass 7"):
        at_table(["red-1", "blue-1"], "green-2 blue-3 white-3", 8)


def test_a_pile_in_which_play_turned_around() -> None:
    assert at_table(HANDS, "green-2 green-3", 2, way=-1).way == -1
    with pytest.raises(BadPosition, match="clockwise"):
        at_table(HANDS, "green-2 green-3", 2)


def test_hands_of_another_size_than_the_rules_give() -> None:
    state = at_table(HANDS)
    mine, theirs = (list(hand) for hand in state.hands)
    deck = list(state.deck)
    fewer = {"hands": [mine[:-1], theirs], "deck": [*deck, mine[-1]]}
    assert "each hand holds 5" in refused(state, fewer)
    more = {"hands": [[*mine, deck[-1]], theirs], "deck": deck[:-1]}
    assert "at most 5" in refused(state, more)


def test_fright_points_that_do_not_go_with_the_cards_taken() -> None:
    state = at_table(HANDS, taken=["green-1 green-2", ""], fright=[5, 3])
    assert "Seat 0 has from 4 to 5" in refused(state, {"fright": [3, 3]})
    assert "Seat 0 has from 4 to 5" in refused(state, {"fright": [6, 3]})
    later = at_table(HANDS, taken=["green-1 green-2", ""], fright=[1, 0], round=2)
    assert "Seat 0 has from 1" in refused(later, {"fright": [0, 0]})


def test_a_player_on_turn_without_a_card() -> None:
    with pytest.raises(BadPosition, match="holds a card"):
        at_table(["", "blue-1"])


def test_a_first_player_who_was_not_agreed_on() -> None:
    state = GAME.new(3, Dice(1), first="seat-1")
    assert isinstance(state, Ghosts)
    assert "agreed that seat 1 begins" in refused(state, {"turn": 0})


def test_an_end_that_is_called_none_and_points_that_were_not_returned() -> None:
    state = at_table(["red-1", ""], taken=["", "blue-1"], rounds=1)
    play(state, "red-1")
    assert state.over
    assert state.fright == [0, 4]
    assert "holds a card" in refused(state, {"over": False})
    assert "Seat 0 has from 0 to 0" in refused(state, {"fright": [3, 4]})


def test_only_taking_the_pile_can_be_taken_back() -> None:
    state = at_table(["red-1", "blue-1"], "green-2", 2)
    play(state, "take")
    assert state.reversible
    taken = [[*state.taken[0], *state.taken[1]], []]
    assert "taken back" in refused(state, {"turn": 1, "taken": taken, "fright": [4, 3]})


def test_a_card_that_is_not_in_the_box() -> None:
    state = at_table(HANDS)
    assert refused(state, {"deck": [*list(state.deck)[:-1], *cards("red-1")]})


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("player", ["random", "guide"])
def test_every_position_of_a_game_is_accepted(seats: int, player: str) -> None:
    assert all(accepted(state) for state in every_position(GAME, seats, player))
