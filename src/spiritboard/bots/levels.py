"""How strong a bot people want to meet: a level is a name for a bot with its settings."""

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
    """The bot that plays this level: the game's own, or the usual one."""
    return dict(game.levels).get(name, LEVELS[name])
