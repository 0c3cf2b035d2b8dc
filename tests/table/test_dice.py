"""Dice are fair, the same on every machine, and continue from any position."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiritboard.table.dice import BLOCK_BYTES, STREAM_BLOCKS, Dice
from spiritboard.table.row import Row, take_out


def chi_square(counts: Counter[int], sides: int) -> float:
    expected = counts.total() / sides
    return sum((counts[side] - expected) ** 2 / expected for side in range(sides))


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 7, 8, 10, 12, 52, 60, 75, 100, 200, 255, 256])
def test_every_side_is_equally_likely(sides: int) -> None:
    dice = Dice("fair")
    counts = Counter(dice.below(sides) for _ in range(400 * sides))
    freedom = sides - 1
    # Five standard deviations: a fair die fails this about once in a million seeds, and the seed is fixed.
    assert chi_square(counts, sides) < freedom + 5 * (2 * freedom) ** 0.5
    assert set(counts) == set(range(sides))


def test_no_modulo_bias_with_many_sides() -> None:
    """With three quarters of 2**31 sides, a plain remainder would hit the lower third far too often."""
    dice = Dice("many")
    sides = 3 << 29
    low = sum(dice.below(sides) < sides // 3 for _ in range(30_000))
    assert abs(low / 30_000 - 1 / 3) < 0.012


def test_pairs_of_rolls_are_independent() -> None:
    dice = Dice("pairs")
    counts = Counter(dice.below(6) * 6 + dice.below(6) for _ in range(36_000))
    assert chi_square(counts, 36) < 35 + 5 * 70**0.5


def test_the_stream_is_the_same_on_every_machine() -> None:
    """These numbers never change: records depend on them."""
    dice = Dice(7)
    assert [dice.below(6) for _ in range(12)] == [2, 2, 4, 4, 0, 5, 3, 2, 2, 4, 3, 3]
    assert [dice.below(10**6) for _ in range(4)] == [719153, 542603, 341613, 840829]


@given(
    st.integers() | st.text(), st.lists(st.integers(1, 2**31), max_size=40), st.lists(st.integers(1, 300), min_size=1)
)
def test_dice_go_on_from_their_text(seed: object, before: list[int], after: list[int]) -> None:
    dice = Dice(seed)
    for sides in before:
        assert 0 <= dice.below(sides) < sides
    again = Dice.at(dice.text())
    assert again.text() == dice.text()
    assert [again.below(sides) for sides in after] == [dice.below(sides) for sides in after]
    assert again.text() == dice.text()


def test_going_on_at_the_edge_of_a_block() -> None:
    for bytes_read in (0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 2 * BLOCK_BYTES):
        dice = Dice("edge")
        for _ in range(bytes_read):
            dice.below(256)
        assert dice.text().endswith(f"@{bytes_read}")
        assert Dice.at(dice.text()).below(256) == dice.below(256)


def test_fresh_dice_from_hex_digits() -> None:
    assert Dice.at("00" * 16).below(256) == Dice.at("00" * 16 + "@0").below(256)


@pytest.mark.parametrize(
    "text", ["", "xyz", "00" * 15, "0" * 31 + "g", "00" * 16 + "@", "00" * 16 + "@-1", "00" * 16 + "@01"]
)
def test_what_is_not_dice(text: str) -> None:
    with pytest.raises(ValueError, match="not dice"):
        Dice.at(text)


@pytest.mark.parametrize("sides", [0, -1, 2**31 + 1])
def test_dice_that_cannot_be(sides: int) -> None:
    with pytest.raises(ValueError, match="side"):
        Dice(0).below(sides)


def test_streams_are_other_dice_that_never_meet() -> None:
    seed = Dice(3)
    assert seed.stream(0).text() == Dice(3).text()
    assert seed.stream(2).text().endswith(f"@{2 * STREAM_BLOCKS * BLOCK_BYTES}")
    first, second = ([dice.below(256) for _ in range(50)] for dice in (seed.stream(1), seed.stream(2)))
    assert first != second
    with pytest.raises(ValueError, match="streams"):
        seed.stream(-1)
    with pytest.raises(ValueError, match="streams"):
        seed.stream(2**31)


@given(st.integers(), st.lists(st.integers()))
def test_shuffling_loses_nothing(seed: int, items: list[int]) -> None:
    shuffled = items.copy()
    Dice(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_equally_likely() -> None:
    dice = Dice("orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        items = [0, 1, 2, 3]
        dice.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert sum((seen - 500) ** 2 / 500 for seen in counts.values()) < 23 + 5 * 46**0.5


@given(st.integers(), st.lists(st.integers(), min_size=1))
def test_drawing_takes_one_out(seed: int, heap: list[int]) -> None:
    left = heap.copy()
    drawn = Dice(seed).draw(left)
    assert sorted([*left, drawn]) == sorted(heap)


@given(st.integers(), st.lists(st.integers(0, 100), max_size=20), st.integers(0, 30))
def test_drawing_into_another_row_moves_the_numbers(seed: int, numbers: list[int], most: int) -> None:
    heap, other = Row(numbers), Row([7])
    count = Dice(seed).draw_into(heap, most, other)
    assert count == min(most, len(numbers)) == len(other) - 1
    assert other[0] == 7
    assert sorted([*heap, *other]) == sorted([*numbers, 7])


@given(st.integers(), st.lists(st.integers(0, 100), max_size=20))
def test_rows_and_lists_are_drawn_from_in_the_same_order(seed: int, numbers: list[int]) -> None:
    dice, drawn = Dice(seed), Row()
    Dice(seed).draw_into(Row(numbers), len(numbers), drawn)
    heap = numbers.copy()
    assert drawn == [dice.draw(heap) for _ in numbers]


def test_nothing_is_taken_out_of_a_place_that_is_not_there() -> None:
    for at in (-4, 3):
        row = Row([1, 2, 3])
        with pytest.raises(IndexError):
            take_out(row, at)
        assert row == [1, 2, 3]


def test_drawing_is_fair() -> None:
    dice = Dice("draw")
    counts = Counter(dice.draw([0, 1, 2, 3, 4]) for _ in range(5000))
    assert chi_square(counts, 5) < 4 + 5 * 8**0.5


def test_more_sides_than_a_byte_has_are_equally_likely() -> None:
    """With so many sides, every third number would be a quarter less likely if no product were rejected."""
    dice = Dice("many sides")
    found = [0, 0, 0]
    for _ in range(6000):
        found[dice.below(3 << 29) % 3] += 1
    assert all(1850 < times < 2150 for times in found)
