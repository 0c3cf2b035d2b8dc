"""Ghooost! after midnight: mansions, lost turns, and leaving."""

from __future__ import annotations

import pytest

from spiritboard.games.ghooost.picks import MISS_COPY
from tests.games.ghooost.cemetery import AFTER, at_table, can, do, ghosts, heard, lying


@pytest.mark.rule("GO19")
def test_a_player_with_a_hand_plays_or_collects() -> None:
    assert can(at_table(["9 2", "6"], cemetery="4", crypt=AFTER)) == {"play 9", "collect"}
    assert can(at_table(["2 2", "6"], cemetery="4", crypt=AFTER)) == {"collect"}


@pytest.mark.rule("GO19")
def test_only_an_empty_hand_opens_the_mansion() -> None:
    assert can(at_table(["", "6"], cemetery="4", crypt=AFTER)) == {"mansion", "collect"}
    assert can(at_table(["", "6"], crypt=AFTER)) == {"mansion"}


@pytest.mark.rule("GO19")
def test_a_mansion_card_that_fits_is_played() -> None:
    state = at_table(["", "6"], cemetery="4", crypt=AFTER, mansions=["2 9", "5"])
    do(state, "mansion")
    assert (lying(state), state.turn, state.hands[0]) == ([4, 9], 1, [])


@pytest.mark.rule("GO19")
def test_a_mansion_card_that_does_not_fit_is_taken_with_the_cemetery() -> None:
    state = at_table(["", "6"], cemetery="4 9", crypt=AFTER, mansions=["2 5", "5"], kitties=1)
    do(state, "mansion")
    assert sorted(state.hands[0]) == sorted(ghosts("4 9 5 kitty"))
    assert sorted(state.known[0]) == sorted(ghosts("4 9 5 kitty"))
    assert state.turn == 1


@pytest.mark.rule("GO19", "GO10")
def test_a_mansion_card_has_its_power() -> None:
    state = at_table(["", "6"], cemetery="4", crypt=AFTER, mansions=["2 11", "5"])
    do(state, "mansion")
    assert (list(state.cemetery), state.turn) == ([], 0)


@pytest.mark.rule("GO20", "GO10")
def test_another_turn_with_miss_copy_alone_is_lost() -> None:
    state = at_table(["11 copy", "6", "7"], cemetery="4", crypt=AFTER)
    state.listen()
    do(state, "play 11")
    assert heard(state)[-1] == "lost"
    assert (state.turn, list(state.left)) == (1, [])


@pytest.mark.rule("GO20")
def test_miss_copy_alone_after_midnight_collects_what_lies_there() -> None:
    state = at_table(["9 2", "copy", "7"], cemetery="4", crypt=AFTER)
    do(state, "play 9")
    assert state.turn == 1
    assert can(state) == {"collect"}


@pytest.mark.rule("GO20")
def test_an_empty_hand_with_an_empty_cemetery_opens_the_mansion_and_loses_nothing() -> None:
    state = at_table(["11", "", "7"], cemetery="4", crypt=AFTER, mansions=["", "2", "2"])
    do(state, "play 11")
    assert state.turn == 1
    assert can(state) == {"mansion"}


@pytest.mark.rule("GO20")
def test_two_miss_copies_and_nothing_else_lose_the_turn_too() -> None:
    state = at_table(["11", "copy copy", "7"], crypt=AFTER, mansions=["", "2", "2"])
    do(state, "play 11")
    assert state.turn == 2
    assert state.known[1] == [MISS_COPY, MISS_COPY]


@pytest.mark.rule("GO20")
def test_the_turn_passes_over_a_player_who_holds_only_miss_copy() -> None:
    state = at_table(["11", "copy", "7"], crypt=AFTER, mansions=["", "2", "2"])
    state.listen()
    do(state, "play 11")
    assert heard(state)[-2:] == ["leave", "lost"]
    assert state.turn == 2
    assert state.known[1] == [MISS_COPY], "everybody can tell what keeps seat 1 from playing"


