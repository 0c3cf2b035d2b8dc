"""The socket of a table page, for every game: the messages that it accepts and refuses."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from spiritboard.server.page_connection import BURST, MESSAGES_A_SECOND, PageConnection
from spiritboard.server.socket_codes import FLOOD, LARGEST_MESSAGE, NOT_FOUND, TOO_LARGE
from spiritboard.server.table_service import TableService
from spiritboard.table.game import Game
from tests.server.guests import (
    GAMES,
    LANTERNS,
    Browser,
    ShownParts,
    Table,
    caller,
    chances,
    every_game,
    found_in,
    live_table_of,
    most_seats,
    person,
    rows,
    some_path,
)
from tests.server.insider import Insider
from tests.server.running import LONG_ENOUGH, Server

UPDATE = {
    "number",
    "seat",
    "asked",
    "moved",
    "html",
    "log",
    "round_end",
    "hurry",
    "choices",
    "paths",
    "your_turn",
    "over",
    "skip",
    "free",
    "again",
    "pass",
    "rule",
    "comments",
}
TOO_LARGE_FOR_THE_LINE = 1009


def dial(server: Server, table: str, browser: Browser | None, origin: str | None) -> ClientConnection:
    cookies = {} if browser is None else {"Cookie": browser.cookies}
    address = f"{server.url.replace('http', 'ws')}/tables/{table}/socket?parts"
    # The client never closes the connection by itself, however many messages wait and however slow the machine is.
    patient: Any = {"max_size": None, "max_queue": None, "ping_interval": None, "close_timeout": 1}
    return connect(address, origin=cast(Any, origin), additional_headers=cookies, open_timeout=LONG_ENOUGH, **patient)


def answers(number: int, message: Any) -> bool:
    """Returns whether a message answers a move at this number: with an error, or with a later table."""
    return "error" in message or message["number"] > number


class Page:
    """An open table page. It remembers the last table that it was sent."""

    def __init__(self, server: Server, table: str, browser: Browser | None = None) -> None:
        self.socket = dial(server, table, browser, server.url)
        self.sent_at = time.monotonic()
        self.left = BURST / 2
        self.received: list[str] = []
        self.shown = ShownParts()
        self.now = self.hear()

    def hear(self, seconds: float = LONG_ENOUGH) -> Any:
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.received.append(text)
        message = json.loads(text)
        if "html" in message:
            message["html"] = self.shown.take(message)
            self.now = message
        return message

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Returns the first message, from the last table on, that meets the condition."""
        deadline = time.monotonic() + LONG_ENOUGH
        message = self.now
        while not wanted(message):
            message = self.hear(deadline - time.monotonic())
        return message

    def at(self, number: int) -> Any:
        return self.until(lambda message: "html" in message and message["number"] >= number)

    def complaint(self) -> str:
        message = self.until(lambda message: "error" in message)
        assert message.keys() == {"error", "number"}
        return str(message["error"])

    def settle(self) -> None:
        """Wait until a move that a bot had begun for this seat is made. Moves are made one after the other, so the
        answer to an impossible move comes after all moves before it."""
        message: Any = {}
        while "error" not in message:
            self.say(number=self.now["number"], seat=self.now["seat"], path=["nothing"])
            message = self.until(partial(answers, self.now["number"]))

    def quiet(self, seconds: float) -> list[Any]:
        """Returns all messages that come within this many seconds."""
        heard = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                heard.append(self.hear(left))
            except TimeoutError:
                break
        return heard

    def say(self, **message: object) -> None:
        self.raw(json.dumps(message))

    def raw(self, text: str | bytes) -> None:
        # Half of the burst that the server allows, and then its steady rate.
        now = time.monotonic()
        self.left = min(BURST / 2, self.left + (now - self.sent_at) * MESSAGES_A_SECOND) - 1
        self.sent_at = now
        if self.left < 0:
            time.sleep(1 / MESSAGES_A_SECOND)
        self.socket.send(text)

    def move(self, path: list[str]) -> None:
        self.say(number=self.now["number"], seat=self.now["seat"], path=path)

    def closed(self) -> int | None:
        """Returns the code with which the server closes the socket."""
        with suppress(ConnectionClosed):
            while self.hear(5):
                pass
        return self.socket.close_code

    def leave(self) -> None:
        self.socket.close()


