"""The limits of one person and of one network, tables that are unloaded, and tables that expire."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from litestar.connection import ASGIConnection
from litestar.testing import RequestFactory

from spiritboard.server import bulk, upkeep
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.limits import DAY, HOUR, Quotas, TooMuch, network_of
from spiritboard.server.live_table import GLANCE_SECONDS, LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.people import People
from spiritboard.server.refusals import NotYours
from spiritboard.server.storage import NewEntry, Storage
from spiritboard.server.table_service import TableService
from spiritboard.server.upkeep import EXPIRE_AT_ONCE
from spiritboard.table.record import Move
from tests.server.database import Opens
from tests.server.guests import LANTERNS
from tests.server.test_storage import stored
from tests.server.test_table_service import until

ALONE = [("me", ""), ("bot", "easy")]
INVITING = [("me", ""), ("friend", "")]
AMPLE = Quotas(10**6, 10**6, 10**6, 10**6)


@asynccontextmanager
async def opened(data: Path, quotas: Quotas, expire_days: int = 0) -> AsyncIterator[TableService]:
    service = TableService(
        Storage.in_folder(data), BotPool(1, 0.01), lambda _: None, 0.0, quotas=quotas, expire_days=expire_days
    )
    try:
        yield service
    finally:
        await service.close()


def with_a_service(
    happens: Callable[[TableService], Awaitable[None]], data: Path, quotas: Quotas = AMPLE, expire_days: int = 0
) -> None:
    async def run() -> None:
        async with opened(data, quotas, expire_days) as service:
            await happens(service)

    asyncio.run(run())


async def a_table(
    service: TableService, host: str = "ada", network: str = "net-1", open_to_all: bool = False
) -> LiveTable:
    order = NewTable(LANTERNS.id, {}, INVITING if open_to_all else ALONE, open_to_all)
    return await service.set_table(order, host, host.title(), network)


async def end(service: TableService, live: LiveTable) -> None:
    """Store that a game has ended."""
    entry = NewEntry(live.key, live.number, Move(0, ("x",), ""), verdict="Ada wins.")
    await service.stored(service._storage.append, entry)


# Limits.


def test_the_unfinished_tables_of_a_person_are_limited(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live_tables = [await a_table(service, network=f"net-{at}") for at in range(3)]
        with pytest.raises(TooMuch, match=r"You have 3 unfinished games\. Please finish or close some") as refused:
            await a_table(service)
        assert refused.value.retry_after == HOUR
        await a_table(service, "bo")
        await end(service, live_tables[0])
        await a_table(service)

    with_a_service(happens, tmp_path, Quotas(tables_a_person=3))


def test_the_unfinished_tables_of_a_network_are_limited(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live_tables = [await a_table(service, f"person-{at}") for at in range(3)]
        with pytest.raises(TooMuch, match=r"Your network has 3 unfinished games"):
            await a_table(service, "cy")
        await a_table(service, "cy", "net-2")
        for at in range(5):
            await a_table(service, f"somebody-{at}", "")  # tables of unknown networks are not counted
        await end(service, live_tables[0])
        await a_table(service, "cy")

    with_a_service(happens, tmp_path, Quotas(tables_a_network=3))


def test_the_open_tables_with_a_free_chair_are_limited(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        first = await a_table(service, open_to_all=True)
        await a_table(service, open_to_all=True)
        with pytest.raises(TooMuch, match=r"2 of your open tables have a free chair"):
            await a_table(service, open_to_all=True)
        await a_table(service)
        await a_table(service, "bo", open_to_all=True)
        with pytest.raises(TooMuch, match=r"3 open tables of your network"):
            await a_table(service, "cy", open_to_all=True)
        await service.sit(first, "cy", "Cy")
        await a_table(service, "cy", open_to_all=True)

    with_a_service(happens, tmp_path, Quotas(invitations_a_person=2, invitations_a_network=3))


def test_requests_at_the_same_time_do_not_pass_the_limit(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        asked = await asyncio.gather(*(a_table(service) for _ in range(12)), return_exceptions=True)
        assert sum(isinstance(each, LiveTable) for each in asked) == 5
        assert sum(isinstance(each, TooMuch) for each in asked) == 7

    with_a_service(happens, tmp_path, Quotas(tables_a_person=5))


async def a_finished_table(service: TableService) -> LiveTable:
    live = await service.set_table(NewTable(LANTERNS.id, {}, [("me", ""), ("here", "Bo")]), "ada", "Ada")
    while not live.in_progress.state.over:
        seat = live.in_progress.state.pending()[0]
        await service.play(live, seat, live.number, live.in_progress.state.paths(seat)[0])
    return live


def test_two_requests_to_play_again_set_one_table(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live = await a_finished_table(service)
        one, other = await asyncio.gather(*(service.again(live, "ada") for _ in range(2)))
        assert one is other
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            kept = {key for (key,) in connection.execute("select key from tables")}
        assert kept == {live.key, one.key}

    with_a_service(happens, tmp_path)


def test_playing_again_counts_for_the_person_who_asks(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live = await a_finished_table(service)
        others = [await a_table(service) for _ in range(2)]
        with pytest.raises(TooMuch):
            await service.again(live, "ada", "net-1")
        assert live.stored.again is None
        await end(service, others[0])
        following = await service.again(live, "ada", "net-2")
        assert (following.stored.host, following.stored.network) == ("ada", "net-2")

    with_a_service(happens, tmp_path, Quotas(tables_a_person=2))


def test_the_tables_at_which_a_person_sits_are_limited(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live_tables = [await a_table(service, f"host-{at}", f"net-{at}", open_to_all=True) for at in range(3)]
        for live in live_tables[:2]:
            await service.sit(live, "bo", "Bo")
        with pytest.raises(TooMuch, match=r"You sit at 2 unfinished games"):
            await service.sit(live_tables[2], "bo", "Bo")
        await service.sit(live_tables[1], "bo", "Bo")  # at which they sit already

    with_a_service(happens, tmp_path, Quotas(tables_a_person=2))


# Networks.


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
    ],
)
def test_addresses_of_one_network_have_the_same_hash(one: str, other: str, same: bool) -> None:
    people = People("secret")
    hashed = [people.network(coming_from(address)) for address in (one, other)]
    assert (hashed[0] == hashed[1]) is same
    assert (network_of(one) == network_of(other)) is same


def test_the_hash_of_a_network_depends_on_the_secret() -> None:
    here = coming_from("203.0.113.7")
    assert People("secret").network(here) != People("another").network(here)
    assert len(People("secret").network(here)) == 32
    nowhere = RequestFactory().get("/")
    nowhere.scope["client"] = None
    assert People("secret").network(nowhere) == ""


def coming_from(address: str) -> ASGIConnection[Any, Any, Any, Any]:
    request = RequestFactory().get("/")
    request.scope["client"] = (address, 1234)
    return request


# Tables in memory.


def test_unused_tables_are_unloaded_to_make_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables used longest ago are unloaded first; tables in use stay."""
    monkeypatch.setattr(upkeep, "MOST_LIVE_TABLES", 4)

    async def happens(service: TableService) -> None:
        attended, *live_tables = [await a_table(service) for _ in range(4)]
        with service.attending(attended, None):
            assert await service.live_table(live_tables[0].key) is live_tables[0]  # this table is used now
            for _ in range(2):
                await a_table(service, "bo", "net-2")
            assert attended.key in service._live
            assert [live.key in service._live for live in live_tables] == [True, False, False]
            again = await service.live_table(live_tables[1].key)
            assert again is not None
            assert again is not live_tables[1]
            assert len(service._live) == 4

    with_a_service(happens, tmp_path)


