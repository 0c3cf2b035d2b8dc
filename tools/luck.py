"""Shows that reviews do not favour anybody: over many games of the guide against itself, luck is 0 in the mean.

    python -m tools.luck [GAME ...] [--games 1000] [--players 2] [--samples 1] [--seed TEXT] [--kept FILE]

lets the heuristic bot play games in every seat, reviews each of them, and prints the mean of each kind of luck for the
first seat and for whoever moves, in points of a hundred, with its standard error and z, the mean divided by it. It also
checks for each game that luck and decisions make up the whole difference between the chance before the deal and the
result, to the last bit. Few samples are enough, because an estimate from a single sample has no bias. The games that
are reviewed already are kept in a file, so that an interrupted run goes on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TextIO

import msgspec

from spiritboard.commands.shared import progress_bar
from spiritboard.review.review import Review, review
from spiritboard.review.values import Effort
from spiritboard.table.registry import find, games
from tests.review.played import STEADY, played

KINDS = ("deal", "hidden", "roll", "all luck", "decisions", "hidden, for movers", "roll, for movers")


class Plan(msgspec.Struct, frozen=True):
    """Which games are reviewed, and how."""

    game: str
    players: int
    samples: int
    seed: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """What each kind of luck, and the decisions, brought the first seat in one game."""

    plan: Plan
    number: int
    changes: tuple[float, ...]  # in the order of KINDS


def changes(found: Review) -> tuple[float, ...]:
    """Returns what each kind of luck, and the decisions, brought the first seat, and then what luck brought whoever
    moved: an error in favour of the mover would cancel out for a certain seat.

    Raises ValueError if luck and decisions of a seat are not its whole difference between the chance before the deal
    and the result.
    """
    for line in found.seats():
        if line.final - line.initial != line.luck + sum(line.decisions):
            raise ValueError(f"luck and decisions of seat {line.seat} do not make up the difference")
    hidden, roll = (sum(getattr(move, kind)[0] for move in found.moves) for kind in ("hidden", "roll"))
    for_movers = [sum(getattr(move, kind)[move.seat] for move in found.moves) for kind in ("hidden", "roll")]
    return (found.deal[0], hidden, roll, found.luck(0), sum(found.seats()[0].decisions), *for_movers)


def reviewed(plan: Plan, number: int) -> ReviewedGame:
    seed = f"{plan.seed} {number}"
    record = played(find(plan.game).setup(plan.players), seed, [STEADY] * plan.players)
    return ReviewedGame(plan, number, changes(review(record, Effort(samples=plan.samples), f"review {seed}")))


def kept_games(path: Path | None) -> list[ReviewedGame]:
    """Returns the games in a file. A last line that was cut off is left out."""
    if path is None or not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [msgspec.json.decode(line, type=ReviewedGame) for line in lines]


def mend(path: Path, known: list[ReviewedGame]) -> TextIO:
    """Returns the file, open for more games, with these games in it and nothing else."""
    path.write_text("".join(msgspec.json.encode(game).decode() + "\n" for game in known), encoding="utf-8")
    return path.open("a", encoding="utf-8")


def all_games(plan: Plan, count: int, kept: Path | None) -> Iterator[ReviewedGame]:
    """Yields the reviewed games of a plan, first those that are kept."""
    everything = kept_games(kept)
    known = {game.number: game for game in everything if game.plan == plan and game.number < count}
    yield from known.values()
    file = None if kept is None else mend(kept, everything)
    for number in range(count):
        if number not in known:
            game = reviewed(plan, number)
            if file is not None:
                file.write(msgspec.json.encode(game).decode() + "\n")
                file.flush()
            yield game
    if file is not None:
        file.close()


def line(plan: Plan, kind: str, numbers: list[float]) -> str:
    """Returns a line of the table: the mean in points of a hundred, its standard error, and z."""
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    z = f"{mean(numbers) / error:+.2f}" if error else "-"
    return f"| {plan.game} | {kind} | {len(numbers)} | {100 * mean(numbers):+.3f} | {100 * error:.3f} | {z} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, dest="count", metavar="N", help="games of each")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--samples", type=int, default=1, help="for each position and each move")
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where reviewed games are kept")
    chosen = parser.parse_args()
    if chosen.count < 1 or chosen.samples < 1:
        parser.error("At least one game and one sample are needed.")
    print("| game | kind | games | mean | standard error | z |\n|---|---|---|---|---|---|", flush=True)
    for game_id in chosen.games or list(games()):
        plan = Plan(game_id, chosen.players, chosen.samples, chosen.seed)
        with progress_bar() as progress:
            found = list(progress.track(all_games(plan, chosen.count, chosen.kept), chosen.count, description=game_id))
        for at, kind in enumerate(KINDS):
            print(line(plan, kind, [game.changes[at] for game in found]), flush=True)


if __name__ == "__main__":
    main()
