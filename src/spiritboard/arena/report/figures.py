"""The figures of a report: a drawing, a sentence that says what it shows, and the numbers behind it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from spiritboard.arena.report import plots
from spiritboard.arena.report.plots import Dot, Step
from spiritboard.arena.report.ratio import Ratio, chance_from, corrected
from spiritboard.arena.report.survey import (
    CHANGES,
    CHANGES_AT,
    EVENT,
    EVENT_GAMES,
    FORCED,
    LEADER_AT,
    LEGAL,
    LEGAL_AT,
    LENGTH,
    MARGIN,
    PARTS,
    SCORE,
    SEAT,
    WINNER,
    Findings,
)
from spiritboard.table.statistics import Chart, Statistics

SURE = 0.05  # the chance of a false alarm that is taken
BARS = 24
HALFWAY = str(PARTS // 2)


@dataclass(frozen=True)
class Figure:
    title: str
    says: str
    drawing: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class Series:
    """The games with one set of pieces, under the name that they have on the page."""

    name: str
    findings: Findings


@dataclass(frozen=True)
class Line:
    """A row of a figure: its group and label, a ratio, and whose it is."""

    series: str
    group: str
    label: str
    ratio: Ratio
    share: bool

    def dot(self) -> Dot:
        low, high = self.ratio.interval(self.share)
        return Dot(self.label, self.series, self.ratio.mean, low, high, self.group)

    def cells(self, compared: bool) -> tuple[str, ...]:
        low, high = self.ratio.interval(self.share)
        named = (self.series,) if compared else ()
        place = (self.group, self.label) if self.group else (self.label,)
        numbers = (number(self.ratio.mean, self.share), number(low, self.share), number(high, self.share))
        return (*named, *place, *numbers, f"{self.ratio.bottom:,.0f}")


def number(value: float, share: bool = False) -> str:
    """A figure as people write it."""
    if share:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def sure(ratio: Ratio, share: bool) -> str:
    low, high = ratio.interval(share)
    return f"{number(ratio.mean, share)} ({number(low, share)} to {number(high, share)})"


def general(series: list[Series], players: int, statistics: Statistics) -> list[Figure]:
    """What can be said of any game."""
    found = [seats(series, players), length(series), *scores(series), branching(series)]
    if all(one.findings.ratio(CHANGES).games for one in series):
        found += [lead_changes(series, statistics), leader_wins(series, statistics)]
    return [*found, events(series)]


def said(series: list[Series], sentence: Callable[[Findings], str]) -> str:
    """A sentence about each series, under its name if there are two."""
    if len(series) == 1:
        return sentence(series[0].findings)
    return " ".join(f"{one.name}: {sentence(one.findings)}" for one in series)


def columns(series: list[Series], *rest: str) -> tuple[str, ...]:
    return ("pieces", *rest) if len(series) > 1 else rest


def dotted(
    series: list[Series], title: str, says: str, lines: list[Line], heads: tuple[str, ...], even: float | None = None
) -> Figure:
    """A figure of dots: what its rows are comes first among its heads, what is measured last."""
    names = [one.name for one in series]
    share = all(line.share for line in lines)
    drawing = plots.dots([line.dot() for line in lines], names, heads[-1], share, even)
    rows = [line.cells(len(series) > 1) for line in lines]
    return Figure(title, says, drawing, columns(series, *heads, "from 95 %", "to 95 %", "counted"), rows)


# Seats.


def seats(series: list[Series], players: int) -> Figure:
    lines = [
        Line(one.name, "", f"seat {seat + 1}", one.findings.ratio(SEAT, str(seat)), True)
        for seat in range(players)
        for one in series
    ]
    says = said(series, lambda findings: say_seats(findings, players))
    return dotted(series, "Seat advantage", says, lines, ("seat", "share of the victory"), 1 / players)


def say_seats(findings: Findings, players: int) -> str:
    ratios = [findings.ratio(SEAT, str(seat)) for seat in range(players)]
    even = 1 / players
    # The shares add up to one, so that there is one comparison fewer than seats; counting all of them errs on the
    # careful side.
    chances = corrected([chance_from(ratio, even) for ratio in ratios])
    best = max(range(players), key=lambda seat: ratios[seat].mean)
    worst = min(range(players), key=lambda seat: ratios[seat].mean)
    spoken = (
        f"Seat {best + 1} wins most, {sure(ratios[best], True)}, and seat {worst + 1} least, "
        f"{sure(ratios[worst], True)}; {number(even, True)} would be even."
    )
    away = [f"seat {seat + 1}" for seat in range(players) if chances[seat] < SURE]
    if not away:
        return f"{spoken} No seat is further from that than chance explains."
    return f"{spoken} That is more than chance explains for {listed(away)}."


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# What is spread over a range.


def length(series: list[Series]) -> Figure:
    return spread(series, "Length", LENGTH, "decisions")


def scores(series: list[Series]) -> list[Figure]:
    """Nothing is drawn of scores that only say who has won."""
    if all(len(one.findings.spreads.get(SCORE, ())) < 3 for one in series):
        return []
    return [
        spread(series, "Scores", SCORE, "score of a player"),
        spread(series, "Winning scores", WINNER, "score of the winner"),
        spread(series, "Margin", MARGIN, "points ahead of the next"),
    ]


def spread(series: list[Series], title: str, name: str, what: str) -> Figure:
    counted = [one.findings.spreads.get(name, Counter()) for one in series]
    bins = bounds([value for spread in counted for value in spread])
    steps: list[Step] = []
    rows: list[tuple[str, ...]] = []
    for one, values in zip(series, counted, strict=True):
        total = values.total() or 1
        for first, after in bins:
            times = sum(count for value, count in values.items() if first <= value < after)
            steps.append(Step(one.name, first, after, times / total))
            span = str(first) if after == first + 1 else f"{first} to {after - 1}"
            row = (span, f"{times:,}", number(times / total, True))
            rows.append((one.name, *row) if len(series) > 1 else row)
    says = said(series, lambda findings: say_spread(findings, name, what))
    drawing = plots.spread(steps, [one.name for one in series], what)
    return Figure(title, says, drawing, columns(series, what, "counted", "share"), rows)


def say_spread(findings: Findings, name: str, what: str) -> str:
    values = findings.spreads.get(name, Counter())
    if not values:
        return "No game came to its end."
    low, middle, high = (quantile(values, part) for part in (0.25, 0.5, 0.75))
    mean = findings.ratio(name)
    return (
        f"{what.capitalize()}: half of them from {low} to {high}, with {middle} in the middle; "
        f"{sure(mean, False)} on average, and from {min(values)} to {max(values)} in all."
    )


def quantile(values: Counter[int], part: float) -> int:
    """The smallest value that at least this part of all does not exceed."""
    wanted = part * values.total()
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if seen >= wanted:
            return value
    raise ValueError("nothing was counted")


def bounds(values: list[int]) -> list[tuple[int, int]]:
    """Ranges of equal width, few enough to be drawn, that hold all of these."""
    if not values:
        return [(0, 1)]
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // BARS)
    return [(first, first + width) for first in range(low, high + 1, width)]


# The course of a game.


def trace(
    series: list[Series], title: str, says: str, name: str, heads: tuple[str, str], share: bool = False
) -> Figure:
    lines = [
        Line(one.name, "", str(part), ratio, share)
        for one in series
        for part in range(PARTS)
        if (ratio := one.findings.ratio(name, str(part))).games > 1
    ]
    drawing = plots.trace([line.dot() for line in lines], [one.name for one in series], heads[-1], share)
    rows = [line.cells(len(series) > 1) for line in lines]
    # A tenth is counted from 1 by people.
    at = 1 if len(series) > 1 else 0
    rows = [(*row[:at], str(int(row[at]) + 1), *row[at + 1 :]) for row in rows]
    return Figure(title, says, drawing, columns(series, *heads, "from 95 %", "to 95 %", "counted"), rows)


def branching(series: list[Series]) -> Figure:
    return trace(
        series, "Choices", said(series, say_branching), LEGAL_AT, ("tenth of the game", "legal moves at a decision")
    )


def say_branching(findings: Findings) -> str:
    first, last = findings.ratio(LEGAL_AT, "0"), findings.ratio(LEGAL_AT, str(PARTS - 1))
    return (
        f"There are {sure(findings.ratio(LEGAL), False)} legal moves at a decision on average, {number(first.mean)} in "
        f"the first tenth of a game and {number(last.mean)} in the last. "
        f"{number(findings.ratio(FORCED).mean, True)} of the decisions leave no choice."
    )


def defined(statistics: Statistics) -> str:
    which = "fewest" if statistics.fewest_lead else "most"
    return f"Whoever has the {which} {statistics.counts} alone leads. The lead changes when somebody else leads alone."


def lead_changes(series: list[Series], statistics: Statistics) -> Figure:
    says = said(series, lambda findings: f"The lead changes {sure(findings.ratio(CHANGES), False)} times in a game.")
    heads = ("tenth of the game", "changes of the lead")
    return trace(series, "Changes of the lead", f"{says} {defined(statistics)}", CHANGES_AT, heads)


def leader_wins(series: list[Series], statistics: Statistics) -> Figure:
    def say(findings: Findings) -> str:
        half = findings.ratio(LEADER_AT, HALFWAY)
        late = findings.ratio(LEADER_AT, str(PARTS - 1))
        return (
            f"Whoever leads at half time has {sure(half, True)} of the victory, and at the beginning of the last tenth "
            f"{sure(late, True)}."
        )

    heads = ("tenth of the game", "victory of whoever leads then")
    return trace(series, "Does the leader win?", said(series, say), LEADER_AT, heads, share=True)


# What happens.


def events(series: list[Series]) -> Figure:
    every = {kind for one in series for name, kind in one.findings.general if name == EVENT}
    often = sorted(every, key=lambda kind: (-max(one.findings.ratio(EVENT, kind).mean for one in series), kind))
    places = [(kind, one) for kind in often for one in series]
    lines = [Line(one.name, "", kind, one.findings.ratio(EVENT, kind), False) for kind, one in places]
    drawn = [_above_nothing(line) for line in lines if line.ratio.top]
    drawing = plots.dots(drawn, [one.name for one in series], "times a game", False, tenfold=True)
    rows = [
        (*line.cells(len(series) > 1)[:-1], seen(one.findings, kind), example(one.findings, kind))
        for line, (kind, one) in zip(lines, places, strict=True)
    ]
    heads = ("event", "times a game", "from 95 %", "to 95 %", "games with it", "for example")
    return Figure("What happens", said(series, say_events), drawing, columns(series, *heads), rows)


def _above_nothing(line: Line) -> Dot:
    """Where each tick is ten times the last there is no nothing: an interval ends at half an event in all games."""
    dot = line.dot()
    return replace(dot, low=max(dot.low, 0.5 / line.ratio.games))


def seen(findings: Findings, kind: str) -> str:
    return number(findings.ratio(EVENT_GAMES, kind).mean, True)


def example(findings: Findings, kind: str) -> str:
    """What was said the first time, of players without names."""
    words = findings.words.get(kind, "")
    for seat in range(10):
        words = words.replace(f"{{{seat}}}", f"Player {seat + 1}")
    return words


def say_events(findings: Findings) -> str:
    kinds = [kind for name, kind in findings.general if name == EVENT]
    often = sorted(kinds, key=lambda kind: -findings.ratio(EVENT, kind).mean)[:3]
    most = [f"“{kind}” ({number(findings.ratio(EVENT, kind).mean)} times a game)" for kind in often]
    rare = [f"“{kind}”" for kind in sorted(kinds) if findings.ratio(EVENT_GAMES, kind).mean < 0.05]
    seldom = f" In fewer than one game in twenty: {listed(rare)}." if rare else ""
    return f"Told most often: {listed(most)}.{seldom}" if most else "Nothing was told."


# What a game's own study counts.


def own(series: list[Series], charts: tuple[Chart, ...]) -> list[Figure]:
    drawn = [(chart, own_lines(series, chart)) for chart in charts]
    return [own_figure(series, chart, lines) for chart, lines in drawn if lines]


def own_lines(series: list[Series], chart: Chart) -> list[Line]:
    places = list(dict.fromkeys(key[1:] for one in series for key in one.findings.own if key[0] == chart.id))
    lines = [
        Line(one.name, row if column else "", column or row, one.findings.own[chart.id, row, column], chart.share)
        for row, column in sorted(places, key=lambda place: _by_number(place[0]))
        for one in series
        if (chart.id, row, column) in one.findings.own
    ]
    enough = [line for line in lines if line.ratio.games > 1 and line.ratio.bottom >= chart.least]
    return best_first(enough, chart) if chart.best_first else enough


def _by_number(text: str) -> int:
    """Rows with a number in their name come in its order, after the others, which stay as they were counted."""
    digits = re.search(r"\d+", text)
    return int(digits[0]) if digits else -1


def best_first(lines: list[Line], chart: Chart) -> list[Line]:
    """By the first series that has a row; of many rows the best and the worst, by the careful end of the interval."""
    leading: dict[str, Line] = {}
    for line in lines:
        leading.setdefault(line.label, line)
    low = {label: line.ratio.interval(chart.share)[0] for label, line in leading.items()}
    high = {label: line.ratio.interval(chart.share)[1] for label, line in leading.items()}
    if len(leading) <= chart.most_rows:
        order = sorted(leading, key=lambda label: -leading[label].ratio.mean)
    else:
        half = chart.most_rows // 2
        best = sorted(leading, key=lambda label: -low[label])[:half]
        worst = sorted((label for label in leading if label not in best), key=lambda label: high[label])[:half]
        order = best + worst[::-1]
    return [line for label in order for line in lines if line.label == label]


def own_figure(series: list[Series], chart: Chart, lines: list[Line]) -> Figure:
    heads = (chart.row, chart.column, "share") if chart.column else (chart.row, chart.value)
    says = f"{chart.says} {said(series, lambda findings: say_own(chart, lines, findings, series))}"
    return dotted(series, chart.title, says, lines, heads)


def say_own(chart: Chart, lines: list[Line], findings: Findings, series: list[Series]) -> str:
    name = next(one.name for one in series if one.findings is findings)
    mine = [line for line in lines if line.series == name]
    if not mine:
        return "Nothing was counted."
    top = max(mine, key=lambda line: line.ratio.mean)
    bottom = min(mine, key=lambda line: line.ratio.mean)
    highest, lowest = (f"{place(line)}, {sure(line.ratio, chart.share)}" for line in (top, bottom))
    return f"Highest: {highest}; lowest: {lowest}."


def place(line: Line) -> str:
    return f"{line.group}, {line.label}" if line.group else line.label
