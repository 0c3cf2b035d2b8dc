"""The wire of servers that share a PostgreSQL database: its notifications, and a lease in one of its tables.

One connection listens; another speaks, and says every other second that this server lives. A server that does not say
so any more, because it died, hangs or has lost the database, loses the tables at which it lets bots move to the others
within seconds. Time is told by the database's clock.
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

from spiritboard.server.bus import BusListener, News, ServerBus
from spiritboard.server.outage import Outage
from spiritboard.server.storage import Unreachable

log = logging.getLogger(__name__)

CHANNEL = "spiritboard"
BEAT_SECONDS = 1.5  # between two times that a server says it is there
LEASE_BEATS = 3.5  # so many beats without a word, and it is gone
RETRY_SECONDS = 1.0
LONGEST_GOODBYE = 2.0  # seconds
LONG_GONE = 3600.0  # seconds after which a server that has ended without a word is forgotten

NOW = "extract(epoch FROM clock_timestamp())"
LIVE = f"""
    INSERT INTO servers (server, until, rules) VALUES (%(server)s, {NOW} + %(lease)s, %(rules)s)
    ON CONFLICT (server) DO UPDATE SET until = EXCLUDED.until"""
CLAIM = f"""
    INSERT INTO movers AS held (table_key, server) VALUES (%(table)s, %(server)s)
    ON CONFLICT (table_key) DO UPDATE SET server = EXCLUDED.server
    WHERE held.server = EXCLUDED.server
    OR NOT EXISTS (SELECT FROM servers WHERE servers.server = held.server AND until > {NOW})
    RETURNING true"""
RELEASE = "DELETE FROM movers WHERE table_key = %(table)s AND server = %(server)s RETURNING true"
PLAYED_ELSEWHERE = f"""
    SELECT EXISTS (SELECT FROM servers
    WHERE server <> %(server)s AND until > {NOW} AND rules ->> %(game)s = %(played)s)"""
RELEASE_ALL = "DELETE FROM movers WHERE server = %(server)s"
END = "DELETE FROM servers WHERE server = %(server)s"
FORGET = (
    f"DELETE FROM servers WHERE until < {NOW} - {LONG_GONE}",
    "DELETE FROM movers WHERE server NOT IN (SELECT server FROM servers)",
)


class PostgresBus(ServerBus):
    shared: ClassVar[bool] = True

    def __init__(self, address: str, rules: dict[str, str], pace: float = BEAT_SECONDS) -> None:
        """`rules` says by which this server plays each game; `pace` is the time between two beats."""
        self._address = address
        self._pace = pace
        self._lease = LEASE_BEATS * pace
        self._leased_until = 0.0  # by this server's own clock, which must not be ahead of the database's
        self._rules = msgspec.json.encode(rules).decode()
        self._server = secrets.token_hex(8)
        self._ear: BusListener | None = None
        self._to_tell: dict[str, News] = {}  # by table: whatever is told twice before it is sent is sent once
        self._something = asyncio.Event()
        self._heard_at: dict[str, float] = {}  # by server
        self._speaking: psycopg.AsyncConnection | None = None
        self._outage = Outage(log, "the other servers cannot be heard; trying until they can")
        self._claimed: set[str] = set()
        self._keeper: asyncio.Task[None] | None = None

    def open(self, listener: BusListener) -> None:
        self._ear = listener
        self._keeper = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        if self._keeper is None:
            return
        with suppress(Exception):  # the others will notice anyway
            await asyncio.wait_for(self._say_goodbye(), LONGEST_GOODBYE)
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        news = self._to_tell.setdefault(table, News(self._server, table))
        news.asks |= asks
        if heard is not None and heard not in news.heard:
            news.heard.append(heard)
        self._something.set()

    async def claim(self, table: str) -> bool:
        if time.monotonic() > self._leased_until:
            self._claimed.clear()
            return False
        if table not in self._claimed and await self._ask(CLAIM, table=table):
            self._claimed.add(table)
        return table in self._claimed

    async def release(self, table: str) -> None:
        if table in self._claimed:
            self._claimed.discard(table)
            await self._ask(RELEASE, table=table)

    async def is_played_elsewhere(self, game: str, rules: str) -> bool:
        if self._speaking is None:
            raise Unreachable("no connection")
        return await self._ask(PLAYED_ELSEWHERE, game=game, played=rules)

    async def _ask(self, query: str, **named: object) -> bool:
        """What the database answers; False while there is no connection."""
        speaking = self._speaking
        if speaking is None:
            return False
        try:
            row = await (await speaking.execute(query, {"server": self._server, **named})).fetchone()
        except psycopg.Error:
            return False
        return row is not None and bool(row[0]) and speaking is self._speaking

    async def _do(self, *statements: str) -> None:
        assert self._speaking is not None
        named = {"server": self._server, "lease": self._lease, "rules": self._rules}
        for statement in statements:
            await self._speaking.execute(statement, named)

    async def _live(self) -> None:
        """Hold the lease for a while longer. Whoever has lost it meanwhile has lost all that was claimed by it."""
        asked_at = time.monotonic()
        if asked_at > self._leased_until:
            self._claimed.clear()
            await self._do(RELEASE_ALL)
        await self._do(LIVE)
        self._leased_until = asked_at + self._lease

    async def _say_goodbye(self) -> None:
        await self._send_all()
        if self._speaking is not None:
            await self._do(RELEASE_ALL, END)

    # Staying in touch.

    async def _keep_connected(self) -> None:
        while True:
            try:
                await self._converse()
            except Exception as error:  # whatever it is: a server that hears nothing shows tables as they were
                self._outage.begin(_reason(error))
            finally:
                self._speaking = None
                self._claimed.clear()
                self._leased_until = 0.0
            await asyncio.sleep(RETRY_SECONDS)

    async def _converse(self) -> None:
        async with await self._connect() as listening, await self._connect() as speaking:
            await listening.execute(f"LISTEN {CHANNEL}")
            self._speaking = speaking
            self._heard_at.clear()
            await self._live()
            await self._do(*FORGET)
            self._outage.end()
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
            news = _understood(notice.payload)
            if news is not None:
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
            await self._live()
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
        long_ago = time.monotonic() - self._lease
        for server in [each for each, heard_at in self._heard_at.items() if heard_at < long_ago]:
            if server == self._server:
                raise ConnectionError("nothing is heard any more")
            del self._heard_at[server]
            if self._ear is not None:
                self._ear.lose(server)


def _understood(payload: str) -> News | None:
    """None for what a server of another version says, and this one does not know."""
    try:
        return msgspec.json.decode(payload, type=News)
    except msgspec.DecodeError:
        return None


def _reason(error: BaseException) -> str:
    """The kind of error, and no more: what a database says may name whoever asked, and what for."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return type(error).__name__
