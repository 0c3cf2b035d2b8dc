"""The rules of Spookies, one by one. The rulebook's own examples are among the tests."""

from __future__ import annotations

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.picks import CHOOSE_FRIEND, STOP
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from tests.games.spookies.house import FRIENDS, house, lying_on, pick, purse, roll, rolling, stands_on

REWARDS = {5: (1, 0, 0), 6: (2, 1, 0), 7: (3, 2, 1), 8: (4, 3, 1), 9: (6, 4, 2), 10: (10, 6, 3), 11: (16, 9, 5)}


def new(seats: int = 3, seed: object = 1, **options: str) -> Spookies:
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Spookies)
    return state


# Before the game.


@pytest.mark.rule("SP1")
@pytest.mark.parametrize(("seats", "chips"), [(2, 50), (3, 60), (4, 75), (5, 75)])
def test_the_number_of_chips_in_play(seats: int, chips: int) -> None:
    assert len(new(seats).stock) == chips
    assert len(new(seats).box) == 75 - chips
    assert len(new(seats, chips="all").stock) == 75


@pytest.mark.rule("SP1")
def test_the_chips_left_out_are_drawn_at_random() -> None:
    boxes = [new(2, seed).box for seed in range(400)]
    assert all(len(box) == 25 for box in boxes)
    assert {value for box in boxes for value in box} == {1, 2, 3, 5}
    mean = sum(sum(box) for box in boxes) / len(boxes)
    assert abs(mean - 25 * (30 + 40 + 45 + 50) / 75) < 1.5


@pytest.mark.rule("SP2")
def test_all_friends_begin_at_the_gate_and_no_player_has_chips() -> None:
    state = new(4)
    assert state.fields == [0] * 5
    assert state.chips == [[], [], [], []]


@pytest.mark.rule("SP2")
def test_the_first_player_is_agreed_or_random() -> None:
    assert {new(5, seed).turn for seed in range(100)} == {0, 1, 2, 3, 4}
    assert {new(5, seed, first="seat-3").turn for seed in range(20)} == {3}


@pytest.mark.rule("SP2")
def test_turns_go_clockwise() -> None:
    state = new(3, first="seat-2", variant="free-choice")
    turns = []
    for _ in range(5):
        turns.append(state.turn)
        pick(state, "poppy")
        roll(state, 1, 2)
    assert turns == [2, 0, 1, 2, 0]


# A turn.


@pytest.mark.rule("SP3")
def test_the_friend_die_decides_which_friend_climbs() -> None:
    faces = set()
    for seed in range(200):
        state = new(2, seed)
        face = state.view(None)["friend"]
        faces.add(face)
        if face == "?":
            assert state.paths(state.turn) == [(friend,) for friend in FRIENDS]
        else:
            assert state.view(None)["character"] == face
            assert state.paths(state.turn) == [("roll-2-dice",), ("roll-3-dice",), ("roll-4-dice",)]
    assert faces == {*FRIENDS, "?"}


@pytest.mark.rule("SP3")
def test_each_face_comes_up_about_as_often() -> None:
    friends = [new(2, seed).friend for seed in range(3000)]
    assert all(400 < friends.count(face) < 600 for face in range(-1, 5))


@pytest.mark.rule("SP3")
def test_a_question_mark_lets_the_player_choose_a_friend_for_the_whole_turn() -> None:
    state = house(friend=None)
    pick(state, "duffy")
    roll(state, 6, 6)
    roll(state, 6, 6)
    assert stands_on(state, "duffy") == 6
    assert [stands_on(state, friend) for friend in FRIENDS if friend != "duffy"] == [0, 0, 0, 0]
    assert state.turn == 0
    assert "kracko" not in {path[0] for path in state.paths(0)}


@pytest.mark.rule("SP3")
def test_the_friend_die_is_rolled_again_for_every_turn() -> None:
    friends = set()
    for seed in range(100):
        state = house(first_roll=False)
        pick(state, "stop", seed)
        friends.add(state.friend)
        assert state.character == state.friend
    assert friends == {-1, 0, 1, 2, 3, 4}


