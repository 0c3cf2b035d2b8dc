"""The settings of a server have an effect, whichever way a request comes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar

from spiritboard.server import run
from spiritboard.server.connections import ConnectionLimits
from tests.server.guests import CSRF
from tests.server.test_edge import ORDER, Client, client_of

# Litestar 3 will want parameters to be marked as dependencies; this is Litestar 2.
pytestmark = pytest.mark.filterwarnings("ignore:.*([Ii]nferred|Litestar 3.0)")

SetsTable = Callable[[Client], int]  # sets a table and returns the status of the answer
SET, TOO_MANY = (201, 303), 429


def by_form(client: Client, path: str = "/tables", visibility: str = "invited") -> int:
    token = CSRF.search(client.get("/").text)
    assert token is not None
    form = {"_csrf_token": token[1], "game": "lanterns", "seats": "2", "seat-0": "me", "seat-1": "friend"}
    return client.post(path, data={**form, "visibility": visibility}).status_code


def by_one_click(client: Client) -> int:
    return by_form(client, "/play")


def open_by_form(client: Client) -> int:
    return by_form(client, visibility="open")


def by_program(client: Client) -> int:
    return client.post("/api/tables", json=ORDER).status_code


def open_by_program(client: Client) -> int:
    return client.post("/api/tables", json={**ORDER, "open": True}).status_code


@pytest.mark.parametrize(
    ("quotas", "set_table"),
    [
        ({"tables_a_person": 2}, by_form),
        ({"tables_a_person": 2}, by_one_click),
        ({"invitations_a_person": 2}, open_by_form),
    ],
)
def test_a_person_may_have_so_many_tables(tmp_path: Path, quotas: dict[str, Any], set_table: SetsTable) -> None:
    with client_of(tmp_path, **quotas) as client:
        assert [set_table(client) in SET for _ in range(2)] == [True, True]
        assert set_table(client) == TOO_MANY
        client.cookies.clear()
        assert set_table(client) in SET  # another person of the same network


@pytest.mark.parametrize(
    ("quotas", "set_table"),
    [
        ({"tables_a_network": 2}, by_form),
        ({"tables_a_network": 2}, by_one_click),
        ({"tables_a_network": 2}, by_program),
        ({"invitations_a_network": 2}, open_by_form),
        ({"invitations_a_network": 2}, open_by_program),
    ],
)
def test_the_people_of_a_network_may_have_so_many_tables(
    tmp_path: Path, quotas: dict[str, Any], set_table: SetsTable
) -> None:
    with client_of(tmp_path, **quotas) as client:
        for _ in range(2):
            assert set_table(client) in SET
            client.cookies.clear()
        assert set_table(client) == TOO_MANY


@pytest.mark.parametrize(("days", "said"), [(7, True), (0, False)])
def test_the_page_of_my_games_says_after_how_many_days_a_game_expires(tmp_path: Path, days: int, said: bool) -> None:
    with client_of(tmp_path, expire_days=days) as client:
        by_form(client)
        page = client.get("/mine").text
        assert "Go on" in page
        assert (f"nobody opens for {days} days is removed" in page) is said


@pytest.mark.parametrize(("told", "trusted"), [(None, "127.0.0.1"), ("10.0.0.7,10.0.0.8", "10.0.0.7,10.0.0.8")])
def test_the_proxies_that_the_server_trusts(monkeypatch: pytest.MonkeyPatch, told: str | None, trusted: str) -> None:
    """Without a word, only a proxy on the same machine may say which address a request comes from."""
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    if told is not None:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", told)
    config = run._config(Litestar(), ConnectionLimits(most=10, a_network=10))
    assert config.forwarded_allow_ips == trusted
