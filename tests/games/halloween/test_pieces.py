"""What is printed on the components."""

from __future__ import annotations

from pathlib import Path

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.pieces import HalloweenPieces
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import parse_pieces

TEXT = (Path(GAME.folder) / "pieces.toml").read_text(encoding="utf-8")


def test_every_card_is_its_own_piece_of_code() -> None:
    pieces = GAME.own_pieces
    assert isinstance(pieces, HalloweenPieces)
    box = pieces.box()
    assert [card.number for card in box.cards] == list(range(53))
    assert len({type(card) for card in box.cards}) == 53
    assert sum(box.coloured) == 25


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('name = "church"', 'name = "school"', "different names"),
        ('name = "church"', 'name = "The Church"', "different names"),
        ('colour = "blue"', 'colour = "pink"', "colours"),
        ("number = 52", "number = 51", "each number"),
        ('name = "casper"', 'name = "boo"', "names"),
        ("cards = [7, 12,", "cards = [12, 12,", "different cards"),
        ("sides = 12", "sides = 1", "sides"),
        ('cost = "grey"', 'cost = "free"', "free"),
    ],
)
def test_pieces_that_make_no_game(old: str, new: str, why: str) -> None:
    with pytest.raises(BadPieces, match=why):
        parse_pieces(HalloweenPieces, TEXT.replace(old, new, 1))
