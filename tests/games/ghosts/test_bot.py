"""The guide of Ghosts, in positions where the right move is clear."""

from __future__ import annotations

from spiritboard.games.ghosts import GAME
from tests.games.ghosts.pile import at_table
from tests.games.guides import chosen

OTHER_HAND = "blue-1 blue-2 green-2 green-3 black-3"


def test_a_player_who_can_play_does_not_take() -> None:
    assert chosen(at_table(["red-3 red-2 mist", "blue-1 blue-2"], "white-3 black-2 green-2", 7)) == "play mist"


def test_a_player_who_cannot_play_takes() -> None:
    assert chosen(at_table(["red-3 red-2", "blue-1 blue-2"], "white-3 black-2 green-2", 7)) == "take"


def test_mist_is_kept_while_the_level_is_low() -> None:
    assert chosen(at_table(["red-3 mist mist blue-2 yellow-2", OTHER_HAND], "white-2", 2)) != "play mist"


def test_low_cards_are_kept_for_a_high_level() -> None:
    assert chosen(at_table(["red-3 blue-1 yellow-1 green-1 mist", OTHER_HAND], "white-2", 2)) == "play red-3"


def test_counting_finds_the_card_that_the_other_cannot_answer() -> None:
    # With the deck empty the other's hand is known to be what is left: three threes, and no blue one.
    state = at_table(["blue-2 red-2 red-3", "red-3 red-3 white-3"], "green-3", 3, deck="")
    assert chosen(state) == "play blue-2"


def test_a_colour_turns_play_onto_the_one_who_must_take() -> None:
    # Of five cards unseen only mist fits: the next player, with four of them, hardly lacks it, the one before may.
    hands = ["green-1 yellow-1 blue-3", "white-3 white-3 white-3 mist", "black-3"]
    assert chosen(at_table(hands, "red-3 green-3", 6, deck="")) == "play green-1"


def test_the_unafraid_are_hit_rather_than_the_afraid() -> None:
    # Seat 1 is unafraid, seat 2 is not. Blue lets play run on, green turns it around.
    hands = ["green-1 blue-1 white-3", "yellow-3 yellow-3", "yellow-3 black-3"]
    assert chosen(at_table(hands, "red-3 green-3", 6, deck="", way=1)) == "play blue-1"
    assert chosen(at_table(hands, "red-3 green-3", 6, deck="", way=-1)) == "play green-1"


def test_worth_goes_by_fright_and_by_who_is_unafraid() -> None:
    guide = GAME.guide(GAME.setup(2).config)
    hands = ["red-3 red-2 red-1 yellow-1 yellow-2", OTHER_HAND]
    fewer = guide.worth(at_table(hands, "white-1", 1, fright=[2, 4], round=2))
    unafraid = guide.worth(at_table(hands, "white-1", 1, taken=["", "mist"], fright=[3, 3], round=2))
    assert fewer[0] > fewer[1]
    assert unafraid[0] > unafraid[1]
