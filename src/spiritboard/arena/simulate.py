"""Many games at once, at random, on all cores. Game number k of a seed is the same game whoever plays it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from spiritboard.arena import workers
from spiritboard.arena.trace import GameTrace, watch
from spiritboard.arena.workers import Each
from spiritboard.table.dice import Dice
from spiritboard.table.errors import TableError
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.playout import playout
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find

if TYPE_CHECKING:
    from spiritboard.arena.data import Files, PackedGames

MOST_DECISIONS = 1_000_000  # in one game, after which it counts as unfinished
MOST_GAMES = 2_000_000_000
BATCH = 2_000
WATCHED_BATCH = 100  # where every decision is kept until its part is written


@dataclass(frozen=True)
class Job:
    """What to simulate: plain values, so that it travels to another process."""

    game: str
    players: int
    games: int
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: Pieces | None = None
    limit: int = MOST_DECISIONS

    def setup(self) -> GameSetup:
        return find(self.game).setup(self.players, self.pieces, **dict(self.options))

    def check(self) -> None:
        """Raise a TableError now rather than in another process."""
        self.setup()
        if not 1 <= self.games <= MOST_GAMES:
            raise TableError(f"The number of games must be from 1 to {MOST_GAMES}, not {self.games}.")
        if self.limit < 1:
            raise TableError(f"The limit of decisions must be at least 1, not {self.limit}.")


@dataclass
class Tally:
    """What came of a number of games. Sums only, so that the order in which parts arrive does not matter."""

    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    wins: list[Fraction] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
        self.longest = max(self.longest, other.longest)
        self.games += other.games
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        self.wins = [
            mine + theirs for mine, theirs in zip(self.wins or [Fraction()] * len(other.wins), other.wins, strict=True)
        ]


def play_batch(job: Job, first: int, count: int) -> Tally:
    """Games number `first` to `first + count - 1` of a job."""
    setup = job.setup()
    seed = Dice(job.seed)
    shares: dict[tuple[int, ...], int] = {}
    lengths: list[int] = []
    unfinished = 0
    for number in range(first, first + count):
        dice = seed.stream(number)
        state = setup.new(dice)
        lengths.append(playout(state, dice, job.limit))
        if state.over:
            winners = tuple(state.standings().winners())
            shares[winners] = shares.get(winners, 0) + 1
        else:
            unfinished += 1
    wins = [Fraction()] * job.players
    for winners, times in shares.items():
        for seat in winners:
            wins[seat] += Fraction(times, len(winners))
    return Tally(count, unfinished, sum(lengths), min(lengths), max(lengths), wins)


def watch_batch(job: Job, first: int, count: int) -> Iterator[GameTrace]:
    """The same games, decision by decision."""
    setup = job.setup()
    seed = Dice(job.seed)
    for number in range(first, first + count):
        yield watch(setup, number, seed.stream(number), job.limit)


def simulate(
    job: Job,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    files: Files | None = None,
    each: Each = workers.each,
) -> dict[str, object]:
    """Play a job on so many processes (None: one for each core); the report that `simulate --json` prints."""
    job.check()
    began = time.perf_counter()
    total = Tally()
    for part in _parts(job, jobs or os.cpu_count() or 1, files, each):
        total.add(part)
        progress(part.games)
    return _report(job, total, time.perf_counter() - began)


def _parts(job: Job, most: int, files: Files | None, each: Each) -> Iterator[Tally]:
    size = BATCH if files is None else WATCHED_BATCH
    batches = ((job, first, min(size, job.games - first)) for first in range(0, job.games, size))
    count = min(most, -(-job.games // size))
    if files is None:
        yield from each(_play_part, batches, count)
        return
    for tally, sheaf in each(_watch_part, batches, count, in_order=True):
        files.write(sheaf)
        yield tally


def _play_part(part: tuple[Job, int, int]) -> Tally:
    return play_batch(*part)


def _watch_part(part: tuple[Job, int, int]) -> tuple[Tally, PackedGames]:
    from spiritboard.arena.data import pack

    traces = list(watch_batch(*part))
    return tally(traces), pack(traces)


def tally(traces: list[GameTrace]) -> Tally:
    """What `play_batch` counts, of games whose course is known."""
    lengths = [len(trace.seats) for trace in traces]
    wins = [Fraction()] * len(traces[0].bots)
    for trace in traces:
        winners = [seat for seat, place in enumerate(trace.places or []) if place == 1]
        for seat in winners:
            wins[seat] += Fraction(1, len(winners))
    unfinished = sum(not trace.finished for trace in traces)
    return Tally(len(traces), unfinished, sum(lengths), min(lengths), max(lengths), wins)


def _report(job: Job, total: Tally, seconds: float) -> dict[str, object]:
    finished = total.games - total.unfinished
    return {
        "game": job.game,
        "players": job.players,
        "options": job.setup().config.options,
        "pieces": job.setup().config.digest,
        "seed": job.seed,
        "games": total.games,
        "unfinished": total.unfinished,
        "decisions": total.decisions,
        "seconds": seconds,
        "decisions_per_second": total.decisions / seconds,
        "games_per_second": total.games / seconds,
        "length": {"mean": total.decisions / total.games, "min": total.shortest, "max": total.longest},
        "wins": [float(wins / finished) if finished else 0.0 for wins in total.wins],
    }


def record_game(job: Job, number: int) -> Record:
    """Game number `number` of a job, move by move."""
    setup = job.setup()
    dice = Dice(job.seed).stream(number)
    record = Record(setup, dice.text(), [f"Player {seat + 1}" for seat in range(job.players)])
    state = setup.new(dice)
    while not state.over and len(record.moves) < job.limit:
        seat = state.turn
        move = state.random_move(seat, dice)
        record.moves.append(Move(seat, state.path(seat, move), dice.text()))
        state.apply(seat, move, dice)
    record.result = state.standings() if state.over else None
    return record


def write_records(job: Job, folder: Path, progress: Callable[[int], None] = lambda done: None) -> None:
    """Every game of a job as a record file in a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(job.games):
        (folder / f"{job.game}-{number:06}.txt").write_text(record_game(job, number).to_text(), encoding="utf-8")
        progress(1)