def test_a_table_that_is_busy_for_a_moment_is_not_unloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MOST_LIVE_TABLES", 2)

    async def happens(service: TableService) -> None:
        moving, hinting = [await a_table(service) for _ in range(2)]
        hinting.hinting.add(0)
        async with moving.lock:
            await a_table(service)
            assert [live.key in service._live for live in (moving, hinting)] == [True, True]
        await a_table(service)
        assert [live.key in service._live for live in (moving, hinting)] == [False, True]

    with_a_service(happens, tmp_path)


def test_there_is_no_place_only_if_every_table_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MOST_LIVE_TABLES", 1)

    async def happens(service: TableService) -> None:
        with service.attending(await a_table(service), None), pytest.raises(TooMuch, match=r"Every table is taken"):
            await a_table(service)
        await a_table(service)

    with_a_service(happens, tmp_path)


def test_the_tables_of_one_network_do_not_lock_others_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MOST_LIVE_TABLES", 50)

    async def happens(service: TableService) -> None:
        for at in range(120):
            await a_table(service, f"program-{at}", "net-1")
        with pytest.raises(TooMuch):
            await a_table(service, "another", "net-1")
        live = await a_table(service, "cy", "net-2")
        assert await service.live_table(live.key) is live

    with_a_service(happens, tmp_path, Quotas(tables_a_network=120))


