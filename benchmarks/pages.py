"""Visitors of a server on this machine. They do what browsers do: forms with a token, cookies, and page sockets.

Each visitor can have an address of its own. On Linux all addresses of 127.0.0.0/8 are this machine, and the server
takes them for many networks.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import httpx
import msgspec
import websockets

INVITE_FIELD = re.compile(r'id="invite-url" value="https?://[^/"]+([^"]+)"')
TOKEN_FIELD = re.compile(r'name="_csrf_token" value="([^"]+)"')
TIMEOUT_SECONDS = 30.0


class Refused(Exception):
    """The server refused a request or closed a connection."""


class Passing(msgspec.Struct):
    """The seat that the screen is passed to."""

    seat: int


class Hinted(msgspec.Struct):
    """The move that a hint suggests."""

    path: list[str]


class Update(msgspec.Struct):
    """The parts of a socket's message that are read. Messages without a table have no `paths`."""

    number: int
    seat: int | None = None
    paths: list[list[str]] | None = None
    over: bool = False
    passing: Passing | None = msgspec.field(name="pass", default=None)
    hint: Hinted | None = None


def client(base: str, address: str | None = None) -> httpx.AsyncClient:
    """Returns an HTTP client that sends its requests from this address."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=TIMEOUT_SECONDS)


@dataclass
class Visitor:
    """A browser: its cookies, and the token of its forms."""

    base: str
    http: httpx.AsyncClient
    token: str
    address: str | None = None

    @classmethod
    async def come(cls, base: str, address: str | None = None) -> Visitor:
        http = client(base, address)
        found = TOKEN_FIELD.search((await http.get("/mine")).text)
        if found is None:
            raise Refused("The page /mine has no form.")
        return cls(base, http, found[1], address)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def send(self, path: str, **form: str) -> httpx.Response:
        return await self.http.post(path, data={"_csrf_token": self.token, **form})

    async def set_table(self, game: str, kinds: list[str], **form: str) -> str:
        """Returns the path of a new table. Raises Refused with the status if the server does not make one."""
        seats = {f"seat-{seat}": kind for seat, kind in enumerate(kinds)}
        answer = await self.send("/tables", game=game, seats=str(len(kinds)), **seats, **form)
        if answer.status_code != httpx.codes.SEE_OTHER:
            raise Refused(str(answer.status_code))
        return answer.headers["location"]

    async def connect(self, path: str) -> websockets.ClientConnection:
        """Returns the socket of a page at this table."""
        return await websockets.connect(
            f"{self.base.replace('http', 'ws', 1)}{path}/socket?parts",
            origin=websockets.Origin(self.base),
            additional_headers={"Cookie": self.cookies},
            local_addr=None if self.address is None else (self.address, 0),
            compression=None,
        )

    async def open(self, path: str) -> Page:
        return Page(await self.connect(path))


async def sit_together(bases: list[str], game: str, players: int) -> tuple[str, list[Visitor]]:
    """Returns the path of a new table and its visitors, who are spread over the servers."""
    host = await Visitor.come(bases[0])
    path = await host.set_table(game, ["me", *["friend"] * (players - 1)])
    invite = INVITE_FIELD.search((await host.http.get(path)).text)
    if invite is None:
        raise Refused("The table has no invitation.")
    people = [host]
    for at in range(1, players):
        friend = await Visitor.come(bases[at % len(bases)])
        if (await friend.send(invite[1], name="Friend")).status_code != httpx.codes.SEE_OTHER:
            raise Refused("The invitation was refused.")
        people.append(friend)
    return path, people


class Page:
    """A page at a table: the update that it shows, since when it shows it, and methods to pick."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self.connection = connection
        self.now = Update(-1)
        self.since = time.perf_counter()
        self.hints: dict[int, list[str]] = {}
        self.received = 0  # bytes
        self._news = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        decoder = msgspec.json.Decoder(Update)
        with suppress(websockets.ConnectionClosed):
            async for message in self.connection:
                self.received += len(message)
                self._take(decoder.decode(message))
        self._news.set()

    def _take(self, update: Update) -> None:
        if update.hint is not None:
            self.hints[update.number] = update.hint.path
        if update.paths is not None:
            if update.number != self.now.number:
                self.since = time.perf_counter()
            self.now = update
        self._news.set()

    async def until(self, done: Callable[[], bool]) -> None:
        """Waits until `done` returns True. Raises Refused if the server closes the socket before."""
        while not done():
            if self._listening.done():
                raise Refused(f"closed with {self.connection.close_code}")
            self._news.clear()
            await self._news.wait()

    async def reach(self, number: int) -> None:
        """Waits until the page shows the table after so many moves."""
        await self.until(lambda: self.now.number >= number)

    async def say(self, **message: object) -> None:
        await self.connection.send(json.dumps(message))

    async def move(self, path: list[str]) -> None:
        """Makes a move, and waits until the page shows the table after it."""
        number = self.now.number
        await self.say(number=number, seat=self.now.seat, path=path)
        await self.reach(number + 1)

    async def move_at_random(self, chance: random.Random) -> None:
        await self.move(chance.choice(self.now.paths or [[]]))

    async def ask_for_a_hint(self) -> list[str]:
        """Asks for a hint, waits for it, and returns its move."""
        number = self.now.number
        await self.say(number=number, seat=self.now.seat, hint=True)
        await self.until(lambda: number in self.hints)
        return self.hints[number]

    async def turn_to_the_next(self) -> None:
        """Passes the screen to the next player, if several players share it."""
        if self.now.passing is not None:
            await self.say(face=self.now.passing.seat)
            await self.until(lambda: self.now.passing is None)

    async def leave(self) -> None:
        await self.connection.close()
        await asyncio.gather(self._listening, return_exceptions=True)
