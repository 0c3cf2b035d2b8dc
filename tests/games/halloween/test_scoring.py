"""Action cards that score at the end of the game.

The rule id says which card it is: HAC12 is card 12.
"""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.moves import rest_of_turn
from tests.games.halloween.positions import as_second, position
from tests.games.halloween.reading import scored


def ended(state: Halloween) -> dict[str, int]:
    """Ends the game and returns the first player's points. Checks that the second seat would get the same."""
    second = as_second(state)
    for each in (state, second):
        each.trigger_end()
        for _ in range(state.seats):
            rest_of_turn(each)
        assert each.over
    assert scored(second, 1) == scored(state)
    return scored(state)


@pytest.mark.rule("HAC12")
def test_points_for_coloured_cards() -> None:
    assert ended(position(mine=[12, 13, 2])) == {"card 12": 6}


@pytest.mark.rule("HAC21")
def test_points_for_scare_points() -> None:
    assert ended(position(mine=[21], sp=8)) == {"card 21": 4}
    assert ended(position(mine=[21], sp=2)) == {}


@pytest.mark.rule("HAC22")
@pytest.mark.parametrize(("lowest", "points"), [(1, 0), (2, 1), (3, 2), (4, 5), (5, 8)])
def test_points_for_the_lowest_section(lowest: int, points: int) -> None:
    found = ended(position(mine=[22], levels=(5, lowest, 5)))
    assert found == ({"card 22": points} if points else {})


@pytest.mark.rule("HAC26")
def test_points_for_every_two_tokens() -> None:
    assert ended(position(mine=[26], tokens="blue blue red")) == {"card 26": 3}


@pytest.mark.rule("HAC27")
def test_points_for_red_tokens() -> None:
    assert ended(position(mine=[27], tokens="blue red red")) == {"card 27": 6}


@pytest.mark.rule("HAC31")
def test_points_for_unused_haunt_tokens() -> None:
    assert ended(position(mine=[31], haunts={"blue-school": 0, "red-church": 0})) == {"card 31": 16}
    assert ended(position(mine=[31], haunts={"blue-school": 0, "red-school": 10}, seats=2)) == {"card 31": 24}


@pytest.mark.rule("HA51")
def test_cards_of_all_players_score() -> None:
    state = position(mine=[26], theirs=[41, 27, 31], their_tokens="red red red red", haunts={"blue-school": 1})
    assert ended(state) == {}
    assert scored(state, 1) == {"card 27": 12, "card 31": 20, "card 41": 3}


@pytest.mark.rule("HAC40")
def test_points_for_sets_of_five_colours() -> None:
    assert ended(position(mine=[40], tokens="blue green yellow orange red " * 2 + "blue")) == {"card 40": 24}
    assert ended(position(mine=[40], tokens="blue green yellow orange orange")) == {}


@pytest.mark.rule("HAC41", "HA51")
def test_points_for_every_ten_haunt_points() -> None:
    assert ended(position(mine=[41, 27], tokens="red red", hp=14)) == {"haunting": 14, "card 27": 6, "card 41": 2}
    assert ended(position(mine=[41], hp=9)) == {"haunting": 9}
