"""A missing library is reported in one line, and only the adapters need the libraries of extras."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(code: str) -> str:
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return (result.stdout + result.stderr).strip()


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [
        ("numpy", "vector", "rl"),
        ("pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "rl"),
        ("resvg_py", "picture", "rl"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(library: str, module: str, extra: str) -> None:
    said = run(f"import sys; sys.modules[{library!r}] = None; import spiritboard.adapters.{module}")
    assert said.splitlines()[-1].endswith(f"{library} is not installed: pip install 'spiritboard[{extra}]'")


def test_only_the_adapters_need_numpy() -> None:
    wanted = "spiritboard.bots.roster, spiritboard.arena.simulate, spiritboard.table.registry"
    said = run(f"import sys, {wanted}; spiritboard.table.registry.games(); print('numpy' in sys.modules)")
    assert said == "False"
