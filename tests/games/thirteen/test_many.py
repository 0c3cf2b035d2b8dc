"""The rules of 13 Ghosts for three players and for teams, one by one."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.picks import STEP_CHOOSE, STEP_STRIKE, STEP_TURN
from spiritboard.games.thirteen.rules import TURN_LIMIT, Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from tests.games.thirteen.crypts import ATTACKS, answered, at_table, can, crypt, do, hand, pile, shown_piles
from tests.games.thirteen.rounds import choose, dealt, new, players

# Three players.


@pytest.mark.rule("TH12")
def test_three_players_are_dealt_two_cards_each_and_play_clockwise() -> None:
    state = new(3, first="seat-1")
    assert (state.pending(), len(pile(state)), sum(state.inventory().values())) == ([0, 1, 2], 7, 13)
    for seat in (2, 0, 1):
        choose(state, seat, f"crypt-{dealt(state, seat)[0]}")
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        do(state, f"attack {crypt(state, state.turn)}")
    assert turns == [1, 2, 0, 1]


@pytest.mark.rule("TH12")
def test_the_next_player_clockwise_begins_the_next_round() -> None:
    state = at_table("5 6 7", "1 2 3", first=2)
    do(state, "attack 6", "attack 13", "attack 7")
    assert (state.round, state.first) == (2, 0)


@pytest.mark.rule("TH13")
def test_both_opponents_answer_questions_and_attacks() -> None:
    state = at_table("5 6 7", "1 2 3", pile="8 9 10 11")
    do(state, "play", "attack 13")
    assert [answered(state, seat) for seat in range(3)] == [
        ["attack 13 no"],
        ["1 no"],
        ["1 yes", "attack 13 no"],
    ]


@pytest.mark.rule("TH13", "TH10a")
def test_one_opponent_may_be_silent_while_the_other_answers() -> None:
    state = at_table("5 6 7", "9 2 3")
    do(state, "play", "attack 13", "play")
    assert (answered(state, 0), answered(state, 2)) == (["2 silence"], ["attack 13 no", "2 no"])


@pytest.mark.rule("TH14")
def test_a_player_who_is_found_is_out_and_the_others_score() -> None:
    state = at_table("5 6 7", "1 2 3")
    do(state, "attack 7")
    assert (state.inside, list(state.score), state.round) == ([True, True, False], [1, 1, 0], 1)
    for seat in (0, 1, None):
        shown = players(state, seat)
        assert shown[2]["crypt"] == 7
        assert shown[1]["crypt"] == (6 if seat == 1 else None)


@pytest.mark.rule("TH14", "TH20", "TH3")
@pytest.mark.parametrize(("crypts", "hands"), [("5 6 7", "1 2 3"), ("5 6 7 8", "1 2 3 4")], ids=["three", "teams"])
def test_a_player_who_finds_another_draws_as_after_any_turn(crypts: str, hands: str) -> None:
    state = at_table(crypts, hands)
    top = pile(state)[0]
    do(state, "attack 6")
    assert (hand(state, 0), len(state.down[0]), state.turns) == (top, 1, 1)


@pytest.mark.rule("TH14")
def test_the_last_player_scores_again_and_the_round_is_over() -> None:
    state = at_table("5 6 7", "1 2 3")
    do(state, "attack 7", "attack 5")
    assert (list(state.score), state.round, state.inside) == ([1, 2, 0], 2, [True, True, True])


@pytest.mark.rule("TH14")
def test_one_player_may_find_both_opponents() -> None:
    state = at_table("5 6 7", "13 2 3")
    do(state, "play", "attack 6")
    assert (state.turn, list(state.score)) == (2, [1, 0, 1])
    do(state, "attack 13", "attack 7")
    assert (list(state.score), state.round) == ([2, 0, 1], 2)


@pytest.mark.rule("TH15")
def test_a_player_who_is_out_is_skipped_answers_nothing_and_keeps_the_hand_hidden() -> None:
    state = at_table("5 6 7", "1 2 3", pile="8 9 10 11 12")
    do(state, "attack 6")
    assert state.turn == 2
    assert hand(state, 1) == 2
    do(state, "attack 13", "attack 13")
    assert state.turn == 2
    assert answered(state, 1) == ["attack 6 yes"]
    for seat in (0, 2, None):
        found = players(state, seat)[1]
        assert (found["has_hand"], found["hand"], found["crypt"]) == (True, None, 6)
    with pytest.raises(IllegalMove):
        state.play(1, 3, Dice(1))


@pytest.mark.rule("TH16")
@pytest.mark.parametrize(
    ("score", "after", "over"),
    [([4, 4, 3], [6, 4, 4], True), ([4, 5, 5], [6, 5, 6], False), ([3, 3, 3], [5, 3, 4], False)],
)
def test_the_game_ends_after_a_round_with_six_points(score: list[int], after: list[int], over: bool) -> None:
    state = at_table("5 6 7", "1 2 3", score=score)
    do(state, "attack 6", "attack 13", "attack 7")
    assert (list(state.score), state.over) == (after, over)
    if over:
        assert state.standings().winners() == [0]
        assert "{0} wins with 6 points" in state.verdict()


@pytest.mark.rule("TH16")
def test_six_points_in_the_middle_of_a_round_do_not_end_the_game() -> None:
    state = at_table("5 6 7", "1 2 3", score=[5, 0, 0])
    do(state, "attack 6")
    assert (list(state.score), state.over, state.round) == ([6, 0, 1], False, 1)


@pytest.mark.rule("TH10a", "TH16")
@pytest.mark.parametrize(
    ("score", "after", "over", "duel"),
    [
        ([5, 0, 0], [6, 0, 1], True, []),
        ([5, 0, 5], [6, 0, 6], False, [0, 0, 0]),
        ([5, 6, 5], [6, 6, 6], False, []),
        ([4, 0, 0], [5, 0, 1], False, []),
    ],
)
def test_points_of_a_stopped_round_count(score: list[int], after: list[int], over: bool, duel: list[int]) -> None:
    state = at_table("5 6 7", "1 2 3", score=score, turns=TURN_LIMIT - 2)
    do(state, "attack 6", "attack 13")
    assert (list(state.score), state.over, list(state.duel)) == (after, over, duel)
    if over:
        assert state.standings().winners() == [0]
    else:
        assert (state.round, state.step) == (2, STEP_CHOOSE)


@pytest.mark.rule("TH10a")
def test_a_stopped_round_of_a_game_for_two_is_followed_by_another() -> None:
    state = at_table("5 0 7", "1 0 3", score=[6, 2, 6], duel=[2, 0, 1], turns=TURN_LIMIT - 1)
    do(state, "attack 13")
    assert (state.over, list(state.duel), state.round) == (False, [2, 0, 1], 2)


@pytest.mark.rule("TH16")
def test_seven_points_beat_six() -> None:
    state = at_table("5 6 7", "1 2 3", score=[5, 0, 5])
    do(state, "attack 6", "attack 13", "attack 7")
    assert (list(state.score), state.over, state.standings().places) == ([7, 0, 6], True, [1, 3, 2])


@pytest.mark.rule("TH16")
def test_three_tied_players_play_another_round() -> None:
    state = at_table("5 6 7", "1 2 3", score=[4, 6, 5])
    do(state, "attack 6", "attack 13", "attack 7")
    assert (list(state.score), state.over, list(state.duel), state.round) == ([6, 6, 6], False, [], 2)
    assert state.pending() == [0, 1, 2]


@pytest.mark.rule("TH16")
def test_two_tied_players_play_a_game_for_two() -> None:
    firsts = set()
    for seed in range(20):
        state = at_table("5 6 7", "1 2 3", score=[4, 2, 5])
        do(state, "attack 6", "attack 13")
        do(state, "attack 7", seed=seed)
        assert (list(state.score), list(state.duel), state.pending()) == ([6, 2, 6], [0, 0, 0], [0, 2])
        firsts.add(state.first)
    assert firsts == {0, 2}


@pytest.mark.rule("TH16")
def test_the_two_tied_players_play_the_game_for_two_to_its_end() -> None:
    state = at_table("5 6 7", "1 2 3", score=[4, 2, 5])
    do(state, "attack 6", "attack 13", "attack 7")
    firsts = []
    while not state.over:
        firsts.append(state.first)
        assert (len(pile(state)), state.inside, state.crypts[1]) == (9, [True, False, True], NO_SLOT)
        for seat in (0, 2):
            choose(state, seat, f"crypt-{dealt(state, seat)[0]}")
        assert state.turn == state.first
        if state.turn == 0:
            do(state, f"attack {crypt(state, 0)}")
        do(state, f"attack {crypt(state, 0)}")
    assert firsts in ([0, 2, 0], [2, 0, 2])
    assert (list(state.duel), list(state.score), state.standings().places) == ([0, 0, 3], [6, 2, 6], [2, 3, 1])
    assert state.verdict().startswith("{2} wins with 6 points, and by 3 rounds to 0")


@pytest.mark.rule("TH16", "TH24")
def test_everybody_sees_who_plays_and_what_the_goal_is() -> None:
    """A player who is out took part in the round; in the game that breaks the tie the third player looks on."""
    state = at_table("5 6 7", "1 2 3", score=[4, 2, 5])
    do(state, "attack 6")
    assert (state.view(1)["goal"], state.view(1)["duel"]) == (6, None)
    assert [(each["plays"], each["inside"], each["score"]) for each in players(state, 1)] == [
        (True, True, 5),
        (True, False, 2),
        (True, True, 6),
    ]
    do(state, "attack 13", "attack 7")
    assert (state.view(1)["goal"], state.view(1)["duel"]) == (3, [0, 0, 0])
    assert [(each["plays"], each["inside"], each["score"]) for each in players(state, 1)] == [
        (True, True, 0),
        (False, False, 0),
        (True, True, 0),
    ]


@pytest.mark.rule("TH16", "TH6", "TH10a")
def test_in_the_game_for_two_the_third_player_answers_nothing() -> None:
    state = at_table("5 6 0", "1 2 0", score=[6, 6, 3], duel=[1, 2, 0])
    do(state, "play")
    assert (state.answers[2], state.turn) == ([], 1)
    do(state, "attack 13")
    assert state.turn == 0
    do(state, "attack 6")
    assert (list(state.duel), state.round, list(state.score)) == ([2, 2, 0], 2, [6, 6, 3])
    assert state.pending() == [0, 1]


# Teams.


def teams(
    crypts: str = "5 6 7 8",
    hands: str = "1 2 3 4",
    pile: list[str] | None = None,
    up: list[str] | None = None,
    **fields: object,
) -> Thirteen:
    return at_table(crypts, hands, pile, up, None, **fields)


@pytest.mark.rule("TH17")
def test_each_team_has_a_set_and_a_pile_and_turns_alternate() -> None:
    state = teams()
    assert [sorted(pile(state, which)) for which in range(2)] == [
        [2, 4, 6, 8, 9, 10, 11, 12, 13],
        [1, 3, 5, 7, 9, 10, 11, 12, 13],
    ]
    tops = [pile(state, 0)[0], pile(state, 1)[0], pile(state, 0)[1], pile(state, 1)[1]]
    for seat in range(4):
        assert state.turn == seat
        do(state, "attack 13")
        assert hand(state, seat) == tops[seat]
    assert state.turn == 0
    assert set(state.inventory().values()) == {2}


@pytest.mark.rule("TH18")
def test_one_player_of_each_team_chooses_the_crypts_and_the_other_the_hands() -> None:
    state = new(4, first="seat-1")
    assert state.pending() == [1, 2]
    for chooser, mate in ((2, 0), (1, 3)):
        four = dealt(state, chooser)
        assert len(can(state, chooser)) == 12
        choose(state, chooser, f"crypt-{four[0]} mate-{four[1]}")
        assert (crypt(state, chooser), crypt(state, mate)) == (four[0], four[1])
        assert mate in state.pending()
        assert can(state, mate) == {f"keep-{four[2]}", f"keep-{four[3]}"}
        choose(state, mate, f"keep-{four[3]}")
        assert (hand(state, mate), hand(state, chooser)) == (four[3], four[2])
    assert (state.step, state.turn, len(pile(state, 0)), len(pile(state, 1))) == (STEP_TURN, 1, 9, 9)


@pytest.mark.rule("TH18")
def test_one_team_may_choose_everything_before_the_other_begins() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    assert state.pending() == [1, 2]
    choose(state, 2, f"keep-{four[2]}")
    assert (state.pending(), state.step) == ([1], STEP_CHOOSE)


@pytest.mark.rule("TH18")
def test_a_card_cannot_be_both_crypts() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    with pytest.raises(IllegalMove):
        state.move(0, (f"crypt-{four[0]}", f"mate-{four[0]}"))


@pytest.mark.rule("TH18")
@pytest.mark.parametrize(("first", "choosers"), [("1", [0, 1]), ("2", [2, 1]), ("3", [2, 3]), ("4", [0, 3])])
def test_the_earlier_player_of_a_team_chooses_first_and_then_they_alternate(first: str, choosers: list[int]) -> None:
    state = new(4, first=first)
    assert state.pending() == sorted(choosers)
    state.next_round(Dice(1))
    assert state.pending() == sorted(seat ^ 2 for seat in choosers)
    state.next_round(Dice(1))
    assert state.pending() == sorted(choosers)


@pytest.mark.rule("TH18", "TH24")
def test_the_chooser_knows_all_four_cards_and_the_team_mate_all_but_one() -> None:
    state = new(4, first="seat-0")
    four = dealt(state, 0)
    choose(state, 0, f"crypt-{four[0]} mate-{four[1]}")
    choose(state, 2, f"keep-{four[2]}")
    shown = {}
    for seat in (0, 1, 2, None):
        chooser, _, mate, _ = players(state, seat)
        shown[seat] = [chooser["crypt"], chooser["hand"], mate["crypt"], mate["hand"]]
    assert shown[0] == [four[0], four[3], four[1], four[2]]
    assert shown[2] == [None, four[3], four[1], four[2]]
    assert shown[1] == shown[None] == [None] * 4


@pytest.mark.rule("TH19")
def test_both_opponents_answer_for_their_own_crypts() -> None:
    state = teams()
    do(state, "play")
    assert [answered(state, seat) for seat in range(4)] == [[], ["1 no"], [], ["1 no"]]
    do(state, "attack 7")
    assert [answered(state, seat) for seat in (0, 2)] == [["attack 7 no"], ["attack 7 yes"]]


@pytest.mark.rule("TH19", "TH5")
def test_an_attack_on_a_team_mates_number_finds_only_opponents() -> None:
    state = teams("5 7 7 8")
    do(state, "attack 7")
    assert state.inside == [True, False, True, True]


@pytest.mark.rule("TH20")
def test_the_team_mate_of_a_player_who_is_out_takes_both_turns_with_their_own_hand() -> None:
    state = teams()
    do(state, "attack 6")
    assert (state.inside, state.turn, state.place) == ([True, False, True, True], 3, 1)
    assert all((state.view(seat)["turn"], state.view(seat)["place"]) == (3, 1) for seat in (0, 1, 2, 3, None))
    top = pile(state, 1)[:2]
    do(state, "attack 13")
    assert (hand(state, 3), hand(state, 1), state.turn) == (top[0], 2, 2)
    do(state, "attack 13")
    assert (state.turn, state.place) == (3, 3)
    do(state, "attack 12")
    assert (hand(state, 3), hand(state, 1), state.turn) == (top[1], 2, 0)
    assert len(state.down[3]) == 2
    assert state.down[1] == []


@pytest.mark.rule("TH20")
def test_a_player_who_is_out_answers_nothing_and_shows_only_the_crypt() -> None:
    state = teams()
    do(state, "attack 6", "attack 13", "attack 12")
    assert [answered(state, 1), answered(state, 3)] == [["attack 6 yes"], ["attack 6 no", "attack 12 no"]]
    found = players(state, 0)[1]
    assert (found["crypt"], found["hand"], found["inside"]) == (6, None, False)


@pytest.mark.rule("TH20", "TH10")
def test_after_the_second_turn_of_no_13_the_other_team_plays() -> None:
    state = teams("5 6 7 8", "1 2 3 13")
    do(state, "attack 6")
    assert state.turn == 3
    do(state, "play")
    assert (state.turn, state.place) == (3, 1)
    do(state, "attack 13")
    assert (state.turn, state.place) == (2, 2)


@pytest.mark.rule("TH21")
@pytest.mark.parametrize(("ghost", "count"), [(5, 2), (10, 3)])
def test_ghosts_look_at_the_other_teams_pile(ghost: int, count: int) -> None:
    state = teams("4 6 7 8", f"{ghost} 2 3 4")
    theirs = pile(state, 1)[:count]
    do(state, "play")
    assert shown_piles(state, 0) == [[None] * 9, [*theirs, *[None] * (9 - count)]]
    if ghost == 10:
        own = pile(state, 0)
        do(state, "bury")
        assert pile(state, 1)[-3:] == theirs
        assert pile(state, 0) == own[1:]


@pytest.mark.rule("TH21", "TH6")
def test_a_team_must_attack_if_its_own_pile_is_empty() -> None:
    state = teams(pile=["", "9 10 11"])
    assert can(state) == ATTACKS
    do(state, "attack 13")
    assert hand(state, 0) == 1
    assert can(state) == {"play", *ATTACKS}
    do(state, "play")
    assert (hand(state, 1), state.turn, can(state)) == (9, 2, ATTACKS)


@pytest.mark.rule("TH21", "TH9")
@pytest.mark.parametrize("ghost", [5, 10])
def test_a_ghost_finds_no_card_in_an_empty_pile(ghost: int) -> None:
    """No. 10 then asks for no decision, and no. 5 still attacks."""
    state = teams("4 6 7 8", f"{ghost} 2 3 1", pile=["9 11", ""])
    state.listen()
    do(state, "play")
    assert state.step == (STEP_STRIKE if ghost == 5 else STEP_TURN)
    assert state.turn == (0 if ghost == 5 else 1)
    assert "found no card" in " ".join(event.words for event in state.heard(None))


@pytest.mark.rule("TH22")
def test_a_team_wins_the_round_when_both_opponents_are_out() -> None:
    state = teams(pile=["9 10 11", "9 10 11"])
    do(state, "attack 6", "attack 13", "attack 8")
    assert (list(state.score), state.round, state.first, state.over) == ([1, 0, 1, 0], 2, 1, False)


@pytest.mark.rule("TH22")
def test_three_rounds_win_the_game_for_both_team_mates() -> None:
    state = teams(score=[2, 1, 2, 1])
    do(state, "attack 6", "attack 13", "attack 8")
    assert (state.over, state.standings().winners(), state.standings().places) == (True, [0, 2], [1, 3, 1, 3])
    assert state.verdict() == "{0} and {2} win by 3 rounds to 1."


@pytest.mark.rule("TH22")
def test_the_first_player_moves_clockwise_from_round_to_round() -> None:
    state = new(4, first="seat-3")
    firsts = []
    for _ in range(5):
        firsts.append(state.first)
        state.next_round(Dice(2))
    assert firsts == [3, 0, 1, 2, 3]


@pytest.mark.rule("TH22a")
def test_silence_covers_only_the_player_of_no_9() -> None:
    state = teams("5 6 7 8", "9 1 3 2")
    do(state, "play", "attack 13", "play")
    assert [answered(state, seat) for seat in (0, 2)] == [["1 silence"], ["1 yes"]]
    do(state, "attack 13", "play")
    assert [answered(state, seat) for seat in (0, 2)] == [["1 silence", "2 silence"], ["1 yes", "2 no"]]
    assert (state.turn, state.silent[0]) == (0, False)


@pytest.mark.rule("TH22a")
def test_silence_ends_with_a_turn_taken_for_a_team_mate_who_is_out() -> None:
    state = teams("5 6 7 8", "9 1 3 2")
    do(state, "play", "attack 13")
    do(state, "attack 7")
    assert (state.inside[2], state.turn, state.place, state.silent[0]) == (False, 0, 2, False)
    do(state, "attack 13", "play")
    assert answered(state, 0) == ["attack 7 no", "2 no"]


@pytest.mark.rule("TH22a", "TH10a")
def test_silence_ends_when_its_player_is_found() -> None:
    state = teams("5 6 7 8", "9 1 3 2")
    do(state, "play", "attack 13", "attack 5")
    assert (state.silent, state.turn) == ([False] * 4, 2)
    do(state, "attack 12", "play")
    assert [answered(state, seat) for seat in (0, 2)] == [["attack 5 yes"], ["attack 5 no", "2 no"]]


@pytest.mark.rule("TH23")
def test_the_ghosts_of_both_teams_can_be_copied() -> None:
    state = teams("5 6 1 8", "7 2 3 4", up=["", "9", "12", "13"])
    assert can(state) == {"copy 9", "copy 12", "copy 13", *ATTACKS}


@pytest.mark.rule("TH23", "TH22a")
def test_in_teams_a_copied_no_9_keeps_its_player_silent() -> None:
    state = teams("5 6 1 8", "7 2 3 4", up=["", "9", "", ""])
    do(state, "copy 9", "attack 13", "play")
    assert [answered(state, seat) for seat in (0, 2)] == [["2 silence"], ["2 no"]]
