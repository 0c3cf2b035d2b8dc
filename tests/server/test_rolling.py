"""A rolling upgrade with a changed rule. While a server of the earlier version runs, its games go on only there. When
it has stopped, the new server continues the games that it can, and shows the others as stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from spiritboard.server.opening import ELSEWHERE, OLDER
from tests.server.database import Postgres
from tests.server.guests import Table, caller, set_table
from tests.server.running import Server
from tests.server.test_servers import wait_until

THREE = ["me", "here", "here"]


class OldAndNewServer:
    """A server of each version, with one database."""

    def __init__(self, url: str, folder: Path) -> None:
        self.old, self.new = (self.server(url, folder / name) for name in ("old", "new"))

    def server(self, url: str, folder: Path) -> Server:
        folder.mkdir()
        return Server(folder, "--database", url)

    def end(self) -> None:
        for server in (self.old, self.new):
            server.end()


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path) -> Iterator[OldAndNewServer]:
    both = OldAndNewServer(postgres.new_database(), tmp_path)
    yield both
    both.end()
    for server in (both.old, both.new):
        assert "Traceback" not in server.log, server.log


def play(table: Table, moves: int) -> list[str]:
    """Make so many moves, always the first possible one. Returns the sentences of the last move."""
    told: list[str] = []
    for _ in range(moves):
        seat = table.look()["view"]["pending"][0]
        seen = table.look(seat)
        answer = table.move(table.keys[seat], seen["number"], seen["paths"][0])
        assert answer.status_code == 200, answer.text
        told = [said["words"] for said in answer.json()["events"]]
    return told


def test_no_game_is_lost_by_a_rolling_upgrade(servers: OldAndNewServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTERNS_RULES", "1")
    servers.old.start()
    old = caller(servers.old.url)
    dark, light, over = (set_table(old, "lanterns", THREE) for _ in range(3))
    other = set_table(old, "spookies", ["me", "here"])
    play(dark, 1)
    play(light, 3)
    play(over, 9)
    play(other, 2)
    monkeypatch.setenv("LANTERNS_RULES", "2")
    servers.new.start()
    both_run(servers, dark, light, over, other)
    servers.old.end()
    one_is_left(servers, dark, light, other)


def is_elsewhere(table: Table) -> bool:
    return bool(table.ask().json() == {"error": ELSEWHERE})


def both_run(servers: OldAndNewServer, dark: Table, light: Table, over: Table, other: Table) -> None:
    new = caller(servers.new.url)
    for table in (dark, light):
        there = replace(table, http=new)
        assert wait_until(partial(is_elsewhere, there))  # because it knows of the other server
        assert there.ask().status_code == 503
        assert new.get(f"/tables/{table.key}").status_code == 503
        play(table, 1)  # at the server that plays it
    told = new.get(f"/tables/{over.key}")
    assert told.status_code == 200
    assert "shines brightest." in told.text
    play(replace(other, http=new), 1)  # a game whose rules are the same
    play(other, 1)
    fresh = set_table(new, "lanterns", THREE)
    assert replace(fresh, http=light.http).ask().status_code == 503
    assert play(fresh, 3)[-1].endswith("laid the darkest.")
    for server in (servers.old, servers.new):
        assert caller(server.url).get("/api/health").status_code == 200


def one_is_left(servers: OldAndNewServer, dark: Table, light: Table, other: Table) -> None:
    new = caller(servers.new.url)
    dark, light, other = (replace(table, http=new) for table in (dark, light, other))
    assert play(dark, 1)[-1].endswith("laid the darkest.")  # it continued by the new rules
    play(other, 1)
    answer = light.ask()
    assert (answer.status_code, answer.json()) == (410, {"error": OLDER})
    assert "laid the brightest." in new.get(f"/tables/{light.key}").text