@pytest.mark.rule("GO20")
def test_miss_copy_alone_before_midnight_can_try_her_luck() -> None:
    assert can(at_table(["copy copy copy copy", "6"], crypt="14 9")) == {"luck"}


@pytest.mark.rule("GO20", "GO16")
@pytest.mark.parametrize("hand", ["copy", "copy copy"])
def test_miss_copy_alone_with_only_a_kitty_there_collects_or_loses_the_turn(hand: str) -> None:
    state = at_table([hand, "6"], crypt=AFTER, kitties=1)
    assert can(state) == {"collect", "lose-turn"}
    assert "lose the turn" in str(state.view(0)["prompt"])
    state.listen()
    do(state, "lose-turn")
    assert (state.turn, state.kitties, state.lost, state.turns) == (1, 1, 1, 41)
    assert heard(state)[-1:] == ["lost"]
    assert state.known[0] == [MISS_COPY] * len(hand.split()), "everybody can tell what keeps seat 0 from playing"


@pytest.mark.rule("GO16", "GO20")
@pytest.mark.parametrize(
    ("hand", "cemetery", "crypt"),
    [
        ("copy", "5", AFTER),
        ("copy 5", "", AFTER),
        ("copy kitty", "", AFTER),
        ("", "", AFTER),
        ("copy copy copy copy", "", "14 9"),
    ],
)
def test_a_player_who_can_do_something_else_does_not_lose_the_turn(hand: str, cemetery: str, crypt: str | None) -> None:
    assert "lose-turn" not in can(at_table([hand, "6"], cemetery, crypt, kitties=1))


@pytest.mark.rule("GO20", "GO27")
def test_turns_lost_beside_kitties_count_for_the_end_of_a_round() -> None:
    state = at_table(["copy", "copy"], crypt=AFTER, kitties=1)
    do(state, "lose-turn")
    assert not state.over
    do(state, "lose-turn")
    assert (state.over, state.stopped, state.standings().winners()) == (True, 1, [])


@pytest.mark.rule("GO27")
def test_a_turn_lost_beside_kitties_counts_towards_the_bound() -> None:
    state = at_table(["copy", "6"], crypt=AFTER, kitties=1, turns=1999)
    do(state, "lose-turn")
    assert state.over


@pytest.mark.rule("GO20", "GO27")
def test_a_round_is_stopped_when_the_last_two_players_can_do_nothing() -> None:
    state = at_table(["11", "copy", "copy"], crypt=AFTER, mansions=["", "2", "2"])
    do(state, "play 11")
    assert state.over
    assert (state.lost, state.turns) == (2, 43), "each of the two lost one turn, and the player who left does not count"
    assert state.standings().places == [1, 2, 2]
    assert state.verdict() == "{0} got away; {1} and {2} are left with the ghosts."


@pytest.mark.rule("GO20", "GO27")
def test_a_game_of_two_in_which_both_are_stuck() -> None:
    state = at_table(["11 copy", "copy"], crypt=AFTER)
    do(state, "play 11")
    assert (state.over, list(state.left), state.stopped) == (True, [], 1)
    assert state.standings().winners() == []
    assert state.standings().places == [2, 2]
    assert state.verdict() == "{0} and {1} share the loss: nobody could get on."


@pytest.mark.rule("GO20", "GO27")
def test_a_player_who_can_play_keeps_a_round_going() -> None:
    state = at_table(["11", "copy", "copy", "7"], crypt=AFTER, mansions=["", "2", "2", "2"])
    do(state, "play 11")
    assert (state.over, state.turn, state.lost) == (False, 3, 2)
    do(state, "play 7")
    assert state.lost == 0
    assert can(state) == {"collect"}


