"""The words with which a game explains itself, as `help.toml` in its folder holds them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from spiritboard.table.errors import BadSetup

HELP_FILE = "help.toml"


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """What a newcomer must know, in three sentences."""

    wins: str  # what wins the game
    turn: str  # what a player does in a turn
    ends: str  # when the game ends


class Term(msgspec.Struct, forbid_unknown_fields=True):
    """A symbol, a number or a word of the game, explained in one or two sentences."""

    name: str
    text: str
    rules: tuple[str, ...] = ()  # the ids of the rules that say more, the most important one first


class Help(msgspec.Struct, forbid_unknown_fields=True):
    """All of a game's help. Templates name a term by its key: `data-explain="level"`."""

    goal: Goal | None = None
    terms: dict[str, Term] = {}


def read_help(folder: Path) -> Help:
    """Returns the help in a game's folder, and an empty one if the game brings none. Raises BadSetup."""
    path = folder / HELP_FILE
    if not path.exists():
        return Help()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Help)
    except msgspec.DecodeError as error:
        raise BadSetup(f"{HELP_FILE} of {folder.name} is wrong: {error}.") from None
