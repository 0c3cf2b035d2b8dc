"""The option that says who begins counts seats from 0, and still reads how earlier versions stored it."""

from __future__ import annotations

import pytest

from spiritboard.games.ghosts import GAME
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.options import FirstPlayer, chosen_seat


def test_seats_are_counted_from_0_and_chairs_from_1() -> None:
    option = FirstPlayer()
    assert option.values(3) == ("random", "seat-0", "seat-1", "seat-2")
    assert [option.label(value) for value in option.values(3)] == ["random", "chair 1", "chair 2", "chair 3"]
    assert [chosen_seat(value) for value in option.values(3)[1:]] == [0, 1, 2]


@pytest.mark.parametrize("seat", range(4))
def test_a_value_that_an_earlier_version_stored_names_the_same_seat(seat: int) -> None:
    older, newer = GAME.new(4, Dice(1), first=str(seat + 1)), GAME.new(4, Dice(1), first=f"seat-{seat}")
    assert older.turn == newer.turn == seat
    assert older.config.options["first"] == str(seat + 1)


@pytest.mark.parametrize("value", ["0", "5", "seat-4", "seat-", "seat--1", "seat-01", "chair 1", ""])
def test_a_seat_that_is_not_there_is_refused(value: str) -> None:
    with pytest.raises(BadSetup, match=r"Possible: random, seat-0, seat-1, seat-2, seat-3\."):
        GAME.setup(4, first=value)


def test_every_game_begins_with_the_seat_that_was_chosen(game: Game) -> None:
    """A state says so by its first turn or by the seat that begins the round."""
    for seats in game.seats:
        for seat in range(seats):
            state = game.new(seats, Dice(1), first=f"seat-{seat}")
            same = game.new(seats, Dice(1), first=str(seat + 1))
            assert state.position() == same.position()
