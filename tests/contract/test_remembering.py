"""A random playout keeps nothing for seats to remember, because that takes time; games that are played do."""

from __future__ import annotations

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.playout import playout
from spiritboard.table.registry import games
from spiritboard.table.remembering import Remembering

SOME = 12  # decisions, which end no round

REMEMBERING = [game for game in games().values() if isinstance(game.setup(game.seats[0]).new(Dice("any")), Remembering)]


@pytest.mark.parametrize("each", REMEMBERING, ids=lambda each: each.id)
def test_only_a_game_that_is_played_makes_notes(each: Game) -> None:
    dice = Dice("notes")
    played, random = (each.setup(each.seats[0]).new(dice.stream(0)) for _ in range(2))
    for _ in range(SOME):
        seat = played.pending()[0]
        played.apply(seat, played.random_move(seat, dice), dice)
    playout(random, dice.stream(1), SOME)
    assert isinstance(played, Remembering)
    assert isinstance(random, Remembering)
    assert played.noted
    assert not random.noted
    assert played.copy().remembers
    assert not random.copy().remembers


def test_there_are_such_games() -> None:
    assert len(REMEMBERING) == 3
