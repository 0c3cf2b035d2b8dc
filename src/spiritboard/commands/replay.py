"""`spiritboard replay`: a recorded game, told and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from spiritboard.commands.options import AsJson, PiecesOption
from spiritboard.commands.shared import err, out, printable
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup
from spiritboard.table.options import SEAT, chosen_seat
from spiritboard.table.record import Record, read_record


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="A record of `play --record` or `simulate --records`; with --game, a file of `--decisions-to`."
        ),
    ],
    game: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Replay the game with this number in a file of decisions.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option(help="Show the table after so many moves instead of telling the game.")
    ] = None,
    eyes: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Show what the player in this seat sees: seat-0 is the first. By default, what a spectator sees. "
            "A number alone counts chairs from 1, as older scripts do.",
        ),
    ] = None,
    pieces: PiecesOption = None,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game again, move by move, and check it against the rules."""
    record = read_record(file, pieces) if game is None else _record_in(file, game, pieces)
    seat = _seat(record, eyes)
    record.verify()
    if record.other_rules:
        err.print(f"{record.other_rules} It replays by them all the same.", highlight=False, soft_wrap=True)
    state = record.state_at(len(record.moves) if ply is None else ply, listen=True)
    if as_json:
        events = [event.to_data() for event in state.heard(seat)]
        out.print_json(
            data={"names": record.names, "plies": len(record.moves), "view": state.view(seat), "events": events}
        )
        return
    names = [printable(name) for name in record.names]
    if ply is None:
        for event in state.heard(seat):
            out.print(escape(event.say(names)), highlight=False)
    out.print("\n" + escape(record.setup.game.draw(state.view(seat), names)), highlight=False)


def _record_in(decisions: Path, game: int, pieces: Path | None) -> Record:
    need("report", "Reading Parquet files", "pyarrow")
    from spiritboard.arena.replay import record_in

    return record_in(decisions, game, pieces)


def _seat(record: Record, eyes: str | None) -> int | None:
    """Returns the seat that `--eyes` names; None for a spectator. Raises BadSetup if the game has no such seat."""
    if eyes is None:
        return None
    seats = range(record.setup.config.seats)
    names = [f"{SEAT}{seat}" for seat in seats]
    chairs = [str(seat + 1) for seat in seats]
    if eyes not in names + chairs:
        raise BadSetup(f"There is no seat {eyes!r}: this game has {', '.join(names)}.")
    return chosen_seat(eyes)
