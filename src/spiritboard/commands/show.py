"""The commands that describe games and this program: `games`, `pieces`, `observation`, `rules` and `about`."""

from __future__ import annotations

import json
import platform
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

import spiritboard
from spiritboard.arena.design.places import places, said
from spiritboard.commands.options import AsJson, GameArgument, GameOptions, PiecesOption, Players
from spiritboard.commands.shared import out, parse_options, read_pieces
from spiritboard.table import state as compiled_or_not
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.observation import Observation
from spiritboard.table.pieces import PROVENANCE_WORDS, PieceTable, Provenance
from spiritboard.table.registry import find
from spiritboard.table.registry import games as registered_games
from spiritboard.table.view import Sight

PROVENANCE_MARKS: dict[Provenance, str] = {"rulebook": "", "reported": "°", "reconstructed": "*", "own": "+"}


def games(as_json: AsJson = False) -> None:
    """List the games, with their options and their styles of play."""
    if as_json:
        out.print_json(data=[_game_data(game) for game in registered_games().values()])
        return
    for game in registered_games().values():
        out.print(f"[bold]{game.id}[/bold]  {game.title}, {game.designer} ({game.published})", highlight=False)
        out.print(f"  {game.seats_text} players, about {game.minutes} minutes. {game.pitch}", highlight=False)
        for option in game.options:
            values = option.values_text(game.seats[-1])
            out.print(f"  --option {option.name}={option.default}  {option.help} ({values})", highlight=False)
        for style in game.styles:
            out.print(f"  --bots {style.name}  {style.says}", highlight=False)


def _game_data(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "designer": game.designer,
        "published": game.published,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "pitch": game.pitch,
        "options": [
            {"name": o.name, "help": o.help, "default": o.default, "values": o.values(game.seats[-1])}
            for o in game.options
        ],
        "styles": [{"name": style.name, "says": style.says} for style in game.styles],
    }


def pieces(
    game: GameArgument,
    pieces: PiecesOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print the game's own file, to copy and change.")] = False,
    names: Annotated[
        bool, typer.Option("--names", help="List the values by the names that `sweep` and `balance` vary them by.")
    ] = False,
) -> None:
    """Show what is printed on a game's components, and which values are reconstructed."""
    found = find(game)
    if toml:
        print((found.folder / "pieces.toml").read_text(encoding="utf-8"), end="")
        return
    own = read_pieces(found, pieces) or found.own_pieces
    if names:
        for place in places(own):
            out.print(f"{place.name} = {said(place.value)}", highlight=False, markup=False, soft_wrap=True)
        return
    shown = own.tables()
    for piece_table in shown:
        out.print(_marked_table(piece_table))
    used = {cell.provenance for piece_table in shown for row in piece_table.rows for cell in row}
    for provenance, mark in PROVENANCE_MARKS.items():
        if mark and provenance in used:
            out.print(f"{mark} {provenance}: {PROVENANCE_WORDS[provenance]}", highlight=False)


def _marked_table(piece_table: PieceTable) -> Table:
    """Returns the table with a mark behind each value that is not from the rulebook."""
    table = Table(title=piece_table.title, title_justify="left")
    for column in piece_table.columns:
        table.add_column(column, justify="right" if len(piece_table.columns) > 1 else "left")
    for row in piece_table.rows:
        table.add_row(*(f"{escape(cell.text)} {PROVENANCE_MARKS[cell.provenance]}".rstrip() for cell in row))
    return table


def observation(
    game: GameArgument,
    players: Players = None,
    option: GameOptions = None,
    pieces: PiecesOption = None,
    actions: Annotated[bool, typer.Option("--actions", help="List the actions instead of the positions.")] = False,
    version: Annotated[int | None, typer.Option(help="The version of the vector; by default the newest.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the positions of the vector of what a seat sees and remembers, or the meanings of a program's actions."""
    found = find(game)
    seats = players if players is not None else found.seats[0]
    setup = found.setup(seats, read_pieces(found, pieces), **parse_options(option))
    if as_json:
        print(json.dumps(_observation_data(setup, setup.observation_of(version), actions)))
    else:
        out.print(_observation_table(setup, setup.observation_of(version), actions))


def _observation_table(setup: GameSetup, seen: Observation[Sight], actions: bool) -> Table:
    what = f"{len(seen.numbered())} actions" if actions else f"{seen.size} positions"
    title = f"{setup.game.title}, {setup.config.seats} players, version {seen.version}: {what}"
    headings = ("number", "action") if actions else ("number", "position", "highest")
    rows = zip(seen.numbered().names) if actions else zip(seen.names(), seen.most(), strict=True)
    table = Table(*headings, title=title, title_justify="left")
    for number, row in enumerate(rows):
        table.add_row(str(number), *(escape(str(cell)) for cell in row))
    return table


def _observation_data(setup: GameSetup, seen: Observation[Sight], actions: bool) -> dict[str, object]:
    head = {
        "game": setup.game.id,
        "players": setup.config.seats,
        "options": setup.config.options,
        "version": seen.version,
    }
    if actions:
        return {**head, "actions": seen.numbered().names}
    positions = zip(seen.names(), seen.most(), strict=True)
    return {**head, "positions": [{"name": name, "highest": highest} for name, highest in positions]}


def rules(game: GameArgument) -> None:
    """Show a game's rules in our own words."""
    out.print(Markdown(find(game).rules_text))


def about() -> None:
    """Print the version of this program and whether its rules are compiled."""
    out.print(f"spiritboard {spiritboard.__version__} on Python {platform.python_version()}", highlight=False)
    out.print(f"rules: {_how_rules_run()}", highlight=False)
    out.print(f"games: {', '.join(registered_games())}", highlight=False)


def _how_rules_run() -> str:
    source = compiled_or_not.__file__ or ""
    if not source.endswith(".py"):
        return "compiled (mypyc); set SPIRITBOARD_PLAIN=1 for plain Python"
    return "plain Python (install with a C compiler to have them compiled; SPIRITBOARD_PLAIN must not be set)"
