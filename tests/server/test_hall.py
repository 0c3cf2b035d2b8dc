"""Two servers with the same tables: whoever is second takes over what the first has stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from spiritboard.server.hall import Hall, Order, Stale
from spiritboard.server.room import Room
from spiritboard.server.storage import Storage
from spiritboard.server.thinkers import Thinkers
from tests.server.guests import LANTERNS

HERE = [("me", ""), ("here", "Bo"), ("here", "Cy")]


@asynccontextmanager
async def two_servers(data: Path) -> AsyncIterator[tuple[Hall, Hall]]:
    halls = [Hall(Storage.in_folder(data), Thinkers(1), lambda _: None) for _ in range(2)]
    try:
        yield halls[0], halls[1]
    finally:
        for hall in halls:
            await hall.close()


async def rooms(one: Hall, other: Hall) -> tuple[Room, Room]:
    """A table as both know it, where all are to lay a lantern at the same time."""
    room = await one.set_table(Order(LANTERNS.id, {}, HERE), "ada", "Ada")
    same = await other.room(room.key)
    assert same is not None
    return room, same


def some_path(room: Room, seat: int) -> tuple[str, ...]:
    return tuple(room.sitting.state.paths(seat)[0])


def test_what_is_chosen_at_the_same_time_at_two_servers_counts(tmp_path: Path) -> None:
    async def choose() -> None:
        async with two_servers(tmp_path) as (one, other):
            room, same = await rooms(one, other)
            await one.play(room, 0, 0, some_path(room, 0))
            await other.play(same, 1, 0, some_path(same, 1))  # who has not heard of the first yet
            assert same.number == 2
            assert [move.seat for move in same.record.moves] == [0, 1]

    asyncio.run(choose())


def test_one_seat_answers_once_at_two_servers(tmp_path: Path) -> None:
    async def answer() -> None:
        async with two_servers(tmp_path) as (one, other):
            room, same = await rooms(one, other)
            await one.play(room, 0, 0, some_path(room, 0))
            with pytest.raises(Stale):
                await other.play(same, 0, 0, some_path(same, 0))
            assert same.number == 1

    asyncio.run(answer())
