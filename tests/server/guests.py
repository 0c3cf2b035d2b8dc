"""Clients of the server in tests: programs with the key of a seat, and browsers with cookies."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from litestar import WebSocket

from spiritboard.server.live_table import LiveTable
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.part import compose
from spiritboard.server.render import LIVE, LOG
from spiritboard.server.storage import Chair, StoredTable
from spiritboard.server.story import LOG_LINES
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.running import LONG_ENOUGH

GAMES = list(games().values())
LANTERNS = games()["lanterns"]  # a game that certainly has secrets
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
CSRF = re.compile(r'name="_csrf_token" value="([^"]+)"')


def caller(url: str) -> httpx.Client:
    """Returns a client that loads no certificates, because loading them takes longer than most requests."""
    return httpx.Client(base_url=url, verify=False, timeout=LONG_ENOUGH)


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


def most_seats(game: Game) -> int:
    return 4 if 4 in game.seats else game.seats[-1]


def person(seat: int | None) -> str | None:
    return None if seat is None else f"person-{seat}"


def live_table_of(game: Game, seats: int, seed: str, **options: str) -> LiveTable:
    """Returns a live table without a server, at which each seat is a different person's."""
    chairs = [Chair(seat, "person", person(seat), f"Guest {seat}", f"key-{seat}") for seat in range(seats)]
    deal = Dice(seed).text()
    return LiveTable(StoredTable("table", game.id, options, deal, "person-0", "invite", False, None, chairs), [])


def page_at(live: LiveTable, person: str | None) -> PageConnection:
    """Returns the page of a person at a live table, without a browser and without a server."""
    socket = cast(WebSocket, SimpleNamespace(cookies={"csrftoken": "token"}))
    service = cast(TableService, SimpleNamespace(can_skip=lambda *_: False))
    return PageConnection(socket, service, live, person)


