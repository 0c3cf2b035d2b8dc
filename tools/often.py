"""Runs tests several times and prints how often each of them failed.

    python -m tools.often 5 tests/server

In every second run another program keeps all cores busy.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
MOST_BUSY_SECONDS = 3600  # the program that keeps the cores busy ends by itself after this time
BUSY = f"import time\nwhile time.monotonic() < {{began}} + {MOST_BUSY_SECONDS}: pass"


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    """Keeps every core busy during a `with` block."""
    program = BUSY.format(began=time.monotonic())
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def failures(tests: list[str]) -> list[str]:
    """Returns the names of the tests that failed in one run. Raises SystemExit if they could not be run at all."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-rfE", "--tb=short", *tests]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = FAILED.findall(run.stdout)
    if run.returncode:
        print(run.stdout, flush=True)
    if run.returncode and not found:
        sys.exit("The tests could not be run.")
    return found


def main() -> int:
    """Returns 1 if any test failed in any run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", type=int)
    parser.add_argument("tests", nargs="+")
    asked = parser.parse_args()
    failed: Counter[str] = Counter()
    for number in range(asked.times):
        is_busy, began = number % 2 == 1, time.monotonic()
        with busy_cores() if is_busy else contextlib.nullcontext():
            found = failures(asked.tests)
        failed.update(found)
        beside = "beside a busy program" if is_busy else "alone"
        took = time.monotonic() - began
        print(f"Run {number + 1} of {asked.times}, {beside}: {len(found)} failed, {took:.0f} s.", flush=True)
    for test, times in failed.most_common():
        print(f"{times} of {asked.times} times: {test}")
    print(f"{len(failed)} tests failed in {asked.times} runs.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
