"""The words of 13 Ghosts: events, moves, reasons, the rule that is asked about, and the score sheet."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.rules import TURN_LIMIT, Thirteen
from spiritboard.games.thirteen.words import ROUND_WON
from spiritboard.table.events import Event
from spiritboard.table.summary import Opened, ScoreLine, Summary
from tests.games.thirteen.crypts import at_table, do
from tests.games.thirteen.rounds import new


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (("attack", "7"), "Attack 7"),
        (("play",), "Play your ghost face up"),
        (("copy", "4"), "Play your ghost face up as 4"),
        (("leave",), "Leave the cards on top"),
        (("bury",), "Put the cards at the bottom"),
        (("crypt-5",), "Hide 5 in your crypt"),
        (("crypt-5", "mate-11"), "Hide 5 in your crypt and 11 in your team-mate's"),
        (("keep-12",), "Open with 12"),
    ],
)
def test_a_move_is_said_as_a_command(path: tuple[str, ...], said: str) -> None:
    assert GAME.say_path(path) == said


# Events.


def told(state: Thirteen, *moves: str) -> list[str]:
    """Returns what everybody is told about these moves."""
    state.listen()
    do(state, *moves)
    return [event.words for event in state.heard(None)]


def test_an_attack_says_whom_it_found() -> None:
    assert told(at_table("5 6 7", "1 2 3"), "attack 13") == [
        "{0} played a ghost face down.",
        "{0} attacked 13: nobody.",
        "{1}: not 13.",
        "{2}: not 13.",
    ]
    assert told(at_table("5 6 7", "1 2 3"), "attack 7")[1:4] == [
        "{0} attacked 7 and found {2}!",
        "{1}: not 7.",
        "{2}: yes 7.",
    ]


def test_a_question_is_told_once_and_then_the_answers() -> None:
    asked = ["{0} played the 1 face up: Is your crypt odd?", "{1}: no.", "{2}: yes."]
    assert told(at_table("5 6 7", "1 2 3"), "play") == asked


def test_a_copied_question_is_told_as_well() -> None:
    state = at_table("5 6", "7 2", up=["", "1"])
    assert told(state, "copy 1")[0] == "{0} played the 7 face up and used the 1: Is your crypt odd?"


def test_a_ghost_without_a_question_is_told_alone() -> None:
    assert told(at_table("5 6", "13 2"), "play") == ["{0} played the 13 face up."]


# Reasons.


def reason(state: Thirteen, path: str) -> str:
    picks = tuple(path.split())
    assert picks in state.paths(0)
    return GAME.say_reason(state.view(0), picks)  # type: ignore[arg-type] # a game is given its own views


def test_a_reason_to_attack_counts_the_numbers_that_are_left() -> None:
    state = at_table("5 6", "1 2", pile="3 4")
    left = state.possible(0, 1)
    assert reason(state, f"attack {left[0]}") == f"one of only {len(left)} numbers that {{1}}'s crypt can be"
    assert reason(state, "attack 5") == "", "the player's own crypt"


def test_a_number_that_is_certain_is_said_to_be_so() -> None:
    state = at_table("5 6", "1 2", could=[2**14 - 2, 1 << 6])
    assert reason(state, "attack 6") == "{1}'s crypt can be no other number"


def test_a_reason_to_ask_says_how_the_answer_splits_the_numbers() -> None:
    state = at_table("5 6", "1 2")
    left = state.possible(0, 1)
    odd = [number for number in left if number % 2]
    assert (
        reason(state, "play") == f"leaves {len(odd)} numbers or {len(left) - len(odd)} of {len(left)} for {{1}}'s crypt"
    )


def test_a_question_whose_answer_is_known_has_no_reason() -> None:
    assert reason(at_table("5 6", "1 2", could=[2**14 - 2, 0b1010101010100]), "play") == ""


def test_a_question_to_a_silent_player_has_no_reason() -> None:
    assert reason(at_table("5 6", "1 2", silent=[False, True]), "play") == ""


@pytest.mark.parametrize(
    ("ghost", "said"),
    [
        ("13", "gives you another turn"),
        ("10", "shows you cards that are in no crypt"),
        ("11", "leaves 3 numbers or 8 of 11 for {1}'s crypt"),
    ],
)
def test_other_ghosts_say_what_they_are_good_for(ghost: str, said: str) -> None:
    assert reason(at_table("5 6", f"{ghost} 2"), "play") == said


def test_a_copied_ghost_has_the_reason_of_the_ghost_that_it_copies() -> None:
    assert reason(at_table("5 6", "7 2", up=["", "13"]), "copy 13") == "gives you another turn"


def test_without_notes_no_number_is_counted() -> None:
    assert reason(at_table("5 6", "1 2", options={"notes": "off"}), "attack 6") == ""


def test_nothing_is_said_about_a_choice_of_crypts() -> None:
    state = new()
    path = state.paths(0)[0]
    assert GAME.say_reason(state.view(0), path) == ""  # type: ignore[arg-type]


# The rule that is asked about.


def rule(state: Thirteen, seat: int = 0) -> str:
    asked = GAME.rule_asked(state.view(seat))  # type: ignore[arg-type]
    assert not asked or f"**{asked}**" in GAME.rules_text
    return asked


def test_the_rule_asked_about_belongs_to_the_step() -> None:
    assert rule(new(2)) == "TH1"
    assert rule(new(4, first="seat-0")) == "TH18"
    assert rule(at_table("5 6", "1 2")) == "TH3"
    assert rule(at_table("5 6", "1 2"), 1) == ""
    assert rule(at_table("5 6", "1 2", pile="")) == "TH6"
    strike, settle = at_table("4 6", "5 2"), at_table("5 6", "10 2")
    do(strike, "play")
    do(settle, "play")
    assert rule(strike) == "TH5"
    assert rule(settle) == "TH9"


# The score sheet.


def sheet(state: Thirteen, *moves: str) -> Summary:
    """Returns the score sheet after moves that end a round."""
    state.listen()
    do(state, *moves)
    found = GAME.summary(state.events or [])
    assert found is not None
    return found


def test_a_round_of_two_is_won_by_the_player_who_found_the_crypt() -> None:
    found = sheet(at_table("5 6", "1 2", score=[1, 2], round=4), "attack 6")
    assert found == Summary(
        title="Round 4 is over",
        score="rounds won",
        lines=(ScoreLine((0,), 1, 2, "found every crypt"), ScoreLine((1,), 2, 2, "6 was found")),
        opened=(Opened(0, "Crypt", "ghost 5", ("ghost-5",)), Opened(1, "Crypt", "ghost 6", ("ghost-6",))),
        following="{1} will begin round 5.",
    )


def test_the_third_round_ends_the_game() -> None:
    found = sheet(at_table("5 6", "1 2", score=[2, 2], round=5), "attack 6")
    assert (found.title, found.following) == ("The game is over", "")
    assert [line.after for line in found.lines] == [3, 2]


def test_three_players_score_for_each_crypt_found_while_they_are_in() -> None:
    state = at_table("5 6 7", "1 2 3", score=[0, 1, 1], round=2)
    found = sheet(state, "attack 7", "attack 5")
    assert found.score == "points"
    assert [(line.before, line.change, line.why) for line in found.lines] == [
        (0, 1, "5 was found; still in when {2} left"),
        (1, 2, "stayed to the end"),
        (1, 0, "7 was found"),
    ]
    assert found.following == "{1} will begin round 3."


def test_a_tie_is_announced() -> None:
    found = sheet(at_table("5 6 7", "1 2 3", score=[5, 4, 0], round=4), "attack 7", "attack 5")
    assert [line.after for line in found.lines] == [6, 6, 0]
    assert found.following.startswith("The tie is broken in a game for two. {")


def test_in_the_game_that_breaks_a_tie_only_two_play() -> None:
    state = at_table("5 6 0", "1 2 0", score=[6, 6, 0], duel=[1, 0, 0], inside=[True, True, False], round=6)
    found = sheet(state, "attack 6")
    assert found.score == "rounds won"
    assert [(line.seats, line.before, line.after) for line in found.lines] == [((0,), 1, 2), ((1,), 0, 0)]
    assert [each.seat for each in found.opened] == [0, 1]


def test_a_team_has_one_line() -> None:
    state = at_table("5 6 7 8", "1 2 3 4", score=[1, 0, 1, 0], round=2)
    found = sheet(state, "attack 6", "attack 13", "attack 8")
    assert found.lines == (
        ScoreLine((0, 2), 1, 2, "found every crypt"),
        ScoreLine((1, 3), 0, 0, "6 and 8 were found"),
    )


def test_a_stopped_round_keeps_the_points_scored_in_it() -> None:
    state = at_table("5 6 7", "1 2 3", score=[1, 0, 0], turns=TURN_LIMIT - 2, round=2)
    found = sheet(state, "attack 7", "attack 13")
    assert [(line.before, line.change, line.why) for line in found.lines] == [
        (1, 1, "still in when the round was stopped"),
        (0, 1, "still in when the round was stopped"),
        (0, 0, "7 was found"),
    ]


def test_a_stopped_round_of_two_brings_nothing() -> None:
    found = sheet(at_table("5 6", "1 2", turns=TURN_LIMIT - 1), "attack 13")
    assert [(line.change, line.why) for line in found.lines] == [(0, "the round was stopped")] * 2


def test_while_a_round_goes_on_there_is_no_score_sheet() -> None:
    state = at_table("5 6", "1 2")
    state.listen()
    do(state, "attack 13")
    assert GAME.summary(state.events or []) is None


def test_an_event_of_an_earlier_version_makes_no_score_sheet() -> None:
    old = {"seat": 0, "mate": None, "points": False}
    assert GAME.summary([Event(ROUND_WON.name, "{0} wins the round.", old)]) is None
