"""Ghosts in a terminal."""

from __future__ import annotations

import pytest

from spiritboard.games.ghosts import GAME
from tests.games.ghosts.pile import at_table

NAMES = ["Sam", "Alcina"]


def test_pile_level_and_players() -> None:
    hands, taken = ["red-3 white-1 mist", "blue-1 blue-2"], ["", "black-1"]
    state = at_table(hands, pile="mist blue-3 white-3", level=6, taken=taken, fright=[3, 5], way=-1)
    drawn = GAME.draw(state.view(0), NAMES)
    assert "round 1 of 3" in drawn
    assert "play runs counter-clockwise" in drawn
    assert "pile: white-3 on top of 3 cards   fright level ######. 6" in drawn
    assert "> Sam: 3 fright, 3 in hand, 0 taken" in drawn
    assert "  Alcina: 5 fright, 2 in hand, 52 taken" in drawn


def test_each_card_says_what_it_would_do() -> None:
    state = at_table(["red-3 white-1 yellow-1 mist", "blue-1"], pile="blue-3 white-3", level=6)
    hand = GAME.draw(state.view(0), NAMES).splitlines()[-1]
    assert hand == "  your hand: mist (6)  red-3 (past seven)  yellow-1 (7)  white-1 (turns, 6)"
    assert "your hand" not in GAME.draw(state.view(None), NAMES)


@pytest.mark.parametrize(("pile", "said"), [("", "pile: nothing on top of 0"), ("mist", "pile: no ghosts on top of 1")])
def test_a_pile_without_ghosts(pile: str, said: str) -> None:
    assert said in GAME.draw(at_table(["red-1", "blue-1"], pile=pile).view(0), NAMES)
