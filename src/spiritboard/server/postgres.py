"""The wire of servers that share a PostgreSQL database: its notifications, and its advisory locks.

One connection listens; another speaks, and holds the locks: if it breaks, or the server dies, they are free again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import ClassVar

import msgspec
import psycopg

from spiritboard.server.wire import Ear, News, Wire

log = logging.getLogger(__name__)

CHANNEL = "spiritboard"
BEAT_SECONDS = 5.0  # between two times that a server says it is there
SILENCE = 3  # so many beats without a word, and it is gone
RETRY_SECONDS = 1.0
LONGEST_GOODBYE = 2.0  # seconds
TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"


class PostgresWire(Wire):
    shared: ClassVar[bool] = True

    def __init__(self, address: str, pace: float = BEAT_SECONDS) -> None:
        self._address = address
        self._pace = pace
        self._server = secrets.token_hex(8)
        self._ear: Ear | None = None
        self._to_tell: dict[str, News] = {}  # by table: whatever is told twice before it is sent is sent once
        self._something = asyncio.Event()
        self._heard_at: dict[str, float] = {}  # by server
        self._speaking: psycopg.AsyncConnection | None = None
        self._claimed: set[str] = set()
        self._keeper: asyncio.Task[None] | None = None

    def open(self, ear: Ear) -> None:
        self._ear = ear
        self._keeper = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        if self._keeper is None:
            return
        with suppress(Exception):  # the others will notice anyway
            await asyncio.wait_for(self._send_all(), LONGEST_GOODBYE)
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        news = self._to_tell.setdefault(table, News(self._server, table))
        news.asks |= asks
        if heard is not None and heard not in news.heard:
            news.heard.append(heard)
        self._something.set()

    async def claim(self, table: str) -> bool:
        if table in self._claimed:
            return True
        if await self._ask(TRY_LOCK, table):
            self._claimed.add(table)
        return table in self._claimed

    async def release(self, table: str) -> None:
        if table in self._claimed:
            self._claimed.discard(table)
            await self._ask(UNLOCK, table)

    async def _ask(self, query: str, table: str) -> bool:
        """False while there is no connection: locks are gone with it."""
        speaking = self._speaking
        if speaking is None:
            return False
        try:
            row = await (await speaking.execute(query, [table])).fetchone()
        except psycopg.Error:
            return False
        return row is not None and bool(row[0]) and speaking is self._speaking

    # Staying in touch.

    async def _keep_connected(self) -> None:
        while True:
            try:
                await self._converse()
            except Exception as error:  # whatever it is: a server that hears nothing shows tables as they were
                if self._speaking is not None:
                    log.warning("the other servers cannot be heard (%s): trying until they can", _reason(error))
            finally:
                self._speaking = None
                self._claimed.clear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _converse(self) -> None:
        async with await self._connect() as listening, await self._connect() as speaking:
            await listening.execute(f"LISTEN {CHANNEL}")
            self._speaking = speaking
            self._heard_at.clear()
            assert self._ear is not None
            await self._ear.hear_all()
            async with asyncio.TaskGroup() as together:
                together.create_task(self._listen(listening))
                together.create_task(self._speak())
                together.create_task(self._beat())

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True)

    async def _listen(self, listening: psycopg.AsyncConnection) -> None:
        async for notice in listening.notifies():
            news = msgspec.json.decode(notice.payload, type=News)
            self._heard_at[news.server] = time.monotonic()
            if news.server != self._server and self._ear is not None:
                await self._ear.hear(news)

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            await self._send_all()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._pace)
            await self._send(News(self._server))
            self._lose_the_silent()

    async def _send_all(self) -> None:
        self._something.clear()
        while self._to_tell and self._speaking is not None:
            table = next(iter(self._to_tell))
            news = self._to_tell.pop(table)
            news.present = self._ear.present(table) if self._ear is not None else []
            await self._send(news)

    async def _send(self, news: News) -> None:
        assert self._speaking is not None
        await self._speaking.execute("SELECT pg_notify(%s, %s)", [CHANNEL, msgspec.json.encode(news).decode()])

    def _lose_the_silent(self) -> None:
        """This server hears itself too: if not even that, its line is dead."""
        long_ago = time.monotonic() - SILENCE * self._pace
        for server in [each for each, heard_at in self._heard_at.items() if heard_at < long_ago]:
            if server == self._server:
                raise ConnectionError("nothing is heard any more")
            del self._heard_at[server]
            if self._ear is not None:
                self._ear.lose(server)


def _reason(error: BaseException) -> str:
    """The kind of error, and no more: what a database says may name whoever asked, and what for."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return type(error).__name__
