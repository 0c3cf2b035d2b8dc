"""The search and the learned bot choose as they did when their choices were written down, compiled or not."""

from __future__ import annotations

import pytest

from spiritboard.table import row
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.weights import own_weights
from tools.choices import COMMAND, LEARNED, choices, file_of, learned_choices

PLAIN = row.__file__.endswith(".py")
with_weights = pytest.mark.parametrize(
    "game", [game for game in games().values() if own_weights(game.id)], ids=lambda game: game.id
)
EVERY = 17 if PLAIN else 1  # plain Python takes much longer, so it compares some of the choices


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_the_search_chooses_as_before(game: Game) -> None:
    known = file_of(game).read_text(encoding="utf-8").splitlines()
    assert choices(game, EVERY) == known[::EVERY], f"If this was meant to change, run {COMMAND} {game.id}."


@with_weights
def test_the_learned_bot_chooses_as_before(game: Game) -> None:
    every = 4 if PLAIN else 1
    known = file_of(game, LEARNED).read_text(encoding="utf-8").splitlines()
    assert learned_choices(game, every) == known[::every], f"If this was meant to change, run {COMMAND} {game.id}."
