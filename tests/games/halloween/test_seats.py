"""The rules treat all seats alike: a game goes the same way if every player sits one seat further on."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.picks import OPPONENT_SEAT
from spiritboard.table.dice import Dice
from tests.games.halloween.positions import one_seat_on

GAMES = 7  # enough rows of eight cards for all 52 cards


def cards(number: int) -> str:
    return ",".join(str(1 + (8 * number + at) % 52) for at in range(8))


def move_further(move: int, seats: int) -> int:
    return OPPONENT_SEAT + (move - OPPONENT_SEAT + 1) % seats if OPPONENT_SEAT <= move < OPPONENT_SEAT + seats else move


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["standard", "master"])
def test_all_seats_are_treated_alike(seats: int, variant: str) -> None:
    for number in range(GAMES):
        dice = Dice(f"seats {number}")
        setup = GAME.setup(seats, variant=variant, cards=cards(number))
        state = setup.new(dice)
        twin = setup.from_position(one_seat_on(state.position(), seats))
        while not state.over:
            move = dice.pick(state.legal(state.turn))
            assert move_further(move, seats) in twin.legal(twin.turn)
            again = Dice.at(dice.text())
            state.apply(state.turn, move, dice)
            twin.apply(twin.turn, move_further(move, seats), again)
            assert twin.position() == one_seat_on(state.position(), seats)
        assert [*twin.standings().places[1:], twin.standings().places[0]] == state.standings().places
