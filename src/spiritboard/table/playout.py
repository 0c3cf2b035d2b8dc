"""The loops that play a game to its end, with random moves or by guides. They are compiled together with the rules."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
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


def guided_move(guide: Guide | None, slips: i64, state: State, seat: i64, thinking: Dice) -> i64:
    """Returns what a seat decides that follows a guide, or chance if it has none. The guide is given an imagined state.

    `slips` is how many of a thousand decisions are left to chance."""
    moves = state.moves_now(seat)
    if len(moves) == 1:
        return moves[0]
    if guide is None or (slips > 0 and thinking.below(1000) < slips):
        return state.random_move(seat, thinking)
    return guide.choose(state.imagine(seat, thinking), seat, thinking)


def guided_playout(
    state: State, guides: list[Guide | None], slips: list[int], dice: Dice, thinking: Dice, limit: i64
) -> i64:
    """Let each seat follow its guide until the game is over or `limit` decisions were made. Returns the number of
    decisions. `dice` are those of the table."""
    decisions: i64 = 0
    while not state.over and decisions < limit:
        seat = state.turn
        state.apply(seat, guided_move(guides[seat], slips[seat], state, seat, thinking), dice)
        decisions += 1
    return decisions