def test_a_table_that_nobody_uses_is_unloaded_after_a_while(tmp_path: Path) -> None:
    """A spectator counts as a user, because they must see the table at which the players play."""

    async def happens(service: TableService) -> None:
        live = await a_table(service)

        async def is_kept_after(seconds: float) -> bool:
            live.used_at = live.seen_at = time.monotonic() - seconds
            await service._upkeep.sweep()
            return live.key in service._live

        with service.attending(live, None):
            assert await is_kept_after(2 * upkeep.IDLE_SECONDS)
        assert await is_kept_after(upkeep.IDLE_SECONDS - 1)
        assert not await is_kept_after(upkeep.IDLE_SECONDS + 1)
        assert live.key not in service._drivers
        assert await service.live_table(live.key) is not live

    with_a_service(happens, tmp_path)


# Expiry, in both databases.


def remains(storage: Storage, *keys: str) -> list[str]:
    return [key for key in keys if storage.load(key) is not None]


def test_unused_unfinished_tables_expire(reopened: Opens) -> None:
    storage = reopened()
    for key, touched in (("old", 9.0), ("older", 5.0), ("new", 11.0), ("ended", 1.0), ("closed", 2.0)):
        storage.create(stored(key, touched=touched, closed="Closed." if key == "closed" else None))
    storage.append(NewEntry("ended", 0, Move(0, ("x",), ""), verdict="Ada wins."))
    storage.append(NewEntry("old", 0, Move(0, ("x",), "")))
    assert storage.transact(bulk.expire, 10.0, 2) == ["closed", "older"]
    assert storage.transact(bulk.expire, 10.0, 2) == ["old"]
    assert storage.transact(bulk.expire, 10.0, 2) == []
    assert remains(storage, "old", "older", "new", "ended", "closed") == ["new", "ended"]
    assert storage.played("old", 0) == []


def test_several_servers_can_remove_expired_tables_at_the_same_time(reopened: Opens) -> None:
    one, other = reopened(), reopened()
    for at in range(60):
        one.create(stored(f"old-{at}", touched=float(at)))
    one.create(stored("new", touched=1000.0))
    removed: list[str] = []

    def remove(storage: Storage) -> None:
        for _ in range(100):
            removed.extend(storage.transact(bulk.expire, 500.0, 7))

    threads = [threading.Thread(target=remove, args=(storage,)) for storage in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(removed) == sorted(f"old-{at}" for at in range(60))
    assert remains(one, "new", *(f"old-{at}" for at in range(60))) == ["new"]


def test_the_server_removes_expired_tables_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "EXPIRE_PAUSE", 0.0)
    long_ago = time.time() - 30 * DAY - 60

    async def happens(service: TableService) -> None:
        for at in range(EXPIRE_AT_ONCE + 1):
            service._storage.create(stored(f"old-{at}", touched=long_ago))
        service._storage.create(stored("new", touched=long_ago + 120))
        await service._upkeep.expire()
        assert remains(service._storage, "new", *(f"old-{at}" for at in range(EXPIRE_AT_ONCE + 1))) == ["new"]

    with_a_service(happens, tmp_path, expire_days=30)


