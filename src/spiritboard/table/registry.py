"""The registry of games: the folders of `spiritboard.games`, and the games that other packages announce."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from spiritboard.table.errors import BadSetup, nearest
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig

OWN_GAMES = ENTRY_POINTS = "spiritboard.games"
MOST_SETUPS = 64


@cache
def games() -> dict[str, Game]:
    """Returns every game by its id. Raises BadSetup if an announced game is broken or an id is used twice."""
    own = [import_module(f"{OWN_GAMES}.{found.name}").GAME for found in iter_modules(import_module(OWN_GAMES).__path__)]
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
    """Yields the name and the object of each entry point of a group. Raises BadSetup if one cannot be loaded."""
    for point in entry_points(group=group):
        try:
            found: object = point.load()
        except Exception as error:  # loading runs code of another package, which may fail in any way
            raise BadSetup(f"{point.value!r}, announced for {group}, cannot be loaded: {error}.") from error
        yield point.name, found


def find(game_id: str) -> Game:
    """Returns the game with this id. Raises BadSetup if there is none."""
    if game_id not in games():
        raise BadSetup(f"There is no game {game_id!r}.{nearest(game_id, games())} There are: {', '.join(games())}.")
    return games()[game_id]


@lru_cache(MOST_SETUPS)
def _own_setup(game_id: str, seats: int, options: tuple[tuple[str, str], ...]) -> GameSetup:
    return find(game_id).setup(seats, **dict(options))


def setup_for(config: GameConfig) -> GameSetup:
    """Returns the setup of a configuration. Raises BadSetup if it has other pieces than the game's own."""
    setup = _own_setup(config.game, config.seats, tuple(config.options.items()))
    if setup.config.digest != config.digest:
        raise BadSetup(f"This game of {setup.game.title} is played with other pieces than its own.")
    return setup


def guide_for(config: GameConfig, style: str = "") -> Guide:
    """Returns the guide for a configuration, which plays in a style if one is named. It is cached, because making one
    may take a moment. Raises BadSetup if the game has no such style."""
    known = (config.game, config.seats, tuple(config.options.items()), config.digest, style)
    if known not in _guides:
        if len(_guides) >= MOST_GUIDES:
            _guides.clear()
        game = find(config.game)
        guide = game.guide(config)
        if style:
            guide.lean(dict(game.style(style).weights))
        _guides[known] = guide
    return _guides[known]


MOST_GUIDES = 64
_guides: dict[tuple[object, ...], Guide] = {}
