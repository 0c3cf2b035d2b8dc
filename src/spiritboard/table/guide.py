"""What a game brings to the bots: the judgement of somebody who knows it."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.dice import Dice
from spiritboard.table.state import GameConfig, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Decides by feel, fast and without search, and judges how a position stands.

    A guide is asked about imagined states, in which all that a seat cannot know is dealt anew. So it may look at
    everything, but what it finds in the others' hands means nothing there. It keeps nothing between two questions: the
    same state, seat and dice get the same answer.
    """

    def __init__(self, config: GameConfig) -> None:
        self.config = config

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """One of `state.legal(seat)`."""
        return state.random_move(seat, dice)

    def estimate(self, state: State) -> list[float]:
        """Returns each seat's expected share of the victory, 1 in sum, in a game that is not over.

        A search needs it where it does not follow a game to its end.
        """
        seats: int = state.seats
        return [1.0 / seats] * seats

    def worth(self, state: State) -> list[float]:
        """Returns each seat's share of the victory: the real one if the game is over, else the expected one."""
        return state.standings().shares() if state.over else self.estimate(state)

    def likelihood(self, state: State, seat: i64) -> float:
        """How well an imagined state fits what the others did, if they choose as this guide does: 1 at best. What this
        seat imagines is dealt without asking what it says about people; here a guide can say it."""
        return 1.0
