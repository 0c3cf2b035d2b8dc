"""The guide of 13 Ghosts, in positions where the right move is plain."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.abilities import bits
from spiritboard.games.thirteen.rules import ANY, STRIKE, Thirteen
from spiritboard.table.dice import Dice

from .crypts import at_table, do


def chosen(state: Thirteen, seed: object = "any") -> str:
    guide = GAME.guide(state.config)
    move = guide.choose(state.imagine(state.turn, Dice("imagined")), state.turn, Dice(seed))
    assert move in state.legal(state.turn)
    return " ".join(state.path(state.turn, move))


def test_the_only_number_left_is_attacked() -> None:
    assert chosen(at_table("4 6", "1 2", could=[ANY, bits([6])])) == "attack 6"


def test_a_number_that_lies_face_up_is_not_attacked() -> None:
    state = at_table("4 6", "9 2", up=["", "5 8"], could=[ANY, bits([5, 6, 8])])
    assert chosen(state) in ("play", "attack 6")
    state.step = STRIKE
    assert chosen(state) == "attack 6"


def test_with_many_numbers_left_a_question_that_halves_them_is_asked() -> None:
    assert chosen(at_table("4 6", "1 2")) == "play"


def test_a_question_whose_answer_is_known_gives_way_to_an_attack() -> None:
    state = at_table("4 6", "1 2", could=[ANY, bits([6, 8, 10, 12])])
    assert chosen(state) in {"attack 6", "attack 8", "attack 10", "attack 12"}


def test_whoever_keeps_silent_is_not_asked() -> None:
    assert chosen(at_table("4 6", "1 2", silent=[False, True])).startswith("attack")


def test_with_three_numbers_left_nobody_asks_any_more() -> None:
    assert chosen(at_table("4 6", "1 2", could=[ANY, bits([6, 9, 10])])).startswith("attack")


def test_thirteen_is_played_for_another_turn() -> None:
    assert chosen(at_table("4 6", "13 2")) == "play"


def test_seven_copies_the_question_that_splits_best() -> None:
    state = at_table("4 6", "7 9", up=["12 1", "2"], could=[ANY, bits([3, 5, 6, 8, 10, 11, 13])])
    assert chosen(state) in ("copy 1", "copy 2")


def test_seven_with_nothing_to_copy_attacks() -> None:
    assert chosen(at_table("4 6", "7 2")).startswith("attack")


def test_with_two_opponents_the_number_that_either_may_have_is_attacked() -> None:
    state = at_table("4 6 8", "0 2 1", up=["5", "", ""], step=STRIKE, could=[ANY, bits([6, 10, 11]), bits([8, 10, 12])])
    assert {chosen(state, seed) for seed in range(20)} == {"attack 10"}


def test_a_crypt_that_is_known_is_no_other_ones() -> None:
    state = at_table("4 6 8", "0 2 1", up=["5", "", ""], step=STRIKE, could=[ANY, bits([6]), bits([6, 8])])
    assert {chosen(state, seed) for seed in range(20)} == {"attack 6", "attack 8"}


def test_another_turn_stays_on_the_pile_and_a_weak_card_does_not() -> None:
    for top, settled in (("13 9 5", "leave"), ("9 13 5", "bury")):
        state = at_table("4 6", "10 2", pile=f"{top} 1 3")
        do(state, "play")
        assert chosen(state) == settled


def test_the_other_team_does_not_keep_another_turn() -> None:
    state = at_table("4 6 8 2", "10 3 1 5", pile=["9 11 12", "13 9 10 1"])
    do(state, "play")
    assert chosen(state) == "bury"


def dealt(seat: int, *numbers: int) -> Thirteen:
    """Two players, one of whom was dealt these."""
    state = GAME.new(2, Dice(1), first="1")
    assert isinstance(state, Thirteen)
    for slot, number in zip(state.dealt[seat], numbers, strict=True):
        elsewhere = state.ghosts.index(number)
        state.ghosts[slot], state.ghosts[elsewhere] = number, state.ghosts[slot]
    return state


def test_the_crypt_takes_the_attack_and_the_hand_keeps_the_question() -> None:
    state = dealt(0, 9, 8)
    assert {chosen(state, seed) for seed in range(20)} == {"crypt-9"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_same_choice_whatever_the_seat_cannot_know(seats: int) -> None:
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


def test_worth_goes_by_rounds_won_and_by_the_race() -> None:
    guide = GAME.guide(GAME.setup(2).config)
    even, ahead = at_table("4 6", "1 2"), at_table("4 6", "1 2", score=[2, 0])
    nearly = at_table("4 6", "1 2", could=[ANY, bits([6, 8])])
    assert guide.worth(ahead)[0] > guide.worth(even)[0]
    assert guide.worth(nearly)[0] > guide.worth(even)[0]


def test_team_mates_share_alike() -> None:
    state = at_table("4 6 8 2", "1 3 9 5", score=[2, 1, 2, 1])
    worth = GAME.guide(state.config).worth(state)
    assert worth[0] == worth[2] > worth[1] == worth[3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_are_as_likely_as_the_choices_that_lead_to_them(seats: int) -> None:
    """Somebody chooses crypts as the guide does, over and over: the more likely ones are chosen more often."""
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


def test_a_crypt_that_nobody_would_choose_is_seldom_imagined() -> None:
    """Of an attack and a good question the attack goes into the crypt, and somebody who searches counts on it."""
    likely = {}
    for crypt in (9, 3):
        state = dealt(1, 9, 3)
        guide = GAME.guide(state.config)
        assert guide.likelihood(state, 0) == 1  # nothing has been chosen yet
        state.apply(0, state.legal(0)[0], Dice(2))
        state.apply(1, state.move(1, (f"crypt-{crypt}",)), Dice(2))
        likely[crypt] = guide.likelihood(state, 0)
    assert likely[9] > 10 * likely[3]


def test_a_position_set_up_by_hand_says_nothing_about_choices() -> None:
    state = at_table("13 12", "1 2")
    assert GAME.guide(state.config).likelihood(state, 1) == 1
