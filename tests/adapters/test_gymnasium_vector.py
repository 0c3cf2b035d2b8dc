"""The vector environments keep to Gymnasium's rules, and are the same games as single environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

import spiritboard.adapters.gymnasium  # noqa: F401 # registers the games
from spiritboard.adapters.game_adapter import GameAdapter, environment_id
from spiritboard.adapters.gymnasium_vector import SelfPlayTablesEnv, TablesEnv, vector_env
from spiritboard.bots.seat import Seat
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import EACH_GAME

GHOSTS = environment_id(games()["ghosts"])


def legal(mask: NDArray[Any], source: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action in each row, and 0 where there is none."""
    return np.array([source.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


def first_seat(seat: Seat) -> int:
    return seat.legal[0]


@pytest.mark.parametrize("opponents", ["random", "heuristic", "self"])
@pytest.mark.parametrize("game", EACH_GAME)
def test_spaces_and_steps_are_those_of_a_vector_environment(game: Game, opponents: str) -> None:
    envs = gymnasium.make_vec(environment_id(game), 3, opponents=opponents)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert (envs.num_envs, envs.spec.id if envs.spec else None) == (3, environment_id(game))
    assert envs.single_action_space == gymnasium.make(environment_id(game)).action_space
    seen, infos = envs.reset(seed=1)
    source = np.random.default_rng(1)
    for _ in range(40):
        assert envs.observation_space.contains(seen)
        for name in [name for name in infos if not name.startswith("_")]:
            assert infos[f"_{name}"].dtype == np.bool_
        actions = legal(infos["action_mask"], source)
        assert envs.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert [each.shape for each in (rewards, terminated, truncated)] == [(3,)] * 3
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
    envs.close()


def test_the_same_seed_gives_the_same_games() -> None:
    """Gymnasium's check of single environments, for many."""
    told = []
    for _ in range(2):
        envs = gymnasium.make_vec(GHOSTS, 4, opponents="heuristic:slips=0.2", players=3)
        source = np.random.default_rng(2)
        seen, infos = envs.reset(seed=5)
        games_played = [seen.tobytes()]
        for _ in range(60):
            seen, rewards, *_, infos = envs.step(legal(infos["action_mask"], source))
            games_played += [seen.tobytes(), rewards.tobytes()]
        told.append(games_played)
    assert told[0] == told[1]
    assert envs.reset()[0].tobytes() != envs.reset()[0].tobytes()


def test_an_ended_game_shows_its_end_and_is_replaced_with_the_next_step() -> None:
    envs = vector_env("ghosts", 4, opponents="random", rounds=1)
    source = np.random.default_rng(3)
    _, infos = envs.reset(seed=3)
    ended_before, ends = np.zeros(4, np.bool_), 0
    for _ in range(120):
        states = list(envs.games._batch.games.states)
        seen, rewards, terminated, truncated, infos = envs.step(legal(infos["action_mask"], source))
        for row in np.flatnonzero(ended_before):
            assert envs.games._batch.games.states[row] is not states[row]  # dealt anew
            assert (rewards[row], terminated[row]) == (0, False)
            assert infos["action_mask"][row].any()
        for row in np.flatnonzero(terminated):
            ends += 1
            state = envs.games._batch.games.states[row]
            assert state is states[row]
            assert state.over
            assert not infos["action_mask"][row].any()
            seat = infos["seat"][row]
            assert (seen[row] == envs.adapter.observe(state, seat)).all()
            assert rewards[row] == envs.adapter.rewards(state)[seat]
        assert not truncated.any()
        ended_before = terminated
    assert ends > 8


def test_self_play_tells_the_rewards_of_all_seats_and_shows_the_seat_that_is_asked() -> None:
    envs = vector_env("ghosts", 4, 3, opponents="self", rounds=1)
    assert isinstance(envs, SelfPlayTablesEnv)
    source = np.random.default_rng(4)
    _, infos = envs.reset(seed=4)
    ends = 0
    for _ in range(150):
        acted = infos["seat"]
        seen, rewards, terminated, _, infos = envs.step(legal(infos["action_mask"], source))
        for row, state in enumerate(envs.games._batch.games.states):
            if terminated[row]:
                ends += 1
                assert infos["rewards"][row].tolist() == pytest.approx(envs.adapter.rewards(state))
                assert rewards[row] == infos["rewards"][row][acted[row]]
                assert infos["_rewards"][row]
                assert infos["seat"][row] == acted[row]
            else:
                assert infos["seat"][row] == state.turn
                assert (seen[row] == envs.adapter.observe(state, state.turn)).all()
        if not terminated.any():
            assert "rewards" not in infos
    assert ends > 2


def test_the_seat_is_fixed_or_drawn_for_every_game() -> None:
    envs = vector_env("ghosts", 40, 3, opponents="random")
    assert set(envs.reset(seed=1)[1]["seat"]) == {0, 1, 2}
    envs = vector_env("ghosts", 5, 3, seat=2, opponents="random")
    assert set(envs.reset(seed=1)[1]["seat"]) == {2}


def test_opponents_are_the_bots_that_were_named() -> None:
    """A random player loses nearly always to the heuristic bot, but not to the random bot."""
    lost = {}
    for bot in ("heuristic", "random"):
        envs, source = vector_env("ghosts", 16, opponents=bot, rounds=1), np.random.default_rng(5)
        _, infos = envs.reset(seed=5)
        lost[bot] = games_ended = 0
        while games_ended < 40:
            _, rewards, terminated, _, infos = envs.step(legal(infos["action_mask"], source))
            games_ended += int(terminated.sum())
            lost[bot] += int((rewards[terminated] < 0).sum())
    assert lost["heuristic"] > 35
    assert lost["random"] < 35


def test_opponents_sit_in_the_order_of_play_and_may_be_python_objects() -> None:
    asked: list[int] = []

    def notes(seat: Seat) -> int:
        asked.append(seat.number)
        return seat.legal[0]

    envs = vector_env("ghosts", 1, 3, seat=1, opponents=["random", notes], first="seat-1", rounds=1)
    _, infos = envs.reset(seed=6)
    for _ in range(10):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert set(asked) == {0}  # two places after seat 1


def test_choices_at_the_same_time_are_made_before_those_of_the_opponents() -> None:
    envs = vector_env("thirteen", 3, seat=1, opponents="random")
    envs.reset(seed=1)
    assert [state.pending() for state in envs.games._batch.games.states] == [[0, 1]] * 3


@pytest.mark.parametrize("opponents", ["random", "self"])
def test_an_illegal_action_ends_its_game_only(opponents: str) -> None:
    envs = vector_env("ghosts", 3, opponents=opponents)
    _, infos = envs.reset(seed=7)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    _, rewards, terminated, truncated, infos = envs.step(actions)
    assert (rewards.tolist(), terminated.tolist()) == ([0, -1, 0], [False, True, False])
    assert not truncated.any()
    assert infos["illegal"].tolist() == [False, True, False]
    assert infos["action_mask"].any(axis=1).tolist() == [True, False, True]
    if opponents == "self":
        assert sorted(infos["rewards"][1].tolist()) == [-1, 0]
    _, rewards, terminated, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert not terminated.any()
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_games_are_truncated_at_their_limit_by_any_seat(limit: int) -> None:
    envs = vector_env("ghosts", 6, 3, opponents="random", limit=limit)
    _, infos = envs.reset(seed=8)
    truncations = 0
    for _ in range(30):
        _, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert not rewards.any()
        assert not terminated.any()
        assert not infos["action_mask"][truncated].any()
        truncations += int(truncated.sum())
    assert truncations > 10


def test_the_games_do_not_depend_on_the_number_of_processes() -> None:
    told = []
    for processes in (1, 2):
        envs = vector_env("lanterns", 5, 3, opponents="heuristic", processes=processes)
        source = np.random.default_rng(9)
        seen, infos = envs.reset(seed=9)
        played = [seen.tobytes()]
        for _ in range(40):
            seen, rewards, *_, infos = envs.step(legal(infos["action_mask"], source))
            played += [seen.tobytes(), rewards.tobytes(), infos["seat"].tobytes()]
        told.append(played)
        envs.close()
    assert told[0] == told[1]


def test_wrong_arguments_are_refused() -> None:
    for arguments, said in (
        ({"seat": 2}, "no seat 2"),
        ({"seat": 0, "opponents": "self"}, "leave `seat` out"),
        ({"opponents": ["random", "random"]}, "has 1 opponents"),
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": first_seat, "processes": 2}, "leave `processes` out"),
        ({"num_envs": 0}, "at least 1"),
        ({"render_mode": "ansi"}, "not drawn"),
    ):
        with pytest.raises(BadSetup, match=said):
            vector_env("ghosts", **arguments)
    envs = vector_env("ghosts", 3, opponents="random")
    with pytest.raises(BadSetup, match="reset"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=1)
    for actions in (np.zeros(2, np.int64), np.zeros(3)):
        with pytest.raises(IllegalMove, match="Actions must be 3 integers"):
            envs.step(actions)  # type: ignore[arg-type]


def test_a_wrapper_of_gymnasium_works() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec(GHOSTS, 4, opponents="random", rounds=1)
    )
    _, infos = envs.reset(seed=1)
    source, ends = np.random.default_rng(1), 0
    for _ in range(60):
        _, _, terminated, _, infos = envs.step(legal(infos["action_mask"], source))
        if terminated.any():
            ends += 1
            assert (infos["episode"]["l"][terminated] > 0).all()
            assert set(np.abs(infos["episode"]["r"][terminated])) <= {0, 1}
    assert ends
    assert isinstance(envs.unwrapped, TablesEnv)
    assert GameAdapter("ghosts", 2, {"rounds": 1}).actions == envs.unwrapped.adapter.actions
