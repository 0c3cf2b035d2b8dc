"""People at this machine's server, as their browsers are: forms with a token, cookies, and the socket of a page.

Every person may come from an address of their own: on Linux all of 127.0.0.0/8 is this machine, and counts as many
networks.
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

INVITE = re.compile(r'id="invite-url" value="https?://[^/"]+([^"]+)"')
TOKEN = re.compile(r'name="_csrf_token" value="([^"]+)"')
PATIENCE = 30.0  # seconds, after which nobody waits any more


class Refused(Exception):
    """The server answered, but not with what was asked for."""


class Passing(msgspec.Struct):
    """Whom to pass the screen to."""

    seat: int


class Hinted(msgspec.Struct):
    path: list[str]


class Update(msgspec.Struct):
    """What is read of a socket's messages. Only those that show the table have paths, if only none."""

    number: int
    seat: int | None = None
    paths: list[list[str]] | None = None
    over: bool = False
    passing: Passing | None = msgspec.field(name="pass", default=None)
    hint: Hinted | None = None


def client(base: str, address: str | None = None) -> httpx.AsyncClient:
    """Somebody who asks from this address."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=PATIENCE)


@dataclass
class Person:
    """Somebody's browser: its cookies, and the token that its forms carry."""

    base: str
    http: httpx.AsyncClient
    token: str
    address: str | None = None

    @classmethod
    async def come(cls, base: str, address: str | None = None) -> Person:
        http = client(base, address)
        found = TOKEN.search((await http.get("/mine")).text)
        if found is None:
            raise Refused("The page of one's games has no form.")
        return cls(base, http, found[1], address)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def send(self, path: str, **form: str) -> httpx.Response:
        return await self.http.post(path, data={"_csrf_token": self.token, **form})

    async def set_table(self, game: str, kinds: list[str], **form: str) -> str:
        """The path of a new table; Refused with the status if there is none."""
        seats = {f"seat-{seat}": kind for seat, kind in enumerate(kinds)}
        answer = await self.send("/tables", game=game, seats=str(len(kinds)), **seats, **form)
        if answer.status_code != httpx.codes.SEE_OTHER:
            raise Refused(str(answer.status_code))
        return answer.headers["location"]

    async def connect(self, path: str) -> websockets.ClientConnection:
        """The socket of a page at the table of that path."""
        return await websockets.connect(
            f"{self.base.replace('http', 'ws', 1)}{path}/socket",
            origin=websockets.Origin(self.base),
            additional_headers={"Cookie": self.cookies},
            local_addr=None if self.address is None else (self.address, 0),
            compression=None,
        )

    async def open(self, path: str) -> Page:
        return Page(await self.connect(path))


async def sit_together(bases: list[str], game: str, players: int) -> tuple[str, list[Person]]:
    """People at a new table, and its path. Whoever comes is led to one server after the other."""
    host = await Person.come(bases[0])
    path = await host.set_table(game, ["me", *["friend"] * (players - 1)])
    invite = INVITE.search((await host.http.get(path)).text)
    if invite is None:
        raise Refused("The table has no invitation.")
    people = [host]
    for at in range(1, players):
        friend = await Person.come(bases[at % len(bases)])
        if (await friend.send(invite[1], name="Friend")).status_code != httpx.codes.SEE_OTHER:
            raise Refused("The invitation does not hold.")
        people.append(friend)
    return path, people


class Page:
    """A page at a table: what it shows now, since when, and a way to pick."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.now = Update(-1)
        self.since = time.perf_counter()
        self.hints: dict[int, list[str]] = {}
        self.received = 0  # bytes
        self._news = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        decoder = msgspec.json.Decoder(Update)
        with suppress(websockets.ConnectionClosed):
            async for message in self.line:
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
        """Wait for something to show. Raises Refused if the server closes the socket before."""
        while not done():
            if self._listening.done():
                raise Refused(f"closed with {self.line.close_code}")
            self._news.clear()
            await self._news.wait()

    async def reach(self, number: int) -> None:
        """Wait until the page shows the table after so many moves."""
        await self.until(lambda: self.now.number >= number)

    async def say(self, **message: object) -> None:
        await self.line.send(json.dumps(message))

    async def move(self, path: list[str]) -> None:
        """Pick, and wait until the page shows what comes of it."""
        number = self.now.number
        await self.say(number=number, seat=self.now.seat, path=path)
        await self.reach(number + 1)

    async def move_at_random(self, chance: random.Random) -> None:
        await self.move(chance.choice(self.now.paths or [[]]))

    async def ask_for_a_hint(self) -> list[str]:
        """What an expert would pick here; it may take a while."""
        number = self.now.number
        await self.say(number=number, seat=self.now.seat, hint=True)
        await self.until(lambda: number in self.hints)
        return self.hints[number]

    async def turn_to_the_next(self) -> None:
        """Where several share the screen: the next of them draws the curtain."""
        if self.now.passing is not None:
            await self.say(face=self.now.passing.seat)
            await self.until(lambda: self.now.passing is None)

    async def leave(self) -> None:
        await self.line.close()
        await asyncio.gather(self._listening, return_exceptions=True)
