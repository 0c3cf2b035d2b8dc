"""What somebody might do to a server so that others cannot play, each bounded by a count.

An attack says when it has done its worst (`ready`), keeps it up until it is told to stop, and counts what the server
answered. The command gives it the address of a server that it has started itself, on this machine, and no other.
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

from benchmarks.pages import Page, Person, Refused, client

AT_ONCE = 20  # requests that wait for their answers
ESTABLISHED = 1  # the first byte of what Linux tells of a connection, while neither side has closed it
SELF_PLAYING = {"game": "halloween", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "expert"}] * 3]}
TWO_HERE = {"game": "halloween", "seats": [{"kind": "me"}, {"kind": "here"}]}  # a long game with a large table
NOT_ANSWERED = "not answered"
FAILURES = (OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException)


@dataclass
class Attack:
    """What an attack knows and tells: where the server is, how much to do, and what came of it."""

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
        """Count the answer by its status; None if there was none."""
        try:
            answer = await asking
        except FAILURES:
            self.answers[f"{what}: {NOT_ANSWERED}"] += 1
            return None
        self.answers[f"{what}: {answer.status_code}"] += 1
        return answer

    async def pause(self, seconds: float) -> None:
        """So long, or until it is to stop."""
        try:
            await asyncio.wait_for(self.stop.wait(), seconds)
        except TimeoutError:
            return


async def at_once(work: Callable[[int], Awaitable[object]], count: int) -> None:
    """Do it for every number below the count, some of them at the same time."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await work(number)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


# Tables.


async def self_playing(attack: Attack) -> None:
    """Tables of experts who take over from somebody who is never there: one address, within its requests a minute."""
    async with client(attack.base) as http:
        order = {**SELF_PLAYING, "away_seconds": 0}
        await at_once(lambda _: attack.note("table", http.post("/api/tables", json=order)), attack.count)
        attack.ready()
        await attack.stop.wait()


async def table_flood(attack: Attack) -> None:
    """As many tables as the server sets, for every address of one IPv6 network, and then still more."""

    async def order(number: int) -> None:
        header = {"X-Forwarded-For": f"2001:db8::{number + 1:x}"}  # what a proxy on this machine would say
        if not attack.stop.is_set():
            await attack.note("table", http.post("/api/tables", json=TWO_HERE, headers=header))

    async with client(attack.base) as http:
        await at_once(order, attack.count)
        attack.ready()
        while not attack.stop.is_set():
            await at_once(order, AT_ONCE)


# Connections.


async def half_open_heads(attack: Attack) -> None:
    """Connections that send half of a request's head and no more; for each that is closed there is another."""
    await keep_open(attack, lambda number: "head", lambda number: b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


async def silent_readers(attack: Attack) -> None:
    """Page sockets and event streams that never read, at a table at which moves are made all the time."""
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
    """Now one seat, now the other, as often as one address may ask: everybody who watches is sent the table anew."""
    chance = random.Random(1)
    while not attack.stop.is_set():
        for key in keys.values():
            seen = await attack.note("look", http.get(address, headers=key))
            if seen is not None and seen.status_code == httpx.codes.OK and seen.json()["paths"]:
                move = {"number": seen.json()["number"], "path": chance.choice(seen.json()["paths"])}
                await attack.note("move", http.post(f"{address}/moves", json=move, headers=key))
        await attack.pause(0.2)


async def keep_open(attack: Attack, name: Callable[[int], str], head: Callable[[int], bytes]) -> None:
    """So many connections that have sent this and never read; whichever the server closes is opened again."""
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
    except FAILURES:
        attack.answers[f"{name}: {NOT_ANSWERED}"] += 1


async def connect(place: tuple[str, int], head: bytes) -> socket.socket:
    """A connection that has room for little of what is sent to it."""
    made = socket.socket()
    made.setblocking(False)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    try:
        async with asyncio.timeout(5):
            await asyncio.get_running_loop().sock_connect(made, place)
            await asyncio.get_running_loop().sock_sendall(made, head)
    except FAILURES:
        made.close()
        raise
    return made


def is_open(connection: socket.socket) -> bool:
    """Whether neither side has closed it, without reading from it."""
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED


# Thinking.


async def hint_storm(attack: Attack) -> None:
    """One person with many tables, who asks for a hint at each, follows it, and asks again."""
    person = await Person.come(attack.base)
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


async def open_page(attack: Attack, person: Person) -> Page | None:
    try:
        page = await person.open(await person.set_table("thirteen", ["me", "bot"], level="easy"))
        await page.reach(0)
    except Refused as answer:
        attack.answers[f"table or page: {answer}"] += 1
    except FAILURES:
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
    except (Refused, *FAILURES) as end:
        attack.answers[f"page: {end if isinstance(end, Refused) else NOT_ANSWERED}"] += 1
    finally:
        await page.leave()


@dataclass(frozen=True)
class Program:
    """An attack as the command knows it, and how much of it a short run takes."""

    carry_out: Callable[[Attack], Coroutine[object, object, None]]
    count: int


PROGRAMS = {
    "self-playing": Program(self_playing, 590),
    "table-flood": Program(table_flood, 20_000),
    "silent-readers": Program(silent_readers, 300),
    "half-open-heads": Program(half_open_heads, 1_500),
    "hint-storm": Program(hint_storm, 100),
}
NICE = 10  # an attacker would have a machine of its own: here it gives way to the server


async def carry_out(program: Program, attack: Attack, until: Callable[[], bool], seconds: float) -> None:
    """Until it is told to stop, or so many seconds at most."""
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
    """The life of the process that attacks: it says when it has done its worst, and then what came of it."""
    os.nice(NICE)
    attack = Attack(base, count, lambda: line.send("ready"))
    asyncio.run(carry_out(PROGRAMS[name], attack, line.poll, seconds))
    line.send(attack.answers)
