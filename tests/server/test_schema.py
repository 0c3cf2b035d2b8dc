"""The API as it is described, against the API as it is: Schemathesis makes requests up and compares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.guests import LANTERNS, bearer, table_of_four
from tests.server.running import LONG_ENOUGH, Server

# What no schema can say: which games there are, how many seats they take, and which moves are legal.
NOT_CHECKED = "positive_data_acceptance"
EXAMPLES = 20


def compare(server: Server, folder: Path, *arguments: str) -> None:
    """Fails with what Schemathesis has to say, if it is not content."""
    command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"]
    bounds = ["--phases", "coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"]
    told = subprocess.run(
        [*command, f"{server.url}/api/schema/openapi.json", *bounds, "--exclude-checks", NOT_CHECKED, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=5 * LONG_ENOUGH,
    )
    if told.returncode != 0:
        pytest.fail(told.stdout + told.stderr, pytrace=False)


def test_the_api_is_as_it_is_described_at_tables_that_are_none(server: Server, tmp_path: Path) -> None:
    compare(server, tmp_path)


def test_the_api_is_as_it_is_described_at_a_table(server: Server, http: httpx.Client, tmp_path: Path) -> None:
    table = table_of_four(http, LANTERNS)
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\nkey = "{table.key}"\n')
    # The stream of a game that goes on has no end.
    given = ["--exclude-path-regex", "events$", "--header", f"Authorization: {bearer(table.keys[0])['Authorization']}"]
    compare(server, tmp_path, *given)
