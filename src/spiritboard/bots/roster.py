"""All bots by name. Another package adds a bot by announcing it as an entry point of `spiritboard.bots`.

A bot is named with its settings, if it needs any: `random`, `heuristic:slips=0.1`, `search:seconds=1:cutoff=40`.
A level is a name too, and so is a style of play of the game: `bold` stands for `heuristic:style=bold`. An entry point
is a function that takes the settings, a text for each name, and returns the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import msgspec

from spiritboard.bots.bot import Bot, HeuristicBot, HeuristicSettings, RandomBot
from spiritboard.bots.learned import LearnedBot, LearnedSettings
from spiritboard.bots.levels import LEVELS, level
from spiritboard.bots.searcher import Budget, SearchBot
from spiritboard.table.errors import BadSetup, nearest
from spiritboard.table.game import Game
from spiritboard.table.registry import announced

BOT_ENTRY_POINTS = "spiritboard.bots"
BotMaker = Callable[[dict[str, str]], Bot]
BotSettings = TypeVar("BotSettings", bound=msgspec.Struct)


def _read(settings: dict[str, str], kind: type[BotSettings]) -> BotSettings:
    try:
        return msgspec.convert(settings, kind, strict=False)
    except msgspec.ValidationError as error:
        names = ", ".join(field.name for field in msgspec.structs.fields(kind)) or "none"
        raise BadSetup(f"The settings of this bot are {names}, but: {error}.") from None


class NoSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a bot that has none."""


def _random(settings: dict[str, str]) -> Bot:
    _read(settings, NoSettings)
    return RandomBot()


OWN_BOTS: dict[str, BotMaker] = {
    "random": _random,
    "heuristic": lambda settings: HeuristicBot(_read(settings, HeuristicSettings)),
    "learned": lambda settings: LearnedBot(_read(settings, LearnedSettings)),
    "search": lambda settings: SearchBot(_read(settings, Budget)),
}


@cache
def bots() -> dict[str, BotMaker]:
    """Returns every bot by its name: those of this package, then those that other packages announce."""
    known = dict(OWN_BOTS)
    for name, maker in announced(BOT_ENTRY_POINTS):
        if name in known or name in LEVELS:
            raise BadSetup(f"Two bots are called {name!r}.")
        known[name] = cast(BotMaker, maker)
    return known


def make(text: str, game: Game, seconds: float | None = None) -> Bot:
    """Returns the bot or level of this name for this game; `seconds` is the most that it may search for a move.

    Raises BadSetup if there is no such bot, or if its settings are wrong.
    """
    name, *pairs = _written_out(text, game).split(":")
    if name in LEVELS:
        raise BadSetup(f"The level {name!r} takes no settings.")
    if name not in bots():
        known = [*bots(), *LEVELS, *(style.name for style in game.styles)]
        raise BadSetup(f"There is no bot {name!r}.{nearest(name, known)} There are: {', '.join(known)}.")
    settings = dict(_setting(pair) for pair in pairs)
    if name == "search" and seconds is not None:
        settings["seconds"] = str(min(seconds, float(settings.get("seconds", seconds))))
    if name == "heuristic" and "style" in settings:
        game.style(settings["style"])
    return bots()[name](settings)


def _written_out(text: str, game: Game) -> str:
    """Returns the bot that a level or a style stands for; any other bot as it is."""
    name = text.partition(":")[0]
    if any(style.name == name for style in game.styles):
        return f"heuristic:style={text}"
    return level(text, game) if text in LEVELS else text


def _setting(pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise BadSetup(f"A bot's setting is given as NAME=VALUE, not {pair!r}.")
    return name, value
