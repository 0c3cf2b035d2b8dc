"""A report as one HTML page that loads nothing: no script, and no other file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spiritboard.arena import workers
from spiritboard.arena.report.compare import Difference, PieceChange, changes, differences
from spiritboard.arena.report.figures import Figure, Series, general, own
from spiritboard.arena.report.template import REPORT_FOLDER, render
from spiritboard.arena.simulate import RANDOM_BOT, SimulationJob, survey
from spiritboard.arena.workers import Each
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.options import first_seat_begins
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find

SERIES_NAMES = ("A", "B")
FEWEST_GAMES_IN_REPORT = 2
MOST_DIFFERENCES_SHOWN = 200  # the surest differences come first


@dataclass(frozen=True)
class ReportRequest:
    """The games that a report is made from."""

    game: str
    players: tuple[int, ...]
    games: int
    bot: str = RANDOM_BOT
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: tuple[tuple[str, Pieces], ...] = ()  # each set with its name; the game's own pieces if there are none

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

    def total(self) -> int:
        return len(self.players) * len(self.sets()) * self.games


@dataclass(frozen=True)
class PlayerCountSection:
    """The part of the page about one number of players."""

    players: int
    unfinished: int
    figures: list[Figure]


def report(
    request: ReportRequest,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> str:
    """Plays the games, measures them, and returns the page as text. Raises a TableError if that cannot be done."""
    request.check()
    game = find(request.game)
    found = [
        (players, [Series(name, survey(job, jobs, progress, each)) for name, job in request.jobs(players)])
        for players in request.players
    ]
    sections = [section(request, game, players, series) for players, series in found]
    compared = len(request.sets()) > 1
    return page(
        request,
        game,
        sections,
        changes(request.pieces[0][1], request.pieces[1][1]) if compared else [],
        differences(found, game.statistics.charts) if compared else [],
    )


def section(request: ReportRequest, game: Game, players: int, series: list[Series]) -> PlayerCountSection:
    statistics = game.statistics(request.jobs(players)[0][1].setup().config)
    figures = [*general(series, players, statistics), *own(series, game.statistics.charts)]
    return PlayerCountSection(players, sum(one.findings.unfinished for one in series), figures)


def page(
    request: ReportRequest,
    game: Game,
    sections: list[PlayerCountSection],
    changed: list[PieceChange],
    differing: list[Difference],
) -> str:
    setups = [job.setup().config for _, job in request.jobs(request.players[0])]
    return render(
        REPORT_FOLDER,
        "page.html",
        request=request,
        game=game,
        sections=sections,
        changed=changed,
        differing=differing[:MOST_DIFFERENCES_SHOWN],
        left_out=max(0, len(differing) - MOST_DIFFERENCES_SHOWN),
        looked_at=len(differing),
        significant=sum(each.significant for each in differing),
        setups=setups,
    )
