"""Measurements, the file that keeps them, and the table that shows them."""

from __future__ import annotations

import datetime
import platform
import statistics
import subprocess
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

import spiritboard
from benchmarks.targets import SpeedTarget, target_of
from spiritboard.table.dice import Dice
from spiritboard.table.registry import games

ROOT = Path(__file__).parents[1]
TABLE_WIDTH = 190  # letters in a line
TABLE_COLUMNS = ("what", "value", "compared with", "its value", "ratio", "lowest to highest", "bar", "goal")


class Measurement(msgspec.Struct, frozen=True):
    """A speed or a cost in one game, and how many times as fast or as cheap it is as the thing it is compared with."""

    part: str
    game: str
    seats: int
    name: str
    unit: str
    value: float  # the median of the rounds
    beside: str
    beside_value: float  # the median of the rounds
    ratios: list[float]  # one for each round; the measured thing is better than the other if they are above 1
    exact: bool = False  # counts are exact; times are not

    @property
    def key(self) -> tuple[str, str, int, str, str]:
        """Returns what tells this measurement from all others in a report."""
        return (self.part, self.game, self.seats, self.name, self.beside)

    @property
    def ratio(self) -> float:
        """Returns the median of the ratios."""
        return statistics.median(self.ratios)

    @property
    def what(self) -> str:
        return f"{games()[self.game].title}, {self.name}"


class BenchReport(msgspec.Struct):
    """The measurements of one run, with the version, the machine and the day."""

    version: str
    commit: str
    python: str
    cpu: str
    date: str
    quick: bool
    plain: list[str]  # the games with rules that are not compiled
    left_out: list[str]  # sentences
    measurements: list[Measurement]

    @property
    def origin(self) -> str:
        """Returns where and when the report was made."""
        commit = f" at commit {self.commit}" if self.commit else ""
        return f"Version {self.version}{commit}, {self.date}, Python {self.python} on {self.cpu}."


def new_report(quick: bool = False) -> BenchReport:
    """Returns a report without measurements."""
    return BenchReport(
        version=spiritboard.__version__,
        commit=commit(),
        python=platform.python_version(),
        cpu=cpu_name(),
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        quick=quick,
        plain=[name for name in games() if not is_compiled(name)],
        left_out=[],
        measurements=[],
    )


def commit() -> str:
    """Returns the commit of the package, with `-dirty` if files were changed; an empty text without git."""
    try:
        command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
        done = subprocess.run(
            command, cwd=Path(spiritboard.__file__).parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def cpu_name() -> str:
    """Returns the name of the processor. Python does not know it on Linux, but the kernel does."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def is_compiled(game: str) -> bool:
    """Returns whether the rules of a game are compiled."""
    found = games()[game]
    state = found.new(found.seats[0], Dice("bench"))
    return not (sys.modules[type(state).__module__].__file__ or ".py").endswith(".py")


def save_report(report: BenchReport, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")


def read_report(path: Path) -> BenchReport:
    """Returns the report in a file. Raises OSError or msgspec.DecodeError."""
    return msgspec.json.decode(path.read_bytes(), type=BenchReport)


# The table.


def print_report(report: BenchReport) -> None:
    """Prints the table of all measurements, and a sentence for everything that is missing or not as it should be."""
    console = Console(width=TABLE_WIDTH)
    table = Table(title="Medians of the rounds; a ratio above 1 means better than the thing compared with")
    for heading in TABLE_COLUMNS:
        table.add_column(heading, justify="left" if heading in ("what", "compared with") else "right")
    part = ""
    for each in report.measurements:
        if each.part != part:
            table.add_section()
            part = each.part
        table.add_row(*cells(each))
    console.print(table)
    for sentence in (report.origin, *remarks(report)):
        console.print(sentence, highlight=False)


def cells(each: Measurement) -> tuple[str, ...]:
    target = target_of(each.game, each.seats, each.name, each.beside)
    spread = "exact" if each.exact else f"{say_number(min(each.ratios))} to {say_number(max(each.ratios))}"
    return (
        each.what,
        f"{say_number(each.value)} {each.unit}".strip(),
        each.beside,
        say_number(each.beside_value),
        say_number(each.ratio),
        spread,
        say_target(each, target, target.bar) if target else "",
        say_target(each, target, target.goal) if target else "",
    )


def say_target(each: Measurement, target: SpeedTarget, wanted: float | None) -> str:
    """Returns the wanted figure, with a tick if it was reached."""
    if wanted is None:
        return ""
    reached = target.reached(each.value, each.ratio, wanted)
    return say_number(wanted) + (" ✓" if reached else "  ")


def say_number(number: float) -> str:
    """Returns a number with at least two digits that count."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.4f}"


def remarks(report: BenchReport) -> list[str]:
    """Returns a sentence for everything that a reader of the figures must know."""
    said = list(report.left_out)
    if report.plain:
        titles = ", ".join(games()[name].title for name in report.plain)
        said.append(f"These games are not compiled, so all their figures are those of plain Python: {titles}.")
    if report.quick:
        said.append("This was a quick run. Its figures mean nothing.")
    return said
