"""Measures the processor time that a move costs the server, and the most moves a second, for each game.

It starts a server on the loopback address for each game and makes tables as browsers do. At every table the next move
is made as soon as all pages show the last one. The number of tables and the time are limited. This program needs a core
of its own. `busy` is the part of a core that the server used. If it is well below 1, the server could have made more
moves; the column "a second of one" says how many moves a whole core would make.

Only processor time counts, so a busy machine matters little. As it slows every program down, the server takes turns
with a task that is always the same: Python reads and writes a piece of JSON. The column "of JSON" is the cost of a move
in such tasks. Compare that column between two runs, rather than milliseconds.

With `--against FOLDER` the server of another version takes turns, too. FOLDER holds its package `spiritboard`, for
example the folder `src` of another git worktree. With `--workers 2` the server has two processes and a PostgreSQL
database, whose processor time is a column of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import statistics
import sys
import time
from argparse import Namespace
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.load import cpu_seconds, cpu_seconds_of
from benchmarks.pages import Page, sit_together
from benchmarks.server_moves import json_milliseconds
from benchmarks.turns import write
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.running import Server, serving

if TYPE_CHECKING:
    from tests.server.database import Postgres

WARM_UP_SECONDS, NEXT_WARM_UP_SECONDS = 1.5, 0.3


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
class Turn:
    """What happened while a server had its turn. Times are in seconds, and all but `took` are processor time."""

    moves: int
    took: float
    server: float
    database: float
    json: float  # for the task that is always the same, before this turn and after it
    sent: int  # bytes to all pages

    @property
    def milliseconds(self) -> float:
        return self.server * 1000 / self.moves


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
    of_json: float  # the cost in readings and writings of a piece of JSON
    database_milliseconds: float
    against: float | None  # the cost as a part of what a move costs the other version


@dataclass
class Contender:
    """A server whose tables play while it has its turn."""

    server: Server
    database: Postgres | None
    players: int
    tables: list[BusyTable]

    async def turn(self, seconds: float, warm_up: float) -> Turn:
        playing = [asyncio.create_task(table.play()) for table in self.tables]
        await asyncio.sleep(warm_up)
        json_before = json_milliseconds()
        began = time.perf_counter()
        before = self._counted()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        moves, sent, server, database = (now - then for now, then in zip(self._counted(), before, strict=True))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        if not moves:
            sys.exit("No moves were made, because all games are over. Use more --tables, or fewer --seconds.")
        json_seconds = (json_before + json_milliseconds()) / 2000
        return Turn(int(moves), took, server, database, json_seconds, int(sent))

    def _counted(self) -> tuple[float, float, float, float]:
        """Returns how many moves were made, how many bytes all pages received, and the processor times so far."""
        pages = [page for table in self.tables for page in table.pages]
        moves, sent = sum(table.moves for table in self.tables), sum(page.received for page in pages)
        process = None if self.database is None else self.database.process
        return moves, sent, cpu_seconds([self.server]), 0.0 if process is None else cpu_seconds_of(process.pid)


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


def most_players(game: Game) -> int:
    return 4 if 4 in game.seats else game.seats[-1]


async def measure(servers: list[tuple[Server, Postgres | None]], game: Game, arguments: Namespace) -> MoveCost:
    """Returns the cost of a move at the first server, beside the second one if there is one."""
    players = most_players(game)
    contenders = [
        Contender(server, database, players, await set_tables(server, game, players, arguments.tables))
        for server, database in servers
    ]
    gc.freeze()  # so that the garbage collection of this program does not count as waiting for the server
    seconds = arguments.seconds / arguments.rounds
    turns: list[list[Turn]] = [[] for _ in contenders]
    for number in range(arguments.rounds):
        for contender, had in zip(contenders, turns, strict=True):
            had.append(await contender.turn(seconds, NEXT_WARM_UP_SECONDS if number else WARM_UP_SECONDS))
    return cost(game, players, turns)


def cost(game: Game, players: int, turns: list[list[Turn]]) -> MoveCost:
    """Returns the cost of a move from the turns of this server, and of another one if there is one."""
    own = turns[0]
    moves, took, server = (
        sum(turn.moves for turn in own),
        sum(turn.took for turn in own),
        sum(turn.server for turn in own),
    )
    ratios = [ours.milliseconds / theirs.milliseconds for ours, theirs in zip(own, turns[-1], strict=True)]
    return MoveCost(
        game=game.id,
        players=players,
        moves=moves,
        milliseconds=server * 1000 / moves,
        moves_per_second=moves / took,
        busy=server / took,
        kilobytes=sum(turn.sent for turn in own) / 1000 / moves / players,
        of_json=statistics.median(turn.milliseconds / 1000 / turn.json for turn in own),
        database_milliseconds=sum(turn.database for turn in own) * 1000 / moves,
        against=statistics.median(ratios) if len(turns) > 1 else None,
    )


def print_costs(costs: list[MoveCost]) -> None:
    table = Table(title="What a move costs the server")
    columns = ["game", "players", "ms of a core", "a second of one", "moves a second", "busy", "kB a page", "of JSON"]
    columns += ["database ms"] if any(cost.database_milliseconds for cost in costs) else []
    columns += ["of the other"] if any(cost.against is not None for cost in costs) else []
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for cost in costs:
        of_a_core = (f"{cost.milliseconds:.2f}", f"{1000 / cost.milliseconds:,.0f}")
        figures = [*of_a_core, f"{cost.moves_per_second:,.0f}", f"{cost.busy:.2f}", f"{cost.kilobytes:.1f}"]
        figures.append(f"{cost.of_json:.2f}")
        figures += [f"{cost.database_milliseconds:.2f}"] if "database ms" in columns else []
        figures += [f"{cost.against:.2f}"] if cost.against is not None else []
        table.add_row(cost.game, str(cost.players), *figures)
    Console().print(table)


def measure_game(game: Game, arguments: Namespace) -> MoveCost:
    """Starts the servers of one game, and measures them."""
    versions: list[dict[str, str] | None] = [None]
    if arguments.against is not None:
        versions.append({**os.environ, "PYTHONPATH": str(arguments.against.resolve())})
    with ExitStack() as stack:
        options, database = ["--requests-a-minute", "1000000"], None
        if arguments.workers > 1 or arguments.database:
            from tests.server.database import running  # needs a driver that is an extra

            database = stack.enter_context(running())
            options += ["--workers", str(arguments.workers)]
        servers = []
        for version in versions:
            address = [] if database is None else ["--database", database.new_database()]
            servers.append((stack.enter_context(serving(*options, *address, environment=version)), database))
        return asyncio.run(measure(servers, game, arguments))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(games()), help="only this game (may be given again)")
    parser.add_argument("--tables", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=4, help="in which each server is measured, over all rounds")
    parser.add_argument("--rounds", type=int, default=1, help="how often each server has its turn")
    parser.add_argument("--against", type=Path, help="a folder with the package of another version")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; several share a database")
    parser.add_argument("--database", action="store_true", help="use PostgreSQL also for one process")
    parser.add_argument("--json", type=Path, default=Path("build/bench/moves.json"))
    arguments = parser.parse_args()
    costs = [measure_game(games()[name], arguments) for name in arguments.game or games()]
    print_costs(costs)
    write([asdict(cost) for cost in costs], arguments.json)


if __name__ == "__main__":
    main()
