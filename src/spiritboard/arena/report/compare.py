"""Two sets of pieces side by side: what was changed on them, and what that did to the games."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from spiritboard.arena.report.figures import SURE, Series, number
from spiritboard.arena.report.ratio import Ratio, chance, corrected
from spiritboard.arena.report.survey import (
    CHANGES,
    EVENT,
    EVENT_GAMES,
    FORCED,
    LEGAL,
    LENGTH,
    MARGIN,
    SCORE,
    SEAT,
    WINNER,
)
from spiritboard.table.pieces import Cell, Pieces, PieceTable
from spiritboard.table.statistics import Chart

LEAST = 30  # games in which something was counted: fewer say nothing with these tests
NAMES = {
    LENGTH: "decisions in a game",
    SCORE: "score of a player",
    WINNER: "score of the winner",
    MARGIN: "margin",
    LEGAL: "legal moves at a decision",
    FORCED: "decisions without a choice",
    CHANGES: "changes of the lead",
}
SHARES = {SEAT, FORCED, EVENT_GAMES}


@dataclass(frozen=True)
class Change:
    """A printed value that is not the same on both."""

    table: str
    row: str
    column: str
    before: str
    after: str


def changes(one: Pieces, other: Pieces) -> list[Change]:
    """Every printed value that differs, table by table."""
    found = []
    for mine, theirs in zip(one.tables(), other.tables(), strict=True):
        for rows in zip_longest(mine.rows, theirs.rows):
            found += _row_changes(mine, *rows)
    return found


def _row_changes(table: PieceTable, mine: tuple[Cell, ...] | None, theirs: tuple[Cell, ...] | None) -> list[Change]:
    texts = [[cell.text for cell in row] if row else [""] * len(table.columns) for row in (mine, theirs)]
    name = (texts[0] if mine else texts[1])[0]
    return [
        Change(table.title, name, column, before or "nothing", after or "nothing")
        for column, before, after in zip(table.columns, *texts, strict=True)
        if before != after
    ]


@dataclass(frozen=True)
class Difference:
    """A figure with one set of pieces and with the other, and how likely chance alone would part them so far."""

    players: int
    what: str
    one: Ratio
    other: Ratio
    share: bool
    chance: float  # corrected for how many were looked at

    @property
    def significant(self) -> bool:
        return self.chance < SURE

    def cells(self) -> tuple[str, ...]:
        change = self.other.mean - self.one.mean
        sign = "+" if change >= 0 else "-"
        size = f"{100 * abs(change):.1f} points" if self.share else number(abs(change))
        chance = "< 0.001" if self.chance < 0.001 else f"{self.chance:.3f}"
        before, after = number(self.one.mean, self.share), number(self.other.mean, self.share)
        return (str(self.players), self.what, before, after, f"{sign}{size}", chance)


def differences(found: list[tuple[int, list[Series]]], charts: tuple[Chart, ...]) -> list[Difference]:
    """Everything that was measured with both, for every number of players: one family of comparisons."""
    every = [
        (players, *comparison)
        for players, (one, other) in found
        for comparison in [*_general(one, other), *_own(one, other, charts)]
        if min(comparison[1].games, comparison[2].games) >= LEAST
    ]
    chances = corrected([chance(one, other) for _, _, one, other, _ in every])
    listed = [Difference(*each, likely) for each, likely in zip(every, chances, strict=True)]
    return sorted(listed, key=lambda each: each.chance)


Comparison = tuple[str, Ratio, Ratio, bool]


def _general(one: Series, other: Series) -> list[Comparison]:
    places = list(dict.fromkeys([*one.findings.general, *other.findings.general]))
    return [
        (what, one.findings.ratio(*place), other.findings.ratio(*place), place[0] in SHARES)
        for place in places
        if (what := _named(*place)) is not None
    ]


def _named(name: str, row: str) -> str | None:
    if name == SEAT:
        return f"victories of seat {int(row) + 1}"
    if name == EVENT:
        return f"“{row}” in a game"
    if name == EVENT_GAMES:
        return f"games with “{row}”"
    return NAMES.get(name)


def _own(one: Series, other: Series, charts: tuple[Chart, ...]) -> list[Comparison]:
    return [
        (f"{chart.title}: {', '.join(filter(None, key[1:]))}", ratio, theirs, chart.share)
        for chart in charts
        for key, ratio in one.findings.own.items()
        if key[0] == chart.id
        and (theirs := other.findings.own.get(key)) is not None
        and min(ratio.bottom, theirs.bottom) >= chart.least
    ]
