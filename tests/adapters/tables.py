"""The games that the adapters are tested with: all that have an observation, with few and with many players."""

from __future__ import annotations

import pytest

from spiritboard.table.game import Game
from spiritboard.table.registry import games

OBSERVED_GAMES = [game for game in games().values() if game.observation is not None]
FEW_AND_MANY = [
    pytest.param(game, seats, id=f"{game.id}-{seats}")
    for game in OBSERVED_GAMES
    for seats in (game.seats[0], game.seats[-1])
]
EACH_GAME = [pytest.param(game, id=game.id) for game in OBSERVED_GAMES]


def simultaneous() -> list[Game]:
    """Returns the games in which several players make the first decision at the same time."""
    from spiritboard.table.dice import Dice

    return [game for game in games().values() if len(game.new(game.seats[0], Dice(1)).pending()) > 1]
