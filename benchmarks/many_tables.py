"""Measures the home page and a move on a server with hundreds of thousands of stored tables, beside an empty server.

It fills a data folder with tables, most of them finished, and starts two servers on the loopback address: one with that
folder and one with an empty folder. It asks both in turn, so other work on the machine slows both alike. The numbers of
tables, requests and moves are limited.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import msgspec
from rich.console import Console

from spiritboard.server.people import COOKIE, People, Person, secret_in
from spiritboard.server.storage import Storage
from tests.server.running import Server

Rows = Iterator[tuple[object, ...]]
PERSON_COUNT = 10_000  # to whom the stored tables belong
SOMEBODY = Person("person-7", "Ada")  # one of them, whose home page is measured
SEATS_PER_TABLE = 3
ENTRIES_PER_TABLE = 5  # few are enough: requests about many tables read only the last entry of each
UNFINISHED_EVERY = 5  # every fifth table is unfinished
OPEN_EVERY = 50  # every fiftieth table is open to all and has a free chair


def fill(folder: Path, count: int) -> None:
    """Writes tables, chairs and entries directly into the database of a data folder."""
    Storage.in_folder(folder).close()
    now = time.time()
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("pragma synchronous=off")
        insert(connection, "tables", TABLE_COLUMNS, (table(at, now) for at in range(count)))
        insert(
            connection,
            "chairs",
            CHAIR_COLUMNS,
            (chair(at, seat) for at in range(count) for seat in range(SEATS_PER_TABLE)),
        )
        insert(
            connection,
            "entries",
            ENTRY_COLUMNS,
            (entry(at, number) for at in range(count) for number in range(ENTRIES_PER_TABLE)),
        )
        connection.commit()
        connection.execute("pragma wal_checkpoint(truncate)")


def insert(connection: sqlite3.Connection, name: str, columns: str, rows: Rows) -> None:
    marks = ", ".join("?" * len(columns.split(", ")))
    connection.executemany(f"insert into {name} ({columns}) values ({marks})", rows)


TABLE_COLUMNS = (
    "key, game, options, deal, host, invite, is_open, created, verdict, network, touched, host_seen, pending, pieces"
)
CHAIR_COLUMNS = "table_key, seat, kind, person, name, secret, level"
ENTRY_COLUMNS = "table_key, number, seat, path, dice, pending, events"


def table(at: int, now: float) -> tuple[object, ...]:
    is_open = at % OPEN_EVERY == 0
    verdict = None if is_open or at % UNFINISHED_EVERY == 0 else "Ada wins."
    host_seen = now if is_open and at < 100 * OPEN_EVERY else 0.0
    return (
        *(f"table-{at}", "spookies", "{}", f"{at:032x}", host(at), f"invite-{at}", is_open, now - at, verdict),
        *(f"network-{at % 5000}", now - at % 86400, host_seen, "[0]", ""),
    )


def host(at: int) -> str:
    return f"person-{at % PERSON_COUNT}"


def chair(at: int, seat: int) -> tuple[object, ...]:
    kind = "person" if seat == 0 else "open" if seat == 1 and at % OPEN_EVERY == 0 else "bot"
    person = host(at) if kind == "person" else None
    return (f"table-{at}", seat, kind, person, f"Name {seat}", f"secret-{at}-{seat}", "" if seat == 0 else "easy")


def entry(at: int, number: int) -> tuple[object, ...]:
    return (f"table-{at}", number, number % SEATS_PER_TABLE, '["roll-2-dice"]', f"{number:032x}", "[0]", "[]")


class TableLook(msgspec.Struct):
    """The parts of an answer that are needed to make a move."""

    number: int
    paths: list[list[str]]


class MeasuredServer:
    """A server, an HTTP client of one person, and a table at which this program plays both seats."""

    def __init__(self, server: Server) -> None:
        cookie = People(secret_in(server.data)).cookie(SOMEBODY)
        self.http = httpx.Client(base_url=server.url, cookies={COOKIE: str(cookie.value)}, timeout=60)
        self.chance = random.Random(1)
        self.address, self.keys = "", [""]

    def home(self) -> None:
        assert self.http.get("/").status_code == httpx.codes.OK

    def move(self) -> Callable[[], None]:
        """Returns a function that makes the next move, at a new table if the game is over."""
        looks = [self.look(key) for key in self.keys] if self.address else []
        if not any(look.paths for look in looks):
            self.set_table()
            looks = [self.look(key) for key in self.keys]
        seat, look = next((seat, look) for seat, look in enumerate(looks) if look.paths)
        order = {"number": look.number, "path": self.chance.choice(look.paths)}
        headers = {"Authorization": f"Bearer {self.keys[seat]}"}

        def make() -> None:
            answer = self.http.post(f"{self.address}/moves", json=order, headers=headers)
            assert answer.status_code == httpx.codes.OK, answer.text

        return make

    def set_table(self) -> None:
        answer = self.http.post("/api/tables", json={"game": "spookies", "seats": [{"kind": "me"}, {"kind": "here"}]})
        assert answer.status_code == httpx.codes.CREATED, answer.text
        self.address = f"/api/tables/{answer.json()['table']}"
        self.keys = [seat["key"] for seat in answer.json()["seats"]]

    def look(self, key: str) -> TableLook:
        answer = self.http.get(self.address, headers={"Authorization": f"Bearer {key}"})
        return msgspec.json.decode(answer.content, type=TableLook)


def timed(act: Callable[[], None]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measure(servers: dict[str, MeasuredServer], times: int) -> dict[str, dict[str, dict[str, float]]]:
    """Returns milliseconds by kind of request and by server, after a warm-up that does not count."""
    taken: dict[str, dict[str, list[float]]] = {what: {name: [] for name in servers} for what in ("home", "move")}
    for _ in range(times + times // 5):
        for name, measured in servers.items():
            taken["home"][name].append(timed(measured.home))
            taken["move"][name].append(timed(measured.move()))
    return {
        what: {name: summary(each[times // 5 :]) for name, each in by_server.items()}
        for what, by_server in taken.items()
    }


def summary(times: list[float]) -> dict[str, float]:
    listed = sorted(times)
    return {"median": round(statistics.median(listed), 2), "99th percentile": round(listed[int(len(listed) * 0.99)], 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300_000)
    parser.add_argument("--times", type=int, default=100, help="how often each server is asked")
    parser.add_argument("--json", type=Path, default=Path("build/bench/many_tables.json"))
    arguments = parser.parse_args()
    with ExitStack() as stack:
        servers = {}
        for name, count in (("empty", 0), ("filled", arguments.tables)):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            with Console(stderr=True).status(f"{count} tables"):
                fill(folder, count)
            servers[name] = MeasuredServer(stack.enter_context(Server(folder)))
        milliseconds = measure(servers, arguments.times)
    ratios = {what: round(each["filled"]["median"] / each["empty"]["median"], 2) for what, each in milliseconds.items()}
    result = {"tables": arguments.tables, "milliseconds": milliseconds, "filled to empty, medians": ratios}
    print(json.dumps(result, indent=2))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
