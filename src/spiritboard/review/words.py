"""A review in sentences: the turning points, and the luckiest and unluckiest moments of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Never, cast

from spiritboard.review.review import SURE, Review, ReviewedMove
from spiritboard.table.events import with_names
from spiritboard.table.record import Record
from spiritboard.table.registry import find

TURNING_POINTS = 3


@dataclass(frozen=True)
class Moment:
    """A move of the game that is worth a sentence. `points` are of a hundred, for the seat that is spoken of."""

    ply: int
    seat: int
    points: float
    words: str


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def points(share: float) -> str:
    """Returns a difference of chances in words. It is never said to be 0 if it is not."""
    whole = abs(round(100 * share))
    if whole == 0:
        return "less than 1 point of a hundred"
    return f"{whole} {'point' if whole == 1 else 'points'} of a hundred"


def turning_points(review: Review, record: Record, seat: int | None = None, most: int = TURNING_POINTS) -> list[Moment]:
    """Returns the gravest mistakes of a seat, or of all seats, in the order of the game."""
    own = [move for move in review.moves if seat is None or move.seat == seat]
    wrong = [move for move in own if move.decision is not None and move.decision.is_mistake]
    gravest = sorted(wrong, key=_loss, reverse=True)[:most]
    return [_mistake(move, review, record) for move in sorted(gravest, key=lambda move: move.ply)]


def _loss(move: ReviewedMove) -> float:
    return 0.0 if move.decision is None else move.decision.loss


def _mistake(move: ReviewedMove, review: Review, record: Record) -> Moment:
    assert move.decision is not None
    game, name = find(review.game), review.names[move.seat]
    best = move.decision.best.path
    made, better = (_quoted(game.say_path(path), review.names) for path in (move.path, best))
    words = f"Move {move.ply + 1}, {name}: {made} cost {points(move.decision.loss)}. {better} was better."
    reason = say_reason(record, move, best, review.names)
    return Moment(move.ply, move.seat, 100 * move.decision.loss, f"{words} {reason}".rstrip())


def say_reason(record: Record, move: ReviewedMove, path: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Returns why another move was better, as a sentence, if the game knows it in words; otherwise an empty text."""
    game = record.setup.game
    view = record.state_at(move.ply).view(move.seat)
    reason = game.say_reason(cast(Never, view), path)  # a game is given its own views
    return "" if not reason else f"It {with_names(reason, list(names)).rstrip('.')}."


def lucky_moments(review: Review, seat: int) -> tuple[Moment | None, Moment | None]:
    """Returns the luckiest and the unluckiest moment of a seat, each None if no luck was clear."""
    sure = [move for move in review.moves if abs(move.luck[seat]) > SURE * move.luck_errors[seat]]
    best = max(sure, key=lambda move: move.luck[seat], default=None)
    worst = min(sure, key=lambda move: move.luck[seat], default=None)
    return (
        _lucky(best, review, seat) if best is not None and best.luck[seat] > 0 else None,
        _lucky(worst, review, seat) if worst is not None and worst.luck[seat] < 0 else None,
    )


def _lucky(move: ReviewedMove, review: Review, seat: int) -> Moment:
    made = _quoted(find(review.game).say_path(move.path), review.names)
    changed = f"{'won' if move.luck[seat] > 0 else 'lost'} {review.names[seat]} {points(move.luck[seat])}"
    reason = "by its dice" if abs(move.roll[seat]) > abs(move.hidden[seat]) else "by what was hidden"
    words = f"Move {move.ply + 1}, {review.names[move.seat]}: {made} {changed} {reason}."
    return Moment(move.ply, move.seat, 100 * move.luck[seat], words)


def _quoted(words: str, names: tuple[str, ...]) -> str:
    return f"“{with_names(words, list(names))}”"
