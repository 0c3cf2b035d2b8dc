"""The rules of Ghooost!, one by one: which ghosts may be played, and the turns before midnight.

The examples of the rulebook are among the cases.
"""

from __future__ import annotations

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.picks import KITTY, MISS_COPY
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.standings import Standings
from tests.games.ghooost.cemetery import AFTER, at_table, can, do, ghosts, heard, lying


def new(seats: int = 4, seed: object = 1, **options: str) -> Ghooost:
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Ghooost)
    return state


# Before the game.


@pytest.mark.rule("GO1")
@pytest.mark.parametrize(("seats", "size"), [(2, 12), (3, 10), (4, 8), (5, 6), (6, 4)])
def test_hands_mansions_and_the_crypt(seats: int, size: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert [len(mansion) for mansion in state.mansions] == [size] * seats
    assert len(state.crypt) == 62 - seats * (4 + size)
    assert (list(state.cemetery), state.kitties) == ([], 0)


@pytest.mark.rule("GO1")
def test_the_deck() -> None:
    assert new().inventory() == {**{str(value): 4 for value in range(1, 15)}, "copy": 4, "kitty": 2}


@pytest.mark.rule("GO2")
def test_the_first_player_is_agreed_or_random() -> None:
    assert {new(6, seed).turn for seed in range(100)} == set(range(6))
    assert {new(6, seed, first="seat-2").turn for seed in range(10)} == {2}


@pytest.mark.rule("GO2", "GO22")
def test_the_loser_begins_the_next_round_clockwise_again() -> None:
    state = at_table(["8", "5", ""], crypt=AFTER, mansions=["", "2", ""], options={"match": "match"})
    do(state, "play 8")
    assert (state.round, state.first, state.turn, state.way) == (2, 1, 1, 1)
    assert [len(hand) for hand in state.hands] == [4, 4, 4]


@pytest.mark.rule("GO2")
def test_the_loser_of_a_single_round_begins_if_the_players_play_again() -> None:
    config = GAME.setup(3).config
    assert GAME.again(config, Standings([1, 0, 1], [1, 3, 1])) == {"first": "seat-1"}
    # A round that was stopped has several losers, and a match ends without a next round.
    assert GAME.again(config, Standings([1, 0, 0], [1, 2, 2])) == {}
    assert GAME.again(GAME.setup(3, match="match").config, Standings([5, 2, 3], [1, 3, 2])) == {}


# What may be played.


@pytest.mark.rule("GO3")
def test_equal_or_higher() -> None:
    state = at_table(["4 5 7 9", "2"], cemetery="7")
    assert can(state) == {"play 7", "play 9", "luck", "collect"}
    do(state, "play 9")
    assert lying(state) == [7, 9]


@pytest.mark.rule("GO3", "GO4")
@pytest.mark.parametrize(("top", "fits"), [("5", True), ("4", True), ("7", False)])
def test_rulebook_example_fives_on_a_five_or_a_four_but_not_on_a_seven(top: str, fits: bool) -> None:
    fives = {"play 5", "play 5 5"}
    assert can(at_table(["5 5 2 2", "6"], cemetery=top)) & fives == (fives if fits else set())


@pytest.mark.rule("GO3")
def test_an_empty_cemetery_counts_as_nothing_with_a_kitty_beside_it_too() -> None:
    state = at_table(["2 5 13 14", "2"], kitties=1)
    assert can(state) == {"play 2", "play 5", "play 13", "play 14", "luck", "collect"}


@pytest.mark.rule("GO4")
def test_equal_ghosts_together() -> None:
    state = at_table(["5 5 5 6", "2"], cemetery="4")
    assert can(state) >= {"play 5", "play 5 5", "play 5 5 5", "play 6"}
    with pytest.raises(IllegalMove):
        do(state, "play 5 6")


@pytest.mark.rule("GO5")
@pytest.mark.parametrize(
    ("top", "fits", "not_fits"),
    [("3", "1 3 12 kitty", "2 4 8 11 14"), ("12", "1 12 kitty", "3 11 13 14"), ("2", "3 4 12 14", "")],
)
def test_scary_ghosts(top: str, fits: str, not_fits: str) -> None:
    state = at_table([f"{fits} {not_fits}", "2"], cemetery=top, mansions=["5", "5"], crypt="6 6")
    plays = {words for words in can(state) if words.startswith("play")}
    assert plays == {f"play {name}" for name in fits.split()}


@pytest.mark.rule("GO5")
def test_a_three_is_refused_on_a_twelve() -> None:
    state = at_table(["3 3 3", "2"], cemetery="12")
    with pytest.raises(IllegalMove):
        do(state, "play 3")
    with pytest.raises(IllegalMove):
        do(state, "play 3 3 3")


@pytest.mark.rule("GO6")
@pytest.mark.parametrize("top", ["14", "12", "3", "9"])
def test_scooty_fits_on_anything_and_then_lies_on_top(top: str) -> None:
    state = at_table(["1", "2"], cemetery=top)
    do(state, "play 1")
    assert state.top == 1
    assert "play 2" in can(state)


@pytest.mark.rule("GO7")
def test_kitty_lies_beside_and_the_next_loses_the_turn() -> None:
    state = at_table(["kitty 4", "5", "6", "7"], cemetery="9")
    do(state, "play kitty")
    assert (state.turn, state.kitties, state.top) == (2, 1, 9)


@pytest.mark.rule("GO7")
def test_kitty_with_two_players_still_in() -> None:
    state = at_table(["kitty 4", "5"], cemetery="9")
    do(state, "play kitty")
    assert state.turn == 0
    three = at_table(["kitty 4", "", "5"], cemetery="9", crypt=AFTER, mansions=["2", "", "2"])
    do(three, "play kitty")
    assert three.turn == 0, "seat 1 has left, so seat 2 is skipped"


@pytest.mark.rule("GO7", "GO21")
def test_kitty_skips_the_next_player_still_in() -> None:
    state = at_table(["kitty 4", "", "6", "7"], cemetery="9", crypt=AFTER, mansions=["2", "", "2", "2"])
    do(state, "play kitty")
    assert state.turn == 3, "seat 1 has left, so seat 2 is skipped"


@pytest.mark.rule("GO7", "GO21")
def test_after_the_player_skipped_by_kitty_comes_the_next_player_still_in() -> None:
    state = at_table(["kitty 4", "5", "", "7"], cemetery="9", crypt=AFTER, mansions=["2", "2", "", "2"])
    do(state, "play kitty")
    assert state.turn == 3, "seat 1 is skipped, and seat 2 has left"


@pytest.mark.rule("GO7")
def test_kitty_goes_with_the_direction_of_play() -> None:
    state = at_table(["kitty 4", "5", "6", "7"], cemetery="9", way=-1)
    do(state, "play kitty")
    assert state.turn == 2
    state = at_table(["kitty 4", "5", "6"], cemetery="9", way=-1)
    do(state, "play kitty")
    assert state.turn == 1


@pytest.mark.rule("GO7")
def test_a_second_kitty_lies_beside_the_first() -> None:
    state = at_table(["kitty 4", "5"], cemetery="9", kitties=1)
    do(state, "play kitty")
    assert (state.kitties, lying(state)) == (2, [9])


@pytest.mark.rule("GO7")
def test_kitty_is_always_alone() -> None:
    state = at_table(["kitty kitty copy 5", "2"], cemetery="12")
    assert {words for words in can(state) if "kitty" in words} == {"play kitty"}


@pytest.mark.rule("GO7", "GO16")
def test_a_kitty_is_collected_with_the_cemetery() -> None:
    state = at_table(["2 2 2 2", "5 5 5 5"], cemetery="9 9", kitties=2)
    do(state, "collect")
    assert sorted(state.hands[0]) == sorted(ghosts("2 2 2 2 9 9 kitty kitty"))
    assert (list(state.cemetery), state.kitties) == ([], 0)


@pytest.mark.rule("GO7", "GO10")
def test_a_kitty_is_discarded_with_the_cemetery() -> None:
    state = at_table(["11 2 3 4", "5"], cemetery="9", kitties=1)
    gone = len(state.discarded)
    do(state, "play 11")
    assert sorted(list(state.discarded)[gone:]) == [9, 11, KITTY]


@pytest.mark.rule("GO8")
def test_miss_copy_only_with_others_and_one_at_a_time() -> None:
    state = at_table(["copy copy 5", "2"], cemetery="4")
    assert {words for words in can(state) if words.startswith("play")} == {"play 5", "play 5 copy"}


@pytest.mark.rule("GO8", "GO12")
def test_miss_copy_counts_as_one_of_them() -> None:
    state = at_table(["5 5 5 copy 9", "2"], cemetery="13")
    assert {words for words in can(state) if words.startswith("play")} == {"play 5 5 5 copy"}
    do(state, "play 5 5 5 copy")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO8", "GO12")
def test_a_quartet_is_completed_with_miss_copy_in_the_cemetery() -> None:
    state = at_table(["5 5 9 9", "2"], cemetery="4 5 5+")
    discarded = state.discarded.count(MISS_COPY)
    do(state, "play 5 5")
    assert (list(state.cemetery), state.turn) == ([], 0)
    assert state.discarded.count(MISS_COPY) == discarded + 1


@pytest.mark.rule("GO8")
def test_miss_copy_collected_is_miss_copy_again() -> None:
    state = at_table(["2 2 2 2", "14"], cemetery="9 9+")
    do(state, "collect")
    assert sorted(state.hands[0]) == sorted(ghosts("2 2 2 2 9 copy"))
    assert sorted(state.known[0]) == sorted(ghosts("9 copy"))


@pytest.mark.rule("GO8")
def test_miss_copy_collected_copies_something_else() -> None:
    state = at_table(["10 2 2 2", "7 14 14 14"], cemetery="9 9+", mansions=["5", "5"])
    do(state, "collect")
    do(state, "play 7")
    do(state, "play 10 copy")
    assert lying(state) == [7, 10, 10]


@pytest.mark.rule("GO9")
@pytest.mark.parametrize(("words", "way"), [("play 8", -1), ("play 8 8", 1), ("play 8 copy", 1), ("play 8 8 copy", -1)])
def test_each_twist_turns_play_around(words: str, way: int) -> None:
    state = at_table(["8 8 copy 2", "5", "6"], cemetery="4")
    do(state, words)
    assert state.way == way
    assert state.turn == (2 if words == "play 8" else 0)


@pytest.mark.rule("GO9", "GO12")
def test_a_twist_that_completes_a_quartet_turns_play_around_too() -> None:
    state = at_table(["8 2 2 2", "6", "7"], cemetery="8 8 8")
    do(state, "play 8")
    assert (list(state.cemetery), state.turn, state.way) == ([], 0, -1)


@pytest.mark.rule("GO10")
def test_skeletum_empties_the_cemetery_and_plays_again() -> None:
    state = at_table(["11 2 3 4", "5"], cemetery="9 10")
    do(state, "play 11")
    assert (list(state.cemetery), state.turn) == ([], 0)
    assert len(state.hands[0]) == 4, "and the hand was filled up before the other turn"


@pytest.mark.rule("GO10")
@pytest.mark.parametrize("top", ["12", "13", "14", "3"])
def test_skeletum_is_refused_where_it_does_not_fit(top: str) -> None:
    state = at_table(["11 11 11", "5"], cemetery=top)
    for words in ("play 11", "play 11 11", "play 11 11 11"):
        with pytest.raises(IllegalMove):
            do(state, words)


@pytest.mark.rule("GO11", "GO13")
@pytest.mark.parametrize("words", ["play 5 5", "play 5 5 5", "play 5 copy"])
def test_double_and_triple_take_another_turn(words: str) -> None:
    state = at_table(["5 5 5 copy", "6"], cemetery="4", crypt="13 13 10 10 9 9 7")
    do(state, words)
    assert state.turn == 0
    assert len(state.hands[0]) == 4
    do(state, "luck")
    assert state.turn == 1, "one other turn, not more"


@pytest.mark.rule("GO12")
def test_rulebook_example_gabriel_completes_a_quartet_with_three_tens() -> None:
    state = at_table(["10 10 10 2", "6"], cemetery="4 10", crypt="13 9")
    do(state, "play 10 10 10")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO12")
def test_rulebook_example_koni_plays_four_fives_on_a_thirteen() -> None:
    state = at_table(["5 5 5 5", "6"], cemetery="4 13")
    assert {words for words in can(state) if words.startswith("play")} == {"play 5 5 5 5"}
    do(state, "play 5 5 5 5")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO12")
def test_four_skeletums_are_a_quartet_too() -> None:
    state = at_table(["11 11 11 11", "6"], cemetery="14")
    do(state, "play 11 11 11 11")
    assert state.cemetery == []


@pytest.mark.rule("GO12", "GO8")
def test_a_quartet_may_be_of_more_than_four() -> None:
    state = at_table(["5 5 5 copy", "6"], cemetery="4 5 5+")
    do(state, "play 5 5 5 copy")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO12")
def test_three_of_a_kind_are_no_quartet() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="9 9")
    do(state, "play 9")
    assert (lying(state), state.turn) == ([9, 9, 9], 1)


