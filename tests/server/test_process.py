"""The helper that starts a server in a process of its own."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from spiritboard.server.process import ServerProcess, serving


def test_a_server_answers_within_the_block_and_not_after_it() -> None:
    with serving("--bot-pace", "0") as server:
        assert httpx.get(f"{server.url}/api/health").status_code == 200
        assert server.data.is_dir()
    assert not server.data.exists()
    with pytest.raises(httpx.TransportError):
        httpx.get(server.url)


def test_a_server_is_started_again_with_its_data_and_address(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    with server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "ghosts", "seats": [{"kind": "here"}] * 2}).json()
    with server:
        assert httpx.get(f"{server.url}/api/tables/{made['table']}").status_code == 200
    assert server.log.count("The table is set at") == 2


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="pace of bots"):
        ServerProcess(tmp_path, "--bot-pace", "-1").start()


def test_a_second_server_with_the_same_folder_says_that_another_one_runs(tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path),
        pytest.raises(RuntimeError, match="Another server has its tables in"),
        ServerProcess(tmp_path),
    ):
        pass
