"""Drawings for a report. They are small enough for a phone, and the page chooses their colours (light, dark, print)."""

from __future__ import annotations

import io
import json
import math
import re
from dataclasses import dataclass

import altair

PLOT_WIDTH = 340
ROW_HEIGHT = 18  # pixels for a row of dots
SERIES_ROW_HEIGHT = 11  # pixels for each of the two series in a row
# CSS variables of the page, which has values for them in its light, dark and print styles.
TEXT_COLOUR, EVEN_COLOUR, GRID_COLOUR = "var(--ink)", "var(--quiet)", "var(--line)"
SERIES_COLOURS = ["var(--one)", "var(--other)"]
SERIES_SHAPES = ["circle", "diamond"]
SERIES_DASHES = [[1, 0], [5, 3]]
FONT = "system-ui, sans-serif"

Values = list[dict[str, object]]


@dataclass(frozen=True)
class Dot:
    """A mean of one series with its interval, in the row `label`, which may belong to a group of rows."""

    label: str
    series: str
    mean: float
    low: float
    high: float
    group: str = ""


@dataclass(frozen=True)
class HistogramBar:
    """The share of a series' values that are at least `first` and below `after`."""

    series: str
    first: float
    after: float
    share: float


def dots(
    found: list[Dot], series: list[str], title: str, share: bool, even: float | None = None, tenfold: bool = False
) -> str:
    """Returns rows of dots with their intervals, and a vertical line at `even`, if it is given.

    With `tenfold` the axis is logarithmic, for values that differ by powers of ten.
    """
    labels, at = _rows(found)
    values: Values = [
        {"at": at[dot.group, dot.label], "series": dot.series, "mean": dot.mean, "low": dot.low, "high": dot.high}
        for dot in found
    ]
    heads = [number for number, (_, head) in enumerate(labels) if head]
    axis = altair.Axis(
        title=None,
        labelExpr=f"{json.dumps([text for text, _ in labels])}[datum.value]",
        labelLimit=170,
        labelFontWeight=altair.condition(
            f"indexof({heads}, datum.value) >= 0", altair.value("bold"), altair.value(400)
        ),
        domain=False,
    )
    rows = altair.Y("at:O", axis=axis, scale=altair.Scale(domain=list(range(len(labels)))))
    base = altair.Chart(altair.Data(values=values)).encode(y=rows, color=_colour(series))
    if len(series) > 1:
        base = base.encode(yOffset=altair.YOffset("series:N", sort=series))
    scale = altair.Scale(type="log") if tenfold else altair.Scale(zero=False)
    axis_across = _tenfold_axis(found) if tenfold else _axis(share)
    across = altair.X("low:Q", title=title, scale=scale, axis=axis_across)
    layers = [
        base.mark_rule(strokeWidth=2.5, opacity=0.75).encode(x=across, x2="high:Q"),
        base.mark_point(filled=True, size=65, opacity=1).encode(x="mean:Q", shape=_shape(series)),
    ]
    if even is not None:
        line = altair.Chart(altair.Data(values=[{"even": even}]))
        layers.insert(0, line.mark_rule(strokeDash=[4, 3], color=EVEN_COLOUR, strokeWidth=1.5).encode(x="even:Q"))
    step = ROW_HEIGHT if len(series) == 1 else SERIES_ROW_HEIGHT
    return svg(altair.layer(*layers).properties(width=PLOT_WIDTH, height=altair.Step(step)))


def _rows(found: list[Dot]) -> tuple[list[tuple[str, bool]], dict[tuple[str, str], int]]:
    """Returns the labels from top to bottom, each with whether it is the name of a group, and the place of each row."""
    labels: list[tuple[str, bool]] = []
    at: dict[tuple[str, str], int] = {}
    groups: list[str] = list(dict.fromkeys(dot.group for dot in found))
    for group in groups:
        if group:
            labels.append((group, True))
        for label in dict.fromkeys(dot.label for dot in found if dot.group == group):
            at[group, label] = len(labels)
            labels.append((label, False))
    return labels, at


