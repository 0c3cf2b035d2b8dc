"""Work that is done in parts by several processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol, TypeVar

from spiritboard.processes import live_with_the_parent
from spiritboard.table.errors import TableError

T = TypeVar("T")
R = TypeVar("R")
# Parts under way for each worker: enough that no worker waits, and few enough to keep their results in memory.
PARTS_PER_WORKER = 4


class Each(Protocol):
    """A function like `each` below. A cluster has one that does the work on other machines."""

    def __call__(
        self, work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False
    ) -> Iterator[R]: ...


def each(work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False) -> Generator[R, None, None]:
    """Yields the result of every part, as soon as it is done or in the order of the parts.

    One worker works in this process. Raises TableError if a process is ended from outside.
    """
    if workers <= 1:
        yield from map(work, parts)
        return
    waiting = iter(parts)
    with ProcessPoolExecutor(workers, initializer=live_with_the_parent) as pool:
        under_way = [pool.submit(work, part) for part in islice(waiting, PARTS_PER_WORKER * workers)]
        try:
            while under_way:
                done = _next(under_way, in_order)
                under_way = [part for part in under_way if part not in done]
                under_way += [pool.submit(work, part) for part in islice(waiting, len(done))]
                yield from (part.result() for part in done)
        except BrokenProcessPool:
            raise TableError(
                "A working process was ended from outside, and the results of its games are lost."
            ) from None
        except BaseException:
            # After Ctrl-C or an error, do not wait for the parts under way: a game can take many minutes.
            for process in pool._processes.values():
                process.terminate()
            raise


def _next(under_way: list[Future[R]], in_order: bool) -> list[Future[R]]:
    """Returns the first part if the order matters, done or not, else all parts that are done by now."""
    if in_order:
        return under_way[:1]
    done = wait(under_way, return_when=FIRST_COMPLETED).done
    return [part for part in under_way if part in done]
