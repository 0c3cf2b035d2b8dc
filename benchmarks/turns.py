"""Contenders that take turns: the common part of the comparisons with other libraries.

Every contender is a process of its own that plays for a short time when it is told to. The contenders take turns, round
after round, and count the seconds in which the processor worked for them. So other work on the machine hardly matters.
Only contenders with processes of their own count the seconds of the clock. The result is the ratio within a round, and
its median over the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from benchmarks.names import OURS, OURS_PLAIN, WITH_PROCESSES
from benchmarks.report import Measurement, new_report, print_report, save_report
from spiritboard.table.registry import games

# Plays at least so many games or steps. Returns how many decisions were made.
Workload = Callable[[int], float]
# Returns the workload of a contender, by its name, for a game and a number of players.
WorkloadMaker = Callable[[str, str, int], Workload]

Item = TypeVar("Item")

READY, MISSING_LIBRARY = "ready", "missing "  # the first line that a contender prints
FIRST_TURN_SECONDS = 0.05


@dataclass(frozen=True)
class BenchPlan:
    """What to measure, and how long: each contender plays so many seconds in each round."""

    games: tuple[str, ...]
    seats: int = 4
    rounds: int = 9
    seconds: float = 0.3
    tables: int = 80  # on the server; with fewer tables, short games end before they are measured
    server_seconds: float = 1.0

    def playable(self) -> list[str]:
        """Returns the games that so many players can play."""
        return [name for name in self.games if self.seats in games()[name].seats]


@dataclass
class PartResult:
    """The measurements of one part, and a sentence for everything that was left out."""

    measurements: list[Measurement] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, other: PartResult) -> None:
        self.measurements += other.measurements
        self.left_out += [sentence for sentence in other.left_out if sentence not in self.left_out]


@dataclass(frozen=True)
class Contest:
    """Contenders of one part that take turns in one game."""

    part: str
    game: str
    seats: int

    def compare(self, pairs: list[tuple[str, str]], unit: str, plan: BenchPlan) -> PartResult:
        """Starts the contenders, lets them take turns, ends them, and returns a measurement for each pair."""
        processes = {name: self.start(name) for name in dict.fromkeys(name for pair in pairs for name in pair)}
        try:
            left_out = drop_missing(processes)
            speeds = take_turns(processes, plan, f"{self.part}: {games()[self.game].title}")
        finally:
            for process in processes.values():
                process.communicate()
        known = [(ours, theirs) for ours, theirs in pairs if ours in speeds and theirs in speeds]
        return PartResult([self._measurement(ours, theirs, unit, speeds) for ours, theirs in known], left_out)

    def start(self, name: str) -> subprocess.Popen[str]:
        """Starts a contender and returns its process."""
        options = ["--contend", name, "--game", self.game, "--seats", str(self.seats)]
        command = [sys.executable, "-m", f"benchmarks.{self.part}", *options]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environment_of(name), stdin=pipe, stdout=pipe, text=True)

    def _measurement(self, ours: str, theirs: str, unit: str, speeds: dict[str, list[float]]) -> Measurement:
        return Measurement(
            part=self.part,
            game=self.game,
            seats=self.seats,
            name=ours,
            unit=unit,
            value=statistics.median(speeds[ours]),
            beside=theirs,
            beside_value=statistics.median(speeds[theirs]),
            ratios=[mine / other for mine, other in zip(speeds[ours], speeds[theirs], strict=True)],
        )


def environment_of(name: str) -> dict[str, str]:
    """Returns the environment of a contender, which says whether it loads compiled or plain rules."""
    environment = dict(os.environ)
    if name == OURS:
        environment.pop("SPIRITBOARD_PLAIN", None)
    elif name == OURS_PLAIN:
        environment["SPIRITBOARD_PLAIN"] = "1"
    return environment


# In the process that lets the others take turns.


def drop_missing(processes: dict[str, subprocess.Popen[str]]) -> list[str]:
    """Removes the contenders whose libraries are not installed. Returns a sentence for each of them."""
    said = []
    for name, process in list(processes.items()):
        answer = read_answer(process)
        if answer.startswith(MISSING_LIBRARY):
            process.communicate()
            del processes[name]
            said.append(f"{name} was left out, because {answer.removeprefix(MISSING_LIBRARY)} is not installed.")
    return said


def take_turns(processes: dict[str, subprocess.Popen[str]], plan: BenchPlan, label: str) -> dict[str, list[float]]:
    """Returns the speed of each contender in each round."""
    speeds: dict[str, list[float]] = {name: [] for name in processes}
    for process in processes.values():
        measure_once(process, min(FIRST_TURN_SECONDS, plan.seconds))
    for _ in progress(range(plan.rounds), label):
        for name, process in processes.items():
            speeds[name].append(measure_once(process, plan.seconds))
    return speeds


def progress(items: Sequence[Item], label: str) -> Iterable[Item]:
    """Yields the items, and shows on a terminal how many are done."""
    console = Console(stderr=True)
    return track(items, label, console=console, transient=True, disable=not console.is_terminal)


def measure_once(process: subprocess.Popen[str], seconds: float) -> float:
    """Returns the speed of a contender in the next so many seconds."""
    assert process.stdin is not None
    try:
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
    except BrokenPipeError:
        process.wait()  # then there is no answer to read
    return float(read_answer(process))


def read_answer(process: subprocess.Popen[str]) -> str:
    """Returns the next line of a contender. Exits if the contender has ended: its error is on standard error."""
    assert process.stdout is not None
    answer = process.stdout.readline()
    if not answer:
        sys.exit("A contender has ended.")
    return answer.strip()


# In the process of a contender.


def contend(make: Callable[[], Workload], batch: int, clock: Callable[[], float]) -> None:
    """Runs a contender: for every line on standard input, plays that many seconds and prints the decisions a second."""
    try:
        play = make()
    except ImportError as error:
        print(f"{MISSING_LIBRARY}{error.name or error}", flush=True)
        return
    print(READY, flush=True)
    for line in sys.stdin:
        decisions, began = 0.0, clock()
        while clock() - began < float(line):
            decisions += play(batch)
        print(decisions / (clock() - began), flush=True)


# The command of one part.


def run_part(
    description: str | None, maker: WorkloadMaker, batch: int, measure: Callable[[BenchPlan], PartResult]
) -> None:
    """Runs a module of this folder as a program: it measures its part, or it is a contender."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    parser.add_argument("--contend", help=argparse.SUPPRESS)
    add_plan_options(parser)
    arguments = parser.parse_args()
    plan = plan_of(arguments)
    if arguments.contend:
        clock = time.perf_counter if arguments.contend in WITH_PROCESSES else time.process_time
        contend(lambda: maker(arguments.contend, plan.games[0], plan.seats), batch, clock)
        return
    report = new_report()
    found = measure(plan)
    report.measurements, report.left_out = found.measurements, found.left_out
    print_report(report)
    if arguments.json:
        save_report(report, arguments.json)


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    usual = BenchPlan(())
    parser.add_argument("--game", action="append", choices=list(games()), help="only this game (may be given again)")
    parser.add_argument("--seats", type=int, default=usual.seats, help=f"the number of players, usually {usual.seats}")
    parser.add_argument("--rounds", type=int, default=usual.rounds, help="how often each contender has its turn")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="how long a contender plays in a round")


def plan_of(arguments: argparse.Namespace) -> BenchPlan:
    return BenchPlan(tuple(arguments.game or games()), arguments.seats, arguments.rounds, arguments.seconds)


def write(results: object, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"{path} was written.")
