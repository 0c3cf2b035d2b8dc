"""Rows do what lists do. In plain Python they are lists, so these tests say most where the rules are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiritboard.table import plain_row
from spiritboard.table import row as compiled_row
from spiritboard.table.dice import Dice
from spiritboard.table.row import NO_NUMBERS, Row, copies, is_first, repeated, total, with_room, zeros

NUMBERS = st.integers(-3, 5)
# A step changes a row and returns something.
Step = Callable[[list[int]], object]


def appending(number: int) -> Step:
    return lambda row: row.append(number)


def removing(number: int) -> Step:
    return lambda row: row.remove(number)


def extending(numbers: list[int]) -> Step:
    return lambda row: row.extend(type(row)(numbers))


def setting(place: int, number: int) -> Step:
    return lambda row: row.__setitem__(place, number)


def popping(row: list[int]) -> object:
    return row.pop()


def clearing(row: list[int]) -> object:
    row.clear()
    return None


def sorting(row: list[int]) -> object:
    row.sort()
    return None


STEPS = st.one_of(
    st.builds(appending, NUMBERS),
    st.builds(removing, NUMBERS),
    st.builds(extending, st.lists(NUMBERS, max_size=12)),
    st.builds(setting, NUMBERS, NUMBERS),
    st.just(popping),
    st.just(clearing),
    st.just(sorting),
)


def outcome(row: list[int], step: Step) -> object:
    """Makes a step. Returns what it returned, or the kind of its error."""
    try:
        return step(row)
    except (IndexError, ValueError) as error:
        return type(error)


@given(st.lists(NUMBERS), st.lists(STEPS, max_size=40))
def test_a_row_follows_a_list(first: list[int], steps: list[Step]) -> None:
    mine, theirs = Row(first), first.copy()
    for step in steps:
        assert outcome(cast(list[int], mine), step) == outcome(theirs, step)
        assert mine == theirs
        assert mine.copy() == theirs
        assert len(mine) == len(theirs)
        assert bool(mine) == bool(theirs)


@given(st.lists(NUMBERS), NUMBERS)
def test_a_row_is_read_as_a_list_is(numbers: list[int], number: int) -> None:
    mine = Row(numbers)
    assert mine.count(number) == numbers.count(number)
    assert (number in mine) == (number in numbers)
    assert repr(mine) == repr(numbers)
    assert total(mine) == sum(numbers)
    for place in range(-len(numbers), len(numbers)):
        assert mine[place] == numbers[place]
    for place in range(len(numbers)):
        assert is_first(mine, place) == (numbers.index(numbers[place]) == place)
    if number in numbers:
        assert mine.index(number) == numbers.index(number)


@pytest.mark.parametrize("place", [-4, 3, 7, -(10**9), 10**9])
def test_there_is_no_number_outside_of_a_row(place: int) -> None:
    mine = with_room(8)
    mine.extend(Row([1, 2, 3]))
    with pytest.raises(IndexError):
        print(mine[place])
    with pytest.raises(IndexError):
        mine[place] = 1
    assert mine == [1, 2, 3]


def test_what_is_not_in_a_row_is_neither_found_nor_removed() -> None:
    mine = Row([1, 2, 3])
    with pytest.raises(ValueError, match="not in"):
        mine.index(4)
    with pytest.raises(ValueError, match="not in"):
        mine.remove(4)
    assert mine == [1, 2, 3]
    mine.pop()
    for row, number in ((mine, 3), (Row(), 0), (with_room(3), 0)):
        with pytest.raises(ValueError, match="not in"):
            row.remove(number)
    assert mine == [1, 2]
    with pytest.raises(IndexError):
        with_room(3).pop()


def test_a_copy_shares_nothing() -> None:
    mine = [Row([1, 2]), Row()]
    theirs = copies(mine)
    theirs[0][0] = 9
    theirs[0].append(3)
    theirs[1].append(4)
    assert mine == [[1, 2], []]
    assert theirs == [[9, 2, 3], [4]]


def test_new_rows() -> None:
    made = [zeros(0), zeros(3), repeated(7, 2), with_room(5)]
    assert [list(numbers) for numbers in made] == [[], [0, 0, 0], [7, 7], []]
    assert zeros(5000) == [0] * 5000
    long = with_room(5000)
    long.extend(repeated(1, 6000))
    assert total(long) == 6000


def test_dice_do_the_same_with_a_row_as_with_a_list() -> None:
    for seed in range(50):
        numbers = list(range(seed))
        mine = Row(numbers)
        dice, same = Dice(seed), Dice(seed)
        dice.shuffle(numbers)
        same.shuffle_row(mine)
        assert mine == numbers
        if numbers:
            assert same.pick_from(mine) == dice.pick(numbers)
            assert same.draw_from(mine) == dice.draw(numbers)
        assert mine == numbers
        assert same.text() == dice.text()


def test_hands_are_dealt_again_but_for_one() -> None:
    hands, deck = [Row([1, 2]), Row([3, 4, 5]), Row()], Row([6, 7, 8])
    Dice(1).deal_again(hands, 0, deck)
    assert hands[0] == [1, 2]
    assert [len(hand) for hand in hands] == [2, 3, 0]
    assert sorted([*hands[1], *deck]) == [3, 4, 5, 6, 7, 8]
    Dice(1).deal_again(hands, -1, deck)
    assert sorted([*hands[0], *hands[1], *deck]) == list(range(1, 9))


def test_the_shared_empty_row_is_a_row() -> None:
    assert isinstance(NO_NUMBERS, Row)
    assert NO_NUMBERS == []


def test_plain_python_has_every_function_for_rows() -> None:
    functions = {name for name, value in vars(compiled_row).items() if callable(value) and not name.startswith("_")}
    own = {name for name in functions if getattr(vars(compiled_row)[name], "__module__", "").startswith("spiritboard")}
    assert own - {"Row"} <= set(vars(plain_row))
