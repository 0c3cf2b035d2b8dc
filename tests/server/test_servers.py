"""Several servers with one PostgreSQL database: each shows the same tables, which outlive any server."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import spiritboard
from spiritboard.server.bus import TableNews
from spiritboard.server.messages import UNREACHABLE
from spiritboard.server.postgres import PostgresBus
from spiritboard.server.storage import Storage, postgres_url
from spiritboard.table.game import Game
from spiritboard.table.record import parse_record
from spiritboard.table.registry import find
from tests.server import database
from tests.server.database import Postgres
from tests.server.guests import LANTERNS, Browser, Table, caller, every_game, most_seats, set_table, some_path
from tests.server.running import LONG_ENOUGH, Server
from tests.server.test_page_connection import Page
from tests.server.test_table_service import until

KILLS = 4
PACE = 0.5  # of the buses here, in seconds
SLOW_PACE = 20.0  # so that no lease runs out, even on a busy machine


# The bus.


class RecordingListener:
    """A listener that records what it hears."""

    def __init__(self, *present: str) -> None:
        self.here = list(present)
        self.heard: list[TableNews] = []
        self.anew = 0
        self.lost: list[str] = []

    def complete(self, news: TableNews) -> None:
        news.present = self.here

    async def hear(self, news: TableNews) -> None:
        self.heard.append(news)

    async def hear_all(self) -> None:
        self.anew += 1

    def lose(self, server: str) -> None:
        self.lost.append(server)


@asynccontextmanager
async def connected(url: str, *listeners: RecordingListener, pace: float = PACE) -> Any:
    buses = [PostgresBus(url, {"spookies": f"{at} pieces"}, pace) for at in range(len(listeners))]
    for bus, listener in zip(buses, listeners, strict=True):
        bus.open(listener)
        assert await until(partial(has_begun, listener))
    try:
        yield buses
    finally:
        for bus in buses:
            await bus.close()


def on_the_bus(
    url: str, happens: Callable[[list[PostgresBus]], Awaitable[None]], *listeners: RecordingListener, pace: float = PACE
) -> None:
    async def run() -> None:
        async with connected(url, *listeners, pace=pace) as buses:
            await happens(buses)

    Storage.in_postgres(postgres_url(url)).close()  # this creates the tables of the database
    asyncio.run(run())


def has_begun(listener: RecordingListener) -> bool:
    return listener.anew > 0


def has_heard(listener: RecordingListener) -> bool:
    return bool(tables_heard_of(listener))


def tables_heard_of(listener: RecordingListener) -> list[str]:
    return [news.table for news in listener.heard if news.table]


def test_a_message_reaches_all_other_servers(postgres: Postgres) -> None:
    one, two, three = RecordingListener("ada"), RecordingListener(), RecordingListener()

    async def happens(buses: list[PostgresBus]) -> None:
        buses[0].tell("table", heard="bo", asks=True)
        for listener in (two, three):
            assert await until(partial(has_heard, listener))
            news = next(news for news in listener.heard if news.table)
            assert (news.table, news.present, news.heard, news.asks) == ("table", ["ada"], ["bo"], True)
        assert one.heard == [] or tables_heard_of(one) == []

    on_the_bus(postgres.new_database(), happens, one, two, three)


def test_two_changes_at_once_make_one_message(postgres: Postgres) -> None:
    one, two = RecordingListener(), RecordingListener()

    async def happens(buses: list[PostgresBus]) -> None:
        for _ in range(50):
            buses[0].tell("table")
        buses[0].tell("other")
        assert await until(lambda: "other" in tables_heard_of(two))
        assert tables_heard_of(two) == ["table", "other"]

    on_the_bus(postgres.new_database(), happens, one, two)


def test_servers_with_other_databases_get_no_messages(postgres: Postgres) -> None:
    one, two = RecordingListener(), RecordingListener()

    async def happens(buses: list[PostgresBus]) -> None:
        other = postgres.new_database()
        Storage.in_postgres(postgres_url(other)).close()
        async with connected(other, two):
            buses[0].tell("table")
            await asyncio.sleep(2 * PACE)
        assert two.heard == []

    on_the_bus(postgres.new_database(), happens, one)


def test_one_server_makes_the_moves_of_bots_at_a_table(postgres: Postgres) -> None:
    async def happens(buses: list[PostgresBus]) -> None:
        one, two = buses
        assert await one.claim("table")
        assert await one.claim("table")
        assert not await two.claim("table")
        assert await two.claim("other")
        await two.release("table")  # it has no claim
        assert not await two.claim("table")
        await one.release("table")
        assert await two.claim("table")
        assert not await one.claim("table")
        await two.close()
        assert await one.claim("table")

    on_the_bus(postgres.new_database(), happens, RecordingListener(), RecordingListener(), pace=SLOW_PACE)


def test_a_server_that_hangs_loses_its_lease(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(buses: list[PostgresBus]) -> None:
        one, two = buses
        assert await one.claim("table")
        assert not await two.claim("table")
        monkeypatch.setattr(one, "_renew_lease", asyncio.Event().wait)  # from now on it does not renew its lease
        async with asyncio.timeout(LONG_ENOUGH):
            while not await two.claim("table"):
                await asyncio.sleep(0.05)
        assert not await one.claim("table")  # and it knows that

    on_the_bus(postgres.new_database(), happens, RecordingListener(), RecordingListener())


def test_a_server_knows_the_rules_of_the_other_servers(postgres: Postgres) -> None:
    async def happens(buses: list[PostgresBus]) -> None:
        one, two = buses
        assert await one.is_played_elsewhere("spookies", "1 pieces")
        assert not await one.is_played_elsewhere("spookies", "0 pieces")  # only this server plays by them
        assert await two.is_played_elsewhere("spookies", "0 pieces")
        assert not await one.is_played_elsewhere("ghosts", "1 pieces")
        await two.close()
        assert not await one.is_played_elsewhere("spookies", "1 pieces")

    on_the_bus(postgres.new_database(), happens, RecordingListener(), RecordingListener(), pace=SLOW_PACE)


def test_a_server_without_signs_of_life_is_gone(postgres: Postgres) -> None:
    one, two = RecordingListener(), RecordingListener()

    async def happens(buses: list[PostgresBus]) -> None:
        assert await until(lambda: len(one.heard) > 2)  # its signs of life
        await buses[1].close()
        assert await until(lambda: one.heard[0].server in one.lost)

    on_the_bus(postgres.new_database(), happens, one, two)


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for tests that stop it."""
    with database.running() as running:
        yield running


