"""Attacks that could keep others from playing. Each is limited by a count.

An attack calls `ready` when it is at its full strength, goes on until it is told to stop, and counts the answers of the
server. The command gives it only the address of a server that the command has started on this machine.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import secrets
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from urllib.parse import urlsplit

import httpx
import websockets

from benchmarks.pages import Page, Refused, Visitor, client

REQUESTS_AT_ONCE = 20  # requests without an answer yet
ESTABLISHED = 1  # the first byte of TCP_INFO on Linux while neither side has closed the connection
SELF_PLAYING = {"game": "halloween", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "expert"}] * 3]}
TWO_HERE = {"game": "halloween", "seats": [{"kind": "me"}, {"kind": "here"}]}  # a long game with a large table
NOT_ANSWERED = "not answered"
REQUEST_FAILURES = (OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException)


@dataclass
class Attack:
    """A running attack: the address of the server, how much to do, and the answers so far."""

    base: str
    count: int
    ready: Callable[[], None]
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.base)
        return str(parts.hostname), int(parts.port or 80)

    async def note(self, what: str, asking: Awaitable[httpx.Response]) -> httpx.Response | None:
        """Waits for an answer, counts it by its status, and returns it; None if there is none."""
        try:
            answer = await asking
        except REQUEST_FAILURES:
            self.answers[f"{what}: {NOT_ANSWERED}"] += 1
            return None
        self.answers[f"{what}: {answer.status_code}"] += 1
        return answer

    async def pause(self, seconds: float) -> None:
        """Waits so many seconds, or until the attack is to stop."""
        try:
            await asyncio.wait_for(self.stop.wait(), seconds)
        except TimeoutError:
            return


async def at_once(work: Callable[[int], Awaitable[object]], count: int) -> None:
    """Does the work for every number below the count, for several numbers at the same time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await work(number)

    await asyncio.gather(*(worker() for _ in range(REQUESTS_AT_ONCE)))


# Tables.


async def self_playing(attack: Attack) -> None:
    """One address makes tables at which experts take over from an absent host, within its limit of requests."""
    async with client(attack.base) as http:
        order = {**SELF_PLAYING, "away_seconds": 0}
        await at_once(lambda _: attack.note("table", http.post("/api/tables", json=order)), attack.count)
        attack.ready()
        await attack.stop.wait()


async def table_flood(attack: Attack) -> None:
    """The addresses of one IPv6 network make as many tables as the server allows, and go on asking for more."""

    async def order(number: int) -> None:
        header = {"X-Forwarded-For": f"2001:db8::{number + 1:x}"}  # as a proxy on this machine would send it
        if not attack.stop.is_set():
            await attack.note("table", http.post("/api/tables", json=TWO_HERE, headers=header))

    async with client(attack.base) as http:
        await at_once(order, attack.count)
        attack.ready()
        while not attack.stop.is_set():
            await at_once(order, REQUESTS_AT_ONCE)


# Connections.


