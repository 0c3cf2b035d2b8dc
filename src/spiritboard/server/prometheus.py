"""The metrics of a server that was started with --metrics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from spiritboard.server.metrics import MOVE_SECONDS, REQUEST_SECONDS, THINKING_SECONDS, Metrics, MoveTimes


class PrometheusMetrics(Metrics):
    """Metrics in a registry of their own, so that two servers in one process count separately."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._moves = Counter("spiritboard_moves", "Moves made.", ["game", "by"], registry=registry)
        self._tables = Counter("spiritboard_tables_set", "Tables set.", ["game"], registry=registry)
        self._live = Gauge("spiritboard_rooms", "Tables that are held in memory.", registry=registry)
        self._connections = Gauge(
            "spiritboard_connections", "Sockets and event streams that are open.", ["kind"], registry=registry
        )
        self._errors = Counter("spiritboard_errors", "Failures of the server.", ["kind"], registry=registry)
        self._questions = Gauge(
            "spiritboard_thinking", "Questions to bots that are waiting or being answered.", registry=registry
        )
        self._thinking = self._histogram("thinking", "From a question to the bot's answer.", THINKING_SECONDS)
        self._stored = self._histogram("move_stored", "From a move's arrival until it is stored.", MOVE_SECONDS)
        self._announced = self._histogram(
            "move_announced", "From a move's arrival until it is announced.", MOVE_SECONDS
        )
        self._requests = self._histogram(
            "request", "From a request until its answer begins.", REQUEST_SECONDS, "method", "route", "status"
        )

    def _histogram(self, name: str, help_text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"spiritboard_{name}_seconds", help_text, labels, buckets=buckets, registry=self._registry)

    def move(self, game: str, by: str) -> MoveTimes:
        return TimedMove(self._stored, self._announced, self._moves.labels(game, by))

    def table_set(self, game: str) -> None:
        self._tables.labels(game).inc()

    @contextmanager
    def connection(self, kind: str) -> Iterator[None]:
        with self._connections.labels(kind).track_inprogress():
            yield

    @contextmanager
    def thinking(self) -> Iterator[None]:
        with self._questions.track_inprogress(), self._thinking.time():
            yield

    def error(self, kind: str) -> None:
        self._errors.labels(kind).inc()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).observe(seconds)

    def count_live_tables(self, count: Callable[[], int]) -> None:
        self._live.set_function(count)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class TimedMove(MoveTimes):
    """Times a move from the moment this object is made."""

    def __init__(self, stored: Histogram, announced: Histogram, moves: Counter) -> None:
        self._began = time.perf_counter()
        self._stored = stored
        self._announced = announced
        self._moves = moves

    def stored(self) -> None:
        self._stored.observe(time.perf_counter() - self._began)

    def announced(self) -> None:
        self._announced.observe(time.perf_counter() - self._began)
        self._moves.inc()
