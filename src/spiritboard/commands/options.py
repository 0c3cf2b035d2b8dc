"""The options and arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MOST_JOBS = 1000  # more processes than this would only slow each other down

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game: see `spiritboard games`.")]
PiecesOption = Annotated[
    Path | None, typer.Option("--pieces", metavar="FILE", help="Play with the pieces in this file.")
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="The folder that holds the tables; by default your data folder."),
]
GamesFile = Annotated[
    Path | None, typer.Option("--games-to", metavar="FILE.parquet", help="Write a row for each game to this file.")
]
DecisionsFile = Annotated[
    Path | None,
    typer.Option("--decisions-to", metavar="FILE.parquet", help="Write a row for each decision to this file."),
]
Observations = Annotated[
    bool,
    typer.Option(
        "--observations", help="Write what each seat saw and could do to --decisions-to, as the environments give it."
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="[ADDRESS]",
        help="Play on the Ray cluster at this address; without an address, start Ray on this machine.",
    ),
]
Jobs = Annotated[
    int | None, typer.Option(min=1, max=MOST_JOBS, help="The number of processes; by default one for each core.")
]
Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="NAME=VALUES",
        help="Vary a value of the pieces: attic.2=8..20:4, mist.count=4,6,8; may be given several times. "
        "`spiritboard pieces GAME --names` lists the names.",
    ),
]
BotsAtSeats = Annotated[
    str,
    typer.Option(
        metavar="A,B,…",
        help="The bot in every seat: heuristic, random, a style of play, a level, or any other. Several take turns.",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(help="The number of players; by default the fewest that the game takes."),
]
GamesSeed = Annotated[str, typer.Option(help="Any text or number: the same seed gives the same games.")]
