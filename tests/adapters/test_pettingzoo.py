"""PettingZoo's own tests, and what it cannot know: rewards, secrets, seeds, pictures."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from spiritboard.adapters import pettingzoo
from spiritboard.adapters.pettingzoo import TableEnv
from spiritboard.adapters.picture import wrapped
from spiritboard.adapters.vector import Runner
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.adapters.tables import EACH, FEW_AND_MANY, SEEN, simultaneous


def play(env: TableEnv, seed: int) -> dict[str, float]:
    """A random game; what each got."""
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
def test_pettingzoos_own(game: Game, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(game.id, players=seats), num_cycles=150)
    seed_test(lambda: pettingzoo.env(game.id, players=seats), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), FEW_AND_MANY)
def test_rewards_are_shares_of_the_victory_and_nothing_in_sum(game: Game, seats: int) -> None:
    env = pettingzoo.env(game, players=seats)
    rewards = play(env, 1)
    shares = env.table.standings().shares()
    assert rewards == {f"seat_{seat}": seats * share - 1 for seat, share in enumerate(shares)}
    assert sum(rewards.values()) == pytest.approx(0)
    assert env.metadata["name"] == f"{game.id}_v{env.adapter.version}"


@pytest.mark.parametrize("game", EACH)
def test_the_mask_is_what_the_rules_allow_to_the_one_who_is_asked(game: Game) -> None:
    env = pettingzoo.env(game, players=game.seats[-1])
    env.reset(seed=3)
    for _ in range(30):
        seat = env.table.pending()[0]
        assert env.agent_selection == f"seat_{seat}"
        for other, agent in enumerate(env.agents):
            allowed = env.table.legal(seat) if other == seat else []
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == sorted(allowed)
        env.step(env.table.legal(seat)[0])
        if env.table.over:
            break


@pytest.mark.parametrize("game", EACH)
def test_an_observation_is_the_vector_by_its_highest(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=4)
    observation = env.adapter.setup.observation
    for seat, agent in enumerate(env.agents):
        vector = observation.vector(env.table.view(seat))
        expected = [number / most for number, most in zip(vector, observation.most(), strict=True)]
        seen = env.observe(agent)["observation"]
        assert seen.dtype == np.float32
        assert seen.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("game", [game for game in simultaneous() if game in SEEN], ids=lambda game: game.id)
def test_nobody_sees_what_those_before_have_chosen(game: Game) -> None:
    """Every first choice of the first seat looks the same to the second, though the tables differ."""
    seen, tables = set(), set()
    env = pettingzoo.env(game, first=1)
    env.reset(seed=5)
    for choice in env.table.legal(0):
        env.reset(seed=5)
        env.step(choice)
        assert env.agent_selection == "seat_1"
        observed = env.observe("seat_1")
        seen.add((observed["observation"].tobytes(), observed["action_mask"].tobytes()))
        tables.add(env.table.to_json())
    assert len(tables) > 1
    assert len(seen) == 1


@pytest.mark.parametrize("action", [126, 999, -1])
def test_what_is_not_legal_ends_the_game(action: int) -> None:
    env = pettingzoo.env("ghosts", players=3, first=2)
    env.reset(seed=1)
    before = env.table.to_json()
    env.step(action)
    assert env.rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(env.terminations.values())
    assert env.table.to_json() == before
    env.step(None)


def test_seeds_name_a_row_of_games() -> None:
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


def test_a_game_can_be_broken_off() -> None:
    env = pettingzoo.env("ghosts", limit=5)
    assert play(env, 1) == {"seat_0": 0, "seat_1": 0}
    assert not env.table.over


@pytest.mark.parametrize("game", EACH)
def test_pictures_and_texts(game: Game) -> None:
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


def test_long_lines_go_on_below() -> None:
    line = "    played " + "nothing, " * 30
    parts = wrapped(line)
    assert " ".join(part.strip() for part in parts) == line.strip()
    assert all(len(part) <= 100 for part in parts)
    assert [part[:9] for part in parts[:2]] == ["    playe", "        n"]
    assert wrapped("") == [""]


def test_options_and_pickles() -> None:
    env = pettingzoo.env("ghosts", players=4, rounds=1)
    assert env.adapter.setup.config.options["rounds"] == "1"
    twin = pickle.loads(pickle.dumps(env))
    assert play(twin, 6) == play(env, 6)
    assert env.state().shape == (4 * env.adapter.size,)


def test_pieces_of_ones_own(tmp_path: Path) -> None:
    """More lanterns than usual, so more is seen."""
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
        ({"game": "ghosts", "render_mode": "human"}, "no render mode 'human'"),
        ({"game": "ghosts", "limit": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_is_said(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        pettingzoo.env(**arguments)  # type: ignore[arg-type]


def test_a_game_has_to_be_dealt() -> None:
    with pytest.raises(BadSetup, match="reset"):
        pettingzoo.env("ghosts").observe("seat_0")
