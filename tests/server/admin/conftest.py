"""Fixtures: `spiritboard admin` as an operator calls it, and a folder of stored tables."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from spiritboard import cli
from spiritboard.server.storage import Storage
from tests.server.admin.operators import TO_THE_END, Run, set_tables


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `spiritboard admin` in this process, and returns exit code, standard output and standard error."""

    def command(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["spiritboard", "admin", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return command


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder without a running server."""
    folder = tmp_path / "data"
    Storage.in_folder(folder).close()
    (folder / "secret").write_text("the secret")
    return folder


@pytest.fixture
def running(data: Path) -> str:
    """The key of a table at which five moves were made."""
    return set_tables(Storage.in_folder(data), 5)[0]


@pytest.fixture
def finished(data: Path) -> str:
    return set_tables(Storage.in_folder(data), TO_THE_END)[0]
