"""Bots think in processes of their own, so that nobody at a table waits for them.

What goes there is an imagined state: all that the bot's seat cannot know has been dealt anew before it leaves here.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process

from spiritboard.bots.bot import RandomBot
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.shelf import find
from spiritboard.table.state import State


class Thinkers:
    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=_live_with_the_server)

    async def think(self, state: State, seat: int) -> tuple[str, ...]:
        """A bot's move for this seat, as a path."""
        imagined = state.imagine(seat, Dice(os.urandom(16))).to_json()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, _decide, state.setup.game, imagined, seat)
        except BrokenProcessPool:
            self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, _decide, state.setup.game, imagined, seat)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _decide(game: str, imagined: str, seat: int) -> tuple[str, ...]:
    state = find(game).from_json(imagined)
    return state.path(seat, RandomBot().choose(Seat(state, seat), Dice(os.urandom(16))))


def _live_with_the_server() -> None:
    """Leave Ctrl-C to the server, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