def rows(data: Path, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    """Returns rows of a server's database, read directly."""
    with closing(sqlite3.connect(f"file:{data / 'tables.sqlite'}?mode=ro", uri=True)) as connection:
        return connection.execute(query, arguments).fetchall()


def chances(data: Path, table: str) -> list[str]:
    """Returns the dice of the deal and of every move so far, which no client may be sent before the end."""
    deals = rows(data, "select deal from tables where key = ?", table)
    dice = rows(data, "select dice from entries where table_key = ? and dice != ''", table)
    return [text[:32] for (text,) in [*deals, *dice]]


def some_path(chance: random.Random, paths: list[list[str]]) -> list[str]:
    """Returns a random path, mostly a long one, because playing several cards at once ends a game sooner."""
    longest = max(map(len, paths))
    long = [path for path in paths if len(path) == longest]
    return chance.choice(long if chance.random() < 0.7 else paths)


def found_in(text: str, secrets: list[str]) -> list[str]:
    """Returns the secrets that are in a text, in one pass, because long games have many of them and long texts."""
    runs = set(re.findall(r"[0-9a-f]{32,}", text))
    seen = {run[at : at + 32] for run in runs for at in range(len(run) - 31)}
    return [secret for secret in secrets if secret in seen]


@dataclass
class Table:
    """A table set over the API, and the keys of the programs' seats."""

    http: httpx.Client
    key: str
    invite: str
    keys: dict[int, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/api/tables/{self.key}"

    def ask(self, seat: int | None = None) -> httpx.Response:
        return self.http.get(self.address, headers=bearer(None if seat is None else self.keys[seat]))

    def look(self, seat: int | None = None) -> Any:
        answer = self.ask(seat)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def move(self, key: str | None, number: object, path: object) -> httpx.Response:
        return self.http.post(f"{self.address}/moves", json={"number": number, "path": path}, headers=bearer(key))

    def take_back(self, key: str | None, number: object) -> httpx.Response:
        return self.http.post(f"{self.address}/take-back", json={"number": number}, headers=bearer(key))

    def join(self, name: str, invite: str | None = None) -> httpx.Response:
        asked = {"name": name, "invite": self.invite if invite is None else invite}
        return self.http.post(f"{self.address}/join", json=asked)

    def record(self) -> httpx.Response:
        return self.http.get(f"{self.address}/record")

    def pending(self) -> list[int]:
        """Returns the pending seats of programs."""
        return [seat for seat in self.look()["view"]["pending"] if seat in self.keys]

    def some_move(self, chance: random.Random) -> tuple[int, int, list[str]]:
        """Returns a pending seat, the number of the position and a legal path, each at random."""
        seat = chance.choice(self.pending())
        seen = self.look(seat)
        return seat, seen["number"], some_path(chance, seen["paths"])

    def looks(self) -> dict[str, str]:
        """Returns what each seat and a spectator see."""
        return {str(seat): self.ask(seat).text for seat in [*self.keys, None]}

    @contextmanager
    def nothing_changes(self) -> Iterator[None]:
        before = self.looks()
        yield
        assert self.looks() == before


def set_table(http: httpx.Client, game: str, kinds: list[str], **wishes: object) -> Table:
    """Returns a new table. A program of its own takes each seat of the kind friend."""
    order = {"game": game, "seats": [{"kind": kind} for kind in kinds], "name": "Ada", **wishes}
    answer = http.post("/api/tables", json=order)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    table = Table(http, made["table"], made["invite"], {own["seat"]: own["key"] for own in made["seats"]})
    for name in ["Bo", "Cy", "Di", "Ed"][: kinds.count("friend")]:
        taken = table.join(name)
        assert taken.status_code == 201, taken.text
        table.keys[taken.json()["seat"]] = taken.json()["key"]
    return table


def table_of_four(http: httpx.Client, game: Game) -> Table:
    return set_table(http, game.id, ["me", *["friend"] * (most_seats(game) - 1)])


def play_some(table: Table, chance: random.Random, most: int = 120) -> int:
    """Make random moves, some of them taken back, up to a limit or the end. Returns the number of answers."""
    answers = 0
    while answers < most and table.pending():
        seat, number, path = table.some_move(chance)
        answer = table.move(table.keys[seat], number, path)
        assert answer.status_code == 200, answer.text
        answers += 1
        if answer.json()["can_take_back"] and chance.random() < 0.4:
            assert table.take_back(table.keys[seat], number + 1).status_code == 200
            answers += 1
    return answers


class ShownParts:
    """The parts of a table that a page was sent. They are put together as `static/parts.js` does it."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.lines: list[list[Any]] = []  # of the whole log; empty for those that were not sent

    def take(self, update: dict[str, Any]) -> str:
        """Returns the whole table as HTML after this update."""
        if LIVE in update["html"]:
            self.parts = {}
        self.parts |= update["html"]
        log = update["log"]
        self.lines = [*self.lines, *[[]] * log["first"]][: log["first"]] + log["lines"]
        items = [
            f'<li class="heading {heading}">{html}</li>' if heading else f"<li>{html}</li>"
            for _, heading, html in self.lines[-LOG_LINES:]
        ]
        return compose({**self.parts, LOG: "".join(items)}, LIVE)


class Browser:
    """A person's browser: it keeps cookies, opens pages and sends forms."""

    def __init__(self, url: str) -> None:
        self.http = caller(url)
        self.csrf = self.token("/")

    def token(self, path: str) -> str:
        found = CSRF.search(self.http.get(path).text)
        assert found is not None
        return found[1]

    def send(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data={"_csrf_token": self.csrf, **form})

    def called(self, name: str) -> Browser:
        assert self.send("/name", name=name).status_code == 303
        return self

    def set_table(self, game: Game, kinds: list[str], **form: str) -> str:
        """Returns the key of a table that is set by the form."""
        seats = {f"seat-{seat}": kind for seat, kind in enumerate(kinds)}
        answer = self.send("/tables", game=game.id, seats=str(len(kinds)), **seats, **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/tables/")

    def join(self, table: str, invite: str, name: str) -> httpx.Response:
        return self.send(f"/tables/{table}/join/{invite}", name=name)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


def tables_made(data: Path) -> int:
    return int(rows(data, "select count(*) from tables")[0][0])


def refused(answer: httpx.Response, *codes: int) -> str:
    """Returns the sentence of an error."""
    assert answer.status_code in (codes or range(400, 500)), answer.text
    told = answer.json()
    assert told.keys() == {"error"}
    sentence: str = told["error"]
    assert sentence[0].isupper() or sentence[0] == "'" or sentence.startswith(tuple(game.title for game in GAMES))
    assert sentence.endswith(".")
    return sentence
