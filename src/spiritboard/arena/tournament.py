"""Bots against each other, many times: who wins how often, how sure that is, and how long they take."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from openskill.models import PlackettLuce

from spiritboard.arena import workers
from spiritboard.arena.match import Contender, Match, Outcome, Plan, play, watch
from spiritboard.arena.workers import Each
from spiritboard.table.errors import BadSetup, TableError
from spiritboard.table.registry import find

if TYPE_CHECKING:
    from spiritboard.arena.data import Files, PackedGames

SURE = 1.96  # standard errors on either side: 95 %


class Standing(msgspec.Struct):
    """How a bot did. Among equals its share of the victory is one in the number of bots at the table."""

    name: str
    games: int
    wins: float
    win_share: float
    low: float
    high: float
    rating: float
    seconds_per_decision: float


class Report(msgspec.Struct):
    game: str
    players: int
    options: dict[str, str]
    seed: str
    games: int
    unfinished: int
    bots: list[Standing]


def tournament(
    plan: Plan,
    jobs: int | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    files: Files | None = None,
    each: Each = workers.each,
) -> Report:
    """Play a plan on so many processes (None: one for each core). With a file to resume from, what is done is kept."""
    plan.check()
    if resume is not None and files is not None:
        raise BadSetup("What was played before it was resumed is not known move by move: no data files with --resume.")
    journal = Journal(plan, resume)
    progress(len(journal.outcomes))
    parts = [(plan, match) for match in plan.matches() if (match.deal, match.number) not in journal.outcomes]
    for outcome in _outcomes(parts, min(jobs or os.cpu_count() or 1, len(parts)), files, each):
        journal.add(outcome)
        progress(1)
    return report(plan, journal.in_order())


def _outcomes(parts: list[tuple[Plan, Match]], count: int, files: Files | None, each: Each) -> Iterator[Outcome]:
    if files is None:
        yield from each(_play, parts, count)
        return
    for outcome, sheaf in each(_watch, parts, count, in_order=True):
        files.write(sheaf)
        yield outcome


def _play(part: tuple[Plan, Match]) -> Outcome:
    plan, match = part
    return play(plan, match, _contenders(plan))


def _watch(part: tuple[Plan, Match]) -> tuple[Outcome, PackedGames]:
    from spiritboard.arena.data import pack

    plan, match = part
    outcome, trace = watch(plan, match, _contenders(plan))
    return outcome, pack([trace])


@cache
def _contenders(plan: Plan) -> list[Contender]:
    return [Contender(name, find(plan.game)) for name in plan.bots]


class Journal:
    """What has been played so far; in a file too, a line a game, if it is to outlive the process."""

    def __init__(self, plan: Plan, file: Path | None) -> None:
        self.outcomes: dict[tuple[int, int], Outcome] = {}
        self._file = file
        if file is None:
            return
        try:
            if file.exists() and file.stat().st_size:
                self._read(plan, file)
            else:
                file.write_bytes(msgspec.json.encode(plan) + b"\n")
        except OSError as error:
            raise TableError(f"{file}: cannot be used to resume from ({error.strerror}).") from None

    def _read(self, plan: Plan, file: Path) -> None:
        head, *lines = file.read_bytes().split(b"\n")
        try:
            before = msgspec.json.decode(head, type=Plan)
            # What follows the last line's end was cut off in the middle of being written.
            played = [msgspec.json.decode(line, type=Outcome) for line in lines[:-1]]
        except msgspec.DecodeError:
            raise TableError(f"{file}: was not written by the arena.") from None
        if msgspec.structs.replace(before, games=plan.games) != plan:
            raise TableError(f"{file}: belongs to another tournament than this one.")
        wanted = {(match.deal, match.number): match.seating for match in plan.matches()}
        self.outcomes = {key: each for each in played if (key := (each.deal, each.number)) in wanted}
        if not all(_fits(each, wanted[key]) for key, each in self.outcomes.items()):
            raise TableError(f"{file}: somebody else has written into it.")
        if lines[-1:] != [b""]:
            file.write_bytes(b"\n".join([head, *lines[:-1]]) + b"\n")

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.deal, outcome.number] = outcome
        if self._file is not None:
            with self._file.open("ab") as lines:
                lines.write(msgspec.json.encode(outcome) + b"\n")

    def in_order(self) -> list[Outcome]:
        return [self.outcomes[key] for key in sorted(self.outcomes)]


def _fits(outcome: Outcome, seating: tuple[int, ...]) -> bool:
    """Whether it can be that of a game with these at the table."""
    by_seat = (outcome.shares, outcome.choices, outcome.seconds)
    return outcome.seating == seating and all(len(each) == len(seating) for each in by_seat)


def report(plan: Plan, outcomes: list[Outcome]) -> Report:
    ratings = _ratings(len(plan.bots), outcomes)
    bots = [_standing(plan, bot, outcomes, ratings[bot]) for bot in range(len(plan.bots))]
    return Report(
        game=plan.game,
        players=plan.players,
        options=plan.setup().config.options,
        seed=plan.seed,
        games=len(outcomes),
        unfinished=sum(not outcome.finished for outcome in outcomes),
        bots=bots,
    )


def _standing(plan: Plan, bot: int, outcomes: list[Outcome], rating: float) -> Standing:
    own = [outcome for outcome in outcomes if bot in outcome.seating]
    low, high = interval(deal_means(bot, own))
    choices = sum(_of(bot, outcome, outcome.choices) for outcome in own)
    seconds = sum(_of(bot, outcome, outcome.seconds) for outcome in own)
    wins = sum(_of(bot, outcome, outcome.shares) for outcome in own)
    return Standing(
        name=plan.bots[bot],
        games=len(own),
        wins=wins,
        win_share=wins / len(own),
        low=low,
        high=high,
        rating=rating,
        seconds_per_decision=seconds / choices if choices else 0.0,
    )


def _of(bot: int, outcome: Outcome, by_seat: Iterable[float]) -> float:
    """The sum over a bot's seats: it may have several at one table."""
    return sum(value for value, who in zip(by_seat, outcome.seating, strict=True) if who == bot)


def deal_means(bot: int, outcomes: list[Outcome]) -> list[float]:
    """A bot's mean share in each deal: games of one deal are not independent, deals are."""
    by_deal: dict[int, list[float]] = {}
    for outcome in outcomes:
        by_deal.setdefault(outcome.deal, []).append(_of(bot, outcome, outcome.shares))
    return [statistics.fmean(shares) for shares in by_deal.values()]


def interval(means: list[float]) -> tuple[float, float]:
    """95 % for the mean, as if four more deals had been played, two won and two lost (after Agresti and Coull): so a
    few games that all went one way do not look like certainty."""
    padded = [*means, 0.0, 0.0, 1.0, 1.0]
    middle = statistics.fmean(padded)
    width = SURE * statistics.stdev(padded) / len(padded) ** 0.5
    return max(0.0, middle - width), min(1.0, middle + width)


def _ratings(bots: int, outcomes: list[Outcome]) -> list[float]:
    """OpenSkill over the games in order: a bot is one player at a table, and has won what all of its seats have. Bots
    do not learn from game to game, so there is no drift for a rating to follow (`tau`)."""
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for outcome in outcomes:
        there = sorted(set(outcome.seating))
        scores = [_of(bot, outcome, outcome.shares) for bot in there]
        rated = model.rate([[ratings[bot]] for bot in there], scores=scores)
        for bot, [rating] in zip(there, rated, strict=True):
            ratings[bot] = rating
    return [float(rating.mu) for rating in ratings]
