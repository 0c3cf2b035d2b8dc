"""Means and shares with what can be said of them: how sure they are, and whether two of them differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

SURE = 1.96  # standard errors on either side: 95 %
PADDING = 4  # games that are imagined beside the real ones, half of them all and half of them nothing


@dataclass
class Ratio:
    """The sum of something over the sum of something else, from independent games.

    What happens within one game hangs together, so a game is what counts: of each game both sums are taken, and how far
    the games scatter around the common ratio says how sure that is.
    """

    games: int = 0
    top: float = 0.0
    bottom: float = 0.0
    top_top: float = 0.0
    top_bottom: float = 0.0
    bottom_bottom: float = 0.0

    def add(self, top: float, bottom: float = 1.0) -> None:
        """A game's sums."""
        self.merge(Ratio(1, top, bottom, top * top, top * bottom, bottom * bottom))

    def merge(self, other: Ratio) -> None:
        self.games += other.games
        self.top += other.top
        self.bottom += other.bottom
        self.top_top += other.top_top
        self.top_bottom += other.top_bottom
        self.bottom_bottom += other.bottom_bottom

    def padded(self, games: int) -> Ratio:
        """With the games in which it did not come up, up to so many, as ones in which it came up no time."""
        more = games - self.games
        return Ratio(games, self.top, self.bottom + more, self.top_top, self.top_bottom, self.bottom_bottom + more)

    @property
    def mean(self) -> float:
        return self.top / self.bottom if self.bottom else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean: for a ratio of sums, by its linear part."""
        if self.games < 2 or not self.bottom:
            return math.inf
        mean = self.mean
        scatter = max(0.0, self.top_top - 2 * mean * self.top_bottom + mean * mean * self.bottom_bottom)
        return math.sqrt(scatter * self.games / (self.games - 1)) / self.bottom

    def interval(self, share: bool) -> tuple[float, float]:
        """95 %. A share is taken as if a few more games had been played, half of them all and half of them nothing
        (after Agresti and Coull), so that a few games that all went one way do not look like certainty."""
        if not share:
            return self.mean - SURE * self.error, self.mean + SURE * self.error
        size = self.bottom / self.games if self.games else 1.0  # an imagined game is like a real one
        half = size * size * PADDING / 2
        wider = Ratio(
            self.games + PADDING,
            self.top + size * PADDING / 2,
            self.bottom + size * PADDING,
            self.top_top + half,
            self.top_bottom + half,
            self.bottom_bottom + 2 * half,
        )
        middle, width = wider.mean, SURE * wider.error
        return max(0.0, middle - width), min(1.0, middle + width)


def chance(one: Ratio, other: Ratio) -> float:
    """How likely two means would be as far apart as these if there was no difference (a two-sided test of Wald's)."""
    error = math.hypot(one.error, other.error)
    if math.isinf(error) or one.mean == other.mean:
        return 1.0
    return chance_beyond((one.mean - other.mean) / error) if error else 0.0


def chance_from(one: Ratio, expected: float) -> float:
    """How likely a mean would be as far as this from what is expected, if that was true."""
    if math.isinf(one.error) or one.mean == expected:
        return 1.0
    return chance_beyond((one.mean - expected) / one.error) if one.error else 0.0


def chance_beyond(errors: float) -> float:
    return 2 * NormalDist().cdf(-abs(errors))


def corrected(chances: list[float]) -> list[float]:
    """After Holm: what was looked at many times must be the less likely to count, so that even one false alarm among
    all of them stays below the level that is asked for."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found = [1.0] * len(chances)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = highest
    return found
