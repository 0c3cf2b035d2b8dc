"""Invitations: links that other people can open, and how links look in other programs."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from litestar.connection import ASGIConnection

from spiritboard.server import address as addresses
from spiritboard.server.address import IN_NETWORK, ONLY_HERE, Address, Invitation, network_address
from tests.server.guests import LANTERNS, Browser, rows
from tests.server.running import Server

LAN = "192.168.7.7"


def asked(base: str, client: str = "127.0.0.1") -> ASGIConnection:
    return cast(ASGIConnection, SimpleNamespace(base_url=base, client=SimpleNamespace(host=client)))


@pytest.fixture
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: LAN)


@pytest.mark.usefixtures("in_a_network")
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_an_invitation_on_this_machine_names_its_address_in_the_network(name: str) -> None:
    everywhere = Address.of(None, (), "0.0.0.0")
    assert everywhere.invitation(asked(f"http://{name}:8313/")) == Invitation(f"http://{LAN}:8313", IN_NETWORK)
    assert everywhere.invitation(asked(f"http://{name}/")) == Invitation(f"http://{LAN}", IN_NETWORK)


@pytest.mark.usefixtures("in_a_network")
def test_an_invitation_says_that_nobody_else_can_open_it_and_what_to_do() -> None:
    here = Invitation("http://localhost:8313", ONLY_HERE)
    assert Address.of(None, (), "127.0.0.1").invitation(asked("http://localhost:8313/")) == here
    # A server that answers only to certain names does not answer to this one.
    assert Address.of(None, ("play.example",), "0.0.0.0").invitation(asked("http://localhost:8313/")) == here
    # Nobody else is told the machine's address in its network.
    assert Address.of(None, (), "0.0.0.0").invitation(asked("http://localhost:8313/", "203.0.113.9")) == here
    assert "serve --host 0.0.0.0" in ONLY_HERE


@pytest.mark.usefixtures("in_a_network")
def test_other_invitations_stay_as_they_are() -> None:
    everywhere, public = Address.of(None, (), "0.0.0.0"), Address.of("https://play.example", (), "0.0.0.0")
    assert everywhere.invitation(asked("http://house.local:8313/")) == Invitation("http://house.local:8313")
    assert public.invitation(asked("http://localhost:8313/")) == Invitation("https://play.example")


def test_a_machine_without_a_network_has_no_address_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "ANYWHERE", ("127.0.0.1", 9))
    assert network_address() is None


def test_the_page_of_a_table_says_who_can_open_its_invitation(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    assert ONLY_HERE in ada.http.get(f"/tables/{ada.set_table(LANTERNS, ['me', 'friend'])}").text


# Open Graph.


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="(og:\w+|description)" content="([^"]*)">', page))


def test_a_link_shows_a_title_a_sentence_and_a_picture(server: Server) -> None:
    found = tags(httpx.get(server.url).text)
    assert found["og:title"].startswith("Spiritboard")
    assert found["og:description"] == found["description"] != ""
    assert found["og:image"] == f"{server.url}/static/preview.jpg"
    picture = httpx.get(found["og:image"])
    assert (picture.headers["content-type"], picture.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")


def test_a_link_to_a_table_tells_only_who_invites(server: Server) -> None:
    ada, bo = Browser(server.url).called("Ada"), Browser(server.url).called("Bo")
    table = ada.set_table(LANTERNS, ["me", "friend", "friend"])
    ((invite,),) = rows(server.data, "select invite from tables where key = ?", table)
    bo.join(table, str(invite), "Bo")
    link = tags(httpx.get(f"{server.url}/tables/{table}/join/{invite}").text)
    assert link["og:title"] == "Ada asks you in"
    for address in (f"/tables/{table}/join/{invite}", f"/tables/{table}"):
        said = " ".join(tags(httpx.get(f"{server.url}{address}").text).values())
        assert not any(secret in said for secret in (table, str(invite), "Bo", LANTERNS.title))
