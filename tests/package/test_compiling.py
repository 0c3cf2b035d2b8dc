"""A small project with the same setup.py, compiled and compiled again after changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "spiritboard"
SHARED = [str(path.relative_to(PACKAGE)) for name in ("table", "bots") for path in (PACKAGE / name).glob("[!_]*.py")]
SETTINGS = """
[project]
name = "small"
version = "1"
[tool.setuptools.packages.find]
where = ["src"]
"""
# Each function returns the bit of a place, in a way that the rules use.
BITS = """
from typing import Final
from mypy_extensions import i64

ONE: Final = 1

def literal(place: i64) -> i64:
    return 1 << place

def named(place: i64) -> i64:
    return ONE << place

def local(place: i64) -> i64:
    one: i64 = 1
    return one << place

def added(place: i64) -> i64:
    mask: i64 = 0
    mask |= 1 << place
    return mask

def removed(place: i64) -> i64:
    mask: i64 = -1
    mask &= ~(1 << place)
    return ~mask

def of_int(place: int) -> int:
    return 1 << place
"""
WAYS = ["literal", "named", "local", "added", "removed", "of_int"]
EVERYTHING = {"", "bits.rules", "other.rules", "table.dice"}
PLACES = [0, 30, 31, 32, 40, 62]
# Writes down what it is called with, and then compiles.
COMPILER = """#!/bin/sh
echo "$@" >> "$CALLS"
exec cc "$@"
"""


@dataclass(frozen=True)
class Project:
    folder: Path

    def write(self, path: str, text: str) -> None:
        file = self.folder / "src" / "spiritboard" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        file.write_text(text)

    def build(self, **settings: str) -> list[str]:
        """Compile in place. Returns the modules whose C files were compiled, and "" if everything was linked."""
        calls = self.folder / "calls"
        calls.write_text("")
        variables = {"CC": str(self.folder / "compiler"), "CALLS": str(calls), **settings}
        others = {name: value for name, value in os.environ.items() if not name.startswith("SPIRITBOARD_")}
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=self.folder, env={**others, **variables}, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return sorted(self.compiled_module(call) for call in calls.read_text().splitlines() if "__native" in call)

    @staticmethod
    def compiled_module(call: str) -> str:
        words = call.split()
        return ".".join(Path(words[words.index("-c") + 1]).stem.split("___")[-2:]) if "-c" in words else ""

    def compiled_files(self) -> set[str]:
        package = self.folder / "src" / "spiritboard"
        return {str(path.relative_to(package)).partition(".")[0] for path in package.rglob("*.so")}

    def evaluate(self, expression: str) -> object:
        code = f"import json\nfrom spiritboard.games.bits import rules\nprint(json.dumps({expression}))"
        environment = {**os.environ, "PYTHONPATH": "src"}
        return json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=self.folder, env=environment))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("project"))
    shutil.copy(ROOT / "setup.py", made.folder)
    (made.folder / "pyproject.toml").write_text(SETTINGS)
    compiler = made.folder / "compiler"
    compiler.write_text(COMPILER)
    compiler.chmod(0o755)
    for path in SHARED:
        made.write(path, "")
    made.write("__init__.py", "")
    made.write("games/__init__.py", "")
    made.write("games/bits/rules.py", BITS)
    made.write("games/other/rules.py", "def answer() -> int:\n    return 41\n")
    assert set(made.build()) >= EVERYTHING
    return made


def test_a_constant_is_shifted_beyond_32_bits(project: Project) -> None:
    assert str(project.evaluate("rules.__file__")).endswith(".so")
    for way in WAYS:
        assert project.evaluate(f"[rules.{way}(place) for place in {PLACES}]") == [1 << place for place in PLACES], way


def test_only_changed_files_are_compiled_again(project: Project) -> None:
    project.build()
    assert project.build() == []
    project.write("games/other/rules.py", "def answer() -> int:\n    return 43\n")
    assert project.build() == ["", "other.rules"]
    assert project.build() == []
    project.write("games/other/rules.py", "def answer() -> float:\n    return 42.0\n")
    assert set(project.build()) >= EVERYTHING


def test_other_flags_compile_everything_again(project: Project) -> None:
    setup = project.folder / "setup.py"
    text = setup.read_text()
    project.build()
    assert project.build() == []
    setup.write_text(text.replace('"-Wno-all"', '"-Wno-all", "-fno-unroll-loops"'))
    assert setup.read_text() != text
    assert set(project.build()) >= EVERYTHING
    assert set(project.build(CFLAGS="-fno-unroll-loops")) >= EVERYTHING


def test_a_game_that_is_left_out_is_not_loaded_compiled(project: Project) -> None:
    project.build()
    assert {"games/bits/rules", "games/other/rules"} <= project.compiled_files()
    project.build(SPIRITBOARD_COMPILE="bits")
    assert "games/bits/rules" in project.compiled_files()
    assert "games/other/rules" not in project.compiled_files()
    assert not list(project.folder.glob("build/lib*/spiritboard/games/other/*.so"))
