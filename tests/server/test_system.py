"""What a server needs of the system: a lock on its folder, private files, and enough open files."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from spiritboard.server import run
from spiritboard.server.people import secret_in
from spiritboard.server.storage import Storage
from spiritboard.server.system import SILENCE_MILLISECONDS, alone_in, raise_file_limit
from spiritboard.table.errors import BadSetup
from tests.server.guests import rows
from tests.server.running import LONG_ENOUGH

HOLD = """
import sys, time
from pathlib import Path
from spiritboard.server.system import alone_in
with alone_in(Path(sys.argv[1])):
    print("here", flush=True)
    time.sleep(1000)
"""


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
def test_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    with alone_in(folder):
        storage = Storage.in_folder(folder)
        secret_in(folder)
        assert rows(folder, "select count(*) from tables") == [(0,)]
        names = {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "secret", "lock"}
        assert {file.name for file in folder.iterdir()} >= names
        assert {file.name: oct(mode(file)) for file in folder.iterdir() if mode(file) != 0o600} == {}
        storage.close()
    assert mode(folder) == 0o700


@pytest.mark.usefixtures("usual_umask")
def test_files_of_an_earlier_version_become_private_and_their_folder_stays_as_it_is(tmp_path: Path) -> None:
    Storage.in_folder(tmp_path).close()
    secret_in(tmp_path)
    for name in ("tables.sqlite", "secret"):
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    Storage.in_folder(tmp_path).close()
    secret_in(tmp_path)
    assert mode(tmp_path / "tables.sqlite") == mode(tmp_path / "secret") == 0o600
    assert mode(tmp_path) == 0o755


def test_stored_moves_survive_a_power_cut(tmp_path: Path) -> None:
    storage = Storage.in_folder(tmp_path)
    with storage._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # full
    storage.close()


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"here\n"
        with pytest.raises(BadSetup) as refused, alone_in(tmp_path):
            pass
        assert str(refused.value) == (
            f"Another server has its tables in {tmp_path} (process {holder.pid}). Stop that server first, or "
            "give this one a folder of its own with --data."
        )
        holder.send_signal(signal.SIGKILL)
        holder.wait(LONG_ENOUGH)
        with alone_in(tmp_path):
            assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    finally:
        holder.kill()
        holder.wait(LONG_ENOUGH)


def test_a_file_instead_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetup, match="cannot be used for tables"), alone_in(tmp_path / "file"):
        pass


def test_the_file_limit_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [256, 5000]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.__setitem__(0, wanted[0]))
    assert raise_file_limit() == 5000
    assert limits == [5000, 5000]


@pytest.mark.parametrize(
    ("files", "most", "told"),
    [(300, 200, True), (1024, 924, True), (4096, 3996, False), (1_000_000, 10_000, False)],
)
def test_a_low_limit_of_open_files_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], files: int, most: int, told: bool
) -> None:
    monkeypatch.setattr(run, "raise_file_limit", lambda: files)
    limits = run._connection_limits(Console())
    assert (limits.most, limits.a_network) == (most, most // 4)
    out = capsys.readouterr().out
    assert (f"allows {files} open files, so {most} connections at once" in out) == told
    assert out.count("\n") == told


def test_connections_inherit_the_options_of_the_listening_socket() -> None:
    listening = run._listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 256 << 10
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
        if sys.platform == "linux":
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENCE_MILLISECONDS
