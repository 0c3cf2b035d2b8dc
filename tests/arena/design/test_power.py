"""A pilot run says how many games it takes to see a difference."""

from __future__ import annotations

import math
import re

import pytest

import spiritboard
from spiritboard.arena.design.power import PilotReport, pilot
from spiritboard.arena.design.trials import trial_plan
from spiritboard.table.errors import TableError


def run(*vary: str, games: int = 2000, **differences: float) -> PilotReport:
    plan = trial_plan("coins", 2, ["random"], games, vary, "pilot", {}, None)
    return pilot(plan, {name.replace("_", " "): size for name, size in differences.items()}, 1)


def test_the_number_of_games_follows_from_the_scatter() -> None:
    """A fair coin scatters by a half. 2 · (1.96 + 0.84)² · 0.25 / 0.02² = 9,811 games with each set of pieces."""
    need = next(need for need in run(seat_1=0.02).needs if need.measure == "seat 1")
    assert need.deviation == pytest.approx(0.5, abs=0.01)
    assert need.to_compare == pytest.approx(9811, rel=0.03)
    assert need.to_know == pytest.approx(1.96**2 * 0.25 / 0.02**2, rel=0.03)
    assert need.with_same_dice is None


def test_the_same_dice_save_games() -> None:
    """Of a hundred games with the same dice, two differ: the difference scatters by the root of 0.02."""
    need = next(need for need in run("penny.weight=49,51", seat_1=0.02).needs if need.measure == "seat 1")
    assert need.with_same_dice is not None
    assert need.with_same_dice == pytest.approx(2.8**2 * 0.02 * 0.98 / 0.02**2, rel=0.4)
    assert need.with_same_dice < need.to_compare / 10


def test_a_value_that_changes_no_game_is_said_to_change_none() -> None:
    report = run("dime.weight=10,90", games=40)
    assert {need.with_same_dice for need in report.needs} == {0}
    assert {row[-1] for row in report.rows()} == {"no game differs"}


def test_as_many_games_as_it_says_find_the_difference() -> None:
    """Four times out of five, chance alone does not explain the difference that was asked for."""
    need = next(need for need in run(games=200, seat_1=0.2).needs if need.measure == "seat 1")
    plans = [
        [
            trial_plan("coins", 2, ["random"], need.to_compare, [f"penny.weight={w}"], f"{w} {seed}", {}, None)
            for w in (50, 70)
        ]
        for seed in range(40)
    ]
    found = 0
    for one, other in plans:
        first, second = (pilot(each, {}, 1).needs[0].mean.mean for each in (one, other))
        error = math.sqrt((first * (1 - first) + second * (1 - second)) / need.to_compare)
        found += second - first > 1.96 * error
    assert 0.6 <= found / 40 <= 0.95


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 5}, "at least 20 games"),
        ({"seet_1": 0.1}, "Did you mean 'seat 1'?"),
        ({"seat_1": 0}, "a number above 0"),
    ],
)
def test_a_pilot_that_cannot_be_is_refused(given: dict[str, float], said: str) -> None:
    with pytest.raises(TableError, match=re.escape(said)):
        run(**{"games": 40, **given})  # type: ignore[arg-type]


def test_a_pilot_says_what_it_is() -> None:
    report = spiritboard.pilot("coins", {"length": 1}, bots=["random"], games=40, jobs=1)
    assert repr(report) == "<Pilot of coins, 2 players, 40 games>"
    assert "<td>decisions in a game</td>" in report._repr_html_()
