"""Work for all cores: what is done in parts, wherever, and comes back as it is done, or in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol, TypeVar

from spiritboard.processes import live_with_the_parent
from spiritboard.table.errors import TableError

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 4  # parts under way for each worker: enough that nobody waits, few enough to be kept until they are asked for


class Each(Protocol):
    """Whoever does the work: the processes of this machine, as below, or other machines."""

    def __call__(
        self, work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False
    ) -> Iterator[R]: ...


def each(work: Callable[[T], R], parts: Iterable[T], workers: int, in_order: bool = False) -> Iterator[R]:
    """Every part's result, as it is done or in the order of the parts; with one worker, in this process."""
    if workers <= 1:
        yield from map(work, parts)
        return
    waiting = iter(parts)
    with ProcessPoolExecutor(workers, initializer=live_with_the_parent) as pool:
        under_way = [pool.submit(work, part) for part in islice(waiting, AHEAD * workers)]
        try:
            while under_way:
                done = _next(under_way, in_order)
                under_way = [part for part in under_way if part not in done]
                under_way += [pool.submit(work, part) for part in islice(waiting, len(done))]
                yield from (part.result() for part in done)
        except BrokenProcessPool:
            raise TableError("A working process was ended from outside; nothing can be said of its games.") from None
        except BaseException:
            # On Ctrl-C, or an error, nobody waits for what is under way: that may be a game of many minutes.
            for process in pool._processes.values():
                process.terminate()
            raise


def _next(under_way: list[Future[R]], in_order: bool) -> list[Future[R]]:
    """What is asked for next: the first part, done or not, or all that are done by now."""
    if in_order:
        return under_way[:1]
    done = wait(under_way, return_when=FIRST_COMPLETED).done
    return [part for part in under_way if part in done]
