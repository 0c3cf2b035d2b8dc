"""Means, intervals and tests, compared with results worked out by hand and with simulated games."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from spiritboard.arena.ratio import Ratio, chance, chance_from, corrected


def ratio(*games: tuple[float, float]) -> Ratio:
    found = Ratio()
    for top, bottom in games:
        found.add(top, bottom)
    return found


def test_a_ratio_of_single_values_is_their_mean() -> None:
    values = [3.0, 5.0, 8.0, 13.0]
    found = ratio(*((value, 1) for value in values))
    assert found.mean == statistics.fmean(values)
    assert found.error == pytest.approx(statistics.stdev(values) / 2)
    low, high = found.interval(share=False)
    assert (high - low) / 2 == pytest.approx(1.96 * found.error)


def test_dependent_events_of_one_game_do_not_narrow_the_interval() -> None:
    """Ten events in each game that all have the same result say no more than one event."""
    alone = ratio(*((at % 2, 1) for at in range(40)))
    tenfold = ratio(*((10 * (at % 2), 10) for at in range(40)))
    assert tenfold.mean == alone.mean
    assert tenfold.error == pytest.approx(alone.error)
    assert tenfold.interval(share=True) == pytest.approx(alone.interval(share=True))


def test_95_of_100_intervals_hold_the_true_value() -> None:
    dice = random.Random(7)
    held = 0
    for _ in range(400):
        found = Ratio()
        for _ in range(100):
            times = dice.randrange(1, 6)
            found.add(sum(dice.random() < 0.3 for _ in range(times)), times)
        low, high = found.interval(share=True)
        held += low <= 0.3 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_the_interval_of_a_share_never_has_width_zero() -> None:
    low, high = ratio(*((1, 1),) * 10).interval(share=True)
    assert 0.5 < low < 1
    assert high == 1
    assert ratio(*((0, 1),) * 10).interval(share=True)[0] == 0


def test_merged_ratios_equal_the_ratio_of_all_games() -> None:
    games = [(1.0, 2.0), (3.0, 3.0), (0.0, 1.0), (2.0, 5.0)]
    one, other = ratio(*games[:1]), ratio(*games[1:])
    one.merge(other)
    assert one == ratio(*games)


def test_padding_adds_games_that_count_as_zero() -> None:
    assert ratio((2, 1), (1, 1)).padded(4) == ratio((2, 1), (1, 1), (0, 1), (0, 1))


def test_one_game_has_no_standard_error() -> None:
    one = ratio((3, 1))
    assert math.isinf(one.error)
    assert chance(one, ratio((5, 1), (6, 1))) == 1
    assert chance_from(one, 7) == 1
    assert Ratio().mean == 0


def test_chances_follow_the_normal_distribution() -> None:
    one = ratio(*((at % 2, 1) for at in range(100)))
    expected = one.mean + 1.96 * one.error
    assert chance_from(one, expected) == pytest.approx(0.05, abs=0.001)
    other = ratio(*((at % 2 + 2.5758 * math.sqrt(2) * one.error, 1) for at in range(100)))
    assert chance(one, other) == pytest.approx(0.01, abs=0.001)
    assert chance(one, one) == 1
    assert chance(ratio(*((1, 1),) * 9), ratio(*((2, 1),) * 9)) == 0


def test_many_comparisons_are_corrected_after_holm() -> None:
    assert corrected([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert corrected([0.6, 0.9]) == [1, 1]
    assert corrected([]) == []


def test_corrected_tests_rarely_give_a_false_alarm() -> None:
    """Of 400 families of twenty tests without any real difference, about one in twenty gives a false alarm."""
    dice = random.Random(3)
    alarms = sum(min(corrected([dice.random() for _ in range(20)])) < 0.05 for _ in range(400))
    assert alarms / 400 < 0.09
