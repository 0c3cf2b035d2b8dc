"""`spiritboard simulate`: many games at random, and their figures."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.arena.simulate import Job, write_records
from spiritboard.arena.simulate import simulate as simulate_games
from spiritboard.commands.many_games import (
    ClusterAddress,
    DecisionsFile,
    GamesFile,
    GamesSeed,
    Jobs,
    check_jobs,
    data_files,
    worker_pool,
)
from spiritboard.commands.shared import (
    AsJson,
    GameArgument,
    GameOptions,
    PiecesOption,
    out,
    parse_options,
    progress_bar,
    read_pieces,
    usual_seats,
)
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find


def simulate(
    game: GameArgument,
    players: Annotated[
        int | None,
        typer.Option(help="The number of players; by default 3, or the fewest if the game does not take 3."),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="The number of games.")] = 10_000,
    seed: GamesSeed = "0",
    jobs: Jobs = None,
    option: GameOptions = None,
    pieces: PiecesOption = None,
    limit: Annotated[
        int, typer.Option(help="A game that is not over after so many decisions counts as unfinished.")
    ] = 1_000_000,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of each game to this folder.")
    ] = None,
    games_to: GamesFile = None,
    decisions_to: DecisionsFile = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Play many games at random and print their figures: speed, length, wins by seat."""
    found = find(game)
    check_jobs(jobs)
    seats = players if players is not None else usual_seats(found)
    options = tuple(sorted(parse_options(option).items()))
    job = Job(found.id, seats, games, seed, options, read_pieces(found, pieces), limit)
    job.check()
    if records is not None:
        _make_folder(records)
    with (
        progress_bar() as progress,
        data_files(job, games_to, decisions_to) as files,
        worker_pool(cluster, jobs) as pool,
    ):
        bar = progress.add_task(f"{found.title}, {seats} players", total=games)
        report = simulate_games(job, pool.workers, partial(progress.advance, bar), files, pool.each)
        if records is not None:
            bar = progress.add_task("Writing records", total=games)
            write_records(job, records, partial(progress.advance, bar))
    if as_json:
        print(json.dumps(report))
    else:
        _print_report(report)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be written ({error.strerror}).") from None


def _print_report(report: dict[str, object]) -> None:
    table = Table(show_header=False, box=None)
    for name, value in report.items():
        table.add_row(name.replace("_", " "), escape(_figure(value)))
    out.print(table)


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value > 1000 else f"{value:.4g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return "  ".join(f"{name} {_figure(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "  ".join(_figure(part) for part in value)
    return str(value)
