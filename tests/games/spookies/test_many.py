"""Ten thousand games with each number of players come to an end, and no chip is lost."""

from __future__ import annotations

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout

EVERY_CHIP = {"characters": 5, "chip of 1": 30, "chip of 2": 20, "chip of 3": 15, "chip of 5": 10}


@pytest.mark.rule("SP15", "SP16")
@pytest.mark.parametrize("seats", GAME.seats)
def test_ten_thousand_random_games_end_with_an_empty_stock(seats: int) -> None:
    setup = GAME.setup(seats)
    seed = Dice(f"many {seats}")
    for number in range(10_000):
        dice = seed.stream(number)
        state = setup.new(dice)
        assert isinstance(state, Spookies)
        playout(state, dice, 100_000)
        assert state.over
        assert state.inventory() == EVERY_CHIP
        assert state.view(None)["stock"] == 0
