"""The words of Ghooost!: moves, reasons, the rule that is asked about, and the score sheet."""

from __future__ import annotations

import pytest

from spiritboard.games.ghooost import GAME
from spiritboard.games.ghooost.words import PLAYER_BOOED
from spiritboard.table.events import Event
from spiritboard.table.summary import Opened, ScoreLine, Summary
from tests.games.ghooost.cemetery import AFTER, at_table, do

MATCH = {"match": "match"}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("play 5", "Play a 5"),
        ("play 8", "Play an 8"),
        ("play 5 5", "Play two 5s"),
        ("play 5 5 copy", "Play two 5s with Miss Copy"),
        ("play kitty", "Play Kitty"),
        ("luck", "Try your luck"),
        ("mansion", "Open your mansion"),
        ("collect", "Collect the cemetery"),
        ("lose-turn", "Lose the turn"),
    ],
)
def test_a_move_is_said_as_a_command(path: str, said: str) -> None:
    assert GAME.say_path(tuple(path.split())) == said


# Events.


def told(path: str, hand: str, lying: str = "", crypt: str | None = "13 10", **fields: object) -> list[str]:
    """Returns what is told about a move of the player in seat 0."""
    state = at_table([hand, "6", "6"], lying, crypt, **fields)  # type: ignore[arg-type] # as at_table declares them
    state.listen()
    do(state, path)
    return [event.words for event in state.events or []]


@pytest.mark.parametrize(
    ("path", "hand", "said"),
    [
        ("play 9", "9 5 5 2", "{0} played a 9."),
        ("play 9 copy", "9 copy 5 2", "{0} played a 9 with Miss Copy."),
        ("play kitty", "kitty 9 5 2", "{0} played Kitty: {1} lost the turn."),
        ("play 8", "8 9 5 2", "{0} played an 8: play runs counter-clockwise now."),
        ("play 8 copy", "8 copy 5 2", "{0} played an 8 with Miss Copy."),
        ("play 8 8 copy", "8 8 copy 2", "{0} played two 8s with Miss Copy: play runs counter-clockwise now."),
    ],
)
def test_a_play_is_told_with_what_it_does_besides(path: str, hand: str, said: str) -> None:
    assert told(path, hand, "7")[0] == said


def test_a_kitty_skips_the_next_player_in_the_direction_of_play() -> None:
    assert told("play kitty", "kitty 9 5 2", "7", way=-1)[0] == "{0} played Kitty: {2} lost the turn."
    assert told("play 8", "8 9 5 2", "7", way=-1)[0] == "{0} played an 8: play runs clockwise now."


def test_a_ghost_that_is_turned_up_is_told_with_whether_it_fits() -> None:
    assert told("luck", "9 5 5 2", "7", "13 10") == ["{0} trusted to luck and turned up a 10."]
    assert told("luck", "9 5 5 2", "7", "13 8") == [
        "{0} trusted to luck and turned up an 8: play runs counter-clockwise now."
    ]
    assert told("luck", "9 5 5 2", "7", "13 4") == [
        "{0} trusted to luck and turned up a 4, which did not fit.",
        "{0} took 2 ghosts into the hand.",
    ]
    assert told("mansion", "", "7", AFTER, mansions=["4 kitty", "14", "14"]) == [
        "{0} opened the mansion and found Kitty: {1} lost the turn."
    ]


# Prompts.


def prompt(hand: str, lying: str, crypt: str | None = "13 10", kitties: int = 0) -> str | None:
    return at_table([hand, "6"], lying, crypt, kitties=kitties).view(0)["prompt"]


def test_the_prompt_says_what_lies_there_and_what_can_be_done() -> None:
    assert prompt("9 9 5 2", "") == "Nothing lies in the cemetery. Play ghosts or try your luck."
    assert prompt("9 9 5 2", "4") == "A 4 lies on top. Play ghosts, try your luck, or collect the cemetery."


