"""What programs are given of a seat's view, game by game: writes docs/observations.md anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import spiritboard
from spiritboard.table.game import Game
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf
from spiritboard.table.registry import games
from spiritboard.table.view import Sight

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"
OURS = Path(spiritboard.__file__).parent

HEAD = """# What programs see

A program that learns is given a seat's view as a vector: one byte for each position, always as long for the same
set-up and pieces. It is made of the view and of nothing else, so it holds nothing that the seat cannot see. Players are
counted from the one who looks: `me`, then `player +1` and so on in the order of sitting. An action is the number of a
move.

Below are the fields of each game with as few players as it takes and its usual options. Most fields are there once for
each player, or have a position for each, so vectors are longer with more players. Every single position, and every
action, for any set-up:

    spiritboard observation ghosts --players 4
    spiritboard observation ghosts --players 4 --actions

With `--json` they come as data. The version is raised whenever the same view could give other numbers than before.
What is beyond a scale is shown at its end: that can be only where the rules, or pieces of your own, set no bound.

Made by

    python tools/observations.py
"""

KINDS: dict[type[Field], str] = {
    Flag: "whether it is so",
    Number: "a number",
    Numbers: "a number for each of",
    OneOf: "a 1 for one of, or for none",
    Counts: "how many of each of",
}


def page() -> str:
    return "\n".join([HEAD, *(section(game) for game in games().values() if game.folder.is_relative_to(OURS))])


def section(game: Game) -> str:
    seen = game.setup(game.seats[0]).observation
    used = [name for name in seen.actions() if not name.startswith("unused ")]
    told = [
        f"{game.seats[0]} players, version {seen.version}: {seen.size} positions.",
        f"{len(seen.actions())} actions, of which {len(used)} have a meaning.",
    ]
    head = [
        f"## {game.title}",
        "",
        " ".join(told),
        "",
        "| field | positions | what stands there | highest |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows(seen)]) + "\n"


def rows(seen: Observation[Sight]) -> Iterator[str]:
    at = 0
    for field in seen.fields:
        size = int(field.size)
        if size:
            where = str(at) if size == 1 else f"{at}-{at + size - 1}"
            yield f"| {field.name} | {where} | {KINDS[type(field)]}{labels(field)} | {field.most} |"
        at += size


def labels(field: Field) -> str:
    """All of a few, and the ends of many."""
    names = field.labels
    if names == [""]:
        return ""
    shown = names if len(names) <= 6 else [names[0], names[1], "…", names[-1]]
    return f": {', '.join(shown)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written to {PAGE}")
