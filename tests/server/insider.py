"""A player who is quick, for tests and tools that need a finished game."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx

from spiritboard.bots.bot import HeuristicBot, ask
from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import Chair, Storage
from spiritboard.table.dice import Dice
from tests.server.running import LONG_ENOUGH


class Insider:
    """Plays well by reading the server's storage, because games of random moves take very long."""

    def __init__(self, server: str, data: Path, table: str) -> None:
        self.http = httpx.Client(base_url=f"{server}/api/tables/{table}", verify=False, timeout=LONG_ENOUGH)
        self.storage = Storage.in_folder(data)
        self.table = table
        self.dice = Dice("insider")

    def play_to_the_end(self, follow: Callable[[int], object] = bool) -> int:
        """Make the moves of all seats but the bots'. Returns the number of entries at the end. `follow` lets open pages
        read their messages, because the server closes the connection of a page that does not."""
        found = self.storage.load(self.table)
        assert found is not None
        live = LiveTable(*found)
        while not live.in_progress.state.over:
            chairs = [live.chairs[seat] for seat in live.in_progress.state.pending()]
            for chair in [chair for chair in chairs if chair.kind in ("person", "here")][:1]:
                self.move(live, chair)
            news = self.storage.played(self.table, live.number)
            for entry in news:
                live.carry_out(entry)
            follow(live.number)
            if not news:
                time.sleep(0.01)  # a bot has not decided yet
        return live.number

    def move(self, live: LiveTable, chair: Chair) -> None:
        state = live.in_progress.state
        path = state.path(chair.seat, ask(HeuristicBot(), state, chair.seat, self.dice))
        key = {"Authorization": f"Bearer {chair.secret}"}
        answer = self.http.post("/moves", json={"number": live.number, "path": path}, headers=key)
        assert answer.status_code in (200, 409), answer.text  # another seat may have moved meanwhile
