"""The action cards that are worth something at the end."""

from __future__ import annotations

import pytest

from spiritboard.games.halloween.rules import Halloween
from tests.games.halloween.night import as_second, night, rest_of_turn, scored


def ended(state: Halloween) -> dict[str, int]:
    """What the first player has scored once the game is over, and the second would have in that seat."""
    second = as_second(state)
    for each in (state, second):
        each.trigger_end()
        for _ in range(state.seats):
            rest_of_turn(each)
        assert each.over
    assert scored(second, 1) == scored(state)
    return scored(state)


@pytest.mark.rule("HAC12")
def test_card_12() -> None:
    assert ended(night(mine=[12, 13, 2])) == {"card 12": 6}


@pytest.mark.rule("HAC21")
def test_card_21() -> None:
    assert ended(night(mine=[21], sp=8)) == {"card 21": 4}
    assert ended(night(mine=[21], sp=2)) == {}


@pytest.mark.rule("HAC22")
@pytest.mark.parametrize(("lowest", "points"), [(1, 0), (2, 1), (3, 2), (4, 5), (5, 8)])
def test_card_22(lowest: int, points: int) -> None:
    found = ended(night(mine=[22], levels=(5, lowest, 5)))
    assert found == ({"card 22": points} if points else {})


@pytest.mark.rule("HAC26")
def test_card_26() -> None:
    assert ended(night(mine=[26], tokens="blue blue red")) == {"card 26": 3}


@pytest.mark.rule("HAC27")
def test_card_27() -> None:
    assert ended(night(mine=[27], tokens="blue red red")) == {"card 27": 6}


@pytest.mark.rule("HAC31")
def test_card_31() -> None:
    assert ended(night(mine=[31], haunts={"blue-school": 0, "red-church": 0})) == {"card 31": 16}
    assert ended(night(mine=[31], haunts={"blue-school": 0, "red-school": 10}, seats=2)) == {"card 31": 24}


@pytest.mark.rule("HA51")
def test_everybodys_cards_score() -> None:
    state = night(mine=[26], theirs=[41, 27, 31], their_tokens="red red red red", haunts={"blue-school": 1})
    assert ended(state) == {}
    assert scored(state, 1) == {"card 27": 12, "card 31": 20, "card 41": 3}


@pytest.mark.rule("HAC40")
def test_card_40() -> None:
    assert ended(night(mine=[40], tokens="blue green yellow orange red " * 2 + "blue")) == {"card 40": 24}
    assert ended(night(mine=[40], tokens="blue green yellow orange orange")) == {}


@pytest.mark.rule("HAC41", "HA51")
def test_card_41() -> None:
    assert ended(night(mine=[41, 27], tokens="red red", hp=14)) == {"haunting": 14, "card 27": 6, "card 41": 2}
    assert ended(night(mine=[41], hp=9)) == {"haunting": 9}
