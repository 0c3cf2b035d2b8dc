"""Compares two sets of pieces: which printed values differ, and which figures of the games differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from spiritboard.arena.findings import Measure
from spiritboard.arena.ratio import SIGNIFICANCE, Ratio, chance, corrected
from spiritboard.arena.report.figures import Series
from spiritboard.arena.report.numbers import number
from spiritboard.table.pieces import Cell, Pieces, PieceTable
from spiritboard.table.statistics import Chart

FEWEST_GAMES_COMPARED = 30  # in which a figure was counted: these tests say nothing about fewer games
MEASURE_NAMES = {
    Measure.LENGTH: "decisions in a game",
    Measure.SCORE: "score of a player",
    Measure.WINNER_SCORE: "score of the winner",
    Measure.MARGIN: "margin",
    Measure.LEGAL_MOVES: "legal moves at a decision",
    Measure.FORCED: "decisions with only one legal move",
    Measure.LEAD_CHANGES: "changes of the lead",
}
SHARE_MEASURES = {Measure.SEAT_SHARE, Measure.FORCED, Measure.GAMES_WITH_EVENT}


@dataclass(frozen=True)
class PieceChange:
    """A printed value that differs between the two sets."""

    table: str
    row: str
    column: str
    before: str
    after: str


def changes(one: Pieces, other: Pieces) -> list[PieceChange]:
    """Returns every printed value that differs, table by table."""
    found = []
    for mine, theirs in zip(one.tables(), other.tables(), strict=True):
        for rows in zip_longest(mine.rows, theirs.rows):
            found += _row_changes(mine, *rows)
    return found


def _row_changes(
    table: PieceTable, mine: tuple[Cell, ...] | None, theirs: tuple[Cell, ...] | None
) -> list[PieceChange]:
    texts = [[cell.text for cell in row] if row else [""] * len(table.columns) for row in (mine, theirs)]
    name = (texts[0] if mine else texts[1])[0]
    return [
        PieceChange(table.title, name, column, before or "nothing", after or "nothing")
        for column, before, after in zip(table.columns, *texts, strict=True)
        if before != after
    ]


@dataclass(frozen=True)
class Difference:
    """A figure with one set of pieces and with the other, and the probability of such a difference by chance alone."""

    players: int
    what: str
    one: Ratio
    other: Ratio
    share: bool
    chance: float  # corrected for the number of comparisons

    @property
    def significant(self) -> bool:
        return self.chance < SIGNIFICANCE

    def cells(self) -> tuple[str, ...]:
        change = self.other.mean - self.one.mean
        sign = "+" if change >= 0 else "-"
        size = f"{100 * abs(change):.1f} points" if self.share else number(abs(change))
        chance = "< 0.001" if self.chance < 0.001 else f"{self.chance:.3f}"
        before, after = number(self.one.mean, self.share), number(self.other.mean, self.share)
        return (str(self.players), self.what, before, after, f"{sign}{size}", chance)


def differences(found: list[tuple[int, list[Series]]], charts: tuple[Chart, ...]) -> list[Difference]:
    """Returns every figure that was measured with both sets, for all numbers of players, the surest difference first.

    The chances are corrected for the number of all comparisons together.
    """
    every = [
        (players, *comparison)
        for players, (one, other) in found
        for comparison in [*_general(one, other), *_own(one, other, charts)]
        if min(comparison[1].games, comparison[2].games) >= FEWEST_GAMES_COMPARED
    ]
    chances = corrected([chance(one, other) for _, _, one, other, _ in every])
    listed = [Difference(*each, likely) for each, likely in zip(every, chances, strict=True)]
    return sorted(listed, key=lambda each: each.chance)


Comparison = tuple[str, Ratio, Ratio, bool]


def _general(one: Series, other: Series) -> list[Comparison]:
    places = list(dict.fromkeys([*one.findings.general, *other.findings.general]))
    return [
        (what, one.findings.ratio(*place), other.findings.ratio(*place), place[0] in SHARE_MEASURES)
        for place in places
        if (what := _named(*place)) is not None
    ]


def _named(measure: Measure, row: str) -> str | None:
    """Returns what a figure is called on the page, or None if it is not compared."""
    if measure == Measure.SEAT_SHARE:
        return f"victories of Player {int(row) + 1}"
    if measure == Measure.EVENTS:
        return f"“{row}” in a game"
    if measure == Measure.GAMES_WITH_EVENT:
        return f"games with “{row}”"
    return MEASURE_NAMES.get(measure)


def _own(one: Series, other: Series, charts: tuple[Chart, ...]) -> list[Comparison]:
    return [
        (f"{chart.title}: {', '.join(filter(None, key[1:]))}", ratio, theirs, chart.share)
        for chart in charts
        for key, ratio in one.findings.own.items()
        if key[0] == chart.id
        and (theirs := other.findings.own.get(key)) is not None
        and min(ratio.bottom, theirs.bottom) >= chart.least
    ]
