"""Games with varied pieces. Game number k has the same deal, the same dice and the same seats with all pieces, so that
the luck of the dice does not look like a difference between the pieces."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from spiritboard.arena.design.measures import measured, measures
from spiritboard.arena.design.places import Factor, read_factor, said, settings, with_values
from spiritboard.arena.line_file import LineFile
from spiritboard.arena.match import pieces_text, read_pieces_text
from spiritboard.arena.players import players_for
from spiritboard.arena.ratio import Ratio
from spiritboard.arena.workers import Each
from spiritboard.bots.roster import make
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, TableError
from spiritboard.table.game import GameSetup
from spiritboard.table.options import first_seat_begins
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find

BATCHES = 100  # into which the games are divided: their scatter gives the intervals
MOST_SETTINGS = 4096
MOST_BOTS = 12
MOST_GAMES = 10_000_000
MOST_DECISIONS = 20_000  # in one game: a longer game counts as unfinished
MOST_SETUPS = 256  # kept by each process
MOST_PLANS = 8


class TrialPlan(msgspec.Struct, frozen=True):
    """Games with every combination of some values, as plain values from which every game follows."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int  # with each combination: whole deals
    vary: tuple[str, ...]  # each as NAME=VALUES
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    pieces: str = ""  # of which values are varied, as `pieces_text` writes them; empty for the game's own
    limit: int = MOST_DECISIONS

    def own_pieces(self) -> Pieces:
        return read_pieces_text(self.game, self.pieces) or find(self.game).own_pieces

    def factors(self) -> list[Factor]:
        """Returns what is varied. Raises BadSetup if a value is not there or is named twice."""
        return _factors(self)

    def settings(self) -> list[tuple[int, ...]]:
        """Returns every combination, as the number of each factor's value. Raises BadSetup if there are too many."""
        return _settings(self)

    def setup(self, setting: tuple[int, ...]) -> GameSetup:
        """Returns the game with one combination. Raises BadPieces if it makes no playable game."""
        return find(self.game).setup(self.players, self.pieces_of(setting), **self.agreed())

    def pieces_of(self, setting: tuple[int, ...]) -> Pieces:
        factors = self.factors()
        values = {factor.place: factor.levels[level] for factor, level in zip(factors, setting, strict=True)}
        return with_values(find(self.game), self.own_pieces(), values)

    def agreed(self) -> dict[str, str]:
        """Returns the options. Seat 0 begins unless they say otherwise: so its share shows what beginning gains."""
        return {**first_seat_begins(find(self.game).options), **dict(self.options)}

    def measures(self) -> tuple[str, ...]:
        return measures(self.players, self.bots)

    def check(self) -> None:
        """Raises a TableError if these games cannot be played."""
        if not 1 <= len(self.bots) <= MOST_BOTS or len(set(self.bots)) < len(self.bots):
            raise BadSetup(f"From 1 to {MOST_BOTS} different bots can play.")
        if not 2 <= self.games <= MOST_GAMES:
            raise BadSetup(f"The number of games must be from 2 to {MOST_GAMES:,}, not {self.games:,}.")
        for bot in self.bots:
            make(bot, find(self.game))
        for setting in self.settings():
            self.setup(setting)

    def words(self, setting: tuple[int, ...]) -> str:
        """Returns a combination as text."""
        found = [f"{factor.name}={factor.words(level)}" for factor, level in zip(self.factors(), setting, strict=True)]
        return ", ".join(found) or "the pieces as they are"

    def as_they_are(self) -> int | None:
        """Returns the number of the combination that changes nothing, or None if it is not among those tried."""
        wanted = [said(factor.place.value) for factor in self.factors()]
        for number, setting in enumerate(self.settings()):
            levels = zip(self.factors(), setting, strict=True)
            if [factor.words(level) for factor, level in levels] == wanted:
                return number
        return None


@lru_cache(MOST_PLANS)
def _factors(plan: TrialPlan) -> list[Factor]:
    found = [read_factor(plan.own_pieces(), each) for each in plan.vary]
    for at, factor in enumerate(found):
        if any(factor.place.steps == other.place.steps for other in found[:at]):
            raise BadSetup(f"{factor.name} is varied twice.")
    return found


@lru_cache(MOST_PLANS)
def _settings(plan: TrialPlan) -> list[tuple[int, ...]]:
    factors = plan.factors()
    count = math.prod(len(factor.levels) for factor in factors)
    if count > MOST_SETTINGS:
        raise BadSetup(f"These values have {count:,} combinations; at most {MOST_SETTINGS:,} are played.")
    return settings(factors)


class Sums(msgspec.Struct, frozen=True):
    """The measures of some games: for each its sum, and the sum of its squares."""

    games: int
    totals: list[float]
    squares: list[float]

    def ratio(self, measure: int) -> Ratio:
        """Returns a measure with games as the unit."""
        total, squares, games = self.totals[measure], self.squares[measure], float(self.games)
        return Ratio(self.games, total, games, squares, total, games)


class Trial(msgspec.Struct, frozen=True):
    """One batch of games with some of the combinations."""

    batch: int
    settings: list[int]
    sums: list[Sums]  # of each of these combinations


Part = tuple[TrialPlan, int, tuple[int, ...]]  # a batch, and the combinations to play