@pytest.mark.rule("GO21")
def test_a_player_without_hand_and_mansion_leaves() -> None:
    state = at_table(["9", "6", "7"], cemetery="4", crypt=AFTER, mansions=["", "2", "2"])
    do(state, "play 9")
    assert (list(state.left), state.turn, lying(state)) == ([0], 1, [4, 9])


@pytest.mark.rule("GO21")
@pytest.mark.parametrize("words", ["play 9 9", "play 11", "play 5 5 5 5"])
def test_another_turn_lapses_when_its_player_leaves(words: str) -> None:
    hand = words.removeprefix("play ")
    state = at_table([hand, "6", "7"], cemetery="4", crypt=AFTER, mansions=["", "2", "2"])
    do(state, words)
    assert (list(state.left), state.turn) == ([0], 1)


@pytest.mark.rule("GO21", "GO19")
@pytest.mark.parametrize("last", ["9", "11", "kitty"])
def test_the_last_card_of_a_mansion_lets_its_player_leave(last: str) -> None:
    state = at_table(["", "6", "7"], cemetery="4", crypt=AFTER, mansions=[last, "2", "2"])
    do(state, "mansion")
    assert state.left == [0]
    assert state.turn == (2 if last == "kitty" else 1)


@pytest.mark.rule("GO21", "GO19")
def test_a_last_card_that_does_not_fit_keeps_its_player_in() -> None:
    state = at_table(["", "6", "7"], cemetery="4", crypt=AFTER, mansions=["2", "2", "2"])
    do(state, "mansion")
    assert (list(state.left), state.hands[0], state.turn) == ([], [2, 4], 1)


@pytest.mark.rule("GO21")
def test_a_player_with_a_mansion_stays_and_takes_another_turn() -> None:
    state = at_table(["9 9", "6", "7"], cemetery="4", crypt=AFTER, mansions=["2", "2", "2"])
    do(state, "play 9 9")
    assert (list(state.left), state.turn) == ([], 0)
    assert can(state) == {"mansion", "collect"}


@pytest.mark.rule("GO21", "GO7")
def test_leaving_with_a_kitty_still_skips_the_next() -> None:
    state = at_table(["kitty", "6", "7", "8"], cemetery="4", crypt=AFTER, mansions=["", "2", "2", "2"])
    do(state, "play kitty")
    assert (list(state.left), state.turn) == ([0], 2)
    three = at_table(["kitty", "6", "7"], cemetery="4", crypt=AFTER, mansions=["", "2", "2"])
    do(three, "play kitty")
    assert (list(three.left), three.turn) == ([0], 2)


@pytest.mark.rule("GO21", "GO7")
def test_leaving_with_a_kitty_beside_a_player_who_has_left() -> None:
    state = at_table(["kitty", "", "6", "7"], cemetery="4", crypt=AFTER, mansions=["", "", "2", "2"])
    do(state, "play kitty")
    assert (list(state.left), state.turn) == ([1, 0], 3)


@pytest.mark.rule("GO21", "GO9")
def test_leaving_with_a_twist_turns_play_around_first() -> None:
    state = at_table(["8", "6", "7"], cemetery="4", crypt=AFTER, mansions=["", "2", "2"])
    do(state, "play 8")
    assert (list(state.left), state.turn) == ([0], 2)


@pytest.mark.rule("GO21")
def test_players_who_left_are_passed_over() -> None:
    state = at_table(["9 2", "", "7"], cemetery="4", crypt=AFTER, mansions=["3", "", "2"])
    do(state, "play 9")
    assert state.turn == 2


@pytest.mark.rule("GO22")
def test_the_last_player_with_ghosts_has_lost() -> None:
    state = at_table(["9", "", "7"], cemetery="4", crypt=AFTER, mansions=["", "", "2"], left=[1])
    do(state, "play 9")
    assert state.over
    assert state.standings().places == [1, 1, 3]
    assert state.verdict() == "{0} and {1} got away; {2} is left with the ghosts."
