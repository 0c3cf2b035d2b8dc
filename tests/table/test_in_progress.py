"""A game being played: what may be taken back, and what is kept of it."""

from __future__ import annotations

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.record import Move

NAMES = ["Ada", "Bo"]


@pytest.fixture
def in_progress() -> GameInProgress:
    """Ada begins, and chooses a friend before she rolls: that brings nothing to light."""
    return GameInProgress(GAME.setup(2, variant="free-choice", first="seat-0"), Dice("in progress"), NAMES)


def test_what_brought_nothing_to_light_is_taken_back(in_progress: GameInProgress) -> None:
    before, told = in_progress.state.to_json(), len(in_progress.state.heard(0))
    assert not in_progress.can_take_back(0)
    in_progress.play(0, ("hanja",), Dice(1))
    assert (in_progress.can_take_back(0), in_progress.can_take_back(1)) == (True, False)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        in_progress.take_back(1)
    in_progress.take_back(0)
    assert in_progress.state.to_json() == before
    assert (in_progress.ply, len(in_progress.state.heard(0))) == (0, told)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        in_progress.take_back(0)


def test_what_was_rolled_stays_and_so_does_all_before_it(in_progress: GameInProgress) -> None:
    in_progress.play(0, ("hanja",), Dice(1))
    told = in_progress.play(0, ("roll-2-dice",), Dice("a good roll"))
    assert told == (in_progress.state.events or [])[-len(told) :]
    assert in_progress.record.moves[-1].seat == 0
    assert not in_progress.can_take_back(0)
    assert not in_progress.can_take_back(1)


def test_an_illegal_move_changes_nothing(in_progress: GameInProgress) -> None:
    before = in_progress.state.to_json()
    for seat, path in ((0, ("stop",)), (0, ()), (1, ("hanja",)), (2, ("hanja",)), (0, ("hanja", "hanja"))):
        with pytest.raises(IllegalMove):
            in_progress.play(seat, path, Dice(1))
    assert (in_progress.state.to_json(), in_progress.ply) == (before, 0)


def test_a_move_is_worked_out_without_being_made(in_progress: GameInProgress) -> None:
    before = in_progress.state.to_json()
    ahead = in_progress.after_move(0, ("hanja",), "0" * 32)
    assert (in_progress.state.to_json(), in_progress.ply) == (before, 0)
    assert (ahead.move.seat, ahead.move.path, ahead.move.dice) == (0, ("hanja",), "0" * 32)
    assert ahead.move.pending == tuple(ahead.state.pending())
    in_progress.go_to(ahead)
    assert in_progress.state is ahead.state
    assert in_progress.record.moves == [Move(0, ("hanja",), "0" * 32 + "@0")]
    back = in_progress.after_take_back(0)
    assert (in_progress.ply, back.move.takes_back) == (1, True)
    in_progress.go_to(back)
    assert (in_progress.state.to_json(), in_progress.ply) == (before, 0)


def test_a_move_that_was_worked_out_before_another_is_refused(in_progress: GameInProgress) -> None:
    ahead = in_progress.after_move(0, ("hanja",), "0" * 32)
    in_progress.play(0, ("hanja",), Dice(1))
    after = in_progress.state.to_json()
    with pytest.raises(ValueError, match="does not follow"):
        in_progress.go_to(ahead)
    assert (in_progress.state.to_json(), in_progress.ply) == (after, 1)


def test_a_record_holds_what_was_played_and_nothing_that_was_taken_back(in_progress: GameInProgress) -> None:
    in_progress.play(0, ("hanja",), Dice(1))
    in_progress.take_back(0)
    dice = Dice("whole")
    while not in_progress.state.over:
        seat = in_progress.state.turn
        assert in_progress.record.result is None
        in_progress.play(seat, dice.pick(in_progress.state.paths(seat)), dice)
    assert in_progress.record.result is not None
    assert in_progress.record.verify().to_json() == in_progress.state.to_json()
