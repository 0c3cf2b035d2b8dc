"""Bots against each other, for reports: how much skill decides, and which styles of play win.

Every two bots play each other, each deal in both seatings. At a table of more than two, they sit in turns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from msgspec.structs import replace

from spiritboard.arena.design.trials import Trial, TrialPlan, batches, play_trial
from spiritboard.arena.findings import Findings
from spiritboard.arena.ratio import Ratio
from spiritboard.arena.report.figures import Figure, FigureRow, Series, dotted, listed
from spiritboard.arena.report.numbers import number, with_interval
from spiritboard.arena.workers import Each
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game

EVEN = 0.5
OWN_STYLE = "heuristic"  # the guide's own way to play


@dataclass(frozen=True)
class Contests:
    """How two bots share the victory, for every two of some bots and one set of pieces."""

    name: str  # of the set on the page
    bots: tuple[str, ...]
    shares: dict[tuple[str, str], Ratio]  # of the first against the second

    def against(self, bot: str, other: str) -> Ratio:
        """Returns a bot's share of the victory against another."""
        if (bot, other) in self.shares:
            return self.shares[bot, other]
        found = self.shares[other, bot]
        # The share of the one is what the other leaves: bottom - top.
        squares = found.bottom_bottom - 2 * found.top_bottom + found.top_top
        crossed = found.bottom_bottom - found.top_bottom
        return Ratio(found.games, found.bottom - found.top, found.bottom, squares, crossed, found.bottom_bottom)

    def against_all(self, bot: str) -> Ratio:
        """Returns a bot's share against all others together."""
        found = Ratio()
        for other in self.bots:
            if other != bot:
                found.merge(self.against(bot, other))
        return found


Part = tuple[tuple[str, str], TrialPlan, int]


def _play(part: Part) -> tuple[tuple[str, str], Trial]:
    pair, plan, batch = part
    return pair, play_trial((plan, batch, (0,)))


def contests(
    name: str,
    plan: TrialPlan,
    jobs: int | None,
    progress: Callable[[int], None],
    each: Each,
) -> Contests:
    """Lets every two of the plan's bots play its number of games against each other."""
    found = {pair: Ratio() for pair in combinations(plan.bots, 2)}
    parts = list(_parts(plan))
    for pair, trial in each(_play, parts, min(jobs or os.cpu_count() or 1, len(parts)), in_order=True):
        sums = trial.sums[0]
        found[pair].add(sums.totals[plan.players], float(sums.games))
        progress(sums.games)
    return Contests(name, plan.bots, found)


def _parts(plan: TrialPlan) -> Iterator[Part]:
    for pair in combinations(plan.bots, 2):
        duel = replace(plan, bots=pair)
        for batch in range(batches(duel)):
            yield pair, duel, batch


def games_of_contests(plan: TrialPlan) -> int:
    """Returns how many games all contests of these bots have."""
    return sum(1 for _ in combinations(plan.bots, 2)) * plan.games


# Luck and skill.


def luck_and_skill(found: list[Contests]) -> Figure:
    """Returns the figure of a ladder, whose bots are in the order of their strength, the weakest first."""
    bots = found[0].bots
    pairs = [(bots[high], bots[low]) for high in range(len(bots)) for low in range(high)]
    entries = [
        FigureRow(one.name, f"{stronger} against", weaker, one.against(stronger, weaker), True)
        for stronger, weaker in pairs
        for one in found
    ]
    says = (
        "How often a better player wins. With 50 % only luck decides, with 100 % only skill. "
        f"{_of_each(found, _say_ladder)}"
    )
    return dotted(_series(found), "Luck and skill", says, entries, ("stronger", "weaker", "share of the victory"), EVEN)


def _say_ladder(one: Contests) -> str:
    best, worst = one.bots[-1], one.bots[0]
    share = one.against(best, worst)
    skill = max(0.0, 2 * share.mean - 1)
    between = Ratio()
    for weaker, stronger in pairwise(one.bots):
        between.merge(one.against(stronger, weaker))
    return (
        f"The best bot here, {best}, gets {with_interval(share, True)} of the victories against {worst}. "
        f"That is {number(skill, True)} of the way from mere luck to mere skill. Between neighbours of the ladder the "
        f"better one gets {with_interval(between, True)} on average."
    )


# Styles of play.


def styles(found: list[Contests], game: Game) -> list[Figure]:
    """Returns two figures: each style against all others, and against each of them."""
    bots = found[0].bots
    whole = [FigureRow(one.name, "", bot, one.against_all(bot), True) for bot in bots for one in found]
    single = [
        FigureRow(one.name, f"{bot} against", other, one.against(bot, other), True)
        for bot in bots
        for other in bots
        if other != bot
        for one in found
    ]
    known = [f"{style.name} {style.says}" for style in game.styles if style.name in bots]
    explained = f"Styles of play: {OWN_STYLE} is the bot's usual way; {'; '.join(known)}. "
    says = explained + _of_each(found, _say_styles)
    return [
        dotted(_series(found), "Styles of play", says, whole, ("style", "share of the victory"), EVEN),
        dotted(
            _series(found),
            "Style against style",
            "Whether a style is good against one other and bad against the next.",
            single,
            ("style", "against", "share of the victory"),
            EVEN,
        ),
    ]


def _say_styles(one: Contests) -> str:
    dead = [bot for bot in one.bots if all(_loses(one, bot, other) for other in one.bots if other != bot)]
    best = [bot for bot in one.bots if all(_loses(one, other, bot) for other in one.bots if other != bot)]
    spoken = f"{listed(best)} beats every other. " if best else "No style beats every other. "
    if dead:
        return f"{spoken}{listed(dead)} loses to every other: as it is played here, it is dead."
    return f"{spoken}No style loses to every other, so none is dead."


def _loses(one: Contests, bot: str, other: str) -> bool:
    """Returns whether a bot gets clearly less than half of the victory against another."""
    return one.against(bot, other).interval(share=True)[1] < EVEN


def _series(found: list[Contests]) -> list[Series]:
    return [Series(one.name, Findings()) for one in found]


def _of_each(found: list[Contests], sentence: Callable[[Contests], str]) -> str:
    """Returns a sentence about each set of pieces, after its name if there are two."""
    if len(found) == 1:
        return sentence(found[0])
    return " ".join(f"{one.name}: {sentence(one)}" for one in found)


def bots_of_styles(game: Game) -> tuple[str, ...]:
    """Returns the bots of a game's styles, and its usual one; none if it has no styles."""
    return (OWN_STYLE, *(style.name for style in game.styles)) if game.styles else ()


def check_ladder(ladder: tuple[str, ...]) -> None:
    """Raises BadSetup if these bots are no ladder."""
    if len(ladder) == 1 or len(set(ladder)) < len(ladder):
        raise BadSetup("A ladder has at least two different bots, the weakest first.")
