"""The pieces file: what it holds, what a varied one does, and what is refused. And positions that cannot be."""

from __future__ import annotations

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.pieces import ThirteenPieces
from spiritboard.games.thirteen.rules import ATTACKED, NO, SILENCE, Thirteen
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPieces, BadPosition
from spiritboard.table.pieces import parse_pieces
from spiritboard.table.playout import playout
from tests.games.thirteen.crypts import at_table

OWN = (GAME.folder / "pieces.toml").read_text(encoding="utf-8")
FIRST = "asks = [1, 3, 5, 7, 9, 11, 13]\n"


def changed(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new, 1)


def test_eight_questions_two_attacks_three_others() -> None:
    table = GAME.own_pieces.tables()[0]
    kinds = [row[1].text for row in table.rows]
    assert [kinds.count(kind) for kind in ("question", "attack", "other")] == [8, 2, 3]


def test_what_is_reconstructed_is_marked() -> None:
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
        (changed(FIRST, ""), "number 1.*either asks"),
        (changed(FIRST, f'{FIRST}does = "again"\n'), "number 1.*either asks"),
        (changed(FIRST, "asks = []\n"), "number 1.*none or all"),
        (changed(FIRST, f"asks = {list(range(1, 14))}\n"), "number 1.*none or all"),
        (changed(FIRST, "asks = [3, 3]\n"), "number 1.*twice"),
        (changed(FIRST, "asks = [0, 3]\n"), r"ghosts\[0\]\.asks\[0\]"),
        (changed(FIRST, "asks = [14]\n"), r"ghosts\[0\]\.asks\[0\]"),
        (changed('does = "again"', 'does = "fly"'), r"ghosts\[12\]\.does"),
        (changed("look = 2\n", ""), "number 5.*look"),
        (changed("look = 2\n", "look = 0\n"), r"ghosts\[4\]\.look"),
        (changed('does = "again"\n', 'does = "again"\nlook = 2\n'), "number 13.*look"),
        (changed(FIRST, f"{FIRST}look = 2\n"), "number 1.*look"),
        (changed('text = "Is your crypt odd?"', 'text = ""'), r"ghosts\[0\]\.text"),
        (changed('from = "reported"', 'from = "a friend"'), "from"),
        (changed('from = "reported"', 'colour = "blue"'), "colour"),
        ("[[ghosts]\n", "line 1"),
        ("", "ghosts"),
        ("ghosts = []", "once"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(BadPieces, match=complaint):
        parse_pieces(ThirteenPieces, text)


def test_the_order_of_the_file_means_nothing() -> None:
    ghosts = OWN.split("\n[[ghosts]]\n")
    turned = "\n[[ghosts]]\n".join([ghosts[0], *reversed([f"{ghost}\n" for ghost in ghosts[1:]])])
    pieces = parse_pieces(ThirteenPieces, turned)
    own = GAME.own_pieces
    assert isinstance(own, ThirteenPieces)
    assert pieces.abilities().asks == own.abilities().asks
    assert pieces.abilities().texts == own.abilities().texts


def test_other_cards_can_be_entered_and_played() -> None:
    """No. 1 becomes another copy and no. 2 looks at all the cards there are."""
    text = OWN.replace(FIRST, 'does = "copy"\n').replace(
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


def test_the_digest_is_of_values_not_of_where_they_are_from() -> None:
    other = parse_pieces(ThirteenPieces, OWN.replace('"reconstructed"', '"own"'))
    assert other.digest() == GAME.own_pieces.digest()


TWO = at_table("5 6", "1 2")
CHOOSING = {**GAME.new(2, Dice(1)).position()}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"ghosts": [1] * 13}, "each number"),
        ({"ghosts": [1]}, "13 ghosts"),
        ({"piles": []}, "pile for each set"),
        ({"piles": [[]]}, "lies somewhere"),
        ({"hands": [4, 4]}, "lies somewhere"),
        ({"crypts": [4]}, "Each seat"),
        ({"inside": [True]}, "Each seat"),
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
        ({"answers": [[3 << 7 | 4], []]}, "An answer"),
        ({"answers": [[1 << 7 | 1 << 2 | 3], []]}, "An answer"),  # neither yes nor no nor silence
        ({"answers": [[1 << 7 | 14 << 2 | NO], []]}, "An answer"),
        ({"answers": [[1 << 7 | ATTACKED + 4 << 2 | SILENCE], []]}, "An answer"),  # an attack is always answered
        ({"answers": [[0 << 7 | 1 << 2 | NO], []]}, "An answer"),  # nobody asks themselves
        ({"up": [[2], []], "piles": [[3, *range(6, 13)]], "seen": [1, 2, 1, 0, 1, 2, *[0] * 7]}, "face up"),
        ({"crypts": [-1, 5], "piles": [[4, *TWO.piles[0]]]}, "has a crypt"),
        ({"inside": [False, True]}, "takes the turn"),
        ({"looked": 10}, "more cards"),
        ({"turn": 2}, "seat 2"),
        ({"ghost": 3}, "ghost"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(2).from_position({**TWO.position(), **change})


TEAMS = at_table("5 6 7 8", "1 2 3 4")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"choosers": []}, "one player of each"),
        ({"choosers": [1, 0]}, "one player of each"),
        ({"place": 2}, "takes the turn"),
        ({"place": 1, "inside": [True, False, True, True]}, "takes the turn"),
        ({"answers": [[2 << 7 | 1 << 2 | NO], [], [], []]}, "An answer"),  # a team-mate never asks
        ({"duel": [0] * 4}, "three players"),
    ],
)
def test_positions_that_cannot_be_in_teams_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(4).from_position({**TEAMS.position(), **change})


def test_a_position_in_which_somebody_stands_in_for_a_team_mate_is_one() -> None:
    state = GAME.setup(4).from_position({**TEAMS.position(), "place": 2, "inside": [True, True, False, True]})
    assert state.pending() == [0]


def test_four_cards_to_choose_from_are_for_teams() -> None:
    change = {"dealt": [[0, 1, 4, 5], [2, 3]], "piles": [list(range(6, 13))], "seen": [1, 1, 2, 2, 1, 1, *[0] * 7]}
    with pytest.raises(BadPosition, match="two cards to choose from"):
        GAME.setup(2).from_position({**CHOOSING, **change})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"turn": 1}, "first who still"), ({"step": 1}, "Nobody has to choose")],
)
def test_choices_that_cannot_be_are_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(2).from_position({**CHOOSING, **change})


def test_a_hand_cannot_be_missing_while_there_is_a_pile() -> None:
    with pytest.raises(BadPosition, match="in hand"):
        at_table("5 6", "1 0")
    assert isinstance(at_table("5 6", "1 0", pile=""), Thirteen)
