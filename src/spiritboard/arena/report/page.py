"""A report as one page that needs nothing else: no script, no network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

import spiritboard
from spiritboard.arena import workers
from spiritboard.arena.report import plots
from spiritboard.arena.report.compare import Change, Difference, changes, differences
from spiritboard.arena.report.figures import Figure, Series, general, own
from spiritboard.arena.report.survey import Survey, run
from spiritboard.arena.workers import Each
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find

FOLDER = Path(__file__).parent
SERIES = ("A", "B")
FEWEST_GAMES = 2
MOST_SHOWN = 200  # differences in the table: those that matter come first


@dataclass(frozen=True)
class Order:
    """What a report is to be made of."""

    game: str
    players: tuple[int, ...]
    games: int
    bot: str = "random"
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: tuple[tuple[str, Pieces], ...] = ()  # with their names: none means the game's own

    def sets(self) -> tuple[tuple[str, Pieces | None], ...]:
        return self.pieces or (("the game's own", None),)

    def surveys(self, players: int) -> list[tuple[str, Survey]]:
        """One for each set of pieces, under its name on the page."""
        named = [(self.name(at), pieces) for at, (_, pieces) in enumerate(self.sets())]
        return [
            (name, Survey(self.game, players, self.games, self.seed, self.agreed(), pieces, bot=self.bot))
            for name, pieces in named
        ]

    def name(self, at: int) -> str:
        return SERIES[at] if len(self.sets()) > 1 else self.sets()[at][0]

    def agreed(self) -> tuple[tuple[str, str], ...]:
        """Seat 1 begins, if nobody has said otherwise: so its win share tells what beginning is worth."""
        first = [option.name for option in find(self.game).options if isinstance(option, FirstPlayer)]
        given = dict(self.options)
        return tuple(sorted({**dict.fromkeys(first, "1"), **given}.items()))

    def check(self) -> None:
        if not self.players or len(set(self.players)) != len(self.players):
            raise BadSetup("A report takes one or more numbers of players, each once.")
        if len(self.pieces) > len(SERIES):
            raise BadSetup(f"A report compares two sets of pieces, not {len(self.pieces)}.")
        for players in self.players:
            for _, survey in self.surveys(players):
                survey.check()
        if self.games < FEWEST_GAMES:
            raise BadSetup(f"A report takes at least {FEWEST_GAMES} games, or nothing can be said of chance.")

    def total(self) -> int:
        return len(self.players) * len(self.sets()) * self.games


@dataclass(frozen=True)
class Section:
    """All that is said of one number of players."""

    players: int
    unfinished: int
    figures: list[Figure]


def report(
    order: Order,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> str:
    """Play, measure and draw: the page as text."""
    order.check()
    game = find(order.game)
    found = [
        (players, [Series(name, run(survey, jobs, progress, each)) for name, survey in order.surveys(players)])
        for players in order.players
    ]
    sections = [section(order, game, players, series) for players, series in found]
    compared = len(order.sets()) > 1
    return page(
        order,
        game,
        sections,
        changes(order.pieces[0][1], order.pieces[1][1]) if compared else [],
        differences(found, game.statistics.charts) if compared else [],
    )


def section(order: Order, game: Game, players: int, series: list[Series]) -> Section:
    statistics = game.statistics(order.surveys(players)[0][1].setup().config)
    figures = [*general(series, players, statistics), *own(series, game.statistics.charts)]
    return Section(players, sum(one.findings.unfinished for one in series), figures)


def page(order: Order, game: Game, sections: list[Section], changed: list[Change], differing: list[Difference]) -> str:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # Drawings come from the numbers and labels of this page alone, and whoever drew them has escaped those.
    environment.filters["placed"] = lambda figure: Markup(plots.placed(figure.drawing, str(escape(figure.title))))
    setups = [survey.setup().config for _, survey in order.surveys(order.players[0])]
    return environment.get_template("page.html").render(
        order=order,
        game=game,
        sections=sections,
        changed=changed,
        differing=differing[:MOST_SHOWN],
        left_out=max(0, len(differing) - MOST_SHOWN),
        looked_at=len(differing),
        significant=sum(each.significant for each in differing),
        setups=setups,
        style=Markup((FOLDER / "page.css").read_text(encoding="utf-8")),
        version=spiritboard.__version__,
    )
