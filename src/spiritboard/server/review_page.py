"""What the page of a review shows of the game and of one of its moments, in words and numbers for its template."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf

from spiritboard.review.review import SURE, Choice, Decision, ReviewedMove, SeatReview
from spiritboard.review.words import (
    Moment,
    clear_luck,
    hides_something,
    lucky_moments,
    percent,
    say_reason,
    turning_points,
)
from spiritboard.server.reviews import KEPT, ReviewedGame
from spiritboard.table.events import with_names
from spiritboard.table.registry import find

FIRST_CHOICES = 6  # that are listed at once; the others are folded away
# The loss of all decisions of a game, in points of a hundred, up to which a player is called so. The mean of a decision
# would flatter whoever plays a long game, and goes on after it is lost.
ACCURACY = ((5, "nearly perfect"), (15, "sharp"), (30, "steady"), (60, "uneven"), (inf, "adventurous"))


@dataclass(frozen=True)
class ChoiceLine:
    """One of the moves that there were, as the page lists it."""

    number: int  # in the list, best first
    words: str
    path: tuple[str, ...]
    points: str  # the chance of victory in points of a hundred
    error: str
    chance: float
    made: bool
    best: bool
    said: str  # a sentence that compares it with the move that was made


@dataclass(frozen=True)
class MomentShown:
    """A moment of the game: who moved, what there was to choose, and what luck did afterwards."""

    title: str
    asked: str  # what the table asked the mover; empty if there was nothing to choose
    said: str  # how good the move was
    luck: str  # what came out, or what was hidden, changed for the mover; empty if nothing clearly changed
    choices: tuple[ChoiceLine, ...]

    def picked(self, number: int | None) -> ChoiceLine | None:
        """Returns the choice with this number; without one, the move that was made."""
        chosen = [line for line in self.choices if line.number == number]
        return next(iter(chosen or [line for line in self.choices if line.made]), None)


@dataclass(frozen=True)
class PlayerShown:
    """A player's part in the game."""

    sums: SeatReview
    others: float
    accuracy: str
    lost: float  # by all own decisions, in points of a hundred
    each: tuple[str, str]  # by a decision on average, and the error of that
    lucky: tuple[Moment, ...]


