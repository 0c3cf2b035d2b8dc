"""`spiritboard puzzles`: find puzzles of a game, or solve them in the terminal."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from spiritboard.arena.workers import each
from spiritboard.commands.options import GameArgument, Jobs
from spiritboard.commands.shared import check_writable, err, out, progress_bar, write_file
from spiritboard.review.progress import KeptLines
from spiritboard.review.puzzles import USUAL_THIRD, PuzzlePlan, SearchedGame, choose, search
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.puzzle import Puzzle, PuzzleFile, puzzle_text
from spiritboard.table.registry import find
from spiritboard.terminal_puzzle import solve_puzzles


def puzzles(
    game: GameArgument,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="The number of puzzles to find.")] = 60,
    players: Annotated[
        list[int] | None,
        typer.Option(help="A number of players; may be given several times. By default all numbers take turns."),
    ] = None,
    margin: Annotated[
        float, typer.Option(help="The least lead of the best move, in points of a hundred of the victory.")
    ] = 6.0,
    worlds: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="Imagined worlds in which the lead is measured at last.")
    ] = 3000,
    third: Annotated[
        float, typer.Option(min=0.34, max=1, help="The largest part of the puzzles from the same third of a game.")
    ] = USUAL_THIRD,
    games: Annotated[int, typer.Option(min=1, max=1 << 30, help="The most games to search.")] = 20_000,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same puzzles.")] = "0",
    jobs: Jobs = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write; by default GAME-puzzles.json.")
    ] = None,
    solve: Annotated[bool, typer.Option("--solve", help="Solve the puzzles of the game here instead.")] = False,
    number: Annotated[int, typer.Option(help="The puzzle to begin with, with --solve.")] = 1,
) -> None:
    """Find decisions in bots' games where one move is clearly the best, and the guide would choose another.

    If it is interrupted, the puzzles so far are written, and the next call goes on where it was: what is done is kept
    beside the file, in FILE.part."""
    found = find(game)
    if solve:
        _solve(found, number)
        return
    plan = PuzzlePlan(found.id, tuple(players or found.seats), seed, margin / 100, worlds)
    plan.check()
    path = out_file or Path(f"{found.id}-puzzles.json")
    check_writable(path)
    file = PuzzleFile(found.id, plan.made(_command(plan, count, third, players)), ())
    kept = KeptLines(path.with_name(f"{path.name}.part"), plan, SearchedGame)
    try:
        for puzzle in _chosen(plan, count, third, games, jobs or os.cpu_count() or 1, kept):
            file.puzzles += (puzzle,)
    finally:
        if file.puzzles:
            write_file(path, puzzle_text(file))
        err.print(f"Found {len(file.puzzles)} of {count}.", highlight=False)
    if len(file.puzzles) == count:
        kept.remove()


def _solve(game: Game, number: int) -> None:
    if not game.puzzles:
        raise BadSetup(f"{game.title} has no puzzles.")
    if not 1 <= number <= len(game.puzzles):
        raise BadSetup(f"{game.title} has puzzles 1 to {len(game.puzzles)}, not {number}.")
    if sys.stdin is None:
        raise BadSetup("There is no keyboard to solve puzzles at.")
    following = solve_puzzles(game, number, out)
    if following <= len(game.puzzles):
        out.print(f"\nGo on with: spiritboard puzzles {game.id} --solve --number {following}", highlight=False)


def _chosen(
    plan: PuzzlePlan, count: int, third: float, games: int, jobs: int, kept: KeptLines[SearchedGame]
) -> Iterator[Puzzle]:
    """Yields the puzzles. Each game that is searched is kept in a file. Those in the file are not searched again."""
    known = kept.read()
    parts = ((plan, number) for number in range(len(known), games))
    with progress_bar() as progress, kept, closing(each(search, parts, jobs, in_order=True)) as searched:
        bar = progress.add_task("Puzzles", total=count)
        for puzzle in choose(chain(known, _kept(searched, kept)), plan, count, third):
            progress.update(bar, advance=1, description=f"Puzzles, by game {puzzle.found[0] + 1:,}")
            yield puzzle


def _kept(searched: Iterator[SearchedGame], kept: KeptLines[SearchedGame]) -> Iterator[SearchedGame]:
    for game in searched:
        kept.add(game)
        yield game


def _command(plan: PuzzlePlan, count: int, third: float, players: list[int] | None) -> str:
    """Returns the command that finds the same puzzles again."""
    chosen = [word for seats in players or [] for word in ("--players", str(seats))]
    chosen += [] if third == USUAL_THIRD else ["--third", f"{third:g}"]
    settings = ["--margin", f"{100 * plan.margin:g}", "--worlds", str(plan.worlds), "--seed", plan.seed]
    return shlex.join(["spiritboard", "puzzles", plan.game, "--count", str(count), *chosen, *settings])
