"""How the games behave when everybody plays at random: length, who profits from beginning, and what else is told.

Writes docs/figures.md anew for the games named (all, if none is), and keeps what it says of the others. Game number k
is the same game on every machine.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import statistics
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track

from spiritboard.table.dice import Dice
from spiritboard.table.playout import playout
from spiritboard.table.registry import games
from spiritboard.table.state import State

PAGE = Path(__file__).parent.parent / "docs" / "figures.md"
BATCH = 1000
LIMIT = 1_000_000

# What else is told of a game, from its last position: a mean over all games, and how to write it.
FACTS: dict[str, dict[str, tuple[Callable[[State], float], str]]] = {
    "spookies": {"points of the winner": (lambda state: max(state.standings().scores), ".1f")},
    "ghosts": {"fright points of the winner": (lambda state: min(state.standings().scores), ".1f")},
    "ghooost": {"rounds stopped at their bound": (lambda state: float(str(state.position()["stopped"])), ".1%")},
    "thirteen": {"rounds": (lambda state: float(str(state.position()["round"])), ".2f")},
}

HEAD = """# How the games behave

When everybody plays at random, seat 1 begins, and all options are the usual ones. *Length* counts decisions: the mean,
and from the shortest to the longest game. *Win shares* go round the table from the player who begins; a shared victory
counts in parts, a round of Ghooost! that is stopped before anybody has left for nobody, and {half:.1%} more or less
would be chance (95 %, at {games:,} games). Of Halloween there is [more](halloween.md). Made by

    {command}
"""


@dataclass
class Batch:
    """What came of some games."""

    lengths: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    facts: dict[str, float] = field(default_factory=dict)


def play(game_id: str, seats: int, first: int) -> Batch:
    game = games()[game_id]
    named = {"first": "1"} if any(option.name == "first" for option in game.options) else {}
    setup = game.setup(seats, **named)
    batch = Batch(shares=[0.0] * seats, facts=dict.fromkeys(FACTS.get(game_id, {}), 0.0))
    for number in range(first, first + BATCH):
        dice = Dice("figures").stream(number)
        state = setup.new(dice)
        batch.lengths.append(playout(state, dice, LIMIT))
        winners = state.standings().winners()
        for seat in winners:
            batch.shares[seat] += 1 / len(winners)
        for name, (fact, _) in FACTS.get(game_id, {}).items():
            batch.facts[name] += fact(state)
    return batch


def row(game_id: str, seats: int, batches: Iterable[Batch]) -> str:
    found = list(batches)
    lengths = [length for batch in found for length in batch.lengths]
    count = len(lengths)
    shares = [sum(batch.shares[seat] for batch in found) / count for seat in range(seats)]
    means = {name: sum(batch.facts[name] for batch in found) / count for name in found[0].facts}
    cells = [
        str(seats),
        f"{statistics.mean(lengths):,.1f} ({min(lengths):,} to {max(lengths):,})",
        ", ".join(f"{share:.1%}" for share in shares),
        *(format(mean, FACTS[game_id][name][1]) for name, mean in means.items()),
    ]
    return f"| {' | '.join(cells)} |"


def section(game_id: str, count: int, pool: ProcessPoolExecutor) -> str:
    game = games()[game_id]
    heads = ["players", "length", "win shares", *FACTS.get(game_id, {})]
    lines = [f"## {game.title}", "", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for seats in game.seats:
        starts = range(0, count, BATCH)
        done = pool.map(partial(play, game_id, seats), starts)
        label = f"{game.title}, {seats} players"
        lines.append(
            row(game_id, seats, track(done, label, total=len(starts), console=Console(stderr=True), transient=True))
        )
    return "\n".join(lines) + "\n"


def sections_so_far() -> Iterator[tuple[str, str]]:
    """What the page says by now, by title."""
    if PAGE.exists():
        for part in re.split(r"^(?=## )", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            yield part.partition("\n")[0].removeprefix("## "), part.strip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own = [game_id for game_id in games() if game_id in FACTS]  # Halloween has a page and a tool of its own
    parser.add_argument("game", nargs="*", choices=[*own, []], help="which games; all of these")
    parser.add_argument("--games", type=int, default=100_000, help="how many for each number of players")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    known = dict(sections_so_far())
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for game_id in arguments.game or own:
            known[games()[game_id].title] = section(game_id, arguments.games, pool)
    half = 1.96 * math.sqrt(0.25 / arguments.games)
    command = f"python tools/figures.py --games {arguments.games}"
    order = [games()[game_id].title for game_id in own if games()[game_id].title in known]
    head = HEAD.format(half=half, games=arguments.games, command=command)
    PAGE.write_text("\n".join([head, *(known[title] for title in order)]), encoding="utf-8")
    print(f"written to {PAGE.relative_to(Path.cwd()) if PAGE.is_relative_to(Path.cwd()) else PAGE}")


if __name__ == "__main__":
    main()
