"""Random games, decision by decision. Where several seats are pending, any of them may decide next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.state import State


class Ply(NamedTuple):
    """A position, and the move that is made in it when the next position is asked for."""

    state: State
    seat: int
    move: int
    dice: Dice


# A long game is looked at closely in its first moves and now and then afterwards.
CLOSE, NOW_AND_THEN = 100, 47


def walk(setup: GameSetup, seed: object, listen: bool = False, every: bool = False) -> Iterator[Ply]:
    """Yields positions with a decision: all of them, or enough of a long game. Afterwards the last state is over."""
    dice = Dice(seed)
    state = setup.new(dice, listen)
    at = 0
    while not state.over:
        seat = dice.pick(state.pending())
        move = dice.pick(state.legal(seat))
        if every or at < CLOSE or at % NOW_AND_THEN == 0:
            yield Ply(state, seat, move, dice)
        state.apply(seat, move, dice)
        at += 1


def finished(setup: GameSetup, seed: object, listen: bool = False) -> State:
    state = None
    for ply in walk(setup, seed, listen):
        state = ply.state
    assert state is not None
    assert state.over
    return state
