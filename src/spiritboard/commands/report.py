"""`spiritboard report`: a page with the measurements of a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from spiritboard.commands.options import GameArgument, GameOptions, GamesSeed, Jobs
from spiritboard.commands.shared import check_writable, out, parse_options, progress_bar, write_file
from spiritboard.extras import need
from spiritboard.table.registry import find


def report(
    game: GameArgument,
    players: Annotated[
        list[int] | None,
        typer.Option(help="A number of players; may be given several times. By default every number the game takes."),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="The number of games for each number of players.")] = 300,
    bots: Annotated[
        str, typer.Option(metavar="BOT", help="The bot in every seat: random, heuristic, a level, or any other bot.")
    ] = "random",
    pieces: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Play with the pieces in this file; given twice, the two are compared."),
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="The page to write; by default GAME-report.html.")
    ] = None,
    seed: GamesSeed = "0",
    jobs: Jobs = None,
    option: GameOptions = None,
) -> None:
    """Measure a game and write one page about it: seats, length, scores, choices, the lead, events and cards."""
    need("report", "Drawing a report", "altair", "vl_convert")
    from spiritboard.arena.report.page import ReportRequest
    from spiritboard.arena.report.page import report as report_page

    found = find(game)
    named = tuple((file.name, found.read_pieces(file)) for file in pieces or [])
    options = tuple(sorted(parse_options(option).items()))
    request = ReportRequest(found.id, tuple(players or found.seats), games, bots, seed, options, named)
    request.check()
    path = out_file or Path(f"{found.id}-report.html")
    check_writable(path)
    with progress_bar() as progress:
        bar = progress.add_task(found.title, total=request.total())
        text = report_page(request, jobs, partial(progress.advance, bar))
    write_file(path, text)
    out.print(f"Written to {path}.", highlight=False, markup=False)