def test_a_bus_reconnects_after_an_outage(own_postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    one, two = RecordingListener(), RecordingListener()

    async def happens(buses: list[PostgresBus]) -> None:
        assert await buses[0].claim("table")
        await asyncio.to_thread(own_postgres.stop)
        buses[0].tell("table")  # nobody gets this: after an outage a server reads everything again
        assert await until(lambda: not buses[0]._claimed)
        assert not await buses[0].claim("table")
        await asyncio.to_thread(own_postgres.start)
        assert await until(lambda: min(one.anew, two.anew) > 1)
        buses[0].tell("other")
        assert await until(lambda: "other" in tables_heard_of(two))
        assert await buses[1].claim("table")

    on_the_bus(own_postgres.new_database(), happens, one, two)
    logged = [line for line in caplog.messages if "no connection to the other servers" in line]
    assert len(logged) == 4  # two servers, each at the beginning and at the end
    assert sum("this is over after" in line for line in logged) == 2


# Servers.


class TwoServers:
    """Two servers with one database."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        self.url = postgres.new_database()
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(Server(folder / name, "--database", self.url))

    def start(self) -> None:
        """Start both servers at once, so that they set up the database together."""
        starting = [threading.Thread(target=server.start) for server in self.servers]
        for thread in starting:
            thread.start()
        for thread in starting:
            thread.join()

    def table(self, game: Game, kinds: list[str]) -> list[Table]:
        """Returns the same table at each server."""
        first = set_table(caller(self.servers[0].url), game.id, kinds)
        return [first, replace(first, http=caller(self.servers[1].url))]

    def end(self) -> None:
        for server in self.servers:
            server.end()
            assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="module")
def two_servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    opened = TwoServers(postgres, tmp_path_factory.mktemp("two_servers"))
    opened.start()
    yield opened
    opened.end()


@every_game
def test_a_game_is_played_at_two_servers(two_servers: TwoServers, game: Game) -> None:
    """Each move is made at either server, and both show the same after it."""
    tables = two_servers.table(game, ["me", *["here"] * (most_seats(game) - 1)])
    chance = random.Random(game.id)
    for number in range(30):
        seat, at, path = tables[0].some_move(chance)
        assert at == number
        here, there = chance.sample(tables, 2)
        answer = here.move(here.keys[seat], number, path)
        assert answer.status_code == 200, answer.text
        for eyes in (seat, None):
            assert there.look(eyes) == here.look(eyes)
        if answer.json()["view"]["over"]:
            break


def test_bots_play_whichever_server_is_asked(two_servers: TwoServers) -> None:
    tables = two_servers.table(find("spookies"), ["me", "bot"])
    chance = random.Random(13)
    while not (seen := tables[0].look(0))["view"]["over"]:
        table = chance.choice(tables)
        seen = table.look(0)
        if seen["paths"]:
            answer = table.move(table.keys[0], seen["number"], some_path(chance, seen["paths"]))
            assert answer.status_code == 200, answer.text
    record = parse_record(tables[1].record().text)
    assert record.verify().view(0) == seen["view"]


def test_a_server_that_hangs_loses_its_bots_within_seconds(two_servers: TwoServers) -> None:
    """The process is stopped but not ended, so it keeps its connections."""
    here, there = two_servers.table(find("halloween"), ["bot", "bot"])  # whose game is long
    assert wait_until(lambda: here.look()["number"] > 2)
    hung = two_servers.servers[0].process
    assert hung is not None
    hung.send_signal(signal.SIGSTOP)
    try:
        stopped_at = there.look()["number"]
        assert wait_until(lambda: there.look()["number"] > stopped_at + 2)
    finally:
        hung.send_signal(signal.SIGCONT)
    assert here.look()["number"] > stopped_at + 2


def there_too(browser: Browser, server: Server) -> Browser:
    """Returns the same browser with the address of another server."""
    other = Browser(server.url)
    other.http.cookies = browser.http.cookies
    other.csrf = other.token("/")
    return other


def test_pages_at_two_servers_show_the_same_table(two_servers: TwoServers) -> None:
    one, two = two_servers.servers
    ada = Browser(one.url).called("Ada")
    key = ada.set_table(find("thirteen"), ["me", "friend"], visibility="open")
    first = Page(one, key, ada)
    bo = Browser(two.url)
    assert bo.send(f"/tables/{key}/join", name="Bo").status_code == 303
    second = Page(two, key, bo)
    first.until(lambda message: message["free"] == 0 and "player-away" not in message["html"])
    for page, other in ((first, second), (second, first)):
        before = page.now["number"]
        page.move(page.now["paths"][0])
        assert other.at(before + 1)["seat"] != page.now["seat"]
        page.at(before + 1)
    second.leave()
    first.until(lambda message: "player-away" in message["html"])
    first.leave()


def test_a_person_known_to_one_server_is_known_to_all(two_servers: TwoServers) -> None:
    ada = Browser(two_servers.servers[0].url).called("Ada")
    key = ada.set_table(LANTERNS, ["me", "here"])
    same = there_too(ada, two_servers.servers[1])
    assert f"/tables/{key}" in same.http.get("/mine").text
    page = Page(two_servers.servers[1], key, same)
    assert page.now["your_turn"]
    page.leave()


def test_a_person_who_sits_down_at_one_server_sits_at_all(two_servers: TwoServers) -> None:
    ada, bo = (
        Browser(server.url).called(name) for server, name in zip(two_servers.servers, ("Ada", "Bo"), strict=True)
    )
    key = ada.set_table(LANTERNS, ["me", "friend"], visibility="open")
    assert "Ada" in bo.http.get("/").text  # among the open tables
    assert bo.send(f"/tables/{key}/join", name="Bo").status_code == 303
    late = Browser(two_servers.servers[0].url)
    assert "Every chair is taken" in late.send(f"/tables/{key}/join", name="Cy").text


@pytest.mark.parametrize("key", ["%00", "x%00y", "%F0%9F%8E%83", "x" * 500])
def test_an_unknown_key_is_not_found(two_servers: TwoServers, key: str) -> None:
    for address in (f"/api/tables/{key}", f"/tables/{key}", f"/tables/{key}/join"):
        assert httpx.get(f"{two_servers.servers[0].url}{address}").status_code == 404


# Servers that die, and outages of the database.


class RoamingPlayer(threading.Thread):
    """Plays at any server that answers, and remembers the last answer."""

    def __init__(self, tables: list[Table], seed: int) -> None:
        super().__init__(daemon=True)
        self.tables = tables
        self.chance = random.Random(seed)
        self.number = 0
        self.answers = 0
        self.interrupted = 0
        self.over = False
        self.may_leave = False
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.over and not self.may_leave:
                self.step()
        except BaseException as problem:
            self.problem = problem

    def goes_on(self) -> bool:
        enough = self.answers + 2
        return wait_until(lambda: self.over or self.answers >= enough) and self.problem is None

    def step(self) -> None:
        table = self.chance.choice(self.tables)
        try:
            seen = table.look(0)
            assert seen["number"] >= self.number, "an answered move is lost"
            self.number, self.over = seen["number"], seen["view"]["over"]
            if seen["paths"]:
                answer = table.move(table.keys[0], self.number, some_path(self.chance, seen["paths"]))
                assert answer.status_code == 200, answer.text
                self.number += 1
                self.answers += 1
        except httpx.TransportError:
            self.interrupted += 1
            time.sleep(0.01)


def test_servers_are_killed_and_games_go_on_at_the_others(postgres: Postgres, tmp_path: Path) -> None:
    """Bots may be thinking at a server that is killed."""
    two_servers = TwoServers(postgres, tmp_path)
    two_servers.start()
    try:
        games = [find(name) for name in ("halloween", "thirteen", "spookies")]  # games of halloween take long
        players = [RoamingPlayer(two_servers.table(game, ["me", "bot"]), seed) for seed, game in enumerate(games)]
        for player in players:
            player.start()
        chance = random.Random(8)
        for kill in range(KILLS):
            server = two_servers.servers[kill % 2]
            time.sleep(chance.uniform(0.05, 0.3))
            server.end(signal.SIGKILL)
            for player in players:  # at the other server, which is alone with its bots
                assert player.goes_on(), player.problem or player.tables[1 - kill % 2].look()
            server.start()
        players[0].may_leave = True
        for player in players:
            player.join(LONG_ENOUGH)
            assert player.problem is None
            assert player.over or player.may_leave
        assert players[0].interrupted >= KILLS, "hardly ever at a server that was gone"
    finally:
        for server in two_servers.servers:
            server.end(signal.SIGKILL)


def wait_until(done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LONG_ENOUGH
    while not done() and time.monotonic() < deadline:
        time.sleep(0.02)
    return done()


def test_servers_reconnect_after_an_outage_of_the_database(own_postgres: Postgres, tmp_path: Path) -> None:
    two_servers = TwoServers(own_postgres, tmp_path)
    two_servers.start()
    try:
        goes_on_after_a_while(own_postgres, two_servers)
        two_servers.end()
    finally:
        for server in two_servers.servers:
            server.end(signal.SIGKILL)


def goes_on_after_a_while(own_postgres: Postgres, two_servers: TwoServers) -> None:
    ada = Browser(two_servers.servers[0].url).called("Ada")
    key = ada.set_table(LANTERNS, ["me", "bot"])
    page = Page(two_servers.servers[0], key, ada)
    path = page.now["paths"][0]
    own_postgres.stop()
    page.move(path)
    assert page.complaint() == UNREACHABLE
    assert ada.http.get(f"/api/tables/{key}").json() == {"error": UNREACHABLE}
    assert ada.http.get("/api/health").status_code == 503
    answer = ada.http.get(f"/tables/{key}")
    assert answer.status_code == 503
    assert UNREACHABLE in answer.text
    own_postgres.start()
    assert ada.http.get("/api/health").json() == {"version": spiritboard.__version__}
    page.move(path)
    page.until(lambda message: "html" in message and path not in message["paths"])
    page.leave()


def test_the_secret_is_stored_only_in_the_database(two_servers: TwoServers) -> None:
    storage = Storage.in_postgres(postgres_url(two_servers.url))
    secret = storage.secret()
    storage.close()
    for server in two_servers.servers:
        assert secret not in server.log
        assert not (server.data / "secret").exists()
