"""What a designer wants of a game: `seats even`, `length 25..35`, `seat 1 0.45..0.5`, `bots even`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spiritboard.arena.design.effects import Estimate
from spiritboard.arena.design.measures import BOT, SEAT, is_share, words
from spiritboard.arena.report.numbers import number
from spiritboard.table.errors import BadSetup, nearest

SHARE_SCALE = 0.01  # a share is one step off its target if it misses it by one point,
MEAN_SCALE = 0.05  # and any other mean if it misses it by 5 %
TARGET = re.compile(r"(.+?)\s+(even|-?\d+(?:\.\d+)?(?:\s*\.\.\s*-?\d+(?:\.\d+)?)?)\s*")
GROUPS = {"seats": SEAT, "bots": BOT}
EXAMPLES = "'seats even' or 'length 25..35'"


@dataclass(frozen=True)
class Target:
    """Measures that are wanted to be from `low` to `high`. A target of several measures wants them all there."""

    text: str
    measures: tuple[int, ...]  # by their number
    low: float
    high: float
    scale: float  # a miss of this size counts 1

    def miss(self, means: list[float]) -> float:
        """Returns the mean square of the misses, in steps of the scale."""
        misses = [max(self.low - means[at], means[at] - self.high, 0.0) / self.scale for at in self.measures]
        return sum(miss * miss for miss in misses) / len(misses)


def read_target(text: str, measures: tuple[str, ...]) -> Target:
    """Returns the target that is written like this. Raises BadSetup if it cannot be one."""
    found = TARGET.fullmatch(text.strip())
    if found is None:
        raise BadSetup(f"A target is written as {EXAMPLES}, not {text!r}.")
    name, wanted = found.groups()
    if wanted == "even":
        return _even(text.strip(), name, measures)
    if name not in measures:
        known = [*measures, *GROUPS]
        raise BadSetup(f"Nothing measured is called {name!r}.{nearest(name, known)} There are: {', '.join(measures)}.")
    low, _, high = (part.strip() for part in wanted.partition(".."))
    ends = (float(low), float(high or low))
    if ends[1] < ends[0]:
        raise BadSetup(f"{text!r}: a range leads from its lowest to its highest value.")
    middle = abs(sum(ends) / 2)
    scale = SHARE_SCALE if is_share(name) else MEAN_SCALE * middle or 1.0
    return Target(text.strip(), (measures.index(name),), *ends, scale)


def _even(text: str, name: str, measures: tuple[str, ...]) -> Target:
    if name not in GROUPS:
        raise BadSetup(f"{text!r}: only {' and '.join(GROUPS)} can be even.")
    own = tuple(at for at, measure in enumerate(measures) if measure.startswith(GROUPS[name]))
    if len(own) < 2:
        raise BadSetup(f"{text!r}: only one bot plays, so there is nothing to be even.")
    return Target(text, own, 1 / len(own), 1 / len(own), SHARE_SCALE)


def verdict(target: Target, names: tuple[str, ...], found: dict[str, Estimate]) -> str:
    """Returns "met", "missed" or "unsure": whether the intervals lie within the target, or at least one beyond it.

    One point of a share and 5 % of a mean are allowed where an exact value is wanted."""
    allowed = target.scale if target.low == target.high else 0.0
    low, high = target.low - allowed, target.high + allowed
    own = [found[names[at]] for at in target.measures]
    if any(each.high < low or each.low > high for each in own):
        return "missed"
    return "met" if all(low <= each.low and each.high <= high for each in own) else "unsure"


def spoken(target: Target, names: tuple[str, ...], found: dict[str, Estimate]) -> str:
    """Returns what was measured of a target's measures, with intervals."""
    return "; ".join(_measured(names[at], found[names[at]]) for at in target.measures)


def _measured(name: str, found: Estimate) -> str:
    share = is_share(name)
    what = f"Player {name.removeprefix(SEAT)}" if name.startswith(SEAT) else name.removeprefix(BOT)
    what = words(name) if what == name else what
    return f"{what} {number(found.mean, share)} ({number(found.low, share)} to {number(found.high, share)})"