@pytest.mark.rule("SP4")
@pytest.mark.parametrize(
    ("pips", "score"),
    [
        ((3, 2), 5),
        ((1, 5, 3), 8),
        ((2, 4, 6, 1), 10),
        ((3, 1, 1, 1), 4),
        ((6, 6, 6, 6), 12),
        ((1, 1), 2),
        ((1, 6, 6), 12),
    ],
)
def test_only_the_two_highest_dice_count(pips: tuple[int, ...], score: int) -> None:
    state = house()
    assert state.throw(len(pips), rolling(*pips)) == score
    assert state.view(None)["rolled"] == list(pips)


@pytest.mark.rule("SP4")
def test_two_three_or_four_dice_may_be_rolled() -> None:
    state = house()
    assert state.legal(0) == [2, 3, 4]
    roll(state, 6, 6, 1, 1)
    assert set(state.legal(0)) == {STOP, 2, 3, 4}
    for number in (1, 5):
        with pytest.raises(IllegalMove):
            state.move(0, (f"roll-{number}-dice",))


@pytest.mark.rule("SP5")
@pytest.mark.parametrize("on", [0, 5, 8, 11])
def test_the_first_roll_must_be_made(on: int) -> None:
    state = house(on=on, chips=(3, 0))
    assert STOP not in state.legal(0)
    with pytest.raises(IllegalMove):
        state.play(0, STOP, Dice(0))


@pytest.mark.rule("SP6", "SP7")
def test_rulebook_example_tim_and_the_dog() -> None:
    state = house("schnuffer")
    roll(state, 3, 4)
    assert stands_on(state, "schnuffer") == 5
    assert purse(state) == 1
    assert state.turn == 0
    assert set(state.legal(0)) == {STOP, 2, 3, 4}


@pytest.mark.rule("SP6")
def test_a_friend_on_seven_needs_an_eight() -> None:
    state = house(on=7, chips=(5, 0))
    roll(state, 4, 4)
    assert stands_on(state, "hanja") == 8
    state = house(on=7, chips=(5, 0))
    roll(state, 4, 3)
    assert stands_on(state, "hanja") == 7
    assert state.turn == 1


@pytest.mark.rule("SP6")
def test_a_friend_climbs_one_field_however_high_the_score_is() -> None:
    state = house()
    roll(state, 6, 6)
    assert stands_on(state, "hanja") == 5


@pytest.mark.rule("SP7")
@pytest.mark.parametrize("number", [5, 6, 7, 8, 9, 10, 11])
@pytest.mark.parametrize("dice", [2, 3, 4])
def test_the_reward_depends_on_the_field_reached_and_the_dice_rolled(number: int, dice: int) -> None:
    state = house(on=number - 1 if number > 5 else 0)
    before = len(state.stock)
    roll(state, *[6, 6, 1, 1][:dice])
    assert stands_on(state, "hanja") == number
    assert purse(state) == REWARDS[number][dice - 2]
    assert len(state.stock) == before - purse(state)


@pytest.mark.rule("SP7")
def test_reward_chips_are_drawn_blindly() -> None:
    drawn: list[int] = []
    for seed in range(600):
        state = house(on=0)
        state.take_reward(1, Dice(seed))
        drawn.extend(state.chips[0])
    assert abs(drawn.count(1) / 600 - 30 / 75) < 0.07
    assert abs(drawn.count(5) / 600 - 10 / 75) < 0.05


@pytest.mark.rule("SP8")
def test_a_success_with_two_dice_takes_the_penalty_chips() -> None:
    state = house(on=8, penalty={9: 4})
    roll(state, 6, 3)
    assert purse(state) == 6 + 4
    assert lying_on(state, 9) == 0


@pytest.mark.rule("SP8")
@pytest.mark.parametrize("pips", [(6, 3, 1), (6, 3, 1, 1)])
def test_a_success_with_more_dice_leaves_the_penalty_chips(pips: tuple[int, ...]) -> None:
    state = house(on=8, penalty={9: 4})
    roll(state, *pips)
    assert stands_on(state, "hanja") == 9
    assert lying_on(state, 9) == 4


