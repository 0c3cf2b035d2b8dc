"""A search finds the values that were planted, says how sure it is, and changes no more than it must."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import spiritboard
from spiritboard.arena.design.balance import Judged, balance, choose, drawn, kept, round_ends, trade_offs
from spiritboard.arena.design.effects import Estimate
from spiritboard.arena.design.targets import read_target, verdict
from spiritboard.arena.design.trials import TrialPlan, trial_plan
from spiritboard.table.errors import TableError
from spiritboard.table.pieces import Pieces
from tests.arena.design.coins import COINS, CoinPieces


def plan(*vary: str, games: int = 400, seed: str = "0", pieces: Pieces | None = None) -> TrialPlan:
    return trial_plan("coins", 2, ["random"], games, vary, seed, {}, pieces)


def uneven() -> CoinPieces:
    own = COINS.own_pieces
    assert isinstance(own, CoinPieces)
    return replace(own, tosses=11, coins=(replace(own.coins[0], weight=80), own.coins[1]))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_search_finds_what_makes_the_seats_even(seed: str) -> None:
    wanted = plan("penny.weight=20..80:10", "tosses=3..11:4", seed=seed, games=1000, pieces=uneven())
    report, pieces = balance(wanted, ["seats even", "length 6..8"], jobs=1)
    assert isinstance(pieces, CoinPieces)
    assert (pieces.coins[0].weight, pieces.tosses) == (50, 7)
    assert report.chosen.verdicts["length 6..8"] == "met"
    assert report.chosen.verdicts["seats even"] in ("met", "unsure")
    assert "It is clearly nearer to the targets than the pieces as they are." in report.summary()
    before = next(each for each in report.candidates if each.role == "as they are")
    assert before.verdicts == {"seats even": "missed", "length 6..8": "missed"}


def test_where_nothing_helps_the_pieces_stay_as_they_are() -> None:
    report, pieces = balance(plan("dime.weight=10,50,90", "colour=red,blue", games=200), ["seats even"], jobs=1)
    assert pieces == COINS.own_pieces
    assert report.chosen.role == "as they are"
    assert "No combination is clearly nearer to the targets than the pieces as they are." in report.summary()


def test_the_figures_are_those_of_other_games_than_the_search_played() -> None:
    wanted = plan("penny.weight=48,50,52", games=100)
    report, _ = balance(wanted, ["seat 1 0.55..0.6"], jobs=1)
    search = spiritboard.sweep("coins", ["penny.weight=48,50,52"], ["random"], games=100, jobs=1)
    seen = {each.values["coins.penny.weight"]: each.measures["seat 1"] for each in search.settings}
    for each in report.candidates:
        assert each.measures["seat 1"] != seen[each.values["coins.penny.weight"]]


def test_targets_that_pull_apart_show_as_trade_offs() -> None:
    report, _ = balance(plan("tosses=1,5,9", games=100), ["length 9", "length 1..1"], jobs=1)
    assert {each.values["tosses"] for each in report.candidates} >= {"1", "9"}


def judged(number: int, *misses: float) -> Judged:
    return Judged(number, list(misses), [[miss + 0.01 * at for miss in misses] for at in (-1, 0, 1)])


def test_what_is_clearly_worse_is_dropped_and_what_is_best_in_something_stays() -> None:
    field = [judged(0, 1, 1), judged(1, 1.1, 1), judged(2, 2, 2), judged(3, 9, 0), judged(4, 5, 5)]
    assert kept(field) == [0, 3]
    assert trade_offs(plan("tosses=1..5"), field) == [0, 3]


def test_what_is_clear_in_one_target_is_not_hidden_by_the_noise_of_another() -> None:
    """The second is clearly nearer to the first target. The other target is so noisy that the loss says nothing."""
    noisy = [[2.0, -9.0], [2.0, 9.0], [2.0, 0.0]]
    other = [[1.0, 9.0], [1.0, -9.0], [1.0, 3.0]]
    assert choose(plan("tosses=5,6"), [Judged(0, [2.0, 0.0], noisy), Judged(1, [1.0, 2.0], other)]) == 1


def test_rounds_double_and_few_combinations_need_few() -> None:
    assert round_ends(100, 64) == [12, 25, 50, 100]
    assert round_ends(100, 4) == [50, 100]
    assert round_ends(100, 1) == [100]
    assert round_ends(10, 500) == [10]


def test_of_many_combinations_some_are_drawn_and_the_old_one_is_among_them() -> None:
    many = plan("penny.weight=1..60", "tosses=1..30")
    numbers = drawn(many, 50)
    assert len(set(numbers)) == 50
    assert many.as_they_are() in numbers
    assert drawn(many, 50) == numbers
    assert drawn(plan("penny.weight=1..60", "tosses=1..30", seed="1"), 50) != numbers


def test_an_interrupted_search_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "search.jsonl"
    wanted = plan("tosses=1..4", games=40)
    whole = balance(wanted, ["length 2"], jobs=1, resume=file)
    file.write_bytes(b"\n".join(file.read_bytes().split(b"\n")[:20]) + b"\n")
    assert balance(wanted, ["length 2"], jobs=1, resume=file) == whole
    again = file.with_name("search.jsonl.again").read_bytes()
    assert balance(wanted, ["length 2"], jobs=1, resume=file) == whole
    assert file.with_name("search.jsonl.again").read_bytes() == again


def test_a_search_does_not_depend_on_the_number_of_processes() -> None:
    wanted = trial_plan("ghosts", 2, ["heuristic"], 40, ["mist.count=2,6,10"], "0", {"rounds": "1"}, None)
    assert balance(wanted, ["length 60..65"], jobs=2) == balance(wanted, ["length 60..65"], jobs=1)


@pytest.mark.parametrize(
    ("mean", "low", "high", "said"),
    [(30, 28, 32, "met"), (30, 20, 40, "unsure"), (50, 45, 55, "missed"), (36, 34.5, 37, "unsure")],
)
def test_a_verdict_needs_the_whole_interval(mean: float, low: float, high: float, said: str) -> None:
    names = plan().measures()
    target = read_target("length 25..35", names)
    assert verdict(target, names, {"length": Estimate(mean, low, high)}) == said


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ([], "at least one target"),
        (["length 1", "length 1"], "given twice"),
        (["lenght 25..35"], "Did you mean 'length'?"),
        (["length 9..3"], "from its lowest to its highest"),
        (["length"], "A target is written as 'seats even'"),
        (["length even"], "only seats and bots can be even"),
        (["bots even"], "only one bot plays"),
    ],
)
def test_a_wrong_target_is_refused(targets: list[str], said: str) -> None:
    with pytest.raises(TableError, match=re.escape(said)):
        balance(plan("tosses=1,2"), targets, jobs=1)


def test_a_search_says_what_it_is() -> None:
    report, pieces = spiritboard.balance("coins", ["length 3"], ["tosses=1,3"], ["random"], games=20, jobs=1)
    assert repr(report) == "<Balance of coins, 2 combinations: tosses=3>"
    assert "<td>chosen</td>" in report._repr_html_()
    assert isinstance(pieces, CoinPieces)
