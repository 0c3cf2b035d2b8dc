"""Contenders that take turns: the common part of the comparisons with other libraries.

Every contender is a process of its own that plays for a short time when it is told to. The contenders take turns, round
after round. So other work on the machine slows all of them alike. The result is the ratio within a round, and its
median over the rounds.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track

# Plays at least so many games or steps. Returns how many decisions were made.
Workload = Callable[[int], int]
Speeds = dict[str, list[float]]


def contend(play: Workload, batch: int) -> None:
    """Runs a contender: for every line on standard input, plays that many seconds and prints the decisions a second."""
    for line in sys.stdin:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < float(line):
            decisions += play(batch)
        print(decisions / (time.perf_counter() - began), flush=True)


def start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    """Starts a contender and returns its process. The command is a module that calls `contend`, with its arguments."""
    return subprocess.Popen(
        [sys.executable, *command], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def measure_once(process: subprocess.Popen[str], seconds: float) -> float:
    """Returns the speed of a contender in the next so many seconds. Exits if the contender has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:  # its error is on standard error
        sys.exit("A contender has ended. `make bench` installs the libraries that are compared here.")
    return float(answer)


def take_turns(processes: dict[str, subprocess.Popen[str]], rounds: int, seconds: float, label: str) -> Speeds:
    """Returns the speed of each contender in each round, and ends all contenders."""
    speeds: Speeds = {name: [] for name in processes}
    try:
        for process in processes.values():
            measure_once(process, 0.05)
        for _ in track(range(rounds), label, console=Console(stderr=True), transient=True):
            for name, process in processes.items():
                speeds[name].append(measure_once(process, seconds))
    finally:
        for process in processes.values():
            process.communicate()
    return speeds


def ratios(speeds: Speeds, pairs: tuple[tuple[str, str], ...]) -> dict[str, dict[str, object]]:
    """Returns the ratio of each pair within a round: the median, and the lowest and the highest."""
    found = {
        f"{ours} / {theirs}": [mine / other for mine, other in zip(speeds[ours], speeds[theirs], strict=True)]
        for ours, theirs in pairs
    }
    return {
        "ratios": {pair: statistics.median(each) for pair, each in found.items()},
        "ratio_range": {pair: [min(each), max(each)] for pair, each in found.items()},
    }


def medians(speeds: Speeds) -> dict[str, float]:
    return {name: statistics.median(found) for name, found in speeds.items()}


def write(results: object, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"{path} was written.")
