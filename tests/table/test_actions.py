"""Actions: moves numbered without gaps, and dice that are told how to fall."""

from __future__ import annotations

import pytest

from spiritboard.table.actions import NO_ACTION, Actions
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.told_dice import RollNeeded, ToldDice

NAMED = ["stop", "unused 1", "roll", "unused 3", "pass"]


def test_numbers_that_are_no_move_are_no_action() -> None:
    actions = Actions(NAMED)
    assert (actions.names, actions.moves, len(actions)) == (["stop", "roll", "pass"], [0, 2, 4], 3)
    assert [actions.of(move) for move in range(5)] == [0, NO_ACTION, 1, NO_ACTION, 2]
    assert [actions.move(action) for action in range(3)] == [0, 2, 4]
    for wrong in (-1, 3):
        with pytest.raises(IllegalMove, match=f"no action {wrong}: the actions are 0 to 2"):
            actions.move(wrong)


def test_earlier_environments_keep_the_gaps() -> None:
    actions = Actions(NAMED, gaps=True)
    assert actions.names == NAMED
    assert actions.moves == list(range(5))


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_the_newest_actions_have_no_gaps_and_earlier_ones_keep_their_numbers(game: Game) -> None:
    setup = game.setup(game.seats[-1])
    assert not [name for name in setup.actions.names if name.startswith("unused")]
    for version, kind in game.observation_versions.items():
        observation = setup.observation_of(version)
        if kind is not game.observation:
            assert observation.numbered().names == observation.actions()


# Told dice.


def test_told_dice_fall_as_they_are_told() -> None:
    dice = ToldDice(bytes([4, 0]))
    assert (dice.below(6), dice.below(1), dice.below(2)) == (4, 0, 0)
    with pytest.raises(RollNeeded) as needed:
        dice.below(52)
    assert needed.value.sides == 52
    with pytest.raises(ValueError, match="1 to 256 sides, not 257"):
        dice.below(257)


def test_told_dice_shuffle_into_every_order() -> None:
    """Three cards take a roll of three and one of two: six orders, each in one way."""
    orders = []
    for first in range(3):
        for second in range(2):
            cards = ["a", "b", "c"]
            ToldDice(bytes([first, second])).shuffle(cards)
            orders.append("".join(cards))
    assert sorted(orders) == ["abc", "acb", "bac", "bca", "cab", "cba"]


def test_dice_move_to_a_position() -> None:
    dice = Dice("somewhere")
    rolls = [dice.below(200) for _ in range(700)]
    again = Dice("somewhere")
    for _ in range(350):
        again.below(200)
    there = Dice("somewhere").moved_to(again.position())
    assert [there.below(200) for _ in range(350)] == rolls[350:]
