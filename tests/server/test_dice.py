"""The chance of a server under test follows from a seed; that of any other server is unpredictable."""

from __future__ import annotations

import inspect
import time
from pathlib import Path

import httpx
import pytest

from spiritboard.commands.serve import serve
from spiritboard.server.app import Settings
from spiritboard.server.entropy import secure
from tests.server.guests import rows
from tests.server.running import LONG_ENOUGH, Server

Played = tuple[object, ...]


def played_by_bots(server: Server, http: httpx.Client, game: str) -> list[Played]:
    """Returns the deal and every move, with its dice, of a game among bots."""
    order = {"game": game, "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    table = http.post("/api/tables", json=order).raise_for_status().json()["table"]
    deadline = time.monotonic() + LONG_ENOUGH
    while not http.get(f"/api/tables/{table}").json()["view"]["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    deal = rows(server.data, "select deal from tables where key = ?", table)
    return [
        *deal,
        *rows(server.data, "select seat, path, dice from entries where table_key = ? order by number", table),
    ]


@pytest.mark.parametrize("game", ["spookies", "ghooost"])
def test_the_same_seed_gives_the_same_game(server: Server, http: httpx.Client, game: str) -> None:
    once = played_by_bots(server, http, game)
    assert played_by_bots(server, http, game) == once
    server.bring_dice("others")
    assert played_by_bots(server, http, game) != once


def test_no_option_of_the_command_sets_the_dice() -> None:
    assert Settings(Path()).entropy is secure
    assert not {"entropy", "seed", "dice"} & inspect.signature(serve).parameters.keys()
    assert len({secure("deal", 0) for _ in range(100)}) == 100
