"""Training: the same seed gives the same bytes, also after an interruption and with several processes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from spiritboard.arena.training import games as training_games
from spiritboard.arena.training import train as training_module
from spiritboard.arena.training.games import setup_of_game, setups_of
from spiritboard.arena.training.network import Network, NetworkShape, SetupInputs
from spiritboard.arena.training.train import Progress, Training, TrainingPlan
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find
from spiritboard.table.weights import read_weights

# Guided games first, then games in which the judgement decides.
PLAN = TrainingPlan("spookies", (2, 3), "tiny", guided=16, hidden=8, middle=8)


@pytest.fixture(autouse=True)
def _small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "ROUND", 8)
    monkeypatch.setattr(training_module, "GAMES_IN_PART", 4)
    monkeypatch.setattr(training_games, "WORLDS", 1)


def trained(games: int, keep: Path, jobs: int = 1) -> Training:
    training = Training(PLAN)
    training.run(lambda played: played >= games, jobs, lambda progress: None, keep)
    return training


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = trained(32, tmp_path / "whole").weights().to_bytes()
    assert trained(32, tmp_path / "again").weights().to_bytes() == whole
    assert trained(24, tmp_path / "less").weights().to_bytes() != whole


def test_an_interrupted_training_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = trained(32, tmp_path / "whole").weights().to_bytes()
    trained(8, tmp_path / "begun")
    resumed = Training(PLAN)
    resumed.go_on(tmp_path / "begun")
    assert resumed.games == 8
    resumed.run(lambda played: played >= 32, 1, lambda progress: None, tmp_path / "begun")
    assert resumed.weights().to_bytes() == whole


def test_several_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Training(PLAN)
    one.round(1)
    two = Training(PLAN)
    two.round(2)
    assert two.weights().to_bytes() == one.weights().to_bytes()


def test_progress_says_who_decides(tmp_path: Path) -> None:
    seen: list[Progress] = []
    Training(PLAN).run(lambda played: played >= 24, 1, seen.append, tmp_path / "kept")
    assert [(each.games, each.by_guide) for each in seen] == [(8, True), (16, True), (24, False)]
    assert all(each.positions > 0 and 0 < each.loss < 3 for each in seen)


def test_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    trained(8, tmp_path / "kept")
    other = Training(TrainingPlan("spookies", (2, 3), "other", guided=16, hidden=8, middle=8))
    with pytest.raises(BadSetup, match=r"begun with 'spiritboard train spookies --players 2 --players 3 .*--seed tiny"):
        other.go_on(tmp_path / "kept")
    (tmp_path / "damaged").write_bytes(b"PK")
    with pytest.raises(BadSetup, match="no training to go on with"):
        other.go_on(tmp_path / "damaged")
    with pytest.raises(BadSetup, match="no training to go on with"):
        other.go_on(tmp_path / "missing")


def test_the_training_curve_has_few_points() -> None:
    training = Training(PLAN)
    for games in range(1, 2001):
        training.games = games * 8
        training._draw()
    points = [point.games for point in training.curve]
    assert 10 <= len(points) <= training_module.CURVE_POINTS
    assert points[0] == 8
    assert len({later - earlier for earlier, later in pairwise(points)}) == 1


def test_every_number_of_players_and_every_choice_is_trained() -> None:
    setups = setups_of(find("spookies"), (2, 5), None)
    played = [setup_of_game(setups, number).config for number in range(16)]
    assert {config.seats for config in played} == {2, 5}
    for seats in (2, 5):
        options = [config.options for config in played if config.seats == seats]
        assert sum(each == setups[0][0].config.options for each in options) == len(options) / 2
        assert {each["variant"] for each in options} == {"friend-die", "free-choice"}
        assert {each["chips"] for each in options} == {"recommended", "all"}


def test_a_network_learns_who_wins() -> None:
    """It is given positions after which the seat that looks wins if and only if it has the chip."""
    setup = find("spookies").setup(2)
    shape = NetworkShape(training_games.inputs_of([[setup]]), 8, 8, 3)
    network, inputs = Network(shape, 1), SetupInputs(setup, shape.inputs)
    chance = np.random.default_rng(1)
    vectors = chance.integers(0, 2, (512, setup.observation.size), np.uint8)
    shares = np.stack([vectors[:, 7], 1 - vectors[:, 7]], axis=1).astype(np.float32)
    before = network.loss(inputs, vectors, shares)
    for _ in range(60):
        network.learn(inputs, vectors, shares)
    assert network.loss(inputs, vectors, shares) < 0.8 * before


def test_gradients_are_slopes_of_the_loss() -> None:
    """A small step against the gradient lowers the loss by as much as the gradient says."""
    from spiritboard.arena.training.network import _cross_entropy, _forward, _gradients, targets

    setup = find("spookies").setup(3)
    shape = NetworkShape(training_games.inputs_of([[setup]]), 8, 8, 4)
    network, inputs = Network(shape, 1), SetupInputs(setup, shape.inputs)
    chance = np.random.default_rng(2)
    given = inputs.of(chance.integers(0, 12, (64, setup.observation.size), np.uint8)) / np.float32(8)
    wanted = targets(chance.dirichlet([1, 1, 1, 1], 64)[:, :3].astype(np.float32))
    layers: list[NDArray[Any]] = [layer.astype(np.float64) for layer in network.layers]
    gradients = _gradients(layers, inputs, given, wanted)
    for layer, gradient in zip(layers, gradients, strict=True):
        at = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        found = []
        for step in (1e-4, -1e-4):
            layer[at] += step
            found.append(_cross_entropy(_forward(layers, inputs, given)[-1], wanted))
            layer[at] -= step
        assert (found[0] - found[1]) / 2e-4 == pytest.approx(gradient[at], rel=1e-2)


def test_a_file_says_how_it_was_made(tmp_path: Path) -> None:
    training = trained(32, tmp_path / "kept")
    file = tmp_path / "made.bin"
    file.write_bytes(training.weights().to_bytes())
    made = read_weights(file).made
    assert made.command == "spiritboard train spookies --players 2 --players 3 --games 32 --guided 16 --seed tiny"
    assert (made.game, made.players, made.games, made.seed) == ("spookies", (2, 3), 32, "tiny")
    assert [point.games for point in made.curve] == [8, 16, 24, 32]
