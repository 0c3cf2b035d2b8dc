"""Chances that are estimated from samples, with their standard errors.

Values are multiples of UNIT, a power of two. So sums and differences of them are exact, and the equation of a review
(see `review.py`) holds to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

UNIT = 2.0**-30

Shares = tuple[float, ...]  # a number for each seat


def exact(value: float) -> float:
    """Returns the nearest multiple of UNIT."""
    return round(value / UNIT) * UNIT


def plus(one: Shares, other: Shares) -> Shares:
    return tuple(mine + theirs for mine, theirs in zip(one, other, strict=True))


def minus(one: Shares, other: Shares) -> Shares:
    return tuple(mine - theirs for mine, theirs in zip(one, other, strict=True))


@dataclass(frozen=True)
class Estimate:
    """The mean of samples for each seat, and its standard error. A known value has no error and no samples."""

    values: Shares
    errors: Shares
    samples: int = 0


def known(values: Sequence[float]) -> Estimate:
    """Returns a value that is not estimated, such as the result of a game that is over."""
    return Estimate(tuple(map(exact, values)), (0.0,) * len(values))


class Sample:
    """Numbers by seat, added up as they come."""

    def __init__(self, seats: int) -> None:
        self.count = 0
        self._sums = [0.0] * seats
        self._squares = [0.0] * seats

    def add(self, shares: Sequence[float]) -> None:
        self.count += 1
        for seat, share in enumerate(shares):
            self._sums[seat] += share
            self._squares[seat] += share * share

    def estimate(self) -> Estimate:
        """Returns the means. Raises ValueError if there is no sample."""
        if not self.count:
            raise ValueError("nothing was sampled")
        values = tuple(exact(total / self.count) for total in self._sums)
        errors = tuple(
            standard_error(total, squares, self.count) for total, squares in zip(self._sums, self._squares, strict=True)
        )
        return Estimate(values, errors, self.count)


def standard_error(total: float, squares: float, count: int) -> float:
    """Returns the standard error of a mean. It is never 0, because the next sample might differ from all before."""
    around_the_mean = max(0.0, squares - total * total / count)
    return sqrt(around_the_mean + 1.0) / count
