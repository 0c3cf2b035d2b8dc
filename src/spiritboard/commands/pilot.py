"""`spiritboard pilot`: how many games it takes to see a difference."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.commands import options
from spiritboard.commands.shared import out, progress_bar
from spiritboard.commands.varied import varied
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find


def pilot(
    game: options.GameArgument,
    difference: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEASURE=SIZE",
            help="The difference to be seen: 'seat 1=0.02', length=3; may be given several times. "
            "By default 2 points of a share, and 5 % of any other mean.",
        ),
    ] = None,
    vary: options.Vary = None,
    bots: options.BotsAtSeats = "heuristic",
    players: options.Players = None,
    games: Annotated[int, typer.Option("--games", help="The number of games that the pilot run plays.")] = 200,
    pieces: options.PiecesOption = None,
    seed: options.GamesSeed = "0",
    jobs: options.Jobs = None,
    option: options.GameOptions = None,
    as_json: options.AsJson = False,
) -> None:
    """Play a few games, and print how many are needed to see a difference.

    With --vary, games with the first and the last of the values are compared: that says what the same dice save."""
    from spiritboard.arena.design.power import HEADINGS, games_of_pilot
    from spiritboard.arena.design.power import pilot as pilot_run

    found = find(game)
    plan = varied(found, players, bots, games, vary, seed, option, pieces)
    with progress_bar() as progress:
        bar = progress.add_task(found.title, total=games_of_pilot(plan))
        report = pilot_run(plan, _differences(difference or []), jobs, partial(progress.advance, bar))
    if as_json:
        print(msgspec.json.encode(report).decode())
        return
    table = Table(*HEADINGS, title=f"{report.game}, {report.players} players: how many games it takes")
    for row in report.rows():
        table.add_row(*map(escape, row))
    out.print(table)
    for sentence in report.summary():
        out.print(sentence, highlight=False)


def _differences(pairs: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for pair in pairs:
        name, _, size = pair.rpartition("=")
        try:
            found[name.strip()] = float(size)
        except ValueError:
            raise BadSetup(f"A difference is given as MEASURE=SIZE, such as length=3, not {pair!r}.") from None
    return found
