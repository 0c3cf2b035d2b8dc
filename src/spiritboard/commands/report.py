"""`spiritboard report`: a page with the measurements of a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from spiritboard.commands.options import AsJson, GameArgument, GameOptions, GamesSeed, Jobs
from spiritboard.commands.shared import check_writable, out, parse_options, progress_bar, split_names, write_file
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
        str,
        typer.Option(
            metavar="BOT",
            help="The bot in every seat. The usual one plays by the game's rules of thumb; random shows what the rules "
            "alone do; a level or a search plays better and takes longer.",
        ),
    ] = "heuristic",
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
    ladder: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="Bots, the weakest first, that show how much skill decides; `none` leaves this out. "
            "A search makes it say more: random,heuristic,search:iterations=100.",
        ),
    ] = "random,easy,heuristic",
    styles: Annotated[bool, typer.Option(help="Let the game's styles of play play each other.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure a game and write one page about it: seats, length, scores, choices, the lead, events and cards, how much
    skill decides, and which styles of play win. With --json its numbers are printed, and a page is written only if
    --out is given."""
    need("report", "Drawing a report", "altair", "vl_convert")
    from spiritboard.arena.report.page import ReportRequest, data, measure, page

    found = find(game)
    named = tuple((file.name, found.read_pieces(file)) for file in pieces or [])
    options = tuple(sorted(parse_options(option).items()))
    rungs = () if ladder == "none" else split_names(ladder)
    seats = tuple(players or found.seats)
    request = ReportRequest(found.id, seats, games, bots, seed, options, named, rungs, styles)
    request.check()
    path = out_file or Path(f"{found.id}-report.html")
    if out_file is not None or not as_json:
        check_writable(path)
    with progress_bar() as progress:
        bar = progress.add_task(found.title, total=request.total())
        measured = measure(request, jobs, partial(progress.advance, bar))
    if as_json:
        print(msgspec.json.encode(data(measured)).decode())
    if out_file is None and as_json:
        return
    write_file(path, page(measured))
    if not as_json:
        out.print(f"Written to {path}.", highlight=False, markup=False)
