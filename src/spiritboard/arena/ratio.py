"""Means and shares with their 95 % intervals, and tests of whether two of them differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

INTERVAL_ERRORS = 1.96  # standard errors on either side of a mean: a 95 % interval
SIGNIFICANCE = 0.05  # a difference counts as real if chance alone explains it with a lower probability than this
PADDING_GAMES = 4  # imagined games that widen the interval of a share: half of them count fully, half not at all


@dataclass
class Ratio:
    """The sum of one quantity over the sum of another, from independent games.

    The events of one game depend on each other, so the game is the unit: `add` takes both sums of a game. How far the
    games scatter around the common ratio gives its standard error.
    """

    games: int = 0
    top: float = 0.0
    bottom: float = 0.0
    top_top: float = 0.0
    top_bottom: float = 0.0
    bottom_bottom: float = 0.0

    def add(self, top: float, bottom: float = 1.0) -> None:
        """Adds the two sums of one game."""
        self.merge(Ratio(1, top, bottom, top * top, top * bottom, bottom * bottom))

    def merge(self, other: Ratio) -> None:
        """Adds the games of another ratio of the same quantities."""
        self.games += other.games
        self.top += other.top
        self.bottom += other.bottom
        self.top_top += other.top_top
        self.top_bottom += other.top_bottom
        self.bottom_bottom += other.bottom_bottom

    def padded(self, games: int) -> Ratio:
        """Returns this ratio over so many games: each game that was not added counts as 0 of 1."""
        more = games - self.games
        return Ratio(games, self.top, self.bottom + more, self.top_top, self.top_bottom, self.bottom_bottom + more)

    @property
    def mean(self) -> float:
        return self.top / self.bottom if self.bottom else 0.0

    @property
    def error(self) -> float:
        """Returns the standard error of the mean, by the linear approximation for a ratio of sums."""
        if self.games < 2 or not self.bottom:
            return math.inf
        mean = self.mean
        scatter = max(0.0, self.top_top - 2 * mean * self.top_bottom + mean * mean * self.bottom_bottom)
        return math.sqrt(scatter * self.games / (self.games - 1)) / self.bottom

    def interval(self, share: bool) -> tuple[float, float]:
        """Returns the 95 % interval of the mean.

        The interval of a share is widened after Agresti and Coull, as if a few more games had been played: without
        that, a few games that all ended in the same way would give an interval of width 0.
        """
        if not share:
            return self.mean - INTERVAL_ERRORS * self.error, self.mean + INTERVAL_ERRORS * self.error
        size = self.bottom / self.games if self.games else 1.0  # an imagined game is as large as a real one
        half = size * size * PADDING_GAMES / 2
        wider = Ratio(
            self.games + PADDING_GAMES,
            self.top + size * PADDING_GAMES / 2,
            self.bottom + size * PADDING_GAMES,
            self.top_top + half,
            self.top_bottom + half,
            self.bottom_bottom + 2 * half,
        )
        middle, width = wider.mean, INTERVAL_ERRORS * wider.error
        return max(0.0, middle - width), min(1.0, middle + width)


def chance(one: Ratio, other: Ratio) -> float:
    """Returns the probability that two equal means would be measured as far apart as these (a two-sided Wald test)."""
    error = math.hypot(one.error, other.error)
    if math.isinf(error) or one.mean == other.mean:
        return 1.0
    return chance_beyond((one.mean - other.mean) / error) if error else 0.0


def chance_from(one: Ratio, expected: float) -> float:
    """Returns the probability that a mean would be measured as far from the expected value if that was its value."""
    if math.isinf(one.error) or one.mean == expected:
        return 1.0
    return chance_beyond((one.mean - expected) / one.error) if one.error else 0.0


def chance_beyond(errors: float) -> float:
    """Returns the probability of a value at least so many standard errors from the mean, on either side."""
    return 2 * NormalDist().cdf(-abs(errors))


def corrected(chances: list[float]) -> list[float]:
    """Returns the probabilities corrected after Holm for the number of tests.

    With them, the probability of even one false alarm among all tests stays below the chosen level.
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found = [1.0] * len(chances)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = highest
    return found
