"""A sweep as one HTML page that loads nothing: no script, and no other file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spiritboard.arena.design.effects import Effect, Estimate
from spiritboard.arena.design.measures import SEAT, is_share, words
from spiritboard.arena.design.sweep import HEADINGS, Setting, SweepReport, cells, signed
from spiritboard.arena.report import plots
from spiritboard.arena.report.numbers import number
from spiritboard.arena.report.plots import Dot
from spiritboard.arena.report.template import render
from spiritboard.table.registry import find

MOST_SETTINGS_SHOWN = 200
MOST_PAIRS_DRAWN = 24


@dataclass(frozen=True)
class MeasureSection:
    """A measure on the page: what each value changes in it, drawn and as a table."""

    title: str
    says: str
    drawing: str
    pairs_drawing: str  # empty if no pair has an effect
    rows: list[tuple[str, ...]]


def sweep_page(report: SweepReport) -> str:
    """Returns the page as text."""
    measures = list(dict.fromkeys(each.measure for each in report.effects))
    game = find(report.game)
    return render(
        Path(__file__).parent,
        "sweep.html",
        report=report,
        game=game,
        sections=[_section(report, measure) for measure in measures],
        headings=HEADINGS,
        found=report.rows(),
        measures=[words(measure) for measure in measures],
        settings=[_setting_row(each, measures) for each in report.settings[:MOST_SETTINGS_SHOWN]],
        left_out=max(0, len(report.settings) - MOST_SETTINGS_SHOWN),
        most=_most(report),
    )


def _most(report: SweepReport) -> list[str]:
    """Returns a sentence for each share of a seat: how far from even it gets at most."""
    even = 1 / report.players
    said = []
    for measure in (f"{SEAT}{seat + 1}" for seat in range(report.players)):
        every = [each.measures[measure].mean for each in report.settings]
        said.append(
            f"{headed(measure)}: {number(min(every), True)} to {number(max(every), True)}; "
            f"{number(even, True)} would be even."
        )
    return said


def _section(report: SweepReport, measure: str) -> MeasureSection:
    own = [each for each in report.effects if each.measure == measure]
    pairs = [each for each in report.pairs if each.measure == measure]
    seen = [each for each in pairs if each.significant]
    surest = sorted(seen, key=lambda each: each.chance)[:MOST_PAIRS_DRAWN]
    return MeasureSection(
        title=headed(measure),
        says=_says(report, measure, own, pairs),
        drawing=_drawn(own, measure),
        pairs_drawing=_drawn(surest, measure) if surest else "",
        rows=[cells(each)[1:] for each in [*own, *pairs]],
    )


def _says(report: SweepReport, measure: str, own: list[Effect], pairs: list[Effect]) -> str:
    share = is_share(measure)
    high, low = max(own, key=lambda each: each.effect), min(own, key=lambda each: each.effect)
    sure = sum(each.significant for each in own)
    paired = sum(each.significant for each in pairs)
    spoken = (
        f"The largest with {high.words()}, {number(high.mean, share)}; the smallest with {low.words()}, "
        f"{number(low.mean, share)}. "
    )
    if not sure and not paired:
        spoken += "Chance alone could explain all of these differences. "
    else:
        spoken += f"Chance alone does not explain {counted(sure, 'effect')} of values and {paired} of pairs of values. "
    smallest = signed(report.detectable[measure], share).removeprefix("+")
    return f"{spoken}An effect of {smallest} would be found here four times out of five."


def headed(measure: str) -> str:
    """Returns what a measure is, with a capital letter."""
    said = words(measure)
    return said[0].upper() + said[1:]


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _drawn(found: list[Effect], measure: str) -> str:
    dots = [
        Dot(" with ".join(each.values.values()), "", each.effect, each.low, each.high, " and ".join(each.values))
        for each in found
    ]
    return plots.dots(dots, [""], "effect", is_share(measure), 0.0)


def _setting_row(setting: Setting, measures: list[str]) -> tuple[str, ...]:
    return (*setting.values.values(), *(_cell(setting.measures[each], is_share(each)) for each in measures))


def _cell(found: Estimate, share: bool) -> str:
    return f"{number(found.mean, share)} ({number(found.low, share)} to {number(found.high, share)})"