@pytest.mark.rule("SP8")
def test_only_penalty_chips_of_the_field_just_reached_are_taken() -> None:
    state = house(on=7, penalty={7: 2, 8: 1, 9: 3})
    roll(state, 6, 6)
    assert purse(state) == 4 + 1
    assert (lying_on(state, 7), lying_on(state, 8), lying_on(state, 9)) == (2, 0, 3)


@pytest.mark.rule("SP9")
def test_stopping_keeps_everything() -> None:
    state = house(chips=(0, 0))
    roll(state, 6, 6)
    roll(state, 6, 6)
    assert purse(state) == 3
    pick(state, "stop")
    assert purse(state) == 3
    assert stands_on(state, "hanja") == 6
    assert state.turn == 1


@pytest.mark.rule("SP9")
def test_the_same_friend_goes_on_with_any_number_of_dice() -> None:
    state = house()
    roll(state, 6, 6, 1)
    roll(state, 6, 6)
    roll(state, 6, 6, 1, 1)
    assert stands_on(state, "hanja") == 7
    assert purse(state) == 0 + 2 + 1


@pytest.mark.rule("SP10")
@pytest.mark.parametrize(("pips", "reward"), [((6, 6), 16), ((6, 6, 1), 9), ((6, 6, 5, 5), 5)])
def test_in_the_attic_a_twelve_pays_again(pips: tuple[int, ...], reward: int) -> None:
    state = house(on=11, penalty={11: 3})
    roll(state, *pips)
    assert stands_on(state, "hanja") == 11
    assert purse(state) == reward
    assert lying_on(state, 11) == 3, "no field was reached, so no penalty chips are taken"
    assert state.turn == 0
    roll(state, *pips)
    assert purse(state) == 2 * reward


@pytest.mark.rule("SP10", "SP8")
def test_a_climb_into_the_attic_takes_the_penalty_chips_there() -> None:
    state = house(on=10, penalty={11: 3})
    roll(state, 6, 5)
    assert purse(state) == 16 + 3


@pytest.mark.rule("SP10", "SP11")
def test_an_eleven_in_the_attic_ends_the_turn() -> None:
    state = house(on=11, chips=(4, 0))
    roll(state, 6, 5)
    assert stands_on(state, "hanja") == 11
    assert (purse(state), state.turn) == (4, 1)


# When a roll fails.


@pytest.mark.rule("SP11")
@pytest.mark.parametrize(("on", "pips"), [(5, (4, 1)), (8, (4, 4)), (10, (6, 4, 2))])
def test_a_score_of_the_own_field_ends_the_turn_and_costs_nothing(on: int, pips: tuple[int, ...]) -> None:
    state = house(on=on, chips=(6, 0))
    roll(state, *pips)
    assert stands_on(state, "hanja") == on
    assert purse(state) == 6
    assert lying_on(state, on) == 0
    assert state.turn == 1


@pytest.mark.rule("SP12", "SP13")
def test_rulebook_example_peter_and_hanja() -> None:
    state = house("hanja", on=9, chips=(7, 0))
    roll(state, 3, 1, 1, 1)
    assert stands_on(state, "hanja") == 0
    assert lying_on(state, 9) == 5
    assert purse(state) == 2
    assert state.turn == 1


@pytest.mark.rule("SP12", "SP13")
@pytest.mark.parametrize(
    ("on", "pips", "landing", "cost"),
    [
        (9, (4, 4), 8, 1),
        (9, (4, 1), 5, 4),
        (11, (5, 5), 10, 1),
        (11, (1, 1), 0, 7),
        (5, (1, 3), 0, 1),
        (6, (4, 1), 5, 1),
    ],
)
def test_a_lower_score_drops_the_friend_and_costs_a_chip_for_each_field(
    on: int, pips: tuple[int, ...], landing: int, cost: int
) -> None:
    state = house(on=on, chips=(9, 0))
    roll(state, *pips)
    assert stands_on(state, "hanja") == landing
    assert lying_on(state, on) == cost
    assert purse(state) == 9 - cost
    assert state.turn == 1


