"""Games that a bot plays against itself, to learn from them: what seats saw, and how the game ended for them.

Some decisions are made at random, because the judgement will be asked how good every legal move is, and not only those
that a good player makes. What a seat sees after such a slip is always kept. What it sees after its other moves is kept
now and then.

What is to be learned is not only how the game ended, which is mostly luck. It is a mean of the end and of what the
judgement expected later in the game, as in Sutton's TD(lambda).
"""

from __future__ import annotations

from typing import Final

from spiritboard.bots.one_ply import OnePly
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.judgement import Judgement
from spiritboard.table.observation import Observation
from spiritboard.table.state import State
from spiritboard.table.view import Sight

SLIPS: Final = 24  # of 256 decisions, so many are made at random
EVERYBODY: Final = 4  # after one in so many decisions, what the other seats see is kept, too


class Lookback:
    """What a seat saw once, and what it is to learn from that: each seat's share of the victory, its own first."""

    def __init__(self, seat: int, vector: bytes) -> None:
        self.seat = seat
        self.vector = vector
        self.shares: list[float] = []


class Moment:
    """What some seats saw at the same time, and what the judgement expected then: a share for each seat, or nothing."""

    def __init__(self, expected: list[float]) -> None:
        self.seen: list[Lookback] = []
        self.expected = expected


class SelfPlay:
    """Plays games of one setup. Without a look ahead the guide decides for every seat.

    judgement   says what was to be expected; without it only the end of a game counts
    later       the weight of what comes later in a game, against what is expected now
    keep        one in so many other decisions is kept, because the positions of one game are much alike
    limit       a game that has more decisions is given up, and nothing of it is kept
    """

    def __init__(
        self,
        observation: Observation[Sight],
        guide: Guide,
        judgement: Judgement | None,
        later: float,
        ahead: OnePly | None,
        keep: int,
        limit: int,
    ) -> None:
        self.observation = observation
        self.guide = guide
        self.judgement = judgement
        self.later = later
        self.ahead = ahead
        self.keep = keep
        self.limit = limit

    def play(self, state: State, dice: Dice) -> list[Lookback]:
        """Plays a game to its end. Returns what was kept; nothing, if the game had to be given up."""
        kept: list[Moment] = []
        for _ in range(self.limit):
            mover = state.turn
            slips = dice.below(256) < SLIPS
            move = state.random_move(mover, dice) if slips else self.decide(state, mover, dice)
            state.apply(mover, move, dice)
            if state.over:
                return looked_back(kept, state.standings().shares(), self.later)
            if slips or dice.below(self.keep) == 0:
                kept.append(self.look(state, mover, dice))
        return []

    def decide(self, state: State, mover: int, dice: Dice) -> int:
        """Returns a decision that is made with what the seat knows."""
        ahead = self.ahead
        if ahead is None:
            return self.guide.choose(state.imagine(mover, dice), mover, dice)
        seat = take_seat(state, mover, dice)
        return seat.legal[0] if len(seat.legal) == 1 else ahead.choose(seat, dice)

    def look(self, state: State, mover: int, dice: Dice) -> Moment:
        """Returns what the mover sees, and now and then what the others see."""
        judgement = self.judgement
        moment = Moment(judgement.shares(state, mover) if judgement is not None else [])
        seats = 1 if dice.below(EVERYBODY) else state.seats
        seat = mover
        for _ in range(seats):
            moment.seen.append(Lookback(seat, self.observation.vector_of(state, seat)))
            seat = state.seat_after(seat, 1)
        return moment


def looked_back(moments: list[Moment], shares: list[float], later: float) -> list[Lookback]:
    """Returns what was seen in a game that ended with these shares, with what is to be learned from it."""
    found: list[Lookback] = []
    for moment in reversed(moments):
        for each in moment.seen:
            first = each.seat
            each.shares = shares[first:] + shares[:first]
            found.append(each)
        if moment.expected:
            shares = [
                later * share + (1.0 - later) * expected
                for share, expected in zip(shares, moment.expected, strict=True)
            ]
    return found
