"""The tallies of ghosts, and the plays that are looked up by them."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from spiritboard.games.ghooost.picks import COPIED, GHOST_KINDS, KITTY, MISS_COPY, MOST_ALIKE
from spiritboard.games.ghooost.plays import (
    TOPS,
    count_plays,
    find_plays,
    fitting,
    has_play,
    is_countable,
    nth_play,
    plays_of_kind,
    without_play,
)
from spiritboard.games.ghooost.tally import (
    ALL_BUT_COPIES,
    ALL_COPIES,
    ALL_KITTIES,
    FOUR_OF_ANY,
    ONE,
    counted,
    listed,
    number_of,
    size_of,
)
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import Row
from tests.games.ghooost.cemetery import AFTER, at_table

EVERY_GHOST = [kind for kind in range(1, GHOST_KINDS) for _ in range(MOST_ALIKE)]
PAIRS_OF_KINDS = list(combinations_with_replacement(range(1, GHOST_KINDS), 2))


def hands() -> list[list[int]]:
    """Returns hands with every number of every kind, alone and beside one to four ghosts of another kind."""
    alike = [[kind] * some for kind in range(1, GHOST_KINDS) for some in range(MOST_ALIKE + 1)]
    mixed = [[low] * some + [high] * 2 for low, high in PAIRS_OF_KINDS if low != high for some in (1, 3, 4)]
    return alike + mixed + [EVERY_GHOST, EVERY_GHOST[::3]]


def listed_plays(hand: list[int], top: int, copies: int) -> list[int]:
    """Returns the plays of a hand by the rules themselves."""
    return [play for kind in range(1, GHOST_KINDS) for play in plays_of_kind(top, kind, hand.count(kind), copies)]


def found_plays(hand: list[int], top: int) -> list[int]:
    moves = Row([])
    find_plays(counted(hand), top, moves)
    return list(moves)


@pytest.mark.parametrize("ghosts", [[], [1], [MISS_COPY, KITTY], [3, 3, 3, 14], EVERY_GHOST])
def test_a_tally_lists_the_ghosts_that_it_counted(ghosts: list[int]) -> None:
    tally = counted(ghosts)
    assert listed(tally) == ghosts
    assert size_of(tally) == len(ghosts)
    assert [number_of(tally, kind) for kind in range(GHOST_KINDS)] == [ghosts.count(k) for k in range(GHOST_KINDS)]


@pytest.mark.parametrize("ghosts", [[0], [GHOST_KINDS], [-1], [5] * (MOST_ALIKE + 1)])
def test_a_tally_refuses_other_numbers_and_too_many_equal_ghosts(ghosts: list[int]) -> None:
    with pytest.raises(BadPosition):
        counted(ghosts)


def test_a_miss_copy_of_the_cemetery_is_tallied_as_herself() -> None:
    assert [ONE[COPIED + value] for value in range(1, 15)] == [counted([MISS_COPY])] * 14


def test_the_digits_of_special_ghosts() -> None:
    assert counted([KITTY] * MOST_ALIKE) == ALL_KITTIES
    assert counted([MISS_COPY] * MOST_ALIKE) == ALL_COPIES
    assert counted([ghost for ghost in EVERY_GHOST if ghost != MISS_COPY]) == ALL_BUT_COPIES
    assert counted([kind for kind in range(1, GHOST_KINDS) for _ in range(4)]) == FOUR_OF_ANY


@pytest.mark.parametrize("top", TOPS)
def test_plays_looked_up_are_those_of_the_rules(top: int) -> None:
    for hand in hands():
        assert found_plays(hand, top) == listed_plays(hand, top, 1 if MISS_COPY in hand else 0)


@pytest.mark.parametrize("top", TOPS)
def test_has_play_and_fitting_agree_with_the_rules(top: int) -> None:
    for hand in hands():
        assert has_play(counted(hand), top) == (listed_plays(hand, top, 0) != [])
        assert listed(fitting(counted(hand), top)) == [ghost for ghost in hand if plays_of_kind(top, ghost, 1, 0)]


@pytest.mark.parametrize("top", TOPS)
def test_ghosts_without_play_are_those_that_the_rules_give_none(top: int) -> None:
    for hand in hands():
        idle = [g for g in hand if g != MISS_COPY and not plays_of_kind(top, g, hand.count(g), 0)]
        assert listed(without_play(counted(hand), top)) == sorted(idle)


@pytest.mark.parametrize("top", TOPS)
def test_plays_counted_are_those_that_are_listed(top: int) -> None:
    countable = [hand for hand in hands() if is_countable(counted(hand))]
    assert len(countable) > 100
    for hand in countable:
        plays, fit = found_plays(hand, top), fitting(counted(hand), top)
        assert count_plays(fit) == len(plays)
        assert [nth_play(fit, at) for at in range(len(plays))] == plays


def test_hands_with_miss_copy_or_four_equal_ghosts_are_not_counted() -> None:
    assert not is_countable(counted([5, MISS_COPY]))
    assert [is_countable(counted([5] * some)) for some in range(1, 8)] == [True] * 3 + [False] * 4


@pytest.mark.parametrize(
    ("hand", "cemetery", "crypt"),
    [
        ("9 9 5 kitty", "5", "13 10"),
        ("9 copy 5 kitty", "5", "13 10"),
        ("4 4 4 4", "5", "13 10"),
        ("7 7 7 7 kitty kitty", "5", AFTER),
        ("", "5", AFTER),
    ],
)
def test_a_random_move_is_the_one_that_the_dice_pick_from_the_list(hand: str, cemetery: str, crypt: str | None) -> None:
    state = at_table([hand, "6 6"], cemetery=cemetery, crypt=crypt)
    for seed in range(60):
        assert state.random_move(0, Dice(seed)) == Dice(seed).pick(state.legal(0))
