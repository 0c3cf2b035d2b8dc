"""A table that the current rules cannot replay: no secret of it is told, and no other table suffers."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

from spiritboard.server.app import Settings, create_app
from spiritboard.server.people import COOKIE, People, Person

OLD_DATA = Path(__file__).parent / "fixtures" / "data-0.1.0"
BAD = "spookies-unfinished"


def spoil(folder: Path, key: str) -> None:
    """Make the last entry one that no rules know."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        last = "select max(number) from entries where table_key = :key"
        spoiled = f"update entries set path = '[\"nonsense\"]' where table_key = :key and number = ({last})"
        connection.execute(spoiled, {"key": key})
        connection.commit()


@pytest.fixture
def http(tmp_path: Path) -> Iterator[TestClient]:
    """Yields Ada's browser at a server with one table that does not replay."""
    folder = Path(shutil.copytree(OLD_DATA, tmp_path / "data"))
    spoil(folder, BAD)
    with TestClient(create_app(Settings(folder, bot_pace=60, requests_a_minute=10_000))) as client:
        cookie = People((folder / "secret").read_text()).cookie(Person("ada", "Ada"))
        client.cookies[COOKIE] = str(cookie.value)
        yield client


ADDRESSES = [
    f"/tables/{BAD}",
    f"/tables/{BAD}/replay",
    f"/tables/{BAD}/join/{BAD}-invite",
    f"/api/tables/{BAD}",
    f"/api/tables/{BAD}/record",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_spectators_are_not_told_the_possible_picks(http: TestClient, address: str) -> None:
    http.cookies.clear()
    answer = http.get(address)
    assert "Possible" not in answer.text
    assert "nonsense" not in answer.text
    assert answer.status_code in (200, 410)
    if address.startswith("/api/"):
        assert answer.status_code == 410
        assert answer.json().keys() == {"error"}


def test_the_home_page_and_all_other_tables_still_work(http: TestClient) -> None:
    for address in ("/", "/mine"):
        answer = http.get(address)
        assert answer.status_code == 200
        assert f"/tables/{BAD}" in answer.text
    assert http.get("/api/tables/ghosts-unfinished").status_code in (200, 410)


def test_the_log_says_once_why_and_names_no_secret(http: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for address in ADDRESSES:
            http.get(address)
    told = [record for record in caplog.records if record.name.startswith("spiritboard")]
    assert [record.getMessage() for record in told] == [
        "a table cannot be opened by the rules of today: spookies, IllegalMove"
    ]
    assert all(record.exc_info is None for record in told)
