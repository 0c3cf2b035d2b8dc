"""Weights for tests: the network of a game before it has learned anything."""

from __future__ import annotations

from pathlib import Path

from spiritboard.table.pieces import Pieces
from spiritboard.table.weights import Weights
from spiritboard.training.train import Training, TrainingPlan


def untrained(game: str, players: tuple[int, ...], pieces: Pieces | None = None) -> Training:
    """Returns a training that has not begun. Its weights are random."""
    return Training(TrainingPlan(game, players, "untrained", 512, hidden=8, middle=8), pieces)


def weights_file(weights: Weights, folder: Path) -> Path:
    """Returns a file with these weights."""
    file = folder / "judgement.bin"
    file.write_bytes(weights.to_bytes())
    return file
