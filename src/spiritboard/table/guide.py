"""The judgement of a good player, which a game's folder provides for the bots."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.dice import Dice
from spiritboard.table.state import GameConfig, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Chooses moves fast and without search, and judges how good a position is for each seat.

    A guide is given imagined states, in which everything that a seat cannot know is dealt anew. It may read every
    field, but the hidden cards it finds there are random. It keeps nothing between two calls: the same state, seat and
    dice give the same answer.
    """

    def __init__(self, config: GameConfig) -> None:
        self.config = config

    def lean(self, weights: dict[str, float]) -> None:
        """Sets weights, which are attributes of this guide, to other values than the usual ones. A style of play
        is such a set of weights."""
        for name, value in weights.items():
            setattr(self, name, value)

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """Returns one of the moves in `state.legal(seat)`."""
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
        """Returns how well an imagined state fits the earlier choices of the other seats: 1 at best.

        `imagine` deals hidden cards as if nobody had chosen them. A guide that knows how players choose can say here
        that some deals are unlikely.
        """
        return 1.0