@pytest.mark.rule("GO12")
def test_a_kitty_beside_does_not_break_the_run() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="9 9 9", kitties=1)
    do(state, "play 9")
    assert (list(state.cemetery), state.kitties, state.turn) == ([], 0, 0)


@pytest.mark.rule("GO12", "GO5")
def test_a_quartet_on_a_scary_ghost() -> None:
    state = at_table(["7 7 7 7", "6"], cemetery="12")
    do(state, "play 7 7 7 7")
    assert state.cemetery == []
    state = at_table(["3 2 2 2", "6"], cemetery="3 3 3")
    do(state, "play 3")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO12", "GO5")
def test_a_quartet_is_completed_on_scary_ghosts() -> None:
    state = at_table(["12 12 2 2", "6"], cemetery="12 12")
    do(state, "play 12 12")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO12")
def test_a_broken_run_does_not_count() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="9 9 1 9")
    do(state, "play 9")
    assert lying(state) == [9, 9, 1, 9, 9]
    assert state.turn == 1


# Before midnight.


@pytest.mark.rule("GO14")
def test_a_player_who_could_play_need_not() -> None:
    assert can(at_table(["9 2 2 2", "6"], cemetery="4")) >= {"play 9", "luck", "collect"}
    assert "mansion" not in can(at_table(["9 2 2 2", "6"], cemetery="4"))


