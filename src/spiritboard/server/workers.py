"""Several worker processes that serve on one listening socket. They are started, replaced and ended by their parent."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.resource_tracker import ensure_running
from time import monotonic, sleep

from spiritboard.processes import live_with_the_parent

log = logging.getLogger(__name__)

Work = Callable[[socket.socket], None]  # what a worker does with the listening socket; it must be picklable
SPAWN = get_context("spawn")
RESTART_SECONDS = 1.0  # between two starts of a worker
ENDING_SECONDS = 10.0  # in which a worker must have ended
BY_SIGNAL = 128  # added to the number of a signal, as shells do, for the exit code


def keep_running(work: Work, listening: socket.socket, count: int) -> int:
    """Run so many workers until SIGTERM or Ctrl-C, and then end them. A worker that ends before is replaced.

    Returns the worst exit code. Raises KeyboardInterrupt after Ctrl-C, if all workers ended well."""
    awaited = {signal.SIGINT, signal.SIGTERM, signal.SIGCHLD}
    # Some systems discard SIGCHLD, even if it is blocked, unless it has a handler.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ensure_running()  # Python starts a helper process with the first worker, and unblocks signals then
    signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    workers = [Worker(work, listening) for _ in range(count)]
    while (received := signal.sigwait(awaited)) == signal.SIGCHLD:
        for worker in workers:
            worker.replace_if_ended()
    listening.close()  # so that nobody waits for a connection that no worker accepts
    for worker in workers:
        worker.ask_to_end()
    code = worst([worker.wait() for worker in workers])
    if received == signal.SIGINT and not code:
        raise KeyboardInterrupt
    return code


class Worker:
    """A worker process, and after its end the process that replaces it."""

    def __init__(self, work: Work, listening: socket.socket) -> None:
        self._work = work
        self._listening = listening
        self._start()

    def _start(self) -> None:
        self._started_at = monotonic()
        self._process = SPAWN.Process(target=_begin, args=(self._work, self._listening))
        self._process.start()

    def replace_if_ended(self) -> None:
        """Start another process if this one has ended, and log that."""
        code = self._process.exitcode
        if code is not None:
            log.warning("a worker ended with the exit code %d; another one starts", code)
            sleep(max(0.0, self._started_at + RESTART_SECONDS - monotonic()))
            self._start()

    def ask_to_end(self) -> None:
        self._process.terminate()

    def wait(self) -> int:
        """Returns the exit code of a worker that was asked to end. One that takes too long is killed."""
        self._process.join(ENDING_SECONDS)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        return self._process.exitcode or 0


def _begin(work: Work, listening: socket.socket) -> None:
    """Run a worker. It inherited the parent's blocked signals. Ctrl-C stays blocked, because the parent handles it."""
    signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGINT})
    live_with_the_parent()
    work(listening)


def worst(codes: list[int]) -> int:
    """Returns the highest exit code. A worker that ended by SIGTERM, as it was asked to, counts as 0."""
    return max(0 if code == -signal.SIGTERM else code if code >= 0 else BY_SIGNAL - code for code in codes)
