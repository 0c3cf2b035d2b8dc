"""The guide of Spookies: exact chances, the worth of a turn, and positions in which the right move is plain."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.bot import Chances, Roll, SpookiesGuide, best_roll
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row
from tests.games.guides import chosen
from tests.games.spookies.house import FIELD_NUMBERS, field, house


def guide_of(state: Spookies) -> SpookiesGuide:
    return cast(SpookiesGuide, GAME.guide(state.config))


def chances() -> Chances:
    state = house()
    return guide_of(state).known(state.house)


@pytest.mark.parametrize(
    ("on", "dice", "ways"),
    [
        (0, 2, 30),  # of 36: all but 1-1, 1-2, 2-1, 1-3, 3-1 and 2-2
        (8, 2, 10),
        (11, 2, 1),
        (11, 3, 16),  # of 216: at least two sixes
        (11, 4, 171),  # of 1296: at least two sixes
    ],
)
def test_the_chance_of_success_is_exact(on: int, dice: int, ways: int) -> None:
    assert chances().rolls[field(on)][dice - 2].success == pytest.approx(ways / 6**dice)


def test_every_roll_succeeds_or_ends_on_a_field_no_higher_than_before() -> None:
    for at, rolls in enumerate(chances().rolls):
        assert [roll.count for roll in rolls] == [2, 3, 4]
        for roll in rolls:
            assert roll.success + sum(roll.landing) == pytest.approx(1)
            assert not any(roll.landing[at + 1 :])


def test_the_worth_of_a_turn_agrees_with_value_iteration() -> None:
    """The value iteration goes by the rules, roll by roll, and knows nothing of the guide."""
    rewards = [list(chips) for chips in house().house.rewards]
    attic = len(FIELD_NUMBERS) - 1
    rolls = {dice: [sum(sorted(pips)[-2:]) for pips in product(range(1, 7), repeat=dice)] for dice in (2, 3, 4)}

    def outcome(at: int, score: int, dice: int, worth: list[float]) -> float:
        if score >= (12 if at == attic else FIELD_NUMBERS[at + 1]):
            reached = min(at + 1, attic)
            return rewards[reached][dice - 2] + max(0.0, worth[reached])
        return float(max(number for number in range(at + 1) if FIELD_NUMBERS[number] <= score) - at)

    worth = [0.0] * len(FIELD_NUMBERS)
    for _ in range(25):
        worth = [
            max(sum(outcome(at, score, dice, worth) for score in rolls[dice]) / len(rolls[dice]) for dice in rolls)
            for at in range(len(FIELD_NUMBERS))
        ]
    assert chances().turn == pytest.approx(worth, abs=1e-6)


def test_repeated_successes_in_the_attic_are_all_counted() -> None:
    """A player without chips rolls four dice until a roll fails: a geometric series of five chips each."""
    four_dice = Roll(house().house, field(11), 4, [0.0] * len(FIELD_NUMBERS))
    win = 171 / 6**4
    assert four_dice.worth(stock=100, penalty=0, purse=0, above=0.0) == pytest.approx(5 * win / (1 - win))


def test_from_the_gate_two_dice_are_rolled() -> None:
    assert chosen(house(on=0)) == "roll-2-dice"


def test_a_player_goes_on_without_chips_and_stops_with_many() -> None:
    assert chosen(house(on=11, chips=(0, 20), first_roll=False)) != "stop"
    assert chosen(house(on=11, chips=(20, 0), first_roll=False)) == "stop"


def test_many_penalty_chips_are_worth_the_risk_of_two_dice() -> None:
    assert chosen(house(on=9, chips=(20, 20), first_roll=False)) == "roll-4-dice"
    assert chosen(house(on=9, chips=(20, 20), first_roll=False, penalty={10: 30})) == "roll-2-dice"


def test_the_last_chip_of_the_stock_is_won_with_the_surest_roll() -> None:
    assert chosen(house(on=8, chips=(20, 20), stock=60)) == "roll-3-dice"
    assert chosen(house(on=8, chips=(20, 20), stock=1)) == "roll-4-dice"


def test_a_question_mark_is_used_for_the_friend_with_the_best_turn() -> None:
    state = house(friend=None)
    state.fields = Row([field(number) for number in (10, 0, 11, 9, 11)])
    assert chosen(state) == "schnuffer"


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["friend-die", "free-choice"])
def test_the_choice_does_not_depend_on_the_hidden_values_of_chips(seats: int, variant: str) -> None:
    dice = Dice(f"walk {seats}")
    state = GAME.new(seats, dice, variant=variant)
    guide = GAME.guide(state.config)
    while not state.over:
        choices = {guide.choose(state.imagine(state.turn, Dice(again)), state.turn, dice) for again in range(3)}
        assert len(choices) == 1
        assert choices <= set(state.legal(state.turn))
        state.apply(state.turn, state.random_move(state.turn, dice), dice)


def solved(known: Chances, state: Spookies, purse: int, start: int) -> tuple[float, int]:
    """Returns the worth of the best roll from a field and its dice, solved from the attic down."""
    above, best = 0.0, (0.0, 0)
    for at in range(len(FIELD_NUMBERS) - 1, start - 1, -1):
        penalty = len(state.penalty[min(at + 1, len(FIELD_NUMBERS) - 1)])
        rolls = [(roll.worth(len(state.stock), penalty, purse + at - start, above), roll) for roll in known.rolls[at]]
        best = max((worth, -roll.count) for worth, roll in rolls)
        above = max(best[0], known.ends[at])
    return best[0], -best[1]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_best_roll_is_that_of_a_turn_solved_from_the_attic_down(seats: int) -> None:
    """The guide begins lower where the higher fields hold no penalty chips and nobody runs out of chips."""
    dice = Dice(f"solve {seats}")
    state = cast(Spookies, GAME.new(seats, dice))
    known = guide_of(state).known(state.house)
    while not state.over:
        purse = len(state.chips[state.turn])
        for start in range(len(FIELD_NUMBERS)):
            count, worth = best_roll(known, state, state.turn, start)
            assert (worth, count) == solved(known, state, purse, start)
        state.apply(state.turn, state.random_move(state.turn, dice), dice)


def test_a_lead_is_worth_more_when_fewer_chips_are_left() -> None:
    worths = [guide_of(state).worth(state)[0] for state in (house(chips=(9, 5), stock=left) for left in (40, 10, 1))]
    assert 0.5 < worths[0] < worths[1] < worths[2] < 1
