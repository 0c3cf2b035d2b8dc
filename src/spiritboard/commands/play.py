"""`spiritboard play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.bots.roster import make
from spiritboard.commands.options import GameOptions, PiecesOption
from spiritboard.commands.shared import check_writable, out, parse_options, read_pieces, usual_seats, write_file
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.in_progress import position_of
from spiritboard.table.names import clean_name
from spiritboard.table.record import Record, read_record
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
    from_file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Play on from a recorded game, with its options."),
    ] = None,
    at: Annotated[int, typer.Option(help="With --from: after how many moves to play on.")] = 0,
    anew: Annotated[
        bool, typer.Option(help="With --from: deal everything again that the first person could not know.")
    ] = False,
) -> None:
    """Play in the terminal, against bots or with people who share the keyboard."""
    source = None if from_file is None else read_record(from_file, pieces)
    if source is None:
        if at or anew:
            raise BadSetup("--at and --anew belong to a recorded game: name its file with --from.")
        found = find(game)
        seats = players if players is not None else usual_seats(found)
        setup, start = found.setup(seats, read_pieces(found, pieces), **parse_options(option)), None
    else:
        setup, start = source.setup, _start(source, at, anew and people > 0, seed)
        found, seats = setup.game, setup.config.seats
        if players not in (None, seats) or option:
            raise BadSetup(f"That game has {seats} players and its own options: leave --players and --option out.")
    if not 0 <= people <= seats:
        raise BadSetup(f"There are {seats} seats, so there can be 0 to {seats} people, not {people}.")
    names = _names(name or [], people)
    if record is not None:
        check_writable(record)
    bots = [TerminalPlayer(f"Bot {at + 1}", make(level, found)) for at in range(seats - people)]
    terminal = Terminal(setup, [*(TerminalPlayer(each) for each in names), *bots], out, seed, start)
    _run(terminal)
    if record is not None:
        write_file(record, terminal.in_progress.record.to_text())
        out.print(f"Recorded in {record}.", highlight=False, markup=False)


def _start(source: Record, ply: int, anew: bool, seed: str | None) -> str:
    """Returns the position of a recorded game after this many moves. Raises BadSetup if the game is over there."""
    state = source.state_at(ply)
    if state.over:
        raise BadSetup(f"The game is over after move {ply}: choose an earlier moment with --at.")
    if anew:
        state = state.imagine(0, Dice(secrets.token_hex(16) if seed is None else f"{seed} anew"))
    return position_of(state)


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
