"""A real server in a process of its own, on a free port of this machine, with a data folder of its own."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

# Tests come in numbers that no person does, all from one address.
LIMITS = ("requests-a-minute", "tables-a-person", "tables-a-network", "invitations-a-person", "invitations-a-network")
GENEROUS = [word for limit in (*LIMITS, "sockets-a-person", "sockets-a-network") for word in (f"--{limit}", "100000")]
# They look at one world and no more, so that what they choose does not depend on how quick the machine is.
HASTY_BOTS = ["--bot-pace", "0", "--bot-seconds", "1e-9"]
ROOT = Path(__file__).parents[2]
LONG_ENOUGH = 60  # seconds: only what never comes takes longer, on however busy a machine


class Server:
    """Start it, stop it, kill it, start it again: the data folder stays."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.arguments = arguments
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.seed = data / "seed"
        self.bring_dice("the usual")

    def bring_dice(self, seed: str) -> None:
        """From now on, all that is left to chance at this server follows from the seed."""
        self.seed.write_text(seed)

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.server.serve_with_dice", str(self.seed), "serve", "--no-browser"]
        given = ["--port", str(self.port), "--data", str(self.data), *HASTY_BOTS, *GENEROUS, *self.arguments]
        log = (self.data / "server.log").open("ab")
        self.process = subprocess.Popen([*command, *given], stdout=log, stderr=log, cwd=ROOT)
        self.wait_until_up()

    def wait_until_up(self) -> None:
        deadline = time.monotonic() + LONG_ENOUGH
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/api/games").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        self.end(signal.SIGKILL)
        raise AssertionError((self.data / "server.log").read_text())

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=LONG_ENOUGH)
            self.process = None

    @property
    def log(self) -> str:
        return (self.data / "server.log").read_text()


@contextmanager
def serving(*arguments: str) -> Iterator[Server]:
    """A server for as long as it is needed, and nothing of it afterwards."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), *arguments)
        server.start()
        try:
            yield server
        finally:
            server.end()


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port
