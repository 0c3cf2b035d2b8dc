"""Events are put into words with the players' names."""

from __future__ import annotations

import pytest

from spiritboard.table.events import Event, named


@pytest.mark.parametrize(
    ("seats", "words"), [([2], "Cy"), ([0, 1], "Ada and Bo"), ([3, 0, 2], "Di, Ada and Cy"), ([], "")]
)
def test_players_are_listed_as_one_speaks(seats: list[int], words: str) -> None:
    assert Event("end", named(seats), {}).say(["Ada", "Bo", "Cy", "Di"]) == words
