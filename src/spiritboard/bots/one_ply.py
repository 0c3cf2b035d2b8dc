"""A look one move ahead: each legal move is made in some imagined states, and the judgement says how good it was."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from spiritboard.bots.search import likely_state
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.judgement import Judgement
from spiritboard.table.state import State

MOST_SEED: Final = 1 << 31


@final
class OnePly:
    """Looks one move ahead in `worlds` imagined states. All moves are tried in the same states with the same dice.

    lead    the share of the victory by which a move must be better than the guide's choice to be made instead
    """

    def __init__(self, judgement: Judgement, worlds: i64, lead: float) -> None:
        self.judgement = judgement
        self.worlds: i64 = worlds
        self.lead: float = lead

    def values(self, seat: Seat, dice: Dice) -> list[float]:
        """Returns the expected share of the victory after each legal move of the seat, added up over the worlds."""
        number: i64 = seat.number
        legal: list[int] = seat.legal
        totals = [0.0] * len(legal)
        luck = Dice(dice.below(MOST_SEED))
        for world in range(self.worlds):
            state: State = likely_state(seat, seat.guide, dice)
            for at, move in enumerate(legal):
                after = state.copy()
                after.apply(number, move, luck.stream(world))
                totals[at] += self.worth(after, number)
        return totals

    def worth(self, state: State, seat: i64) -> float:
        """Returns a seat's share of the victory: the real one if the game is over, else the one that it may expect."""
        if state.over:
            share: float = state.standings().shares()[seat]
            return share
        return self.judgement.share(state, seat)

    def choose(self, seat: Seat, dice: Dice) -> i64:
        """Returns the move with the highest value, or the guide's choice if no move is better by `lead`."""
        legal: list[int] = seat.legal
        guide: Guide = seat.guide
        guided = guide.choose(seat.imagine(dice), seat.number, dice)
        values = self.values(seat, dice)
        best = max(values)
        behind = best - values[legal.index(guided)]
        return guided if behind < self.lead * float(self.worlds) else legal[values.index(best)]
