"""New games of 13 Ghosts, and the choices that begin a round."""

from __future__ import annotations

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.games.thirteen.view import PlayerShown
from spiritboard.table.dice import Dice


def new(seats: int = 2, seed: object = 1, **options: str) -> Thirteen:
    """Returns a game that has just begun."""
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Thirteen)
    return state


def dealt(state: Thirteen, seat: int) -> list[int]:
    """Returns the numbers that a seat has to choose from."""
    return [state.ghosts[slot] for slot in state.dealt[seat]]


def choose(state: Thirteen, seat: int, picks: str) -> None:
    """Let a seat make the choice with these picks."""
    state.play(seat, state.move(seat, tuple(picks.split())), Dice("choose"))


def players(state: Thirteen, seat: int | None) -> list[PlayerShown]:
    """Returns what a seat, or a spectator, sees of each player."""
    return state.view(seat)["players"]
