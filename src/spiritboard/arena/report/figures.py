"""The figures of a report. Each has a drawing, sentences that say what it shows, and a table of its numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from spiritboard.arena.findings import TENTHS, Findings, Measure, quantile
from spiritboard.arena.ratio import SIGNIFICANCE, Ratio, chance_from, corrected
from spiritboard.arena.report import plots
from spiritboard.arena.report.numbers import number, with_interval
from spiritboard.arena.report.plots import Dot, HistogramBar
from spiritboard.table.statistics import Chart, Statistics

MOST_BARS = 24
HALFWAY = str(TENTHS // 2)
LAST_TENTH = str(TENTHS - 1)


@dataclass(frozen=True)
class Figure:
    """A figure as the page shows it. It is drawn when `drawing` is called."""

    title: str
    says: str
    drawing: Callable[[], str]
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class Series:
    """The games with one set of pieces, under the name that they have on the page."""

    name: str
    findings: Findings


@dataclass(frozen=True)
class FigureRow:
    """A row of a figure: its series, its group (empty if rows have none), its label, and a ratio."""

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


def general(series: list[Series], players: int, statistics: Statistics) -> list[Figure]:
    """Returns the figures that every game has."""
    found = [seats(series, players), length(series), *scores(series), branching(series)]
    if all(one.findings.ratio(Measure.LEAD_CHANGES).games for one in series):
        found += [lead_changes(series, statistics), leader_wins(series, statistics)]
    return [*found, events(series)]


def said(series: list[Series], sentence: Callable[[Findings], str]) -> str:
    """Returns a sentence about each series, after its name if there are two."""
    if len(series) == 1:
        return sentence(series[0].findings)
    return " ".join(f"{one.name}: {sentence(one.findings)}" for one in series)


def columns(series: list[Series], *rest: str) -> tuple[str, ...]:
    return ("pieces", *rest) if len(series) > 1 else rest


def dotted(
    series: list[Series],
    title: str,
    says: str,
    entries: list[FigureRow],
    heads: tuple[str, ...],
    even: float | None = None,
) -> Figure:
    """Returns a figure of dots. The first of `heads` names its rows, the last names the measured value."""
    names = [one.name for one in series]
    share = all(entry.share for entry in entries)
    drawing = partial(plots.dots, [entry.dot() for entry in entries], names, heads[-1], share, even)
    rows = [entry.cells(len(series) > 1) for entry in entries]
    return Figure(title, says, drawing, columns(series, *heads, "from 95 %", "to 95 %", "counted"), rows)


# Seats.


def seats(series: list[Series], players: int) -> Figure:
    entries = [
        FigureRow(one.name, "", f"Player {seat + 1}", one.findings.ratio(Measure.SEAT_SHARE, str(seat)), True)
        for seat in range(players)
        for one in series
    ]
    says = said(series, lambda findings: say_seats(findings, players))
    return dotted(series, "Seat advantage", says, entries, ("player", "share of the victory"), 1 / players)


def say_seats(findings: Findings, players: int) -> str:
    ratios = [findings.ratio(Measure.SEAT_SHARE, str(seat)) for seat in range(players)]
    even = 1 / players
    # The shares add up to 1, so only players - 1 tests are independent. Correcting for all of them is stricter.
    chances = corrected([chance_from(ratio, even) for ratio in ratios])
    best = max(range(players), key=lambda seat: ratios[seat].mean)
    worst = min(range(players), key=lambda seat: ratios[seat].mean)
    spoken = (
        f"Player {best + 1} wins most, {with_interval(ratios[best], True)}, and Player {worst + 1} least, "
        f"{with_interval(ratios[worst], True)}; {number(even, True)} would be even."
    )
    away = [f"Player {seat + 1}" for seat in range(players) if chances[seat] < SIGNIFICANCE]
    if not away:
        return f"{spoken} Chance alone could explain the differences."
    return f"{spoken} Chance alone does not explain the share of {listed(away)}."


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# Values that are spread over a range.


def length(series: list[Series]) -> Figure:
    return spread(series, "Length", Measure.LENGTH, "decisions")


def scores(series: list[Series]) -> list[Figure]:
    """Returns the figures of scores: none if scores only say who has won."""
    if all(len(one.findings.spreads.get(Measure.SCORE, ())) < 3 for one in series):
        return []
    return [
        spread(series, "Scores", Measure.SCORE, "score of a player"),
        spread(series, "Winning scores", Measure.WINNER_SCORE, "score of the winner"),
        spread(series, "Margin", Measure.MARGIN, "points ahead of the next"),
    ]


def spread(series: list[Series], title: str, measure: Measure, what: str) -> Figure:
    counted = [one.findings.spreads.get(measure, Counter()) for one in series]
    bins = bounds([value for spread in counted for value in spread])
    bars: list[HistogramBar] = []
    rows: list[tuple[str, ...]] = []
    for one, values in zip(series, counted, strict=True):
        total = values.total() or 1
        for first, after in bins:
            times = sum(count for value, count in values.items() if first <= value < after)
            bars.append(HistogramBar(one.name, first, after, times / total))
            span = str(first) if after == first + 1 else f"{first} to {after - 1}"
            row = (span, f"{times:,}", number(times / total, True))
            rows.append((one.name, *row) if len(series) > 1 else row)
    says = said(series, lambda findings: say_spread(findings, measure, what))
    drawing = partial(plots.spread, bars, [one.name for one in series], what)
    return Figure(title, says, drawing, columns(series, what, "counted", "share"), rows)


def say_spread(findings: Findings, measure: Measure, what: str) -> str:
    values = findings.spreads.get(measure, Counter())
    if not values:
        return "No game was finished."
    low, middle, high = (quantile(values, part) for part in (0.25, 0.5, 0.75))
    mean = findings.ratio(measure)
    return (
        f"{what.capitalize()}: the mean is {with_interval(mean, False)}, the median is {middle}. "
        f"Half of the values are from {low} to {high}, and all are from {min(values)} to {max(values)}."
    )


def bounds(values: list[int]) -> list[tuple[int, int]]:
    """Returns at most MOST_BARS ranges of equal width that hold all of these values."""
    if not values:
        return [(0, 1)]
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // MOST_BARS)
    return [(first, first + width) for first in range(low, high + 1, width)]


# The tenths of a game.


def by_tenth(
    series: list[Series], title: str, says: str, measure: Measure, heads: tuple[str, str], share: bool = False
) -> Figure:
    entries = [
        FigureRow(one.name, "", str(part), ratio, share)
        for one in series
        for part in range(TENTHS)
        if (ratio := one.findings.ratio(measure, str(part))).games > 1
    ]
    names = [one.name for one in series]
    drawing = partial(plots.by_tenth, [entry.dot() for entry in entries], names, heads[-1], share)
    rows = [entry.cells(len(series) > 1) for entry in entries]
    # People count the tenths from 1.
    at = 1 if len(series) > 1 else 0
    rows = [(*row[:at], str(int(row[at]) + 1), *row[at + 1 :]) for row in rows]
    return Figure(title, says, drawing, columns(series, *heads, "from 95 %", "to 95 %", "counted"), rows)


def branching(series: list[Series]) -> Figure:
    return by_tenth(
        series,
        "Choices",
        said(series, say_branching),
        Measure.LEGAL_MOVES_AT,
        ("tenth of the game", "legal moves at a decision"),
    )


def say_branching(findings: Findings) -> str:
    first, last = findings.ratio(Measure.LEGAL_MOVES_AT, "0"), findings.ratio(Measure.LEGAL_MOVES_AT, LAST_TENTH)
    return (
        f"A decision has {with_interval(findings.ratio(Measure.LEGAL_MOVES), False)} legal moves on average, "
        f"{number(first.mean)} in the first tenth of a game and {number(last.mean)} in the last. "
        f"{number(findings.ratio(Measure.FORCED).mean, True)} of the decisions have only one legal move."
    )


def defined(statistics: Statistics) -> str:
    which = "fewer" if statistics.fewest_lead else "more"
    return (
        f"A player with {which} {statistics.counts} than every other player leads. "
        "The lead changes when another player leads."
    )


def lead_changes(series: list[Series], statistics: Statistics) -> Figure:
    def say(findings: Findings) -> str:
        return f"The lead changes {with_interval(findings.ratio(Measure.LEAD_CHANGES), False)} times in a game."

    heads = ("tenth of the game", "changes of the lead")
    return by_tenth(
        series, "Changes of the lead", f"{said(series, say)} {defined(statistics)}", Measure.LEAD_CHANGES_AT, heads
    )


def leader_wins(series: list[Series], statistics: Statistics) -> Figure:
    def say(findings: Findings) -> str:
        half = findings.ratio(Measure.LEADER_SHARE_AT, HALFWAY)
        late = findings.ratio(Measure.LEADER_SHARE_AT, LAST_TENTH)
        return (
            f"The player who leads at half time gets {with_interval(half, True)} of the victory. The player who leads "
            f"when the last tenth begins gets {with_interval(late, True)}."
        )

    heads = ("tenth of the game", "share of the victory of the leader")
    return by_tenth(series, "Does the leader win?", said(series, say), Measure.LEADER_SHARE_AT, heads, share=True)


# Events.


def events(series: list[Series]) -> Figure:
    every = {kind for one in series for name, kind in one.findings.general if name == Measure.EVENTS}
    often = sorted(
        every, key=lambda kind: (-max(one.findings.ratio(Measure.EVENTS, kind).mean for one in series), kind)
    )
    places = [(kind, one) for kind in often for one in series]
    entries = [FigureRow(one.name, "", kind, one.findings.ratio(Measure.EVENTS, kind), False) for kind, one in places]
    drawn = [_above_zero(entry) for entry in entries if entry.ratio.top]
    drawing = partial(plots.dots, drawn, [one.name for one in series], "times a game", False, tenfold=True)
    rows = [
        (*entry.cells(len(series) > 1)[:-1], seen(one.findings, kind), example(one.findings, kind))
        for entry, (kind, one) in zip(entries, places, strict=True)
    ]
    heads = ("event", "times a game", "from 95 %", "to 95 %", "games with it", "for example")
    return Figure("What happens", said(series, say_events), drawing, columns(series, *heads), rows)


def _above_zero(entry: FigureRow) -> Dot:
    """Returns the dot of a row for a logarithmic axis. The axis has no 0, so the low end is half an event at least."""
    dot = entry.dot()
    return replace(dot, low=max(dot.low, 0.5 / entry.ratio.games))


def seen(findings: Findings, kind: str) -> str:
    return number(findings.ratio(Measure.GAMES_WITH_EVENT, kind).mean, True)


def example(findings: Findings, kind: str) -> str:
    """Returns the words of the first event of a kind, with players called Player 1, Player 2 and so on."""
    words = findings.words.get(kind, "")
    for seat in range(10):
        words = words.replace(f"{{{seat}}}", f"Player {seat + 1}")
    return words


def say_events(findings: Findings) -> str:
    kinds = [kind for name, kind in findings.general if name == Measure.EVENTS]
    often = sorted(kinds, key=lambda kind: -findings.ratio(Measure.EVENTS, kind).mean)[:3]
    most = [f"“{kind}” ({number(findings.ratio(Measure.EVENTS, kind).mean)} times a game)" for kind in often]
    rare = [f"“{kind}”" for kind in sorted(kinds) if findings.ratio(Measure.GAMES_WITH_EVENT, kind).mean < 0.05]
    seldom = f" Events in fewer than one game in twenty: {listed(rare)}." if rare else ""
    return f"The most frequent events: {listed(most)}.{seldom}" if most else "There were no events."


# The charts of a game's own statistics.


def own(series: list[Series], charts: tuple[Chart, ...]) -> list[Figure]:
    drawn = [(chart, own_entries(series, chart)) for chart in charts]
    return [own_figure(series, chart, entries) for chart, entries in drawn if entries]


def own_entries(series: list[Series], chart: Chart) -> list[FigureRow]:
    places = list(dict.fromkeys(key[1:] for one in series for key in one.findings.own if key[0] == chart.id))
    entries = [
        FigureRow(one.name, row if column else "", column or row, one.findings.own[chart.id, row, column], chart.share)
        for row, column in sorted(places, key=lambda place: _by_number(place[0]))
        for one in series
        if (chart.id, row, column) in one.findings.own
    ]
    enough = [entry for entry in entries if entry.ratio.games > 1 and entry.ratio.bottom >= chart.least]
    return best_first(enough, chart) if chart.best_first else enough


def _by_number(text: str) -> int:
    """Returns a key that sorts rows by the number in their name, after the rows that have none."""
    digits = re.search(r"\d+", text)
    return int(digits[0]) if digits else -1


def best_first(entries: list[FigureRow], chart: Chart) -> list[FigureRow]:
    """Returns the rows with the best first, by the first series that has each row.

    Of more rows than the chart shows, the best are chosen by the low end of their interval and the worst by the high
    end, so that rows with few games do not take the places.
    """
    leading: dict[str, FigureRow] = {}
    for entry in entries:
        leading.setdefault(entry.label, entry)
    low = {label: entry.ratio.interval(chart.share)[0] for label, entry in leading.items()}
    high = {label: entry.ratio.interval(chart.share)[1] for label, entry in leading.items()}
    if len(leading) <= chart.most_rows:
        order = sorted(leading, key=lambda label: -leading[label].ratio.mean)
    else:
        half = chart.most_rows // 2
        best = sorted(leading, key=lambda label: -low[label])[:half]
        worst = sorted((label for label in leading if label not in best), key=lambda label: high[label])[:half]
        order = best + worst[::-1]
    return [entry for label in order for entry in entries if entry.label == label]


def own_figure(series: list[Series], chart: Chart, entries: list[FigureRow]) -> Figure:
    heads = (chart.row, chart.column, "share") if chart.column else (chart.row, chart.value)
    says = f"{chart.says} {said(series, lambda findings: say_own(chart, entries, findings, series))}"
    return dotted(series, chart.title, says, entries, heads)


def say_own(chart: Chart, entries: list[FigureRow], findings: Findings, series: list[Series]) -> str:
    name = next(one.name for one in series if one.findings is findings)
    mine = [entry for entry in entries if entry.series == name]
    if not mine:
        return "Nothing was counted."
    top = max(mine, key=lambda entry: entry.ratio.mean)
    bottom = min(mine, key=lambda entry: entry.ratio.mean)
    highest, lowest = (f"{place(entry)}, {with_interval(entry.ratio, chart.share)}" for entry in (top, bottom))
    return f"Highest: {highest}; lowest: {lowest}."


def place(entry: FigureRow) -> str:
    return f"{entry.group}, {entry.label}" if entry.group else entry.label
