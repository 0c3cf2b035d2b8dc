"""Levels: names that people choose a bot's strength by. Each level stands for a bot with its settings."""

from __future__ import annotations

from spiritboard.table.game import Game

LEVELS = {
    "easy": "heuristic:slips=0.25",
    "medium": "search:iterations=300:seconds=0.3",
    "hard": "search:seconds=0.8",
    "expert": "search:seconds=2",
}
USUAL_LEVEL = "medium"


def level(name: str, game: Game) -> str:
    """Returns the bot that plays this level: the one that the game names for it, or the usual one."""
    return dict(game.levels).get(name, LEVELS[name])