async def half_open_heads(attack: Attack) -> None:
    """Opens connections that send half of a request's head and no more. A closed connection is opened again."""
    await keep_open(attack, lambda number: "head", lambda number: b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


async def silent_readers(attack: Attack) -> None:
    """Opens page sockets and event streams that never read, at a table at which moves are made all the time."""
    async with client(attack.base) as http:
        made = await attack.note("table", http.post("/api/tables", json=TWO_HERE))
        if made is None or made.status_code != httpx.codes.CREATED:
            attack.ready()
            return
        table = made.json()
        keys = {own["seat"]: {"Authorization": f"Bearer {own['key']}"} for own in table["seats"]}
        heads = (socket_head(attack.base, table["table"]), stream_head(attack.base, table["table"]))
        moving = asyncio.create_task(keep_moving(attack, http, f"/api/tables/{table['table']}", keys))
        await keep_open(attack, lambda number: ("socket", "stream")[number % 2], lambda number: heads[number % 2])
        await asyncio.gather(moving, return_exceptions=True)


def socket_head(base: str, table: str) -> bytes:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        f"GET /tables/{table}/socket HTTP/1.1",
        f"Host: {urlsplit(base).netloc}",
        f"Origin: {base}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join((*lines, "", "")).encode()


def stream_head(base: str, table: str) -> bytes:
    return f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: {urlsplit(base).netloc}\r\n\r\n".encode()


async def keep_moving(attack: Attack, http: httpx.AsyncClient, address: str, keys: dict[int, dict[str, str]]) -> None:
    """Makes moves at both seats as often as the limit of requests allows. The server sends each to all connections."""
    chance = random.Random(1)
    while not attack.stop.is_set():
        for key in keys.values():
            seen = await attack.note("look", http.get(address, headers=key))
            if seen is not None and seen.status_code == httpx.codes.OK and seen.json()["paths"]:
                move = {"number": seen.json()["number"], "path": chance.choice(seen.json()["paths"])}
                await attack.note("move", http.post(f"{address}/moves", json=move, headers=key))
        await attack.pause(0.2)


async def keep_open(attack: Attack, name: Callable[[int], str], head: Callable[[int], bytes]) -> None:
    """Keeps connections open that have sent `head` and never read. A closed connection is opened again."""
    held: dict[int, socket.socket] = {}
    try:
        while not attack.stop.is_set():
            for number in range(attack.count):
                if number not in held or not is_open(held[number]):
                    await open_again(attack, held, number, name(number), head(number))
            attack.ready()
            await attack.pause(1)
        attack.answers["held open at the end"] = sum(map(is_open, held.values()))
    finally:
        for one in held.values():
            one.close()


async def open_again(attack: Attack, held: dict[int, socket.socket], number: int, name: str, head: bytes) -> None:
    if number in held:
        held.pop(number).close()
        attack.answers[f"{name}: closed by the server"] += 1
    try:
        held[number] = await connect(attack.place, head)
        attack.answers[f"{name}: opened"] += 1
    except REQUEST_FAILURES:
        attack.answers[f"{name}: {NOT_ANSWERED}"] += 1


async def connect(place: tuple[str, int], head: bytes) -> socket.socket:
    """Returns a connection with a small receive buffer that has sent `head`."""
    made = socket.socket()
    made.setblocking(False)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    try:
        async with asyncio.timeout(5):
            await asyncio.get_running_loop().sock_connect(made, place)
            await asyncio.get_running_loop().sock_sendall(made, head)
    except REQUEST_FAILURES:
        made.close()
        raise
    return made


def is_open(connection: socket.socket) -> bool:
    """Returns whether neither side has closed the connection, without reading from it."""
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED


# Thinking.


async def hint_storm(attack: Attack) -> None:
    """One person with many tables, who asks for a hint at each, follows it, and asks again."""
    person = await Visitor.come(attack.base)
    await person.send("/name", name="Storm")
    asking: list[asyncio.Task[None]] = []

    async def begin(_: int) -> None:
        page = await open_page(attack, person)
        if page is not None:
            asking.append(asyncio.create_task(ask_for_hints(attack, page)))

    await at_once(begin, attack.count)
    attack.ready()
    await attack.stop.wait()
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await person.http.aclose()


async def open_page(attack: Attack, person: Visitor) -> Page | None:
    try:
        page = await person.open(await person.set_table("thirteen", ["me", "bot"], level="easy"))
        await page.reach(0)
    except Refused as answer:
        attack.answers[f"table or page: {answer}"] += 1
    except REQUEST_FAILURES:
        attack.answers[f"table or page: {NOT_ANSWERED}"] += 1
    else:
        attack.answers["page: opened"] += 1
        return page
    return None


async def ask_for_hints(attack: Attack, page: Page) -> None:
    try:
        while not page.now.over:
            await page.until(lambda: bool(page.now.paths))
            attack.answers["hint: asked for"] += 1
            path = await page.ask_for_a_hint()
            attack.answers["hint: given"] += 1
            await page.move(path)
    except (Refused, *REQUEST_FAILURES) as end:
        attack.answers[f"page: {end if isinstance(end, Refused) else NOT_ANSWERED}"] += 1
    finally:
        await page.leave()


@dataclass(frozen=True)
class Program:
    """An attack that the command can run, and its default count."""

    carry_out: Callable[[Attack], Coroutine[object, object, None]]
    count: int


PROGRAMS = {
    "self-playing": Program(self_playing, 590),
    "table-flood": Program(table_flood, 20_000),
    "silent-readers": Program(silent_readers, 300),
    "half-open-heads": Program(half_open_heads, 1_500),
    "hint-storm": Program(hint_storm, 100),
}
ATTACKER_NICENESS = 10  # the server comes first: a real attacker would have a machine of its own


async def carry_out(program: Program, attack: Attack, until: Callable[[], bool], seconds: float) -> None:
    """Runs an attack until `until` returns True, but at most so many seconds."""
    working = asyncio.create_task(program.carry_out(attack))
    try:
        async with asyncio.timeout(seconds):
            while not until() and not working.done():
                await asyncio.sleep(0.1)
        attack.stop.set()
        await asyncio.wait_for(working, 30)
    except TimeoutError:
        working.cancel()
        attack.answers["stopped in the middle"] += 1


def attacker(name: str, base: str, count: int, seconds: float, line: Connection[str | Counter[str], str]) -> None:
    """Runs an attack in a process of its own. Sends "ready" at its full strength, and the answers at the end."""
    os.nice(ATTACKER_NICENESS)
    attack = Attack(base, count, lambda: line.send("ready"))
    asyncio.run(carry_out(PROGRAMS[name], attack, line.poll, seconds))
    line.send(attack.answers)
