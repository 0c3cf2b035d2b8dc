"""The words of the page of a review."""

from __future__ import annotations

import pytest

from spiritboard.server.review_page import accuracy_word


@pytest.mark.parametrize(
    ("lost", "word"),
    [(0, "nearly perfect"), (5, "nearly perfect"), (14, "sharp"), (29, "steady"), (52, "uneven"), (400, "adventurous")],
)
def test_a_player_is_called_by_what_all_decisions_lost(lost: float, word: str) -> None:
    assert accuracy_word(lost) == word
