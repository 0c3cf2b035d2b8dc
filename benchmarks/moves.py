"""Measures the processor time that a move costs the server, and the most moves a second, for each game.

It starts a server on the loopback address for each game and makes tables as browsers do. At every table the next move
is made as soon as all pages show the last one. The number of tables and the time are limited. This program needs a core
of its own. `busy` is the part of a core that the server used. If it is well below 1, the server could have made more
moves; the column "a second of one" says how many moves a whole core would make.
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

WARM_UP_SECONDS = 1.5


@dataclass
class BusyTable:
    """A table at which a move is made as soon as all pages show the last one."""

    pages: list[Page]
    chance: random.Random
    moves: int = 0

    async def play(self) -> None:
        """Plays to the end of the game."""
        while (mover := self._mover()) is not None:
            await mover.move_at_random(self.chance)
            for page in self.pages:
                await page.reach(mover.now.number)
            self.moves += 1

    def _mover(self) -> Page | None:
        return next((page for page in self.pages if page.now.paths and not page.now.over), None)


@dataclass(frozen=True)
class MoveCost:
    """The cost of a move in this game, with so many players at a table."""

    game: str
    players: int
    moves: int
    milliseconds: float
    moves_per_second: float
    busy: float
    kilobytes: float  # sent to a page


async def set_tables(server: Server, game: Game, players: int, tables: int) -> list[BusyTable]:
    found = []
    for number in track(range(tables), f"{game.title}: tables", console=Console(stderr=True), transient=True):
        path, people = await sit_together([server.url], game.id, players)
        pages = [await person.open(path) for person in people]
        for person, page in zip(people, pages, strict=True):
            await person.http.aclose()
            await page.reach(0)
        found.append(BusyTable(pages, random.Random(number)))
    return found


def totals(tables: list[BusyTable]) -> tuple[int, int]:
    """Returns the number of moves at all tables, and the bytes that all pages received."""
    return sum(table.moves for table in tables), sum(page.received for table in tables for page in table.pages)


async def measure(server: Server, game: Game, tables: int, seconds: float) -> MoveCost:
    players = 4 if 4 in game.seats else game.seats[-1]
    busy = await set_tables(server, game, players, tables)
    gc.freeze()  # so that the garbage collection of this program does not count as waiting for the server
    playing = [asyncio.create_task(table.play()) for table in busy]
    await asyncio.sleep(WARM_UP_SECONDS)
    began, cpu, (moves, sent) = time.perf_counter(), cpu_seconds([server]), totals(busy)
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, cpu_seconds([server]) - cpu
    moves, sent = totals(busy)[0] - moves, totals(busy)[1] - sent
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return MoveCost(
        game.id, players, moves, cpu * 1000 / moves, moves / took, cpu / took, sent / 1000 / moves / players
    )


def print_costs(costs: list[MoveCost]) -> None:
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
