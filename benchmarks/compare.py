"""Compares a run with the one that was kept at the last release. Only ratios are compared: times are of one machine."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.report import TABLE_WIDTH, BenchReport, Measurement, remarks, say_number

ROUNDS_FOR_SPREAD = 3  # fewer rounds do not show how much the ratios vary
MOST_NAMES = 5  # in a sentence
SMALLEST_EXACT_CHANGE = 0.01  # a compiler of another version changes exact counts by less


@dataclass(frozen=True)
class RatioChange:
    """A measurement at the last release, and the same measurement now."""

    released: Measurement
    now: Measurement

    @property
    def change(self) -> float:
        """Returns by which part of the released ratio the ratio has grown."""
        return self.now.ratio / self.released.ratio - 1

    @property
    def verdict(self) -> str:
        """Returns "better" or "worse" if the change is beyond the noise, else an empty text."""
        if not self._beyond_noise():
            return ""
        return "better" if self.change > 0 else "worse"

    def _beyond_noise(self) -> bool:
        """Returns whether all rounds of one run were better than all rounds of the other."""
        old, new = self.released.ratios, self.now.ratios
        if self.released.exact and self.now.exact:
            return abs(self.change) > SMALLEST_EXACT_CHANGE
        if min(len(old), len(new)) < ROUNDS_FOR_SPREAD:
            return False
        return min(new) > max(old) or max(new) < min(old)


def changes(released: BenchReport, now: BenchReport) -> list[RatioChange]:
    """Returns the change of every measurement that both reports have."""
    known = {each.key: each for each in released.measurements}
    return [RatioChange(known[each.key], each) for each in now.measurements if each.key in known]


def only_in(report: BenchReport, other: BenchReport) -> list[str]:
    """Returns the measurements that the other report does not have."""
    known = {each.key for each in other.measurements}
    return [f"{each.what} over {each.beside}" for each in report.measurements if each.key not in known]


def print_changes(released: BenchReport, now: BenchReport) -> None:
    console = Console(width=TABLE_WIDTH)
    table = Table(title="Ratios at the last release and now")
    for heading in ("what", "compared with", "released", "now", "change", "beyond the noise"):
        table.add_column(heading, justify="left" if heading in ("what", "compared with") else "right")
    for each in changes(released, now):
        figures = (say_number(each.released.ratio), say_number(each.now.ratio), f"{each.change:+.0%}")
        table.add_row(each.now.what, each.now.beside, *figures, each.verdict)
    console.print(table)
    for sentence in sentences(released, now):
        console.print(sentence, highlight=False)


def sentences(released: BenchReport, now: BenchReport) -> list[str]:
    said = [
        "A change is beyond the noise if all rounds of one run were better than all rounds of the other.",
        f"Released: {released.origin}",
        f"Now: {now.origin}",
        *remarks(now),
    ]
    for words, names in (("now", only_in(released, now)), ("at the release", only_in(now, released))):
        if names:
            said.append(f"Not measured {words}: {shortened(names)}.")
    return said


def shortened(names: list[str]) -> str:
    """Returns the first names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return "; ".join(names[:MOST_NAMES]) + (f"; and {more} more" if more > 0 else "")