@pytest.mark.parametrize("expire_days", [30, 0])
def test_the_regular_work_begins_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expire_days: int
) -> None:
    """With 0 days, tables never expire."""
    done: Counter[str] = Counter()

    def count(name: str) -> Callable[[object], Awaitable[None]]:
        async def work(_: object) -> None:
            done[name] += 1

        return work

    names = {"sweep", "note_who_is_there", "expire"}
    for name in names:
        monkeypatch.setattr(upkeep.Upkeep, name, count(name))
    for seconds in ("IDLE_SECONDS", "NOTE_SECONDS", "EXPIRY_SECONDS"):
        monkeypatch.setattr(upkeep, seconds, 0.001)

    async def happens(service: TableService) -> None:
        service.open()
        assert await until(lambda: done["sweep"] > 20 and done["note_who_is_there"] > 20)

    with_a_service(happens, tmp_path, expire_days=expire_days)
    assert done.keys() == (names if expire_days else names - {"expire"})


def test_a_table_that_is_opened_does_not_expire(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        service._storage.create(stored("old", touched=time.time() - 29 * DAY))
        service._storage.create(stored("recent", touched=time.time() - HOUR / 2))
        before = touched(tmp_path, "recent")
        for key in ("old", "recent"):
            assert await service.live_table(key) is not None
        assert touched(tmp_path, "old") > time.time() - 60
        assert touched(tmp_path, "recent") == before  # the time of use is stored once an hour

    with_a_service(happens, tmp_path)


def test_a_table_in_use_does_not_expire(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        used, left = await a_table(service), await a_table(service)
        for live in (used, left):
            live.stored.touched = 1.0
        left.seen_at -= GLANCE_SECONDS
        before = touched(tmp_path, left.key)
        await service._upkeep.note_who_is_there()
        assert used.stored.touched == touched(tmp_path, used.key) > before
        assert (left.stored.touched, touched(tmp_path, left.key)) == (1.0, before)

    with_a_service(happens, tmp_path)


def touched(data: Path, key: str) -> float:
    return number(data, "touched", key)


def number(data: Path, column: str, key: str) -> float:
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        return float(connection.execute(f"select {column} from tables where key = ?", [key]).fetchone()[0])


# Hosts.


def test_hosts_who_are_present_are_noted(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        there, gone, asking, full = [await a_table(service, open_to_all=True) for _ in range(4)]
        await service.sit(full, "bo", "Bo")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            connection.execute("update tables set host_seen = 1")
            connection.commit()
        service.hear_from(asking, "ada")  # a program without a connection
        with service.attending(there, "ada"), service.attending(full, "ada"), service.attending(gone, "bo"):
            await service._upkeep.note_who_is_there()
        seen = [number(tmp_path, "host_seen", live.key) > 1 for live in (there, gone, asking, full)]
        assert seen == [True, False, True, False]
        assert {table.key for table in await service.with_open_chairs()} == {there.key, asking.key}

    with_a_service(happens, tmp_path)


# Closing tables of one's own.


def test_a_host_closes_a_table_at_which_nobody_else_sits(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        live = await a_table(service)
        for stranger in ("bo", ""):
            with pytest.raises(NotYours):
                await service.close_table(live, stranger)
        await service.close_table(live, "ada")
        assert await service.live_table(live.key) is None
        assert live.key not in service._drivers
        await a_table(service)  # the limit allows another one

    with_a_service(happens, tmp_path, Quotas(tables_a_person=1))


def test_a_table_with_other_players_is_not_closed(tmp_path: Path) -> None:
    async def happens(service: TableService) -> None:
        shared, finished = await a_table(service, open_to_all=True), await a_finished_table(service)
        await service.sit(shared, "bo", "Bo")
        for live in (shared, finished):
            with pytest.raises(NotYours):
                await service.close_table(live, "ada")
            assert await service.live_table(live.key) is live

    with_a_service(happens, tmp_path)