class Company:
    """People at one table, each with a browser and an open page, and a spectator."""

    def __init__(self, server: Server, game: Game, seats: int, **form: str) -> None:
        self.server = server
        self.browsers = [Browser(server.url).called(f"Guest {seat}") for seat in range(seats)]
        self.key = self.browsers[0].set_table(game, ["me", *["friend"] * (seats - 1)], visibility="open", **form)
        for browser in self.browsers[1:]:
            assert browser.send(f"/tables/{self.key}/join", name="Guest").status_code == 303
        self.pages = [Page(server, self.key, browser) for browser in self.browsers]
        self.watcher = Page(server, self.key)
        self.table = Table(caller(server.url), self.key, "")

    @property
    def number(self) -> int:
        return int(self.table.look()["number"])

    def at(self, number: int) -> list[Any]:
        """Returns the table with this number, or a later one, as each page was sent it."""
        return [page.at(number) for page in [*self.pages, self.watcher]]

    def caught_up(self) -> None:
        self.at(self.number)

    def movers(self) -> list[Page]:
        self.caught_up()
        return [page for page in self.pages if page.now["paths"]]

    def close(self) -> None:
        for page in [*self.pages, self.watcher]:
            page.leave()


@pytest.fixture
def gather(server: Server) -> Iterator[Callable[..., Company]]:
    gathered: list[Company] = []

    def make(game: Game, seats: int, **form: str) -> Company:
        gathered.append(Company(server, game, seats, **form))
        return gathered[-1]

    yield make
    for company in gathered:
        company.close()


Gather = Callable[..., Company]


# Opening a socket.


