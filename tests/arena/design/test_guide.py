"""The guide for designers: its commands and its Python run as they are written, with fewer games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from spiritboard.table.registry import games
from tests.arena.design.coins import COINS
from tests.test_cli import Run, run

__all__ = ["run"]  # a fixture

PAGE = Path(__file__).parents[3] / "docs" / "design.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (spiritboard .*)$", TEXT.replace("\\\n", ""), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)[1:]
    fewer = [] if words[0] == "pieces" else ["--games", "20", "--jobs", "1"]
    code, out, err = run(*words, *fewer)
    assert (code, bool(out)) == (0, True), err


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [block] = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    fewer = re.sub(r"games=\d+", "games=20, jobs=1", block)
    exec(compile(fewer, PAGE, "exec"), {})
    assert "length" in capsys.readouterr().out


def test_the_page_lists_every_style() -> None:
    for game in games().values():
        if game.styles and game is not COINS:
            assert f"| {game.title} | {', '.join(style.name for style in game.styles)} |" in TEXT
