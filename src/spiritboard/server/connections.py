"""Limits on this server's connections: how many there may be, and how long each may take.

A client that does not send the rest of a request, or does not read its answer, costs memory and an open file. Its
connection is closed within seconds. A client that is slow but goes on is waited for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from spiritboard.server.limits import network_of

KEEP_ALIVE_SECONDS = 5  # in which a browser may send its next request
PING_SECONDS = 20.0  # between two pings of a page
PONG_SECONDS = 30.0  # for the answer, which a slow reader sends only when it has read everything before the ping
FULL_RETRY_SECONDS = 10  # after which a refused client may try again
FULL_TEXT = b"This server has too many visitors right now. Please come back in a moment.\n"
FULL_RESPONSE = b"\r\n".join(
    [
        b"HTTP/1.1 503 Service Unavailable",
        b"Retry-After: %d" % FULL_RETRY_SECONDS,
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: %d" % len(FULL_TEXT),
        b"Connection: close",
        b"",
        FULL_TEXT,
    ]
)


@dataclass(frozen=True)
class ConnectionLimits:
    """The most connections at once, and the seconds that a client has for each part of a request."""

    most: int = 10_000
    a_network: int = 2_500
    head: float = 10.0  # from the connection, or the last answer, to the end of the request's head
    body: float = 20.0  # from the end of the head to the end of the body
    stall: float = 30.0  # in which a reader must take something; 4 kB a second are enough


class OpenConnections:
    """Counts the open connections, in all and by network. The limit of a network does not hold for proxies, which
    connect for many networks."""

    def __init__(self, limits: ConnectionLimits, proxies: str) -> None:
        self._limits = limits
        self._proxies = ProxyHeadersMiddleware(_no_app, proxies).trusted_hosts
        self._total = 0
        self._by_network: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more connection. Returns whether the limits allow it."""
        network = network_of(address)
        self._total += 1
        self._by_network[network] += 1
        crowded = self._by_network[network] > self._limits.a_network and address not in self._proxies
        return self._total <= self._limits.most and not crowded

    def leave(self, address: str) -> None:
        network = network_of(address)
        self._total -= 1
        self._by_network[network] -= 1
        if not self._by_network[network]:
            del self._by_network[network]


async def _no_app(*_: object) -> None:
    """Stands for the application of a middleware that is used only to read the list of proxies."""


class ReaderWatch:
    """Cuts a connection off if its reader takes nothing for too long.

    Every byte that the system does not take at once counts as waiting, so that no data can stay in the memory of this
    process unwatched, even after the end of an answer."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, seconds: float) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._unread = 0  # bytes
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=0)

    def wait(self) -> None:
        """Start to watch: there is data that the reader has not taken."""
        self._unread = self._transport.get_write_buffer_size()
        self.stop()
        self._timer = self._loop.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """Stop watching: the reader has taken everything, or the connection is closed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._unread:
            self.wait()
        else:
            self._transport.abort()


class WatchedConnection(asyncio.Protocol):
    """A connection that ends if its reader takes nothing for too long."""

    limits: ClassVar[ConnectionLimits]
    open: ClassVar[OpenConnections]
    _watch: ReaderWatch

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch.wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch.stop()


class HTTPConnection(WatchedConnection, H11Protocol):
    """A connection that also ends if the head or the body of a request does not come in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in the class above
        super().connection_made(transport)
        self._watch = ReaderWatch(self.loop, transport, self.limits.stall)
        self._deadline: asyncio.TimerHandle | None = None
        self._expected: object = None
        self._is_socket = False  # True once a SocketConnection has taken the connection over
        self._address = self.client[0] if self.client else ""
        if self.open.enter(self._address):
            self._expect()
        else:
            transport.write(FULL_RESPONSE)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        self._watch.stop()
        self._stop_waiting()
        self.open.leave(self._address)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True
        self._let_go()
        super().handle_websocket_upgrade(event)

    def _expect(self) -> None:
        """Set the deadline for the next part of a request. The deadline does not move when some of the part comes."""
        expected = (self.conn.their_state, self.cycle)
        if expected == self._expected or self._is_socket:
            return
        self._expected = expected
        self._stop_waiting()
        seconds = {h11.IDLE: self.limits.head, h11.SEND_BODY: self.limits.body}.get(self.conn.their_state)
        if seconds is not None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """End the connection, unless the client still reads the last answer, which ReaderWatch limits."""
        if self.flow.write_paused:
            self._deadline = self.loop.call_later(self.limits.head, self._give_up)
        else:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class SocketConnection(WatchedConnection, WebSocketsSansIOProtocol):
    """The WebSocket of a page. Pings find out whether the page is still open."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._watch = ReaderWatch(self.loop, self.transport, self.limits.stall)
        self._address = self.client[0] if self.client else ""
        self.open.enter(self._address)  # in place of the HTTPConnection that became this socket

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._watch.stop()
        self.open.leave(self._address)

    def send_keepalive_ping(self) -> None:
        """Ping the page, unless it still reads, which ReaderWatch limits."""
        if self.writable.is_set():
            super().send_keepalive_ping()
        else:
            self.schedule_ping()

    def handle_ping(self) -> None:
        """Answer a ping, unless the page does not read and the answers would pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def protocols(limits: ConnectionLimits, proxies: str) -> tuple[type[HTTPConnection], type[SocketConnection]]:
    """Returns the connection classes of one server with these limits, which trusts the proxies at these addresses."""
    shared = {"limits": limits, "open": OpenConnections(limits, proxies)}
    return type("HTTP", (HTTPConnection,), shared), type("Socket", (SocketConnection,), shared)
