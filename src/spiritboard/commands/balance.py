"""`spiritboard balance`: a search for values that bring a game near its targets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape
from rich.progress import Progress, TaskID
from rich.table import Table

from spiritboard.commands import options
from spiritboard.commands.shared import check_writable, out, progress_bar, write_file
from spiritboard.commands.varied import varied
from spiritboard.table.registry import find
from spiritboard.table.toml_text import to_toml

if TYPE_CHECKING:
    from spiritboard.arena.design.balance import BalanceReport
    from spiritboard.table.pieces import Pieces


def balance(
    game: options.GameArgument,
    target: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TARGET",
            help="What is wanted: 'seats even', 'length 25..35', 'score 10..20', 'bots even'; may be given several "
            "times.",
        ),
    ] = None,
    vary: options.Vary = None,
    bots: options.BotsAtSeats = "heuristic",
    players: options.Players = None,
    games: Annotated[int, typer.Option("--games", help="The number of games that the best combinations play.")] = 1000,
    most: Annotated[
        int, typer.Option("--most", help="The number of combinations to try; of more, so many are drawn at random.")
    ] = 256,
    pieces: options.PiecesOption = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.toml", help="Write the chosen pieces to this file.")
    ] = None,
    seed: options.GamesSeed = "0",
    jobs: options.Jobs = None,
    option: options.GameOptions = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Store what is done in this file, and in FILE.again, and do not play again what they hold.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Search values of the pieces that bring a game near its targets.

    What is printed was measured in new games, with other dice than those of the search."""
    from spiritboard.arena.design.balance import balance as search

    found = find(game)
    if out_file is not None:
        check_writable(out_file)
    plan = varied(found, players, bots, games, vary, seed, option, pieces)
    with progress_bar() as progress:
        bar = progress.add_task(found.title, total=None)
        report, chosen = search(plan, target or [], most, jobs, resume, Advance(progress, bar))
    if out_file is not None:
        write_file(out_file, _file_text(report, chosen))
    if as_json:
        print(msgspec.json.encode(report).decode())
        return
    _print_report(report)
    if out_file is not None:
        out.print(f"Written to {out_file}.", highlight=False, markup=False)


class Advance:
    """Advances a progress bar of which the end comes nearer while it is shown."""

    def __init__(self, progress: Progress, bar: TaskID) -> None:
        self.progress = progress
        self.bar = bar

    def __call__(self, done: int, expected: int) -> None:
        self.progress.update(self.bar, completed=done, total=expected)


def _file_text(report: BalanceReport, chosen: Pieces) -> str:
    said = [f"Found by `spiritboard balance {report.game}` for {report.players} players.", *report.summary()]
    head = "".join(f"# {line}\n" for line in said)
    return f"{head}\n{to_toml(msgspec.to_builtins(chosen))}"


def _print_report(report: BalanceReport) -> None:
    from spiritboard.arena.design.balance import HEADINGS

    title = f"{report.game}, {report.players} players, {report.games:,} new games with each"
    table = Table(title=title, show_lines=True)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in report.rows():
        table.add_row(*map(escape, row))
    out.print(table)
    for sentence in report.summary():
        out.print(sentence, highlight=False)
