"""The commands for designers: `sweep`, `balance` and `pilot`, and what other commands offer them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spiritboard.arena.design.places import places
from spiritboard.table.registry import find
from tests.test_cli import Run, is_one_clear_line, run

__all__ = ["run"]  # a fixture

SMALL = ("--games", "20", "--jobs", "1", "--seed", "4")
ROUND = ("--option", "rounds=1")


def test_a_sweep_is_printed_and_drawn(run: Run, tmp_path: Path) -> None:
    page, kept = tmp_path / "page.html", tmp_path / "kept"
    arguments = ("sweep", "ghosts", "--vary", "mist.count=0..20:10", "--vary", "cards.3.count=1,3", *ROUND, *SMALL)
    code, out, _ = run(*arguments, "--resume", str(kept), "--out", str(page))
    assert code == 0
    assert re.search(r"36 effects were measured\. Chance alone does not explain [1-9]", out.replace("\n", " ")) or (
        "effects were measured" in out
    )
    assert "page.html" in out.replace("\n", "")
    assert "Ghosts varied" in page.read_text(encoding="utf-8")
    code, out, _ = run(*arguments, "--resume", str(kept), "--json")
    report = json.loads(out)
    assert (code, report["game"], report["players"], len(report["settings"])) == (0, "ghosts", 2, 6)
    assert report["varied"] == {"mist.count": ["0", "10", "20"], "cards.3.count": ["1", "3"]}


def test_a_search_writes_the_pieces(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    arguments = ("balance", "ghosts", "--target", "length 40..50", "--vary", "mist.count=0,6,12", *ROUND, *SMALL)
    code, out, _ = run(*arguments, "--out", str(file))
    assert code == 0
    assert "Target “length 40..50”" in out.replace("\n", " ")
    assert file.read_text(encoding="utf-8").startswith("# Found by `spiritboard balance ghosts` for 2 players.\n")
    assert run("simulate", "ghosts", "--pieces", str(file), "--games", "1")[0] == 0
    report = json.loads(run(*arguments, "--json")[1])
    assert report["candidates"][0]["values"]["mist.count"] in ("0", "6", "12")
    assert f"mist]\ncount = {report['candidates'][0]['values']['mist.count']}\n" in file.read_text(encoding="utf-8")


def test_a_pilot_says_how_many_games_are_needed(run: Run) -> None:
    arguments = (
        "pilot",
        "ghosts",
        "--difference",
        "seat 1=0.1",
        "--difference",
        "length=0.2",
        "--vary",
        "mist.count=0,20",
        *ROUND,
        *SMALL,
    )
    code, out, _ = run(*arguments)
    assert code == 0
    assert "how many games it takes" in out.replace("\n", " ")
    needs = {each["measure"]: each for each in json.loads(run(*arguments, "--json")[1])["needs"]}
    assert needs["seat 1"]["difference"] == 0.1
    assert needs["length"]["with_same_dice"] < needs["length"]["to_compare"]


def test_names_of_values_are_listed(run: Run) -> None:
    _, out, _ = run("pieces", "spookies", "--names")
    assert out.splitlines() == [
        f"{place.name} = {value}"
        for place in places(find("spookies").own_pieces)
        for value in ["[" + ", ".join(map(str, place.value)) + "]" if isinstance(place.value, list) else place.value]
    ]
    assert "fields.attic.reward.2 = 16" in out


def test_bots_play_in_a_simulation(run: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "ghosts", *ROUND, *SMALL, "--json")
    at_random, guided = (json.loads(run(*arguments, *more)[1]) for more in ((), ("--bots", "bold")))
    assert (at_random["bot"], guided["bot"]) == ("random", "bold")
    assert at_random["players"] == guided["players"] == 2
    assert at_random["length"] != guided["length"]
    assert run("simulate", "ghosts", *ROUND, "--games", "1", "--bots", "bold", "--records", str(tmp_path))[0] == 0
    assert run("replay", str(next(tmp_path.iterdir())))[0] == 0


def test_bots_play_each_other_with_other_pieces(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = (find("ghosts").folder / "pieces.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("[mist]\ncount = 6", "[mist]\ncount = 40"), encoding="utf-8")
    arguments = ("arena", "ghosts", "--bots", "heuristic,careful", *ROUND, *SMALL, "--json")
    own, other = (json.loads(run(*arguments, *more)[1]) for more in ((), ("--pieces", str(file))))
    assert own["players"] == 2
    assert [bot["wins"] for bot in own["bots"]] != [bot["wins"] for bot in other["bots"]]


def test_a_report_is_printed_for_programs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("report", "ghosts", "--players", "2", "--games", "4", "--jobs", "1", *ROUND, "--json")
    code, out, _ = run(*arguments)
    report = json.loads(out)
    assert (code, report["bot"], report["players"][0]["players"]) == (0, "heuristic", 2)
    titles = [figure["title"] for figure in report["contests"]["figures"]]
    assert titles == ["Luck and skill", "Styles of play", "Style against style"]
    assert list(tmp_path.iterdir()) == []
    without = json.loads(run(*arguments, "--ladder", "none", "--no-styles")[1])
    assert without["contests"]["figures"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sweep", "ghosts"), "at least one value to vary"),
        (("sweep", "ghosts", "--vary", "mits.count=1,2"), "Did you mean 'mist.count'?"),
        (
            ("sweep", "ghosts", "--vary", "mist.count=1,2", "--out", "nowhere/x.html"),
            "nowhere/x.html: cannot be written",
        ),
        (("sweep", "ghosts", "--vary", "mist.count=1,2", "--resume", "."), ".: the sweep cannot be resumed"),
        (("balance", "ghosts", "--vary", "mist.count=1,2"), "at least one target"),
        (("balance", "ghosts", "--vary", "mist.count=1,2", "--target", "fun 1"), "Nothing measured is called 'fun'"),
        (("balance", "ghosts", "--out", "nowhere/x.toml"), "nowhere/x.toml: cannot be written"),
        (("pilot", "ghosts", "--difference", "length"), "MEASURE=SIZE"),
        (("pilot", "ghosts", "--difference", "length=long"), "MEASURE=SIZE"),
        (("report", "ghosts", "--ladder", "random"), "at least two different bots"),
        (("report", "ghosts", "--ladder", "random,genius"), "no bot 'genius'"),
        (("simulate", "ghosts", "--bots", "brave"), "no bot 'brave'"),
    ],
)
def test_wrong_input_is_said_in_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert said in err
