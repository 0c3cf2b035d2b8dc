"""`spiritboard simulate`: many games, at random or with a bot in every seat, and their figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.arena.simulate import RANDOM_BOT, SimulationJob, SimulationReport, write_records
from spiritboard.arena.simulate import simulate as simulate_games
from spiritboard.commands import options
from spiritboard.commands.many_games import many_games
from spiritboard.commands.shared import out, parse_options, read_pieces
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find


def simulate(
    game: options.GameArgument,
    players: options.Players = None,
    games: Annotated[int, typer.Option("--games", help="The number of games.")] = 10_000,
    bots: Annotated[
        str, typer.Option(metavar="BOT", help="The bot in every seat: random, heuristic, a style, a level, or another.")
    ] = RANDOM_BOT,
    seed: options.GamesSeed = "0",
    jobs: options.Jobs = None,
    option: options.GameOptions = None,
    pieces: options.PiecesOption = None,
    limit: Annotated[
        int, typer.Option(help="A game that is not over after so many decisions counts as unfinished.")
    ] = 1_000_000,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of each game to this folder.")
    ] = None,
    games_to: options.GamesFile = None,
    decisions_to: options.DecisionsFile = None,
    observations: options.Observations = False,
    cluster: options.ClusterAddress = None,
    as_json: options.AsJson = False,
) -> None:
    """Play many games, at random or with a bot in every seat, and print their figures: speed, length, wins by seat."""
    found = find(game)
    seats = players if players is not None else found.seats[0]
    chosen = tuple(sorted(parse_options(option).items()))
    job = SimulationJob(found.id, seats, games, seed, chosen, read_pieces(found, pieces), limit, bots)
    job.check()
    if records is not None:
        _make_folder(records)
    with many_games(job, games_to, decisions_to, observations, cluster, jobs) as run:
        advance = run.bar(f"{found.title}, {seats} players", games)
        report = simulate_games(job, run.workers, advance, run.files, run.each)
        if records is not None:
            write_records(job, records, run.bar("Writing records", games))
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        _print_report(report)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be written ({error.strerror}).") from None


def _print_report(report: SimulationReport) -> None:
    table = Table(show_header=False, box=None)
    for name, figures in report.rows():
        table.add_row(name, escape(figures))
    out.print(table)
