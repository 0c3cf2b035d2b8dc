"""Work for all cores: what is done in parts, wherever, and comes back as it is done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from spiritboard.table.errors import TableError

T = TypeVar("T")
R = TypeVar("R")


def each(work: Callable[[T], R], parts: Iterable[T], workers: int) -> Iterator[R]:
    """Every part's result, in no order but that of being done; with one worker, in this process and in order."""
    if workers <= 1:
        yield from map(work, parts)
        return
    waiting = iter(parts)
    with ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent) as pool:
        under_way = {pool.submit(work, part) for part in islice(waiting, 4 * workers)}
        try:
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {pool.submit(work, part) for part in islice(waiting, len(done))}
                yield from (part.result() for part in done)
        except BrokenProcessPool:
            raise TableError("A working process was ended from outside; nothing can be said of its games.") from None
        finally:
            # On Ctrl-C, or an error, what has not begun is not begun.
            pool.shutdown(wait=False, cancel_futures=True)


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
