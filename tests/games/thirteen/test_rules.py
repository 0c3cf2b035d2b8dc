"""The rules of 13 Ghosts for two players, one by one, and the abilities with any number of players."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from spiritboard.games.thirteen.abilities import ANY_NUMBER
from spiritboard.games.thirteen.picks import STEP_CHOOSE, STEP_SETTLE, STEP_STRIKE, STEP_TURN
from spiritboard.games.thirteen.rules import TURN_LIMIT, Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from tests.games.thirteen.crypts import ATTACKS, answered, at_table, can, crypt, do, hand, numbers, pile, shown_piles
from tests.games.thirteen.rounds import choose, dealt, new, players

# The beginning of a round.


@pytest.mark.rule("TH1")
def test_each_player_is_dealt_two_cards_and_the_rest_is_the_pile() -> None:
    state = new()
    assert [len(state.dealt[seat]) for seat in range(2)] == [2, 2]
    assert len(pile(state)) == 9
    assert state.inventory() == {f"ghost {number}": 1 for number in range(1, 14)}


@pytest.mark.rule("TH1")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_players_choose_their_crypts_in_any_order(order: tuple[int, int]) -> None:
    state = new(first="seat-0")
    chosen = {seat: dealt(state, seat) for seat in order}
    for at, seat in enumerate(order):
        assert state.pending() == sorted(order[at:])
        assert can(state, seat) == {f"crypt-{number}" for number in chosen[seat]}
        choose(state, seat, f"crypt-{chosen[seat][1]}")
    for seat in order:
        assert (crypt(state, seat), hand(state, seat)) == (chosen[seat][1], chosen[seat][0])
    assert (state.step, state.pending()) == (STEP_TURN, [0])


def shown_to(state: Thirteen, seat: int | None) -> tuple[object, ...]:
    """Returns all that a seat, or a spectator, is sent: view, legal moves and events."""
    legal = state.legal(seat) if seat in state.pending() else None
    return state.view(seat), legal, [event.to_data() for event in state.heard(seat)]


@pytest.mark.rule("TH1", "TH12", "TH24")
@pytest.mark.parametrize(("seats", "chooser"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_nobody_sees_the_card_that_another_player_chose(seats: int, chooser: int) -> None:
    shown = []
    for at in range(2):
        state = new(seats)
        state.listen()
        choose(state, chooser, f"crypt-{dealt(state, chooser)[at]}")
        shown.append([shown_to(state, seat) for seat in [*range(seats), None] if seat != chooser])
    assert shown[0] == shown[1]


@pytest.mark.rule("TH18", "TH24")
def test_nobody_sees_the_cards_that_the_other_team_chose() -> None:
    shown = []
    for own, mates, keep, give in permutations(range(4)):
        state = new(4, first="seat-0")
        state.listen()
        four = dealt(state, 0)
        choose(state, 0, f"crypt-{four[own]} mate-{four[mates]}")
        before = [shown_to(state, seat) for seat in (1, 3, None)]
        choose(state, 2, f"keep-{four[keep]}")
        shown.append((before, [shown_to(state, seat) for seat in (1, 3, None)]))
        assert (hand(state, 2), hand(state, 0)) == (four[keep], four[give])
    assert shown == [shown[0]] * 24


@pytest.mark.rule("TH1", "TH12", "TH18")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_order_of_choosing_makes_no_difference(seats: int) -> None:
    """In teams, the player who chooses the hands waits for the crypts of their own team, and for nothing else."""
    ends = set()
    orders = [each for each in permutations(range(seats)) if seats < 4 or is_in_turn(each)]
    for order in orders:
        state = new(seats, first="seat-0")
        for seat in order:
            assert seat in state.pending()
            choose(state, seat, min(can(state, seat)))
        ends.add(state.to_json())
    assert len(orders) == {2: 2, 3: 6, 4: 6}[seats]
    assert len(ends) == 1


def is_in_turn(order: tuple[int, ...]) -> bool:
    """Returns whether in each team the crypts are chosen before the hands."""
    return order.index(0) < order.index(2) and order.index(1) < order.index(3)


@pytest.mark.rule("TH1")
def test_a_choice_cannot_be_changed() -> None:
    state = new()
    choose(state, 0, f"crypt-{dealt(state, 0)[0]}")
    with pytest.raises(IllegalMove, match="nothing to decide"):
        state.play(0, 33, Dice(1))


@pytest.mark.rule("TH2")
def test_the_first_player_is_agreed_or_random() -> None:
    assert {new(2, seed).first for seed in range(40)} == {0, 1}
    assert {new(2, seed, first="seat-1").first for seed in range(10)} == {1}


@pytest.mark.rule("TH2", "TH11")
def test_the_first_player_alternates_and_all_cards_are_shuffled() -> None:
    state = at_table("5 6", "1 2", up=["3", ""])
    do(state, "attack 6")
    assert (state.round, state.first, state.step, list(state.score)) == (2, 1, STEP_CHOOSE, [1, 0])
    assert (len(pile(state)), state.up, state.down, state.answers) == (9, [[], []], [[], []], [[], []])
    for seat in range(2):
        choose(state, seat, f"crypt-{dealt(state, seat)[0]}")
    assert state.turn == 1
    do(state, f"attack {crypt(state, 0)}")
    assert (state.round, state.first, list(state.score)) == (3, 0, [1, 1])


@pytest.mark.rule("TH11", "TH10a")
def test_a_new_round_begins_without_silence_turns_and_answers() -> None:
    state = at_table("5 6", "9 1", turns=300)
    do(state, "play", "attack 6")
    assert (state.round, state.turns, state.silent, list(state.could)) == (
        2,
        0,
        [False, False],
        [ANY_NUMBER, ANY_NUMBER],
    )


# A turn.


@pytest.mark.rule("TH3")
def test_a_player_uses_an_ability_or_attacks_and_then_draws_a_card() -> None:
    state = at_table("5 6", "1 2", pile="8 9 10")
    assert can(state) == {"play", *ATTACKS}
    do(state, "play")
    assert ([state.ghosts[slot] for slot in state.up[0]], hand(state, 0), pile(state)) == ([1], 8, [9, 10])
    assert state.turn == 1
    do(state, "attack 13")
    assert ([state.ghosts[slot] for slot in state.down[1]], hand(state, 1), pile(state)) == ([2], 9, [10])
    assert state.turn == 0


@pytest.mark.rule("TH4")
@pytest.mark.parametrize(
    ("ghost", "yes"),
    [
        (1, "1 3 5 7 9 11 13"),
        (2, "2 4 6 8 10 12"),
        (3, "8 9 10 11 12 13"),
        (4, "1 2 3 4"),
        (6, "5 6 8 9"),
        (8, "1 2 3 4 5 6"),
        (11, "10 11 12 13"),
        (12, "2 3 11 12"),
    ],
)
def test_questions_are_answered_truthfully(ghost: int, yes: str) -> None:
    for number in set(range(1, 14)) - {ghost}:
        mine = next(each for each in (1, 2, 3) if each not in (ghost, number))
        other = next(each for each in (4, 5, 6) if each not in (ghost, number))
        state = at_table(f"{mine} {number}", f"{ghost} {other}")
        do(state, "play")
        assert answered(state, 1) == [f"{ghost} {'yes' if number in numbers(yes) else 'no'}"]
        assert answered(state, 0) == []


@pytest.mark.rule("TH4", "TH24")
def test_everybody_hears_questions_and_answers() -> None:
    state = at_table("5 6 7", "4 1 2")
    state.listen()
    do(state, "play")
    told = [event.words for event in state.heard(None)]
    assert any("{1}: no" in words for words in told)
    assert any("{2}: no" in words for words in told)


@pytest.mark.rule("TH5", "TH11")
def test_an_attack_that_names_the_crypt_wins_the_round() -> None:
    state = at_table("5 6", "1 2")
    do(state, "attack 6")
    assert state.score == [1, 0]


@pytest.mark.rule("TH5")
def test_after_an_attack_on_another_number_play_goes_on() -> None:
    state = at_table("5 6", "1 2")
    do(state, "attack 7")
    assert (list(state.score), state.turn, state.round) == ([0, 0], 1, 1)
    assert answered(state, 1) == ["attack 7 no"]


@pytest.mark.rule("TH5")
@pytest.mark.parametrize(("seats", "own"), [(2, "5"), (3, "5"), (4, "5")])
def test_players_may_name_the_number_of_their_own_crypt_and_stay_in(seats: int, own: str) -> None:
    crypts = {2: "5 6", 3: "5 6 7", 4: "5 6 7 8"}[seats]
    state = at_table(crypts, {2: "1 2", 3: "1 2 3", 4: "1 2 3 4"}[seats])
    do(state, f"attack {own}")
    assert state.inside == [True] * seats
    assert answered(state, 1) == ["attack 5 no"]
    assert state.score == [0] * seats


@pytest.mark.rule("TH5")
def test_a_number_that_lies_face_up_may_be_named() -> None:
    state = at_table("5 6", "1 2", up=["3", "4"])
    do(state, "attack 4", "attack 3")
    assert (answered(state, 0), answered(state, 1)) == (["attack 3 no"], ["attack 4 no"])


@pytest.mark.rule("TH5")
@pytest.mark.parametrize("number", ["0", "14", "-1", "x"])
def test_only_numbers_from_1_to_13_may_be_named(number: str) -> None:
    state = at_table("5 6", "1 2")
    with pytest.raises(IllegalMove):
        state.move(0, ("attack", number))


@pytest.mark.rule("TH6")
def test_with_an_empty_pile_a_turn_is_an_attack_and_the_card_stays() -> None:
    state = at_table("5 6", "1 2", pile="")
    assert can(state) == ATTACKS
    do(state, "attack 7", "attack 8")
    assert (hand(state, 0), hand(state, 1)) == (1, 2)
    assert state.up == [[], []]
    assert len(state.down[1]) == 0


@pytest.mark.rule("TH6")
def test_with_an_empty_pile_a_player_without_a_hand_attacks() -> None:
    state = at_table("5 6", "0 2", pile="")
    assert can(state) == ATTACKS
    do(state, "attack 6")
    assert state.score == [1, 0]


@pytest.mark.rule("TH6")
def test_the_last_card_is_drawn_and_cannot_be_played() -> None:
    state = at_table("5 6", "1 2", pile="9")
    do(state, "attack 7")
    assert (hand(state, 0), pile(state), state.turn) == (9, [], 1)
    assert can(state) == ATTACKS
    do(state, "attack 7")
    assert (can(state), hand(state, 0)) == (ATTACKS, 9)


@pytest.mark.rule("TH7")
@pytest.mark.parametrize("red", [5, 9])
@pytest.mark.parametrize("named", [6, 7])
def test_the_attack_of_a_red_ghost_is_a_usual_attack_and_the_ghost_stays_face_up(red: int, named: int) -> None:
    state = at_table("4 6", f"{red} 2")
    do(state, "play")
    assert (state.step, state.turn, can(state)) == (STEP_STRIKE, 0, ATTACKS)
    assert state.showing() == [red]
    do(state, f"attack {named}")
    assert (list(state.score), state.looked) == ([int(named == 6), 0], 0)
    if named != 6:
        assert (state.showing(), state.down[0], state.turn) == ([red], [], 1)


@pytest.mark.rule("TH8", "TH24")
def test_cards_face_up_stay_in_sight_and_cards_face_down_are_never_shown() -> None:
    state = at_table("5 6", "1 2", pile="8 9 10 11")
    do(state, "play", "attack 13", "attack 13", "attack 12")
    for seat in (0, 1, None):
        first, second = players(state, seat)
        assert first["up"] == [1]
        assert second["down"] == ([2, 9] if seat == 1 else [None, None])
        assert first["down"][-1] == (8 if seat == 0 else None)
    assert 1 not in pile(state)
    assert 2 not in pile(state)


# Looking at the pile.


@pytest.mark.rule("TH9", "TH24")
def test_only_the_player_who_looks_sees_the_cards() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11")
    state.listen()
    do(state, "play")
    assert shown_piles(state, 0) == [[8, 9, None, None]]
    assert shown_piles(state, 1) == shown_piles(state, None) == [[None] * 4]
    assert [event.data for event in state.heard(0) if event.kind == "seen"] == [{"numbers": [8, 9]}]
    assert not any(event.kind == "seen" for event in [*state.heard(1), *state.heard(None)])


@pytest.mark.rule("TH9")
@pytest.mark.parametrize(("ghost", "lying"), [(5, "8"), (10, "8 9"), (10, "8")])
def test_a_player_sees_all_cards_if_the_pile_has_too_few(ghost: int, lying: str) -> None:
    state = at_table("4 6", f"{ghost} 2", pile=lying)
    do(state, "play")
    assert shown_piles(state, 0) == [numbers(lying)]
    assert state.step == (STEP_STRIKE if ghost == 5 else STEP_SETTLE)


@pytest.mark.rule("TH9", "TH3")
@pytest.mark.parametrize(("settle", "left"), [("leave", [9, 11, 12, 13]), ("bury", [13, 8, 9, 11])])
def test_no_10_leaves_three_cards_or_puts_them_at_the_bottom_in_order(settle: str, left: list[int]) -> None:
    state = at_table("4 6", "10 2", pile="8 9 11 12 13")
    do(state, "play")
    assert can(state) == {"leave", "bury"}
    do(state, settle)
    assert (hand(state, 0), pile(state), state.turn) == (8 if settle == "leave" else 12, left, 1)


# Another turn.


@pytest.mark.rule("TH10")
def test_after_no_13_the_player_draws_and_takes_another_whole_turn() -> None:
    state = at_table("5 6", "13 2", pile="1 8 9")
    do(state, "play")
    assert (state.turn, hand(state, 0), pile(state)) == (0, 1, [8, 9])
    assert can(state) == {"play", *ATTACKS}
    do(state, "play")
    assert (state.turn, hand(state, 0), answered(state, 1)) == (1, 8, ["1 no"])


@pytest.mark.rule("TH10", "TH6")
def test_the_turn_after_no_13_is_an_attack_if_the_pile_is_empty() -> None:
    state = at_table("5 6", "13 2", pile="1")
    do(state, "play")
    assert (state.turn, hand(state, 0), can(state)) == (0, 1, ATTACKS)
    do(state, "attack 7")
    assert (state.turn, hand(state, 0)) == (1, 1)


# Silence.


@pytest.mark.rule("TH10a")
def test_after_no_9_its_player_answers_no_questions_until_their_next_turn() -> None:
    state = at_table("5 6", "9 1", pile="8 2 3 10")
    do(state, "play", "attack 13", "play")
    assert answered(state, 0) == ["1 silence"]
    assert state.could[0] == at_table("5 6", "9 1").could[0]
    assert not state.silent[0]
    do(state, "attack 13", "play")
    assert answered(state, 0) == ["1 silence", "2 no"]


@pytest.mark.rule("TH10a")
def test_a_silent_player_answers_attacks() -> None:
    state = at_table("5 6", "9 1")
    do(state, "play", "attack 13", "attack 5")
    assert state.score == [0, 1]


@pytest.mark.rule("TH10a", "TH10")
def test_silence_lasts_through_both_turns_of_an_opponents_no_13() -> None:
    state = at_table("5 6", "9 13", pile="8 1 2 3")
    do(state, "play", "attack 12", "play", "play")
    assert (answered(state, 0), state.silent[0], state.turn) == (["1 silence"], False, 0)


@pytest.mark.rule("TH10a", "TH10")
def test_silence_from_the_turn_after_the_own_no_13_lasts_until_the_next_turn() -> None:
    state = at_table("5 6", "13 1", pile="9 8 2 3")
    do(state, "play", "play", "attack 12")
    assert (state.turn, state.silent[0]) == (1, True)
    do(state, "play")
    assert (answered(state, 0), state.silent[0]) == (["1 silence"], False)


@pytest.mark.rule("TH10a", "TH10")
def test_silence_ends_with_the_first_of_two_own_turns() -> None:
    state = at_table("5 6", "9 1", pile="13 8 2 10 3")
    do(state, "play", "attack 12", "attack 12")
    assert not state.silent[0]
    do(state, "play", "attack 12", "attack 12")
    assert not state.silent[0]


@pytest.mark.rule("TH10a", "TH15")
def test_a_player_who_is_out_is_no_longer_silent_and_is_not_asked() -> None:
    state = at_table("5 6 7", "9 1 2", pile="8 3 4 10 11")
    do(state, "play", "attack 13", "attack 5")
    assert (state.inside, state.silent) == ([False, True, True], [False] * 3)
    do(state, "play")
    assert answered(state, 0) == ["attack 5 yes"]
    assert answered(state, 1) == ["attack 13 no", "2 yes"]


@pytest.mark.rule("TH10a")
def test_a_round_of_500_turns_is_stopped_and_won_by_nobody() -> None:
    state = at_table("5 6", "1 2", pile="", turns=TURN_LIMIT - 2)
    do(state, "attack 1")
    assert state.round == 1
    do(state, "attack 1")
    assert (state.round, state.first, list(state.score), state.step) == (2, 1, [0, 0], STEP_CHOOSE)


@pytest.mark.rule("TH10a", "TH10")
def test_no_13_in_the_last_turn_before_the_limit_brings_no_other_turn() -> None:
    state = at_table("5 6", "13 2", pile="8 9", turns=TURN_LIMIT - 1)
    do(state, "play")
    assert (state.round, state.first) == (2, 1)
    for seat in range(2):
        choose(state, seat, f"crypt-{dealt(state, seat)[0]}")
    do(state, f"attack {crypt(state, 1)}")
    assert state.turn == 0


@pytest.mark.rule("TH11")
def test_three_rounds_win_the_game() -> None:
    state = at_table("5 6", "1 2", score=[2, 2])
    do(state, "attack 6")
    assert (state.over, state.standings().winners(), state.pending()) == (True, [0], [])
    assert state.verdict() == "{0} wins by 3 rounds to 2."


# What each seat sees.


@pytest.mark.rule("TH24")
def test_everybody_sees_how_many_cards_lie_where() -> None:
    state = at_table("5 6", "1 2", pile="8 9 10")
    assert shown_piles(state, None) == [[None] * 3]
    seen = [(each["has_crypt"], each["crypt"], each["has_hand"], each["hand"]) for each in players(state, None)]
    assert seen == [(True, None, True, None)] * 2


@pytest.mark.rule("TH24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_to_choose_from_are_hidden_from_the_others(seats: int) -> None:
    state = new(seats, first="seat-0")
    for seat in [*range(seats), None]:
        for of, player in enumerate(players(state, seat)):
            assert player["dealt"] == (dealt(state, of) if of == seat else [None] * len(state.dealt[of]))


@pytest.mark.rule("TH13", "TH24")
def test_the_view_says_who_asked_for_each_answer() -> None:
    state = at_table("5 6 7", "1 2 3", pile="8 9 10 11")
    do(state, "play", "attack 13", "play")
    asked = [[each["by"] for each in player["answers"]] for player in players(state, None)]
    assert asked == [[1, 2], [0, 2], [0, 1]]


@pytest.mark.rule("TH10a", "TH24")
def test_everybody_sees_who_is_silent() -> None:
    state = at_table("5 6", "9 2")
    do(state, "play", "attack 13")
    for seat in (0, 1, None):
        assert [player["silent"] for player in players(state, seat)] == [True, False]


@pytest.mark.rule("TH24")
def test_the_notes_of_the_table_can_be_switched_off() -> None:
    for notes, shown in (("on", [2, 3, *range(6, 14)]), ("off", None)):
        state = at_table("5 6", "1 2", up=["4", ""], options={"notes": notes})
        assert [each["possible"] for each in players(state, 0)] == [None, shown]


def test_both_seats_win_random_games() -> None:
    winners: Counter[int] = Counter()
    for seed in range(60):
        dice = Dice(seed)
        state = new(2, seed)
        while not state.over:
            state.apply(state.turn, state.random_move(state.turn, dice), dice)
        winners.update(state.standings().winners())
    assert min(winners[0], winners[1]) > 15
