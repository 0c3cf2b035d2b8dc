"""The games that a network learns from, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from spiritboard.arena.training.self_play import Lookback, SelfPlay
from spiritboard.bots.one_ply import OnePly
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.options import FirstPlayer
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find
from spiritboard.table.weights import Input, Weights, settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES_IN_PART: Final = 32  # that one process plays at a time
WORLDS: Final = 2  # that a seat imagines for a decision: few, because many games teach more than good ones
LEAD: Final = 0.02  # by which a move must look better than the guide's choice
LATER: Final = 0.6  # the weight of what comes later in a game, against what was expected before
KEEP: Final = 8  # one in so many decisions
MOST_DECISIONS: Final = 20_000


def setups_of(game: Game, players: tuple[int, ...], pieces: Pieces | None) -> list[list[GameSetup]]:
    """Returns what is trained for each number of players: the game as it is usually played, then each other choice."""
    return [[game.setup(seats, pieces, **chosen) for chosen in _choices(game, seats)] for seats in players]


def _choices(game: Game, seats: int) -> Iterator[dict[str, str]]:
    yield {}
    for option in game.options:
        if not isinstance(option, FirstPlayer):
            yield from ({option.name: value} for value in option.values(seats) if value != option.default)


def setup_of_game(setups: list[list[GameSetup]], number: int) -> GameSetup:
    """Returns the setup of a game by its number: all numbers of players in turn, and every second time other options
    than the usual ones."""
    round_number, place = divmod(number, len(setups))
    usual, *others = setups[place]
    return others[round_number // 2 % len(others)] if others and round_number % 2 else usual


def inputs_of(setups: list[list[GameSetup]]) -> tuple[Input, ...]:
    """Returns the inputs of a network: every number that an observation of one of the setups has, and the choices."""
    most: dict[str, int] = {}
    for setup in (setup for some in setups for setup in some):
        for name, highest in zip(setup.observation.names(), setup.observation.most(), strict=True):
            most[name] = max(highest, most.get(name, 1))
        for name in settings(setup):
            most.setdefault(name, 1)
    return tuple(Input(name, highest) for name, highest in most.items())


@dataclass(frozen=True)
class GamesPart:
    """Some games, one after the other, in a form that can be sent to another process."""

    game: str
    players: tuple[int, ...]
    pieces: Pieces | None
    seed: str
    first: int
    count: int
    weights: Weights | None  # of the judgement; None: it knows nothing yet
    guided: bool  # whether the guide decides, and not the judgement


@dataclass
class Lessons:
    """What was kept of games of one setup: vectors, and the shares of the victory that followed, a row for each."""

    vectors: NDArray[np.uint8]
    shares: NDArray[np.float32]


Kept = dict[tuple[int, int], Lessons]  # by the places of the setup in `setups_of`


def play_part(part: GamesPart) -> Kept:
    """Plays some games. Returns what was kept of them."""
    setups = _setups(part.game, part.players, part.pieces)
    places = {id(setup): (at, choice) for at, some in enumerate(setups) for choice, setup in enumerate(some)}
    found: dict[tuple[int, int], list[Lookback]] = {}
    seeds = Dice(part.seed)
    for number in range(part.first, part.first + part.count):
        setup = setup_of_game(setups, number)
        player = _self_play(setup, part.weights, part.guided)
        dice = seeds.stream(number)
        found.setdefault(places[id(setup)], []).extend(player.play(setup.new(dice), dice))
    return {place: _lessons(kept) for place, kept in found.items() if kept}


@lru_cache(4)
def _setups(game: str, players: tuple[int, ...], pieces: Pieces | None) -> list[list[GameSetup]]:
    return setups_of(find(game), players, pieces)


@lru_cache(256)
def _self_play(setup: GameSetup, weights: Weights | None, guided: bool) -> SelfPlay:
    judgement = weights.judgement(setup) if weights is not None else None
    ahead = None if guided or judgement is None else OnePly(judgement, WORLDS, LEAD)
    return SelfPlay(setup.observation, setup.game.guide(setup.config), judgement, LATER, ahead, KEEP, MOST_DECISIONS)


def _lessons(kept: list[Lookback]) -> Lessons:
    vectors = np.frombuffer(b"".join(each.vector for each in kept), np.uint8).reshape(len(kept), -1)
    return Lessons(vectors, np.array([each.shares for each in kept], np.float32))


def together(parts: list[Kept]) -> Kept:
    """Returns what was kept of all parts."""
    places = sorted({place for part in parts for place in part})
    found: Kept = {}
    for place in places:
        own = [part[place] for part in parts if place in part]
        found[place] = Lessons(
            np.concatenate([each.vectors for each in own]), np.concatenate([each.shares for each in own])
        )
    return found
