"""The bus of servers that share a PostgreSQL database: it uses notifications, and leases in the table `servers`.

One connection listens. Another one sends messages, and renews this server's lease every other second. A server that
does not renew its lease, because it has died, hangs or has lost the database, loses its claims on tables to the other
servers within seconds. A claim lets a server make the bots' moves at a table. Times are those of the database's clock.
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

from spiritboard.server.bus import BusListener, ServerBus, TableNews
from spiritboard.server.outage import Outage
from spiritboard.server.storage import Unreachable

log = logging.getLogger(__name__)

CHANNEL = "spiritboard"
BEAT_SECONDS = 1.5  # between two signs of life
LEASE_BEATS = 3.5  # without a sign of life, after which a server counts as gone
RECONNECT_SECONDS = 1.0
LONGEST_GOODBYE = 2.0  # seconds
LONG_GONE = 3600.0  # seconds after which the row of a server that was killed is removed

DATABASE_NOW = "extract(epoch FROM clock_timestamp())"
RENEW_LEASE = f"""
    INSERT INTO servers (server, until, rules) VALUES (%(server)s, {DATABASE_NOW} + %(lease)s, %(rules)s)
    ON CONFLICT (server) DO UPDATE SET until = EXCLUDED.until"""
CLAIM = f"""
    INSERT INTO movers AS held (table_key, server) VALUES (%(table)s, %(server)s)
    ON CONFLICT (table_key) DO UPDATE SET server = EXCLUDED.server
    WHERE held.server = EXCLUDED.server
    OR NOT EXISTS (SELECT FROM servers WHERE servers.server = held.server AND until > {DATABASE_NOW})
    RETURNING true"""
RELEASE = "DELETE FROM movers WHERE table_key = %(table)s AND server = %(server)s RETURNING true"
PLAYED_ELSEWHERE = f"""
    SELECT EXISTS (SELECT FROM servers
    WHERE server <> %(server)s AND until > {DATABASE_NOW} AND rules ->> %(game)s = %(played)s)"""
RELEASE_ALL = "DELETE FROM movers WHERE server = %(server)s"
FORGET_THIS_SERVER = "DELETE FROM servers WHERE server = %(server)s"
FORGET_DEAD_SERVERS = (
    f"DELETE FROM servers WHERE until < {DATABASE_NOW} - {LONG_GONE}",
    "DELETE FROM movers WHERE server NOT IN (SELECT server FROM servers)",
)


class PostgresBus(ServerBus):
    """The bus of a server that shares its tables with others."""

    shared: ClassVar[bool] = True

    def __init__(self, address: str, rules: dict[str, str], pace: float = BEAT_SECONDS) -> None:
        """`rules` has the version of the rules of each game; `pace` is the time between two signs of life."""
        self._address = address
        self._pace = pace
        self._lease = LEASE_BEATS * pace
        self._leased_until = 0.0  # by this server's own clock; never later than the end of the lease in the database
        self._rules = msgspec.json.encode(rules).decode()
        self._server = secrets.token_hex(8)
        self._listener: BusListener | None = None
        self._unsent: dict[str, TableNews] = {}  # by table, so that two changes of a table make one message
        self._has_unsent = asyncio.Event()
        self._heard_at: dict[str, float] = {}  # the time of the last message, by server
        self._speaking: psycopg.AsyncConnection | None = None
        self._outage = Outage(log, "no connection to the other servers; trying again until there is one")
        self._claimed: set[str] = set()
        self._keeper: asyncio.Task[None] | None = None

    def open(self, listener: BusListener) -> None:
        self._listener = listener
        self._keeper = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        if self._keeper is None:
            return
        with suppress(Exception):  # the other servers notice the end of the lease anyway
            await asyncio.wait_for(self._say_goodbye(), LONGEST_GOODBYE)
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)

    def tell(self, table: str, heard: str | None = None, asks: bool = False) -> None:
        news = self._unsent.setdefault(table, TableNews(self._server, table))
        news.asks |= asks
        if heard is not None and heard not in news.heard:
            news.heard.append(heard)
        self._has_unsent.set()

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
        """Returns the database's answer; False while there is no connection."""
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

    async def _renew_lease(self) -> None:
        """Renew the lease. If it had run out, this server has lost all its claims."""
        asked_at = time.monotonic()
        if asked_at > self._leased_until:
            self._claimed.clear()
            await self._do(RELEASE_ALL)
        await self._do(RENEW_LEASE)
        self._leased_until = asked_at + self._lease

    async def _say_goodbye(self) -> None:
        await self._send_all()
        if self._speaking is not None:
            await self._do(RELEASE_ALL, FORGET_THIS_SERVER)

    # The connection to the other servers.

    async def _keep_connected(self) -> None:
        while True:
            try:
                await self._converse()
            except Exception as error:  # any error, because without messages a server would show old tables
                self._outage.begin(_reason(error))
            finally:
                self._speaking = None
                self._claimed.clear()
                self._leased_until = 0.0
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _converse(self) -> None:
        async with await self._connect() as listening, await self._connect() as speaking:
            await listening.execute(f"LISTEN {CHANNEL}")
            self._speaking = speaking
            self._heard_at.clear()
            await self._renew_lease()
            await self._do(*FORGET_DEAD_SERVERS)
            self._outage.end()
            assert self._listener is not None
            await self._listener.hear_all()
            async with asyncio.TaskGroup() as together:
                together.create_task(self._listen(listening))
                together.create_task(self._speak())
                together.create_task(self._beat())

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True)

    async def _listen(self, listening: psycopg.AsyncConnection) -> None:
        async for notice in listening.notifies():
            news = _decoded(notice.payload)
            if news is not None:
                self._heard_at[news.server] = time.monotonic()
                if news.server != self._server and self._listener is not None:
                    await self._listener.hear(news)

    async def _speak(self) -> None:
        while True:
            await self._has_unsent.wait()
            await self._send_all()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._pace)
            await self._renew_lease()
            await self._send(TableNews(self._server))
            self._forget_silent_servers()

    async def _send_all(self) -> None:
        self._has_unsent.clear()
        while self._unsent and self._speaking is not None:
            table = next(iter(self._unsent))
            news = self._unsent.pop(table)
            if self._listener is not None:
                self._listener.complete(news)
            await self._send(news)

    async def _send(self, news: TableNews) -> None:
        assert self._speaking is not None
        await self._speaking.execute("SELECT pg_notify(%s, %s)", [CHANNEL, msgspec.json.encode(news).decode()])

    def _forget_silent_servers(self) -> None:
        """Forget servers that send nothing any more. This server receives its own messages too: if it does not, its
        connection is dead, and ConnectionError is raised."""
        long_ago = time.monotonic() - self._lease
        for server in [each for each, heard_at in self._heard_at.items() if heard_at < long_ago]:
            if server == self._server:
                raise ConnectionError("no messages arrive any more")
            del self._heard_at[server]
            if self._listener is not None:
                self._listener.lose(server)


def _decoded(payload: str) -> TableNews | None:
    """Returns None for a message of another version that this one does not know."""
    try:
        return msgspec.json.decode(payload, type=TableNews)
    except msgspec.DecodeError:
        return None


def _reason(error: BaseException) -> str:
    """Returns only the kind of error, because a database's message may contain names and keys."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return type(error).__name__
