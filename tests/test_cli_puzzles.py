"""Puzzles as people find and solve them with the command."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from spiritboard.commands import puzzles as command
from spiritboard.review.puzzles import PuzzlePlan, SearchedGame
from spiritboard.table.puzzle import PuzzleFile
from spiritboard.table.registry import games
from tests.test_cli import Run, is_one_clear_line, run

__all__ = ["run"]  # a fixture

GHOSTS = games()["ghosts"]
# With this seed the first game has a puzzle.
FIND = ("puzzles", "ghosts", "--players", "3", "--seed", "17", "--worlds", "300", "--count", "2")
QUICK = (*FIND[:-1], "1")


def found_in(path: Path) -> PuzzleFile:
    return msgspec.json.decode(path.read_bytes(), type=PuzzleFile)


def test_puzzles_are_found_and_said_how(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    code, _, err = run(*QUICK, "--jobs", "1", "--out", str(path))
    assert code == 0
    assert "Found 1 of 1." in err
    made = found_in(path).made
    assert made.command == "spiritboard puzzles ghosts --count 1 --players 3 --margin 6 --worlds 300 --seed 17"
    assert (made.rules_version, made.pieces) == (GHOSTS.rules_version, GHOSTS.own_pieces.digest())
    assert not path.with_name("found.json.part").exists()
    again = tmp_path / "again.json"
    run(*made.command.split()[1:], "--jobs", "2", "--out", str(again))
    assert again.read_bytes() == path.read_bytes()


def test_a_search_that_was_interrupted_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "found.json"
    searched: list[int] = []

    def noted(part: tuple[PuzzlePlan, int]) -> SearchedGame:
        searched.append(part[1])
        if searched == [0, 1, 2]:
            raise KeyboardInterrupt
        return SearchedGame(part[1], GHOSTS.puzzles[part[1]] if part[1] in (0, 3) else None)

    monkeypatch.setattr(command, "search", noted)
    code, _, _ = run(*FIND, "--jobs", "1", "--out", str(path))
    assert code == 130
    assert len(found_in(path).puzzles) == 1
    code, _, _ = run(*FIND, "--jobs", "1", "--out", str(path))
    assert code == 0
    assert len(found_in(path).puzzles) == 2
    assert searched == [0, 1, 2, 2, 3]


def test_a_search_that_finds_nothing_leaves_the_file_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    path.write_text("as it was")
    code, _, err = run(*QUICK, "--margin", "99", "--games", "1", "--jobs", "1", "--out", str(path))
    assert (code, path.read_text()) == (0, "as it was")
    assert "Found 0 of 1." in err


def test_a_search_ends_after_so_many_games(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    code, _, err = run(*FIND, "--games", "1", "--jobs", "1", "--out", str(path))
    assert code == 0
    assert "Found 1 of 2." in err
    assert path.with_name("found.json.part").exists()


def typed(number: int) -> list[str]:
    """Returns what a person types who picks the best move of a puzzle. The only pick is not asked for."""
    puzzle = GHOSTS.puzzles[number - 1]
    answers: list[str] = []
    for at, pick in enumerate(puzzle.best.path):
        begun = [tried.path for tried in puzzle.moves if tried.path[:at] == puzzle.best.path[:at]]
        if at == 0 or len({path[at] for path in begun}) > 1:
            answers.append(pick)
    return answers


def test_puzzles_are_solved_in_the_terminal(run: Run) -> None:
    code, out, _ = run("puzzles", "ghosts", "--solve", "--number", "2", typed=[*typed(2), "quit"])
    assert code == 0
    assert f"puzzle 2 of {len(GHOSTS.puzzles)}" in out
    assert "Right." in out
    assert "(best, your pick)" in out
    assert "1 of 1 solved." in out
    assert "spiritboard puzzles ghosts --solve --number 3" in " ".join(out.split())


def test_the_last_puzzle_leads_nowhere(run: Run) -> None:
    last = len(GHOSTS.puzzles)
    code, out, _ = run("puzzles", "ghosts", "--solve", "--number", str(last), typed=typed(last))
    assert code == 0
    assert "Go on with" not in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lanterns",), "no guide"),
        (("lanterns", "--solve"), "no puzzles"),
        (("ghosts", "--solve", "--number", "0"), "puzzles 1 to"),
        (("ghosts", "--players", "7"), "2 to 6 players"),
        (("ghosts", "--margin", "0"), "margin"),
        (("ghosts", "--out", "."), "cannot be written"),
    ],
)
def test_wrong_wishes_are_refused(run: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run("puzzles", *arguments)
    assert is_one_clear_line(code, out, err), err
    assert words in err
