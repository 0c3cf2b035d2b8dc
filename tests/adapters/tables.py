"""Which games are tried, and with how many players: all whose views are known in numbers, with few and with many."""

from __future__ import annotations

import pytest

from spiritboard.table.game import Game
from spiritboard.table.registry import games

SEEN = [game for game in games().values() if game.observation is not None]
FEW_AND_MANY = [
    pytest.param(game, seats, id=f"{game.id}-{seats}") for game in SEEN for seats in (game.seats[0], game.seats[-1])
]
EACH = [pytest.param(game, id=game.id) for game in SEEN]


def simultaneous() -> list[Game]:
    """Those in which the first decision is made by several at once."""
    from spiritboard.table.dice import Dice

    return [game for game in games().values() if len(game.new(game.seats[0], Dice(1)).pending()) > 1]
