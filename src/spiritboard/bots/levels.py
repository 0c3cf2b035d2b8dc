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


STEADY_ITERATIONS = 300  # of a search that a clock would limit otherwise


def level(name: str, game: Game) -> str:
    """Returns the bot that plays this level: the one that the game names for it, or the usual one."""
    return dict(game.levels).get(name, LEVELS[name])


def steady(name: str, game: Game) -> str:
    """Returns the bot of this level without a clock: with the same dice it makes the same moves on every machine."""
    bot, *settings = level(name, game).split(":") if name in LEVELS else name.split(":")
    untimed = [setting for setting in settings if not setting.startswith("seconds=")]
    if len(untimed) < len(settings) and not any(setting.startswith("iterations=") for setting in untimed):
        untimed.append(f"iterations={STEADY_ITERATIONS}")
    return ":".join([bot, *untimed])
