"""A match of Ghooost!: points, Boo!s, ties, and the bounds of a round."""

from __future__ import annotations

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.position import MOST_TURNS_IN_A_ROUND
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.errors import BadSetup
from tests.games.ghooost.cemetery import AFTER, at_table, do


def last_play(seats: int, **fields: object) -> Ghooost:
    """Returns a match in which seat 0 can leave. The seats after it have left in order, and the last seat stays."""
    hands, mansions = ["9", *[""] * (seats - 2), "7"], [*[""] * (seats - 1), "2"]
    options, left = {"match": "match"}, list(range(1, seats - 1))
    return at_table(hands, "4", AFTER, mansions, 0, options, left=left, **fields)


@pytest.mark.rule("GO23")
@pytest.mark.parametrize(
    ("seats", "points"), [(3, [3, 2, 0]), (4, [3, 2, 1, 0]), (5, [3, 2, 1, 1, 0]), (6, [3, 2, 1, 1, 1, 0])]
)
def test_points_by_the_order_of_leaving(seats: int, points: list[int]) -> None:
    state = last_play(seats)
    do(state, "play 9")
    assert state.points == points
    assert state.boos == [0] * (seats - 1) + [1]
    assert (state.round, state.over) == (2, False)


@pytest.mark.rule("GO23", "GO22")
def test_rulebook_example_four_players_score_two_one_three_and_boo() -> None:
    hands, nothing = ["9", "10", "12", "7 2"], ["", "", "", ""]
    state = at_table(hands, cemetery="4", crypt=AFTER, mansions=nothing, options={"match": "match"})
    for words in ("play 9", "play 10", "play 12"):
        do(state, words)
    assert (list(state.points), list(state.boos)) == ([2, 1, 3, 0], [0, 0, 0, 1])
    assert (state.round, state.first) == (2, 3)


@pytest.mark.rule("GO23", "GO21")
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_points_follow_the_order_of_leaving_in_either_direction(seats: int, way: int) -> None:
    """Each player plays a last ghost in turn. The player before the first has two ghosts and stays."""
    order = [way * at % seats for at in range(seats)]
    hands = [""] * seats
    for seat, hand in zip(order, ["4", "5", "6", "7", "9"], strict=False):
        hands[seat] = hand
    stays = order[-1]
    hands[stays] = "14 2"
    state = at_table(hands, crypt=AFTER, mansions=[""] * seats, options={"match": "match"}, way=way)
    for seat in order[:-1]:
        assert (state.round, state.turn) == (1, seat)
        do(state, f"play {hands[seat]}")
    assert state.round == 2
    assert [state.points[seat] for seat in order] == [2, *[1] * (seats - 3), 3, 0]
    assert (state.boos[stays], sum(state.boos), state.first) == (1, 1, stays)


@pytest.mark.rule("GO24")
def test_the_second_boo_ends_the_match() -> None:
    state = last_play(4, points=[5, 5, 5, 9], boos=[1, 1, 1, 1])
    do(state, "play 9")
    assert state.over
    assert state.points == [8, 7, 6, 9]
    assert state.standings().winners() == [0], "the one with two Boo!s cannot win, whatever the score"
    assert state.standings().places == [1, 2, 3, 4]
    assert state.standings().barred == [3]


@pytest.mark.rule("GO24")
def test_a_first_boo_each_ends_nothing() -> None:
    state = last_play(3, points=[2, 2, 6], boos=[1, 1, 0])
    do(state, "play 9")
    assert not state.over
    assert state.boos == [1, 1, 1]


@pytest.mark.rule("GO25")
def test_a_tie_at_the_end_of_a_match_is_played_out() -> None:
    state = last_play(3, points=[2, 3, 0], boos=[0, 0, 1])
    do(state, "play 9")
    assert (state.over, state.deciding, list(state.points)) == (False, True, [5, 5, 0])
    assert state.first == 2
    decider = last_play(3, points=[5, 5, 0], boos=[0, 0, 2])
    do(decider, "play 9")
    assert decider.over
    assert decider.standings().winners() == [0]


