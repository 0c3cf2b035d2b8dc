"""Training as people start it with the command, and playing by what was trained."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from spiritboard.arena.training import train as training_module
from spiritboard.table.registry import find
from spiritboard.table.weights import read_weights
from tests.test_cli import Run, is_one_clear_line, run

__all__ = ["run"]  # a fixture

TRAIN = ("train", "spookies", "--players", "2", "--guided", "8")


@pytest.fixture(autouse=True)
def _small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "ROUND", 8)
    monkeypatch.setattr(training_module, "GAMES_IN_PART", 8)


def test_a_judgement_is_trained_and_played_by(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "trained.bin"
    code, out, _ = run(*TRAIN, "--games", "16", "--out", str(path))
    assert code == 0
    assert "learned from 16 games" in out.replace("\n", " ")
    again = tmp_path / "again.bin"
    run(*read_weights(path).made.command.split()[1:], "--out", str(again))
    assert again.read_bytes() == path.read_bytes()
    code, out, _ = run("arena", "spookies", "--bots", f"learned:weights={path},random", "--games", "2", "--jobs", "1")
    assert code == 0
    answer = run("arena", "ghosts", "--bots", f"learned:weights={path},random", "--games", "2", "--jobs", "1")
    assert is_one_clear_line(*answer)
    assert "judge the game 'spookies', not 'ghosts'" in answer[2]


def test_a_training_goes_on_only_if_asked_to(run: Run, tmp_path: Path) -> None:
    path, whole = tmp_path / "trained.bin", tmp_path / "whole.bin"
    run(*TRAIN, "--games", "8", "--out", str(path))
    answer = run(*TRAIN, "--games", "16", "--out", str(path))
    assert is_one_clear_line(*answer)
    assert "--resume" in answer[2]
    assert run(*TRAIN, "--games", "16", "--out", str(path), "--resume")[0] == 0
    run(*TRAIN, "--games", "16", "--out", str(whole))
    assert path.read_bytes() == whole.read_bytes()


def test_training_ends_when_its_time_is_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "trained.bin"
    assert run(*TRAIN, "--hours", "0", "--out", str(path))[0] == 0
    assert read_weights(path).made.games == 0


def test_other_pieces_have_a_judgement_of_their_own(run: Run, tmp_path: Path) -> None:
    pieces, path = tmp_path / "pieces.toml", tmp_path / "trained.bin"
    text = (find("spookies").folder / "pieces.toml").read_text(encoding="utf-8")
    pieces.write_text(text.replace("value = 1\n", "value = 9\n", 1), encoding="utf-8")
    assert run(*TRAIN, "--games", "8", "--pieces", str(pieces), "--out", str(path))[0] == 0
    weights = read_weights(path)
    own = find("spookies").read_pieces(pieces)
    assert weights.made.pieces == own.digest() != find("spookies").own_pieces.digest()
    assert msgspec.convert(weights.basis.pieces, type(own)) == own
    level = ("--level", f"learned:weights={path}", "--people", "0", "--players", "2")
    assert run("play", "spookies", *level, "--pieces", str(pieces), "--seed", "1")[0] == 0
    code, _, said = run("play", "spookies", *level, "--seed", "1")
    assert code == 2
    assert "trained with other pieces" in said


def test_wrong_input_is_answered_before_anything_is_trained(run: Run, tmp_path: Path) -> None:
    for wrong in (("--players", "9"), ("--players", "2", "--out", str(tmp_path)), ("--resume",)):
        assert is_one_clear_line(*run("train", "spookies", "--out", str(tmp_path / "none.bin"), "--games", "8", *wrong))
        assert list(tmp_path.iterdir()) == []
