"""Starts the server for `make play`. If the rules are not compiled yet, they are compiled meanwhile for the next start.

The arguments are the make program and the target that compiles.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "spiritboard")
COMPILING_MESSAGE = """\
The server is starting. The rules are compiled meanwhile, which takes about half a minute. From the next start on, bots
think several times as fast."""


def main(make: str, target: str) -> int:
    """Returns the exit code of the server."""
    if subprocess.run([make, "--question", target], capture_output=True, check=False).returncode == 0:
        os.execv(COMMAND, [COMMAND, "serve"])
    print(COMPILING_MESSAGE, flush=True)
    log = Path(f"{target}.log")
    with log.open("wb") as said:
        compiling = subprocess.Popen([make, target], stdout=said, stderr=said, start_new_session=True)
    # The server uses plain Python: it must not load some of the rules compiled and some not.
    serving = subprocess.Popen([COMMAND, "serve"], env={**os.environ, "SPIRITBOARD_PLAIN": "1"})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and this process waits for it
    code = serving.wait()
    end(compiling, log)
    return code


def end(compiling: subprocess.Popen[bytes], log: Path) -> None:
    """Stops an unfinished compilation: the next start begins again. Prints a message if the compilation has failed."""
    if compiling.poll() is None:
        os.killpg(compiling.pid, signal.SIGTERM)
        compiling.wait()
    elif compiling.returncode:
        print(f"The rules could not be compiled: {log} says why.", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
