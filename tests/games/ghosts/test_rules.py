"""The rules of Ghosts, one by one. The examples of the rulebook are among the cases."""

from __future__ import annotations

import pytest

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove
from tests.games.ghosts.pile import COLOUR_NAMES, at_table, can, card, cards, play


def new(seats: int = 4, seed: object = 1, **options: str) -> Ghosts:
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Ghosts)
    return state


OTHER_HANDS = ["blue-1 blue-2 white-1 white-3 mist", "green-1 green-3 yellow-1 yellow-2 mist"]

# Before the game.


@pytest.mark.rule("GH1")
def test_three_fright_points_once() -> None:
    assert new(5).fright == [3] * 5
    state = at_table(["red-1", ""], deck="", taken=["", "blue-1"], fright=[5, 4], round=2)
    play(state, "red-1")
    assert state.round == 3
    assert state.fright == [2, 4], "a new round brings no new points"


@pytest.mark.rule("GH2")
@pytest.mark.parametrize("seats", GAME.seats)
def test_five_cards_each_and_the_rest_is_the_deck(seats: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert len(state.deck) == 60 - 5 * seats
    assert (list(state.pile), state.level, state.way) == ([], 0, 1)
    assert sorted(state.inventory().values()) == [3] * 18 + [6]


@pytest.mark.rule("GH2", "GH3")
def test_a_new_round_runs_clockwise_and_the_player_without_a_card_begins() -> None:
    state = at_table(["red-1", "", "blue-2"], pile="red-3", level=3, deck="", way=1)
    play(state, "red-1")
    assert state.turn == 2, "play turned around, so the seat before is on, and it has a card"
    state = at_table(["blue-1", "", "blue-2"], pile="red-3", level=3, deck="", way=-1, turn=2)
    play(state, "blue-2")
    assert (state.round, state.turn, state.way) == (2, 1, 1)
    assert (list(state.pile), state.level, [list(each) for each in state.taken]) == ([], 0, [[], [], []])
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert len(state.deck) == 45


@pytest.mark.rule("GH3")
def test_who_begins_is_agreed_or_random() -> None:
    assert {new(6, seed).turn for seed in range(100)} == set(range(6))
    assert {new(6, seed, first="seat-4").turn for seed in range(20)} == {4}


# A turn. The rulebook's opening: Sam, Alcina, Slimer.


@pytest.mark.rule("GH4", "GH5", "GH6", "GH7", "GH8")
def test_rulebook_example_sam_alcina_and_slimer() -> None:
    sam, alcina, slimer = 0, 1, 2
    state = at_table(["red-3 red-1 blue-2", "black-3 mist", "black-1 green-2"])
    play(state, "red-3")
    assert (state.level, state.turn) == (3, alcina)
    play(state, "black-3")
    assert (state.level, state.turn) == (6, slimer)
    play(state, "black-1")
    assert (state.level, state.turn) == (6, alcina)
    play(state, "mist")
    assert (state.level, state.turn) == (6, sam)


@pytest.mark.rule("GH10", "GH11")
def test_rulebook_example_sam_takes_the_pile_at_six() -> None:
    sam = "red-2 blue-2 blue-3 white-2 green-2"
    state = at_table([sam, *OTHER_HANDS], pile="mist red-3 black-3 black-1", level=6, way=-1)
    assert can(state) == {"take"}
    play(state, "take")
    assert state.fright == [4, 3, 3]
    assert len(state.taken[0]) == 4
    assert (state.turn, state.level, state.way) == (0, 0, -1)
    assert can(state) == set(sam.split()), "a new pile is begun at once, and there is nothing to take"
    play(state, "blue-3")
    assert (state.level, state.turn) == (3, 2)
    assert len(state.hands[0]) == 5, "and a card is drawn as usual"


@pytest.mark.rule("GH4")
def test_a_card_is_drawn_after_playing() -> None:
    state = at_table(["red-1 red-2 red-3 blue-3 mist", OTHER_HANDS[0]])
    top = state.deck[-1]
    play(state, "red-1")
    assert sorted(state.hands[0]) == sorted([*cards("red-2 red-3 blue-3 mist"), top])


@pytest.mark.rule("GH5")
@pytest.mark.parametrize("ghosts", [1, 2, 3])
def test_the_first_ghosts_make_the_level(ghosts: int) -> None:
    state = at_table([f"green-{ghosts}", "blue-1", "blue-2"])
    play(state, f"green-{ghosts}")
    assert (state.level, state.way, state.turn) == (ghosts, 1, 1)


@pytest.mark.rule("GH6")
def test_seven_is_the_most() -> None:
    state = at_table(["red-1 red-2 red-3 black-2", "blue-1"], pile="blue-3 white-2", level=5)
    assert can(state) == {"red-1", "red-2", "black-2", "take"}
    play(state, "red-2")
    assert state.level == 7


@pytest.mark.rule("GH6")
def test_at_seven_only_the_same_colour_and_mist_fit() -> None:
    state = at_table(["red-1 white-3 mist", "blue-1"], pile="blue-3 black-2 white-2 white-1", level=7)
    assert can(state) == {"white-3", "mist", "take"}


@pytest.mark.rule("GH7")
def test_the_same_colour_turns_play_around_and_leaves_the_level() -> None:
    state = at_table(["red-3 blue-3", "blue-1", "blue-2", "green-1 red-2"], pile="red-1", level=1)
    play(state, "red-3")
    assert (state.level, state.way, state.turn) == (1, -1, 3)
    assert state.top == card("red-3")
    play(state, "red-2")
    assert (state.way, state.turn) == (1, 0)


@pytest.mark.rule("GH7")
def test_with_two_players_the_other_is_on_either_way() -> None:
    state = at_table(["red-3 blue-3", "red-2"], pile="red-1", level=1)
    play(state, "red-3")
    assert (state.turn, state.way) == (1, -1)
    play(state, "red-2")
    assert (state.turn, state.way) == (0, 1)


@pytest.mark.rule("GH7", "GH5")
def test_the_first_ghosts_on_a_pile_never_turn_play_around() -> None:
    state = at_table(["red-3 red-2", "red-1", "blue-1"], pile="red-1", level=1)
    play(state, "take")
    play(state, "red-3")
    assert (state.way, state.level, state.turn) == (1, 3, 1)


@pytest.mark.rule("GH8")
def test_mist_changes_nothing_but_the_turn() -> None:
    state = at_table(["mist", "red-1", "blue-1"], pile="red-3 white-3", level=6, way=-1)
    play(state, "mist")
    assert (state.level, state.way, state.turn, state.top) == (6, -1, 2, card("white-3"))
    assert len(state.pile) == 3


@pytest.mark.rule("GH8")
@pytest.mark.parametrize("colour", COLOUR_NAMES)
def test_mist_has_no_colour_to_match(colour: str) -> None:
    state = at_table(["mist blue-2", "red-1", "blue-1"], pile=f"{colour}-3", level=3)
    hand = state.view(0)["hand"]
    assert hand is not None
    assert (hand[0]["name"], hand[0]["level"], hand[0]["reverses"]) == ("mist", 3, False)
    play(state, "mist")
    assert (state.level, state.way, state.turn, state.top) == (3, 1, 1, card(f"{colour}-3"))


@pytest.mark.rule("GH4")
@pytest.mark.parametrize("name", ["mist", "red-2", "blue-1"])
def test_a_card_is_drawn_whatever_was_played(name: str) -> None:
    state = at_table([f"{name} black-1 black-2 black-3 yellow-3", *OTHER_HANDS], pile="red-1", level=1)
    top = state.deck[-1]
    play(state, name)
    assert sorted(state.hands[0]) == sorted([*cards("black-1 black-2 black-3 yellow-3"), top])


@pytest.mark.rule("GH9")
def test_a_pile_begun_with_mist() -> None:
    state = at_table(["mist blue-1", "mist", "red-3"])
    play(state, "mist")
    play(state, "mist")
    assert (state.level, state.top, len(state.pile)) == (0, -1, 2)
    assert state.view(2)["top"] is None
    play(state, "red-3")
    assert (state.level, state.way, state.turn) == (3, 1, 0)


# Taking the pile.


@pytest.mark.rule("GH10")
def test_taking_is_allowed_even_if_a_card_would_fit() -> None:
    state = at_table(["red-1", "blue-1"], pile="red-3", level=3)
    assert can(state) == {"red-1", "take"}


@pytest.mark.rule("GH10", "GH9")
def test_a_pile_of_mist_alone_can_be_taken_at_the_same_price() -> None:
    state = at_table(["red-1", "blue-1"], pile="mist", fright=[3, 5])
    play(state, "take")
    assert state.fright == [4, 5]
    assert state.taken[0] == [0]


@pytest.mark.rule("GH11", "GH9")
def test_after_a_pile_of_mist_alone_was_taken_a_new_one_is_begun() -> None:
    state = at_table(["red-1 mist", "blue-1", "green-1"], pile="mist mist", way=-1)
    play(state, "take")
    assert (state.turn, state.level, list(state.pile)) == (0, 0, [])
    assert can(state) == {"red-1", "mist"}
    play(state, "mist")
    assert (state.turn, state.level, list(state.pile), state.way) == (2, 0, [0], -1)


@pytest.mark.rule("GH10")
def test_a_second_pile_is_laid_to_the_first() -> None:
    state = at_table(["red-1", "blue-1"], pile="green-3 mist", level=3, taken=["white-1 white-2", ""])
    play(state, "take")
    assert sorted(state.taken[0]) == sorted([card("white-1"), card("white-2"), card("green-3"), card("mist")])


@pytest.mark.rule("GH10")
def test_there_must_be_something_to_take() -> None:
    state = at_table(["red-1 mist", "blue-1"])
    with pytest.raises(IllegalMove):
        play(state, "take")


@pytest.mark.rule("GH10", "GH13")
def test_a_player_without_a_card_cannot_take() -> None:
    state = at_table(["red-1", "", "blue-1"], pile="blue-3", level=3, deck="")
    play(state, "red-1")
    assert state.round == 2, "the round was over before seat 1 could take anything"
    assert state.fright[1] == 0


@pytest.mark.rule("GH11")
def test_the_direction_stays_when_a_pile_is_taken() -> None:
    state = at_table(["green-1 green-2", "blue-1", "blue-2"], pile="red-3 black-3", level=6, way=-1)
    play(state, "take")
    play(state, "green-2")
    assert (state.way, state.turn, state.level) == (-1, 2, 2)


def test_taking_may_be_taken_back_until_a_card_is_played() -> None:
    state = at_table(["green-1", "blue-1"], pile="red-3", level=3)
    play(state, "take")
    assert state.reversible
    play(state, "green-1")
    assert not state.reversible


# The end of a round.


@pytest.mark.rule("GH12")
def test_the_deck_runs_out_and_play_goes_on() -> None:
    hands = ["red-1 red-2 red-3 mist mist", "blue-1 blue-2 blue-3 mist mist"]
    state = at_table(hands, deck="white-1")
    play(state, "red-1")
    assert len(state.hands[0]) == 5
    play(state, "blue-1")
    assert len(state.hands[1]) == 4
    assert (state.turn, state.round) == (0, 1)


@pytest.mark.rule("GH13")
def test_the_round_ends_when_a_player_without_a_card_is_on_turn_and_not_before() -> None:
    state = at_table(["red-1", "blue-1", "green-1"], deck="", taken=["white-1", "white-1", ""])
    play(state, "red-1")
    assert state.round == 1, "seat 0 has no card, but seat 1 is on turn"
    play(state, "blue-1")
    play(state, "green-1")
    assert (state.round, state.turn) == (2, 0)


@pytest.mark.rule("GH13")
def test_why_the_round_is_over_is_told() -> None:
    state = at_table(["red-1", "", "blue-1"], deck="", taken=["white-1", "white-1", ""])
    state.listen()
    play(state, "red-1")
    assert [event.words for event in state.events or [] if event.kind == "no-card"] == [
        "{1} had no card left: the round is over."
    ]


@pytest.mark.rule("GH13", "GH7", "GH3")
def test_a_reversal_with_the_last_card_ends_the_round_at_the_player_before() -> None:
    state = at_table(["red-1", "blue-1", ""], pile="red-3", level=3, deck="", taken=["white-1", "white-2", "white-3"])
    play(state, "red-1")
    assert (state.round, state.turn, state.way) == (2, 2, 1)


@pytest.mark.rule("GH14")
def test_the_unafraid_return_up_to_three() -> None:
    state = at_table(["red-1", "", ""], deck="", taken=["", "", "blue-1"], fright=[7, 2, 6], round=2)
    play(state, "red-1")
    assert state.fright == [4, 0, 6]


@pytest.mark.rule("GH14")
def test_a_pile_of_one_mist_card_is_enough_to_be_afraid() -> None:
    state = at_table(["red-1", "", ""], deck="", taken=["mist", "", ""], fright=[7, 5, 6], round=2)
    play(state, "red-1")
    assert state.fright == [7, 2, 6]


@pytest.mark.rule("GH15")
def test_after_three_rounds_the_fewest_points_win() -> None:
    state = at_table(["red-1", "", "blue-1"], deck="", taken=["white-1", "", ""], fright=[5, 4, 1], round=3)
    play(state, "red-1")
    assert state.over
    assert state.fright == [5, 1, 1]
    assert state.standings().winners() == [1, 2]
    assert state.standings().places == [3, 1, 1]
    assert state.verdict() == "{1} and {2} share the victory with the fewest fright points: 1."


@pytest.mark.rule("GH15")
@pytest.mark.parametrize("rounds", ["1", "3", "5"])
def test_the_number_of_rounds_is_an_option(rounds: str) -> None:
    state = new(3, 5, rounds=rounds)
    dice = Dice(5)
    reached = set()
    while not state.over:
        reached.add(state.round)
        state.play(state.turn, dice.pick(state.legal(state.turn)), dice)
    assert reached == set(range(1, int(rounds) + 1))


@pytest.mark.parametrize("rounds", ["0", "10", "-1", "x", "", "1.5", "\u0663"])
def test_impossible_numbers_of_rounds_are_refused(rounds: str) -> None:
    with pytest.raises(BadSetup, match="rounds"):
        GAME.setup(2, None, rounds=rounds)


# What is open.


@pytest.mark.rule("GH16")
def test_a_seat_sees_its_own_hand_and_the_others_only_count() -> None:
    hands = ["red-1 mist red-2 red-3 yellow-1", "blue-1 blue-2 blue-3 blue-1 blue-2"]
    state = at_table(hands, pile="white-2 green-3", level=5, taken=["black-1", ""])
    view = state.view(0)
    hand = view["hand"]
    assert hand is not None
    assert [held["name"] for held in hand] == ["mist", "red-1", "red-2", "red-3", "yellow-1"]
    assert (view["hands"], view["taken"], view["deck"]) == ([5, 5], [1, 0], 47)
    assert (view["level"], view["clockwise"], view["fright"]) == (5, True, [4, 3])
    assert state.view(None)["hand"] is None
    assert "blue" not in str(state.view(None))
    assert "black" not in str(view), "nobody looks through a taken pile"


@pytest.mark.rule("GH16")
def test_everything_ever_played_is_known() -> None:
    """Seat 0 saw all three red threes go, so it never imagines one in a hand or in the deck."""
    hands = ["red-1 black-1 black-2 black-3 yellow-3", *OTHER_HANDS]
    state = at_table(hands, pile="red-3 red-3", level=3, taken=["", "red-3", ""])
    for seed in range(100):
        imagined = state.imagine(0, Dice(seed))
        assert isinstance(imagined, Ghosts)
        assert card("red-3") not in [each for heap in [imagined.deck, *imagined.hands] for each in heap]
        assert imagined.hands[0] == state.hands[0]
        assert (imagined.pile, imagined.taken) == (state.pile, state.taken)


@pytest.mark.rule("GH16")
def test_hands_and_deck_are_unknown() -> None:
    state = at_table(["red-1 black-1 black-2 black-3 yellow-3", OTHER_HANDS[0]])
    hands: set[int] = set()
    for seed in range(300):
        imagined = state.imagine(0, Dice(seed))
        assert isinstance(imagined, Ghosts)
        hands.update(imagined.hands[1])
    assert len(hands) == 19, "every kind of card is still possible"


def test_a_card_that_would_go_past_seven_says_so() -> None:
    state = at_table(["red-3 white-1 mist", "blue-1"], pile="blue-3 white-3", level=6)
    hand = state.view(0)["hand"]
    assert hand is not None
    assert {held["name"]: (held["level"], held["reverses"]) for held in hand} == {
        "mist": (6, False),
        "red-3": (None, False),
        "white-1": (6, True),
    }


def test_moves_are_named_by_their_picks() -> None:
    state = at_table(["red-3 mist", "blue-1"], pile="green-1", level=1)
    assert set(state.paths(0)) == {("play", "red-3"), ("play", "mist"), ("take",)}
