"""Connections without activity are closed, slow ones are not, and their number is limited.

A small application behind a real web server in this process, with limits so short that they are over in a moment. What
must not be closed is tried with a clock that the test turns.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import uvicorn
from litestar.channels import ChannelsPlugin

from spiritboard.server import api, errors, run, system
from spiritboard.server.app import Settings, create_app
from spiritboard.server.connections import ConnectionLimits, OpenConnections, ReaderWatch
from tests.server.running import LONG_ENOUGH

SHORT = ConnectionLimits(head=0.2, body=0.2, stall=0.2)
MUCH = 8 << 20  # more than the systems on both sides hold for a client that does not read
GET = b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET /%s HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING = b"\x89\xfd" + bytes(4 + 125)  # the longest that is allowed


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the request's body, with much data at /much, and with an endless stream at /stream. Sockets get much
    data at once."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/much":
            await send({"type": "websocket.send", "bytes": bytes(MUCH)})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    elif scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        body = b""
        while (message := await receive()).get("more_body"):
            body += message["body"]
        if message["type"] == "http.request":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            gone = asyncio.ensure_future(receive())
            while scope["path"] == "/stream" and not gone.done():
                await send({"type": "http.response.body", "body": bytes(1 << 16), "more_body": True})
                await asyncio.sleep(0)
            last = bytes(MUCH) if scope["path"] == "/much" else body + message["body"]
            await send({"type": "http.response.body", "body": last})
            await gone


async def lifespan(receive: Any, send: Any) -> None:
    for event in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{event}.complete"})


class Running:
    """A server that runs during a test."""

    def __init__(self, limits: ConnectionLimits, proxies: str = "", app: Any = application) -> None:
        with pytest.MonkeyPatch.context() as patch:
            # The system would also close a connection whose client does not read, only later.
            patch.setattr(system, "SILENCE_MILLISECONDS", 0)
            self.listening = run._listen("127.0.0.1", 0)
            patch.setenv("FORWARDED_ALLOW_IPS", proxies)
            config = run._config(app, limits)
        config.timeout_keep_alive = 1
        config.timeout_graceful_shutdown = 1
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self) -> None:
        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(self.server.serve([self.listening]))

    def connect(self, sent: bytes = b"") -> socket.socket:
        connection = socket.create_connection(self.listening.getsockname(), timeout=LONG_ENOUGH)
        connection.sendall(sent)
        return connection

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)

    def is_empty(self) -> bool:
        """Returns whether all connections are closed soon."""
        return before_long(lambda: not self.connections and not self.server.server_state.tasks)


def before_long(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LONG_ENOUGH
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


@contextmanager
def running(limits: ConnectionLimits, proxies: str = "", app: Any = application) -> Iterator[Running]:
    server = Running(limits, proxies, app)
    server.thread.start()
    assert before_long(lambda: server.server.started)
    try:
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join(LONG_ENOUGH)


@pytest.fixture(scope="module")
def impatient() -> Iterator[Running]:
    with running(SHORT) as server:
        yield server


def read_to_the_end(connection: socket.socket) -> bytes:
    """Returns everything that the server sends until it closes the connection."""
    read = b""
    with connection:
        try:
            while part := connection.recv(1 << 20):
                read += part
        except ConnectionResetError:
            pass
    return read


def send_until_closed(connection: socket.socket, part: bytes, pause: float = 0) -> None:
    """Send the same data again and again, without reading, until the server closes the connection."""
    deadline = time.monotonic() + LONG_ENOUGH
    with connection, suppress(ConnectionError):
        while time.monotonic() < deadline:
            connection.sendall(part)
            time.sleep(pause)
    assert time.monotonic() < deadline


# Clients that do not send.


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: here\r\nX: ",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345",
        b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
        GET % b"" + b"GET / HT",  # after a request that was answered
    ],
)
def test_an_incomplete_request_is_cut_off(impatient: Running, half: bytes) -> None:
    connection = impatient.connect(half)
    read_to_the_end(connection)
    assert impatient.is_empty()


def test_a_head_that_comes_too_slowly_is_cut_off(impatient: Running) -> None:
    send_until_closed(impatient.connect(b"GET / HTTP/1.1\r\nHost: here\r\n"), b"X: y\r\n", 0.02)
    assert impatient.is_empty()


def test_requests_on_one_connection_are_answered_in_order(impatient: Running) -> None:
    connection = impatient.connect()
    with connection:
        for text in (b"one", b"two"):
            connection.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\n" + text)
            read = b""
            while text not in read:
                read += connection.recv(1000)


@pytest.mark.filterwarnings("ignore:.*([Ii]nferred|Litestar 3.0)")
@pytest.mark.parametrize(
    ("path", "content_type"), [(b"/api/tables", b"application/json"), (b"/name", b"application/x-www-form-urlencoded")]
)
def test_a_missing_body_is_not_logged_as_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: bytes, content_type: bytes
) -> None:
    half = b"POST %s HTTP/1.1\r\nHost: here\r\nContent-Type: %s\r\nContent-Length: 10\r\n\r\n{" % (path, content_type)
    told: list[object] = []
    monkeypatch.setattr(errors.log, "error", lambda *words, **_: told.append(words))
    with running(SHORT, app=create_app(Settings(tmp_path))) as server:
        read_to_the_end(server.connect(half))
        assert server.is_empty()
    assert told == []


@pytest.mark.parametrize("before", [b"", GET % b""], ids=["alone", "after a page"])
def test_a_silent_socket_stays_open(impatient: Running, before: bytes) -> None:
    with impatient.connect(before + UPGRADE % b"") as connection:
        read = b""
        while b"HTTP/1.1 101 " not in read:
            read += connection.recv(1000)
        time.sleep(4 * SHORT.body)
        connection.sendall(PING)
        assert connection.recv(1000).startswith(b"\x8a")


# Clients that do not read.


@pytest.mark.parametrize("asked", [GET % b"much", GET % b"stream", UPGRADE % b"much"], ids=["page", "stream", "socket"])
def test_a_client_that_does_not_read_is_cut_off(impatient: Running, asked: bytes) -> None:
    with impatient.connect(asked):
        assert before_long(lambda: impatient.connections > 0)
        assert impatient.is_empty()


def test_a_page_that_answers_no_pings_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PING_SECONDS", 0.05)
    monkeypatch.setattr(run, "PONG_SECONDS", 0.05)
    with running(ConnectionLimits()) as server, server.connect(UPGRADE % b"") as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 101 ")
        assert server.is_empty()


def test_unread_answers_to_pings_do_not_pile_up() -> None:
    with running(ConnectionLimits()) as server, server.connect(UPGRADE % b"") as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 101 ")
        for _ in range(50):
            connection.sendall(PING * 1000)
        assert max(each.transport.get_write_buffer_size() for each in server.server.server_state.connections) < 1 << 20


@pytest.mark.filterwarnings("ignore:.*([Ii]nferred|Litestar 3.0)")
def test_a_stream_without_events_sends_heartbeats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "HEARTBEAT_SECONDS", 0.01)
    with running(SHORT, app=create_app(Settings(tmp_path))) as server:
        url = "http://{}:{}/api/tables".format(*server.listening.getsockname())
        seats = [{"kind": "me"}, {"kind": "friend"}]
        key = httpx.post(url, json={"game": "lanterns", "seats": seats}).json()["table"]
        with httpx.stream("GET", f"{url}/{key}/events", timeout=LONG_ENOUGH) as stream:
            said = (line for line in stream.iter_lines() if line)
            assert next(said).startswith("data: ")
            assert [next(line for line in said if line.startswith(":")) for _ in range(3)] == [": "] * 3
        assert server.is_empty()


@pytest.mark.filterwarnings("ignore:.*([Ii]nferred|Litestar 3.0)")
def test_updates_do_not_pile_up_for_a_client_that_does_not_read(tmp_path: Path) -> None:
    channels = create_app(Settings(tmp_path)).plugins.get(ChannelsPlugin)

    async def backlog() -> int:
        async with channels, channels.start_subscription(["table"]) as subscriber:
            for _ in range(100):
                await channels.wait_published("", "table")
            await asyncio.sleep(0.1)
            return subscriber.qsize

    assert asyncio.run(backlog()) == 1


def test_a_slow_client_gets_the_whole_answer() -> None:
    with running(ConnectionLimits(head=0.1, body=0.1)) as server, server.connect(GET % b"much") as connection:
        time.sleep(2 * server.server.config.timeout_keep_alive)  # longer than any limit but that for reading
        assert len(read_to_the_end(connection)) > MUCH


class Clock:
    """The parts of an event loop that a connection uses, with a clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[tuple[float, asyncio.TimerHandle]] = []

    def call_later(self, delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.now + delay, callback, (), cast(Any, self))
        self.calls.append((self.now + delay, handle))
        return handle

    def get_debug(self) -> bool:
        return False

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def turn(self, seconds: float) -> None:
        self.now += seconds
        due = [handle for when, handle in self.calls if when <= self.now and not handle.cancelled()]
        self.calls = [(when, handle) for when, handle in self.calls if when > self.now]
        for handle in due:
            handle._run()


