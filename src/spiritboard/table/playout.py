"""The loop that plays a game to its end with random moves. It is compiled together with the rules."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.table.dice import Dice
from spiritboard.table.state import State


def playout(state: State, dice: Dice, limit: i64) -> i64:
    """Make random moves until the game is over or `limit` decisions were made. Returns the number of decisions.

    Nobody looks at what the players could remember of these moves, so the state does not keep it."""
    state.remembers = False
    decisions: i64 = 0
    while not state.over and decisions < limit:
        seat = state.turn
        state.apply(seat, state.random_move(seat, dice), dice)
        decisions += 1
    return decisions
