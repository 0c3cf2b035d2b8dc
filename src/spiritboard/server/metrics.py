"""The counts and times of a server, which Prometheus collects at /metrics.

They are off by default, and then every call here does nothing. Labels are names from the code: a game, a route's
template, a kind of error. They are never an address, a key or a person's name.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from litestar import Response, get
from litestar.datastructures import State
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from spiritboard.extras import need

NO_ROUTE = "none"  # the label for a request to an unknown path
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
THINKING_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class MoveTimes:
    """Times a move from the moment it arrives. This class times nothing."""

    def stored(self) -> None:
        """The move is stored."""

    def announced(self) -> None:
        """Everybody at the table has been told of the move."""


class Metrics:
    """The metrics of a server that counts nothing."""

    def move(self, game: str, by: str) -> MoveTimes:
        """A move arrives, `by` a "person" or a "bot". It is counted when it is announced."""
        return MoveTimes()

    def table_set(self, game: str) -> None: ...

    def connection(self, kind: str) -> AbstractContextManager[None]:
        """A "socket" or a "stream" is open as long as this lasts."""
        return nullcontext()

    def thinking(self) -> AbstractContextManager[None]:
        """A bot's question is waiting or being answered as long as this lasts."""
        return nullcontext()

    def error(self, kind: str) -> None:
        """The server has failed with an error of this kind."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None: ...

    def count_live_tables(self, count: Callable[[], int]) -> None:
        """Take the function that returns how many tables are in memory. It is called whenever metrics are collected."""

    def text(self) -> bytes:
        """Returns all metrics in Prometheus' text format."""
        return b""


def metrics(wanted: bool) -> Metrics:
    """Returns the metrics of one server. Raises BadSetup if they are wanted and their library is not installed."""
    if not wanted:
        return Metrics()
    need("metrics", "Counting for Prometheus", "prometheus_client")
    from spiritboard.server.prometheus import PrometheusMetrics  # needs an optional library

    return PrometheusMetrics()


def timed(app: ASGIApp, counted: Metrics) -> ASGIApp:
    """Returns the application with each answer timed until it begins, because a stream may last for hours."""

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
    """Returns the route's template, in which a table's key is written `{key}`."""
    return str(scope.get("path_template") or NO_ROUTE)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(state: State) -> Response[bytes]:
    counted: Metrics = state.service.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