@pytest.mark.rule("GO15")
def test_luck_that_fits_is_played_and_the_next_is_on() -> None:
    state = at_table(["2 2 2 2", "6"], cemetery="4", crypt="14 9")
    do(state, "luck")
    assert (lying(state), state.turn) == ([4, 9], 1)
    assert state.hands[0] == [2, 2, 2, 2]


@pytest.mark.rule("GO15")
def test_luck_that_does_not_fit_goes_into_the_hand_with_the_cemetery() -> None:
    state = at_table(["2 2 2 2", "6"], cemetery="4 9", crypt="14 5")
    do(state, "luck")
    assert sorted(state.hands[0]) == [2, 2, 2, 2, 4, 5, 9]
    assert sorted(state.known[0]) == [4, 5, 9]
    assert (list(state.cemetery), state.turn) == ([], 1)


@pytest.mark.rule("GO15", "GO8")
def test_luck_turns_up_a_lone_miss_copy() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", crypt="14 copy")
    do(state, "luck")
    assert sorted(state.hands[0]) == sorted(ghosts("9 2 2 2 4 copy"))
    assert state.turn == 1
    empty = at_table(["9 2 2 2", "6"], crypt="14 copy")
    do(empty, "luck")
    assert MISS_COPY in empty.hands[0], "on an empty cemetery too"