def test_where_only_kitties_lie_the_prompt_offers_to_collect_kitties() -> None:
    one = "A Kitty lies beside the empty cemetery. Play ghosts, try your luck, or collect the Kitty."
    assert prompt("9 9 5 2", "", kitties=1) == one
    both = "Kitties lie beside the empty cemetery. Play ghosts, or collect the Kitties."
    assert prompt("9", "", AFTER, kitties=2) == both


# Reasons.


def reason(path: str, hand: str, lying: str = "", crypt: str | None = "13 10", **fields: object) -> str:
    state = at_table([hand, "6", "6"], lying, crypt, **fields)  # type: ignore[arg-type] # as at_table declares them
    picks = tuple(path.split())
    assert picks in state.paths(0)
    return GAME.say_reason(state.view(0), picks)  # type: ignore[arg-type] # a game is given its own views


@pytest.mark.parametrize(
    ("path", "hand", "lying", "said"),
    [
        ("play 5 5", "5 5 9 2", "4", "gets rid of 2 ghosts at once, and you go again"),
        ("play 5 copy", "5 copy 9 2", "4", "gets rid of 2 ghosts at once, and you go again"),
        ("play 5 5", "5 5 9 2", "5 5", "makes a Quartet: the cemetery is gone, and you go again"),
        ("play 5 5 5 5", "5 5 5 5", "13", "makes a Quartet: the cemetery is gone, and you go again"),
        ("play 11", "11 9 9 2", "4", "sweeps the cemetery away, and you go again"),
        ("play kitty", "kitty 9 9 2", "4", "the next player loses the turn"),
        ("play 9", "9 5 5 2", "7", "the only ghost of yours that fits"),
        ("play 12", "12 13 5 2", "7", "scary: only scary and fearless ghosts go on it"),
        ("play 9", "9 10 5 1", "7", "your lowest ghost that fits: the higher ones stay for later"),
        ("play 10", "9 10 5 1", "7", ""),
        ("collect", "9 5 5 2", "13", "no ghost of yours fits"),
        ("collect", "9 5 5 2", "7", ""),
    ],
)
def test_a_reason_says_what_is_certain(path: str, hand: str, lying: str, said: str) -> None:
    assert reason(path, hand, lying) == said


def test_a_kitty_gives_another_turn_where_two_players_are_left() -> None:
    assert reason("play kitty", "kitty 9", "4", AFTER, mansions=["14", "14", "14"]) == "the next player loses the turn"
    state = at_table(["kitty 9", "6"], "4", AFTER)
    assert GAME.say_reason(state.view(0), ("play", "kitty")) == "you go again"  # type: ignore[arg-type]


def test_the_last_ghosts_get_their_player_away() -> None:
    said = reason("play 9 9", "9 9", "4", AFTER, mansions=["", "14", "14"])
    assert said == "gets you away: no ghost of yours is left"


def test_luck_is_told_as_the_share_of_hidden_ghosts_that_fit() -> None:
    state = at_table(["9 9 9 9", "2"], "13", "14 13 13 2", mansions=["14"] * 2)
    view = state.view(0)
    hidden = [*state.crypt, *state.mansions[0], *state.mansions[1], *state.hands[1]]
    fitting = [ghost for ghost in hidden if ghost in (1, 13, 14, 16)]
    said = f"{round(100 * len(fitting) / len(hidden))} % of the ghosts that you have not seen fit"
    assert GAME.say_reason(view, ("luck",)) == said  # type: ignore[arg-type]


def test_with_other_pieces_nothing_is_said_about_luck() -> None:
    view = at_table(["9 9 9 9", "2"], "13").view(0)
    view["discarded"].pop()  # as if the box held one card less
    assert GAME.say_reason(view, ("luck",)) == ""  # type: ignore[arg-type]


# The rule that is asked about.


