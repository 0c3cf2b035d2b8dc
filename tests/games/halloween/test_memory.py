"""Nothing is hidden in Halloween. A program is given what a look at the log and some counting tells, besides."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.town import EACH_BONUS
from spiritboard.games.halloween.words import BONUS_LETTERS
from tests.contract.walk import finished, walk
from tests.games.remembering import marked, told_fields


@pytest.mark.parametrize("variant", ["standard", "master"])
def test_where_the_points_of_each_player_came_from(variant: str) -> None:
    setup = GAME.setup(3, variant=variant)
    state = finished(setup, "sources")
    assert isinstance(state, Halloween)
    told = told_fields(setup, state, 1)
    for seat, player in ((1, "me"), (2, "player +1"), (0, "player +2")):
        points = told[f"HP of {player} from"]
        assert isinstance(points, list)
        lines = state.view(1)["scores"][seat]
        assert [each for each in points if each] == [line["points"] for line in lines]
        assert sum(points) == state.points[seat]


def test_the_bonus_tokens_that_are_left() -> None:
    setup = GAME.setup(2)
    name = "bonus tokens left in the supply"
    for ply in walk(setup, "tokens"):
        state = ply.state
        assert isinstance(state, Halloween)
        left = marked(setup, state, 0, name)
        assert sum(left.values()) == state.view(0)["bonus_supply"]
        counted = {f"{name}: {letter}": left_of(state, kind) for kind, letter in enumerate(BONUS_LETTERS) if kind}
        assert left == {label: number for label, number in counted.items() if number}


def left_of(state: Halloween, kind: int) -> int:
    """Returns how many tokens of a kind lie nowhere on the table."""
    lying = [*state.bonus, *state.spots, state.coming].count(kind)
    return EACH_BONUS - lying - state.bonus_discards[kind]
