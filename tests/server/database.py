"""A PostgreSQL of the tests' own, in a folder of its own, on a free port of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from spiritboard.server.process import free_port
from spiritboard.server.schema import metadata
from spiritboard.server.storage import Storage
from tests.server.running import LONG_ENOUGH

Opens = Callable[[], Storage]
AS_ROOT = os.geteuid() == 0
OWNER = "postgres" if AS_ROOT else None  # who it runs as: it refuses to be root
HASTY = ["-c", "fsync=off", "-c", "full_page_writes=off"]  # nobody pulls the plug here


def program(name: str) -> str:
    """Debian keeps them apart by version, and out of the path."""
    apart = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    found = shutil.which(name) or (apart and str(apart[-1]))
    assert found, "PostgreSQL is not installed: make database"
    return found


class Postgres:
    """Stopped and started again, it has what it had."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.numbers = count(1)
        made = [program("initdb"), "-D", str(folder / "data"), "-U", "spirit", "-A", "trust", "--no-sync"]
        subprocess.run(made, check=True, user=OWNER, cwd=folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        listening = ["-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        command = [program("postgres"), "-D", str(self.folder / "data"), *listening, *HASTY]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(command, user=OWNER, cwd=self.folder, stdout=log, stderr=log)
        deadline = time.monotonic() + LONG_ENOUGH
        while not self.is_up():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.02)

    def is_up(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """At once, whoever is connected."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(LONG_ENOUGH)
            self.process = None

    def url(self, name: str) -> str:
        return f"postgresql://spirit@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"tables_{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def empty(url: str) -> None:
    """As if no server had ever used it, but that what it needs is there."""
    with psycopg.connect(url) as connection:
        connection.execute(f"TRUNCATE {', '.join(metadata.tables)}")


@contextmanager
def running() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        if OWNER is not None:
            shutil.chown(folder, OWNER)
        postgres = Postgres(Path(folder))
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop()
