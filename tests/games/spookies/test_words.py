"""The sentences of Spookies: events, moves, reasons for hints, the rule of a question, and the score sheet."""

from __future__ import annotations

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.rules import Spookies
from spiritboard.games.spookies.words import rule_asked, say_reason
from spiritboard.table.events import Event
from spiritboard.table.summary import Opened
from tests.games.spookies.house import house, roll

PLAYERS = ["Ada", "Ben"]


def told(state: Spookies, *pips: int, you: int | None = None) -> list[str]:
    """Returns what is told about a roll of the player on turn, without the turn that may follow."""
    state.listen()
    roll(state, *pips)
    return [event.say(PLAYERS, you) for event in state.events or [] if event.kind != "turn"]


# Events.


def test_a_failed_roll_says_what_was_needed() -> None:
    assert told(house("kracko"), 1, 2, you=0) == [
        "You rolled 1 and 2, 3 in all, and needed 5.",
        "Kracko stayed at the gate: your turn ends.",
    ]


def test_a_climb_says_what_it_earned() -> None:
    assert told(house("hanja", on=8, penalty={9: 2}), 6, 4) == [
        "Ada rolled 6 and 4, 10 in all, and needed 9.",
        "Hanja climbed to field 9: Ada took 6 chips and found 2 chips there.",
    ]
    assert told(house("hanja"), 6, 4, 1) == [
        "Ada rolled 6, 4 and 1, 10 with the best two, and needed 5.",
        "Hanja climbed to the garden: Ada took no chip.",
    ]
    assert told(house("hanja", on=11), 6, 6)[1] == "Hanja did it again in the attic: Ada took 16 chips."


def test_a_drop_says_from_where_to_where_and_what_it_cost() -> None:
    said = told(house("poppy", on=9, chips=(2, 0)), 4, 2)
    assert said[1] == "Poppy dropped from field 9 to field 6: Ada left 2 chips behind, and the turn ends."


# Moves and reasons.


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        ("stop", "Stop"),
        ("roll-2-dice", "Roll two dice"),
        ("roll-4-dice", "Roll four dice"),
        ("poppy", "Take Poppy along"),
    ],
)
def test_a_move_is_said_as_a_command(pick: str, said: str) -> None:
    assert GAME.say_path((pick,)) == said


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        ("stop", "even four dice fail with 31 %"),
        ("roll-2-dice", "earns 6 chips with 28 %"),
        ("roll-3-dice", "earns 4 chips with 52 %"),
        ("roll-4-dice", "most likely to succeed: 69 %"),
    ],
)
def test_a_hint_gives_the_chance_of_a_roll(pick: str, said: str) -> None:
    assert reason(house("hanja", on=8, first_roll=False), pick) == said


def reason(state: Spookies, pick: str) -> str:
    return say_reason(state.view(0), (pick,))


def test_a_hint_names_the_chips_that_only_two_dice_take() -> None:
    state = house("hanja", on=8, penalty={9: 3, 11: 1})
    assert reason(state, "roll-2-dice") == "only two dice take the 3 chips that lie there: 28 %"
    assert reason(state, "roll-3-dice") == "earns 4 chips with 52 %"
    assert reason(house("hanja", on=11, penalty={11: 1}), "roll-2-dice") == "earns 16 chips with 3 %"


def test_a_hint_to_take_a_friend_along_says_what_the_next_step_earns() -> None:
    state = house(friend=None)
    assert reason(state, "poppy") == "no other friend's next step earns more: up to one chip"
    state.fields[2] = 3
    assert reason(state, "hanja") == "no other friend's next step earns more: up to 4 chips"
    assert reason(state, "poppy") == ""


# Rules.


def test_the_rule_of_the_question_is_named() -> None:
    assert rule_asked(house(friend=None).view(0)) == "SP3"
    assert rule_asked(house(friend=None, variant="free-choice").view(0)) == "SP18"
    assert rule_asked(house().view(0)) == "SP4"
    assert rule_asked(house(first_roll=False).view(0)) == "SP9"
    assert rule_asked(house().view(1)) == ""
    assert rule_asked(house().view(None)) == ""


# The score sheet.


def test_the_game_ends_with_the_values_of_all_chips() -> None:
    state = house("hanja", stock=1, chips=(2, 3), penalty={9: 2})
    state.listen()
    roll(state, 6, 6)
    values = [sorted(purse) for purse in state.chips]
    sheet = GAME.summary(state.events or [])
    assert sheet is not None
    assert (sheet.title, sheet.score, sheet.following) == ("The chips are turned over", "points", "")
    assert [(line.seats, line.before, line.after, line.why) for line in sheet.lines] == [
        ((0,), 0, sum(values[0]), "3 chips"),
        ((1,), 0, sum(values[1]), "3 chips"),
    ]
    assert [opened.pieces for opened in sheet.opened[:2]] == [
        tuple(f"chip-{value}" for value in purse) for purse in values
    ]
    assert sheet.opened[2] == Opened(None, "Left behind in the house", "2 chips, which count for nobody")


def test_chips_are_opened_in_words() -> None:
    facts = {"values": [[1, 1, 5], []], "left": 1}
    sheet = GAME.summary([Event("end", "", facts)])
    assert sheet is not None
    assert [opened.words for opened in sheet.opened] == ["2 of 1, 1 of 5", "none", "one chip, which counts for nobody"]


def test_there_is_no_score_sheet_before_the_end() -> None:
    state = house("hanja", on=8)
    state.listen()
    roll(state, 6, 6)
    assert GAME.summary(state.events or []) is None


def test_an_end_that_an_earlier_version_stored_makes_no_score_sheet() -> None:
    assert GAME.summary([Event("end", "The last chip of the stock is taken.", {})]) is None
