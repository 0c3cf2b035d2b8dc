"""Vectors for pieces of one's own: laid out for these, and within a byte whatever they hold."""

from __future__ import annotations

import re

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.observation import HIGHEST
from spiritboard.table.pieces import parse_pieces
from spiritboard.table.registry import games


# A few more of something, and far more of it than a byte can say.
@pytest.mark.parametrize(
    ("game_id", "old", "new"),
    [
        ("spookies", r"count = \d+", "count = 100"),
        ("spookies", r"count = \d+", "count = 1000"),
        ("spookies", r'"Poppy"', '"Casper"'),
        ("ghosts", r"count = \d+", "count = 20"),
        ("ghosts", r"count = \d+", "count = 100"),
        ("ghooost", r"count = \d+", "count = 7"),
        ("thirteen", r"look = \d+", "look = 13"),
        ("halloween", r"sides = \d+", "sides = 20"),
    ],
)
def test_pieces_of_ones_own_have_vectors(game_id: str, old: str, new: str) -> None:
    game = games()[game_id]
    own = (game.folder / "pieces.toml").read_text(encoding="utf-8")
    assert re.search(old, own)
    setup = game.setup(2, parse_pieces(game.pieces, re.sub(old, new, own)))
    observation, dice = setup.observation, Dice("own")
    actions, most = observation.actions(), observation.most()
    assert max(most) <= HIGHEST
    state = setup.new(dice)
    for _ in range(200):
        vector = observation.vector(state.sight(state.turn))
        assert len(vector) == observation.size
        assert all(number <= highest for number, highest in zip(vector, most, strict=True))
        assert not any(actions[move].startswith("unused") for move in state.legal(state.turn))
        state.apply(state.turn, dice.pick(state.legal(state.turn)), dice)
        if state.over:
            break


def test_what_the_pieces_are_called_is_in_the_names() -> None:
    game = games()["spookies"]
    own = (game.folder / "pieces.toml").read_text(encoding="utf-8")
    named = game.setup(2, parse_pieces(game.pieces, own.replace("Poppy", "Casper"))).observation
    assert "fields above the gate: casper" in named.names()
    assert named.actions()[-1] == "casper"
