"""The sentences of Ghosts: moves, reasons for hints, the rule of a question, and the score sheets of rounds."""

from __future__ import annotations

import pytest

from spiritboard.games.ghosts import GAME
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.games.ghosts.words import rule_asked, say_reason
from spiritboard.table.events import Event
from spiritboard.table.summary import ScoreLine
from tests.games.ghosts.pile import at_table, play


@pytest.mark.parametrize(
    ("path", "said"),
    [(("take",), "Take the pile"), (("play", "green-3"), "Play green 3"), (("play", "mist"), "Play mist")],
)
def test_a_move_is_said_as_a_command(path: tuple[str, ...], said: str) -> None:
    assert GAME.say_path(path) == said


def reason(state: Ghosts, *path: str) -> str:
    return say_reason(state.view(state.turn), path)


@pytest.mark.parametrize(
    ("hand", "card", "said"),
    [
        ("white-1 mist", "white-1", "keeps the level at 6 and turns play around"),
        ("white-1 mist", "mist", "keeps the level at 6"),
        ("red-1 mist", "red-1", "makes it seven: only red ghosts and mist fit then"),
        ("red-1 blue-3 green-2", "red-1", "the only card that fits"),
    ],
)
def test_a_hint_says_what_the_card_does(hand: str, card: str, said: str) -> None:
    state = at_table([hand, "blue-1"], pile="blue-3 white-3", level=6)
    assert reason(state, "play", card) == said


def test_a_hint_gives_no_reason_where_the_view_shows_none() -> None:
    hands = ["red-1 mist", "blue-1"]
    assert reason(at_table(hands), "play", "mist") == ""
    assert reason(at_table(hands, pile="blue-2", level=2), "play", "red-1") == ""
    assert reason(at_table(hands, pile="blue-2", level=2), "take") == ""


def test_a_hint_to_take_the_pile_says_that_no_card_fits() -> None:
    state = at_table(["red-3 green-2", "blue-1"], pile="blue-3 white-3", level=6)
    assert reason(state, "take") == "no card of yours fits"


def rule(state: Ghosts, seat: int | None = 0) -> str:
    return rule_asked(state.view(seat))


def test_the_rule_of_the_question_is_named() -> None:
    hands = ["red-3 green-2", "blue-1 red-1"]
    assert rule(at_table(["red-3 green-2 mist mist mist", "blue-1 red-1 black-1 black-2 white-1"])) == "GH5"
    assert rule(at_table(hands)) == "GH11"
    assert rule(at_table(hands, pile="blue-3 white-1", level=4)) == "GH4"
    assert rule(at_table(hands, pile="blue-3 white-3", level=6)) == "GH10"


def test_a_seat_that_is_not_asked_has_no_rule() -> None:
    state = at_table(["red-3 green-2", "blue-1"], pile="blue-3 white-1", level=4)
    assert (rule(state, 1), rule(state, None)) == ("", "")


# Score sheets.


def ended(rounds: int, fright: list[int]) -> list[Event]:
    """Returns the events of a round that seat 0 ends with its last card. Seat 2 has taken the cards that are left."""
    state = at_table(["red-1", "", "blue-1"], pile="blue-2", level=2, fright=fright, round=2, rounds=rounds)
    state.listen()
    play(state, "red-1")
    return state.events or []


def test_a_round_ends_with_the_points_before_and_after_and_the_reason() -> None:
    sheet = GAME.summary(ended(3, [4, 2, 6]))
    assert sheet is not None
    assert (sheet.title, sheet.score, sheet.held) == ("Round 2 is over", "fright points", "held")
    assert sheet.lines == (
        ScoreLine((0,), 4, 1, "unafraid: returns 3"),
        ScoreLine((1,), 2, 0, "unafraid: returns 2"),
        ScoreLine((2,), 6, 6, "took 57 cards: returns nothing"),
    )
    assert sheet.following == "{1} had no card left and will begin round 3."


def test_an_unafraid_player_without_points_returns_nothing() -> None:
    sheet = GAME.summary(ended(3, [0, 2, 6]))
    assert sheet is not None
    assert sheet.lines[0] == ScoreLine((0,), 0, 0, "unafraid: has nothing to return")


def test_nobody_begins_after_the_last_round() -> None:
    sheet = GAME.summary(ended(2, [4, 2, 6]))
    assert sheet is not None
    assert sheet.following == ""


def test_events_without_the_end_of_a_round_make_no_score_sheet() -> None:
    assert GAME.summary([]) is None
    assert GAME.summary(ended(3, [4, 2, 6])[:1]) is None


def test_events_that_an_earlier_version_stored_make_no_score_sheet() -> None:
    stored = [Event("no-card", "{1} has no card left: the round is over.", {"seat": 1})]
    assert GAME.summary(stored) is None
