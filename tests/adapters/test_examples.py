"""The examples run to their end and print their results."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("openspiel_mcts.py", ["--games", "1", "--simulations", "4"], r"\d of 1 games won with 4 simulations"),
        ("openspiel_mccfr.py", ["--seconds", "1", "--games", "20"], r"[1-9]\d* iterations, \d+ information states"),
    ],
)
def test_an_example_runs(name: str, arguments: list[str], said: str) -> None:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 0, result.stderr
    assert re.search(said, result.stdout)


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"openspiel_mcts.py", "openspiel_mccfr.py"}