def spread(found: list[HistogramBar], series: list[str], title: str) -> str:
    """Returns a histogram: bars for one series, or a line for each of two."""
    values: Values = [
        {"series": bar.series, "first": bar.first, "after": bar.after, "share": bar.share} for bar in found
    ]
    across = altair.X(
        "first:Q", bin="binned", title=title, axis=_axis(False), scale=altair.Scale(zero=False, nice=False)
    )
    up = altair.Y("share:Q", title="share of games", axis=_axis(True))
    base = altair.Chart(altair.Data(values=values))
    if len(series) == 1:
        drawn = base.mark_bar(color=SERIES_COLOURS[0], binSpacing=1).encode(x=across, x2="after:Q", y=up)
    else:
        line = base.mark_line(interpolate="step-after", strokeWidth=2.5)
        drawn = line.encode(x=across, y=up, color=_colour(series), strokeDash=_dashes(series))
    return svg(drawn.properties(width=PLOT_WIDTH, height=190))


def by_tenth(found: list[Dot], series: list[str], title: str, share: bool) -> str:
    """Returns means for each tenth of a game, with a band for their intervals. A dot's label is its tenth, from 0."""
    values: Values = [
        {"part": int(dot.label) + 1, "series": dot.series, "mean": dot.mean, "low": dot.low, "high": dot.high}
        for dot in found
    ]
    across = altair.X(
        "part:Q",
        title="tenth of the game",
        axis=altair.Axis(tickCount=10, format="d", grid=False),
        scale=altair.Scale(domain=[1, 10], nice=False),
    )
    base = altair.Chart(altair.Data(values=values)).encode(x=across, color=_colour(series))
    low = altair.Y("low:Q", title=title, axis=_axis(share), scale=altair.Scale(zero=True))
    layers = [
        base.mark_area(opacity=0.25).encode(y=low, y2="high:Q"),
        base.mark_line(strokeWidth=2.5).encode(y="mean:Q", strokeDash=_dashes(series)),
        base.mark_point(filled=True, size=45, opacity=1).encode(y="mean:Q", shape=_shape(series)),
    ]
    return svg(altair.layer(*layers).properties(width=PLOT_WIDTH, height=190))


# Each series has a colour, a shape and a dash, so that readers who cannot tell colours apart can tell the series apart.


def _colour(series: list[str]) -> altair.Color:
    return altair.Color("series:N", legend=None, scale=altair.Scale(domain=series, range=SERIES_COLOURS[: len(series)]))


def _shape(series: list[str]) -> altair.Shape:
    return altair.Shape("series:N", legend=None, scale=altair.Scale(domain=series, range=SERIES_SHAPES[: len(series)]))


def _dashes(series: list[str]) -> altair.StrokeDash:
    return altair.StrokeDash(
        "series:N", legend=None, scale=altair.Scale(domain=series, range=SERIES_DASHES[: len(series)])
    )


def _axis(share: bool) -> altair.Axis:
    return altair.Axis(format="~%" if share else ",~f", tickCount=5, labelFlush=False, labelOverlap=True)


def _tenfold_axis(found: list[Dot]) -> altair.Axis:
    lowest = min((dot.low for dot in found), default=1.0)
    highest = max((dot.high for dot in found), default=1.0)
    powers = range(math.floor(math.log10(lowest)), math.ceil(math.log10(highest)) + 1)
    return altair.Axis(format=",~f", values=[10.0**power for power in powers], labelOverlap=True)


def svg(chart: altair.LayerChart | altair.FacetChart | altair.Chart) -> str:
    """Returns the drawing as SVG for the middle of a page. It grows and shrinks with its place."""
    grid = ("gridColor", "tickColor", "domainColor")
    plain = {"labelColor": TEXT_COLOUR, "titleColor": TEXT_COLOUR, **dict.fromkeys(grid, GRID_COLOUR)}
    themed = (
        chart.properties(autosize=altair.AutoSizeParams(type="fit-x", contains="padding"), padding=4)
        .configure(background="transparent", font=FONT, aria=False)
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=12, titleFontSize=12, titleFontWeight=600, **plain)
    )
    text = io.StringIO()
    themed.save(text, format="svg")
    found = text.getvalue()
    # A screen reader should read one name for the whole drawing, not its parts: the numbers are in a table.
    return re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", found[found.index("<svg") :])


def placed(drawing: str, label: str) -> str:
    """Returns a drawing whose size the page decides, with a label for screen readers. The label must be escaped."""
    found = re.match(r"<svg[^>]*>", drawing)
    if found is None:
        raise ValueError("This is not an SVG drawing.")
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', found[0])
    if box is None:
        raise ValueError("This drawing has no size.")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[1]} {box[2]}" role="img" aria-label="{label}">'
    return head + drawing[found.end() :]
