"""Work for many machines, with Ray: the same parts as on one machine, and the same results.

Every part is plain values, and what comes of it depends on nothing else; so whoever does it, and however often it has
to be begun again, the same comes of it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from spiritboard.arena.workers import AHEAD
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup, TableError

if TYPE_CHECKING:
    from ray import ObjectRef

LOCAL = "local"
HERE = "127.0.0.1"
MOST_TRIES = 5  # of one part
PATIENCE = 10  # seconds until somebody answers

T = TypeVar("T")
R = TypeVar("R")


def _settle(address: str) -> None:
    """What Ray reads when it is loaded: nothing is reported to anybody, and what is lost is told here, not there."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_IGNORE_UNHANDLED_ERRORS"] = "1"
    if address == LOCAL:
        # Ray takes this machine's address in the network for its own, whatever it is told, unless it may be no cluster.
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


def _knock(address: str) -> None:
    """An OSError soon if nobody is there: Ray itself would go on trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


class Cluster:
    """A Ray cluster to work on: the one at an address, or one on this machine alone, which ends when it is left."""

    def __init__(self, address: str = LOCAL, cpus: int | None = None) -> None:
        need("cluster", "Playing on a cluster", "ray")
        _settle(address)
        import ray

        self._ray = ray
        self.lost = 0  # parts whose worker was lost, and which were begun again
        try:
            self._join(address, cpus)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            raise BadSetup(f"There is no Ray cluster at {address!r} to play on: {reason}.") from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def _join(self, address: str, cpus: int | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if address != LOCAL:
            _knock(address)
            self._ray.init(address=address, **quiet)
            return
        self._ray.init(num_cpus=cpus, include_dashboard=False, _node_ip_address=HERE, **quiet)
        if self._ray.util.get_node_ip_address() != HERE:
            self._ray.shutdown()
            raise RuntimeError("Ray was loaded before, and would let the network in")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def each(self, work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False) -> Iterator[R]:
        """What `workers.each` promises, from the cluster's processes."""
        # Ray would begin lost work again by itself; here it is counted too.
        task = self._ray.remote(max_retries=0)(work)
        waiting = iter(parts)
        under_way = {task.remote(part): part for part in islice(waiting, AHEAD * max(1, workers))}
        while under_way:
            ref = next(iter(under_way)) if in_order else self._ray.wait(list(under_way))[0][0]
            part = under_way.pop(ref)
            under_way |= {task.remote(more): more for more in islice(waiting, 1)}
            yield self._result(ref, partial(task.remote, part))

    def _result(self, ref: ObjectRef, begin_again: Callable[[], ObjectRef]) -> R:  # type: ignore[type-var]
        errors = self._ray.exceptions
        for _ in range(MOST_TRIES):
            try:
                found: R = self._ray.get(ref)
                return found
            except errors.RayTaskError as error:
                if isinstance(error.cause, TableError):
                    raise error.cause from None
                raise
            except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError):
                self.lost += 1
                ref = begin_again()
        raise TableError(f"The same part of the work was lost {MOST_TRIES} times: something is wrong with its workers.")
