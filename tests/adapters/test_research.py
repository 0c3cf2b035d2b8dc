"""The code in docs/research.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parent.parent.parent / "docs" / "research.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LESS = {"UPDATES = 150": "UPDATES = 2", "GAMES = 1000": "GAMES = 3", "n=128": "n=32"}


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\(([^)]+)\)", GUIDE.read_text(encoding="utf-8"))
    assert links
    assert all((GUIDE.parent / link.partition("#")[0]).exists() for link in links)


def test_the_blocks_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for much, less in LESS.items():
        assert text.count(much) == 1
        text = text.replace(much, less)
    blocks = BLOCK.findall(text)
    assert len(blocks) == text.count("```python") > 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    said = capsys.readouterr().out
    assert re.search(r"^seat_0 -?\d", said, re.MULTILINE)
    assert re.search(r"^heuristic [01]\.", said, re.MULTILINE)
