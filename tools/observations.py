"""Writes docs/observations.md, which lists the fields of every game's observation.

python -m tools.observations
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import spiritboard
from spiritboard.table.game import Game
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf
from spiritboard.table.registry import games
from spiritboard.table.view import Sight

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"
PACKAGE_FOLDER = Path(spiritboard.__file__).parent

HEAD = """# What programs see

A program that learns sees the view of a seat as a vector. The vector has one byte for each position, and its length is
always the same for the same set-up and pieces. It is made from the view alone, so it holds nothing that the seat cannot
see. Players are named as the seat sees them: `me`, then `player +1` and so on in the order of play. An action is the
number of a move.

The tables below list the fields of each game with as few players as it takes and its default options. Most fields come
once for each player, or have a position for each player, so vectors are longer with more players. These commands list
every position and every action of any set-up, and with `--json` they print data:

```sh
spiritboard observation ghosts --players 4
spiritboard observation ghosts --players 4 --actions
```

The version of an observation is raised when the same view could give other numbers than before. A value above the
highest value of its field is shown as the highest. This happens only where the rules or your own pieces set no limit.

This page was made by

```sh not-tried="it writes this page in a copy of the repository"
python -m tools.observations
```
"""

FIELD_KINDS: dict[type[Field], str] = {
    Flag: "1 for yes, 0 for no",
    Number: "a number",
    Numbers: "a number for each of",
    OneOf: "a 1 at one of these, or at none",
    Counts: "how many of each of",
}


def page() -> str:
    return "\n".join(
        [HEAD, *(section(game) for game in games().values() if game.folder.is_relative_to(PACKAGE_FOLDER))]
    )


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
        "| field | positions | contents | highest value |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows(seen)]) + "\n"


def rows(seen: Observation[Sight]) -> Iterator[str]:
    at = 0
    for field in seen.fields:
        size = int(field.size)
        if size:
            where = str(at) if size == 1 else f"{at}-{at + size - 1}"
            yield f"| {field.name} | {where} | {FIELD_KINDS[type(field)]}{labels(field)} | {field.most} |"
        at += size


def labels(field: Field) -> str:
    """Returns the labels of a field: all of them if they are few, else the first two and the last."""
    names = field.labels
    if names == [""]:
        return ""
    shown = names if len(names) <= 6 else [names[0], names[1], "…", names[-1]]
    return f": {', '.join(shown)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written to {PAGE}")
