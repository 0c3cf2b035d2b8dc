"""`spiritboard admin` as an operator calls it, and stored tables for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from spiritboard.server import export
from spiritboard.server.admin import Admin
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.storage import Storage
from spiritboard.server.table_service import TableService
from tests.server.guests import LANTERNS

Run = Callable[..., tuple[int, str, str]]
TWO = [("me", ""), ("here", "Bo")]


def refused(answer: tuple[int, str, str]) -> str:
    """Returns the error of a command, which must have failed with one line."""
    code, out, err = answer
    assert (code, out, err.count("\n")) == (2, "", 1), answer
    return err.removeprefix("spiritboard: ").strip()


def done(answer: tuple[int, str, str]) -> str:
    code, out, err = answer
    assert (code, err) == (0, ""), answer
    return out


# Tables for the tests.


async def play(service: TableService, live: LiveTable, moves: int) -> None:
    """Make so many moves, or play to the end."""
    for _ in range(moves):
        if live.in_progress.state.over:
            return
        seat = live.in_progress.state.pending()[0]
        await service.play(live, seat, live.number, live.in_progress.state.paths(seat)[0])


def set_tables(storage: Storage, *lengths: int) -> list[str]:
    """Set tables of Ada and Bo, and make so many moves at each. Returns their keys."""

    async def happens() -> list[str]:
        service = TableService(storage, BotPool(1, 0.01), lambda _: None)
        service.open()
        keys = []
        for length in lengths:
            live = await service.set_table(NewTable(LANTERNS.id, {}, TWO), "ada-id", "Ada")
            await play(service, live, length)
            keys.append(live.key)
        await service.close()
        return keys

    return asyncio.run(happens())


TO_THE_END = 1000  # more moves than a game takes


def content(data: Path, key: str) -> export.TableContent:
    with Admin.opened(data, None) as admin:
        return admin.content(key)


def secrets_of(table: export.TableContent) -> list[str]:
    keys = [chair.secret for chair in table.table.chairs]
    return [table.table.deal, table.table.invite, *keys, *(entry.dice for entry in table.entries)]
