"""A sweep: every combination of some values is played, and what each value changes is measured."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec

from spiritboard.arena import workers
from spiritboard.arena.design.effects import Effect, Estimate, effects, means
from spiritboard.arena.design.measures import UNFINISHED, is_share, words
from spiritboard.arena.design.power import smallest_difference
from spiritboard.arena.design.trials import TrialPlan, Trials, batches
from spiritboard.arena.report.numbers import number
from spiritboard.arena.workers import Each
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find

HEADINGS = ("measure", "values", "mean", "effect", "95 %", "chance")


class Setting(msgspec.Struct, frozen=True):
    """One combination of values, and what was measured with it."""

    values: dict[str, str]
    pieces: str  # a digest
    measures: dict[str, Estimate]


class SweepReport(msgspec.Struct, frozen=True):
    """What came of a sweep, as `spiritboard sweep --json` prints it."""

    game: str
    players: int
    bots: list[str]
    options: dict[str, str]
    seed: str
    games: int  # with each combination
    varied: dict[str, list[str]]
    as_they_are: int | None  # the number of the combination that the pieces have already, if it was tried
    settings: list[Setting]
    effects: list[Effect]
    pairs: list[Effect]
    detectable: dict[str, float]  # for each measure, the smallest effect that this sweep finds four times out of five

    def found(self) -> list[Effect]:
        """Returns the effects that chance alone does not explain, the surest first."""
        return sorted((each for each in [*self.effects, *self.pairs] if each.significant), key=lambda each: each.chance)

    def rows(self, every: bool = False) -> list[tuple[str, ...]]:
        """Returns a line of text for each effect under HEADINGS: those that were found, or all."""
        return [cells(each) for each in ([*self.effects, *self.pairs] if every else self.found())]

    def summary(self) -> list[str]:
        """Returns sentences that say what the sweep found."""
        count = len(self.effects) + len(self.pairs)
        found = len(self.found())
        unsure = "Chance alone could explain all of them." if not found else f"Chance alone does not explain {found}."
        said = [f"{count} effects were measured. {unsure}"]
        left = math.fsum(each.measures[UNFINISHED].mean for each in self.settings) * self.games
        if left:
            said.append(f"{left:,.0f} games did not end; they count as won by nobody, with scores of 0.")
        return said

    def power(self) -> str:
        """Returns a sentence that says how small an effect this sweep could find."""
        sizes = [
            f"{words(measure)}: {signed(size, is_share(measure)).removeprefix('+')}"
            for measure, size in self.detectable.items()
        ]
        return f"Effects that this sweep finds four times out of five: {'; '.join(sizes)}."

    def __repr__(self) -> str:
        played = f"{len(self.settings)} combinations, {self.games} games each"
        return f"<Sweep of {self.game}, {played}: {len(self.found())} effects>"

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self.rows(every=True))


def signed(value: float, share: bool) -> str:
    """Returns a difference as text. That of two shares is said in points, which are hundredths."""
    sign = "-" if value < 0 else "+"
    return f"{sign}{100 * abs(value):.1f} points" if share else f"{sign}{number(abs(value))}"


def cells(effect: Effect) -> tuple[str, ...]:
    share = is_share(effect.measure)
    span = f"{signed(effect.low, share).removesuffix(' points')} to {signed(effect.high, share)}"
    chance = "< 0.001" if effect.chance < 0.001 else f"{effect.chance:.3f}"
    mean = number(effect.mean, share)
    return (words(effect.measure), effect.words(), mean, signed(effect.effect, share), span, chance)


def sweep(
    plan: TrialPlan,
    jobs: int | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> SweepReport:
    """Plays a plan on `jobs` processes (None: one for each core) and returns what the varied values change.

    `resume` is a file that keeps what is done; games that it holds already are not played again. Raises a TableError if
    the games cannot be played."""
    plan.check()
    if not plan.vary:
        raise BadSetup("A sweep needs at least one value to vary.")
    if batches(plan) < 2:
        raise BadSetup(f"A sweep needs at least two deals to compute intervals: {2 * len(plan.bots)} games.")
    trials = Trials(plan, resume)
    progress(trials.games())
    trials.play(range(len(plan.settings())), range(batches(plan)), jobs, progress, each)
    return _report(plan, trials)


def _report(plan: TrialPlan, trials: Trials) -> SweepReport:
    singles, pairs = effects(trials)
    return SweepReport(
        game=plan.game,
        players=plan.players,
        bots=list(plan.bots),
        options=find(plan.game).setup(plan.players, None, **plan.agreed()).config.options,
        seed=plan.seed,
        games=plan.games,
        varied={factor.name: [factor.words(at) for at in range(len(factor.levels))] for factor in plan.factors()},
        as_they_are=plan.as_they_are(),
        settings=[_setting(plan, trials, at) for at in range(len(plan.settings()))],
        effects=singles,
        pairs=pairs,
        detectable={measure: _detectable(singles, measure) for measure in dict.fromkeys(e.measure for e in singles)},
    )


def _setting(plan: TrialPlan, trials: Trials, number: int) -> Setting:
    setting = plan.settings()[number]
    values = {factor.name: factor.words(level) for factor, level in zip(plan.factors(), setting, strict=True)}
    return Setting(values, plan.setup(setting).config.digest, means(trials, number))


def _detectable(found: list[Effect], measure: str) -> float:
    errors = [each.error for each in found if each.measure == measure]
    return smallest_difference(max(errors, default=0.0), len(found))
