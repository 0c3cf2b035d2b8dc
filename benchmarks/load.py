"""Many tables of people at once, on this machine: how long from a pick until the other seats see it.

Starts a server of its own on a free port of the loopback address, sets tables as browsers would (forms, cookies, page
sockets), and lets random moves be made at a steady rate. Everything is bounded: tables, rate and seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import websockets
from rich.console import Console
from rich.progress import track

from tests.server.running import serving

INVITE = re.compile(r'id="invite-url" value="([^"]+)"')
TOKEN = re.compile(r'name="_csrf_token" value="([^"]+)"')


class Update(msgspec.Struct):
    """The part of a socket's message that is measured."""

    number: int
    paths: list[list[str]] = []
    over: bool = False


@dataclass
class Seat:
    """One page at one table."""

    cookies: str
    line: websockets.ClientConnection | None = None
    update: Update | None = None


@dataclass
class TableUnderLoad:
    path: str
    seats: list[Seat]
    mover: Seat | None = None
    sent_at: float = 0.0
    waits_for: int = -1
    delays: list[float] = field(default_factory=list)
    moves: int = 0


async def person(base: str) -> tuple[httpx.AsyncClient, str]:
    """Somebody's browser: its cookies, and the token its forms carry."""
    client = httpx.AsyncClient(base_url=base, follow_redirects=True, timeout=30)
    found = TOKEN.search((await client.get("/mine")).text)
    assert found is not None
    return client, found[1]


async def set_table(base: str, game: str, players: int) -> TableUnderLoad:
    host, token = await person(base)
    seats = {f"seat-{at}": "me" if at == 0 else "friend" for at in range(players)}
    page = await host.post("/tables", data={"_csrf_token": token, "game": game, "seats": str(players), **seats})
    invite = INVITE.search(page.text)
    assert page.status_code == 200
    assert invite is not None
    people = [host]
    for _ in range(players - 1):
        friend, token = await person(base)
        answer = await friend.post(invite[1].removeprefix(base), data={"_csrf_token": token, "name": "Friend"})
        assert answer.status_code == 200
        people.append(friend)
    cookies = ["; ".join(f"{name}={value}" for name, value in one.cookies.items()) for one in people]
    for one in people:
        await one.aclose()
    return TableUnderLoad(page.url.path, [Seat(each) for each in cookies])


async def sit(base: str, table: TableUnderLoad, seat: Seat) -> None:
    """Open the seat's socket and listen for as long as it is there."""
    address = f"{base.replace('http', 'ws', 1)}{table.path}/socket"
    headers = {"Cookie": seat.cookies}
    seat.line = await websockets.connect(address, origin=websockets.Origin(base), additional_headers=headers)
    asyncio.create_task(listen(table, seat))  # noqa: RUF006 - it ends with its socket


async def listen(table: TableUnderLoad, seat: Seat) -> None:
    assert seat.line is not None
    decoder = msgspec.json.Decoder(Update)
    async for message in seat.line:
        arrived = time.perf_counter()
        before, seat.update = seat.update, decoder.decode(message)
        news = before is None or before.number != seat.update.number
        if news and seat.update.number == table.waits_for and seat is not table.mover:
            table.delays.append(arrived - table.sent_at)


async def move(table: TableUnderLoad, choose: random.Random) -> None:
    """Whoever may pick something picks anything."""
    for at, seat in enumerate(table.seats):
        update = seat.update
        if update is not None and update.paths and not update.over and seat.line is not None:
            table.mover = seat
            table.waits_for = update.number + 1
            table.moves += 1
            path = choose.choice(update.paths)
            table.sent_at = time.perf_counter()
            await seat.line.send(json.dumps({"number": update.number, "seat": at, "path": path}))
            return


async def keep_moving(tables: list[TableUnderLoad], rate: float, seconds: float) -> None:
    """Each table in its turn, at a steady rate, whether or not the server keeps up."""
    choose = random.Random(1)
    began = time.perf_counter()
    for at in range(int(rate * seconds)):
        ahead = began + at / rate - time.perf_counter()
        if ahead > 0:
            await asyncio.sleep(ahead)
        await move(tables[at % len(tables)], choose)


def cpu_seconds(process: int) -> float:
    """How long a process has kept a core busy, where the system tells (Linux)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(base: str, arguments: argparse.Namespace, server: int) -> tuple[list[TableUnderLoad], float]:
    setting = track(range(arguments.tables), "Setting tables", console=Console(stderr=True), transient=True)
    tables = [await set_table(base, arguments.game, arguments.players) for _ in setting]
    for table in track(tables, "Sitting down", console=Console(stderr=True), transient=True):
        await asyncio.gather(*(sit(base, table, seat) for seat in table.seats))
    await asyncio.sleep(2)
    gc.freeze()  # so that this program's own tidying up is not taken for the server's
    await keep_moving(tables, arguments.rate, 2)  # warm up
    await asyncio.sleep(1)
    for table in tables:
        table.delays.clear()
        table.moves = 0
    busy = cpu_seconds(server)
    await keep_moving(tables, arguments.rate, arguments.seconds)
    await asyncio.sleep(1)
    return tables, cpu_seconds(server) - busy


def report(tables: list[TableUnderLoad], busy: float, arguments: argparse.Namespace) -> dict[str, object]:
    delays = sorted(delay * 1000 for table in tables for delay in table.delays)
    moves = sum(table.moves for table in tables)
    return {
        "game": arguments.game,
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
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rate", type=float, default=200, help="moves a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", type=Path, default=Path("build/bench/load.json"))
    arguments = parser.parse_args()
    with serving("--requests-a-minute", "1000000") as server:
        assert server.process is not None
        result = report(*asyncio.run(load(server.url, arguments, server.process.pid)), arguments)
    print(json.dumps(result, indent=2))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
