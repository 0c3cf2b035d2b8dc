"""The shelf: which games there are. A game is found by being there, in this package or in another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

import spiritboard.games
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig

ENTRY_POINTS = "spiritboard.games"


@cache
def games() -> dict[str, Game]:
    """Every game by its id: the folders of `spiritboard.games`, then what other packages announce."""
    own = [import_module(f"spiritboard.games.{found.name}").GAME for found in iter_modules(spiritboard.games.__path__)]
    others = [game for _, game in announced(ENTRY_POINTS)]
    registry: dict[str, Game] = {}
    for game in [*own, *others]:
        if not isinstance(game, Game):
            raise BadSetup(f"{game!r} is announced as a game but is none.")
        if game.id in registry:
            raise BadSetup(f"Two games are called {game.id!r}.")
        registry[game.id] = game
    return registry


def announced(group: str) -> Iterator[tuple[str, object]]:
    """What other packages announce there, by name."""
    for point in entry_points(group=group):
        try:
            found: object = point.load()
        except Exception as error:  # whatever another package does wrong, it can be named
            raise BadSetup(f"{point.value!r}, announced for {group}, cannot be loaded: {error}.") from error
        yield point.name, found


def find(game_id: str) -> Game:
    if game_id not in games():
        raise BadSetup(f"There is no game {game_id!r}. There are: {', '.join(games())}.")
    return games()[game_id]


def guide_for(config: GameConfig) -> Guide:
    """What a good player knows of the game that was set up so. Working it out may take a moment, so it is kept."""
    known = (config.game, config.seats, tuple(config.options.items()), config.digest)
    if known not in _guides:
        if len(_guides) >= MOST_GUIDES:
            _guides.clear()
        _guides[known] = find(config.game).guide(config)
    return _guides[known]


MOST_GUIDES = 64
_guides: dict[tuple[object, ...], Guide] = {}
