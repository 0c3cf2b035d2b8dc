"""What varied values change: the effect of each value, and of pairs of values, with intervals.

The effect of a value is the mean over all combinations that have it, less the mean over all combinations. The effect of
a pair is what its mean has beyond both of their effects. Both are computed in each batch of games by itself. Since a
batch plays the same deals with all combinations, these figures are free of what the deals do to all alike, and their
scatter from batch to batch gives the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from spiritboard.arena.design.measures import is_share
from spiritboard.arena.design.trials import Trials
from spiritboard.arena.ratio import INTERVAL_ERRORS, SIGNIFICANCE, Ratio, chance_from, corrected

ByBatch = dict[int, float]
Cell = tuple[tuple[int, int], ...]  # factors and the number of a value of each


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class Effect(msgspec.Struct, frozen=True):
    """What a value, or a pair of values, changes in a measure."""

    measure: str
    values: dict[str, str]  # by the name of the varied value: one or two
    mean: float  # of the measure with these values
    effect: float
    low: float
    high: float
    chance: float  # of such an effect if there is none, corrected for the number of effects

    @property
    def error(self) -> float:
        """Returns the standard error of the effect."""
        return (self.high - self.low) / (2 * INTERVAL_ERRORS)

    @property
    def significant(self) -> bool:
        return self.chance < SIGNIFICANCE

    def words(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.values.items())


def estimate(ratio: Ratio, share: bool) -> Estimate:
    return Estimate(ratio.mean, *ratio.interval(share))


def effects(trials: Trials) -> tuple[list[Effect], list[Effect]]:
    """Returns the effects of values and those of pairs. The chances of each kind are corrected together."""
    singles: list[tuple[str, Cell, Ratio, Ratio]] = []
    pairs: list[tuple[str, Cell, Ratio, Ratio]] = []
    for number, measure in enumerate(trials.plan.measures()):
        if is_constant(trials, number):
            continue
        table = _Table(trials, number)
        singles += [(measure, *each) for each in table.singles()]
        pairs += [(measure, *each) for each in table.pairs()]
    return _judged(trials, singles), _judged(trials, pairs)


def is_constant(trials: Trials, measure: int) -> bool:
    """Returns whether a measure was the same in all games, such as the share of unfinished games where all end."""
    every = [trials.sums(number).ratio(measure) for number in range(len(trials.plan.settings()))]
    games = sum(ratio.games for ratio in every)
    total, squares = sum(ratio.top for ratio in every), sum(ratio.top_top for ratio in every)
    return games * squares - total * total <= 1e-9 * games * squares


class _Table:
    """A measure by batch: over all combinations, for each value, and for each pair of values."""

    def __init__(self, trials: Trials, measure: int) -> None:
        self.trials = trials
        self.settings = trials.plan.settings()
        self.factors = [at for at, factor in enumerate(trials.plan.factors()) if len(factor.levels) > 1]
        self.whole = trials.totals(list(range(len(self.settings))), measure)
        self.cells: dict[Cell, ByBatch] = {}
        self.count: dict[Cell, int] = {}
        for number, setting in enumerate(self.settings):
            own = trials.totals([number], measure)
            for cell in self._cells_of(setting):
                self.count[cell] = self.count.get(cell, 0) + 1
                sums = self.cells.setdefault(cell, dict.fromkeys(self.whole, 0.0))
                for batch in self.whole:
                    sums[batch] += own[batch]

    def _cells_of(self, setting: tuple[int, ...]) -> Iterator[Cell]:
        single = [(factor, setting[factor]) for factor in self.factors]
        yield from ((each,) for each in single)
        yield from combinations(single, 2)

    def mean(self, cell: Cell, batch: int) -> float:
        """Returns the sum over the games of a batch, as a mean over the combinations of a cell; an empty cell has all
        combinations."""
        if not cell:
            return self.whole[batch] / len(self.settings)
        return self.cells[cell][batch] / self.count[cell]

    def ratio(self, *terms: tuple[float, Cell]) -> Ratio:
        """Returns a weighted sum of means, with batches as units."""
        found = Ratio()
        for batch in self.whole:
            total = sum(weight * self.mean(cell, batch) for weight, cell in terms)
            found.add(total, self.trials.games_in(batch))
        return found

    def singles(self) -> Iterator[tuple[Cell, Ratio, Ratio]]:
        """Yields each value with its mean and its effect."""
        for cell in sorted(cell for cell in self.cells if len(cell) == 1):
            yield cell, self.ratio((1, cell)), self.ratio((1, cell), (-1, ()))

    def pairs(self) -> Iterator[tuple[Cell, Ratio, Ratio]]:
        """Yields each pair of values with its mean and its effect beyond those of both."""
        for cell in sorted(cell for cell in self.cells if len(cell) == 2):
            beyond = self.ratio((1, cell), (-1, cell[:1]), (-1, cell[1:]), (1, ()))
            yield cell, self.ratio((1, cell)), beyond


def _judged(trials: Trials, found: list[tuple[str, Cell, Ratio, Ratio]]) -> list[Effect]:
    chances = corrected([chance_from(_rounded(effect), 0.0) for _, _, _, effect in found])
    factors = trials.plan.factors()
    listed = []
    for (measure, cell, mean, effect), likely in zip(found, chances, strict=True):
        values = {factors[factor].name: factors[factor].words(level) for factor, level in cell}
        width = INTERVAL_ERRORS * effect.error
        listed.append(Effect(measure, values, mean.mean, effect.mean, effect.mean - width, effect.mean + width, likely))
    return listed


def _rounded(ratio: Ratio) -> Ratio:
    """Returns a ratio in which what is 0 but for the rounding of sums is 0."""
    small = 1e-9 * max(1.0, ratio.bottom)
    return Ratio(ratio.games, 0.0, ratio.bottom) if abs(ratio.top) < small and ratio.top_top < small else ratio


def means(trials: Trials, number: int) -> dict[str, Estimate]:
    """Returns every measure with one combination."""
    sums = trials.sums(number)
    names = trials.plan.measures()
    return {name: estimate(sums.ratio(at), is_share(name)) for at, name in enumerate(names)}