@pytest.mark.rule("GO15", "GO7")
def test_luck_turns_up_kitty() -> None:
    state = at_table(["9 2 2 2", "6", "7"], cemetery="12", crypt="14 kitty")
    do(state, "luck")
    assert (state.kitties, state.turn, state.top) == (1, 2, 12)


@pytest.mark.rule("GO15", "GO9")
def test_luck_turns_up_twist() -> None:
    state = at_table(["9 2 2 2", "6", "7"], cemetery="4", crypt="14 8")
    do(state, "luck")
    assert (state.way, state.turn) == (-1, 2)


@pytest.mark.rule("GO15", "GO10")
def test_luck_turns_up_skeletum() -> None:
    state = at_table(["9 2 2 2", "6", "7"], cemetery="4", crypt="14 11")
    do(state, "luck")
    assert (list(state.cemetery), state.turn) == ([], 0)
    state = at_table(["9 2 2 2", "6", "7"], cemetery="13", crypt="14 11")
    do(state, "luck")
    assert 11 in state.hands[0]
    assert state.turn == 1


@pytest.mark.rule("GO15", "GO6")
def test_luck_turns_up_scooty() -> None:
    state = at_table(["9 2 2 2", "6", "7"], cemetery="12", crypt="14 1")
    do(state, "luck")
    assert (lying(state), state.turn) == ([12, 1], 1)


