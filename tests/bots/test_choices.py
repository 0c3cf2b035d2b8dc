"""The search chooses as it did when its choices were written down, compiled and in plain Python."""

from __future__ import annotations

import pytest

from spiritboard.table import row
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tools.choices import COMMAND, choices, file_of

PLAIN = row.__file__.endswith(".py")
EVERY = 17 if PLAIN else 1  # plain Python takes much longer, so it compares some of the choices


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_the_search_chooses_as_before(game: Game) -> None:
    known = file_of(game).read_text(encoding="utf-8").splitlines()
    assert choices(game, EVERY) == known[::EVERY], f"If this was meant to change, run {COMMAND} {game.id}."
