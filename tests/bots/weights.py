"""Weights for tests: the network of a game before it has learned anything."""

from __future__ import annotations

from pathlib import Path

from spiritboard.arena.training.train import Training, TrainingPlan
from spiritboard.table.pieces import Pieces
from spiritboard.table.weights import Weights


def untrained(game: str, players: tuple[int, ...], pieces: Pieces | None = None) -> Training:
    """Returns a training that has not begun. Its weights are random, as if every number had come up once."""
    training = Training(TrainingPlan(game, players, "untrained", 512, hidden=8, middle=8), pieces)
    training.network.squares[0][:] = 1
    return training


def weights_file(weights: Weights, folder: Path) -> Path:
    """Returns a file with these weights."""
    file = folder / "judgement.bin"
    file.write_bytes(weights.to_bytes())
    return file
