"""`spiritboard sweep`: what varied values change."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.commands import options
from spiritboard.commands.shared import check_writable, out, progress_bar, write_file
from spiritboard.commands.varied import varied
from spiritboard.extras import need
from spiritboard.table.registry import find

if TYPE_CHECKING:
    from spiritboard.arena.design.sweep import SweepReport

MOST_ROWS = 60  # of a table in the terminal


def sweep(
    game: options.GameArgument,
    vary: options.Vary = None,
    bots: options.BotsAtSeats = "heuristic",
    players: options.Players = None,
    games: Annotated[int, typer.Option("--games", help="The number of games with each combination of values.")] = 200,
    pieces: options.PiecesOption = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Also write a page with drawings to this file.")
    ] = None,
    seed: options.GamesSeed = "0",
    jobs: options.Jobs = None,
    option: options.GameOptions = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Store what is done in this file, and do not play again what it holds."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play every combination of some values of the pieces, and print what each value changes.

    All combinations play the same deals with the same dice, so small differences show in few games."""
    if out_file is not None:
        need("report", "Drawing a sweep", "altair", "vl_convert")
        check_writable(out_file)
    from spiritboard.arena.design.sweep import sweep as sweep_plan

    found = find(game)
    plan = varied(found, players, bots, games, vary, seed, option, pieces)
    with progress_bar() as progress:
        count = len(plan.settings())
        bar = progress.add_task(f"{found.title}, {count} combinations", total=count * plan.games)
        report = sweep_plan(plan, jobs, resume, partial(progress.advance, bar))
    if out_file is not None:
        from spiritboard.arena.design.page import sweep_page

        write_file(out_file, sweep_page(report))
    if as_json:
        print(msgspec.json.encode(report).decode())
        return
    _print_report(report)
    if out_file is not None:
        out.print(f"Written to {out_file}.", highlight=False, markup=False)


def _print_report(report: SweepReport) -> None:
    from spiritboard.arena.design.sweep import HEADINGS

    rows = report.rows()
    if rows:
        title = f"{report.game}, {report.players} players, {report.games:,} games with each of "
        table = Table(title=f"{title}{len(report.settings)} combinations")
        for heading in HEADINGS:
            table.add_column(heading, overflow="fold")
        for row in rows[:MOST_ROWS]:
            table.add_row(*map(escape, row))
        out.print(table)
    if len(rows) > MOST_ROWS:
        out.print(f"{len(rows) - MOST_ROWS} more effects: --json prints all.", highlight=False)
    for sentence in report.summary():
        out.print(sentence, highlight=False)
    out.print(report.power(), highlight=False)
