"""Moves of Halloween given by their words, and dice that roll the faces that a test needs."""

from __future__ import annotations

from itertools import count

from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice
from tests.games.halloween.reading import legal_picks


def rolling(*throws: tuple[int, int]) -> Dice:
    """Returns dice that roll these faces first. A throw is the number of sides and the face."""
    for seed in count():
        dice = Dice(seed)
        if all(dice.below(sides) + 1 == face for sides, face in throws):
            return Dice(seed)
    raise AssertionError


def play(state: Halloween, *paths: str, dice: Dice | None = None) -> Halloween:
    """Makes these moves, each for the seat that decides."""
    for path in paths:
        seat = state.turn
        state.play(seat, state.move(seat, tuple(path.split())), dice or Dice(0))
    return state


def rest_of_turn(state: Halloween) -> Halloween:
    """Plays the turn to its end: the active player rests in every section left."""
    seat = state.active
    while state.active == seat and not state.over:
        rests = [path for path in sorted(legal_picks(state)) if path.endswith("rest")]
        play(state, rests[0] if rests else "end-turn")
    return state
