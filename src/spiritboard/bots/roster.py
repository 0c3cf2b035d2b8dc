"""The bots there are, by name. A bot is found by being announced, in this package or in another.

A bot is called by its name, with settings if wanted: `random`, `heuristic:slips=0.1`, `search:seconds=1:cutoff=40`.
Levels are names too. What is announced is called with the settings, a text for each name, and returns the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import msgspec

from spiritboard.bots.bot import Bot, HeuristicBot, HeuristicSettings, RandomBot
from spiritboard.bots.levels import LEVELS, level
from spiritboard.bots.searcher import Budget, SearchBot
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import announced

ENTRY_POINTS = "spiritboard.bots"
Maker = Callable[[dict[str, str]], Bot]
Settings = TypeVar("Settings", bound=msgspec.Struct)


def _read(settings: dict[str, str], kind: type[Settings]) -> Settings:
    try:
        return msgspec.convert(settings, kind, strict=False)
    except msgspec.ValidationError as error:
        names = ", ".join(field.name for field in msgspec.structs.fields(kind)) or "none"
        raise BadSetup(f"That bot's settings are {names}, but: {error}.") from None


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No settings at all."""


def _random(settings: dict[str, str]) -> Bot:
    _read(settings, Nothing)
    return RandomBot()


OWN: dict[str, Maker] = {
    "random": _random,
    "heuristic": lambda settings: HeuristicBot(_read(settings, HeuristicSettings)),
    "search": lambda settings: SearchBot(_read(settings, Budget)),
}


@cache
def bots() -> dict[str, Maker]:
    """Every bot by its name: our own, then what other packages announce."""
    known = dict(OWN)
    for name, maker in announced(ENTRY_POINTS):
        if name in known or name in LEVELS:
            raise BadSetup(f"Two bots are called {name!r}.")
        known[name] = cast(Maker, maker)
    return known


def make(text: str, game: Game, seconds: float | None = None) -> Bot:
    """The bot, or the level, of that name for this game, who thinks no longer than so many seconds about a move."""
    name, *pairs = (level(text, game) if text in LEVELS else text).split(":")
    if name in LEVELS:
        raise BadSetup(f"A level takes no settings: {name!r} is all there is to say.")
    if name not in bots():
        raise BadSetup(f"There is no bot {name!r}. There are: {', '.join([*bots(), *LEVELS])}.")
    settings = dict(_setting(pair) for pair in pairs)
    if name == "search" and seconds is not None:
        settings["seconds"] = str(min(seconds, float(settings.get("seconds", seconds))))
    return bots()[name](settings)


def _setting(pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise BadSetup(f"A bot's setting is given as NAME=VALUE, not {pair!r}.")
    return name, value
