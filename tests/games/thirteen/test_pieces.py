"""The pieces file of 13 Ghosts: its contents, changed ones, and the errors in bad files and bad positions."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.answers import ANSWER_NO, ANSWER_SILENCE, ATTACK_ON, packed
from spiritboard.games.thirteen.pieces import ThirteenPieces
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPieces, BadPosition
from spiritboard.table.pieces import parse_pieces
from spiritboard.table.playout import playout
from tests.games.thirteen.crypts import at_table

PIECES_TOML = (GAME.folder / "pieces.toml").read_text(encoding="utf-8")
NO_1_ASKS = "asks = [1, 3, 5, 7, 9, 11, 13]\n"


def changed(old: str, new: str) -> str:
    assert old in PIECES_TOML
    return PIECES_TOML.replace(old, new, 1)


def test_there_are_eight_questions_two_attacks_and_three_other_abilities() -> None:
    table = GAME.own_pieces.tables()[0]
    kinds = [row[1].text for row in table.rows]
    assert [kinds.count(kind) for kind in ("question", "attack", "other")] == [8, 2, 3]


def test_reconstructed_abilities_and_numbers_are_marked() -> None:
    table = GAME.own_pieces.tables()[0]
    marked = [row[0].text for row in table.rows if row[2].provenance == "reconstructed"]
    assert marked == ["8", "10", "11", "12"]
    assert [row[0].text for row in table.rows if row[0].provenance != "reconstructed"] == ["10"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (changed("value = 1,", "value = 2,"), "once"),
        (changed("value = 13,", "value = 14,"), r"ghosts\[12\]\.number\.value"),
        (changed("value = 1,", "value = 'one',"), r"ghosts\[0\]\.number\.value"),
        (changed(NO_1_ASKS, ""), "number 1.*either `asks`"),
        (changed(NO_1_ASKS, f'{NO_1_ASKS}does = "again"\n'), "number 1.*either `asks`"),
        (changed(NO_1_ASKS, "asks = []\n"), "number 1.*none or all"),
        (changed(NO_1_ASKS, f"asks = {list(range(1, 14))}\n"), "number 1.*none or all"),
        (changed(NO_1_ASKS, "asks = [3, 3]\n"), "number 1.*twice"),
        (changed(NO_1_ASKS, "asks = [0, 3]\n"), r"ghosts\[0\]\.asks\[0\]"),
        (changed(NO_1_ASKS, "asks = [14]\n"), r"ghosts\[0\]\.asks\[0\]"),
        (changed('does = "again"', 'does = "fly"'), r"ghosts\[12\]\.does"),
        (changed("look = 2\n", ""), "number 5.*look"),
        (changed("look = 2\n", "look = 0\n"), r"ghosts\[4\]\.look"),
        (changed('does = "again"\n', 'does = "again"\nlook = 2\n'), "number 13.*look"),
        (changed(NO_1_ASKS, f"{NO_1_ASKS}look = 2\n"), "number 1.*look"),
        (changed('text = "Is your crypt odd?"', 'text = ""'), r"ghosts\[0\]\.text"),
        (changed('from = "reported"', 'from = "a friend"'), "from"),
        (changed('from = "reported"', 'colour = "blue"'), "colour"),
        ("[[ghosts]\n", "line 1"),
        ("", "ghosts"),
        ("ghosts = []", "once"),
    ],
)
def test_a_bad_file_is_refused_and_the_error_names_the_place(text: str, complaint: str) -> None:
    with pytest.raises(BadPieces, match=complaint):
        parse_pieces(ThirteenPieces, text)


def test_the_order_of_ghosts_in_the_file_does_not_matter() -> None:
    ghosts = PIECES_TOML.split("\n[[ghosts]]\n")
    turned = "\n[[ghosts]]\n".join([ghosts[0], *reversed([f"{ghost}\n" for ghost in ghosts[1:]])])
    pieces = parse_pieces(ThirteenPieces, turned)
    own = GAME.own_pieces
    assert isinstance(own, ThirteenPieces)
    assert pieces.abilities().asks == own.abilities().asks
    assert pieces.abilities().texts == own.abilities().texts


def test_a_file_with_other_abilities_can_be_played() -> None:
    """No. 1 copies like no. 7, and no. 2 looks at the whole pile."""
    text = PIECES_TOML.replace(NO_1_ASKS, 'does = "copy"\n').replace(
        "asks = [2, 4, 6, 8, 10, 12]\n", 'does = "look-bury"\nlook = 13\n'
    )
    pieces = parse_pieces(ThirteenPieces, text)
    assert pieces.digest() != GAME.own_pieces.digest()
    for seats in GAME.seats:
        for seed in range(10):
            dice = Dice(seed)
            state = GAME.new(seats, dice, pieces)
            playout(state, dice, 10**6)
            assert state.over


def test_the_digest_depends_on_values_and_not_on_their_origin() -> None:
    other = parse_pieces(ThirteenPieces, PIECES_TOML.replace('"reconstructed"', '"own"'))
    assert other.digest() == GAME.own_pieces.digest()


TWO_PLAYERS = at_table("5 6", "1 2")
CHOOSING = {**GAME.new(2, Dice(1)).position()}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"ghosts": [1] * 13}, "each number"),
        ({"ghosts": [1]}, "13 ghosts"),
        ({"piles": []}, "pile for each set"),
        ({"piles": [[]]}, "exactly one place"),
        ({"hands": [4, 4]}, "exactly one place"),
        ({"crypts": [4]}, "Each seat"),
        ({"inside": [True]}, "Each seat"),
        ({"silent": [True] * 3}, "Each seat"),
        ({"dealt": [[]]}, "Each seat"),
        ({"up": [[]]}, "Each seat"),
        ({"down": [[], [], []]}, "Each seat"),
        ({"answers": [[]]}, "Each seat"),
        ({"up": [[1 << 40], []]}, "too large"),
        ({"answers": [[], [-1 << 70]]}, "too large"),
        ({"down": [[13], []]}, "exactly one place"),
        ({"duel": [1, 1]}, "three players"),
        ({"choosers": [0, 1]}, "teams"),
        ({"first": 2}, "first player"),
        ({"place": 1}, "takes the turn"),
        ({"step": 4}, "step"),
        ({"step": 0}, "still has to choose"),
        ({"seen": [0] * 13}, "own cards"),
        ({"seen": [3]}, "who has seen"),
        ({"seen": [99] * 13}, "who has seen"),
        ({"could": [2, 2]}, "answers leave"),
        ({"answers": [[-1], []]}, "An answer"),
        ({"answers": [[packed(3, 1, ANSWER_NO)], []]}, "An answer"),
        ({"answers": [[packed(1, 1, 3)], []]}, "An answer"),  # 3 is no answer
        ({"answers": [[packed(1, 14, ANSWER_NO)], []]}, "An answer"),
        ({"answers": [[packed(1, ATTACK_ON + 4, ANSWER_SILENCE)], []]}, "An answer"),  # an attack is always answered
        ({"answers": [[packed(0, 1, ANSWER_NO)], []]}, "An answer"),  # a player does not ask themselves
        ({"up": [[2], []], "piles": [[3, *range(6, 13)]], "seen": [1, 2, 1, 0, 1, 2, *[0] * 7]}, "face up"),
        ({"crypts": [-1, 5], "piles": [[4, *TWO_PLAYERS.piles[0]]]}, "has a crypt"),
        ({"inside": [False, True]}, "takes the turn"),
        ({"looked": 10}, "more cards"),
        ({"turn": 2}, "seat 2"),
        ({"ghost": 3}, "ghost"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(2).from_position({**TWO_PLAYERS.position(), **change})


TWO_TEAMS = at_table("5 6 7 8", "1 2 3 4")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"choosers": []}, "one player of each"),
        ({"choosers": [1, 0]}, "one player of each"),
        ({"place": 2}, "takes the turn"),
        ({"place": 1, "inside": [True, False, True, True]}, "takes the turn"),
        ({"answers": [[packed(2, 1, ANSWER_NO)], [], [], []]}, "An answer"),  # a team-mate never asks
        ({"duel": [0] * 4}, "three players"),
    ],
)
def test_impossible_positions_of_teams_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(4).from_position({**TWO_TEAMS.position(), **change})


def test_a_player_may_take_the_turn_of_a_team_mate_who_is_out() -> None:
    state = GAME.setup(4).from_position({**TWO_TEAMS.position(), "place": 2, "inside": [True, True, False, True]})
    assert state.pending() == [0]


def test_only_in_teams_can_a_player_have_four_cards_to_choose_from() -> None:
    change = {"dealt": [[0, 1, 4, 5], [2, 3]], "piles": [list(range(6, 13))], "seen": [1, 1, 2, 2, 1, 1, *[0] * 7]}
    with pytest.raises(BadPosition, match="two cards to choose from"):
        GAME.setup(2).from_position({**CHOOSING, **change})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"turn": 1}, "first seat that still"), ({"step": 1}, "Nobody has to choose")],
)
def test_impossible_positions_before_the_choices_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(2).from_position({**CHOOSING, **change})


def test_a_hand_cannot_be_missing_while_there_is_a_pile() -> None:
    with pytest.raises(BadPosition, match="in hand"):
        at_table("5 6", "1 0")
    assert isinstance(at_table("5 6", "1 0", pile=""), Thirteen)