def test_only_pages_of_this_server_get_a_socket(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(LANTERNS, ["me", "bot"])
    port = server.port
    wrong = [
        None,
        "null",
        "http://evil.example",
        f"http://127.0.0.1:{port + 1}",
        f"http://127.0.0.1:{port}.evil.example",
    ]
    for origin in [*wrong, f"http://evil.example/127.0.0.1:{port}", f"http://localhost:{port}", "http://127.0.0.1"]:
        with pytest.raises(InvalidStatus) as refusal:
            dial(server, table, ada, origin)
        assert refusal.value.response.status_code == 403
    Page(server, table, ada).leave()


def test_a_page_is_told_that_its_table_does_not_exist(server: Server) -> None:
    socket = dial(server, "nowhere", None, server.url)
    with pytest.raises(ConnectionClosed):
        socket.recv(timeout=LONG_ENOUGH)
    assert socket.close_code == NOT_FOUND


@every_game
def test_a_page_is_sent_the_table_of_its_seat(gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    for seat, page in enumerate(company.pages):
        assert page.now.keys() == UPDATE
        assert page.now["seat"] == seat
        assert page.now["number"] == 0
        assert page.now["over"] is False
        assert page.now["pass"] is None
        seen = company.table.look()["view"]["pending"]
        assert bool(page.now["paths"]) is page.now["your_turn"] is (seat in seen)
        assert page.now["choices"].keys() >= {" ".join(path) for path in page.now["paths"]}
        assert page.now["asked"] == (0 if seat in seen else None)
    assert company.watcher.now["seat"] is None
    assert company.watcher.now["asked"] is None
    assert company.watcher.now["paths"] == []
    assert company.watcher.now["your_turn"] is False


# Playing.


@every_game
def test_a_whole_game_by_sockets(server: Server, gather: Gather, game: Game) -> None:
    """Every move appears on the pages of all, and no message before the end holds the dice."""
    company = gather(game, most_seats(game))
    chance = random.Random(game.id)
    number = 0
    while number < 60 and (movers := company.movers()):
        page = chance.choice(movers)
        page.move(some_path(chance, page.now["paths"]))
        number += 1
        page.at(number)
        if 'id="take-back"' in page.now["html"] and chance.random() < 0.5:
            page.say(number=number, seat=page.now["seat"], take_back=True)
            number += 1
            page.at(number)
    number = Insider(server.url, server.data, company.key).play_to_the_end(company.at)
    ended = company.at(number)
    assert all(each["over"] and each["number"] == number for each in ended)
    assert all('class="ending' in each["html"] for each in ended)
    received = [text for page in [*company.pages, company.watcher] for text in page.received]
    before_the_end = "\n".join(text for text in received if not json.loads(text)["over"])
    assert found_in(before_the_end, chances(server.data, company.key)) == []


@every_game
def test_a_double_click_moves_once(gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    (page, *_) = company.movers()
    message = {"number": 0, "seat": page.now["seat"], "path": page.now["paths"][0]}
    for _ in range(3):
        page.say(**message)
    company.watcher.at(1)
    assert all("error" not in heard for heard in page.quiet(0.4))
    assert page.now["number"] == company.number == 1


@every_game
def test_a_stale_page_is_only_brought_up_to_date(gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    (page, *_) = company.movers()
    page.move(page.now["paths"][0])
    page.at(1)
    for number in (0, -1, 2, 10**6, 2**70):
        for rest in ({"path": ["x"]}, {"take_back": True}, {"path": page.now["paths"][0] if page.now["paths"] else []}):
            page.say(number=number, seat=page.now["seat"], **rest)
            answer = page.hear()
            assert answer["number"] == 1
            assert "html" in answer
    assert company.number == 1


@every_game
def test_illegal_picks_get_a_sentence(gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    (page, *_) = company.movers()
    for path in ([], ["nothing"], [*page.now["paths"][0], "more"], ["<b>"] * 20):
        page.move(path)
        assert page.complaint().endswith(".")
    page.say(number=0, seat=page.now["seat"], take_back=True)
    assert "take back" in page.complaint()
    assert company.number == 0


# Malformed messages.

NONSENSE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"move"',
    "\u0000",
    '{"number": "0", "seat": 0, "path": []}',
    '{"number": 0, "seat": "0", "path": []}',
    '{"number": 0.5, "seat": 0, "path": []}',
    '{"number": 0, "seat": 0, "path": "x"}',
    '{"number": 0, "seat": 0, "path": [1]}',
    '{"number": 0, "seat": 0, "path": null}',
    '{"number": 0, "seat": 0, "take_back": 1}',
    '{"number": 0, "seat": 0, "path": [], "person": "me"}',
    '{"face": "0"}',
    '{"face": [0]}',
    '{"face": 1e99}',
    "[" * 4000,
    '{"path": ' + "[" * 4000,
    '{"x": ' + "[" * 4000,
    '{"number": 0, "seat": 0, "path": ["\\ud800"]}',
    b"\x00\xff",
    b'{"number": 0}',
]


@every_game
def test_malformed_messages_are_refused_and_the_table_goes_on(gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    (page, *_) = company.movers()
    for nonsense in NONSENSE:
        page.raw(nonsense)
        assert page.complaint().endswith("."), nonsense
    assert company.number == 0
    page.move(page.now["paths"][0])
    assert company.watcher.at(1)["number"] == 1


def flood(page: Page) -> None:
    with suppress(ConnectionClosed):  # perhaps before the last message is sent
        for _ in range(3 * BURST):
            page.socket.send('{"face": 7}')


@every_game
@pytest.mark.parametrize("seated", [True, False], ids=["seated", "stranger"])
def test_a_flood_closes_only_its_own_socket(server: Server, gather: Gather, game: Game, seated: bool) -> None:
    company = gather(game, 2)
    browser = company.browsers[0] if seated else None
    floods: dict[int, Callable[[Page], None]] = {
        TOO_LARGE: lambda page: page.raw("x" * (LARGEST_MESSAGE + 1)),
        TOO_LARGE_FOR_THE_LINE: lambda page: page.raw("x" * (5 * LARGEST_MESSAGE)),
        FLOOD: flood,
    }
    for code, bother in floods.items():
        page = Page(server, company.key, browser)
        bother(page)
        assert page.closed() == code
    (page, *_) = company.movers()
    page.move(page.now["paths"][0])
    assert company.watcher.at(1)["number"] == 1


# Seats of other people.


@every_game
def test_nobody_else_can_move_for_a_seat(server: Server, gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    (mover, *_) = company.movers()
    seat, path = mover.now["seat"], mover.now["paths"][0]
    stranger = Page(server, company.key, Browser(server.url).called("Mallory"))
    forger = Browser(server.url)
    forger.http.cookies.set("spirit", company.browsers[seat].http.cookies["spirit"][:-1])
    other = company.pages[1 - seat]
    for page in (company.watcher, stranger, Page(server, company.key, forger), other):
        # All of them know the number, and every name at the table.
        for message in ({"path": path}, {"take_back": True}):
            page.say(number=0, seat=seat, **message)
            assert page.complaint() == "You do not sit there."
        page.say(face=seat)
        assert page.complaint() == "You do not sit there."
        assert page.now["seat"] != seat
    assert company.number == 0
    stranger.leave()


def test_seats_that_do_not_exist_are_refused(gather: Gather) -> None:
    company = gather(LANTERNS, 2)
    for seat in (-1, 2, 10**30):
        company.pages[0].say(number=0, seat=seat, path=["lay", "lantern-1"])
        assert company.pages[0].complaint() == "You do not sit there."
        company.pages[0].say(face=seat)
        assert company.pages[0].complaint() == "You do not sit there."
    assert company.number == 0


def test_only_the_giver_takes_back(gather: Gather) -> None:
    company = gather(LANTERNS, 2)
    while not company.table.look()["view"]["laid"]:
        (page, *_) = company.movers()
        page.move(page.now["paths"][0])
        page.at(page.now["number"] + 1)
    (giver,) = company.movers()
    other = company.pages[1 - giver.now["seat"]]
    before = giver.now
    giver.move(giver.now["paths"][0])
    giver.at(3)
    other.at(3)
    assert 'id="take-back"' in giver.now["html"]
    assert 'id="take-back"' not in other.now["html"]
    other.say(number=3, seat=other.now["seat"], take_back=True)
    assert "take back" in other.complaint()
    giver.say(number=3, seat=giver.now["seat"], take_back=True)
    assert giver.at(4)["paths"] == before["paths"]


# Presence.


@every_game
def test_leaving_and_coming_back_is_seen(server: Server, gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    assert [seat["away"] for seat in company.table.look()["seats"]] == [False, False]
    second = Page(server, company.key, company.browsers[1])
    second.leave()  # another window of a person who is still present
    company.pages[0].quiet(0.3)
    assert company.table.look()["seats"][1]["away"] is False
    company.pages[1].leave()
    assert company.pages[0].hear()["number"] == 0  # the others are told
    assert company.table.look()["seats"][1]["away"] is True
    company.pages[1] = Page(server, company.key, company.browsers[1])
    assert company.pages[0].hear()["number"] == 0
    assert company.table.look()["seats"][1]["away"] is False


def test_away_is_written_beside_the_name(server: Server, gather: Gather) -> None:
    company = gather(GAMES[0], 2)
    company.pages[1].leave()
    company.pages[0].until(lambda message: "player-away" in message["html"])
    company.pages[1] = Page(server, company.key, company.browsers[1])
    company.pages[0].until(lambda message: "player-away" not in message["html"])


class Visit(Company):
    """People at a table that a program has set, with this many seconds until a bot takes over."""

    def __init__(self, server: Server, game: Game, seats: int, away_seconds: int) -> None:
        self.server = server
        http = caller(server.url)
        order = {"game": game.id, "seats": [{"kind": "friend"}] * seats, "open": True, "away_seconds": away_seconds}
        self.key = http.post("/api/tables", json=order).json()["table"]
        self.table = Table(http, self.key, "")
        self.browsers = [Browser(server.url) for _ in range(seats)]
        for seat, browser in enumerate(self.browsers):
            assert browser.send(f"/tables/{self.key}/join", name=f"Guest {seat}").status_code == 303
        self.pages = [Page(server, self.key, browser) for browser in self.browsers]
        self.watcher = Page(server, self.key)

    def play_until(self, seat: int) -> None:
        """Let the others move until this one is pending."""
        chance = random.Random(seat)
        while seat not in self.table.look()["view"]["pending"]:
            page = chance.choice(self.movers())
            page.move(some_path(chance, page.now["paths"]))
            page.at(page.now["number"] + 1)


@every_game
def test_a_bot_plays_for_an_absent_person(server: Server, game: Game) -> None:
    company = Visit(server, game, most_seats(game), 1)
    company.play_until(1)
    number = company.number
    company.pages[1].leave()
    company.pages[0].at(number + 1)  # only a bot can have moved
    movers = rows(
        server.data, "select distinct seat from entries where table_key = ? and number >= ?", company.key, number
    )
    assert movers == [(1,)]
    assert company.table.look()["seats"][1]["bot_plays"] is True
    company.pages[1] = Page(server, company.key, company.browsers[1])
    assert company.table.look()["seats"][1]["bot_plays"] is False
    company.pages[1].settle()
    company.play_until(1)
    company.caught_up()
    number = company.number
    company.watcher.quiet(1.6)
    assert company.number == number  # the person is back and decides, however long it takes
    company.pages[1].move(company.pages[1].now["paths"][0])
    company.pages[1].at(number + 1)
    company.close()


@every_game
def test_without_a_time_no_bot_takes_over(server: Server, gather: Gather, game: Game) -> None:
    company = gather(game, 2)
    for page in company.pages:
        page.leave()
    company.watcher.quiet(1.2)
    assert company.number == 0
    assert not any(seat["bot_plays"] for seat in company.table.look()["seats"])


# One screen for several people.


@every_game
def test_a_screen_that_is_passed_on_shows_no_hand(server: Server, game: Game) -> None:
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(game, ["me", "here"], **{"name-1": "Bo"})
    page, watcher = Page(server, table, ada), Page(server, table)
    chance = random.Random(13)
    passed: set[int] = set()
    for _ in range(14):
        watcher.at(page.now["number"])
        if page.now["over"]:
            break
        if page.now["pass"] is not None:
            seat = page.now["pass"]["seat"]
            assert page.now["pass"]["name"] == ["Ada", "Bo"][seat]
            assert page.now["seat"] is None
            assert page.now["paths"] == []
            assert page.now["html"] == watcher.now["html"]  # what a spectator sees
            path = ["nothing"]
            page.say(number=page.now["number"], seat=seat, path=path)
            assert page.complaint() == "You do not sit there."  # not before the curtain is opened
            page.say(face=seat)
            page.until(lambda message: message.get("pass", 0) is None)
            assert page.now["seat"] == seat
            passed.add(seat)
        number = page.now["number"]
        page.move(some_path(chance, page.now["paths"]))
        page.at(number + 1)
    assert passed == {0, 1}
    page.leave()
    watcher.leave()


def test_a_message_to_a_page_that_has_left_is_dropped() -> None:
    """The web server raises this after the page has closed its socket, and before the server is told."""

    async def gone(_: str) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    socket = cast(WebSocket, SimpleNamespace(cookies={"csrftoken": "token"}, send_text=gone))
    service = cast(TableService, SimpleNamespace(can_skip=lambda *_: False))
    page = PageConnection(socket, service, live_table_of(LANTERNS, 2, "gone"), person(0))
    asyncio.run(page.send_table())
    asyncio.run(page.complain("That cannot be done."))
