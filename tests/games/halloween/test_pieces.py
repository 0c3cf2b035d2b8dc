"""The pieces of Halloween, and wrong pieces that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.pieces import HalloweenPieces
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import parse_pieces
from tests.games.halloween.moves import play
from tests.games.halloween.positions import position
from tests.games.halloween.reading import legal_picks

TEXT = (Path(GAME.folder) / "pieces.toml").read_text(encoding="utf-8")


def test_every_card_has_its_own_class() -> None:
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
def test_wrong_pieces_are_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(BadPieces, match=why):
        parse_pieces(HalloweenPieces, TEXT.replace(old, new, 1))


def with_pieces(state: Halloween, old: str, new: str) -> Halloween:
    """Returns the same position with other pieces."""
    own = parse_pieces(HalloweenPieces, TEXT.replace(old, new, 1))
    again = GAME.setup(state.seats, own).from_position(state.position())
    assert isinstance(again, Halloween)
    return again


@pytest.mark.rule("HAC13")
def test_an_upgrade_never_costs_less_than_nothing() -> None:
    state = with_pieces(position({"church": "blue blue"}, mine=[13], sp=1), "upgrade = 2", "upgrade = 1")
    assert play(state, "section-1 upgrade", "ghost-blue-church", "no").scare[0] == 1


@pytest.mark.rule("HAC47")
def test_coloured_cards_are_cheaper_in_a_row_without_grey_ones() -> None:
    state = position(row=[1, 4, 9, 12, 13, 14, 20, 47], mine=[47], tokens="blue green")
    assert "card-9" in legal_picks(with_pieces(state, 'number = 47\ncost = "grey"', 'number = 47\ncost = "coloured"'))
