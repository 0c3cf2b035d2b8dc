"""Measures how long it takes from a pick until the other seats see it, with many tables at once.

It starts a server on a free port of the loopback address, makes tables as browsers do (forms, cookies, page sockets),
and makes random moves at a steady rate. The number of tables, the rate and the time are limited. With `--servers 2` two
servers share a PostgreSQL database, and the players of each table are spread over both.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import websockets
from rich.console import Console
from rich.progress import track

from benchmarks.pages import Visitor, sit_together
from tests.server.running import Server, serving


class MeasuredUpdate(msgspec.Struct):
    """The parts of a socket's message that are measured."""

    number: int
    paths: list[list[str]] = []
    over: bool = False


@dataclass
class PageUnderLoad:
    """A page of one seat at one table."""

    person: Visitor
    connection: websockets.ClientConnection | None = None
    update: MeasuredUpdate | None = None


@dataclass
class TableUnderLoad:
    path: str
    seats: list[PageUnderLoad]
    mover: PageUnderLoad | None = None
    sent_at: float = 0.0
    waits_for: int = -1
    delays: list[float] = field(default_factory=list)
    moves: int = 0


async def set_table(bases: list[str], game: str, players: int) -> TableUnderLoad:
    path, people = await sit_together(bases, game, players)
    for person in people:
        await person.http.aclose()
    return TableUnderLoad(path, [PageUnderLoad(person) for person in people])


async def sit(table: TableUnderLoad, seat: PageUnderLoad) -> None:
    """Opens the socket of a seat, and reads from it until it is closed."""
    seat.connection = await seat.person.connect(table.path)
    asyncio.create_task(listen(table, seat))  # noqa: RUF006 - the task ends with its socket


async def listen(table: TableUnderLoad, seat: PageUnderLoad) -> None:
    assert seat.connection is not None
    decoder = msgspec.json.Decoder(MeasuredUpdate)
    async for message in seat.connection:
        arrived = time.perf_counter()
        before, seat.update = seat.update, decoder.decode(message)
        news = before is None or before.number != seat.update.number
        if news and seat.update.number == table.waits_for and seat is not table.mover:
            table.delays.append(arrived - table.sent_at)


async def move(table: TableUnderLoad, choose: random.Random) -> None:
    """Makes a random move at a seat that is to decide."""
    for at, seat in enumerate(table.seats):
        update = seat.update
        if update is not None and update.paths and not update.over and seat.connection is not None:
            table.mover = seat
            table.waits_for = update.number + 1
            table.moves += 1
            path = choose.choice(update.paths)
            table.sent_at = time.perf_counter()
            await seat.connection.send(json.dumps({"number": update.number, "seat": at, "path": path}))
            return


async def keep_moving(tables: list[TableUnderLoad], rate: float, seconds: float) -> None:
    """Makes moves at one table after the other, at a steady rate that does not depend on the server."""
    choose = random.Random(1)
    began = time.perf_counter()
    for at in range(int(rate * seconds)):
        ahead = began + at / rate - time.perf_counter()
        if ahead > 0:
            await asyncio.sleep(ahead)
        await move(tables[at % len(tables)], choose)


def cpu_seconds(servers: list[Server]) -> float:
    """Returns the processor time of the servers in seconds, or 0 on systems other than Linux."""
    return sum(cpu_seconds_of(server.process.pid) for server in servers if server.process is not None)


def cpu_seconds_of(process: int) -> float:
    """Returns the processor time of a process and of those that it has started, or 0 on systems other than Linux."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        started = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK") + sum(cpu_seconds_of(int(child)) for child in started)
    return 0.0


async def load(servers: list[Server], arguments: argparse.Namespace) -> tuple[list[TableUnderLoad], float]:
    bases = [server.url for server in servers]
    setting = track(range(arguments.tables), "Setting tables", console=Console(stderr=True), transient=True)
    tables = [await set_table(bases, arguments.game, arguments.players) for _ in setting]
    for table in track(tables, "Sitting down", console=Console(stderr=True), transient=True):
        await asyncio.gather(*(sit(table, seat) for seat in table.seats))
    await asyncio.sleep(2)
    gc.freeze()  # so that the garbage collection of this program does not count as waiting for the server
    await keep_moving(tables, arguments.rate, 2)  # warm up
    await asyncio.sleep(1)
    for table in tables:
        table.delays.clear()
        table.moves = 0
    busy = cpu_seconds(servers)
    await keep_moving(tables, arguments.rate, arguments.seconds)
    await asyncio.sleep(1)
    return tables, cpu_seconds(servers) - busy


def report(tables: list[TableUnderLoad], busy: float, arguments: argparse.Namespace) -> dict[str, object]:
    delays = sorted(delay * 1000 for table in tables for delay in table.delays)
    moves = sum(table.moves for table in tables)
    return {
        "game": arguments.game,
        "servers": arguments.servers,
        "tables": arguments.tables,
        "players": arguments.players,
        "moves": moves,
        "moves_per_second": moves / arguments.seconds,
        "updates_seen": len(delays),
        "updates_expected": moves * (arguments.players - 1),
        "server_milliseconds_a_move": busy * 1000 / moves,
        "milliseconds": {
            "median": statistics.median(delays),
            "99th percentile": delays[int(len(delays) * 0.99)],
            "worst": delays[-1],
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="spookies")
    parser.add_argument("--servers", type=int, default=1, help="several share a PostgreSQL database")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rate", type=float, default=200, help="moves a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", type=Path, default=Path("build/bench/load.json"))
    arguments = parser.parse_args()
    with ExitStack() as stack:
        shared: list[str] = []
        if arguments.servers > 1:
            from tests.server import database

            shared = ["--database", stack.enter_context(database.running()).new_database()]
        options = ["--requests-a-minute", "1000000", *shared]
        servers = [stack.enter_context(serving(*options)) for _ in range(arguments.servers)]
        result = report(*asyncio.run(load(servers, arguments)), arguments)
    print(json.dumps(result, indent=2))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
