"""The choices of guides, for every game."""

from __future__ import annotations

from spiritboard.table.dice import Dice
from spiritboard.table.registry import guide_for
from spiritboard.table.state import State


def chosen(state: State, seed: object = "any") -> str:
    """Returns the picks of the move that a guide makes for the player on turn. It does not see the others' secrets."""
    seat = state.turn
    move = guide_for(state.config).choose(state.imagine(seat, Dice("imagined")), seat, Dice(seed))
    assert move in state.legal(seat)
    return " ".join(state.path(seat, move))
