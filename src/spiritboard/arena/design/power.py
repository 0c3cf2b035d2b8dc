"""How many games it takes to see a difference, from the scatter of a pilot run.

A difference is said to be found if chance alone explains it with a probability below 5 %. To find a difference d four
times out of five takes n games, where sd is the standard deviation of one game:

    two sets of games with different dice    n = 2 (1.96 + 0.84)² sd² / d², with each set of pieces
    two sets of games with the same dice     n = (1.96 + 0.84)² sd² / d², where sd is that of the difference of a pair
    a mean within d, in 19 of 20 cases       n = 1.96² sd² / d²
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import NormalDist

import msgspec

from spiritboard.arena import workers
from spiritboard.arena.design.effects import Estimate, estimate, is_constant
from spiritboard.arena.design.measures import is_share, words
from spiritboard.arena.design.trials import TrialPlan, Trials, batches
from spiritboard.arena.ratio import INTERVAL_ERRORS, SIGNIFICANCE, Ratio
from spiritboard.arena.report.numbers import number
from spiritboard.arena.workers import Each
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import BadSetup, nearest

POWER = 0.8  # how often a difference of the wanted size is to be found
USUAL_SHARE = 0.02  # the difference that is asked for in a share, if no other is named,
USUAL_PART = 0.05  # and in any other measure, as a part of its mean
FEWEST_PILOT_GAMES = 20
ERRORS = INTERVAL_ERRORS + NormalDist().inv_cdf(POWER)
HEADINGS = ("measure", "mean", "scatter", "difference", "to know it", "to compare", "with the same dice")


def smallest_difference(error: float, tests: int) -> float:
    """Returns the smallest difference that is found four times out of five, if this is its standard error and it is one
    of so many that are tested together."""
    strict = NormalDist().inv_cdf(1 - SIGNIFICANCE / (2 * max(1, tests)))
    return (strict + NormalDist().inv_cdf(POWER)) * error


class Need(msgspec.Struct, frozen=True):
    """How many games it takes for one measure."""

    measure: str
    mean: Estimate
    deviation: float  # of one game
    difference: float
    to_know: int  # games until the mean is known within the difference
    to_compare: int  # games with each of two sets of pieces, with different dice
    with_same_dice: int | None  # with the same dice: 0 if no game differed, None if only one set of pieces was played

    def row(self) -> tuple[str, ...]:
        share = is_share(self.measure)
        sizes = (number(self.mean.mean, share), number(self.deviation, share), number(self.difference, share))
        paired = {None: "", 0: "no game differs"}.get(self.with_same_dice, f"{self.with_same_dice or 0:,}")
        return (words(self.measure), *sizes, f"{self.to_know:,}", f"{self.to_compare:,}", paired)


class PilotReport(msgspec.Struct, frozen=True):
    """What a pilot run says about the number of games, as `spiritboard pilot --json` prints it."""

    game: str
    players: int
    bots: list[str]
    seed: str
    games: int
    compared: list[str]  # the combinations of which the pairs of games were compared
    needs: list[Need]

    def rows(self) -> list[tuple[str, ...]]:
        return [need.row() for need in self.needs]

    def summary(self) -> list[str]:
        """Returns sentences that say what the table's columns mean."""
        said = [
            "'To know it': games until the mean is known within the difference, in 19 of 20 cases.",
            "'To compare': games with each of two sets of pieces, to find such a difference four times out of five.",
        ]
        if self.compared:
            said.append(f"'With the same dice': as a sweep plays them, by games with {' and '.join(self.compared)}.")
        return said

    def __repr__(self) -> str:
        return f"<Pilot of {self.game}, {self.players} players, {self.games} games>"

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self.rows())


def pilot(
    plan: TrialPlan,
    differences: Mapping[str, float],
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> PilotReport:
    """Plays a few games and returns how many it takes to see differences. If a value is varied, games with its first
    and its last value are compared. Raises a TableError if the games cannot be played."""
    plan.check()
    if plan.games < FEWEST_PILOT_GAMES:
        raise BadSetup(f"A pilot run has at least {FEWEST_PILOT_GAMES} games: fewer say nothing about the scatter.")
    _check_differences(plan, differences)
    compared = _compared(plan)
    trials = Trials(plan)
    trials.play(compared, range(batches(plan)), jobs, progress, each)
    names = [name for at, name in enumerate(plan.measures()) if name in differences or not is_constant(trials, at)]
    return PilotReport(
        game=plan.game,
        players=plan.players,
        bots=list(plan.bots),
        seed=plan.seed,
        games=plan.games,
        compared=[plan.words(plan.settings()[at]) for at in compared] if len(compared) > 1 else [],
        needs=[_need(trials, name, compared, differences) for name in names],
    )


def _compared(plan: TrialPlan) -> list[int]:
    """Returns the combinations to play: the first and the last."""
    return sorted({0, len(plan.settings()) - 1})


def games_of_pilot(plan: TrialPlan) -> int:
    """Returns how many games a pilot run plays."""
    return len(_compared(plan)) * plan.games


def _check_differences(plan: TrialPlan, differences: Mapping[str, float]) -> None:
    for name, size in differences.items():
        if name not in plan.measures():
            like = nearest(name, plan.measures())
            raise BadSetup(f"Nothing measured is called {name!r}.{like} There are: {', '.join(plan.measures())}.")
        if not 0 < size < math.inf:
            raise BadSetup(f"{name}: the difference to be seen is a number above 0, not {size:g}.")


def _need(trials: Trials, name: str, compared: list[int], differences: Mapping[str, float]) -> Need:
    at = trials.plan.measures().index(name)
    own = trials.sums(compared[0]).ratio(at)
    usual = USUAL_SHARE if is_share(name) else USUAL_PART * abs(own.mean)
    size = differences.get(name) or usual or 1.0
    deviation = own.error * math.sqrt(own.games)
    paired = None if len(compared) == 1 else _paired(trials, at, compared)
    return Need(
        measure=name,
        mean=estimate(own, is_share(name)),
        deviation=deviation,
        difference=size,
        to_know=_games(INTERVAL_ERRORS * deviation / size),
        to_compare=_games(math.sqrt(2) * ERRORS * deviation / size),
        with_same_dice=None if paired is None else _games(ERRORS * paired / size) if paired else 0,
    )


def _games(root: float) -> int:
    return max(2, math.ceil(root * root))


def _paired(trials: Trials, measure: int, compared: list[int]) -> float:
    """Returns the standard deviation of the difference between two games with the same dice."""
    one, other = (trials.totals([number], measure) for number in compared)
    found = Ratio()
    for batch, total in one.items():
        found.add(other[batch] - total, trials.games_in(batch))
    return found.error * math.sqrt(found.bottom)
