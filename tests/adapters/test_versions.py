"""Earlier versions of an observation stay: what learned from them plays on, in every kind of environment."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import gymnasium
import numpy as np
import pyspiel
import pytest

from spiritboard.adapters import pettingzoo
from spiritboard.adapters.game_adapter import GameAdapter, environment_ids
from spiritboard.adapters.gymnasium import SeatEnv
from spiritboard.adapters.openspiel import PREFIX
from spiritboard.adapters.vector import Runner
from spiritboard.bots.seat import take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import OBSERVED_GAMES

VERSIONS = [
    pytest.param(game, version, id=f"{game.id}-{version}")
    for game in OBSERVED_GAMES
    for version in game.observation_versions
]


def test_the_names_of_the_environments() -> None:
    assert environment_ids(games()["ghosts"]) == {"spiritboard/Ghosts-v1": 1, "spiritboard/Ghosts-v2": 2}
    assert list(environment_ids(games()["lanterns"])) == ["spiritboard/Lanterns-v1"]


@pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")  # Gymnasium says so of all but the newest
@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_each_version_has_an_environment(game: Game, version: int) -> None:
    name = f"spiritboard/{game.id.title()}-v{version}"
    env = cast(SeatEnv, gymnasium.make(name, opponents="random").unwrapped)
    observation = game.setup(game.seats[0]).observation_of(version)
    assert env.adapter.version == version
    for each in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        seen, _ = each.reset(seed=5)
        vector = observation.vector_of(each.table, each.seat)
        assert each.observation_space.shape == (len(vector),)
        assert np.array_equal(seen, np.frombuffer(vector, np.uint8).astype(np.float32) / each.adapter.most)


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_each_version_can_be_asked_for(game: Game, version: int) -> None:
    adapter = GameAdapter(game, version=version)
    state = adapter.setup.new(Dice(3))
    expected = adapter.observe(state, state.turn)
    assert len(expected) == game.setup(adapter.seats).observation_of(version).size
    assert adapter.name == f"{game.id}_v{version}"
    seat = take_seat(state, state.turn, Dice("seat"))
    assert np.array_equal(np.asarray(seat.observe(version)), expected)
    table = pettingzoo.env(game, version=version)
    assert table.metadata["name"] == adapter.name
    with Runner(game, n=2, version=version) as runner:
        assert runner.observations.shape == (2, adapter.size)


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_the_actions_of_earlier_versions_keep_their_numbers(game: Game, version: int) -> None:
    """A policy that learned from version 1 names moves by the numbers that the rules have for them."""
    adapter = GameAdapter(game, version=version)
    state = adapter.setup.new(Dice(4))
    moves = state.legal(state.turn)
    if version == max(game.observation_versions):
        assert adapter.actions == len([name for name in adapter.observation.actions() if "unused" not in name])
    else:
        assert adapter.action_names == adapter.observation.actions()
        assert adapter.legal(state, state.turn) == moves
    seat = take_seat(state, state.turn, Dice("seat"))
    marks = np.asarray(seat.mark(version))
    assert np.array_equal(marks, adapter.mask(adapter.marks(state, state.turn, True)))
    assert [seat.move_of(action, version) for action in adapter.legal(state, state.turn)] == moves


def test_processes_of_a_runner_know_the_version() -> None:
    with Runner("ghosts", n=4, seed=1, version=1) as one, Runner("ghosts", n=4, seed=1, processes=2, version=1) as two:
        assert np.array_equal(one.observations, two.observations)
        assert one.observations.shape[1] == games()["ghosts"].setup(2).observation_of(1).size


def test_openspiel_gives_the_version_that_is_named() -> None:
    newest, earlier = (pyspiel.load_game(f"{PREFIX}ghosts(memory=2{more})") for more in ("", ",version=1"))
    sizes = [int(game.observation_tensor_shape()[0]) for game in (newest, earlier)]
    assert sizes == [games()["ghosts"].setup(2).observation_of(version).size for version in (2, 1)]
    again: Any = pickle.loads(pickle.dumps(earlier.new_initial_state()))
    assert again.get_game().get_parameters()["version"] == 1


def test_a_version_that_never_was_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"has no version 7\. There is: 1 and 2\."):
        SeatEnv("ghosts", version=7)
