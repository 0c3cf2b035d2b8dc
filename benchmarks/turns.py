"""Contenders that take turns: what every comparison with others needs.

Every contender is a process of its own that plays for a moment when it is told to. They take turns, round after round,
so that whatever else the machine is doing slows all of them alike; what counts is the ratio within a round, and the
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

# Plays some games against the clock, and says how many decisions were made.
Player = Callable[[int], int]
Speeds = dict[str, list[float]]


def contend(play: Player, batch: int) -> None:
    """The life of a contender: for every line on standard input, play that long and say how fast it went."""
    for line in sys.stdin:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < float(line):
            decisions += play(batch)
        print(decisions / (time.perf_counter() - began), flush=True)


def start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    """A contender: a module with its arguments, which calls `contend`."""
    return subprocess.Popen(
        [sys.executable, *command], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ask(process: subprocess.Popen[str], seconds: float) -> float:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:  # it has said why
        sys.exit("A contender has ended. `make bench` installs all that is compared here.")
    return float(answer)


def take_turns(processes: dict[str, subprocess.Popen[str]], rounds: int, seconds: float, label: str) -> Speeds:
    """How fast each was in each round. All of them are ended."""
    speeds: Speeds = {name: [] for name in processes}
    try:
        for process in processes.values():
            ask(process, 0.05)
        for _ in track(range(rounds), label, console=Console(stderr=True), transient=True):
            for name, process in processes.items():
                speeds[name].append(ask(process, seconds))
    finally:
        for process in processes.values():
            process.communicate()
    return speeds


def ratios(speeds: Speeds, pairs: tuple[tuple[str, str], ...]) -> dict[str, dict[str, object]]:
    """Of each pair the ratio within a round: the median, and from the lowest to the highest."""
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
    print(f"written to {path}")
