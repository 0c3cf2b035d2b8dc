"""Places, and the players who share a victory."""

from __future__ import annotations

import pytest

from spiritboard.table.standings import Standings


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([7, 9, 3], [2, 1, 3]),
        ([5, 5, 3], [1, 1, 3]),
        ([1, 8, 4, 4], [4, 1, 2, 2]),
        ([0, 0], [1, 1]),
        ([-3, -5], [1, 2]),
    ],
)
def test_equal_scores_share_a_place_and_the_next_is_skipped(scores: list[int], places: list[int]) -> None:
    assert Standings.highest(scores).places == places
    assert Standings.lowest([-score for score in scores]).places == places


def test_a_shared_victory_is_one_victory() -> None:
    assert Standings.highest([5, 9, 9]).shares() == [0.0, 0.5, 0.5]
    assert Standings.lowest([5, 9, 9]).shares() == [1.0, 0.0, 0.0]
    assert Standings.highest([5, 9, 9]).winners() == [1, 2]


def test_whoever_is_barred_is_told() -> None:
    told = Standings([4, 6], [1, 2], [1]).to_data()
    assert told == {"scores": [4, 6], "places": [1, 2], "winners": [0], "barred": [1]}
