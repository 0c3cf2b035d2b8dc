"""The connections of this server: how many there may be, and how long each may take.

A client that does not send the rest of a request, or does not read what it is sent, costs memory and a file: its
connection is closed within seconds. One that is slow, but goes on, is waited for.
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

KEEP_ALIVE_SECONDS = 5  # until the next request of a browser
PING_SECONDS = 20.0  # from one question to a page whether it is still there to the next
PONG_SECONDS = 30.0  # until its answer, which a slow reader gives only when it has read what was sent before
RETRY_SECONDS = 10  # after which somebody who was turned away may find a place
TURNED_AWAY = b"Too many people are here just now; please come back.\n"
FULL = b"\r\n".join(
    [
        b"HTTP/1.1 503 Service Unavailable",
        b"Retry-After: %d" % RETRY_SECONDS,
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: %d" % len(TURNED_AWAY),
        b"Connection: close",
        b"",
        TURNED_AWAY,
    ]
)


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections a server has at once, and how many seconds a client has for each part of what it does."""

    most: int = 10_000
    a_network: int = 2_500
    head: float = 10.0  # from the connection, or from the answer before, to the end of a request's head
    body: float = 20.0  # from there to the end of its body
    stall: float = 30.0  # in which a reader must take something; 4 kB a second are enough, since systems take steps


class OpenConnections:
    """Those there are, in all and by network. A proxy connects for many networks, and is not counted as one."""

    def __init__(self, limits: ConnectionLimits, proxies: str) -> None:
        self._limits = limits
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts
        self._total = 0
        self._of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; returns whether there is a place for it."""
        network = network_of(address)
        self._total += 1
        self._of[network] += 1
        crowded = self._of[network] > self._limits.a_network and address not in self._proxies
        return self._total <= self._limits.most and not crowded

    def leave(self, address: str) -> None:
        network = network_of(address)
        self._total -= 1
        self._of[network] -= 1
        if not self._of[network]:
            del self._of[network]


async def _nothing(*_: object) -> None:
    """The application of a middleware that is only asked whom it trusts."""


class ReaderWatch:
    """Cuts a connection off whose reader takes nothing of what it was sent for too long.

    Whatever the system does not take at once counts as being waited for, so that nothing can lie in the memory of this
    process without being watched, also after the end of an answer."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, seconds: float) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=0)

    def wait(self) -> None:
        """Something lies here that the reader has not taken."""
        self._left = self._transport.get_write_buffer_size()
        self.stop()
        self._timer = self._loop.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """Nothing lies here any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._left:
            self.wait()
        else:
            self._transport.abort()


class HTTPConnection(H11Protocol):
    """One that ends if a head or a body does not come, or an answer is not read."""

    limits: ClassVar[ConnectionLimits]
    open: ClassVar[OpenConnections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in the class above
        super().connection_made(transport)
        self._watch = ReaderWatch(self.loop, transport, self.limits.stall)
        self._deadline: asyncio.TimerHandle | None = None
        self._expected: object = None
        self._is_socket = False  # since it was made one: this class has nothing to do with it any more
        self._address = self.client[0] if self.client else ""
        if self.open.enter(self._address):
            self._expect()
        else:
            transport.write(FULL)
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

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch.wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch.stop()

    def _expect(self) -> None:
        """Give the client so long for what must come from it next. Parts of that do not prolong it."""
        expected = (self.conn.their_state, self.cycle)
        if expected == self._expected or self._is_socket:
            return
        self._expected = expected
        self._stop_waiting()
        seconds = {h11.IDLE: self.limits.head, h11.SEND_BODY: self.limits.body}.get(self.conn.their_state)
        if seconds is not None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """End the connection, unless the client is still reading the answer before, and watched."""
        if self.flow.write_paused:
            self._deadline = self.loop.call_later(self.limits.head, self._give_up)
        else:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class SocketConnection(WebSocketsSansIOProtocol):
    """One that ends if its page does not read. That a page has gone is found out by pings."""

    limits: ClassVar[ConnectionLimits]
    open: ClassVar[OpenConnections]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._watch = ReaderWatch(self.loop, self.transport, self.limits.stall)
        self._address = self.client[0] if self.client else ""
        self.open.enter(self._address)  # the place that it had before

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._watch.stop()
        self.open.leave(self._address)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch.wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch.stop()

    def send_keepalive_ping(self) -> None:
        """Ask whether the page is there, unless it is reading, and watched."""
        if self.writable.is_set():
            super().send_keepalive_ping()
        else:
            self.schedule_ping()

    def handle_ping(self) -> None:
        """Answer, unless the answers would pile up because they are not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def protocols(limits: ConnectionLimits, proxies: str) -> tuple[type[HTTPConnection], type[SocketConnection]]:
    """Returns the classes of the connections of one server with these limits, behind the proxies with these
    addresses."""
    shared = {"limits": limits, "open": OpenConnections(limits, proxies)}
    return type("HTTP", (HTTPConnection,), shared), type("Socket", (SocketConnection,), shared)
