"""A random game, ply by ply, in which any pending seat may be the one that decides next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spiritboard.table.dice import Dice
from spiritboard.table.game import Kit
from spiritboard.table.state import State


class Ply(NamedTuple):
    """A position, and the move that will be made in it once the next ply is asked for."""

    state: State
    seat: int
    move: int
    dice: Dice


def walk(kit: Kit, seed: object, listen: bool = False) -> Iterator[Ply]:
    """Every position with a decision in it; when the walk ends, the last state yielded is over."""
    dice = Dice(seed)
    state = kit.new(dice, listen)
    while not state.over:
        seat = dice.pick(state.pending())
        move = dice.pick(state.legal(seat))
        yield Ply(state, seat, move, dice)
        state.apply(seat, move, dice)


def finished(kit: Kit, seed: object, listen: bool = False) -> State:
    state = None
    for ply in walk(kit, seed, listen):
        state = ply.state
    assert state is not None
    assert state.over
    return state
