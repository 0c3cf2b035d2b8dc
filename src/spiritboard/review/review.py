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
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import BadRecord
from spiritboard.table.game import GameSetup
from spiritboard.table.pieces import Pieces
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find
from spiritboard.table.state import State, only_move

Each = Callable[[Callable[["PlyTask"], "PlyValues"], Iterable["PlyTask"]], Iterator["PlyValues"]]

MEASURE_VERSION = 1  # of what the values mean: raised when stored ones must be worked out again
SURE = 2.0  # a difference of fewer standard errors is not called a mistake, nor luck
FEWEST_TRIES = 12  # of a move before it is called a mistake: a few tries often agree by chance
# Parts of the time for a move: the position, the move before its dice, and the legal moves.
POSITION_PART, DICE_PART, MOVES_PART = 0.25, 0.15, 0.6
ONE_SAMPLE = Effort(samples=1)


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
        enough = self.choices[self.made].tries >= FEWEST_TRIES
        return enough and self.loss > SURE * self.loss_error > 0.0

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def best_other(self) -> Choice:
        """Returns the best of the moves that were not made."""
        return next(choice for at, choice in enumerate(self.choices) if at != self.made)


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
    loss_error: float = 0.0  # the standard error of that

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

    def __repr__(self) -> str:
        seats = ", ".join(
            f"{seat.name}: luck {seat.luck:+.3f}, own decisions {seat.skill:+.3f}" for seat in self.seats()
        )
        return f"<Review of {self.game}, {len(self.moves)} moves: {seats}>"

    def _repr_html_(self) -> str:
        headings = ("player", "before", "luck", "own decisions", "end", "decisions", "mistakes", "mean loss")
        return html_table(headings, (_figures(seat) for seat in self.seats()))

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
            loss_error=sqrt(sum(decision.loss_error**2 for decision in own)) / len(own) if own else 0.0,
        )


def _figures(seat: SeatReview) -> tuple[str, ...]:
    """Returns the sums of a seat as people read them, in points of a hundred."""
    skill = f"{100 * seat.skill:+.1f} ± {100 * seat.skill_error:.1f}"
    sums = (f"{100 * seat.initial:.1f}", f"{100 * seat.luck:+.1f}", skill, f"{100 * seat.final:.1f}")
    return (seat.name, *sums, str(seat.choices), str(seat.mistakes), f"{100 * seat.loss:.2f}")


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
    part: float = 1.0  # of the usual time for a move; 0 if there is nothing to find out


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
    check_finished(record)
    config = record.setup.config
    one = effort.part(1 / (len(record.moves) + 1))
    job = ReviewJob(config.game, config.seats, tuple(config.options.items()), record.setup.pieces, one, seed)
    values = {ply.ply: ply for ply in known_plies}
    unknown = set(range(len(record.moves))) - values.keys()
    tasks = (task for task in ply_tasks(record) if task.ply in unknown)  # one after the other, to spare memory
    for done in each(partial(work_out, job), tasks):
        values[done.ply] = done
        found(done)
    # A game that was played on from a position had no deal, so it had no luck with one.
    initial = None if record.start else Values(record.setup).before_the_deal(job.dice("deal"), one)
    return put_together(record, initial, [values[ply] for ply in range(len(record.moves))])


def check_finished(record: Record) -> None:
    """Raises BadRecord if the game is not over, or does not replay."""
    if not record.verify().over:
        raise BadRecord("This game is not over: only a finished game can be reviewed.")


def ply_tasks(record: Record) -> Iterator[PlyTask]:
    """Yields a task for each move of a record, which replays."""
    parts = ply_parts(record)
    state = record.begin()
    for ply, made in enumerate(record.moves):
        position, move = deepcopy(state.position()), state.move(made.seat, made.path)
        rolls = _apply(state, made, move)
        yield PlyTask(ply, position, made.seat, move, made.path, rolls, parts[ply])


def _apply(state: State, made: Move, move: int) -> bool:
    """Make a recorded move. Returns whether it needed dice."""
    dice = Dice.at(made.dice)
    before = dice.text()
    state.apply(made.seat, move, dice)
    return dice.text() != before


def ply_parts(record: Record) -> list[float]:
    """Returns the part of the usual time for each move. Their mean is 1.

    Playing on takes longer early in a game. Time in proportion to the square root of what a sample costs makes the sum
    of all squared errors as small as it can be."""
    state = record.begin()
    needs: list[float] = []
    for ply, made in enumerate(record.moves):
        chooses = only_move(state.legal(made.seat)) is None
        rolls = _apply(state, made, state.move(made.seat, made.path))
        steps = MOVES_PART * chooses + DICE_PART * rolls + POSITION_PART * (chooses or rolls)
        needs.append(steps * sqrt(len(record.moves) - ply))
    mean = sum(needs) / len(needs) if any(needs) else 1.0
    return [need / mean for need in needs]


def work_out(job: ReviewJob, task: PlyTask) -> PlyValues:
    """Returns what is found about one move. It depends on the seed and the ply, not on the other moves."""
    setup = job.setup()
    values, state = Values(setup), setup.from_position(task.position)
    chooses = only_move(state.legal(task.seat)) is None
    parts = (POSITION_PART * (chooses or task.rolls), DICE_PART * task.rolls, MOVES_PART * chooses)
    whole = sum(parts)
    for_position, for_dice, for_moves = (job.effort.part(task.part * part / (whole or 1.0)) for part in parts)
    # Nothing follows from the value of a move without choice and dice: see `_reviewed`.
    position = values.of_position(state, job.dice(f"{task.ply} position"), for_position if whole else ONE_SAMPLE)
    before_dice = None
    if task.rolls:
        dice = job.dice(f"{task.ply} rolls")
        before_dice = values.after_move(state, task.seat, task.move, dice, for_dice)
    if not chooses:
        return PlyValues(task.ply, position, before_dice, None, known([0.0] * setup.config.seats))
    dice = job.dice(f"{task.ply} moves")
    comparison = values.compare(state, task.seat, task.move, dice, for_moves)
    choices = tuple(_choice(state, task.seat, tried) for tried in comparison.moves)
    made = next(at for at, choice in enumerate(choices) if choice.path == task.path)
    decision = Decision(choices, made, comparison.loss, comparison.loss_error)
    return PlyValues(task.ply, position, before_dice, decision, comparison.effect)


def _choice(state: State, seat: int, tried: TriedMove) -> Choice:
    path = state.path(seat, tried.move)
    return Choice(path, tried.chance, tried.error, tried.lead, tried.lead_error, tried.tries)


def put_together(record: Record, dealt: Estimate | None, plies: list[PlyValues]) -> Review:
    """Returns the review that follows from the values of all moves. `dealt` is the value before the deal, if there was
    one."""
    final = known(record.verify().standings().shares())
    following = final
    moves: list[ReviewedMove] = []
    for made, ply in zip(reversed(record.moves), reversed(plies), strict=True):
        reviewed = _reviewed(made, ply, following)
        moves.append(reviewed)
        following = reviewed.chances
    initial = dealt or following
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