@pytest.mark.rule("GO25")
def test_in_a_deciding_round_all_players_but_the_last_loser_can_win() -> None:
    state = last_play(4, points=[9, 9, 9, 15], boos=[2, 2, 1, 2], booed=3, first=3)
    do(state, "play 9")
    assert state.over
    assert state.standings().winners() == [0], "the highest score is barred by its Boo!"
    tied = last_play(4, points=[9, 10, 10, 13], boos=[2, 2, 1, 2], booed=3, first=3)
    do(tied, "play 9")
    assert not tied.over


@pytest.mark.rule("GO24", "GO25")
def test_a_tie_with_the_player_who_got_the_boo_does_not_count() -> None:
    state = last_play(3, points=[9, 9, 12], boos=[2, 2, 2], booed=2, first=2)
    do(state, "play 9")
    assert state.points == [12, 11, 12]
    assert state.over
    assert state.standings().winners() == [0]


@pytest.mark.rule("GO24", "GO25")
def test_a_tie_is_played_out_though_the_player_who_got_the_boo_has_more() -> None:
    state = last_play(4, points=[5, 6, 4, 9], boos=[1, 1, 1, 1])
    do(state, "play 9")
    assert state.points == [8, 8, 5, 9]
    assert (state.over, state.deciding) == (False, True)


@pytest.mark.rule("GO23")
def test_two_players_play_single_rounds_only() -> None:
    with pytest.raises(BadSetup, match="match"):
        GAME.setup(2, None, match="match")


# Bounds.


@pytest.mark.rule("GO27")
def test_a_round_is_stopped_after_two_thousand_turns() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", crypt="14 13", turns=MOST_TURNS_IN_A_ROUND - 1)
    do(state, "play 9")
    assert state.over
    assert state.standings().places == [2, 2]
    assert state.standings().shares() == [0.0, 0.0]
    assert state.standings().rewards() == [0.0, 0.0]
    assert "share the loss" in state.verdict()


@pytest.mark.rule("GO27")
@pytest.mark.parametrize(("turns", "over"), [(1998, False), (1999, True)])
def test_the_bound_is_two_thousand_turns(turns: int, over: bool) -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", crypt="14 13", turns=turns)
    do(state, "play 9")
    assert state.over == over


@pytest.mark.rule("GO27")
def test_a_stopped_round_of_a_match_is_dealt_again() -> None:
    options, turns = {"match": "match"}, MOST_TURNS_IN_A_ROUND - 1
    hands, points = ["9 2 2 2", "6", "7"], [2, 3, 0]
    state = at_table(hands, cemetery="4", turns=turns, options=options, points=points, boos=[0, 0, 1])
    do(state, "play 9")
    assert (state.over, list(state.points), state.turn, state.stopped) == (False, [2, 3, 0], 2, 1)
    assert state.turns == 0
    last = at_table(hands, "4", turns=turns, options=options, points=[5, 5, 5], boos=[1, 1, 1], stopped=9)
    do(last, "play 9")
    assert last.over
    assert last.standings().winners() == [0, 1, 2]
    assert last.verdict() == "{0}, {1} and {2} share the match with 5 points."


@pytest.mark.rule("GO27")
def test_every_player_can_win_a_match_that_is_stopped() -> None:
    options, turns = {"match": "match"}, MOST_TURNS_IN_A_ROUND - 1
    hands, points, boos = ["9 2 2 2", "6", "7"], [4, 5, 6], [1, 1, 1]
    state = at_table(hands, "4", options=options, turns=turns, points=points, boos=boos, booed=2, first=2, stopped=9)
    do(state, "play 9")
    assert state.over
    assert (state.standings().winners(), state.standings().barred) == ([2], [])


@pytest.mark.parametrize(
    ("points", "boos", "said"), [([2, 3, 0], [0, 0, 1], "3 points"), ([4, 5, 6], [1, 1, 1], "6 points")]
)
def test_the_winner_of_a_match_is_said_with_the_points(points: list[int], boos: list[int], said: str) -> None:
    options, turns = {"match": "match"}, MOST_TURNS_IN_A_ROUND - 1
    hands = ["9 2 2 2", "6", "7"]
    state = at_table(hands, "4", turns=turns, options=options, points=points, boos=boos, stopped=9)
    do(state, "play 9")
    assert state.verdict() == f"{{{points.index(max(points))}}} wins the match with {said}."
