"""The guide of 13 Ghosts, in positions in which the right move is plain."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.abilities import ANY_NUMBER, bits
from spiritboard.games.thirteen.picks import STEP_STRIKE
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.state import State
from tests.games.guides import chosen
from tests.games.thirteen.crypts import at_table, do


def test_the_only_number_left_is_attacked() -> None:
    assert chosen(at_table("4 6", "1 2", could=[ANY_NUMBER, bits([6])])) == "attack 6"


def test_a_number_that_lies_face_up_is_not_attacked() -> None:
    state = at_table("4 6", "9 2", up=["", "5 8"], could=[ANY_NUMBER, bits([5, 6, 8])])
    assert chosen(state) in ("play", "attack 6")
    state.step = STEP_STRIKE
    assert chosen(state) == "attack 6"


def test_with_many_numbers_left_a_question_that_halves_them_is_asked() -> None:
    assert chosen(at_table("4 6", "1 2")) == "play"


def test_a_question_whose_answer_is_known_is_not_asked() -> None:
    state = at_table("4 6", "1 2", could=[ANY_NUMBER, bits([6, 8, 10, 12])])
    assert chosen(state) in {"attack 6", "attack 8", "attack 10", "attack 12"}


def test_a_silent_opponent_is_not_asked() -> None:
    assert chosen(at_table("4 6", "1 2", silent=[False, True])).startswith("attack")


def test_with_three_numbers_left_no_question_is_asked() -> None:
    assert chosen(at_table("4 6", "1 2", could=[ANY_NUMBER, bits([6, 9, 10])])).startswith("attack")


def test_no_13_is_played_for_another_turn() -> None:
    assert chosen(at_table("4 6", "13 2")) == "play"


def test_no_7_copies_the_question_that_splits_the_numbers_best() -> None:
    state = at_table("4 6", "7 9", up=["12 1", "2"], could=[ANY_NUMBER, bits([3, 5, 6, 8, 10, 11, 13])])
    assert chosen(state) in ("copy 1", "copy 2")


def test_no_7_with_nothing_to_copy_is_used_to_attack() -> None:
    assert chosen(at_table("4 6", "7 2")).startswith("attack")


def test_of_two_opponents_numbers_the_one_that_both_may_have_is_attacked() -> None:
    state = at_table(
        "4 6 8", "0 2 1", up=["5", "", ""], step=STEP_STRIKE, could=[ANY_NUMBER, bits([6, 10, 11]), bits([8, 10, 12])]
    )
    assert {chosen(state, seed) for seed in range(20)} == {"attack 10"}


def test_a_known_crypt_is_ruled_out_for_the_other_opponent() -> None:
    state = at_table("4 6 8", "0 2 1", up=["5", "", ""], step=STEP_STRIKE, could=[ANY_NUMBER, bits([6]), bits([6, 8])])
    assert {chosen(state, seed) for seed in range(20)} == {"attack 6", "attack 8"}


def test_no_13_is_left_on_the_own_pile_and_a_weak_card_is_buried() -> None:
    for top, settled in (("13 9 5", "leave"), ("9 13 5", "bury")):
        state = at_table("4 6", "10 2", pile=f"{top} 1 3")
        do(state, "play")
        assert chosen(state) == settled


def test_no_13_on_the_other_teams_pile_is_buried() -> None:
    state = at_table("4 6 8 2", "10 3 1 5", pile=["9 11 12", "13 9 10 1"])
    do(state, "play")
    assert chosen(state) == "bury"


def dealt(seat: int, *numbers: int) -> State:
    """Returns a new game of two players in which a seat was dealt these numbers."""
    state = GAME.new(2, Dice(1), first="seat-0")
    assert isinstance(state, Thirteen)
    ghosts = list(state.ghosts)
    for slot, number in zip(state.dealt[seat], numbers, strict=True):
        elsewhere = ghosts.index(number)
        ghosts[slot], ghosts[elsewhere] = number, ghosts[slot]
    return GAME.setup(2, first="seat-0").from_position({**state.position(), "ghosts": ghosts})


def test_an_attack_goes_into_the_crypt_and_a_question_stays_in_the_hand() -> None:
    state = dealt(0, 9, 8)
    assert {chosen(state, seed) for seed in range(20)} == {"crypt-9"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_choice_does_not_depend_on_cards_that_the_seat_has_not_seen(seats: int) -> None:
    dice = Dice(f"walk {seats}")
    guide = GAME.guide(GAME.setup(seats).config)
    for game in range(5):
        state = GAME.new(seats, dice.stream(game))
        while not state.over:
            for seat in state.pending():
                choices = {guide.choose(state.imagine(seat, Dice(again)), seat, Dice(game)) for again in range(3)}
                assert len(choices) == 1
                assert choices <= set(state.legal(seat))
            worth = guide.worth(state)
            assert sum(worth) == pytest.approx(1)
            assert min(worth) >= 0
            state.apply(state.turn, state.random_move(state.turn, dice), dice)


def test_worth_rises_with_rounds_won_and_with_fewer_numbers_left() -> None:
    guide = GAME.guide(GAME.setup(2).config)
    even, ahead = at_table("4 6", "1 2"), at_table("4 6", "1 2", score=[2, 0])
    nearly = at_table("4 6", "1 2", could=[ANY_NUMBER, bits([6, 8])])
    assert guide.worth(ahead)[0] > guide.worth(even)[0]
    assert guide.worth(nearly)[0] > guide.worth(even)[0]


def test_team_mates_have_equal_worth() -> None:
    state = at_table("4 6 8 2", "1 3 9 5", score=[2, 1, 2, 1])
    worth = GAME.guide(state.config).worth(state)
    assert worth[0] == worth[2] > worth[1] == worth[3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_crypts_that_the_guide_would_choose_are_more_likely(seats: int) -> None:
    """Crypts are chosen many times by the guide and at random: the guide's are more likely by its own judgement."""
    setup = GAME.setup(seats)
    guide = GAME.guide(setup.config)
    likely: dict[bool, list[float]] = {True: [], False: []}
    for deal in range(300):
        for guided in likely:
            dice = Dice(f"crypts {deal}")
            state = setup.new(dice)
            assert isinstance(state, Thirteen)
            while state.view(None)["step"] == "choose":
                seat = state.pending()[0]
                move = guide.choose(state, seat, dice) if guided else dice.pick(state.legal(seat))
                state.apply(seat, move, dice)
            likely[guided].append(guide.likelihood(state, 0))
    assert all(0 < each <= 1 for each in likely[True] + likely[False])
    assert sum(likely[True]) > 1.15 * sum(likely[False])


def test_a_crypt_that_the_guide_would_not_choose_is_unlikely() -> None:
    """Of an attack and a good question the guide lays the attack in the crypt, and a search may rely on it."""
    likely = {}
    for crypt in (9, 3):
        state = dealt(1, 9, 3)
        guide = GAME.guide(state.config)
        assert guide.likelihood(state, 0) == 1, "nothing has been chosen yet"
        state.apply(0, state.legal(0)[0], Dice(2))
        state.apply(1, state.move(1, (f"crypt-{crypt}",)), Dice(2))
        likely[crypt] = guide.likelihood(state, 0)
    assert likely[9] > 10 * likely[3]


def test_crypts_of_a_position_set_up_by_hand_are_not_judged() -> None:
    state = at_table("13 12", "1 2")
    assert GAME.guide(state.config).likelihood(state, 1) == 1
