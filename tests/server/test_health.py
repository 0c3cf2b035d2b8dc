"""Health is whether something can be stored, and an outage is logged once, however many meet it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from litestar.testing import AsyncTestClient
from sqlalchemy import event

import spiritboard
from spiritboard.server import health
from spiritboard.server.app import Settings, create_app
from spiritboard.server.messages import UNREACHABLE
from spiritboard.server.outage import Outage
from spiritboard.server.storage import Unreachable
from spiritboard.server.table_service import TableService
from tests.server.guests import rows
from tests.server.test_table_service import until

Client = AsyncTestClient


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SECONDS", 0.05)


def at_a_server(data: Path, happens: Callable[[Client, TableService], Awaitable[None]]) -> None:
    """An application in this process, without a socket to the outside."""

    async def run() -> None:
        app = create_app(Settings(data))
        async with AsyncTestClient(app) as client:
            await happens(client, app.state.service)

    asyncio.run(run())


class Disk:
    """One that may be full: then everything can be read, and nothing written."""

    def __init__(self, service: TableService) -> None:
        self.full = False
        event.listen(service._storage._engine, "before_cursor_execute", self._before)

    def _before(self, _: object, cursor: sqlite3.Cursor, *rest: object) -> None:
        cursor.execute(f"pragma query_only = {int(self.full)}")


def test_health_fails_while_nothing_can_be_written(tmp_path: Path) -> None:
    async def happens(client: Client, service: TableService) -> None:
        disk = Disk(service)
        well = await client.get("/api/health")
        assert (well.status_code, well.json()) == (200, {"version": spiritboard.__version__})
        disk.full = True
        await until_it_fails(client)
        ill = await client.get("/api/health")
        assert (ill.status_code, ill.json()) == (503, {"error": UNREACHABLE})
        assert (await client.get("/")).status_code == 200  # what is stored can be read
        disk.full = False
        assert (await client.get("/api/health")).status_code == 200

    at_a_server(tmp_path, happens)


async def until_it_fails(client: Client) -> None:
    async with asyncio.timeout(60):
        while (await client.get("/api/health")).status_code == 200:
            await asyncio.sleep(0.01)


class Lines(logging.Handler):
    """All that is logged. A server takes the handlers of others away from the root."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def test_an_outage_has_two_lines_in_the_log_however_many_meet_it(tmp_path: Path) -> None:
    async def happens(client: Client, service: TableService) -> None:
        disk = Disk(service)
        disk.full = True
        order = {"game": "spookies", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        for _ in range(5):
            assert (await client.post("/api/tables", json=order)).status_code == 503
            assert (await client.get("/")).status_code == 200
        disk.full = False
        assert await until(lambda: not service._health._outage.lasts)  # which nobody had to ask for
        assert (await client.post("/api/tables", json=order)).status_code == 201

    logged = Lines()
    logging.getLogger("spiritboard").addHandler(logged)
    at_a_server(tmp_path, happens)
    logging.getLogger("spiritboard").removeHandler(logged)
    first, last = logged.lines
    assert "attempt to write a readonly database" in first
    assert "over after" in last


def test_one_write_a_second_is_enough_however_many_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(health, "SECONDS", 3600.0)

    async def happens(client: Client, service: TableService) -> None:
        await asyncio.gather(*(service.check() for _ in range(50)))
        written = rows(tmp_path, "select value from house where name = 'written'")
        await asyncio.gather(*(service.check() for _ in range(50)))
        assert rows(tmp_path, "select value from house where name = 'written'") == written

    at_a_server(tmp_path, happens)


def test_whoever_asks_while_a_try_is_under_way_waits_for_its_answer() -> None:
    tries = 0

    async def write() -> None:
        nonlocal tries
        tries += 1
        await asyncio.sleep(0)
        raise Unreachable("away")

    async def run() -> None:
        asked = health.Health(write, Outage(logging.getLogger(__name__), "away"))
        found = await asyncio.gather(*(asked.check() for _ in range(20)), return_exceptions=True)
        assert {type(each) for each in found} == {Unreachable}
        await asked.close()

    asyncio.run(run())
    assert tries == 2  # the first, and one that began after the others had asked
