"""The pieces file of Spookies: its contents, changed ones, and the errors in bad files and bad positions."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPieces, BadPosition
from spiritboard.table.pieces import parse_pieces
from spiritboard.table.playout import playout
from tests.games.spookies.house import house

PIECES_TOML = (GAME.folder / "pieces.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in PIECES_TOML
    return PIECES_TOML.replace(old, new, 1)


@pytest.mark.rule("SP1")
def test_the_pieces_are_those_that_the_rulebook_lists() -> None:
    pieces = GAME.own_pieces
    assert isinstance(pieces, SpookiesPieces)
    assert {chips.value: chips.count for chips in pieces.chips} == {1: 30, 2: 20, 3: 15, 5: 10}
    assert [field.number for field in pieces.fields] == [5, 6, 7, 8, 9, 10, 11]
    assert (pieces.fields[0].name, pieces.fields[-1].name) == ("garden", "attic")


def test_rewards_fall_with_more_dice_and_rise_with_higher_fields() -> None:
    pieces = GAME.own_pieces
    assert isinstance(pieces, SpookiesPieces)
    rows = [field.reward for field in pieces.fields]
    assert all(list(row) == sorted(row, reverse=True) for row in rows)
    assert all(low <= high for below, above in itertools.pairwise(rows) for low, high in zip(below, above, strict=True))


def test_reconstructed_rewards_are_marked() -> None:
    table = GAME.own_pieces.tables()[0]
    marks = [
        "".join({"rulebook": "R", "reported": "P", "reconstructed": "X"}[c.provenance] for c in row[1:])
        for row in table.rows
    ]
    assert marks == ["RPX", "XPX", "PPX", "XXX", "PXP", "XXX", "PXX"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (changed("value = 1\n", 'value = "one"\n'), r"chips\[0\]\.value"),
        (changed("count = 30", "count = -1"), r"chips\[0\]\.count"),
        (changed("count = 30", "count = 30\ncolour = 'red'"), "colour"),
        (changed("value = 2\n", "value = 1\n"), "twice"),
        (changed("reward = [1, 0, 0]", "reward = [1, 0]"), r"fields\[0\]\.reward"),
        (changed("number = 6\n", "number = 5\n"), "rise"),
        (changed("number = 11\n", "number = 13\n"), r"fields\[6\]\.number"),
        (changed('"Poppy", "?"]', '"Nobody", "?"]'), "Nobody"),
        (changed('names = ["Kracko"', 'names = ["Stop"'), "Stop"),
        (changed('names = ["Kracko"', 'names = ["Duffy"'), "alike"),
        (changed('from = "rulebook"', 'from = "a friend"'), "from"),
        ("[[chips]\n", "line 1"),
        ("", "chips"),
        ('chips = []\nfields = []\n[characters]\nnames = ["A"]\n[friend_die]\nfaces = ["?"]', "nothing to win"),
    ],
)
def test_a_bad_file_is_refused_and_the_error_names_the_place(text: str, complaint: str) -> None:
    with pytest.raises(BadPieces, match=complaint):
        parse_pieces(SpookiesPieces, text)


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPieces, match="No such file"):
        GAME.read_pieces(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadPieces, match="UTF-8"):
        GAME.read_pieces(tmp_path / "binary.toml")


def test_another_house_can_be_played() -> None:
    """The house has three fields with gaps between their numbers, three friends and a die with two faces."""
    text = """
        chips = [{ value = 4, count = 20 }]
        characters = { names = ["Ann", "Ben", "Cat"] }
        friend_die = { faces = ["?", "Ben"] }
        fields = [
            { number = 4, reward = [1, 1, 1] }, { number = 7, reward = [2, 1, 1] }, { number = 10, reward = [5, 3, 2] },
        ]
    """
    pieces = parse_pieces(SpookiesPieces, text)
    for seats in GAME.seats:
        for seed in range(20):
            dice = Dice(seed)
            state = GAME.new(seats, dice, pieces)
            playout(state, dice, 10**6)
            assert state.over
            assert state.inventory() == {"characters": 3, "chip of 4": 20}
    assert pieces.digest() != GAME.own_pieces.digest()


def test_the_digest_depends_on_values_and_not_on_their_origin() -> None:
    other = parse_pieces(SpookiesPieces, PIECES_TOML.replace('"reconstructed"', '"own"'))
    assert other.digest() == GAME.own_pieces.digest()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"stock": [1]}, "chips"),
        ({"fields": [0, 0, 0, 0, 8]}, "stands"),
        ({"fields": [0]}, "stands"),
        ({"character": 5}, "character"),
        ({"friend": 7}, "friend die"),
        ({"rolled": 7}, "dice"),
        ({"rolled": 61}, None),
        ({"over": True}, "over"),
        ({"turn": 2}, "seat 2"),
        ({"turn": "x"}, "turn"),
        ({"ghosts": 3}, "ghosts"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, object], complaint: str | None) -> None:
    state = house()
    position = {**state.position(), **change}
    if complaint is None:
        state_again = GAME.setup(2).from_position(position)
        assert isinstance(state_again, Spookies)
        assert state_again.view(0)["rolled"] == [6, 1]
        return
    with pytest.raises(BadPosition, match=complaint):
        GAME.setup(2).from_position(position)