class Line:
    """The parts of a transport that a connection uses."""

    def __init__(self) -> None:
        self.left = 0
        self.open = True

    def set_write_buffer_limits(self, high: int) -> None:
        assert high == 0

    def get_write_buffer_size(self) -> int:
        return self.left

    def abort(self) -> None:
        self.open = False


def watched(seconds: float) -> tuple[Clock, Line, ReaderWatch]:
    clock, line = Clock(), Line()
    return clock, line, ReaderWatch(cast(Any, clock), cast(Any, line), seconds)


def test_a_slow_reader_is_waited_for() -> None:
    clock, line, watch = watched(20)
    line.left = 1_000_000
    watch.wait()
    for _ in range(100):
        line.left -= 1
        clock.turn(20)
    assert line.open
    clock.turn(20)
    assert not line.open  # a reader that has stopped is not waited for


def test_a_reader_that_has_read_everything_is_not_watched() -> None:
    clock, line, watch = watched(20)
    line.left = 1000
    watch.wait()
    watch.stop()
    clock.turn(1000)
    assert line.open


# The number of connections.


def test_a_server_that_is_full_says_so() -> None:
    with running(ConnectionLimits(most=2), "127.0.0.1") as server:
        with server.connect(), server.connect() as second:
            assert before_long(lambda: server.connections == 2)
            told = read_to_the_end(server.connect())
            assert told.startswith(b"HTTP/1.1 503 ")
            assert b"\r\nRetry-After: 10\r\n" in told
            assert told.endswith(b"Please come back in a moment.\n")
            second.sendall(GET % b"")
            assert second.recv(100).startswith(b"HTTP/1.1 200 ")
        assert server.is_empty()
        with server.connect(GET % b"") as third:
            assert third.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_connection_that_becomes_a_socket_is_counted_once() -> None:
    with running(ConnectionLimits(most=2), "127.0.0.1") as server:
        with server.connect(UPGRADE % b"") as first, server.connect(UPGRADE % b"") as second:
            assert first.recv(100).startswith(b"HTTP/1.1 101 ")
            assert second.recv(100).startswith(b"HTTP/1.1 101 ")
            assert read_to_the_end(server.connect()).startswith(b"HTTP/1.1 503 ")
        assert server.is_empty()
        with server.connect(UPGRADE % b"") as third:
            assert third.recv(100).startswith(b"HTTP/1.1 101 ")


def test_one_network_cannot_take_all_connections() -> None:
    counted = OpenConnections(ConnectionLimits(most=10, a_network=2), proxies="10.0.0.1")
    same = ["2001:db8::1", "2001:db8::2"]
    assert [counted.enter(address) for address in same] == [True, True]
    assert not counted.enter("2001:db8::3")
    assert counted.enter("2001:db8:0:1::3")
    counted.leave("2001:db8::3")
    counted.leave("2001:db8::1")
    assert counted.enter("2001:db8::4")
    assert [counted.enter("10.0.0.1") for _ in range(5)] == [True] * 5  # a proxy, which connects for many networks
