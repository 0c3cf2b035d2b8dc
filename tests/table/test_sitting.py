"""A game being played: what may be taken back, and what is kept of it."""

from __future__ import annotations

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.sitting import Sitting

NAMES = ["Ada", "Bo"]


@pytest.fixture
def sitting() -> Sitting:
    """Ada begins, and chooses a friend before she rolls: that brings nothing to light."""
    return Sitting(GAME.kit(2, variant="free-choice", first="1"), Dice("sitting"), NAMES)


def test_what_brought_nothing_to_light_is_taken_back(sitting: Sitting) -> None:
    before, told = sitting.state.to_json(), len(sitting.state.heard(0))
    assert not sitting.can_take_back(0)
    sitting.play(0, ("hanja",), Dice(1))
    assert (sitting.can_take_back(0), sitting.can_take_back(1)) == (True, False)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        sitting.take_back(1)
    sitting.take_back(0)
    assert sitting.state.to_json() == before
    assert (sitting.ply, len(sitting.state.heard(0))) == (0, told)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        sitting.take_back(0)


def test_what_was_rolled_stays_and_so_does_all_before_it(sitting: Sitting) -> None:
    sitting.play(0, ("hanja",), Dice(1))
    told = sitting.play(0, ("roll-2-dice",), Dice("a good roll"))
    assert told == (sitting.state.events or [])[-len(told) :]
    assert sitting.record.moves[-1].seat == 0
    assert not sitting.can_take_back(0)
    assert not sitting.can_take_back(1)


def test_an_illegal_move_changes_nothing(sitting: Sitting) -> None:
    before = sitting.state.to_json()
    for seat, path in ((0, ("stop",)), (0, ()), (1, ("hanja",)), (2, ("hanja",)), (0, ("hanja", "hanja"))):
        with pytest.raises(IllegalMove):
            sitting.play(seat, path, Dice(1))
    assert (sitting.state.to_json(), sitting.ply) == (before, 0)


def test_a_record_holds_what_was_played_and_nothing_that_was_taken_back(sitting: Sitting) -> None:
    sitting.play(0, ("hanja",), Dice(1))
    sitting.take_back(0)
    dice = Dice("whole")
    while not sitting.state.over:
        seat = sitting.state.turn
        assert sitting.record.result is None
        sitting.play(seat, dice.pick(sitting.state.paths(seat)), dice)
    assert sitting.record.result is not None
    assert sitting.record.verify().to_json() == sitting.state.to_json()
