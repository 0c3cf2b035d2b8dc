"""Plays and measures many games of one kind on all cores.

`simulate` and `count_ends` look at the ends of games only, which is fast. `survey` looks at every decision.
Game number k of a seed is the same game everywhere: it does not depend on the number of processes or machines.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from spiritboard.arena import workers
from spiritboard.arena.findings import Findings
from spiritboard.arena.players import Players, play, play_unwatched, players_for
from spiritboard.arena.trace import GameTrace, watch
from spiritboard.arena.workers import Each
from spiritboard.bots.roster import make
from spiritboard.table.dice import Dice
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import TableError
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find
from spiritboard.table.state import State

if TYPE_CHECKING:
    from spiritboard.arena.data import DataFiles, PackedGames

RANDOM_BOT = "random"
MOST_DECISIONS_SIMULATED = 1_000_000  # in one game: a longer game counts as unfinished
MOST_GAMES_SIMULATED = 2_000_000_000
# How many games are one part of the work.
GAMES_PER_PART = 2_000
WRITTEN_GAMES_PER_PART = 100  # every decision is kept in memory until its part is written
GAMES_OF_BOTS_PER_PART = 25  # a bot may need seconds for a game

FactValue = int | str
# Returns facts about the last position of a game: each a name and a value. It must be possible to pickle the function.
EndFacts = Callable[[State], Iterable[tuple[str, FactValue]]]


@dataclass(frozen=True)
class SimulationJob:
    """The games to be played, as plain values that can be sent to another process."""

    game: str
    players: int
    games: int
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: Pieces | None = None
    limit: int = MOST_DECISIONS_SIMULATED
    bot: str = RANDOM_BOT  # plays every seat

    def setup(self) -> GameSetup:
        return find(self.game).setup(self.players, self.pieces, **dict(self.options))

    def check(self) -> None:
        """Raises a TableError if the games cannot be played. Otherwise another process would raise it later."""
        self.setup()
        if not 1 <= self.games <= MOST_GAMES_SIMULATED:
            raise TableError(f"The number of games must be from 1 to {MOST_GAMES_SIMULATED}, not {self.games}.")
        if self.limit < 1:
            raise TableError(f"The limit of decisions must be at least 1, not {self.limit}.")
        make(self.bot, find(self.game))


class Lengths(msgspec.Struct, frozen=True):
    """How many decisions the games had."""

    mean: float
    min: int
    max: int


class SimulationReport(msgspec.Struct, frozen=True):
    """What came of the games, as `spiritboard simulate --json` prints it."""

    game: str
    players: int
    options: dict[str, str]
    pieces: str  # a digest
    seed: str
    bot: str
    games: int
    unfinished: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    length: Lengths
    wins: list[float]  # each seat's share of the victories in the finished games

    def rows(self) -> list[tuple[str, str]]:
        """Returns each figure with its name, as people read them."""
        return [(name.replace("_", " "), _figure(value)) for name, value in msgspec.to_builtins(self).items()]

    def _repr_html_(self) -> str:
        return html_table(("", ""), self.rows())


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value > 1000 else f"{value:.4g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return "  ".join(f"{name} {_figure(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "  ".join(_figure(part) for part in value)
    return str(value)


@dataclass
class Tally:
    """What the ends of some games say. All of it is counts, so parts can be added in any order."""

    unfinished: int = 0
    lengths: Counter[int] = field(default_factory=Counter)  # in decisions
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)  # how often these seats shared the victory
    facts: dict[str, Counter[FactValue]] = field(default_factory=dict)  # how often each fact had each value

    @property
    def games(self) -> int:
        return self.lengths.total()

    @property
    def decisions(self) -> int:
        return sum(length * times for length, times in self.lengths.items())

    def add(self, other: Tally) -> None:
        self.unfinished += other.unfinished
        self.lengths.update(other.lengths)
        self.winners.update(other.winners)
        for name, values in other.facts.items():
            self.facts.setdefault(name, Counter()).update(values)

    def add_games(self, lengths: list[int], winners: list[tuple[int, ...]]) -> None:
        """Adds the lengths of games, and the winners of those that were finished."""
        self.lengths.update(lengths)
        self.winners.update(winners)
        self.unfinished += len(lengths) - len(winners)

    def add_facts(self, facts: Iterable[tuple[str, FactValue]]) -> None:
        for name, value in facts:
            self.facts.setdefault(name, Counter())[value] += 1

    def numbers(self, name: str) -> Counter[int]:
        """Returns how often each value of a fact came up. Raises ValueError if a value is not a number."""
        return Counter({int(value): times for value, times in self.facts[name].items()})

    def win_shares(self, players: int) -> list[float]:
        """Returns each seat's share of the victories in the finished games."""
        wins = [Fraction()] * players
        for winners, times in self.winners.items():
            for seat in winners:
                wins[seat] += Fraction(times, len(winners))
        finished = self.winners.total()
        return [float(own / finished) if finished else 0.0 for own in wins]


