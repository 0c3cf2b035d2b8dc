"""A finished game, taken apart into luck and decisions.

For every seat, the chance of victory moves from its value before the deal to 1 or 0 at the end. Each step on the way
has one reason:

    deal      what the deal changed
    effect    a decision: how much better or worse it is than the guide's choice, as far as its seat could know
    hidden    what the seat could not know: how much better or worse the same decision is in the real position
    roll      the dice and the cards drawn: the position that came out, compared with the mean of all that could

So for every seat: final - initial = deal + the sum of all effects, hidden and roll. (Zare's fundamental equation of
backgammon has the same form.) The guide plays on in all estimates. If all seats play like the guide, every kind of luck
is 0 in the mean, because the estimate of a position is the mean of the estimates of the positions that may follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from math import sqrt

import msgspec

from spiritboard.review.estimate import Estimate, Shares, known, minus, plus
from spiritboard.review.values import Effort, TriedMove, Values
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadRecord
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find
from spiritboard.table.state import State, only_move

Each = Callable[[Callable[["PlyTask"], "PlyValues"], Iterable["PlyTask"]], Iterator["PlyValues"]]

MEASURE_VERSION = 1  # of what the values mean: raised when stored ones must be worked out again
USUAL_SECONDS = 50.0  # of one core for a whole game
SURE = 2.0  # a difference of fewer standard errors is not called a mistake, nor luck
# Parts of the time for a move: the position, the move before its dice, and the legal moves.
POSITION_PART, DICE_PART, MOVES_PART = 0.25, 0.15, 0.6


class Choice(msgspec.Struct, frozen=True):
    """One of the moves that a seat could make: its chance for the seat, and the lead over the move that was made."""

    path: tuple[str, ...]
    chance: float
    error: float
    lead: float
    lead_error: float
    tries: int


class Decision(msgspec.Struct, frozen=True):
    """A decision between several moves, best first. `loss` is what the best one would have brought more."""

    choices: tuple[Choice, ...]
    made: int  # the index of the move that was made
    loss: float
    loss_error: float

    @property
    def is_mistake(self) -> bool:
        return self.loss > SURE * self.loss_error > 0.0

    @property
    def best(self) -> Choice:
        return self.choices[0]


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move of the game, and what it changed for every seat."""

    ply: int  # how many moves were made before it
    seat: int
    path: tuple[str, ...]
    chances: Estimate  # of all seats before the move
    decision: Decision | None  # None if there was only one legal move
    effect: Shares
    effect_errors: Shares
    hidden: Shares
    roll: Shares
    luck_errors: Shares  # of hidden and roll together

    @property
    def luck(self) -> Shares:
        return plus(self.hidden, self.roll)


class SeatReview(msgspec.Struct, frozen=True):
    """The sums for one seat. `decisions` is what the decisions of each seat, its own and others, brought this seat."""

    seat: int
    name: str
    initial: float
    final: float
    luck: float
    decisions: Shares
    skill_error: float  # the standard error of what its own decisions brought it
    choices: int  # the number of its decisions between several moves
    mistakes: int
    loss: float  # the mean loss of its decisions

    @property
    def skill(self) -> float:
        """Returns what its own decisions brought it, compared with the guide's."""
        return self.decisions[self.seat]


class Review(msgspec.Struct, frozen=True):
    """All of a reviewed game."""

    game: str
    names: tuple[str, ...]
    initial: Estimate
    deal: Shares
    moves: tuple[ReviewedMove, ...]
    final: Shares

    def seats(self) -> list[SeatReview]:
        return [self._seat(seat) for seat in range(len(self.names))]

    def luck(self, seat: int) -> float:
        return self.deal[seat] + sum(move.luck[seat] for move in self.moves)

    def effects(self, mover: int, seat: int) -> float:
        """Returns what the decisions of `mover` brought `seat`."""
        return sum(move.effect[seat] for move in self.moves if move.seat == mover)

    def decisions(self, seat: int) -> list[Decision]:
        return [move.decision for move in self.moves if move.seat == seat and move.decision is not None]

    def _seat(self, seat: int) -> SeatReview:
        own = self.decisions(seat)
        return SeatReview(
            seat=seat,
            name=self.names[seat],
            initial=self.initial.values[seat],
            final=self.final[seat],
            luck=self.luck(seat),
            decisions=tuple(self.effects(mover, seat) for mover in range(len(self.names))),
            skill_error=sqrt(sum(move.effect_errors[seat] ** 2 for move in self.moves if move.seat == seat)),
            choices=len(own),
            mistakes=sum(decision.is_mistake for decision in own),
            loss=sum(decision.loss for decision in own) / len(own) if own else 0.0,
        )


