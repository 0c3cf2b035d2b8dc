"""PettingZoo's own tests, and tests of what they cannot check: rewards, secrets, seeds and pictures."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pettingzoo as pettingzoo_package
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from spiritboard.adapters import pettingzoo
from spiritboard.adapters.pettingzoo import TableEnv
from spiritboard.adapters.picture import wrapped
from spiritboard.adapters.vector import Runner
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import EACH_GAME, FEW_AND_MANY, OBSERVED_GAMES, simultaneous

DUPLICATES = pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)


def play(env: TableEnv, seed: int) -> dict[str, float]:
    """Plays a random game. Returns the reward of each agent."""
    source = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards = {}
    for agent in env.agent_iter():
        observed, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            assert observed is not None
            env.step(source.choice(np.flatnonzero(observed["action_mask"])))
    return rewards


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "seats"), FEW_AND_MANY)
def test_pettingzoos_own_checks(game: Game, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(game.id, players=seats), num_cycles=150)
    seed_test(lambda: pettingzoo.env(game.id, players=seats), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", EACH_GAME)
def test_pettingzoos_other_checks(game: Game) -> None:
    render_test(lambda render_mode: pettingzoo.env(game.id, render_mode=render_mode))
    env = pettingzoo.env(game.id)
    state_test(env, pettingzoo.parallel_env(game.id))
    parallel_api_test(pettingzoo.parallel_env(game.id, players=game.seats[-1]), num_cycles=60)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game.id), num_cycles=40)
    assert type(pettingzoo.raw_env(game.id)) is type(env)


@pytest.mark.parametrize("game", EACH_GAME)
def test_both_forms_are_the_same_game(game: Game) -> None:
    most = game.seats[-1]
    turns, parallel = pettingzoo.env(game, players=most), pettingzoo.parallel_env(game, players=most)
    turns.reset(seed=9)
    observed, _ = parallel.reset(seed=9)
    source = np.random.default_rng(9)
    while parallel.agents:
        asked = {agent: seen["action_mask"] for agent, seen in observed.items() if seen["action_mask"].any()}
        actions = {agent: int(source.choice(np.flatnonzero(mask))) for agent, mask in asked.items()}
        assert {f"seat_{seat}" for seat in turns.table.pending()} == set(actions)
        left = dict(actions)
        while turns.agent_selection in left and not turns.table.over:
            turns.step(left.pop(turns.agent_selection))
        observed, rewards, terminated, _, _ = parallel.step({agent: actions.get(agent, 0) for agent in parallel.agents})
        for agent, seen in observed.items():
            assert np.array_equal(seen["observation"], turns.observe(agent)["observation"])
    assert (rewards, terminated) == (turns.rewards, turns.terminations)
    assert turns.table.over


def test_a_parallel_game_ends_at_an_illegal_move_and_at_its_limit() -> None:
    env = pettingzoo.parallel_env("thirteen", players=3)
    observed, _ = env.reset(seed=1)
    legal = {agent: int(seen["action_mask"].argmax()) for agent, seen in observed.items()}
    illegal = int(np.flatnonzero(observed["seat_1"]["action_mask"] == 0)[0])
    _, rewards, terminated, _, infos = env.step({**legal, "seat_1": illegal})
    assert infos["seat_1"] == {"illegal": True}
    assert rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(terminated.values())
    assert env.agents == []
    env = pettingzoo.parallel_env("ghosts", limit=1)
    observed, _ = env.reset(seed=1)
    _, _, _, truncated, _ = env.step({agent: int(seen["action_mask"].argmax()) for agent, seen in observed.items()})
    assert all(truncated.values())


def test_environments_are_registered_with_pettingzoo() -> None:
    make = getattr(pettingzoo_package, "make", None)
    if make is None:
        pytest.skip("this PettingZoo has no registry")
    version = games()["ghosts"].setup(2).observation.version
    env = make("aec", f"spiritboard/Ghosts-v{version}", players=3)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert make("parallel", f"spiritboard/Ghosts-v{version}").possible_agents == ["seat_0", "seat_1"]


@pytest.mark.parametrize("game", EACH_GAME)
@DUPLICATES
def test_a_copied_environment_is_where_the_original_is(game: Game, duplicate: Callable[[TableEnv], TableEnv]) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=4)
    for _ in range(3):
        env.step(env.adapter.legal(env.table, env.table.turn)[0])
    twin = duplicate(env)
    for _ in range(20):
        assert twin.table.to_json() == env.table.to_json()
        if env.table.over:
            break
        for each in (env, twin):
            each.step(each.adapter.legal(each.table, each.table.turn)[-1])


def test_the_table_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("ghosts", render_mode="human")
    env.reset(seed=1)
    env.step(env.adapter.legal(env.table, env.table.turn)[0])
    assert capsys.readouterr().out.count("fright level") == 2


@pytest.mark.parametrize(("game", "seats"), FEW_AND_MANY)
def test_rewards_follow_the_standings_and_add_up_to_zero(game: Game, seats: int) -> None:
    env = pettingzoo.env(game, players=seats)
    rewards = play(env, 1)
    shares = env.table.standings().shares()
    assert rewards == {f"seat_{seat}": seats * share - 1 for seat, share in enumerate(shares)}
    assert sum(rewards.values()) == pytest.approx(0)
    assert env.metadata["name"] == f"{game.id}_v{env.adapter.version}"


@pytest.mark.parametrize("game", EACH_GAME)
def test_only_the_seat_that_acts_has_a_mask(game: Game) -> None:
    env = pettingzoo.env(game, players=game.seats[-1])
    env.reset(seed=3)
    for _ in range(30):
        seat = env.table.pending()[0]
        assert env.agent_selection == f"seat_{seat}"
        for other, agent in enumerate(env.agents):
            allowed = env.adapter.legal(env.table, seat) if other == seat else []
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == sorted(allowed)
        env.step(env.adapter.legal(env.table, seat)[0])
        if env.table.over:
            break


@pytest.mark.parametrize("game", EACH_GAME)
def test_an_observation_is_the_vector_divided_by_its_highest_values(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=4)
    observation = env.adapter.setup.observation
    for seat, agent in enumerate(env.agents):
        vector = observation.vector(env.table.sight(seat))
        expected = [number / most for number, most in zip(vector, observation.most(), strict=True)]
        seen = env.observe(agent)["observation"]
        assert seen.dtype == np.float32
        assert seen.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("game", [game for game in simultaneous() if game in OBSERVED_GAMES], ids=lambda game: game.id)
def test_observations_hide_choices_made_at_the_same_time(game: Game) -> None:
    """Every first choice of seat 0 gives seat 1 the same observation, although the real states differ."""
    seen, tables = set(), set()
    env = pettingzoo.env(game, first=1)
    env.reset(seed=5)
    for choice in env.adapter.legal(env.table, 0):
        env.reset(seed=5)
        env.step(choice)
        assert env.agent_selection == "seat_1"
        observed = env.observe("seat_1")
        seen.add((observed["observation"].tobytes(), observed["action_mask"].tobytes()))
        tables.add(env.table.to_json())
    assert len(tables) > 1
    assert len(seen) == 1


@pytest.mark.parametrize("action", [126, 999, -1])
def test_an_illegal_move_ends_the_game(action: int) -> None:
    env = pettingzoo.env("ghosts", players=3, first=2)
    env.reset(seed=1)
    before = env.table.to_json()
    env.step(action)
    assert env.rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(env.terminations.values())
    assert env.table.to_json() == before
    env.step(None)


def test_a_seed_decides_all_games_that_follow() -> None:
    first, second = pettingzoo.env("ghosts"), pettingzoo.env("ghosts")
    first.reset(seed=1)
    second.reset(seed=1)
    assert first.table.to_json() == second.table.to_json()
    first.reset()
    assert first.table.to_json() != second.table.to_json()
    second.reset()
    assert first.table.to_json() == second.table.to_json()
    other = pettingzoo.env("ghosts")
    other.reset()
    assert other.table.to_json() != first.table.to_json()


def test_a_game_is_truncated_at_its_limit() -> None:
    env = pettingzoo.env("ghosts", limit=5)
    assert play(env, 1) == {"seat_0": 0, "seat_1": 0}
    assert not env.table.over


@pytest.mark.parametrize("game", EACH_GAME)
def test_rendering_as_text_and_as_picture(game: Game) -> None:
    env = pettingzoo.env(game, render_mode="ansi")
    play(env, 2)
    names = [f"seat_{seat}" for seat in range(game.seats[0])]
    assert env.render() == game.draw(env.table.view(None), names)
    env = pettingzoo.env(game, render_mode="rgb_array")
    env.reset(seed=2)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (960, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    for _ in range(12):
        if not env.table.over:
            env.step(env.adapter.legal(env.table, env.table.turn)[-1])
    later = env.render()
    assert isinstance(later, np.ndarray)
    assert later.shape == picture.shape


def test_long_lines_are_wrapped() -> None:
    line = "    played " + "nothing, " * 30
    parts = wrapped(line)
    assert " ".join(part.strip() for part in parts) == line.strip()
    assert all(len(part) <= 100 for part in parts)
    assert [part[:9] for part in parts[:2]] == ["    playe", "        n"]
    assert wrapped("") == [""]


def test_options_are_used_and_environments_can_be_pickled() -> None:
    env = pettingzoo.env("ghosts", players=4, rounds=1)
    assert env.adapter.setup.config.options["rounds"] == "1"
    twin = pickle.loads(pickle.dumps(env))
    assert play(twin, 6) == play(env, 6)
    assert env.state().shape == (4 * env.adapter.size,)


def test_pieces_from_a_file(tmp_path: Path) -> None:
    """A game with more lanterns has longer observations."""
    own = (games()["lanterns"].folder / "pieces.toml").read_text(encoding="utf-8")
    path = tmp_path / "many.toml"
    path.write_text(re.sub(r"lanterns = \d+", "lanterns = 20", own), encoding="utf-8")
    many = pettingzoo.env("lanterns", pieces=path).adapter.size
    assert many > pettingzoo.env("lanterns").adapter.size
    with Runner("lanterns", 2, 2, pieces=path, processes=2) as runner:
        assert runner.observations.shape == (2, many)
        runner.step(runner.random_actions(np.random.default_rng(1)))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "whist"}, "no game 'whist'"),
        ({"game": "ghosts", "players": 9}, "takes 2 to 6 players"),
        ({"game": "ghosts", "wind": "calm"}, "no option 'wind'"),
        ({"game": "ghosts", "render_mode": "movie"}, "no render mode 'movie'"),
        ({"game": "ghosts", "limit": 0}, "at least 1"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        pettingzoo.env(**arguments)  # type: ignore[arg-type]


def test_observing_before_the_first_reset_is_refused() -> None:
    with pytest.raises(BadSetup, match="reset"):
        pettingzoo.env("ghosts").observe("seat_0")
