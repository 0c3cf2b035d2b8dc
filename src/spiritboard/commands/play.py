"""`spiritboard play`: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.bots.roster import make
from spiritboard.commands.options import GameOptions, PiecesOption
from spiritboard.commands.shared import check_writable, out, parse_options, read_pieces, usual_seats, write_file
from spiritboard.table.errors import BadSetup
from spiritboard.table.names import clean_name
from spiritboard.table.registry import find
from spiritboard.terminal import PlayerQuits, Terminal, TerminalPlayer


def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="The game: see `spiritboard games`.")] = "spookies",
    players: Annotated[
        int | None,
        typer.Option(help="The number of players; by default 3, or the fewest if the game does not take 3."),
    ] = None,
    level: Annotated[
        str, typer.Option(help="How well the bots play: easy, medium, hard, expert, or the name of any bot.")
    ] = USUAL_LEVEL,
    people: Annotated[
        int, typer.Option(help="How many of the players are people at this keyboard; bots are the rest.")
    ] = 1,
    name: Annotated[list[str] | None, typer.Option(help="A person's name; may be given several times.")] = None,
    option: GameOptions = None,
    pieces: PiecesOption = None,
    seed: Annotated[str | None, typer.Option(help="Any text or number: the same seed gives the same dice.")] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a record of the game to this file when it ends.")
    ] = None,
) -> None:
    """Play in the terminal, against bots or with people who share the keyboard."""
    found = find(game)
    seats = players if players is not None else usual_seats(found)
    setup = found.setup(seats, read_pieces(found, pieces), **parse_options(option))
    if not 0 <= people <= seats:
        raise BadSetup(f"There are {seats} seats, so there can be 0 to {seats} people, not {people}.")
    names = _names(name or [], people)
    if record is not None:
        check_writable(record)
    bots = [TerminalPlayer(f"Bot {at + 1}", make(level, found)) for at in range(seats - people)]
    terminal = Terminal(setup, [*(TerminalPlayer(each) for each in names), *bots], out, seed)
    _run(terminal)
    if record is not None:
        write_file(record, terminal.in_progress.record.to_text())
        out.print(f"Recorded in {record}.", highlight=False, markup=False)


def _run(terminal: Terminal) -> None:
    try:
        terminal.run()
    except (PlayerQuits, EOFError, KeyboardInterrupt):
        out.print("\nThe game is left as it is.")


def _names(given: list[str], people: int) -> list[str]:
    """Returns the people's names; a person without a given name is a player with a number. Raises BadSetup if there
    are more names than people, or if nobody could type."""
    if len(given) > people:
        raise BadSetup(f"There are {len(given)} names for {people} {'person' if people == 1 else 'people'}.")
    if people and sys.stdin is None:
        raise BadSetup("There is no keyboard to play at.")
    return [*map(clean_name, given), *(f"Player {seat + 1}" for seat in range(len(given), people))]
