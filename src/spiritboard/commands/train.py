"""`spiritboard train`: a judgement for a game, learned from games that bots play against themselves."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from spiritboard.commands.options import MOST_JOBS, GameArgument
from spiritboard.commands.shared import check_writable, err, out, read_pieces
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find

if TYPE_CHECKING:
    from spiritboard.arena.training.train import Progress as Learned
    from spiritboard.arena.training.train import Training

USUAL_HOURS = 1.0
USUAL_GUIDED = 1_000_000


def train(
    game: GameArgument,
    players: Annotated[
        list[int] | None,
        typer.Option(help="A number of players to train for; may be given several times; by default all."),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file of weights to write; by default GAME-judgement.bin."),
    ] = None,
    hours: Annotated[
        float | None, typer.Option(min=0.0, help="How long to train; by default one hour, if --games is not given.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games to learn from, rounded up; this can be repeated exactly.")
    ] = None,
    guided: Annotated[
        int, typer.Option(min=1, help="In how many games the guide decides before the judgement does.")
    ] = USUAL_GUIDED,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same weights.")] = "0",
    pieces: Annotated[
        Path | None, typer.Option("--pieces", metavar="FILE", help="Train for games with the pieces in this file.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="The number of processes that play games.")] = 1,
    resume: Annotated[
        bool, typer.Option(help="Go on with the training that was interrupted, or make it longer.")
    ] = False,
) -> None:
    """Train a judgement: a small network that says how good a position is, for the bot `learned`.

    Bots play games against themselves, and the network learns how the games ended. Beside the file of weights stands
    FILE.training, from which --resume goes on. Play with the weights: spiritboard play GAME --level
    learned:weights=FILE
    """
    # One thread, because several add up in another order, so that the same seed would not give the same weights.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    need("train", "Training", "numpy")
    from spiritboard.arena.training.train import Training, TrainingPlan

    found = find(game)
    file = target or Path(f"{found.id}-judgement.bin")
    check_writable(file)
    plan = TrainingPlan(found.id, tuple(sorted(players or found.seats)), seed, guided)
    training = Training(plan, read_pieces(found, pieces), None if pieces is None else str(pieces))
    begun = file.with_name(f"{file.name}.training")
    if resume:
        training.go_on(begun)
    elif begun.exists():
        raise BadSetup(f"{begun} holds a training: go on with it by --resume, or remove it.")
    _train(training, begun, _end(games, hours), games, jobs)
    file.write_bytes(training.weights().to_bytes())
    out.print(f"{file}: learned from {training.games:,} games, {training.positions:,} positions.", highlight=False)


def _end(games: int | None, hours: float | None) -> Callable[[int], bool]:
    """Returns the function that says after so many games whether it is enough."""
    most = games if games is not None else float("inf")
    wanted = hours if hours is not None else USUAL_HOURS if games is None else float("inf")
    until = time.monotonic() + 3600 * wanted
    return lambda played: played >= most or time.monotonic() >= until


def _train(training: Training, begun: Path, until: Callable[[int], bool], games: int | None, jobs: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        bar = progress.add_task("Training", total=games, completed=training.games)
        training.run(until, jobs, lambda learned: _show(progress, bar, learned), begun)


def _show(progress: Progress, bar: TaskID, learned: Learned) -> None:
    who = "the guide" if learned.by_guide else "the judgement"
    said = f"{learned.games:,} games by now, decided by {who}; loss {learned.loss:.3f}"
    progress.update(bar, completed=learned.games, description=said)