@pytest.mark.rule("GO15", "GO5")
@pytest.mark.parametrize(("top", "ghost", "fits"), [("3", "12", True), ("12", "3", False), ("3", "4", False)])
def test_luck_on_a_scary_ghost(top: str, ghost: str, fits: bool) -> None:
    state = at_table(["9 2 2 2", "6", "7"], cemetery=top, crypt=f"14 {ghost}")
    do(state, "luck")
    assert lying(state) == ([int(top), int(ghost)] if fits else [])
    assert state.turn == 1


@pytest.mark.rule("GO15", "GO12")
def test_luck_turns_up_the_fourth_of_a_kind() -> None:
    state = at_table(["2 2 2 2", "6", "7"], cemetery="9 9 9", crypt="14 9")
    do(state, "luck")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO15", "GO11")
def test_luck_is_never_combined_with_the_hand() -> None:
    state = at_table(["9 9 9 2", "6", "7"], cemetery="4", crypt="14 9")
    do(state, "luck")
    assert (lying(state), state.turn) == ([4, 9], 1)


@pytest.mark.rule("GO16")
def test_there_must_be_something_to_collect() -> None:
    assert "collect" not in can(at_table(["9 2 2 2", "6"]))
    assert "collect" in can(at_table(["9 2 2 2", "6"], kitties=1))


@pytest.mark.rule("GO17")
def test_the_hand_is_filled_up_after_every_action() -> None:
    state = at_table(["9 9 9 2", "6"], cemetery="4", crypt="14 13 10 7")
    do(state, "play 9 9 9")
    assert state.turn == 0
    assert sorted(state.hands[0]) == [2, 7, 10, 13]
    short = at_table(["9 2", "6"], cemetery="4", crypt="14 13 10 7")
    do(short, "luck")
    assert len(short.hands[0]) == 4


@pytest.mark.rule("GO17", "GO7")
def test_the_hand_is_filled_up_after_a_kitty() -> None:
    state = at_table(["kitty 2 2 2", "6"], cemetery="4", crypt="14 13")
    do(state, "play kitty")
    assert sorted(state.hands[0]) == [2, 2, 2, 13]


@pytest.mark.rule("GO17", "GO14")
def test_a_hand_of_more_than_four_is_not_filled_up_after_collecting() -> None:
    state = at_table(["2 2 2 2", "6"], cemetery="4", crypt="14 13 10")
    do(state, "collect")
    assert (state.hands[0], len(state.crypt)) == ([2, 2, 2, 2, 4], 3)


@pytest.mark.rule("GO17")
def test_as_far_as_the_crypt_lasts_and_not_beyond_four() -> None:
    state = at_table(["9 9 9 2", "6"], cemetery="4", crypt="14")
    do(state, "play 9 9 9")
    assert sorted(state.hands[0]) == [2, 14]
    many = at_table(["9 2 2 5 5 5", "6"], cemetery="4", crypt="14 13")
    do(many, "play 9")
    assert len(many.hands[0]) == 5


