"""Which positions are accepted, and why others are refused, for every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.registry import find
from spiritboard.table.state import State


def setup_of(state: State) -> GameSetup:
    return find(state.config.game).setup(int(state.seats), **state.config.options)


def refused(state: State, change: dict[str, object]) -> str:
    """Returns why a position is refused if some of its fields are changed."""
    with pytest.raises(BadPosition) as error:
        setup_of(state).from_position({**state.position(), **change})
    return str(error.value)


def accepted(state: State) -> bool:
    """Returns whether the position of a game that was played is accepted, as each must be."""
    return setup_of(state).from_position(state.position()).position() == state.position()


def every_position(game: Game, seats: int, player: str, **options: str) -> Iterator[State]:
    """Yields the state before each move of a game and at its end. The player is "guide" or "random"."""
    dice = Dice(f"accepted {seats} {player} {options}")
    state = game.new(seats, dice, **options)
    guide = game.guide(state.config)
    while not state.over:
        yield state
        seat = state.turn
        move = guide.choose(state, seat, dice) if player == "guide" else state.random_move(seat, dice)
        state.apply(seat, move, dice)
    yield state
