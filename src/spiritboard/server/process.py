"""A server in a process of its own, for tests, benchmarks, tools, and programs that try out the API.

    with serving("--bot-pace", "0") as server:
        urlopen(f"{server.url}/api/games")

The options are those of `spiritboard serve`. The server listens on a free port of this machine only.
"""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from spiritboard.server.system import make_private

LOOPBACK = "127.0.0.1"
COMMAND = (sys.executable, "-m", "spiritboard")
PATIENCE_SECONDS = 240  # for the start and the end of a server, also on a machine that is busy with other work


class ServerProcess:
    """A server that can be started, ended, killed, and started again with the same data folder and port."""

    def __init__(
        self,
        data: Path,
        *options: str,
        command: Sequence[str] = COMMAND,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`command` is run instead of `spiritboard`, in `folder`, with the environment variables `environment`."""
        self.data = data
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._given = [*command, "serve", "--no-browser", "--port", str(self.port), "--data", str(data), *options]
        self._folder = folder
        self._environment = environment

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def start(self) -> None:
        """Returns when the server answers. Raises RuntimeError, with the log, if it does not."""
        make_private(self.data)
        with self._log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self._given, stdout=log, stderr=log, cwd=self._folder, env=self._environment
            )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.end(signal.SIGKILL)
                raise RuntimeError(f"The server does not answer. Its log:\n{self.log}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", "/api/games")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the server by this signal, if it runs, and wait until it has ended."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_SECONDS)
            self.process = None

    @property
    def log(self) -> str:
        """Returns what the server has printed since its first start."""
        return self._log_file.read_text()

    @property
    def _log_file(self) -> Path:
        return self.data / "server.log"


@contextmanager
def serving(*options: str) -> Iterator[ServerProcess]:
    """Yields a server with an empty data folder. It ends, and the folder is removed, with the block."""
    with tempfile.TemporaryDirectory() as data, ServerProcess(Path(data), *options) as server:
        yield server


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind((LOOPBACK, 0))
        port: int = trial.getsockname()[1]
        return port
