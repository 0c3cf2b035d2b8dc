"""The program that compiles the rules."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import spiritboard

ROOT = Path(__file__).parents[1]

# Runs setup.py until it calls the compiler, and prints the arguments of that call.
UP_TO_THE_COMPILER = """
import sys, types
compiler = types.ModuleType("mypyc.build")
compiler.mypycify = lambda paths, **settings: print(paths, settings) or sys.exit()
sys.modules["mypyc.build"] = compiler
sys.argv = ["setup.py", *sys.argv[1:]]
exec(open("setup.py").read())
"""
OWN_VARIABLES = ("SPIRITBOARD_COMPILE", "SPIRITBOARD_PLAIN")


def run_up_to_the_compiler(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    others = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
    run = [sys.executable, "-c", UP_TO_THE_COMPILER, "--quiet", command, "--help"]
    return subprocess.run(run, cwd=ROOT, env={**others, "CC": "true", **environment}, capture_output=True, text=True)


def given_to_the_compiler(command: str, **environment: str) -> str:
    return run_up_to_the_compiler(command, **environment).stdout


def test_the_compiler_does_not_share_a_cache_with_mypy() -> None:
    assert f"'--cache-dir={os.devnull}'" in given_to_the_compiler("build_ext")


def test_a_source_distribution_compiles_nothing() -> None:
    assert "rules.py" in given_to_the_compiler("build_ext")
    assert "rules.py" not in given_to_the_compiler("sdist")


# Refuses to optimise when it links, as some compilers do, and accepts everything else.
PLAIN_LINKER = """#!/bin/sh
case "$*" in *-flto*) exit 1;; esac
"""


def test_there_are_several_c_files_only_if_the_linker_can_optimise_them_together(tmp_path: Path) -> None:
    assert "'multi_file': True" in given_to_the_compiler("build_ext")
    compiler = tmp_path / "compiler"
    compiler.write_text(PLAIN_LINKER)
    compiler.chmod(0o755)
    assert "'multi_file': False" in given_to_the_compiler("build_ext", CC=str(compiler))


def test_only_the_chosen_games_are_compiled() -> None:
    given = given_to_the_compiler("build_ext", SPIRITBOARD_COMPILE="ghosts, spookies")
    assert [name in given for name in ("table/state.py", "ghosts/rules.py", "spookies/rules.py")] == [True] * 3
    assert [name in given for name in ("ghooost", "halloween", "thirteen")] == [False] * 3


def test_a_misspelled_game_is_an_error() -> None:
    done = run_up_to_the_compiler("build_ext", SPIRITBOARD_COMPILE="ghost,spookies")
    assert done.returncode == 1
    assert "SPIRITBOARD_COMPILE names unknown games: ghost. The games are ghooost, ghosts," in done.stderr


def compiled_modules() -> list[Path]:
    """Returns the sources of the modules that are loaded compiled in this run."""
    sources = [Path(spiritboard.__file__).parent / path for path in ("table/state.py", "table/dice.py")]
    sources += sorted((Path(spiritboard.__file__).parent / "games").glob("*/rules.py"))
    return [source for source in sources if not str(module_of(source).__file__).endswith(".py")]


def module_of(source: Path) -> ModuleType:
    return import_module(".".join(source.with_suffix("").parts[source.parts.index("spiritboard") :]))


def documented(source: Path) -> Iterator[tuple[object, str]]:
    """Yields each class, method and function with the docstring that its source has."""
    module = module_of(source)
    for outer in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(outer, ast.ClassDef):
            found = getattr(module, outer.name)
            yield found, ast.get_docstring(outer) or ""
            for inner in outer.body:
                if isinstance(inner, ast.FunctionDef) and not inner.decorator_list and inner.name != "__init__":
                    yield getattr(found, inner.name), ast.get_docstring(inner) or ""
        elif isinstance(outer, ast.FunctionDef) and not outer.decorator_list:
            yield getattr(module, outer.name), ast.get_docstring(outer) or ""


def test_compiled_modules_have_their_docstrings() -> None:
    if not compiled_modules():
        pytest.skip("plain Python has the docstrings of the source")
    for source in compiled_modules():
        for found, expected in documented(source):
            if not str(getattr(found, "__name__", "")).startswith("__"):  # Python documents those itself
                assert (found, inspect.getdoc(found) if expected else "") == (found, expected)
