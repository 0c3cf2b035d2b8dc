"""The programs that run the tests and measure the games."""

from __future__ import annotations

import sys

import pytest

from spiritboard.arena.simulate import SimulationJob, simulate
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout
from spiritboard.table.registry import games
from tools import figures, often

SAID = """
=========================== short test summary info ============================
FAILED tests/a.py::test_one[a b] - AssertionError: assert 1 == 2 - or so
FAILED tests/a.py::test_two
ERROR tests/b.py::test_three - OSError
1 passed in 2.0s
"""


def test_failed_tests_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert often.FAILED.findall(SAID) == ["tests/a.py::test_one[a b]", "tests/a.py::test_two", "tests/b.py::test_three"]
    runs = iter([["one"], ["one", "two"], []])
    monkeypatch.setattr(often, "failures", lambda _: next(runs))
    monkeypatch.setattr(sys, "argv", ["often", "3", "tests/server"])
    assert often.main() == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said[:3]] == [
        "Run 1 of 3, alone",
        "Run 2 of 3, beside a busy program",
        "Run 3 of 3, alone",
    ]
    assert said[3:] == ["2 of 3 times: one", "1 of 3 times: two", "2 tests failed in 3 runs."]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_row_of_the_figures_agrees_with_a_simulation() -> None:
    game = games()["spookies"]
    section = figures.figures_section(game, 60, figures.with_progress(1)).splitlines()
    rows = [cells(line) for line in section[2:]]
    assert [row[0] for row in rows] == ["players", "---", *map(str, game.seats)]
    report = simulate(SimulationJob("spookies", 2, 60, "figures", (("first", "seat-0"),)), 1)
    length = report.length
    assert rows[2][1] == f"{length.mean:,.1f} ({length.min} to {length.max})"
    assert rows[2][2] == ", ".join(f"{share:.1%}" for share in report.wins)


def test_parts_of_the_page_that_are_not_measured_again_stay() -> None:
    page = figures.figures_page([], figures.GAMES, figures.with_progress(1))
    assert page == figures.FIGURES_PAGE.read_text(encoding="utf-8")


def test_the_facts_about_halloween_are_those_of_its_last_position() -> None:
    dice = Dice("facts")
    state = games()["halloween"].new(4, dice)
    playout(state, dice, 10**6)
    assert isinstance(state, Halloween)
    found = list(figures.halloween_facts(state))
    assert [value for name, value in found if name == "HP of a player"] == state.points
    assert [value for name, value in found if name == "occupied"] == [card for own in state.occupied for card in own]
    [winner] = state.standings().winners()
    assert [value for name, value in found if name == "won"] == list(state.occupied[winner])
    assert ("HP of the winner", state.points[winner]) in found
    assert ("rounds", state.round) in found
