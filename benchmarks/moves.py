"""What a move costs the server, for each game: its processor time, and how many a second there are at most.

Starts a server of its own on the loopback address for each game, sets tables as browsers would, and lets people move as
soon as they can: at every table the next move is made when all its pages show the last one. Everything is bounded:
tables and seconds. This program needs a core of its own: `busy` says how much of one the server had, and where that is
well below 1, it could have done more: what a whole core would do is told beside.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.load import cpu_seconds
from benchmarks.pages import Page, sit_together
from benchmarks.turns import write
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.running import Server, serving

WARM_UP = 1.5  # seconds


@dataclass
class Busy:
    """A table at which somebody always moves."""

    pages: list[Page]
    chance: random.Random
    moves: int = 0

    async def play(self) -> None:
        """To the end of the game."""
        while (mover := self._mover()) is not None:
            await mover.move_at_random(self.chance)
            for page in self.pages:
                await page.reach(mover.now.number)
            self.moves += 1

    def _mover(self) -> Page | None:
        return next((page for page in self.pages if page.now.paths and not page.now.over), None)


@dataclass(frozen=True)
class Cost:
    """Of a move of this game, with so many people at a table."""

    game: str
    players: int
    moves: int
    milliseconds: float
    moves_per_second: float
    busy: float
    kilobytes: float  # that a page is sent


async def set_tables(server: Server, game: Game, players: int, tables: int) -> list[Busy]:
    found = []
    for number in track(range(tables), f"{game.title}: tables", console=Console(stderr=True), transient=True):
        path, people = await sit_together([server.url], game.id, players)
        pages = [await person.open(path) for person in people]
        for person, page in zip(people, pages, strict=True):
            await person.http.aclose()
            await page.reach(0)
        found.append(Busy(pages, random.Random(number)))
    return found


def totals(tables: list[Busy]) -> tuple[int, int]:
    """How many moves there were, and how many bytes all pages were sent."""
    return sum(table.moves for table in tables), sum(page.received for table in tables for page in table.pages)


async def measure(server: Server, game: Game, tables: int, seconds: float) -> Cost:
    players = 4 if 4 in game.seats else game.seats[-1]
    busy = await set_tables(server, game, players, tables)
    gc.freeze()  # so that this program's own tidying up is not taken for the server's
    playing = [asyncio.create_task(table.play()) for table in busy]
    await asyncio.sleep(WARM_UP)
    began, cpu, (moves, sent) = time.perf_counter(), cpu_seconds([server]), totals(busy)
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, cpu_seconds([server]) - cpu
    moves, sent = totals(busy)[0] - moves, totals(busy)[1] - sent
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return Cost(game.id, players, moves, cpu * 1000 / moves, moves / took, cpu / took, sent / 1000 / moves / players)


def print_costs(costs: list[Cost]) -> None:
    table = Table(title="What a move costs the server")
    for column in ("game", "players", "ms of a core", "a second of one", "moves a second", "busy", "kB a page"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for cost in costs:
        of_a_core = (f"{cost.milliseconds:.2f}", f"{1000 / cost.milliseconds:,.0f}")
        figures = (*of_a_core, f"{cost.moves_per_second:,.0f}", f"{cost.busy:.2f}")
        table.add_row(cost.game, str(cost.players), *figures, f"{cost.kilobytes:.1f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(games()), help="only this game (may be given again)")
    parser.add_argument("--tables", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--json", type=Path, default=Path("build/bench/moves.json"))
    arguments = parser.parse_args()
    costs = []
    for name in arguments.game or games():
        with serving("--requests-a-minute", "1000000") as server:
            costs.append(asyncio.run(measure(server, games()[name], arguments.tables, arguments.seconds)))
    print_costs(costs)
    write([asdict(cost) for cost in costs], arguments.json)


if __name__ == "__main__":
    main()
