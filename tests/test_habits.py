"""The Makefile, the hooks and the workflow do what the documents promise."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"


def make(*arguments: str) -> str:
    """Returns what make prints, or would run. The make that runs the tests has no influence on it."""
    command = ["make", "--no-print-directory", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def test_missing_system_packages_are_named_with_the_reason() -> None:
    said = make("say-packages", "HAS_BROWSER=false", "HAS_DATABASE=false").splitlines()
    assert [re.search(r"apt-get: ([\w-]+), because the tests", line) is not None for line in said] == [True, True]
    assert make("say-packages", "HAS_BROWSER=true", "HAS_DATABASE=true") == ""


def test_make_test_names_system_packages_before_it_does_anything_else() -> None:
    first = make("--dry-run", "test").splitlines()[0]
    assert "make test will install a system package" in first


@pytest.mark.parametrize("target", ["browser", "database"])
def test_installing_needs_no_answer(target: str) -> None:
    recipe = make("--dry-run", target)
    assert "DEBIAN_FRONTEND=noninteractive" in recipe
    assert all(line.count("install") == line.count("install -y") for line in re.findall(r"apt-get install.*", recipe))
    assert "sudo" not in recipe or "sudo -n" in recipe


def test_hooks_run_what_make_lint_and_make_types_run() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"entry: make --no-print-directory (\w+)", hooks) == ["lint", "types"]
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]


def test_the_workflow_calls_make_test_and_names_exact_versions_of_actions() -> None:
    workflow = WORKFLOW.read_text(encoding="utf-8")
    assert "- run: make test\n" in workflow
    used = re.findall(r"uses: (\S+)", workflow)
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
