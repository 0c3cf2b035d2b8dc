"""The metrics that Prometheus can collect, if the server is started with them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy.exc import OperationalError

from spiritboard import extras
from spiritboard.server.app import Settings, create_app
from spiritboard.server.bus import TableNews
from spiritboard.server.metrics import metrics
from spiritboard.server.table_service import TableService
from spiritboard.table.errors import BadSetup
from tests.server.guests import LANTERNS, bearer
from tests.server.test_table_service import until
from tests.server.test_upkeep import a_finished_table, a_table, with_a_service

Client = AsyncTestClient
ORDER = {
    "game": LANTERNS.id,
    "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}],
    "options": {"first": "seat-0"},
}
TWO = {"game": LANTERNS.id, "seats": [{"kind": "me"}, {"kind": "here"}]}


def at_a_server(data: Path, happens: Callable[[Client], Awaitable[None]], with_metrics: bool = True) -> None:
    async def run() -> None:
        async with AsyncTestClient(
            create_app(Settings(data, bot_pace=0, bot_seconds=0.02, metrics=with_metrics))
        ) as client:
            await happens(client)

    asyncio.run(run())


async def collected(client: Client) -> dict[str, float]:
    """Returns every sample by its name and labels, as Prometheus reads it."""
    answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def service_of(client: Client) -> TableService:
    app = client.app
    assert isinstance(app, Litestar)
    service: TableService = app.state.service
    return service


async def set_table(client: Client, order: dict[str, Any]) -> Any:
    return (await client.post("/api/tables", json=order)).json()


async def move(client: Client, made: Any) -> None:
    """Make a move for any seat that must decide."""
    for own in made["seats"]:
        address = f"/api/tables/{made['table']}"
        seen = (await client.get(address, headers=bearer(own["key"]))).json()
        if seen["paths"]:
            wanted = {"number": seen["number"], "path": seen["paths"][0]}
            answer = await client.post(f"{address}/moves", json=wanted, headers=bearer(own["key"]))
            assert answer.status_code == 200
            return


def test_there_are_no_metrics_by_default(tmp_path: Path) -> None:
    async def happens(client: Client) -> None:
        assert (await client.get("/metrics")).status_code == 404

    at_a_server(tmp_path, happens, with_metrics=False)


def test_moves_and_tables_are_counted_and_moves_are_timed(tmp_path: Path) -> None:
    async def happens(client: Client) -> None:
        made = await set_table(client, TWO)
        await move(client, made)
        await move(client, made)
        found = await collected(client)
        assert found['spiritboard_moves_total{by="person",game="lanterns"}'] == 2
        assert found['spiritboard_tables_set_total{game="lanterns"}'] == 1
        assert found["spiritboard_rooms"] == 1
        stored, announced = (f"spiritboard_move_{what}_seconds" for what in ("stored", "announced"))
        assert found[f"{stored}_count"] == found[f"{announced}_count"] == 2
        assert 0 < found[f"{stored}_sum"] < found[f"{announced}_sum"]

    at_a_server(tmp_path, happens)


def test_bots_and_their_thinking_are_counted(tmp_path: Path) -> None:
    async def happens(client: Client) -> None:
        made = await set_table(client, ORDER)
        await move(client, made)
        live = await service_of(client).live_table(made["table"])
        assert live is not None
        assert await until(lambda: live.number > 1)
        found = await collected(client)
        assert found['spiritboard_moves_total{by="bot",game="lanterns"}'] >= 1
        assert found["spiritboard_thinking_seconds_count"] >= 1

    at_a_server(tmp_path, happens)


def test_questions_are_counted_until_they_are_answered() -> None:
    counted = metrics(True)
    with counted.thinking(), counted.thinking():
        assert b"\nspiritboard_thinking 2.0\n" in counted.text()
    assert b"\nspiritboard_thinking 0.0\n" in counted.text()


def test_the_next_table_of_the_same_people_is_counted(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        service.metrics = metrics(True)
        await service.again(await a_finished_table(service), "ada")
        assert b'spiritboard_tables_set_total{game="lanterns"} 2.0' in service.metrics.text()

    with_a_service(happens, tmp_path)


def test_requests_are_timed_by_route_and_no_label_holds_a_secret(tmp_path: Path) -> None:
    async def happens(client: Client) -> None:
        made = await set_table(client, TWO)
        await move(client, made)
        await client.get(f"/tables/{made['table']}")
        await client.get(f"/tables/{made['table']}/join/{made['invite']}")
        await client.get("/nowhere/SECRET")
        await client.request("SECRET", "/")
        found = await collected(client)
        for route, status in (("/tables/{key}", 200), ("/tables/{key}/join/{invite}", 200), ("none", 404)):
            assert counted(found, "GET", route, status) == 1, (route, found)
        assert counted(found, "POST", "/api/tables/{key}/moves", 200) == 1
        secrets = [made["table"], made["invite"], *(own["key"] for own in made["seats"]), "SECRET"]
        assert not [secret for secret in secrets if any(secret in name for name in found)]

    at_a_server(tmp_path, happens)


def counted(found: dict[str, float], method: str, route: str, status: int) -> float:
    """Returns the number of requests with this method, route and status."""
    plain = {re.sub(r"\{(\w+):\w+\}", r"{\1}", name): value for name, value in found.items()}
    labels = f'method="{method}",route="{route}",status="{status}"'
    return plain.get(f"spiritboard_request_seconds_count{{{labels}}}", 0)


def test_errors_are_counted_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(client: Client) -> None:
        async def fail() -> None:
            raise LookupError("something SECRET")

        monkeypatch.setattr(service_of(client), "check", fail)
        assert (await client.get("/api/health")).status_code == 500
        found = await collected(client)
        assert found['spiritboard_errors_total{kind="LookupError"}'] == 1
        assert not [name for name in found if "SECRET" in name]

    at_a_server(tmp_path, happens)


def test_an_outage_of_the_storage_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def be_away(*_: object) -> None:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

    async def happens(client: Client) -> None:
        monkeypatch.setattr(service_of(client)._storage, "with_open_chairs", be_away)
        assert (await client.get("/")).status_code == 503
        assert (await collected(client))['spiritboard_errors_total{kind="unreachable"}'] == 1

    at_a_server(tmp_path, happens)


def test_errors_of_bots_and_of_tables_are_counted(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        service.metrics = service._driver._metrics = counted = metrics(True)
        service._bot_pool.think = lost  # type: ignore[method-assign,assignment]
        await a_table(service)
        assert await until(lambda: b'spiritboard_errors_total{kind="bot"} 1.0' in counted.text())
        finished = await a_finished_table(service)
        finished.hear_of = lost  # type: ignore[method-assign,assignment]
        await service.hear(TableNews("another server", finished.key))
        assert b'spiritboard_errors_total{kind="LookupError"} 1.0' in counted.text()

    with_a_service(happens, tmp_path)


def lost(*_: object) -> NoReturn:
    raise LookupError


def test_without_the_library_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(BadSetup, match=r"pip install 'spiritboard\[metrics\]'"):
        create_app(Settings(tmp_path, metrics=True))
