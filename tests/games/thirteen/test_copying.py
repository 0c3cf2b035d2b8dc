"""No. 7 of 13 Ghosts with each number of players: which ghosts may be copied, and what the copy does."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen.picks import STEP_STRIKE, STEP_TURN
from spiritboard.games.thirteen.rules import Thirteen
from tests.games.thirteen.crypts import ATTACKS, answered, at_table, can, do, hand, pile, shown_piles

CRYPTS_AND_HANDS = {2: ("5 6", "7 2"), 3: ("5 6 4", "7 2 3"), 4: ("5 6 4 8", "7 2 3 9")}


def with_seven(seats: int, up: str) -> Thirteen:
    """Returns a position in which seat 0 holds no. 7 and these numbers lie face up before seat 1."""
    crypts, hands = CRYPTS_AND_HANDS[seats]
    return at_table(crypts, hands, up=["", up, *[""] * (seats - 2)])


@pytest.mark.rule("TH23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_7_with_nothing_to_copy_does_nothing(seats: int) -> None:
    state = with_seven(seats, "")
    assert can(state) == {"play", *ATTACKS}
    do(state, "play")
    assert (state.turn, state.showing(), state.answers) == (1, [7], [[]] * seats)


@pytest.mark.rule("TH23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_7_copies_a_question(seats: int) -> None:
    state = with_seven(seats, "12 13")
    assert can(state) == {"copy 12", "copy 13", *ATTACKS}
    do(state, "copy 12")
    assert answered(state, 1) == ["12 no"]
    assert [len(given) for given in state.answers] == {2: [0, 1], 3: [0, 1, 1], 4: [0, 1, 0, 1]}[seats]
    assert (state.turn, state.showing()) == (1, [7, 12, 13])


@pytest.mark.rule("TH23", "TH7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_7_copies_an_attack_after_a_look(seats: int) -> None:
    crypts, hands = {2: ("1 6", "7 2"), 3: ("1 6 4", "7 2 3"), 4: ("1 6 4 8", "7 2 3 9")}[seats]
    state = at_table(crypts, hands, up=["", "5", *[""] * (seats - 2)])
    do(state, "copy 5")
    assert (state.step, can(state)) == (STEP_STRIKE, ATTACKS)
    known = [sum(card is not None for card in cards) for cards in shown_piles(state, 0)]
    assert known == ([2] if seats < 4 else [0, 2])
    do(state, "attack 6")
    assert not state.inside[1] or state.round == 2


@pytest.mark.rule("TH23", "TH10a")
@pytest.mark.parametrize("seats", [2, 3])
def test_no_7_copies_silence(seats: int) -> None:
    state = with_seven(seats, "9")
    do(state, "copy 9", "attack 13")
    assert state.silent == [True] + [False] * (seats - 1)
    do(state, "play")
    assert answered(state, 0) == ["2 silence"]


@pytest.mark.rule("TH23", "TH10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_7_copies_no_13(seats: int) -> None:
    state = with_seven(seats, "13")
    do(state, "copy 13")
    assert (state.turn, hand(state, 0)) == (0, 1)
    do(state, "attack 13")
    assert state.turn == 1


@pytest.mark.rule("TH23", "TH10")
def test_no_13_and_a_no_7_that_copies_it_make_three_turns() -> None:
    state = at_table("5 6", "13 2", pile="7 8 9 10")
    do(state, "play", "copy 13")
    assert (state.turn, hand(state, 0)) == (0, 8)
    do(state, "attack 12")
    assert (state.turn, hand(state, 0)) == (1, 9)


@pytest.mark.rule("TH23", "TH21")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_7_copies_no_10(seats: int) -> None:
    state = with_seven(seats, "10")
    before = [pile(state, which) for which in range(state.sets)]
    do(state, "copy 10", "bury")
    which = 1 if seats == 4 else 0
    moved = before[which][3:] + before[which][:3]
    assert pile(state, which) == (moved if seats == 4 else moved[1:])
    assert state.turn == 1


@pytest.mark.rule("TH23")
def test_the_players_own_ghosts_may_be_copied() -> None:
    state = at_table("5 6", "7 2", up=["4", ""])
    do(state, "copy 4")
    assert answered(state, 1) == ["4 no"]


@pytest.mark.rule("TH23")
def test_cards_face_down_cannot_be_copied() -> None:
    state = at_table("5 6", "7 2", pile="8 9")
    assert len(state.down[0]) == 7
    assert can(state) == {"play", *ATTACKS}


@pytest.mark.rule("TH23")
def test_a_copied_no_7_does_nothing() -> None:
    """Only in teams is there a second no. 7."""
    state = at_table("5 6 4 8", "7 2 3 9", up=["", "7 4", "", ""])
    assert can(state) == {"copy 4", "copy 7", *ATTACKS}
    do(state, "copy 7")
    assert (state.turn, state.step, state.answers) == (1, STEP_TURN, [[], [], [], []])
