"""Figures: positions that the rules for people show, as `figures.toml` in a game's folder describes them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from spiritboard.table.scene import Scene, ScriptedMove, read_toml

FIGURES_FILE = "figures.toml"


class Figure(Scene, kw_only=True):
    """A position and, if it has moves, the position after them."""

    seat: int | None = None  # whose eyes see it; None: a spectator's
    moves: tuple[ScriptedMove, ...] = ()
    promises: dict[str, object] = msgspec.field(default_factory=dict)  # fields of the view after the moves
    part: str = ""  # a CSS selector: the part of the table to show


def read_figures(folder: Path) -> dict[str, Figure]:
    """Returns the figures in a game's folder by name, and none if the game brings none. Raises BadLesson."""
    path = folder / FIGURES_FILE
    return read_toml(path, dict[str, Figure]) if path.exists() else {}
