"""Scenes: positions that a game's folder describes in TOML for its lessons and figures, and moves that follow them."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from spiritboard.table.errors import BadLesson

NOTHING = "none"  # TOML has no null: in positions and promises this text stands for None

Read = TypeVar("Read")


class ScriptedMove(msgspec.Struct, forbid_unknown_fields=True):
    """A move that a lesson or a figure makes."""

    seat: int
    path: tuple[str, ...]
    seed: str | int = ""  # of its dice; without it they follow from the scene's seed and the number of the move


class Scene(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game with its seats and options, and a position. What the position leaves out is as the seed deals it."""

    seats: int
    options: dict[str, str] = {}
    position: dict[str, object] = {}
    seed: str | int = ""


def read_toml(path: Path, kind: type[Read]) -> Read:
    """Returns what a TOML file holds. Raises BadLesson, which names the file, if it is not of this kind."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise BadLesson(f"{path.name} of {path.parent.name} is wrong: {error}.") from None


def with_nothing(value: object) -> object:
    """Returns a value of a TOML file with None for each text that stands for it, also inside of lists and tables."""
    if isinstance(value, list):
        return [with_nothing(each) for each in value]
    if isinstance(value, dict):
        return {name: with_nothing(each) for name, each in value.items()}
    return None if value == NOTHING else value
