"""Serves the table at once, for `make play`. Rules not compiled yet are compiled meanwhile, for the next start.

Called with the make program and the target that compiles.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "spiritboard")
LATER = """\
Setting the table. The rules are compiled meanwhile, which takes about a minute: from the next start on, bots think
several times as fast."""


def main(make: str, target: str) -> int:
    """Returns the exit code of the server."""
    if subprocess.run([make, "--question", target], capture_output=True, check=False).returncode == 0:
        os.execv(COMMAND, [COMMAND, "serve"])
    print(LATER, flush=True)
    log = Path(f"{target}.log")
    with log.open("wb") as said:
        compiling = subprocess.Popen([make, target], stdout=said, stderr=said, start_new_session=True)
    # In plain Python, whatever of the compiled rules is there by then: no process may see half of them.
    serving = subprocess.Popen([COMMAND, "serve"], env={**os.environ, "SPIRITBOARD_PLAIN": "1"})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which takes a moment to end
    code = serving.wait()
    end(compiling, log)
    return code


def end(compiling: subprocess.Popen[bytes], log: Path) -> None:
    """Stop what is still being compiled: the next start begins it anew."""
    if compiling.poll() is None:
        os.killpg(compiling.pid, signal.SIGTERM)
        compiling.wait()
    elif compiling.returncode:
        print(f"The rules could not be compiled: {log} says why.", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