@pytest.mark.rule("SP13")
@pytest.mark.parametrize("held", [0, 1, 4])
def test_a_player_with_too_few_chips_pays_all_of_them(held: int) -> None:
    state = house(on=9, chips=(held, 5))
    roll(state, 2, 1)
    assert purse(state) == 0
    assert lying_on(state, 9) == held
    assert purse(state, 1) == 5


@pytest.mark.rule("SP13")
def test_penalty_chips_lie_on_the_field_that_the_friend_dropped_from() -> None:
    state = house(on=9, chips=(9, 0), penalty={9: 2})
    roll(state, 5, 2)
    assert (lying_on(state, 9), lying_on(state, 7)) == (4, 0)


@pytest.mark.rule("SP13")
def test_a_copy_has_penalty_heaps_of_its_own() -> None:
    state = house(on=7, chips=(8, 0))
    state.pay(1, 1, Dice(0))
    first, second = state.copy(), state.copy()
    first.pay(1, 2, Dice(1))
    first.pay(3, 2, Dice(2))
    assert [len(each.penalty[1]) for each in (state, first, second)] == [1, 3, 1]
    assert [len(each.penalty[3]) for each in (state, first, second)] == [0, 2, 0]
    assert [len(heap) for heap in state.copy().penalty] == [0, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("SP13")
def test_penalty_chips_are_drawn_blindly() -> None:
    paid = set()
    for seed in range(300):
        state = house(on=5, chips=(8, 0))
        before = sorted(state.chips[0])
        state.pay(1, 1, Dice(seed))
        assert sorted([*state.chips[0], *state.penalty[1]]) == before
        paid.add(state.penalty[1][0])
    assert paid == set(house(chips=(8, 0)).chips[0])
    assert len(paid) > 1


@pytest.mark.rule("SP14")
def test_failing_at_the_gate_costs_nothing() -> None:
    state = house(chips=(3, 0))
    roll(state, 3, 1)
    assert stands_on(state, "hanja") == 0
    assert purse(state) == 3
    assert all(not heap for heap in state.penalty)
    assert state.turn == 1


# The end.


@pytest.mark.rule("SP15")
def test_the_last_chip_ends_the_game_in_the_middle_of_a_turn() -> None:
    state = house(stock=1, chips=(2, 3))
    roll(state, 6, 6)
    assert state.over
    assert state.pending() == []
    assert purse(state) == 3


@pytest.mark.rule("SP15")
def test_a_reward_larger_than_the_stock_takes_what_is_left_and_the_penalty_chips() -> None:
    state = house(on=10, stock=3, penalty={11: 2}, chips=(1, 0))
    roll(state, 6, 6)
    assert state.over
    assert purse(state) == 1 + 3 + 2


@pytest.mark.rule("SP15")
def test_a_success_without_a_reward_does_not_end_the_game() -> None:
    state = house(stock=1)
    roll(state, 6, 6, 1, 1)
    assert not state.over
    assert len(state.stock) == 1


@pytest.mark.rule("SP15")
def test_a_twelve_in_the_attic_can_end_the_game() -> None:
    state = house(on=11, stock=16)
    roll(state, 6, 6)
    assert state.over


@pytest.mark.rule("SP16", "SP17")
def test_the_highest_sum_wins_and_penalty_chips_count_for_nobody() -> None:
    state = house(stock=1, chips=(4, 6, 2), penalty={8: 9})
    roll(state, 6, 6)
    standings = state.standings()
    assert standings.scores == [sum(held) for held in state.chips]
    assert sum(standings.scores) < 165 - sum(state.box)
    assert standings.winners() == [standings.scores.index(max(standings.scores))]


@pytest.mark.rule("SP17")
def test_equal_sums_share_the_victory() -> None:
    state = house(stock=1, chips=(0, 0, 0))
    chips = [[5, 1], [3, 3], [2]]
    values = [1] * 30 + [2] * 20 + [3] * 15 + [5] * 10
    for held in chips:
        for value in held:
            values.remove(value)
    ended = GAME.setup(3).from_position({**state.position(), "over": True, "chips": chips, "stock": [], "box": values})
    assert ended.standings().places == [1, 1, 3]
    assert ended.standings().winners() == [0, 1]
    assert ended.verdict() == "{0} and {1} share the victory with 6 points."


# Free choice.


@pytest.mark.rule("SP18")
def test_rulebook_example_henry_dennis_and_mia() -> None:
    state = new(3, first="seat-0", variant="free-choice")
    assert state.friend is None
    for friend in ("schnuffer", "schnuffer", "poppy"):
        assert state.paths(state.turn) == [(each,) for each in FRIENDS]
        pick(state, friend)
        roll(state, 6, 1)
        assert state.view(None)["character"] == friend
        pick(state, "stop")
    assert state.turn == 0
    assert (stands_on(state, "schnuffer"), stands_on(state, "poppy")) == (6, 5)
    pick(state, "kracko")
    assert state.view(None)["character"] == "kracko"


@pytest.mark.rule("SP18")
def test_the_choice_of_a_friend_may_be_taken_back_until_the_dice_roll() -> None:
    state = new(2, variant="free-choice")
    pick(state, "poppy")
    assert state.reversible
    roll(state, 6, 6)
    assert not state.reversible


# What everybody sees.


@pytest.mark.rule("SP19")
def test_everybody_sees_the_numbers_of_chips_and_not_their_values() -> None:
    state = house(on=8, chips=(4, 2), penalty={7: 3})
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view["chips"] == [4, 2]
        assert view["stock"] == len(state.stock)
        assert view["values"] is None
        assert [field["penalty"] for field in view["fields"]] == [0, 0, 0, 3, 0, 0, 0, 0]


@pytest.mark.rule("SP19")
def test_nobody_knows_the_value_of_a_chip_not_even_its_owner() -> None:
    state = house(on=8, chips=(4, 2), penalty={7: 3})
    imagined = [state.imagine(0, Dice(seed)) for seed in range(300)]
    for heap in ("stock", "chips", "penalty"):
        assert len({str(getattr(each, heap)) for each in imagined}) > 50
    own = [each.chips[0][0] for each in imagined if isinstance(each, Spookies)]
    assert abs(own.count(1) / 300 - 30 / 75) < 0.1


@pytest.mark.rule("SP17", "SP19")
def test_only_the_players_chips_are_turned_over_at_the_end() -> None:
    state = house(stock=1, chips=(4, 2), penalty={7: 6})
    roll(state, 6, 6)
    assert state.view(None)["values"] == [sorted(held) for held in state.chips]
    again = state.imagine(0, Dice(5))
    assert isinstance(again, Spookies)
    assert again.chips == state.chips
    floors = {str(state.imagine(0, Dice(seed)).position()["penalty"]) for seed in range(50)}
    assert len(floors) > 10


# Picks, words and chances.


def test_the_picks_of_all_moves() -> None:
    state = house(first_roll=False)
    assert state.paths(0) == [("stop",), ("roll-2-dice",), ("roll-3-dice",), ("roll-4-dice",)]
    assert [house(friend=None).move(0, (friend,)) for friend in FRIENDS] == [CHOOSE_FRIEND + at for at in range(5)]


def test_events_are_said_in_words() -> None:
    state = house(on=9, chips=(7, 0))
    state.listen()
    roll(state, 3, 1, 1, 1)
    told = [event.say(["Peter", "Ada"]) for event in state.events or []]
    assert told[:2] == [
        "Peter rolled 3, 1, 1 and 1, 4 with the best two, and needed 10.",
        "Hanja dropped from field 9 to the gate: Peter left 5 chips behind, and the turn ends.",
    ]
    assert told[2].startswith("Ada's turn: the friend die shows ")


def test_the_chances_of_a_roll_are_exact() -> None:
    chances = house(on=10, chips=(1, 0)).view(0)["chances"]
    assert chances is not None
    assert chances[0]["climb"] == pytest.approx(3 / 36)
    assert chances[0]["stay"] == pytest.approx(3 / 36)
    assert chances[0]["drop"] == pytest.approx(30 / 36)
    assert [chance["reward"] for chance in chances] == [16, 9, 5]
    assert all(chance["climb"] + chance["stay"] + chance["drop"] == pytest.approx(1) for chance in chances)
    assert house(on=11).view(0)["chances"] is not None
    assert house(friend=None).view(0)["chances"] is None