# One part of a job: games number `first` to `first + count - 1`.


def play_batch(job: SimulationJob, first: int, count: int, facts: EndFacts | None = None) -> Tally:
    """Plays games and returns what their ends say."""
    setup = job.setup()
    seed = Dice(job.seed)
    found = Tally()
    lengths: list[int] = []  # games can take microseconds, so they are counted together
    winners: list[tuple[int, ...]] = []
    for number in range(first, first + count):
        dice = seed.stream(number)
        state = setup.new(dice)
        lengths.append(play_unwatched(state, dice, job.limit, _players(job, setup, number)))
        if state.over:
            winners.append(tuple(state.standings().winners()))
        if facts is not None:
            found.add_facts(facts(state))
    found.add_games(lengths, winners)
    return found


def watch_batch(job: SimulationJob, first: int, count: int, observations: bool = False) -> Iterator[GameTrace]:
    """Plays the same games and yields the trace of each."""
    setup = job.setup()
    seed = Dice(job.seed)
    for number in range(first, first + count):
        players = _players(job, setup, number)
        yield watch(setup, number, seed.stream(number), job.limit, players, observations)


def _players(job: SimulationJob, setup: GameSetup, number: int) -> Players | None:
    """Returns a new bot in every seat of game `number`, or None if moves are random."""
    if job.bot == RANDOM_BOT:
        return None
    return players_for((job.bot,) * job.players, setup, Dice(f"{job.seed} thinking").stream(number))


def tally(traces: list[GameTrace]) -> Tally:
    """Returns what `play_batch` counts, for games whose traces are there."""
    found = Tally()
    winners = [tuple(trace.winners()) for trace in traces if trace.finished]
    found.add_games([len(trace.seats) for trace in traces], winners)
    return found


Part = tuple[SimulationJob, int, int]


def _play_part(part: tuple[SimulationJob, int, int, EndFacts | None]) -> Tally:
    return play_batch(*part)


def _write_part(observations: bool, part: Part) -> tuple[Tally, PackedGames]:
    from spiritboard.arena.data import pack

    traces = list(watch_batch(*part, observations))
    return tally(traces), pack(traces, observations)


def _survey_part(part: Part) -> Findings:
    found = Findings()
    for trace in watch_batch(*part):
        found.add(trace)
    return found


# A whole job.


def _no_progress(done: int) -> None:
    """Ignores how many games are done."""


def _parts(job: SimulationJob, size: int) -> Iterator[Part]:
    return ((job, first, min(size, job.games - first)) for first in range(0, job.games, size))


