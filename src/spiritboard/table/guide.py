"""The guide of a game: what a good player knows, for the bots."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from spiritboard.table.dice import Dice
from spiritboard.table.state import GameConfig, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Chooses moves fast and without search, and judges positions.

    A guide is given imagined states, in which everything that a seat cannot know is dealt again. So it may look at the
    whole state, but the hands of other players there say nothing about the real ones. It remembers nothing from call to
    call: the same state, seat and dice give the same answer.
    """

    def __init__(self, config: GameConfig) -> None:
        self.config = config

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """Returns one of `state.legal(seat)`."""
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
        """Returns how well an imagined state fits the decisions of the other players, from 0 to 1.

        `imagine` deals without regard to what players have chosen. A guide can weigh that here, as if the others chose
        as it does.
        """
        return 1.0
