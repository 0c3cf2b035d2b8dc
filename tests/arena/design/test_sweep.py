"""A sweep finds what was planted, and nothing that is not there; it is the same on any number of processes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import spiritboard
from spiritboard.arena.design.page import sweep_page
from spiritboard.arena.design.sweep import SweepReport, sweep
from spiritboard.arena.design.trials import TrialPlan, trial_plan
from spiritboard.table.errors import TableError
from tests.arena.test_report import Page


def coins(*vary: str, games: int = 400, seed: str = "0", bots: tuple[str, ...] = ("random",)) -> TrialPlan:
    return trial_plan("coins", 2, bots, games, vary, seed, {}, None)


def found(report: SweepReport) -> set[tuple[str, str]]:
    return {(each.measure, each.words()) for each in report.found()}


def test_a_planted_imbalance_is_found_and_measured() -> None:
    report = sweep(coins("penny.weight=40,50,60", "dime.weight=10,90", games=1500), 1)
    of_seats = {each for each in found(report) if each[0].startswith("seat")}
    assert of_seats == {(f"seat {seat}", f"coins.penny.weight={weight}") for seat in (1, 2) for weight in (40, 60)}
    effect = next(each for each in report.effects if each.words() == "coins.penny.weight=60")
    assert effect.low < 0.1 < effect.high
    assert effect.high - effect.low < 0.05
    assert report.pairs
    assert not any(each.significant for each in report.pairs)


def test_games_with_the_same_dice_show_small_differences() -> None:
    """With two pennies 2 points apart, only games with the same dice can differ: these are 2 in 100."""
    report = sweep(coins("penny.weight=49,51", games=1000), 1)
    assert ("seat 1", "coins.penny.weight=51") in found(report)
    assert report.detectable["seat 1"] < 0.01


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_found_where_nothing_is(seed: int) -> None:
    report = sweep(coins("dime.weight=10,50,90", "colour=red,blue", games=60, seed=str(seed)), 1)
    assert report.found() == []
    assert {each.chance for each in report.effects} == {1.0}


@pytest.mark.parametrize("seed", range(8))
def test_noise_alone_is_not_an_effect(seed: int) -> None:
    """Bots that think differently with every set of pieces play different games, although the pieces mean the same."""
    plan = trial_plan("ghosts", 2, ["random"], 60, ["colours.names.1=red,pink", "mist.count=6"], str(seed), {}, None)
    assert sweep(plan, 1).found() == []
    fewer = trial_plan("spookies", 2, ["random"], 60, ["attic.4=5,6"], str(seed), {}, None)
    assert not any(each.measure.startswith("seat") for each in sweep(fewer, 1).found())


def test_a_pair_of_values_has_an_effect_of_its_own() -> None:
    """Mist and ghosts with one card: without both a round of Ghosts is short, beyond what each of them does."""
    vary = ["mist.count=0,30", "cards.1.count=0,6"]
    plan = trial_plan("ghosts", 2, ["heuristic"], 40, vary, "0", {"rounds": "1"}, None)
    report = sweep(plan, 1)
    pairs = {(each.measure, tuple(each.values.values())) for each in report.pairs if each.significant}
    assert ("length", ("0", "0")) in pairs
    by_values = {tuple(each.values.values()): each.measures["length"].mean for each in report.settings}
    expected = (by_values["0", "0"] - by_values["0", "6"] - by_values["30", "0"] + by_values["30", "6"]) / 4
    pair = next(each for each in report.pairs if each.measure == "length" and tuple(each.values.values()) == ("0", "0"))
    assert pair.effect == pytest.approx(expected)


def test_a_main_effect_is_a_difference_of_means() -> None:
    report = sweep(coins("tosses=1,4,7", games=20), 1)
    of_length = {each.values["tosses"]: each for each in report.effects if each.measure == "length"}
    assert {tosses: each.effect for tosses, each in of_length.items()} == {"1": -3.0, "4": 0.0, "7": 3.0}
    assert of_length["7"].significant
    assert not of_length["4"].significant


def test_a_sweep_does_not_depend_on_the_number_of_processes() -> None:
    plan = trial_plan("ghosts", 2, ["heuristic", "random"], 20, ["mist.count=2,8"], "jobs", {"rounds": "1"}, None)
    assert sweep(plan, 2) == sweep(plan, 1)


def test_an_interrupted_sweep_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "sweep.jsonl"
    plan = coins("tosses=1,2", games=30)
    whole = sweep(plan, 1, file)
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join(lines[:11]) + b"\n" + lines[11][:20])  # cut off in the middle of a line
    played: list[int] = []
    assert sweep(plan, 1, file, played.append) == whole
    assert played == [20] + [2] * 20
    assert file.read_bytes().count(b"\n") == 31
    with pytest.raises(TableError, match="belongs to another sweep"):
        sweep(msgspec.structs.replace(plan, seed="1"), 1, file)
    file.write_text("hello\n")
    with pytest.raises(TableError, match="not written by a sweep"):
        sweep(plan, 1, file)


def test_bots_take_turns_at_the_seats_with_every_deal() -> None:
    report = sweep(coins("penny.weight=100,50", games=40, bots=("random", "lucky")), 1)
    with_penny = report.settings[0].measures
    assert coins("tosses=1,2", games=41, bots=("random", "lucky")).games == 42
    assert (with_penny["seat 1"].mean, with_penny["bot random"].mean, with_penny["bot lucky"].mean) == (1.0, 0.5, 0.5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"vary": []}, "at least one value to vary"),
        ({"vary": ["tosses=1,2", "tosses=3,4"]}, "tosses is varied twice"),
        ({"vary": [f"{name}=0..63" for name in ("penny.weight", "dime.weight", "tosses")]}, "262,144 combinations"),
        ({"vary": ["penny.weight=101,102"]}, "coins.penny.weight=101: "),
        ({"games": 1}, "from 2 to 10,000,000"),
        ({"bots": ["random", "random"]}, "different bots"),
        ({"bots": ["random", "lucky"], "games": 2}, "at least two deals to compute intervals: 4 games"),
        ({"bots": ["lucki"]}, "Did you mean 'lucky'?"),
        ({"bots": "random"}, "given in lists"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(wrong: dict[str, object], said: str) -> None:
    given = {"game": "coins", "vary": ["tosses=1,2"], "jobs": 1, **wrong}
    with pytest.raises(TableError, match=re.escape(said)):
        spiritboard.sweep(**given)  # type: ignore[arg-type]


def test_a_page_of_a_sweep_loads_nothing_and_escapes_what_it_shows() -> None:
    report = sweep(coins("penny.weight=40,60", "colour=<b>,&", games=100, seed="<i>"), 1)
    text = sweep_page(report)
    page = Page(text)
    assert not re.search(r'\b(?:src|href)="(?!#)|<script|<link|url\(', text)
    assert "Coins varied" in page.words()
    assert page.count("svg") == len({each.measure for each in report.effects})
    assert ("b" in {tag for tag, _ in page.elements}, "i" in {tag for tag, _ in page.elements}) == (False, False)


def test_a_sweep_says_what_it_is() -> None:
    report = spiritboard.sweep("coins", ["penny.weight=20,80"], ["random"], games=100, jobs=1)
    assert repr(report) == "<Sweep of coins, 2 combinations, 100 games each: 4 effects>"
    assert "<td>coins.penny.weight=20</td>" in report._repr_html_()
    assert report.as_they_are is None
    assert spiritboard.sweep("coins", ["penny.weight=20,50"], ["random"], games=2, jobs=1).as_they_are == 1
