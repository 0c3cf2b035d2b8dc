"""Entries that wait for the disk at the same time are stored together, and each is answered for itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from spiritboard.server.storage import AlreadyTaken, Chair, NewEntry, NotPlayed, Storage, StoredTable, Unreachable
from spiritboard.server.storage_threads import StorageThreads
from spiritboard.table.record import Move


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage.in_folder(tmp_path)
    for key in ("one", "two", "closed"):
        chairs = [Chair(0, "person", "ada", "Ada", f"key-{key}")]
        table = StoredTable(key, "ghosts", {}, "0" * 32, "ada", "invite", False, None, chairs)
        opened.create(table)
        if key == "closed":
            opened.close_table(table, "It is closed.")
    yield opened
    opened.close()


def entry(key: str, number: int, pick: str = "x", verdict: str | None = None) -> NewEntry:
    return NewEntry(key, number, Move(0, (pick,), "", (0,), []), verdict=verdict)


def picks(storage: Storage, key: str) -> list[str]:
    return [move.path[0] for move in storage.played(key, 0)]


def test_an_entry_that_cannot_be_stored_does_not_harm_the_others(storage: Storage) -> None:
    storage.append(entry("one", 0, "first"))
    waiting = [entry("one", 0, "late"), entry("two", 0, "a"), entry("closed", 0), entry("one", 1, "b"), entry("no", 0)]
    outcomes = storage.append_all(waiting)
    assert [type(outcome) for outcome in outcomes] == [AlreadyTaken, type(None), NotPlayed, type(None), NotPlayed]
    assert (picks(storage, "one"), picks(storage, "two"), picks(storage, "closed")) == (["first", "b"], ["a"], [])


class BusyStorage(Storage):
    """Waits before it stores entries, until it is told that the disk is free. It notes which were stored together."""

    together: list[list[str]]
    is_busy: threading.Event
    is_free: threading.Event

    def append_all(self, waiting: list[NewEntry]) -> list[AlreadyTaken | NotPlayed | None]:
        self.together.append([entry.move.path[0] for entry in waiting])
        self.is_busy.set()
        assert self.is_free.wait(60)
        return super().append_all(waiting)


@pytest.fixture
def busy(storage: Storage) -> BusyStorage:
    storage.__class__ = BusyStorage
    assert isinstance(storage, BusyStorage)
    storage.together, storage.is_busy, storage.is_free = [], threading.Event(), threading.Event()
    return storage


async def begun(threads: StorageThreads, *entries: NewEntry) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(threads.append(each)) for each in entries]
    await asyncio.sleep(0)
    return tasks


def ignored(reason: str) -> None:
    pass


def test_entries_wait_for_a_busy_disk_and_are_stored_together(busy: BusyStorage) -> None:
    async def play() -> list[BaseException | None]:
        threads = StorageThreads(busy, ignored)
        first = await begun(threads, entry("one", 0, "a"))
        await asyncio.to_thread(busy.is_busy.wait, 60)
        others = await begun(threads, entry("two", 0, "b"), entry("two", 0, "c"), entry("one", 1, "d"))
        assert not any(task.done() for task in first + others)
        busy.is_free.set()
        return await asyncio.gather(*first, *others, return_exceptions=True)

    outcomes = asyncio.run(play())
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), AlreadyTaken, type(None)]
    assert busy.together == [["a"], ["b", "c", "d"]]
    assert (picks(busy, "one"), picks(busy, "two")) == (["a", "d"], ["b"])


def test_a_request_that_is_given_up_does_not_harm_the_others(busy: BusyStorage) -> None:
    async def play() -> None:
        threads = StorageThreads(busy, ignored)
        given_up, other = await begun(threads, entry("one", 0, "a"), entry("two", 0, "b"))
        await asyncio.to_thread(busy.is_busy.wait, 60)
        given_up.cancel()
        busy.is_free.set()
        await other

    asyncio.run(play())
    assert (picks(busy, "one"), picks(busy, "two")) == (["a"], ["b"])


def test_an_entry_with_a_result_is_stored_by_itself(busy: BusyStorage) -> None:
    async def play() -> None:
        await StorageThreads(busy, ignored).append(entry("one", 0, "a", "Ada wins."))

    asyncio.run(play())
    assert busy.together == []
    found = busy.load("one")
    assert found is not None
    assert (found[0].verdict, picks(busy, "one")) == ("Ada wins.", ["a"])


def test_everybody_hears_that_the_disk_failed(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[str] = []

    async def play() -> list[BaseException | None]:
        threads = StorageThreads(storage, reasons.append)
        tasks = await begun(threads, entry("one", 0, "a"), entry("two", 0, "b"))
        failed = await asyncio.gather(*tasks, return_exceptions=True)
        monkeypatch.undo()
        await threads.append(entry("one", 0, "again"))
        return failed

    def full(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("the disk is full"))

    monkeypatch.setattr("spiritboard.server.storage._insert", full)
    assert [type(outcome) for outcome in asyncio.run(play())] == [Unreachable, Unreachable]
    assert reasons == ["the disk is full"]
    assert (picks(storage, "one"), picks(storage, "two")) == (["again"], [])
