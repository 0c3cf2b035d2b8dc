"""`spiritboard review`: a finished game, taken apart into luck and decisions."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from spiritboard.arena.workers import each
from spiritboard.commands.options import AsJson, Jobs, PiecesOption
from spiritboard.commands.shared import check_writable, err, out, printable, progress_bar, write_file
from spiritboard.review.page import review_page
from spiritboard.review.progress import kept_plies
from spiritboard.review.review import PlyValues, Review, check_finished, review
from spiritboard.review.values import Effort
from spiritboard.review.words import LOSS_WORDS, lucky_moments, percent, turning_points
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import Record, read_record


def review_command(
    file: Annotated[Path, typer.Argument(help="A record, as `play --record` or `simulate --records` writes it.")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Speak of the player in this seat only; seats are numbered from 0.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            max=86_400,
            help="The time to spend, on one core; several cores share it. Usual: what the game needs.",
        ),
    ] = None,
    samples: Annotated[
        int,
        typer.Option(
            min=0, max=1_000_000, help="Sample so many games of everything instead: the same on every machine."
        ),
    ] = 0,
    seed: Annotated[
        str, typer.Option(help="Any text or number: with --samples, the same seed gives the same review.")
    ] = "0",
    jobs: Jobs = None,
    pieces: PiecesOption = None,
    as_json: AsJson = False,
    out_file: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="Write a page.")] = None,
) -> None:
    """Say what a finished game was decided by: each player's luck, each decision and what it cost.

    If it is interrupted, the next call goes on where it was: what is done is kept beside the record, in FILE.review."""
    record = read_record(file, pieces)
    if seat is not None and seat >= record.setup.config.seats:
        raise BadSetup(f"There is no seat {seat}: the seats are 0 to {record.setup.config.seats - 1}.")
    if out_file is not None:
        check_writable(out_file)
    check_finished(record)
    if record.other_rules:
        err.print(f"{record.other_rules} It is reviewed by these.", highlight=False)
    effort = Effort(samples=samples) if samples else Effort(seconds=seconds or record.setup.game.review_seconds)
    found = _reviewed(record, effort, seed, jobs or os.cpu_count() or 1, file.with_name(f"{file.name}.review"))
    if out_file is not None:
        write_file(out_file, review_page(found, record))
        err.print(f"Written to {out_file}.", highlight=False, markup=False)
    if as_json:
        out.print_json(msgspec.json.encode({"review": found, "seats": found.seats()}).decode())
    elif out_file is None:
        _print(found, record, seat)


def _reviewed(record: Record, effort: Effort, seed: str, jobs: int, kept_in: Path) -> Review:
    """Returns the review. What is worked out is kept in a file until all is done."""
    kept = kept_plies(kept_in, record, effort, seed)
    known = kept.read()
    with progress_bar() as progress, kept:
        bar = progress.add_task("Moves", total=len(record.moves), completed=len(known))

        def found(ply: PlyValues) -> None:
            kept.add(ply)
            progress.advance(bar)

        review_found = review(record, effort, seed, partial(each, workers=jobs), known, found)
    kept.remove()
    return review_found


def _print(found: Review, record: Record, seat: int | None) -> None:
    chosen = range(len(found.names)) if seat is None else [seat]
    table = Table("player", "before", "luck", "skill", "others", "end", "mistakes", "mean loss")
    for line in (seat_line for seat_line in found.seats() if seat_line.seat in chosen):
        others = sum(line.decisions) - line.skill
        luck, skill, rest = (f"{100 * share:+.1f}" for share in (line.luck, line.skill, others))
        signed = [luck, f"{skill} ± {100 * line.skill_error:.1f}", rest]
        counts = [f"{line.mistakes} of {line.choices}", f"{100 * line.loss:.2f} ± {100 * line.loss_error:.2f}"]
        table.add_row(escape(printable(line.name)), percent(line.initial), *signed, percent(line.final), *counts)
    out.print(table)
    out.print(f"All numbers are shares of the victory in points of a hundred. {LOSS_WORDS}", highlight=False)
    for moment in turning_points(found, record, seat):
        out.print(escape(printable(moment.words)), highlight=False)
    for number in chosen:
        for lucky in lucky_moments(found, number, record):
            if lucky is not None:
                out.print(escape(printable(lucky.words)), highlight=False)
