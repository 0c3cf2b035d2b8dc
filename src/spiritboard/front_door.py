"""What `import spiritboard` offers: a few functions that lead to everything else."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spiritboard.arena import workers
from spiritboard.arena.match import MatchPlan, pieces_text
from spiritboard.arena.simulate import MOST_DECISIONS_SIMULATED, RANDOM_BOT, SimulationJob, SimulationReport
from spiritboard.arena.simulate import simulate as simulate_games
from spiritboard.arena.tournament import TournamentReport, tournament
from spiritboard.bots.own import AnyBot, named
from spiritboard.review.review import Review
from spiritboard.review.review import review as review_record
from spiritboard.review.values import Effort
from spiritboard.table import drawing
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.record import Record, read_record
from spiritboard.table.registry import find
from spiritboard.table.registry import games as all_games
from spiritboard.table.state import State

if TYPE_CHECKING:
    from spiritboard.arena.design.balance import BalanceReport
    from spiritboard.arena.design.power import PilotReport
    from spiritboard.arena.design.sweep import SweepReport
    from spiritboard.arena.design.trials import TrialPlan


def games() -> dict[str, Game]:
    """Returns every game by its id, also those of other packages."""
    return dict(all_games())


def make(
    game: str | Game, players: int | None = None, pieces: Pieces | str | Path | None = None, **options: object
) -> GameSetup:
    """Returns a game that is ready to be dealt: `make("ghosts", players=3, rounds=1).new(Dice(2026))`.

    `players` is by default the fewest that the game takes. `pieces` is a pieces file, if they are not the game's own.
    Raises BadSetup if there is no such game or option, or the game does not take so many players."""
    found = find(game) if isinstance(game, str) else game
    own = found.read_pieces(Path(pieces)) if isinstance(pieces, (str, Path)) else pieces
    return found.setup(found.seats[0] if players is None else players, own, **_texts(options))


def _texts(options: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in options.items()}


def arena(
    game: str | Game,
    bots: Sequence[AnyBot] | Mapping[str, AnyBot] = ("heuristic", "random"),
    players: int | None = None,
    games: int = 400,
    seed: object = 0,
    jobs: int | None = None,
    pieces: Pieces | str | Path | None = None,
    **options: object,
) -> TournamentReport:
    """Let bots play each other, every deal in every seating, and return how often each of them wins.

    A bot is a name, such as "heuristic", "search:iterations=100" or "expert", or a Python object that decides: a
    function of a seat, or an object with a method `choose`. With such objects all games are played in this process.
    Raises BadSetup if there is no such game, option or bot."""
    setup = make(game, players, pieces, **options)
    contenders = named(bots)
    chosen = tuple(sorted(_texts(options).items()))
    own_pieces = "" if pieces is None else pieces_text(setup.pieces)
    plan = MatchPlan(setup.game.id, setup.config.seats, tuple(contenders), games, str(seed), chosen, pieces=own_pieces)
    own = {name: bot for name, bot in contenders.items() if bot != name}
    return tournament(plan, jobs, own=own)


def simulate(
    game: str | Game,
    players: int | None = None,
    games: int = 10_000,
    seed: object = 0,
    jobs: int | None = None,
    pieces: Pieces | str | Path | None = None,
    limit: int = MOST_DECISIONS_SIMULATED,
    bot: str = RANDOM_BOT,
    **options: object,
) -> SimulationReport:
    """Play many games on all cores, with the same bot in every seat, and return their length, and how often each seat
    wins. The bot "random" is by far the fastest.

    A game that is not over after `limit` decisions counts as unfinished. Raises BadSetup as `make` does."""
    setup = make(game, players, pieces, **options)
    chosen = tuple(sorted(_texts(options).items()))
    job = SimulationJob(setup.game.id, setup.config.seats, games, str(seed), chosen, setup.pieces, limit, bot)
    return simulate_games(job, jobs)


def sweep(
    game: str | Game,
    vary: Sequence[str],
    bots: Sequence[str] = ("heuristic",),
    players: int | None = None,
    games: int = 200,
    seed: object = 0,
    jobs: int | None = None,
    pieces: Pieces | str | Path | None = None,
    resume: str | Path | None = None,
    **options: object,
) -> SweepReport:
    """Play every combination of some values of the pieces, each with the same deals and dice, and return what each
    value changes: `sweep("spookies", ["attic.2=8..20:4"])`.

    With one bot, it plays every seat; several take turns at the seats. `resume` is a file that keeps what is done.
    Raises a TableError, such as BadSetup, if these games cannot be played."""
    from spiritboard.arena.design.sweep import sweep as sweep_plan

    plan = _trial_plan(game, players, bots, games, vary, seed, pieces, options)
    return sweep_plan(plan, jobs, None if resume is None else Path(resume))


def balance(
    game: str | Game,
    targets: Sequence[str],
    vary: Sequence[str],
    bots: Sequence[str] = ("heuristic",),
    players: int | None = None,
    games: int = 1000,
    most: int = 256,
    seed: object = 0,
    jobs: int | None = None,
    pieces: Pieces | str | Path | None = None,
    resume: str | Path | None = None,
    **options: object,
) -> tuple[BalanceReport, Pieces]:
    """Search values of the pieces that bring a game near its targets, and return a report and the chosen pieces:
    `balance("spookies", ["seats even", "length 60..80"], ["chips.1.count=10..30:5"])`.

    Of more than `most` combinations, so many are drawn at random; the best of them play `games` games. Raises a
    TableError, such as BadSetup, if the search is impossible."""
    from spiritboard.arena.design.balance import balance as search

    plan = _trial_plan(game, players, bots, games, vary, seed, pieces, options)
    return search(plan, list(targets), most, jobs, None if resume is None else Path(resume))


def pilot(
    game: str | Game,
    differences: Mapping[str, float] | None = None,
    vary: Sequence[str] = (),
    bots: Sequence[str] = ("heuristic",),
    players: int | None = None,
    games: int = 200,
    seed: object = 0,
    jobs: int | None = None,
    pieces: Pieces | str | Path | None = None,
    **options: object,
) -> PilotReport:
    """Play a few games, and return how many it takes to see differences: `pilot("ghosts", {"seat 1": 0.02})`.

    If a value is varied, games with its first and its last value are compared. Raises a TableError, such as BadSetup,
    if these games cannot be played."""
    from spiritboard.arena.design.power import pilot as pilot_run

    return pilot_run(_trial_plan(game, players, bots, games, vary, seed, pieces, options), differences or {}, jobs)


def _trial_plan(
    game: str | Game,
    players: int | None,
    bots: Sequence[str],
    games: int,
    vary: Sequence[str],
    seed: object,
    pieces: Pieces | str | Path | None,
    options: Mapping[str, object],
) -> TrialPlan:
    from spiritboard.arena.design.trials import trial_plan

    if isinstance(bots, str) or isinstance(vary, str):
        raise BadSetup("Bots and varied values are given in lists, even if there is only one.")
    setup = make(game, players, pieces, **options)
    own = None if pieces is None else setup.pieces
    return trial_plan(setup.game.id, setup.config.seats, bots, games, vary, str(seed), _texts(options), own)


def review(
    record: Record | str | Path,
    seconds: float | None = None,
    samples: int = 0,
    seed: object = 0,
    jobs: int | None = None,
) -> Review:
    """Return what a finished game was decided by: everybody's luck, each decision and what it cost.

    `record` is a record or its file. `seconds` is the time to spend on one core (several cores share it), by default as
    much as the game needs. With `samples`, so many games of everything are played instead, and the same seed gives the
    same review everywhere. Raises BadRecord if the game is not over or does not replay."""
    found = record if isinstance(record, Record) else read_record(Path(record))
    time = found.setup.game.review_seconds if seconds is None else seconds
    effort = Effort(samples=samples) if samples else Effort(seconds=time)
    return review_record(found, effort, str(seed), partial(workers.each, workers=jobs or os.cpu_count() or 1))


@dataclass(frozen=True)
class Shown:
    """What a seat, or a spectator, sees: text where it is printed, and the table as in the browser in a notebook."""

    state: State
    seat: int | None = None

    def __str__(self) -> str:
        names = [f"seat {seat}" for seat in range(self.state.seats)]
        return find(self.state.config.game).draw(self.state.view(self.seat), names)

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        return drawing.html(self.state, self.seat)


def show(state: State, seat: int | None = None) -> Shown:
    """Return what a seat sees of a state, or a spectator if no seat is given, to be printed or shown in a notebook."""
    return Shown(state, seat)
