"""The words of the page of a review."""

from __future__ import annotations

import pytest

from spiritboard.server.review_page import accuracy_word, possible


@pytest.mark.parametrize(
    ("lost", "word"),
    [(0, "nearly perfect"), (5, "nearly perfect"), (14, "sharp"), (29, "steady"), (52, "uneven"), (400, "adventurous")],
)
def test_a_player_is_called_by_what_all_decisions_lost(lost: float, word: str) -> None:
    assert accuracy_word(lost) == word


@pytest.mark.parametrize(("estimate", "chance"), [(-0.04, 0.0), (0.3, 0.3), (1.02, 1.0)])
def test_a_chance_is_shown_as_it_can_be(estimate: float, chance: float) -> None:
    """A move that left the race early is judged by its lead, which may be more than its rival's whole chance."""
    assert possible(estimate) == chance