@dataclass(frozen=True)
class ShownReview:
    """A review in words."""

    game: ReviewedGame

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.review.names

    def say(self, path: tuple[str, ...]) -> str:
        """Returns a move in the game's words."""
        return with_names(find(self.game.review.game).say_path(path), list(self.names))

    @cached_property
    def hides(self) -> bool:
        return hides_something(self.game.record)

    @cached_property
    def turning(self) -> list[Moment]:
        return turning_points(self.game.review, self.game.record)

    @cached_property
    def players(self) -> list[PlayerShown]:
        return [self._player(seat) for seat in self.game.review.seats()]

    def _player(self, sums: SeatReview) -> PlayerShown:
        lucky = tuple(moment for moment in lucky_moments(self.game.review, sums.seat, self.game.record) if moment)
        lost = max(0.0, 100 * sums.loss * sums.choices)
        each = (f"{max(0.0, 100 * sums.loss):.1f}", f"{100 * sums.loss_error:.1f}")
        return PlayerShown(sums, sum(sums.decisions) - sums.skill, accuracy_word(lost), lost, each, lucky)

    @cached_property
    def widest(self) -> float:
        """Returns the largest sum of luck or of decisions, which the longest bar stands for."""
        sums = [(player.sums.luck, player.sums.skill, player.others) for player in self.players]
        return max(abs(part) for each in sums for part in each) or 1.0

    @cached_property
    def lines(self) -> list[dict[str, object]]:
        """Returns the chances after the deal, before every move and at the end, as lines of a table."""
        review = self.game.review
        moves = [(self._title(move), move.chances.values) for move in review.moves]
        return [
            {"ply": ply, "words": words, "chances": [percent(chance) for chance in chances]}
            for ply, (words, chances) in enumerate([*moves, ("The end", review.final)])
        ]

    def _title(self, move: ReviewedMove) -> str:
        return f"{self.names[move.seat]}: {self.say(move.path)}"

    def moment(self, ply: int) -> MomentShown:
        """Returns the moment after so many moves."""
        review = self.game.review
        if ply >= len(review.moves):
            return MomentShown("The game is over.", "", "", "", ())
        move = review.moves[ply]
        title = f"Next, move {ply + 1}: {self.names[move.seat]}"
        if move.decision is None:
            return MomentShown(title, "", f"“{self.say(move.path)}” was the only move.", self._luck(move), ())
        lines = tuple(self._line(move, move.decision, number) for number in range(len(move.decision.choices)))
        return MomentShown(title, self._asked(move), self._verdict(move, move.decision), self._luck(move), lines)

    def _asked(self, move: ReviewedMove) -> str:
        view = self.game.record.state_at(move.ply).view(move.seat)
        return with_names(str(view.get("prompt") or ""), list(self.names))

    def _verdict(self, move: ReviewedMove, decision: Decision) -> str:
        made = f"“{self.say(move.path)}” was played."
        if decision.is_mistake:
            reason = say_reason(self.game.record, move, decision.best.path, self.names)
            cost = " ± ".join(in_points(decision.loss, decision.loss_error))
            best = self.say(decision.best.path)
            return f"{made} It cost {cost} points of a hundred: “{best}” was better. {reason}".rstrip()
        if decision.made == 0:
            return f"{made} No other move does better."
        return f"{made} No other move does clearly better: the differences are smaller than twice their error."

    def _line(self, move: ReviewedMove, decision: Decision, number: int) -> ChoiceLine:
        choice = decision.choices[number]
        chance, error = in_points(possible(choice.chance), choice.error)
        return ChoiceLine(
            number=number,
            words=self.say(choice.path),
            path=choice.path,
            points=chance,
            error=error,
            chance=possible(choice.chance),
            made=number == decision.made,
            best=number == 0,
            said=self._compared(move, choice, number == decision.made),
        )

    def _compared(self, move: ReviewedMove, choice: Choice, made: bool) -> str:
        share = " ± ".join(in_points(possible(choice.chance), choice.error))
        chance = f"“{self.say(choice.path)}”: {self.names[move.seat]} wins {share} % from here"
        if made:
            return f"{chance}. This was played."
        if abs(choice.lead) <= SURE * choice.lead_error:
            return f"{chance}, not clearly more or less than with the move that was played."
        more = "more" if choice.lead > 0 else "fewer"
        lead = " ± ".join(in_points(abs(choice.lead), choice.lead_error))
        return f"{chance}, {lead} points {more} than with the move that was played."

    def _luck(self, move: ReviewedMove) -> str:
        """Returns what luck changed for the mover, if that is clear."""
        luck = clear_luck(move, move.seat, self.hides)
        if luck is None:
            return ""
        reason = "What was hidden" if luck.was_hidden else "What came out"
        verb = "won" if luck.change > 0 else "lost"
        changed, error = in_points(abs(luck.change), move.luck_errors[move.seat])
        return f"{reason} then {verb} {self.names[move.seat]} {changed} ± {error} points of a hundred."


@lru_cache(KEPT)
def shown_review(game: ReviewedGame) -> ShownReview:
    """Returns a review in words, whose sentences are made once, because they replay the game."""
    return ShownReview(game)


def in_points(share: float, error: float) -> tuple[str, str]:
    """Returns a share and its error in points of a hundred, with a decimal only if the error is that small."""
    decimals = 1 if 100 * error < 0.95 else 0
    return f"{100 * share:.{decimals}f}", f"{100 * error:.{decimals}f}"


def possible(chance: float) -> float:
    """Returns a chance as it can be. An estimate that was made of a lead may be a little below 0 or above 1."""
    return min(1.0, max(0.0, chance))


def accuracy_word(lost: float) -> str:
    """Returns what a player is called whose decisions lost so many points in all."""
    return next(word for most, word in ACCURACY if lost <= most)
