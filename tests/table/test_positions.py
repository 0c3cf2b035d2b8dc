"""A position as text is read only with the game, options and pieces that it was written with."""

from __future__ import annotations

import json

import pytest

from spiritboard.games.spookies import GAME
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition, TableError
from spiritboard.table.pieces import parse_pieces

OWN = (GAME.folder / "pieces.toml").read_text(encoding="utf-8")
OTHER = parse_pieces(GAME.pieces, OWN.replace("reward = [16, 9, 5]", "reward = [30, 9, 5]"))


def test_a_position_belongs_to_its_pieces() -> None:
    text = GAME.new(2, Dice(1), OTHER).to_json()
    assert GAME.from_json(text, OTHER).to_json() == text
    with pytest.raises(BadPosition, match="other pieces"):
        GAME.from_json(text)
    with pytest.raises(BadPosition, match="other pieces"):
        GAME.from_json(GAME.new(2, Dice(1)).to_json(), OTHER)
    anybodys = {**json.loads(text), "pieces": None}  # as somebody writes it by hand
    assert GAME.from_json(json.dumps(anybodys)).config.digest == GAME.own_pieces.digest()


def test_pieces_are_the_same_wherever_they_are_known_from() -> None:
    assert '"reconstructed"' in OWN
    assert parse_pieces(GAME.pieces, OWN.replace('"reconstructed"', '"own"')).digest() == GAME.own_pieces.digest()
    assert OTHER.digest() != GAME.own_pieces.digest()


@pytest.mark.parametrize("turn", [-1, 2, 99])
def test_somebody_who_is_there_has_the_turn(turn: int) -> None:
    saved = json.loads(GAME.new(2, Dice(1)).to_json())
    saved["position"]["turn"] = turn
    with pytest.raises(BadPosition, match=f"no seat {turn}"):
        GAME.from_json(json.dumps(saved))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "[" * 100_000, '{"game": "spookies"}', '{"game": "ghosts", "seats": 2, "position": {}}'],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(TableError):
        GAME.from_json(text)