@pytest.mark.rule("GO18")
def test_midnight_is_struck_by_a_refill() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", crypt="14")
    state.listen()
    do(state, "play 9")
    assert state.after_midnight()
    assert heard(state).count("midnight") == 1
    assert can(state) == {"play 6", "collect"} - ({"play 6"} if state.top > 6 else set())


@pytest.mark.rule("GO18")
def test_midnight_is_struck_by_a_luck_draw() -> None:
    state = at_table(["9 2 2 2", "6"], cemetery="4", crypt="14")
    state.listen()
    do(state, "luck")
    assert state.after_midnight()
    assert heard(state).count("midnight") == 1
    assert "luck" not in can(state)


@pytest.mark.rule("GO18", "GO15")
def test_midnight_is_struck_by_a_luck_draw_that_does_not_fit() -> None:
    state = at_table(["2 2 2 2", "6"], cemetery="4 9", crypt="5")
    do(state, "luck")
    assert (state.after_midnight(), state.turn) == (True, 1)
    assert sorted(state.hands[0]) == [2, 2, 2, 2, 4, 5, 9]


@pytest.mark.rule("GO18", "GO11")
def test_midnight_in_the_middle_of_a_turn_that_goes_on() -> None:
    state = at_table(["9 9", "6"], cemetery="4", crypt="14")
    do(state, "play 9 9")
    assert (state.turn, state.after_midnight()) == (0, True)
    assert can(state) == {"play 14", "collect"}


# What is open.


@pytest.mark.rule("GO26")
def test_a_seat_sees_its_hand_and_counts() -> None:
    state = at_table(["9 2 copy kitty", "6 6 6 6 5", "7 7 7 7"], cemetery="4 5", crypt="13 14", kitties=1)
    view = state.view(0)
    assert view["hand"] == ["2", "9", "copy", "kitty"]
    assert (view["hands"], view["mansions"], view["crypt"]) == ([4, 5, 4], [10, 10, 10], 2)
    assert view["cemetery"] == [{"name": "4", "copy": False}, {"name": "5", "copy": False}]
    assert (view["kitties"], view["midnight"]) == (1, False)
    assert state.view(None)["hand"] is None


@pytest.mark.rule("GO26", "GO8")
def test_a_miss_copy_in_the_cemetery_is_seen_with_what_she_copied() -> None:
    state = at_table(["9", "6"], cemetery="4 5 5+")
    assert state.view(1)["cemetery"] == [
        {"name": "4", "copy": False},
        {"name": "5", "copy": False},
        {"name": "5", "copy": True},
    ]


@pytest.mark.rule("GO26")
@pytest.mark.parametrize("watcher", [0, 1, None])
def test_of_other_hands_only_what_everybody_saw_going_there_is_shown(watcher: int | None) -> None:
    state = at_table(["9 9", "6 6 7", "7"], cemetery="4", known=[[], ghosts("6 7"), []])
    assert state.view(watcher)["known"] == [[], ["6", "7"], []]


def test_moves_are_named_by_their_picks() -> None:
    state = at_table(["5 5 copy kitty", "2"], cemetery="4")
    assert can(state) == {
        "play 5",
        "play 5 5",
        "play 5 copy",
        "play 5 5 copy",
        "play kitty",
        "luck",
        "collect",
    }


@pytest.mark.parametrize(("value", "said"), [("7", "a 7"), ("8", "an 8"), ("11", "an 11"), ("12", "a 12")])
def test_numbers_are_spoken_as_people_say_them(value: str, said: str) -> None:
    state = at_table([f"{value} 2 2 2", "6 6 6 6"], cemetery="2", crypt="13 10")
    state.listen()
    do(state, f"play {value}")
    assert state.events is not None
    assert state.events[0].words.startswith(f"{{0}} played {said}")


@pytest.mark.parametrize(("value", "said"), [("7", "A 7"), ("8", "An 8"), ("12", "A 12")])
def test_the_prompt_says_what_lies_on_top(value: str, said: str) -> None:
    state = at_table(["2 2 2 2", "6"], cemetery=value)
    assert str(state.view(0)["prompt"]).startswith(f"{said} lies on top.")
