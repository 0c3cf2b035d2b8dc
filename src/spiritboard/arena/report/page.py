"""A report as one HTML page that loads nothing: no script, and no other file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spiritboard.arena import workers
from spiritboard.arena.design.trials import TrialPlan, whole_deals
from spiritboard.arena.match import pieces_text
from spiritboard.arena.report.compare import Difference, PieceChange, changes, differences
from spiritboard.arena.report.contests import (
    bots_of_styles,
    check_ladder,
    contests,
    games_of_contests,
    luck_and_skill,
    styles,
)
from spiritboard.arena.report.figures import Figure, Series, general, own
from spiritboard.arena.report.template import REPORT_FOLDER, render
from spiritboard.arena.simulate import SimulationJob, survey
from spiritboard.arena.workers import Each
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.options import first_seat_begins
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find

SERIES_NAMES = ("A", "B")
FEWEST_GAMES_IN_REPORT = 2
USUAL_LADDER = ("random", "easy", "heuristic")
MOST_DIFFERENCES_SHOWN = 200  # the surest differences come first


@dataclass(frozen=True)
class ReportRequest:
    """The games that a report is made from."""

    game: str
    players: tuple[int, ...]
    games: int
    bot: str = "heuristic"
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: tuple[tuple[str, Pieces], ...] = ()  # each set with its name; the game's own pieces if there are none
    ladder: tuple[str, ...] = USUAL_LADDER  # bots that show how much skill decides, the weakest first
    with_styles: bool = True  # whether the styles of play are compared

    def sets(self) -> tuple[tuple[str, Pieces | None], ...]:
        return self.pieces or (("the game's own", None),)

    def jobs(self, players: int) -> list[tuple[str, SimulationJob]]:
        """Returns the games to play for each set of pieces, with the name of the set on the page."""
        named = [(self.name(at), pieces) for at, (_, pieces) in enumerate(self.sets())]
        return [
            (name, SimulationJob(self.game, players, self.games, self.seed, self.agreed(), pieces, bot=self.bot))
            for name, pieces in named
        ]

    def name(self, at: int) -> str:
        return SERIES_NAMES[at] if len(self.sets()) > 1 else self.sets()[at][0]

    def agreed(self) -> tuple[tuple[str, str], ...]:
        """Returns the options. Seat 0 begins unless they say otherwise: so its win share shows what beginning gains."""
        return tuple(sorted({**first_seat_begins(find(self.game).options), **dict(self.options)}.items()))

    def check(self) -> None:
        """Raises a TableError if this report cannot be made."""
        if not self.players or len(set(self.players)) != len(self.players):
            raise BadSetup("A report takes one or more numbers of players, and each of them only once.")
        if len(self.pieces) > len(SERIES_NAMES):
            raise BadSetup(f"A report compares two sets of pieces, not {len(self.pieces)}.")
        for players in self.players:
            for _, job in self.jobs(players):
                job.check()
        if self.games < FEWEST_GAMES_IN_REPORT:
            raise BadSetup(f"A report needs at least {FEWEST_GAMES_IN_REPORT} games to compute intervals.")
        check_ladder(self.ladder)
        for plan in self.contests():
            plan.check()

    def total(self) -> int:
        """Returns how many games are played."""
        surveyed = len(self.players) * len(self.sets()) * self.games
        return surveyed + sum(games_of_contests(plan) for plan in self.contests())

    def contests(self) -> list[TrialPlan]:
        """Returns the games between bots: with each set of pieces those of the ladder, then those of the styles. As few
        play as on the page."""
        styles = bots_of_styles(find(self.game)) if self.with_styles else ()
        games = whole_deals(self.games, 2)
        return [
            TrialPlan(self.game, min(self.players), bots, games, (), self.seed, self.agreed(), pieces_text(pieces))
            for bots in (self.ladder, styles)
            if bots
            for _, pieces in self.sets()
        ]


@dataclass(frozen=True)
class Measured:
    """All that a report says."""

    request: ReportRequest
    sections: list[PlayerCountSection]
    contests: list[Figure]  # between bots
    changed: list[PieceChange]
    differing: list[Difference]


@dataclass(frozen=True)
class PlayerCountSection:
    """The part of the page about one number of players."""

    players: int
    unfinished: int
    figures: list[Figure]


def measure(
    request: ReportRequest,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> Measured:
    """Plays the games and measures them. Raises a TableError if that cannot be done."""
    request.check()
    game = find(request.game)
    found = [
        (players, [Series(name, survey(job, jobs, progress, each)) for name, job in request.jobs(players)])
        for players in request.players
    ]
    compared = len(request.sets()) > 1
    return Measured(
        request,
        [section(request, game, players, series) for players, series in found],
        _contests(request, game, jobs, progress, each),
        changes(request.pieces[0][1], request.pieces[1][1]) if compared else [],
        differences(found, game.statistics.charts) if compared else [],
    )


def _contests(
    request: ReportRequest, game: Game, jobs: int | None, progress: Callable[[int], None], each: Each
) -> list[Figure]:
    names = [request.name(at) for at in range(len(request.sets()))]
    plans = request.contests()
    played = [contests(names[at % len(names)], plan, jobs, progress, each) for at, plan in enumerate(plans)]
    ladder = [one for one in played if one.bots == request.ladder]
    others = [one for one in played if one.bots != request.ladder]
    return [*([luck_and_skill(ladder)] if ladder else []), *(styles(others, game) if others else [])]


def report(
    request: ReportRequest,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> str:
    """Plays the games, measures them, and returns the page as text. Raises a TableError if that cannot be done."""
    return page(measure(request, jobs, progress, each))


def data(found: Measured) -> dict[str, object]:
    """Returns all that a report says as plain data."""
    request = found.request
    return {
        "game": request.game,
        "games": request.games,
        "bot": request.bot,
        "seed": request.seed,
        "options": request.jobs(request.players[0])[0][1].setup().config.options,
        "pieces": [
            {"name": name, "digest": job.setup().config.digest} for name, job in request.jobs(request.players[0])
        ],
        "players": [
            {"players": each.players, "unfinished": each.unfinished, "figures": _figures(each.figures)}
            for each in found.sections
        ],
        "contests": {"players": min(request.players), "figures": _figures(found.contests)},
        "changed": found.changed,
        "differing": [
            {"players": each.players, "what": each.what, "cells": each.cells()[2:], "significant": each.significant}
            for each in found.differing
        ],
    }


def meaning(bot: str, game: Game) -> str:
    """Returns a sentence that says what figures of games between such bots are worth."""
    name = bot.partition(":")[0]
    if name == "random":
        return "It moves at random, so the figures say what the rules do, and not what players do with them."
    if any(style.name == name for style in game.styles):
        return f"It {game.style(name).says}, so the figures are those of players who all play like that."
    if name == "heuristic":
        return (
            "It plays by rules of thumb and never looks ahead, so the figures are those of fair players; what only "
            "better players find does not show."
        )
    return "The figures are those of players who all play like this bot."


def _figures(found: list[Figure]) -> list[dict[str, object]]:
    return [{"title": each.title, "says": each.says, "columns": each.columns, "rows": each.rows} for each in found]


def section(request: ReportRequest, game: Game, players: int, series: list[Series]) -> PlayerCountSection:
    statistics = game.statistics(request.jobs(players)[0][1].setup().config)
    figures = [*general(series, players, statistics), *own(series, game.statistics.charts)]
    return PlayerCountSection(players, sum(one.findings.unfinished for one in series), figures)


def page(found: Measured) -> str:
    """Returns the page as text."""
    request = found.request
    setups = [job.setup().config for _, job in request.jobs(request.players[0])]
    return render(
        REPORT_FOLDER,
        "page.html",
        request=request,
        game=find(request.game),
        meaning=meaning(request.bot, find(request.game)),
        sections=found.sections,
        contests=found.contests,
        changed=found.changed,
        differing=found.differing[:MOST_DIFFERENCES_SHOWN],
        left_out=max(0, len(found.differing) - MOST_DIFFERENCES_SHOWN),
        looked_at=len(found.differing),
        significant=sum(each.significant for each in found.differing),
        setups=setups,
    )
