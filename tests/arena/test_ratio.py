"""Means, intervals and tests: against what can be worked out by hand, and against games whose truth is known."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from spiritboard.arena.report.ratio import Ratio, chance, chance_from, corrected


def ratio(*games: tuple[float, float]) -> Ratio:
    found = Ratio()
    for top, bottom in games:
        found.add(top, bottom)
    return found


def test_a_mean_of_single_values_is_the_usual_one() -> None:
    values = [3.0, 5.0, 8.0, 13.0]
    found = ratio(*((value, 1) for value in values))
    assert found.mean == statistics.fmean(values)
    assert found.error == pytest.approx(statistics.stdev(values) / 2)
    low, high = found.interval(share=False)
    assert (high - low) / 2 == pytest.approx(1.96 * found.error)


def test_what_hangs_together_counts_once() -> None:
    """Ten things in each game that all go the same way say no more than the games do."""
    alone = ratio(*((at % 2, 1) for at in range(40)))
    tenfold = ratio(*((10 * (at % 2), 10) for at in range(40)))
    assert tenfold.mean == alone.mean
    assert tenfold.error == pytest.approx(alone.error)
    assert tenfold.interval(share=True) == pytest.approx(alone.interval(share=True))


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
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


def test_a_share_is_never_sure_of_itself() -> None:
    low, high = ratio(*((1, 1),) * 10).interval(share=True)
    assert 0.5 < low < 1
    assert high == 1
    assert ratio(*((0, 1),) * 10).interval(share=True)[0] == 0


def test_parts_add_up() -> None:
    games = [(1.0, 2.0), (3.0, 3.0), (0.0, 1.0), (2.0, 5.0)]
    one, other = ratio(*games[:1]), ratio(*games[1:])
    one.merge(other)
    assert one == ratio(*games)


def test_games_in_which_nothing_came_up_count() -> None:
    assert ratio((2, 1), (1, 1)).padded(4) == ratio((2, 1), (1, 1), (0, 1), (0, 1))


def test_nothing_can_be_said_of_one_game() -> None:
    one = ratio((3, 1))
    assert math.isinf(one.error)
    assert chance(one, ratio((5, 1), (6, 1))) == 1
    assert chance_from(one, 7) == 1
    assert Ratio().mean == 0


def test_chances_are_those_of_the_normal_distribution() -> None:
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


def test_false_alarms_are_as_rare_as_promised() -> None:
    """Twenty true nothings, looked at four hundred times: even one alarm comes in about one time of twenty."""
    dice = random.Random(3)
    alarms = sum(min(corrected([dice.random() for _ in range(20)])) < 0.05 for _ in range(400))
    assert alarms / 400 < 0.09
