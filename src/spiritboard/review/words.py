"""A review in sentences: the turning points, and the luckiest and unluckiest moments of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Never, cast

from spiritboard.review.chart import round_starts
from spiritboard.review.review import SURE, Review, ReviewedMove
from spiritboard.table.events import Event, with_names
from spiritboard.table.game import Game, say_picks
from spiritboard.table.record import Record
from spiritboard.table.retell import as_sentence, doing, move_and_reason

LOSS_WORDS = (
    "The mean loss says how much a decision cost on average, compared with the best move: it can be compared between "
    "games, and 0 is perfect."
)
TURNING_POINTS = 3
MOST_EVENTS = 3  # of a lucky moment
LUCKY_ERRORS = 3.0  # a game has hundreds of moves, and some of them differ by two errors without any luck


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
    whole = min(100, abs(round(100 * share)))  # the difference of two estimates may be more
    if whole == 0:
        return "less than 1 point of a hundred"
    return f"{whole} {'point' if whole == 1 else 'points'} of a hundred"


def turning_points(review: Review, record: Record, seat: int | None = None, most: int = TURNING_POINTS) -> list[Moment]:
    """Returns the gravest mistakes of a seat, or of all seats, in the order of the game."""
    own = [move for move in review.moves if seat is None or move.seat == seat]
    wrong = [move for move in own if move.decision is not None and move.decision.is_mistake]
    gravest = sorted(wrong, key=_loss, reverse=True)[:most]
    rounds = round_starts(record) if gravest else []
    return [_mistake(move, review, record, rounds) for move in sorted(gravest, key=lambda move: move.ply)]


def _loss(move: ReviewedMove) -> float:
    return 0.0 if move.decision is None else move.decision.loss


def _mistake(move: ReviewedMove, review: Review, record: Record, rounds: list[int]) -> Moment:
    assert move.decision is not None
    name, best, made = review.names[move.seat], move.decision.best_other.path, command(record.setup.game, move.path)
    cost = f"{doing(made)} {when(move.ply, rounds)} cost {name} {points(move.decision.loss)}"
    better = move_and_reason(command(record.setup.game, best), reason_for(record, move, best))
    words = with_names(f"{as_sentence(cost)}; {better}.", list(review.names))
    return Moment(move.ply, move.seat, 100 * move.decision.loss, words)


def command(game: Game, path: tuple[str, ...]) -> str:
    """Returns a move as a command, also of a game that does not say its moves in words."""
    said = game.say_path(path)
    return f"Choose “{said}”" if game.say_path is say_picks else said


def when(ply: int, rounds: list[int]) -> str:
    """Returns a moment of the game in words. `rounds` are the plies with which the rounds began."""
    number = sum(start <= ply for start in rounds)
    return f"in round {number} (move {ply + 1})" if len(rounds) > 1 and number else f"at move {ply + 1}"


def reason_for(record: Record, move: ReviewedMove, path: tuple[str, ...]) -> str:
    """Returns why another move was good, as its player could see it, in the words of the game; or an empty text."""
    view = record.state_at(move.ply).view(move.seat)
    return record.setup.game.say_reason(cast(Never, view), path)  # a game is given its own views


def say_reason(record: Record, move: ReviewedMove, path: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Returns why another move was better, as a sentence, if the game knows it in words; otherwise an empty text."""
    reason = reason_for(record, move, path)
    better = move_and_reason(command(record.setup.game, path), reason)
    return f"{as_sentence(with_names(better, list(names)))}." if reason else ""


@dataclass(frozen=True)
class Luck:
    """What a move's luck changed for a seat, and whether by dice and cards drawn or by what was hidden."""

    change: float
    was_hidden: bool


def clear_luck(move: ReviewedMove, seat: int, hides: bool, errors: float = SURE) -> Luck | None:
    """Returns the luck of a move; None if it is smaller than so many standard errors. `hides` says whether the game
    hides anything: if not, a difference that would be due to hidden things is an error of the estimates."""
    change = move.luck[seat] if hides else move.roll[seat]
    if abs(change) <= errors * move.luck_errors[seat]:
        return None
    return Luck(change, hides and abs(move.hidden[seat]) >= abs(move.roll[seat]))


def hides_something(record: Record) -> bool:
    """Returns whether anything is hidden from players of this game."""
    return bool(record.begin().SECRET)


def lucky_moments(review: Review, seat: int, record: Record) -> tuple[Moment | None, Moment | None]:
    """Returns the luckiest and the unluckiest moment of a seat, each None if no luck was clear."""
    hides = hides_something(record)
    found = [(move, clear_luck(move, seat, hides, LUCKY_ERRORS)) for move in review.moves]
    clear = [(move, luck) for move, luck in found if luck is not None]
    best = max(clear, key=lambda each: each[1].change, default=None)
    worst = min(clear, key=lambda each: each[1].change, default=None)
    return (
        _lucky(*best, review, seat, record) if best is not None and best[1].change > 0 else None,
        _lucky(*worst, review, seat, record) if worst is not None and worst[1].change < 0 else None,
    )


def _lucky(move: ReviewedMove, luck: Luck, review: Review, seat: int, record: Record) -> Moment:
    changed = f"{'won' if luck.change > 0 else 'cost'} {review.names[seat]} {points(luck.change)}"
    reason = ", because of what was hidden" if luck.was_hidden else ""
    told = what_came_out(record, move.ply)
    if told:
        words = f"Move {move.ply + 1}: {with_names(told, list(review.names))} That {changed}{reason}."
    else:
        made = with_names(doing(command(record.setup.game, move.path)), list(review.names))
        words = f"Move {move.ply + 1}, {review.names[move.seat]}: {made} {changed}{reason}."
    return Moment(move.ply, move.seat, 100 * luck.change, words)


def what_came_out(record: Record, ply: int) -> str:
    """Returns what the move told all players, in a few sentences with {0} for the player in seat 0."""
    told = 0
    for at, state in enumerate(record.states(listen=True)):
        events = state.events or []
        if at == ply + 1:
            return " ".join(_told_to_all(events[told:])[:MOST_EVENTS])
        told = len(events)
    return ""


def _told_to_all(events: list[Event]) -> list[str]:
    return [event.words for event in events if event.to is None]