@pytest.mark.parametrize(
    ("hand", "lying", "crypt", "kitties", "rule"),
    [
        ("9 9 5 2", "4", "13 10", 0, "GO14"),
        ("9", "4", AFTER, 0, "GO19"),
        ("", "4", AFTER, 0, "GO19"),
        ("copy", "", AFTER, 1, "GO20"),
        ("copy", "4", AFTER, 0, "GO19"),
    ],
)
def test_the_rule_asked_about_lists_the_choices(
    hand: str, lying: str, crypt: str | None, kitties: int, rule: str
) -> None:
    state = at_table([hand, "6"], lying, crypt, kitties=kitties)
    assert GAME.rule_asked(state.view(0)) == rule  # type: ignore[arg-type]
    assert GAME.rule_asked(state.view(1)) == ""  # type: ignore[arg-type]
    assert f"**{rule}**" in GAME.rules_text


# The score sheet.


def sheet(hands: list[str], mansions: list[str], path: str, **fields: object) -> Summary:
    """Returns the score sheet after a move that ends a round."""
    state = at_table(hands, "", AFTER, mansions, **fields)  # type: ignore[arg-type]
    state.listen()
    do(state, path)
    found = GAME.summary(state.events or [])
    assert found is not None
    return found


def test_a_single_round_is_won_by_all_who_got_away() -> None:
    assert sheet(["9", "3 5 5 kitty copy copy", ""], ["", "14 13", ""], "play 9", left=[2]) == Summary(
        title="The round is over",
        score="rounds won",
        lines=(
            ScoreLine((0,), 0, 1, "last to get away"),
            ScoreLine((1,), 0, 0, "left with 8 ghosts: Boo!"),
            ScoreLine((2,), 0, 1, "first to get away"),
        ),
        opened=(Opened(1, "Hand", "a 3, two 5s, Miss Copy (2) and Kitty", ("3", "5", "5", "copy", "copy", "kitty")),),
    )


def test_with_two_players_the_one_who_gets_away_is_first() -> None:
    assert sheet(["9", "3"], ["", ""], "play 9").lines[0].why == "first to get away"


def test_a_round_of_a_match_adds_points_and_says_who_begins() -> None:
    hands, mansions = ["9", "3", "", ""], ["", "", "", ""]
    points, boos = [3, 1, 2, 0], [0, 0, 0, 1]
    found = sheet(hands, mansions, "play 9", options=MATCH, left=[3, 2], points=points, boos=boos)
    assert (found.title, found.score, found.following) == ("Round 2 is over", "points", "{1} will begin round 3.")
    assert [(line.before, line.change, line.why) for line in found.lines] == [
        (3, 3, "last to get away"),
        (1, 0, "left with 1 ghost: first Boo!"),
        (2, 1, "second to get away"),
        (0, 2, "first to get away"),
    ]


def test_a_match_ends_with_a_second_boo() -> None:
    hands, mansions = ["9", "3", "", ""], ["", "", "", ""]
    points, boos = [3, 0, 2, 1], [0, 1, 0, 0]
    found = sheet(hands, mansions, "play 9", options=MATCH, left=[3, 2], points=points, boos=boos)
    assert (found.title, found.following) == ("The match is over", "")
    assert found.lines[1].why == "left with 1 ghost: second Boo!"


def test_a_stopped_round_brings_nothing() -> None:
    hands, mansions = ["copy copy 9", "copy", ""], ["", "", ""]
    found = sheet(hands, mansions, "play 9", left=[2], lost=0, turns=1999)
    assert found.title == "The round is over"
    assert [line.why for line in found.lines] == ["the round was stopped"] * 2 + ["first to get away"]
    assert found.opened == ()


def test_while_a_round_goes_on_there_is_no_score_sheet() -> None:
    state = at_table(["9 9", "6"], "4", AFTER)
    state.listen()
    do(state, "play 9")
    assert GAME.summary(state.events or []) is None


def test_an_event_of_an_earlier_version_makes_no_score_sheet() -> None:
    assert GAME.summary([Event(PLAYER_BOOED.name, "{1} is left with the ghosts: Boo!", {"seat": 1})]) is None
