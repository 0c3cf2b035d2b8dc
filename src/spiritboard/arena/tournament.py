"""Tournaments of bots: how often each bot wins, the 95 % interval of that, and how long it thinks."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from openskill.models import PlackettLuce

from spiritboard.arena import workers
from spiritboard.arena.line_file import LineFile
from spiritboard.arena.match import NO_OBJECTS, Contender, MatchPlan, Outcome, ScheduledGame, play, watch
from spiritboard.arena.ratio import Ratio
from spiritboard.arena.workers import Each
from spiritboard.bots.own import AnyBot
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import BadSetup, TableError

if TYPE_CHECKING:
    from spiritboard.arena.data import DataFiles, PackedGames


class BotResult(msgspec.Struct):
    """What a bot won. Among equally strong bots, its share of the victory is 1 / (bots at the table)."""

    name: str
    games: int
    wins: float
    win_share: float
    low: float
    high: float
    rating: float
    seconds_per_decision: float


class TournamentReport(msgspec.Struct):
    """Who won how often."""

    game: str
    players: int
    options: dict[str, str]
    seed: str
    games: int
    unfinished: int
    bots: list[BotResult]

    def rows(self) -> list[tuple[str, ...]]:
        """Returns a line of text for each bot, the best one first, under HEADINGS."""
        return [
            (
                bot.name,
                f"{bot.games:,}",
                f"{bot.wins:,.1f}",
                f"{bot.win_share:.3f}",
                f"{bot.low:.3f}-{bot.high:.3f}",
                f"{bot.rating:.1f}",
                f"{bot.seconds_per_decision:.4f}",
            )
            for bot in sorted(self.bots, key=lambda each: -each.win_share)
        ]

    def __repr__(self) -> str:
        shares = ", ".join(f"{bot.name} {bot.win_share:.3f} ({bot.low:.3f} to {bot.high:.3f})" for bot in self.bots)
        return f"<{self.game}, {self.players} players, {self.games} games: {shares}>"

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self.rows())


HEADINGS = ("bot", "games", "wins", "share", "95 %", "rating", "s per decision")


def tournament(
    plan: MatchPlan,
    jobs: int | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    files: DataFiles | None = None,
    each: Each = workers.each,
    own: Mapping[str, AnyBot] = NO_OBJECTS,
) -> TournamentReport:
    """Plays a plan on `jobs` processes (None: one for each core) and returns who won how often.

    `own` has the bots of the plan that are Python objects, by name. They play in this process only.

    `resume` is a file that keeps every game that is done; games that it holds already are not played again.
    """
    plan.check(own)
    if own and (jobs or 1) > 1:
        raise BadSetup("Bots that are Python objects play in one process. Announce them in a package to use several.")
    if resume is not None and files is not None:
        raise BadSetup(
            "The file of --resume holds no decisions, so data files cannot be written: use one or the other."
        )
    journal = Journal(plan, resume)
    progress(len(journal.outcomes))
    parts = [(plan, game) for game in plan.schedule() if (game.deal, game.number) not in journal.outcomes]
    count = 1 if own else min(jobs or os.cpu_count() or 1, len(parts))
    for outcome in _outcomes(parts, count, files, each, own):
        journal.add(outcome)
        progress(1)
    return report(plan, journal.in_order())


TournamentPart = tuple[MatchPlan, ScheduledGame]


def _outcomes(
    parts: list[TournamentPart], count: int, files: DataFiles | None, each: Each, own: Mapping[str, AnyBot]
) -> Iterator[Outcome]:
    contenders = parts[0][0].contenders(own) if own and parts else None
    if files is None:
        return each(partial(_play, contenders), parts, count)
    return files.write_each(each(partial(_watch, contenders, files.observations), parts, count, in_order=True))


def _play(contenders: list[Contender] | None, part: TournamentPart) -> Outcome:
    """Plays a game between these bots, or those that the plan names."""
    plan, game = part
    return play(plan, game, contenders or _contenders(plan))


def _watch(contenders: list[Contender] | None, observations: bool, part: TournamentPart) -> tuple[Outcome, PackedGames]:
    from spiritboard.arena.data import pack

    plan, game = part
    outcome, trace = watch(plan, game, contenders or _contenders(plan), observations)
    return outcome, pack([trace], observations)


@cache
def _contenders(plan: MatchPlan) -> list[Contender]:
    return plan.contenders()


class Journal:
    """The outcomes so far. If there is a file, it keeps them too, a line for each game."""

    def __init__(self, plan: MatchPlan, file: Path | None) -> None:
        self.outcomes: dict[tuple[int, int], Outcome] = {}
        self._file: LineFile | None = None
        if file is None:
            return
        self._file = LineFile(file, msgspec.json.encode(plan), "tournament")
        self._read(plan, file, self._file)

    def _read(self, plan: MatchPlan, file: Path, kept: LineFile) -> None:
        try:
            before = msgspec.json.decode(kept.head, type=MatchPlan)
            played = [msgspec.json.decode(line, type=Outcome) for line in kept.lines]
        except msgspec.DecodeError:
            raise TableError(f"{file}: this file was not written by a tournament.") from None
        if msgspec.structs.replace(before, games=plan.games) != plan:
            raise TableError(f"{file}: this file belongs to another tournament.")
        wanted = {(game.deal, game.number): game.seating for game in plan.schedule()}
        self.outcomes = {key: each for each in played if (key := (each.deal, each.number)) in wanted}
        if not all(_fits(each, wanted[key]) for key, each in self.outcomes.items()):
            raise TableError(f"{file}: this file was changed after the tournament wrote it.")

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.deal, outcome.number] = outcome
        if self._file is not None:
            self._file.add(msgspec.json.encode(outcome))

    def in_order(self) -> list[Outcome]:
        return [self.outcomes[key] for key in sorted(self.outcomes)]


def _fits(outcome: Outcome, seating: tuple[int, ...]) -> bool:
    """Returns whether this can be the outcome of a game with this seating."""
    by_seat = (outcome.shares, outcome.choices, outcome.seconds)
    return outcome.seating == seating and all(len(each) == len(seating) for each in by_seat)


def report(plan: MatchPlan, outcomes: list[Outcome]) -> TournamentReport:
    ratings = _ratings(len(plan.bots), outcomes)
    bots = [_bot_result(plan, bot, outcomes, ratings[bot]) for bot in range(len(plan.bots))]
    return TournamentReport(
        game=plan.game,
        players=plan.players,
        options=plan.setup().config.options,
        seed=plan.seed,
        games=len(outcomes),
        unfinished=sum(not outcome.finished for outcome in outcomes),
        bots=bots,
    )


def _bot_result(plan: MatchPlan, bot: int, outcomes: list[Outcome], rating: float) -> BotResult:
    own = [outcome for outcome in outcomes if bot in outcome.seating]
    low, high = share_by_deal(bot, own).interval(share=True)
    choices = sum(_sum_of_seats(bot, outcome, outcome.choices) for outcome in own)
    seconds = sum(_sum_of_seats(bot, outcome, outcome.seconds) for outcome in own)
    wins = sum(_sum_of_seats(bot, outcome, outcome.shares) for outcome in own)
    return BotResult(
        name=plan.bots[bot],
        games=len(own),
        wins=wins,
        win_share=wins / len(own),
        low=low,
        high=high,
        rating=rating,
        seconds_per_decision=seconds / choices if choices else 0.0,
    )


def _sum_of_seats(bot: int, outcome: Outcome, by_seat: Iterable[float]) -> float:
    """Returns the sum over the seats of a bot, which may have several at one table."""
    return sum(value for value, who in zip(by_seat, outcome.seating, strict=True) if who == bot)


def share_by_deal(bot: int, outcomes: list[Outcome]) -> Ratio:
    """Returns a bot's share of the victory, with deals as the unit: the games of one deal are not independent."""
    by_deal: dict[int, list[float]] = {}
    for outcome in outcomes:
        by_deal.setdefault(outcome.deal, []).append(_sum_of_seats(bot, outcome, outcome.shares))
    found = Ratio()
    for shares in by_deal.values():
        found.add(statistics.fmean(shares))
    return found


def _ratings(bots: int, outcomes: list[Outcome]) -> list[float]:
    """Returns OpenSkill ratings after the games in their order. A bot with several seats counts as one player.

    Bots do not learn from game to game, so ratings do not drift: `tau` is 0.
    """
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for outcome in outcomes:
        present = sorted(set(outcome.seating))
        scores = [_sum_of_seats(bot, outcome, outcome.shares) for bot in present]
        rated = model.rate([[ratings[bot]] for bot in present], scores=scores)
        for bot, [rating] in zip(present, rated, strict=True):
            ratings[bot] = rating
    return [float(rating.mu) for rating in ratings]