def _workers(job: SimulationJob, size: int, jobs: int | None) -> int:
    """Returns the number of processes: `jobs`, or one for each core, but never more than there are parts."""
    return min(jobs or os.cpu_count() or 1, -(-job.games // size))


def _games_per_part(job: SimulationJob, size: int) -> int:
    """Returns how many games are one part of the work: so many, or fewer if bots think about them."""
    return size if job.bot == RANDOM_BOT else GAMES_OF_BOTS_PER_PART


def count_ends(
    job: SimulationJob,
    facts: EndFacts | None = None,
    jobs: int | None = None,
    progress: Callable[[int], None] = _no_progress,
    each: Each = workers.each,
) -> Tally:
    """Plays a job on `jobs` processes (None: one for each core) and returns what the ends of its games say."""
    job.check()
    size = _games_per_part(job, GAMES_PER_PART)
    parts = ((*part, facts) for part in _parts(job, size))
    return _total(each(_play_part, parts, _workers(job, size, jobs)), progress)


def _total(tallies: Iterable[Tally], progress: Callable[[int], None]) -> Tally:
    total = Tally()
    for part in tallies:
        total.add(part)
        progress(part.games)
    return total


def simulate(
    job: SimulationJob,
    jobs: int | None = None,
    progress: Callable[[int], None] = _no_progress,
    files: DataFiles | None = None,
    each: Each = workers.each,
) -> SimulationReport:
    """Plays a job on `jobs` processes (None: one for each core), and writes its games to the data files, if any.

    Returns what came of them."""
    began = time.perf_counter()
    if files is None:
        total = count_ends(job, None, jobs, progress, each)
    else:
        job.check()
        size = _games_per_part(job, WRITTEN_GAMES_PER_PART)
        write = partial(_write_part, files.observations)
        parts = each(write, _parts(job, size), _workers(job, size, jobs), in_order=True)
        total = _total(files.write_each(parts), progress)
    return _report(job, total, time.perf_counter() - began)


def survey(
    job: SimulationJob,
    jobs: int | None = None,
    progress: Callable[[int], None] = _no_progress,
    each: Each = workers.each,
) -> Findings:
    """Plays a job on `jobs` processes (None: one for each core) and returns what is found in its decisions."""
    job.check()
    size = GAMES_OF_BOTS_PER_PART
    total = Findings()
    for part in each(_survey_part, _parts(job, size), _workers(job, size, jobs), in_order=True):
        total.merge(part)
        progress(part.games)
    return total


def _report(job: SimulationJob, total: Tally, seconds: float) -> SimulationReport:
    config = job.setup().config
    return SimulationReport(
        game=job.game,
        players=job.players,
        options=config.options,
        pieces=config.digest,
        seed=job.seed,
        bot=job.bot,
        games=total.games,
        unfinished=total.unfinished,
        decisions=total.decisions,
        seconds=seconds,
        decisions_per_second=total.decisions / seconds,
        games_per_second=total.games / seconds,
        length=Lengths(total.decisions / total.games, min(total.lengths), max(total.lengths)),
        wins=total.win_shares(job.players),
    )


# Records.


@dataclass(frozen=True)
class RecordWriter:
    """Writes the moves of a game into its record, each with the dice of the table before it."""

    record: Record
    dice: Dice

    def decide(self, state: State, seat: int, move: int, dice: Dice) -> None:
        self.record.moves.append(Move(seat, state.path(seat, move), self.dice.text()))

    def tell(self, events: list[Event]) -> None:
        """Ignores events: they follow from the moves."""


def record_game(job: SimulationJob, number: int) -> Record:
    """Plays game number `number` of a job and returns its record."""
    setup = job.setup()
    dice = Dice(job.seed).stream(number)
    record = Record(setup, dice.text(), [f"Player {seat + 1}" for seat in range(job.players)])
    state = setup.new(dice, listen=job.bot != RANDOM_BOT)
    play(state, dice, job.limit, _players(job, setup, number), RecordWriter(record, dice))
    record.result = state.standings() if state.over else None
    return record


def write_records(job: SimulationJob, folder: Path, progress: Callable[[int], None] = _no_progress) -> None:
    """Writes every game of a job as a record file into a folder, and makes the folder if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(job.games):
        (folder / f"{job.game}-{number:06}.txt").write_text(record_game(job, number).to_text(), encoding="utf-8")
        progress(1)
