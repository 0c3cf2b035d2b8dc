"""Ghooost! in a terminal."""

from __future__ import annotations

from spiritboard.games.ghooost import GAME
from tests.games.ghooost.cemetery import AFTER, at_table

NAMES = ["Gabriel", "Koni", "Igor"]
FOUR_NAMES = [*NAMES, "Scooty"]


def test_cemetery_hands_and_mansions() -> None:
    state = at_table(["9 5 copy kitty", "6", "7 7 7 7 6"], cemetery="4 5 5+", crypt="13 10", kitties=1, way=-1)
    drawn = GAME.draw(state.view(0), NAMES)
    assert "round 1, before midnight, crypt 2, play runs counter-clockwise" in drawn
    assert "cemetery (3): 4 5 5(copy)   beside it: kitty" in drawn
    assert "> Gabriel: 4 in hand, 10 in the mansion" in drawn
    assert "  Igor: 5 in hand, 10 in the mansion" in drawn
    assert drawn.endswith("your hand: 5 9 copy kitty")
    assert "your hand" not in GAME.draw(state.view(None), NAMES)


def test_after_midnight_in_a_match() -> None:
    hands, mansions = ["", "", "7", "6"], ["2", "", "2", "2"]
    options = {"match": "match"}
    state = at_table(hands, "", AFTER, mansions, options=options, points=[3, 1, 0, 2], boos=[0, 0, 1, 0])
    drawn = GAME.draw(state.view(0), FOUR_NAMES)
    assert "after midnight" in drawn
    assert "cemetery (0): empty" in drawn
    assert "  Koni: has left, 1 point, 0 Boo!" in drawn
    assert "  Igor: 1 in hand, 1 in the mansion, 0 points, 1 Boo!" in drawn
    assert drawn.endswith("your hand: empty")


def test_of_a_deep_cemetery_the_top_is_drawn() -> None:
    state = at_table(["9", "6", "7"], cemetery="2 2 4 4 5 5 6 6 10 13")
    assert "cemetery (10): … 4 4 5 5 6 6 10 13" in GAME.draw(state.view(0), NAMES)
