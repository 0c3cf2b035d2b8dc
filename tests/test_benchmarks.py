"""The benchmarks run, keep their figures, and compare them with those of a release. No test measures speed."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import spiritboard
from benchmarks import __main__ as program
from benchmarks import instructions, names, search, speed, steps, targets, turns
from benchmarks.compare import RatioChange, print_changes, shortened
from benchmarks.readme_tables import readme_tables
from benchmarks.report import ROOT, BenchReport, Measurement, print_report, read_report, save_report
from benchmarks.targets import SpeedTarget
from benchmarks.turns import BenchPlan
from spiritboard.table.registry import games

SEATS = 4


def measured(
    part: str = "speed",
    game: str = "ghosts",
    name: str = names.OURS,
    beside: str = names.SPIEL_CPP + "crazy_eights",
    value: float = 6e6,
    beside_value: float = 2e6,
    ratios: tuple[float, ...] = (2.9, 3.0, 3.2),
    exact: bool = False,
) -> Measurement:
    return Measurement(part, game, SEATS, name, "decisions a second", value, beside, beside_value, [*ratios], exact)


def report(*measurements: Measurement, quick: bool = False, plain: tuple[str, ...] = ()) -> BenchReport:
    return BenchReport("1.2.0", "f00", "3.11", "a processor", "2030-06-15", quick, [*plain], [], [*measurements])


def whole_report() -> BenchReport:
    return report(*(measured(part) for part in program.USUAL_PARTS))


def possible_pairs(game: str) -> set[tuple[str, str]]:
    """Returns everything that is measured in a game, with what it is compared with."""
    pairs = [*speed.pairs(game, SEATS), *steps.STEP_PAIRS, (names.OUR_SEARCH, names.SPIEL_ITERATIONS)]
    playouts = search.PLAYOUT_PAIRS if game == search.PLAYOUT_GAME else []
    return {*pairs, *playouts, (names.SERVER, names.JSON)}


# The whole program.


def test_a_quick_run_measures_every_pair_and_writes_the_table_and_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    command = [sys.executable, "-m", "benchmarks", "--quick", "--json", str(path)]
    shown = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = read_report(path)
    assert (found.version, found.quick) == (spiritboard.__version__, True)
    (game,) = program.QUICK_PLAN.games
    missing = {name for name in everything(game) if any(said.startswith(name) for said in found.left_out)}
    assert missing <= {
        names.LEDUC,
        names.CONNECT_FOUR,
        names.UNO,
        names.ENVPOOL,
    }  # their libraries are not installed by `dev`
    expected = {pair for pair in possible_pairs(game) if not missing.intersection(pair)}
    assert {(each.name, each.beside) for each in found.measurements} == expected
    assert all(each.value > 0 and each.beside_value > 0 and min(each.ratios) > 0 for each in found.measurements)
    rows = [line for line in shown.splitlines() if line.startswith("│ ")]
    assert len(rows) == len(expected)
    for row, each in zip(rows, found.measurements, strict=True):
        assert row.split("│")[1].strip() == each.what
    assert "This was a quick run. Its figures mean nothing." in shown


def everything(game: str) -> set[str]:
    return {name for pair in possible_pairs(game) for name in pair}


def test_a_part_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--only", "speed,lightness"])
    assert "there is no part lightness" in capsys.readouterr().err


def test_only_the_named_parts_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def part(name: str) -> Callable[[BenchPlan], turns.PartResult]:
        def measure(plan: BenchPlan) -> turns.PartResult:
            asked.append(name)
            return turns.PartResult([measured(name)])

        return measure

    monkeypatch.setattr(program, "PARTS", {name: part(name) for name in program.PARTS})
    program.main(["--only", "steps,speed", "--instructions", "--json", str(tmp_path / "bench.json")])
    assert asked == ["speed", "steps", "instructions"]
    assert [each.part for each in read_report(tmp_path / "bench.json").measurements] == asked


def test_every_target_belongs_to_something_that_is_measured() -> None:
    for game, name, beside in targets.TARGETS:
        assert (name, beside) in possible_pairs(game)
    for name, beside in targets.USUAL_TARGETS:
        assert all((name, beside) in possible_pairs(game) for game in games())


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        (SpeedTarget(2), True),
        (SpeedTarget(4), False),
        (SpeedTarget(5, of_value=True), True),
        (SpeedTarget(7, of_value=True), False),
        (SpeedTarget(7, of_value=True, cost=True), True),
        (SpeedTarget(5, of_value=True, cost=True), False),
    ],
)
def test_a_target_is_for_the_ratio_or_the_value_and_a_cost_must_be_lower(target: SpeedTarget, reached: bool) -> None:
    assert target.reached(value=6, ratio=3, wanted=target.bar) is reached


def test_the_table_ticks_the_targets_that_were_reached(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(report(measured(ratios=(6, 6.1, 6.2)), plain=("halloween",)))
    shown = capsys.readouterr().out
    (row,) = [line for line in shown.splitlines() if line.startswith("│ ")]
    assert [cell.strip() for cell in row.split("│")[5:9]] == ["6.10", "6.00 to 6.20", "5.50 ✓", "7.00"]
    assert "not compiled, so all their figures are those of plain Python: Halloween." in shown


def test_targets_are_for_four_players() -> None:
    (game, name, beside), target = next(iter(targets.TARGETS.items()))
    assert targets.target_of(game, 4, name, beside) is target
    assert targets.target_of(game, 2, name, beside) is None


# Contenders.


def test_a_contender_counts_decisions_by_the_seconds_of_its_clock(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = iter([0.0, 0.0, 1.0, 2.0, 4.0])  # the beginning, three looks, and the end
    monkeypatch.setattr(sys, "stdin", io.StringIO("2.0\n"))
    turns.contend(lambda: lambda batch: batch, 10, lambda: next(ticks))
    assert capsys.readouterr().out.split() == [turns.READY, "5.0"]


def test_a_contender_says_which_library_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    def make() -> turns.Workload:
        raise ImportError(name="rlcard")

    turns.contend(make, 1, float)
    assert capsys.readouterr().out == "missing rlcard\n"


def process(code: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_contender_without_its_library_is_left_out_with_a_sentence() -> None:
    processes = {"ours": process("print('ready')"), "RLCard uno": process("print('missing rlcard')")}
    said = turns.drop_missing(processes)
    assert said == ["RLCard uno was left out, because rlcard is not installed."]
    assert list(processes) == ["ours"]
    processes["ours"].communicate()


def test_the_program_ends_if_a_contender_does_not_start() -> None:
    with process("") as ended, pytest.raises(SystemExit, match="A contender has ended"):
        turns.drop_missing({"ours": ended})


def test_the_program_ends_if_a_contender_ends() -> None:
    ended = process("print('ready')")
    turns.drop_missing({"ours": ended})
    ended.wait()
    with pytest.raises(SystemExit, match="A contender has ended"):
        turns.measure_once(ended, 0.1)


def test_contenders_that_ran_are_compared_within_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "drop_missing", lambda processes: [])
    monkeypatch.setattr(turns, "take_turns", lambda *_: {"a": [1.0, 4.0, 9.0], "b": [1.0, 2.0, 3.0]})
    monkeypatch.setattr(turns.Contest, "start", lambda *_: process(""))
    contest = turns.Contest("speed", "ghosts", SEATS)
    found = contest.compare([("a", "b"), ("a", "c")], "decisions a second", BenchPlan(()))
    (only,) = found.measurements
    assert (only.part, only.value, only.beside_value, only.ratios) == ("speed", 4.0, 2.0, [1.0, 2.0, 3.0])


def test_contenders_load_the_rules_that_their_names_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIRITBOARD_PLAIN", "1")
    assert "SPIRITBOARD_PLAIN" not in turns.environment_of(names.OURS)
    assert turns.environment_of(names.ZOO)["SPIRITBOARD_PLAIN"] == "1"
    monkeypatch.delenv("SPIRITBOARD_PLAIN")
    assert turns.environment_of(names.OURS_PLAIN)["SPIRITBOARD_PLAIN"] == "1"
    assert "SPIRITBOARD_PLAIN" not in turns.environment_of(names.ZOO)


# Instructions.

# Prints decisions and instructions as if each game had two decisions, OpenSpiel's with three times the instructions.
FAKE_VALGRIND = """#!/bin/sh
case "$*" in *OpenSpiel*) thousands=300 ;; *) thousands=100 ;; esac
for last; do :; done
echo $((last * 2))
echo "==7== I   refs:      $((1000 + last * thousands)),000" >&2
"""


def test_instructions_are_those_of_the_additional_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "valgrind").write_text(FAKE_VALGRIND)
    (tmp_path / "valgrind").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (only,) = instructions.measure(BenchPlan(("spookies",))).measurements
    assert (only.value, only.beside_value, only.ratios, only.exact) == (50_000, 150_000, [3.0], True)


def test_instructions_are_left_out_without_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    found = instructions.measure(BenchPlan(("spookies",)))
    assert (found.measurements, found.left_out) == ([], [instructions.MISSING_VALGRIND])


def test_the_counted_process_prints_its_decisions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["instructions", names.OURS, "spookies", "4", "3"])
    instructions.main()
    assert int(capsys.readouterr().out) == speed.our_workload("spookies", 4)(3)


# Comparing with a release.


@pytest.mark.parametrize(
    ("released", "now", "verdict"),
    [
        pytest.param((1.0, 1.1, 1.2), (1.3, 1.4, 1.5), "better", id="all-rounds-better"),
        pytest.param((1.0, 1.1, 1.2), (0.7, 0.8, 0.9), "worse", id="all-rounds-worse"),
        pytest.param((1.0, 1.1, 1.2), (1.2, 1.4, 1.5), "", id="ranges-touch"),
        pytest.param((1.0, 1.1), (1.3, 1.4, 1.5), "", id="too-few-rounds"),
    ],
)
def test_a_change_counts_if_the_rounds_do_not_overlap(
    released: tuple[float, ...], now: tuple[float, ...], verdict: str
) -> None:
    assert RatioChange(measured(ratios=released), measured(ratios=now)).verdict == verdict


@pytest.mark.parametrize(("now", "verdict"), [(2.04, "better"), (1.96, "worse"), (2.01, "")])
def test_a_change_of_an_exact_count_needs_one_round(now: float, verdict: str) -> None:
    change = RatioChange(measured(ratios=(2.0,), exact=True), measured(ratios=(now,), exact=True))
    assert change.verdict == verdict


def test_only_ratios_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    slower_machine = measured(value=6e5, beside_value=2e5, ratios=(4.4, 4.5, 4.6))
    print_changes(report(measured(), measured("server")), report(slower_machine, measured("steps")))
    shown = capsys.readouterr().out
    (row,) = [line for line in shown.splitlines() if line.startswith("│ ")]
    assert [cell.strip() for cell in row.split("│")[3:7]] == ["3.00", "4.50", "+50%", "better"]
    assert "Not measured now: Ghosts, compiled over OpenSpiel C++ loop on crazy_eights." in shown
    assert "Not measured at the release: Ghosts, compiled over OpenSpiel C++ loop on crazy_eights." in shown


def test_a_long_list_is_shortened() -> None:
    assert shortened(["a", "b"]) == "a; b"
    assert shortened([*"abcdefgh"]) == "a; b; c; d; e; and 3 more"


def test_a_whole_run_is_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--json", str(tmp_path / "bench.json"), "--released", str(tmp_path / "released.json")]
    save_report(whole_report(), tmp_path / "bench.json")
    program.main(["--keep", *files])
    assert read_report(tmp_path / "released.json") == whole_report()
    program.main(["--compare", *files])
    assert capsys.readouterr().out.count("+0%") == len(program.USUAL_PARTS)


@pytest.mark.parametrize(
    "unfit",
    [
        pytest.param(report(*whole_report().measurements, quick=True), id="quick"),
        pytest.param(report(*whole_report().measurements, plain=("ghosts",)), id="not-compiled"),
        pytest.param(report(*whole_report().measurements[1:]), id="a-part-is-missing"),
    ],
)
def test_a_run_that_says_little_is_not_kept(unfit: BenchReport, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="Only a whole run with compiled rules can be kept"):
        program.keep(unfit, tmp_path / "released.json")
    assert not (tmp_path / "released.json").exists()


@pytest.mark.parametrize("wanted", ["--compare", "--markdown", "--keep"])
def test_a_missing_file_is_named(wanted: str, tmp_path: Path) -> None:
    save_report(whole_report(), tmp_path / "released.json")
    with pytest.raises(SystemExit, match=r"There is no bench\.json yet: `make bench` writes it"):
        program.main([wanted, "--json", str(tmp_path / "bench.json"), "--released", str(tmp_path / "released.json")])


def test_a_file_of_another_program_is_named(tmp_path: Path) -> None:
    (tmp_path / "bench.json").write_text("[]")
    with pytest.raises(SystemExit, match="is not a report of this program"):
        program.main(["--markdown", "--json", str(tmp_path / "bench.json")])


def test_the_released_figures_are_those_of_a_whole_run(tmp_path: Path) -> None:
    program.keep(read_report(program.RELEASED), tmp_path / "released.json")
    assert (tmp_path / "released.json").read_bytes() == program.RELEASED.read_bytes()


# README's tables.


def test_the_tables_of_the_readme_are_made_from_the_figures() -> None:
    python_api = names.SPIEL_PYTHON + "crazy_eights"
    made = readme_tables(
        report(
            measured(),
            measured(beside=names.SPIEL_CPP + "hearts"),
            measured(name=names.OURS_PLAIN, beside=python_api, value=8.9e5, beside_value=3.7e5, ratios=(2.4,)),
            measured("search", name=names.OUR_GUIDED, beside=names.SPIEL_ISMCTS, ratios=(0.61,)),
            measured("search", name=names.OUR_SEARCH, beside=names.SPIEL_ITERATIONS, value=9812),
            measured("steps", name=names.ZOO, beside=names.LEDUC),
            measured("steps", name=names.RUNNER_ONE, beside=names.LEDUC, value=343_210),
            measured("steps", name=names.RUNNER_TWO, beside=names.LEDUC, value=1_543_210),
            measured("server", "spookies", names.SERVER, names.JSON, value=1.25, ratios=(0.8,)),
            measured("server", "ghosts", names.SERVER, names.JSON, value=0.5, ratios=(2.0,)),
        )
    )
    lines = [line for line in made.splitlines() if line.startswith(("|", "-")) and "---" not in line]
    assert lines == [
        "| | PettingZoo over `leduc_holdem` | lowest to highest round | Runner, steps a second | two cores |",
        "| Ghosts | 3.0 | 2.9 to 3.2 | 343,000 | 1,540,000 |",
        "| game | beside | compiled | OpenSpiel C++ loop | ratio | plain Python | OpenSpiel Python API | ratio |",
        "| Ghosts | Crazy Eights | 6.0 million | 2.0 million | 3.00 | 0.89 million | 0.37 million | 2.40 |",
        "- guided playouts on Ghosts, decisions a second over OpenSpiel C++ IS-MCTS on hearts: 0.61",
        "| | Ghosts |",
        "| iterations a second | 9,810 |",
        "| | Ghosts | Spookies |",
        "| milliseconds of a core | 0.50 | 1.25 |",
        "| moves a second | 2,000 | 800 |",
    ]


def test_tables_without_figures_are_left_out() -> None:
    assert readme_tables(report()) == ""
