"""Ghooost! in a terminal."""

from __future__ import annotations

from spiritboard.games.ghooost import GAME
from tests.games.ghooost.cemetery import AFTER, at_table

NAMES = ["Gabriel", "Koni", "Igor"]
FOUR_NAMES = [*NAMES, "Scooty"]


def lines(drawn: str) -> list[str]:
    """Returns the lines of a drawing that are not empty."""
    return [line for line in drawn.splitlines() if line]


def test_cemetery_hands_and_mansions() -> None:
    state = at_table(["9 5 copy kitty", "6", "7 7 7 7 6"], cemetery="4 5 5+", crypt="13 10", kitties=1, way=-1)
    seen_by_all = [
        "  round 1, before midnight, crypt 2, play runs counter-clockwise",
        "  cemetery (3): 4 5 5(copy)   beside it: kitty",
        "> Gabriel: 4 in hand, 10 in the mansion",
        "  Koni: 4 in hand, 10 in the mansion",
        "  Igor: 5 in hand, 10 in the mansion",
    ]
    assert lines(GAME.draw(state.view(0), NAMES)) == [*seen_by_all, "  your hand: 5 9 copy kitty"]
    assert lines(GAME.draw(state.view(None), NAMES)) == seen_by_all


def test_after_midnight_in_a_match() -> None:
    hands, mansions = ["", "", "7", "6"], ["2", "", "2", "2"]
    options = {"match": "match"}
    state = at_table(hands, "", AFTER, mansions, options=options, points=[3, 1, 0, 2], boos=[0, 0, 1, 0])
    assert lines(GAME.draw(state.view(0), FOUR_NAMES)) == [
        "  round 2, after midnight, play runs clockwise",
        "  cemetery (0): empty",
        "> Gabriel: 0 in hand, 1 in the mansion, 3 points, 0 Boo!",
        "  Koni: has left, 1 point, 0 Boo!",
        "  Igor: 1 in hand, 1 in the mansion, 0 points, 1 Boo!",
        "  Scooty: 1 in hand, 1 in the mansion, 2 points, 0 Boo!",
        "  your hand: empty",
    ]


def test_of_a_deep_cemetery_the_top_is_drawn() -> None:
    state = at_table(["9", "6", "7"], cemetery="2 2 4 4 5 5 6 6 10 13")
    assert "cemetery (10): … 4 4 5 5 6 6 10 13" in GAME.draw(state.view(0), NAMES)
