"""The guide for designers names what there is. The tests of the documentation run its commands."""

from __future__ import annotations

from pathlib import Path

from spiritboard.table.registry import games
from tests.arena.design.coins import COINS

PAGE = Path(__file__).parents[3] / "docs" / "design.md"


def test_the_page_lists_every_style() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for game in games().values():
        if game.styles and game is not COINS:
            assert f"| {game.title} | {', '.join(style.name for style in game.styles)} |" in text
