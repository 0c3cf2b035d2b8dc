"""Work that is done in parts by the machines of a Ray cluster: the same parts as on one machine, with the same results.

A part is plain values, and its result depends on nothing else. So it does not matter which worker does a part, or how
often the part is started again after its worker was lost.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from spiritboard.arena.workers import PARTS_PER_WORKER
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup, TableError

if TYPE_CHECKING:
    from ray import ObjectRef

LOCAL = "local"
LOCAL_ADDRESS = "127.0.0.1"
MOST_TRIES = 5  # for one part
CONNECT_SECONDS = 10

T = TypeVar("T")
R = TypeVar("R")


def _configure_ray(address: str) -> None:
    """Sets the variables that Ray reads when it is imported: it sends no usage statistics, and it does not print errors
    that this module handles.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_IGNORE_UNHANDLED_ERRORS"] = "1"
    if address == LOCAL:
        # Otherwise Ray ignores the address it is given and listens at this machine's address in the network.
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


def _check_connection(address: str) -> None:
    """Raises an OSError if no server answers at this address. Ray itself would go on trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


def _do(work: Callable[[T], R], part: T) -> R:
    """Returns what the work makes of a part. Ray takes a function for this, but not one that already has arguments."""
    return work(part)


class Cluster:
    """A Ray cluster: the one at an address, or one on this machine only, which ends with the `with` block."""

    def __init__(self, address: str = LOCAL, cpus: int | None = None) -> None:
        need("cluster", "Playing on a cluster", "ray")
        _configure_ray(address)
        import ray

        self._ray = ray
        self.lost = 0  # how often a part was started again because its worker was lost
        try:
            self._join(address, cpus)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            raise BadSetup(f"There is no Ray cluster at {address!r} to play on: {reason}.") from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def _join(self, address: str, cpus: int | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if address != LOCAL:
            _check_connection(address)
            self._ray.init(address=address, **quiet)
            return
        self._ray.init(num_cpus=cpus, include_dashboard=False, _node_ip_address=LOCAL_ADDRESS, **quiet)
        if self._ray.util.get_node_ip_address() != LOCAL_ADDRESS:
            self._ray.shutdown()
            raise RuntimeError("Ray was imported before and would listen to the network")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def each(self, work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False) -> Iterator[R]:
        """Does the same as `workers.each`, in the processes of the cluster."""
        # Ray could start lost work again by itself, but would not count it.
        task = self._ray.remote(max_retries=0)(_do)
        waiting = iter(parts)
        under_way = {task.remote(work, part): part for part in islice(waiting, PARTS_PER_WORKER * max(1, workers))}
        while under_way:
            ref = next(iter(under_way)) if in_order else self._ray.wait(list(under_way))[0][0]
            part = under_way.pop(ref)
            under_way |= {task.remote(work, more): more for more in islice(waiting, 1)}
            yield self._result(ref, partial(task.remote, work, part))

    def _result(self, ref: ObjectRef, start_again: Callable[[], ObjectRef]) -> R:  # type: ignore[type-var]
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
                ref = start_again()
        raise TableError(f"The workers that did one part of the work were lost {MOST_TRIES} times.")
