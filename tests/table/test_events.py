"""Events are put into words with the players' names."""

from __future__ import annotations

import pytest

from spiritboard.table.events import Event, named


@pytest.mark.parametrize(
    ("seats", "words"), [([2], "Cy"), ([0, 1], "Ada and Bo"), ([3, 0, 2], "Di, Ada and Cy"), ([], "")]
)
def test_players_are_listed_as_one_speaks(seats: list[int], words: str) -> None:
    assert Event("end", named(seats), {}).say(["Ada", "Bo", "Cy", "Di"]) == words


NAMES = ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("words", "to_ada"),
    [
        ("{0} played mist.", "You played mist."),
        ("{1} played mist.", "Bo played mist."),
        ("It is {0}'s turn.", "It is your turn."),
        ("{0}'s turn.", "Your turn."),
        ("Round 2: {0} will begin.", "Round 2: you will begin."),
        ("The die shows 3. {0} took one chip!", "The die shows 3. You took one chip!"),
        ("{1} and {0} won.", "Bo and you won."),
        ("{0}: no, not 7.", "You: no, not 7."),
    ],
)
def test_events_are_said_to_a_player_as_you(words: str, to_ada: str) -> None:
    assert Event("any", words, {}).say(NAMES, you=0) == to_ada


@pytest.mark.parametrize("words", ["{0} plays mist.", "{0} is out.", "{0} was out.", "{0} has won.", "{0} passes."])
def test_the_name_stays_where_you_would_be_wrong(words: str) -> None:
    """Tables of an earlier version store words in the present tense, and so may a game of another package."""
    assert Event("any", words, {}).say(NAMES, you=0) == words.replace("{0}", "Ada")
