"""Numbers as people read them."""

from __future__ import annotations

from spiritboard.arena.ratio import Ratio


def number(value: float, share: bool = False) -> str:
    """Returns a number as text, with as many digits as a reader needs."""
    if share:
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def with_interval(ratio: Ratio, share: bool) -> str:
    low, high = ratio.interval(share)
    return f"{number(ratio.mean, share)} ({number(low, share)} to {number(high, share)})"
