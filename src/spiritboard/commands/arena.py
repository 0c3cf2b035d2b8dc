"""`spiritboard arena`: a tournament between bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.arena.match import MatchPlan, pieces_text
from spiritboard.commands import options
from spiritboard.commands.many_games import many_games
from spiritboard.commands.shared import out, parse_options, read_pieces, split_names
from spiritboard.table.registry import find

if TYPE_CHECKING:
    from spiritboard.arena.tournament import TournamentReport


def arena(
    game: options.GameArgument,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="Bots or levels, with settings if wanted: search:iterations=500.")
    ] = "expert,heuristic,random",
    players: options.Players = None,
    games: Annotated[int, typer.Option("--games", help="The number of games, rounded up to whole deals.")] = 400,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same deals.")] = "0",
    jobs: options.Jobs = None,
    option: options.GameOptions = None,
    pieces: options.PiecesOption = None,
    games_to: options.GamesFile = None,
    decisions_to: options.DecisionsFile = None,
    observations: options.Observations = False,
    cluster: options.ClusterAddress = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store each game in this file, and do not play again what it holds."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Let bots play each other, every deal in every seating, and print how often each of them wins."""
    from spiritboard.arena.tournament import tournament

    found = find(game)
    seats = players if players is not None else found.seats[0]
    chosen = tuple(sorted(parse_options(option).items()))
    own = pieces_text(read_pieces(found, pieces))
    plan = MatchPlan(found.id, seats, split_names(bots), games, seed, chosen, pieces=own)
    plan.check()
    with many_games(plan, games_to, decisions_to, observations, cluster, jobs) as run:
        advance = run.bar(f"{found.title}, {seats} players", len(list(plan.schedule())))
        report = tournament(plan, run.workers, resume, advance, run.files, run.each)
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        _print_standings(report)


def _print_standings(report: TournamentReport) -> None:
    from spiritboard.arena.tournament import HEADINGS

    table = Table(title=f"{report.game}, {report.players} players, {report.games:,} games")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name, *figures in report.rows():
        table.add_row(escape(name), *figures)
    out.print(table)
    if report.unfinished:
        out.print(f"{report.unfinished:,} games did not end; they count as won by nobody.", highlight=False)
