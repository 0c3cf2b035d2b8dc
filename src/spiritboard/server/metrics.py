"""What a server counts and times, for Prometheus to collect at /metrics.

It is off unless it is asked for, and then every call here does nothing. Labels are names that the code knows: a game, a
route's template, a kind of error; never an address, a key or a name that somebody chose.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from litestar import Response, get
from litestar.datastructures import State
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from spiritboard.extras import need

NO_ROUTE = "none"  # what the route of a request to an unknown path is called
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
THINKING_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class MoveTimes:
    """A move on its way, from the moment it came in. This one is not timed."""

    def stored(self) -> None:
        """It is in the storage."""

    def announced(self) -> None:
        """Everybody at the table has been told that there is something new."""


class Metrics:
    """Counts nothing: what a server has that was not asked for metrics."""

    def move(self, game: str, by: str) -> MoveTimes:
        """A move comes in, `by` a "person" or a "bot"; it counts once it is announced."""
        return MoveTimes()

    def table_set(self, game: str) -> None: ...

    def connection(self, kind: str) -> AbstractContextManager[None]:
        """A "socket" or a "stream" is open as long as this lasts."""
        return nullcontext()

    def thinking(self) -> AbstractContextManager[None]:
        """A question waits for a process that thinks, or is thought about, as long as this lasts."""
        return nullcontext()

    def error(self, kind: str) -> None:
        """Something of this kind has gone wrong on our side."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None: ...

    def count_live_tables(self, count: Callable[[], int]) -> None:
        """How many rooms are open is asked whenever metrics are collected."""

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return b""


def metrics(wanted: bool) -> Metrics:
    """Those of one server; raises BadSetup if they are wanted and their library is not installed."""
    if not wanted:
        return Metrics()
    need("metrics", "Counting for Prometheus", "prometheus_client")
    from spiritboard.server.prometheus import PrometheusMetrics  # whose library is an extra

    return PrometheusMetrics()


def timed(app: ASGIApp, counted: Metrics) -> ASGIApp:
    """The same application, each of whose answers is timed until it begins: a stream may go on for hours."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def send_timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - began
                counted.request(_method(scope), _route(scope), message["status"], seconds)
            await send(message)

        await app(scope, receive, send_timed)

    return answer


def _method(scope: Scope) -> str:
    method = str(scope.get("method", ""))
    return method if method in METHODS else "other"


def _route(scope: Scope) -> str:
    """The template of the route, in which a key is called `{key}`."""
    return str(scope.get("path_template") or NO_ROUTE)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(state: State) -> Response[bytes]:
    counted: Metrics = state.service.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
