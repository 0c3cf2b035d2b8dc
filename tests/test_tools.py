"""What builds the package and runs the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import often

ROOT = Path(__file__).parents[1]

# Runs setup.py up to where the compiler is called, and prints what it would be given.
UP_TO_THE_COMPILER = """
import sys, types
compiler = types.ModuleType("mypyc.build")
compiler.mypycify = lambda paths, **rest: print(paths) or sys.exit()
sys.modules["mypyc.build"] = compiler
sys.argv = ["setup.py", *sys.argv[1:]]
exec(open("setup.py").read())
"""


def given_to_the_compiler(command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "SPIRITBOARD_PLAIN"}
    run = [sys.executable, "-c", UP_TO_THE_COMPILER, "--quiet", command, "--help"]
    return subprocess.run(run, cwd=ROOT, env={**environment, "CC": "true"}, capture_output=True, text=True).stdout


def test_the_compiler_shares_no_cache_with_those_who_check_types_at_the_same_time() -> None:
    assert f"'--cache-dir={os.devnull}'" in given_to_the_compiler("build_ext")


def test_a_source_distribution_compiles_nothing() -> None:
    assert "rules.py" in given_to_the_compiler("build_ext")
    assert "rules.py" not in given_to_the_compiler("sdist")


SAID = """
=========================== short test summary info ============================
FAILED tests/a.py::test_one[a b] - AssertionError: assert 1 == 2 - or so
FAILED tests/a.py::test_two
ERROR tests/b.py::test_three - OSError
1 passed in 2.0s
"""


def test_what_failed_is_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
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
