"""The guide of Spookies: its chances are exact, a turn is solved, and positions where the right move is plain."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.bot import Chances, SpookiesGuide
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice

from .house import NUMBERS, field, house


def guide_of(state: Spookies) -> SpookiesGuide:
    return cast(SpookiesGuide, GAME.guide(state.config))


def chosen(state: Spookies) -> str:
    move = guide_of(state).choose(state.imagine(state.turn, Dice("imagined")), state.turn, Dice("any"))
    assert move in state.legal(state.turn)
    return state.path(state.turn, move)[-1]


def chances() -> Chances:
    state = house()
    return guide_of(state).known(state.house)


@pytest.mark.parametrize(
    ("on", "dice", "ways"),
    [
        (0, 2, 30),  # of 36: all but 1-1, 1-2, 1-3, 2-2
        (8, 2, 10),
        (11, 2, 1),
        (11, 3, 16),  # two sixes at least, of 216
        (11, 4, 171),  # and of 1296
    ],
)
def test_the_chance_of_success_is_exact(on: int, dice: int, ways: int) -> None:
    assert chances().success[field(on)][dice - 2] == pytest.approx(ways / 6**dice)


def test_whatever_is_rolled_succeeds_or_lands_somewhere() -> None:
    known = chances()
    for at in range(len(NUMBERS)):
        for kind in range(3):
            assert known.success[at][kind] + sum(known.landing[at][kind]) == pytest.approx(1)
            assert not any(known.landing[at][kind][at + 1 :])


def test_a_turn_is_solved_as_trying_it_again_and_again_would() -> None:
    """Value iteration over the printed rules, roll by roll, comes to the same worth of a turn from every field."""
    rewards = house().house.rewards
    attic = len(NUMBERS) - 1
    rolls = {dice: [sum(sorted(pips)[-2:]) for pips in product(range(1, 7), repeat=dice)] for dice in (2, 3, 4)}

    def outcome(at: int, score: int, dice: int, worth: list[float]) -> float:
        if score >= (12 if at == attic else NUMBERS[at + 1]):
            reached = min(at + 1, attic)
            return rewards[reached][dice - 2] + max(0.0, worth[reached])
        return float(max(number for number in range(at + 1) if NUMBERS[number] <= score) - at)

    worth = [0.0] * len(NUMBERS)
    for _ in range(25):
        worth = [
            max(sum(outcome(at, score, dice, worth) for score in rolls[dice]) / len(rolls[dice]) for dice in rolls)
            for at in range(len(NUMBERS))
        ]
    assert chances().turn == pytest.approx(worth, abs=1e-6)


def test_in_the_attic_a_row_of_successes_is_counted() -> None:
    """Whoever cannot lose a chip rolls four dice until they fail: a geometric row of five chips each."""
    known = chances()
    attic = field(11)
    win = 171 / 6**4
    worth = known.roll(attic, 2, [0.0] * len(NUMBERS), [0.0], 0.0, 0, 100)
    assert worth == pytest.approx(5 * win / (1 - win))


def test_from_the_gate_two_dice_are_rolled() -> None:
    assert chosen(house(on=0)) == "roll-2-dice"


def test_whoever_has_nothing_to_lose_goes_on() -> None:
    assert chosen(house(on=11, chips=(0, 20), first_roll=False)) != "stop"
    assert chosen(house(on=11, chips=(20, 0), first_roll=False)) == "stop"


def test_a_heap_of_penalty_chips_is_worth_the_risk_of_two_dice() -> None:
    assert chosen(house(on=9, chips=(20, 20), first_roll=False)) == "roll-4-dice"
    assert chosen(house(on=9, chips=(20, 20), first_roll=False, penalty={10: 30})) == "roll-2-dice"


def test_an_almost_empty_stock_is_emptied_with_as_many_dice_as_it_takes() -> None:
    assert chosen(house(on=8, chips=(20, 20), stock=60)) == "roll-3-dice"
    assert chosen(house(on=8, chips=(20, 20), stock=1)) == "roll-4-dice"


def test_of_any_friend_the_most_promising_is_taken() -> None:
    state = house(friend=None)
    state.fields = [field(number) for number in (10, 0, 11, 9, 11)]
    assert chosen(state) == "schnuffer"


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["friend-die", "free-choice"])
def test_the_same_choice_whatever_the_chips_are_worth(seats: int, variant: str) -> None:
    dice = Dice(f"walk {seats}")
    state = GAME.new(seats, dice, variant=variant)
    guide = GAME.guide(state.config)
    while not state.over:
        choices = {guide.choose(state.imagine(state.turn, Dice(again)), state.turn, dice) for again in range(3)}
        assert len(choices) == 1
        assert choices <= set(state.legal(state.turn))
        state.apply(state.turn, state.random_move(state.turn, dice), dice)


def test_a_lead_is_worth_more_the_fewer_chips_are_left() -> None:
    worths = [guide_of(state).worth(state)[0] for state in (house(chips=(9, 5), stock=left) for left in (40, 10, 1))]
    assert 0.5 < worths[0] < worths[1] < worths[2] < 1
