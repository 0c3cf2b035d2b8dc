"""Fixtures: a server, a database, and browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from spiritboard.server.storage import Storage, postgres_url
from tests.server import database
from tests.server.browser import PATIENCE, PHONE, WIDE, Come, Guest, Size, finished_table
from tests.server.chromium import launch
from tests.server.database import Opens, Postgres, empty
from tests.server.guests import GAMES, caller
from tests.server.running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not end it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
    assert "Traceback" not in running.log, running.log


@pytest.fixture(autouse=True)
def own_dice(request: pytest.FixtureRequest) -> None:
    """Give every test that uses the shared server its own dice, whichever tests ran before it."""
    if "server" in request.fixturenames:
        request.getfixturevalue("server").bring_dice(request.node.name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with database.running() as running:
        yield running


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> str:
    """One database for all tests of a module, because making another takes longer than most tests."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def reopened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opens]:
    """Opens the same tables again, as after a crash: no storage was closed."""
    url = request.getfixturevalue("shared") if request.param == "postgres" else None
    seen: list[Storage] = []

    def opens() -> Storage:
        seen.append(Storage.in_folder(tmp_path) if url is None else Storage.in_postgres(postgres_url(url)))
        return seen[-1]

    yield opens
    for storage in seen:
        storage.close()
    if url is not None:
        empty(url)


# Per module, because Playwright keeps an event loop running, and other tests need their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    """Opens browsers with their own cookies. A calm one shows no motion, and a phone has a touch screen.

    At the end, no browser may have logged an error."""
    guests: list[Guest] = []

    def come(size: Size = WIDE, calm: bool = True, **options: Any) -> Guest:
        window = {"width": size[0], "height": size[1]}
        motion = "reduce" if calm else "no-preference"
        touches = size == PHONE
        shared: dict[str, Any] = {"viewport": window, "reduced_motion": motion, "has_touch": touches, **options}
        guests.append(Guest(browser.new_context(**shared).new_page(), touches))
        return guests[-1]

    yield come
    for guest in guests:
        guest.page.context.close()
    assert [complaint for guest in guests for complaint in guest.unforgiven()] == []


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, str]:
    server.bring_dice("finished")
    return {game.id: finished_table(server, game) for game in GAMES}


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with caller(server.url) as client:
        yield client
