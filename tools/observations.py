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

A program that learns is given a vector: all that a seat sees now, and all that it would know if it forgot nothing. The
vector has one byte for each position, and its length is always the same for the same set-up and pieces. It is made only
of what the seat has seen or was told, so it holds nothing hidden. Players are named as the seat sees them: `me`, then
`player +1` and so on in the order of play. An action is the number of a move.

The tables below list the fields of each game with as few players as it takes and its default options. Most fields come
once for each player, or have a position for each player, so vectors are longer with more players. These commands list
every position and every action of any set-up, and with `--json` they print data:

```sh
spiritboard observation ghosts --players 4
spiritboard observation ghosts --players 4 --actions
```

A value above the highest value of its field is shown as the highest. This happens where the rules or your own pieces
set no limit, and in counts of which a few are enough.

## Versions

The version of an observation is raised when the same view could give other numbers than before. Earlier versions stay,
byte for byte, so a policy that learned from one plays on:

```python
import gymnasium
import spiritboard
import spiritboard.adapters.gymnasium
from spiritboard.adapters import pettingzoo
from spiritboard.adapters.vector import Runner

env = gymnasium.make("spiritboard/Ghosts-v1")  # each version has its name
table = pettingzoo.env("ghosts", version=1)  # GameAdapter takes it, too
with Runner("ghosts", n=4, version=1) as games:
    print(games.observations.shape)
observation = spiritboard.make("ghosts").observation_of(1)  # `observation` is the newest
```

```sh
spiritboard observation ghosts --version 1
```

In OpenSpiel it is a parameter: `python_spiritboard_ghosts(version=1)`. A bot that is a Python object asks its seat:
`seat.observe(1)`.

A version begins with all positions of the one before, so the first layer of a network can be carried over to a newer
one. Only the newest version numbers actions without gaps. In earlier ones an action is the number that the rules have
for the move, and many of those are no move: `spiritboard.make("ghosts").actions.moves` has the earlier number of each
action.

Each game says in its `remember` what a seat remembers, and `state.sight(seat)["memory"]` has it as data. In an
imagined world a seat remembers what it does in the real one. A position that was written by hand, or was stored before
there were memories, opens with nothing remembered, and nothing is forgotten from there on. In Ghosts, Ghooost! and 13
Ghosts the last eight moves or turns are kept one by one; what follows from older ones is in the counts. Spookies needs
no memory, because what lies on the table is all that anybody knows. In Halloween nothing is hidden, so the log adds
only where points came from.

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
    told = [
        f"{game.seats[0]} players, version {seen.version}: {seen.size} positions.",
        *earlier_versions(game),
        f"{len(seen.numbered())} actions.",
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


def earlier_versions(game: Game) -> Iterator[str]:
    setup = game.setup(game.seats[0])
    for earlier in game.observations_before:
        size = setup.observation_of(earlier.version).size
        same = size == setup.observation.size
        what = "has the same" if same else f"is its first {size} positions: what the seat sees now, without its memory"
        yield f"Version {earlier.version} {what}, and actions with gaps."


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