@dataclass(frozen=True)
class ReviewJob:
    """What a process needs to know to work on the moves of one game."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    pieces: Pieces
    effort: Effort  # for one move
    seed: str

    def setup(self) -> GameSetup:
        return find(self.game).setup(self.seats, self.pieces, **dict(self.options))

    def dice(self, purpose: str) -> Dice:
        """Returns dice that are used for this purpose only."""
        return Dice(f"{self.seed} {purpose}")


@dataclass(frozen=True)
class PlyTask:
    """A position of a recorded game and the move that was made in it, for a process that works it out."""

    ply: int
    position: dict[str, object]  # as `State.position` returns it
    seat: int
    move: int
    path: tuple[str, ...]
    rolls: bool  # whether the move needed dice


class PlyValues(msgspec.Struct, frozen=True):
    """What a process has found about one move."""

    ply: int
    position: Estimate
    before_dice: Estimate | None  # after the move, before its dice; None if it needs none
    decision: Decision | None
    effect: Estimate


def review(
    record: Record,
    effort: Effort,
    seed: str = "review",
    each: Each = map,
    known_plies: Iterable[PlyValues] = (),
    found: Callable[[PlyValues], None] = lambda _: None,
) -> Review:
    """Returns the review of a finished game. `each` does the work on every move, for example in several processes; the
    results may come in any order. `found` is called for each move that is worked out; moves in
    `known_plies` are not worked out again. With `Effort(seconds=…)`, the seconds are those of all processes together.

    Raises BadRecord if the game is not over, or does not replay."""
    if not record.verify().over:
        raise BadRecord("This game is not over: only a finished game can be reviewed.")
    config = record.setup.config
    one = effort.part(1 / (len(record.moves) + 1))
    job = ReviewJob(config.game, config.seats, tuple(config.options.items()), record.setup.pieces, one, seed)
    values = {ply.ply: ply for ply in known_plies}
    tasks = [task for task in ply_tasks(record) if task.ply not in values]
    for done in each(partial(work_out, job), tasks):
        values[done.ply] = done
        found(done)
    initial = Values(record.setup).before_the_deal(job.dice("deal"), one)
    return put_together(record, initial, [values[ply] for ply in range(len(record.moves))])


def ply_tasks(record: Record) -> Iterator[PlyTask]:
    """Yields a task for each move of a record, which replays."""
    state = record.setup.new(Dice.at(record.deal))
    for ply, made in enumerate(record.moves):
        position, move, dice = deepcopy(state.position()), state.move(made.seat, made.path), Dice.at(made.dice)
        state.apply(made.seat, move, dice)
        yield PlyTask(ply, position, made.seat, move, made.path, dice.text() != Dice.at(made.dice).text())


def work_out(job: ReviewJob, task: PlyTask) -> PlyValues:
    """Returns what is found about one move. It depends on the seed and the ply, not on the other moves."""
    setup = job.setup()
    values, state = Values(setup), setup.from_position(task.position)
    position = values.of_position(state, job.dice(f"{task.ply} position"), job.effort.part(POSITION_PART))
    before_dice = None
    if task.rolls:
        dice = job.dice(f"{task.ply} rolls")
        before_dice = values.after_move(state, task.seat, task.move, dice, job.effort.part(DICE_PART))
    if only_move(state.legal(task.seat)) is not None:
        return PlyValues(task.ply, position, before_dice, None, known([0.0] * setup.config.seats))
    dice = job.dice(f"{task.ply} moves")
    comparison = values.compare(state, task.seat, task.move, dice, job.effort.part(MOVES_PART))
    choices = tuple(_choice(state, task.seat, tried) for tried in comparison.moves)
    made = next(at for at, choice in enumerate(choices) if choice.path == task.path)
    decision = Decision(choices, made, comparison.loss, comparison.loss_error)
    return PlyValues(task.ply, position, before_dice, decision, comparison.effect)


def _choice(state: State, seat: int, tried: TriedMove) -> Choice:
    path = state.path(seat, tried.move)
    return Choice(path, tried.chance, tried.error, tried.lead, tried.lead_error, tried.tries)


def put_together(record: Record, initial: Estimate, plies: list[PlyValues]) -> Review:
    """Returns the review that follows from the values of all moves."""
    final = known(record.verify().standings().shares())
    following = final
    moves: list[ReviewedMove] = []
    for made, ply in zip(reversed(record.moves), reversed(plies), strict=True):
        reviewed = _reviewed(made, ply, following)
        moves.append(reviewed)
        following = reviewed.chances
    deal = minus(following.values, initial.values)
    names = tuple(record.names)
    return Review(record.setup.game.id, names, initial, deal, tuple(reversed(moves)), final.values)


def _reviewed(made: Move, ply: PlyValues, following: Estimate) -> ReviewedMove:
    """Returns a move with its effect and its luck. `following` are the chances after it."""
    before_dice = ply.before_dice or following
    # A move without a choice and without dice changes nothing. Two estimates of the same thing would differ by chance.
    chances = following if ply.decision is None and ply.before_dice is None else ply.position
    effect = ply.effect.values
    expected = plus(chances.values, effect)
    errors = zip(chances.errors, following.errors, ply.effect.errors, strict=True)
    return ReviewedMove(
        ply=ply.ply,
        seat=made.seat,
        path=made.path,
        chances=chances,
        decision=ply.decision,
        effect=effect,
        effect_errors=ply.effect.errors,
        hidden=minus(before_dice.values, expected),
        roll=minus(following.values, before_dice.values),
        luck_errors=tuple(sqrt(sum(error * error for error in each)) for each in errors),
    )