def batch_size(plan: TrialPlan) -> int:
    """Returns how many games of each combination are a batch: whole deals, so that batches are independent."""
    turns = len(plan.bots)
    return -(-plan.games // (BATCHES * turns)) * turns


def batches(plan: TrialPlan) -> int:
    return -(-plan.games // batch_size(plan))


@lru_cache(MOST_SETUPS)
def _setup(plan: TrialPlan, number: int) -> GameSetup:
    return plan.setup(plan.settings()[number])


def play_trial(part: Part) -> Trial:
    """Plays a batch of games with some combinations."""
    plan, batch, numbers = part
    size = batch_size(plan)
    games = range(batch * size, min((batch + 1) * size, plan.games))
    return Trial(batch, list(numbers), [_sums(plan, _setup(plan, number), games) for number in numbers])


def _sums(plan: TrialPlan, setup: GameSetup, games: range) -> Sums:
    count = len(plan.measures())
    totals, squares = [0.0] * count, [0.0] * count
    for number in games:
        for at, value in enumerate(play_game(plan, setup, number)):
            totals[at] += value
            squares[at] += value * value
    return Sums(len(games), totals, squares)


def play_game(plan: TrialPlan, setup: GameSetup, number: int) -> list[float]:
    """Returns the measures of one game. Each deal is played as often as there are bots, and they move on by one seat
    each time."""
    deal, turn = divmod(number, len(plan.bots))
    dice = Dice(plan.seed).stream(deal)
    seated = tuple((seat + turn) % len(plan.bots) for seat in range(plan.players))
    names = tuple(plan.bots[bot] for bot in seated)
    players = players_for(names, setup, Dice(f"{plan.seed} thinking").stream(number))
    state = setup.new(dice)
    length = players.play(state, dice, plan.limit)
    return measured(state, length, seated, len(plan.bots))


class Trials:
    """The trials so far. If there is a file, it keeps them too."""

    def __init__(self, plan: TrialPlan, file: Path | None = None, what: str = "sweep") -> None:
        self.plan = plan
        self.played: dict[int, dict[int, Sums]] = {}  # by combination and batch
        self._file = None if file is None else LineFile(file, msgspec.json.encode(plan), what)
        if self._file is None:
            return
        try:
            before = msgspec.json.decode(self._file.head, type=TrialPlan)
            found = [msgspec.json.decode(line, type=Trial) for line in self._file.lines]
        except msgspec.DecodeError:
            raise TableError(f"{file}: this file was not written by a {what}.") from None
        if before != plan:
            raise TableError(f"{file}: this file belongs to another {what}.")
        for trial in found:
            self._keep(trial)

    def _keep(self, trial: Trial) -> None:
        for number, sums in zip(trial.settings, trial.sums, strict=True):
            self.played.setdefault(number, {})[trial.batch] = sums

    def play(
        self,
        numbers: Iterable[int],
        wanted: range,
        jobs: int | None,
        progress: Callable[[int], None],
        each: Each,
    ) -> None:
        """Plays these batches with these combinations, as far as they have not been played. `progress` is told how
        many games are done."""
        parts = list(self._missing(list(numbers), wanted))
        size = batch_size(self.plan)
        for trial in each(play_trial, parts, min(jobs or os.cpu_count() or 1, max(1, len(parts)))):
            self._keep(trial)
            if self._file is not None:
                self._file.add(msgspec.json.encode(trial))
            progress(size * len(trial.settings))

    def _missing(self, numbers: list[int], wanted: range) -> Iterator[Part]:
        for batch in wanted:
            left = tuple(number for number in numbers if batch not in self.played.get(number, {}))
            if left:
                yield self.plan, batch, left

    def sums(self, number: int) -> Sums:
        """Returns the sums of one combination over all batches that were played with it."""
        found = [sums for _, sums in sorted(self.played.get(number, {}).items())]
        columns = range(len(self.plan.measures()))
        return Sums(
            sum(each.games for each in found),
            [math.fsum(each.totals[at] for each in found) for at in columns],
            [math.fsum(each.squares[at] for each in found) for at in columns],
        )

    def games(self) -> int:
        """Returns how many games were played."""
        return sum(sums.games for own in self.played.values() for sums in own.values())

    def totals(self, numbers: list[int], measure: int) -> dict[int, float]:
        """Returns the sum of a measure over some combinations, by batch: only the batches that all were played in."""
        found: dict[int, float] = {}
        for batch in range(batches(self.plan)):
            sums = [self.played.get(number, {}).get(batch) for number in numbers]
            own = [each.totals[measure] for each in sums if each is not None]
            if len(own) == len(numbers):
                found[batch] = math.fsum(own)
        return found

    def games_in(self, batch: int) -> int:
        """Returns how many games of each combination a batch has."""
        size = batch_size(self.plan)
        return min(size, self.plan.games - batch * size)


def whole_deals(games: int, bots: int) -> int:
    """Returns the number of games, rounded up so that every deal is played with each bot in each place."""
    turns = max(1, bots)
    return -(-games // turns) * turns


def trial_plan(
    game: str,
    players: int,
    bots: Iterable[str],
    games: int,
    vary: Iterable[str],
    seed: str,
    options: dict[str, str],
    pieces: Pieces | None,
) -> TrialPlan:
    """Returns a plan that was checked. Its games are rounded up to whole deals. Raises a TableError if they cannot be
    played."""
    agreed, names = tuple(sorted(options.items())), tuple(bots)
    whole = whole_deals(games, len(names))
    plan = TrialPlan(game, players, names, whole, tuple(vary), seed, agreed, pieces_text(pieces))
    plan.check()
    return plan
