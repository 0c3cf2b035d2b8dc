"""The rules of Lanterns, the game in a package of its own."""

from __future__ import annotations

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.registry import games
from spiritboard.table.staging import set_scene
from spiritboard.table.state import State

LANTERNS = games()["lanterns"]
LESSON = LANTERNS.lessons[0]


def dealt(**options: str) -> State:
    """Returns the deal of the lesson: hands 3, 8, 11 and 0, 5, 10. Seat 0 gives first."""
    state = set_scene(LANTERNS, LESSON)
    return LANTERNS.setup(2, None, first="seat-0", **options).from_position(state.position())


def play(state: State, seat: int, *path: str) -> None:
    state.play(seat, state.move(seat, path), Dice("lanterns"))


def after_dark(**options: str) -> State:
    state = dealt(**options)
    play(state, 0, "lay", "lantern-11")
    play(state, 1, "lay", "lantern-10")
    return state


@pytest.mark.rule("LA1")
def test_each_player_is_dealt_three_lanterns() -> None:
    assert LANTERNS.new(4, Dice(1)).view(0)["counts"] == [3, 3, 3, 3]  # type: ignore[typeddict-item]


@pytest.mark.rule("LA2")
def test_all_lay_at_the_same_time_and_the_brightest_scores() -> None:
    state = dealt()
    assert state.pending() == [0, 1]
    play(state, 1, "lay", "lantern-10")
    assert state.pending() == [0]
    play(state, 0, "lay", "lantern-11")
    assert state.position()["points"] == [10, 0]


@pytest.mark.rule("LA3")
def test_a_lantern_is_given_when_its_player_has_said_so() -> None:
    game = GameInProgress(LANTERNS.setup(2), Dice(1), ["You", "Wick"])
    game.resume([], after_dark())
    game.play(0, ("give", "lantern-8", "seat-1"), Dice(1))
    game.take_back(0)
    game.play(0, ("give", "lantern-3", "seat-1"), Dice(1))
    game.play(0, ("say-so",), Dice(1))
    assert game.state.position()["open"] == [[], [3]]


@pytest.mark.rule("LA3")
def test_a_lantern_is_blown_out_only_if_it_is_gusty() -> None:
    assert ("blow-out", "lantern-3") not in after_dark().paths(0)
    state = after_dark(wind="gusty")
    play(state, 0, "blow-out", "lantern-3")
    play(state, 0, "say-so")
    assert state.position()["blown_out"] == [3]


@pytest.mark.rule("LA4")
def test_all_light_and_the_ten_points_are_added_up() -> None:
    state = after_dark()
    for seat, lantern, other in ((0, 3, 1), (1, 0, 0)):
        play(state, seat, "give", f"lantern-{lantern}", f"seat-{other}")
        play(state, seat, "say-so")
    assert state.over
    assert state.standings().scores == [8 + 0 + 10, 5 + 3]
