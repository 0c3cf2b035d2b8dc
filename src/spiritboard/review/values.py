"""The chances of a position and of its moves, found by playing on with the game's guide.

The guide is the steady player whom everybody is measured against. It reads nothing that its seat cannot know, so a
playout from the real state is as honest as one from an imagined state.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spiritboard.bots.search import FIRST_COMPARISON, RacingMove, Search, still_in
from spiritboard.bots.seat import Seat, take_seat
from spiritboard.review.estimate import Estimate, Sample, known, minus
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.registry import guide_for
from spiritboard.table.state import State

FEWEST = 3  # samples of everything, however short the time is
PATIENCE = 3.0  # standard errors by which a move must be behind before it is no longer tried
PARTS = 10  # of the worlds: in each one, the move is measured that is best in the others


@dataclass(frozen=True)
class Effort:
    """How much is sampled: a number of samples, or the seconds of the processor that it may take. With a number of
    samples, the same seed gives the same values on every machine."""

    samples: int = 0
    seconds: float = 0.0

    def part(self, part: float) -> Effort:
        """Returns a part of the time, and the same number of samples."""
        return Effort(self.samples, self.seconds * part)


class Until:
    """Says when an effort is spent. Only the time in which this process works counts, so that a review is as exact on a
    busy machine."""

    def __init__(self, effort: Effort, clock: Callable[[], float] = time.process_time) -> None:
        self._effort = effort
        self._clock = clock
        self._end = clock() + effort.seconds

    def goes_on(self, done: int) -> bool:
        if self._effort.samples:
            return done < self._effort.samples
        return done < FEWEST or self._clock() < self._end


@dataclass(frozen=True)
class TriedMove:
    """A legal move: the mover's chance after it, and how much better that is than after the move that was made."""

    move: int
    chance: float
    error: float
    lead: float  # over the move that was made, in the worlds in which both were tried
    lead_error: float
    tries: int


@dataclass(frozen=True)
class Comparison:
    """The legal moves of a seat that had a choice, best first, as the seat could know them then.

    `loss` is how much the best move is better than the move that was made. In each part of the worlds, the move is
    measured that is best in all other worlds, so that luck in the search does not count as a loss. It may come out
    below 0."""

    moves: tuple[TriedMove, ...]
    loss: float
    loss_error: float
    effect: Estimate  # for each seat: the move that was made, compared with the guide's choice


class Values:
    """Estimates the chances in games of one setup."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self._guide = guide_for(setup.config)
        self._search = Search(self._guide, 0.0, 0.0, 0.0, 0, 1, PATIENCE)

    def before_the_deal(self, dice: Dice, effort: Effort) -> Estimate:
        """Returns each seat's chance when nothing is dealt yet."""
        return self._sampled(dice, effort, self.setup.new)

    def of_position(self, state: State, dice: Dice, effort: Effort) -> Estimate:
        """Returns each seat's chance in this position, with everything that is hidden in it."""
        if state.over:
            return known(state.standings().shares())
        return self._sampled(dice, effort, lambda _: state.copy())

    def after_move(self, state: State, seat: int, move: int, dice: Dice, effort: Effort) -> Estimate:
        """Returns each seat's chance after a move, before the dice of the move are rolled."""

        def moved(luck: Dice) -> State:
            twin = state.copy()
            twin.apply(seat, move, luck)
            return twin

        return self._sampled(dice, effort, moved)

    def _sampled(self, dice: Dice, effort: Effort, begin: Callable[[Dice], State]) -> Estimate:
        sample, until = Sample(self.setup.config.seats), Until(effort)
        while until.goes_on(sample.count):
            luck = dice.stream(sample.count)
            sample.add(self._search.playout(begin(luck), luck))
        return sample.estimate()

    def compare(
        self, state: State, seat: int, made: int, dice: Dice, effort: Effort, patience: float = PATIENCE
    ) -> Comparison:
        """Compares the legal moves of a seat in worlds that it could imagine, each move with the same luck."""
        race = Race(self._search, take_seat(state, seat, dice), made, patience)
        until = Until(effort)
        luck = Dice(dice.below(1 << 31))
        while until.goes_on(race.worlds) and not race.is_decided:
            race.run(dice, luck)
        return race.comparison()


class Race:
    """The legal moves of a seat, tried side by side in the same worlds."""

    def __init__(self, search: Search, seat: Seat, made: int, patience: float) -> None:
        self._search = search
        self._seat = seat
        self._patience = patience
        self._made = RacingMove(seat.number, made)
        self._moves = [self._made, *(RacingMove(seat.number, move) for move in seat.legal if move != made)]
        self._field = self._moves
        self._next_comparison = FIRST_COMPARISON
        self._effects = Sample(seat.config.seats)
        self.worlds = 0

    @property
    def is_decided(self) -> bool:
        """Returns whether all other moves are clearly worse than the one that was made."""
        return len(self._field) == 1

    def run(self, dice: Dice, luck: Dice) -> None:
        """Try the moves that are still in the race in one more world."""
        world = self._search.imagine(self._seat, dice)
        steady = self._search.guide.choose(world, self._seat.number, dice)
        results = {racing.move: self._try(racing.move, world, luck) for racing in self._field}
        for racing in self._field:
            racing.add(results[racing.move][racing.mover])
        usual = results[steady] if steady in results else self._try(steady, world, luck)
        self._effects.add(minus(tuple(results[self._made.move]), tuple(usual)))
        self.worlds += 1
        if self.worlds >= self._next_comparison:
            self._next_comparison += self._next_comparison // 2
            field = still_in(self._field, self._patience)
            self._field = field if self._made in field else [self._made, *field]

    def _try(self, move: int, world: State, luck: Dice) -> Sequence[float]:
        twin, dice = world.copy(), luck.stream(self.worlds)
        twin.apply(self._seat.number, move, dice)
        return self._search.playout(twin, dice)

    def comparison(self) -> Comparison:
        own = mean_of(self._made.results)
        moves = sorted((self._tried(racing, own) for racing in self._moves), key=lambda tried: -tried.chance)
        loss, loss_error = self._loss()
        return Comparison(tuple(moves), loss, loss_error, self._effects.estimate())

    def _tried(self, racing: RacingMove, own: float) -> TriedMove:
        """Returns a move with its chance. A move that left the race early is judged by its lead until then, because the
        worlds until then may have been better or worse than the others."""
        leads = racing.leads(self._made)
        lead = mean_of(leads)
        return TriedMove(racing.move, own + lead, error_of(racing.results), lead, error_of(leads), len(racing.results))

    def _loss(self) -> tuple[float, float]:
        """Returns by how much the best move leads the one that was made, and the standard error of that. Both are 0 if
        the move that was made is the best one in all parts of the worlds."""
        leads = [racing.leads(self._made) for racing in self._moves if len(racing.results) == self.worlds]
        totals = [sum(each) for each in leads]
        found: list[float] = []
        picked: set[int] = set()
        for part in range(PARTS):
            measured = [each[part::PARTS] for each in leads]
            best = max(range(len(leads)), key=lambda at: totals[at] - sum(measured[at]))
            picked.add(best)
            found += measured[best]
        if not any(found):
            return 0.0, 0.0
        # Where the parts disagree about the best move, the loss is as uncertain as the leads of those moves.
        return mean_of(found), max(error_of(found), *(error_of(leads[at]) for at in picked))


def mean_of(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def error_of(numbers: Sequence[float]) -> float:
    """Returns the standard error of the mean of these numbers. It is never 0."""
    sample = Sample(1)
    for number in numbers:
        sample.add((number,))
    return sample.estimate().errors[0]
