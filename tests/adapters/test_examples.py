"""The examples run to their end and print their results."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from examples import baselines, baselines_page, behaviour_cloning, self_play_ppo, self_play_sb3
from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.arena.data import DataFiles
from spiritboard.arena.simulate import SimulationJob, simulate

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("openspiel_mcts.py", ["--games", "1", "--simulations", "4"], r"\d of 1 games won with 4 simulations"),
        ("openspiel_mccfr.py", ["--seconds", "1", "--games", "20"], r"[1-9]\d* iterations, \d+ information states"),
    ],
)
def test_an_example_runs(name: str, arguments: list[str], said: str) -> None:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 0, result.stderr
    assert re.search(said, result.stdout)


def test_ppo_in_one_file_learns_and_stores_its_network(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    file = tmp_path / "network"
    small = ["--option", "rounds=1", "--decisions", "8192", "--deals", "8", "--out", str(file)]
    self_play_ppo.main(["ghosts", *small])
    stored = torch.load(file, weights_only=False)
    adapter = GameAdapter("ghosts", 2, {"rounds": 1})
    network = self_play_ppo.Network(adapter.size, adapter.actions, 128)
    network.load_state_dict(stored["network"])
    assert stored["version"] == adapter.version


def test_maskable_ppo_prints_its_shares_and_stores_its_model(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    small = ["--option", "rounds=1", "--decisions", "8192", "--deals", "4", "--out", str(tmp_path / "model.zip")]
    self_play_sb3.main(["ghosts", *small])
    assert re.search(r"\n[01]\.\d+ ± \S+ of the victories against heuristic, 4 deals", capsys.readouterr().out)
    model, adapter = MaskablePPO.load(tmp_path / "model.zip"), GameAdapter("ghosts", 2, {"rounds": 1})
    mask = np.zeros(adapter.actions, np.bool_)
    mask[7] = True
    assert model.predict(np.zeros(adapter.size, np.float32), action_masks=mask)[0] == 7


def test_behaviour_cloning_learns_the_choices_of_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, job = tmp_path / "decisions", SimulationJob("spookies", 2, 40, bot="heuristic")
    with DataFiles(job, None, file, observations=True) as files:
        simulate(job, 1, files=files)
    behaviour_cloning.main([str(file), "--epochs", "6", "--deals", "4"])
    said = capsys.readouterr().out
    alike = [float(each) for each in re.findall(r"([\d.]+)% of the choices", said)]
    assert alike[-1] > max(alike[0], 40)  # of a choice among three at random it would be 33


def test_baselines_are_resumed_and_become_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    into = tmp_path / "runs.jsonl"
    small = {"decisions": 8192, "copied-games": 2, "epochs": 1, "curve-deals": 2, "deals": 2}
    command = ["run", "--into", str(into), "--games", "spookies", *(f"--{name}={n}" for name, n in small.items())]
    baselines.main([*command, "--seeds", "1"])
    baselines.main([*command, "--seeds", "1,2"])
    assert len(re.findall(r"\d of 4: spookies, .*, seed 2", capsys.readouterr().out)) == 2
    runs = baselines.read(into)
    assert [(run.method, run.seed) for run in runs] == [
        (method, seed) for seed in (1, 2) for method in baselines.METHODS
    ]
    (tmp_path / "pictures").mkdir()
    baselines_page.write_page(runs, tmp_path)
    assert (tmp_path / "baselines.md").read_text(encoding="utf-8").count("| Spookies |") == 4
    assert (tmp_path / "pictures" / "baselines.svg").read_text(encoding="utf-8").count("<polyline") == 8


def test_every_example_is_run() -> None:
    tried = {"openspiel_mcts", "openspiel_mccfr", "self_play_ppo", "self_play_sb3", "behaviour_cloning", "baselines"}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*tried, "baselines_page"}
