"""The storage: rows come back as they were stored, in order, and no number is used twice."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from spiritboard.server import seating
from spiritboard.server.live_table import LiveTable
from spiritboard.server.storage import AlreadyTaken, Chair, NewEntry, NotPlayed, Storage, StoredTable
from spiritboard.server.storage_threads import StorageThreads
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from tests.server.database import Opens
from tests.server.guests import every_game, most_seats
from tests.server.running import LONG_ENOUGH


@pytest.fixture
def storage(reopened: Opens) -> Storage:
    return reopened()


@pytest.fixture
def in_a_folder(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage.in_folder(tmp_path / "data" / "of the house")
    yield opened
    opened.close()


def stored(
    key: str = "table", game: str = "lanterns", kinds: tuple[str, ...] = ("person", "open"), **rest: object
) -> StoredTable:
    chairs = [
        Chair(seat, kind, f"{key}-person-{seat}" if kind == "person" else None, f"Näme {seat} ☾", f"secret-{seat}")
        for seat, kind in enumerate(kinds)
    ]
    table = StoredTable(key, game, {}, Dice(key).text(), "host", "invite", False, None, chairs)
    return replace(table, **rest)  # type: ignore[arg-type]


ENTRIES = [Move(0, ("lay", "lantern-3"), "0" * 32), Move(1, ("päth",), "1" * 32 + "@7"), Move(1, (), "")]


def test_a_table_is_loaded_as_it_was_stored(reopened: Opens, storage: Storage) -> None:
    table = stored(options={"wind": "gusty"}, is_open=True, away_seconds=60)
    storage.create(table)
    for number, entry in enumerate(ENTRIES):
        storage.append(NewEntry("table", number, entry))
    for eyes in (storage, reopened()):
        assert eyes.load("table") == (table, ENTRIES)
        assert eyes.load("elsewhere") is None


@pytest.mark.parametrize("key", ["", "\0", "a\0", "table ", "tablé", "x" * 33, "table;", "'--", "../table", "🎃"])
def test_a_malformed_key_finds_no_table(storage: Storage, key: str) -> None:
    assert storage.load(key) is None


def test_every_change_of_a_table_changes_its_version(storage: Storage) -> None:
    """The live table that has seen all changes has the same version."""
    storage.create(stored(kinds=("person", "open", "open")))

    def live() -> LiveTable:
        found = storage.load("table")
        assert found is not None
        return LiveTable(*found)

    seat = live().in_progress.state.pending()[0]
    path = live().in_progress.state.paths(seat)[0]
    changes: list[Callable[[], None]] = [
        lambda: storage.append(NewEntry("table", 0, Move(seat, path, "0" * 32))),
        lambda: storage.transact(seating.sit, "table", Chair(1, "person", "Bo", "Bo", "s")),
        lambda: storage.set_again("table", "next"),
    ]
    seen = [storage.version("table")]
    for change in changes:
        assert live().version == seen[-1]
        change()
        seen.append(storage.version("table"))
    assert live().version == seen[-1]
    assert len(set(seen)) == 4


def test_all_servers_sign_with_the_same_secret(reopened: Opens, storage: Storage) -> None:
    assert len(storage.secret()) == 64
    assert storage.secret() == storage.secret() == reopened().secret()


def test_entries_of_one_table_are_not_those_of_another(storage: Storage) -> None:
    one, two = stored("one"), stored("two")
    storage.create(one)
    storage.create(two)
    storage.append(NewEntry("one", 0, ENTRIES[0]))
    storage.append(NewEntry("two", 0, ENTRIES[1]))
    assert storage.load("one") == (one, [ENTRIES[0]])
    assert storage.load("two") == (two, [ENTRIES[1]])


def test_entries_come_in_the_order_of_their_numbers(storage: Storage) -> None:
    storage.create(stored())
    for number in (11, 2, 0, 10, 1):
        storage.append(NewEntry("table", number, Move(number, ("x",), "")))
    found = storage.load("table")
    assert found is not None
    assert [entry.seat for entry in found[1]] == [0, 1, 2, 10, 11]
    late = storage.load("table", 2)
    assert late is not None
    assert [entry.seat for entry in late[1]] == [2, 10, 11]


def test_a_number_is_taken_once(storage: Storage) -> None:
    storage.create(stored())
    storage.append(NewEntry("table", 0, ENTRIES[0]))
    with pytest.raises(AlreadyTaken):
        storage.append(NewEntry("table", 0, ENTRIES[1], verdict="Nobody wins."))
    found = storage.load("table")
    assert found is not None
    assert found[1] == [ENTRIES[0]]
    assert found[0].verdict is None  # nothing of the refused request was stored


@pytest.mark.parametrize("changed", [{"rules_version": 2}, {"closed": "Closed by the operator."}])
def test_no_move_is_stored_by_other_rules_or_at_a_closed_table(storage: Storage, changed: dict[str, object]) -> None:
    storage.create(replace(stored(), **changed))  # type: ignore[arg-type]
    for verdict in (None, "Ada wins."):
        with pytest.raises(NotPlayed):
            storage.append(NewEntry("table", 0, ENTRIES[0], verdict=verdict, rules_version=1))
    found = storage.load("table")
    assert found is not None
    assert (found[1], found[0].verdict) == ([], None)


def test_the_end_is_stored_with_the_last_move(reopened: Opens, storage: Storage) -> None:
    storage.create(stored())
    storage.append(NewEntry("table", 0, ENTRIES[0], verdict="Ada wins."))
    found = reopened().load("table")
    assert found is not None
    assert found[0].verdict == "Ada wins."


def test_a_table_is_created_as_a_whole_or_not_at_all(storage: Storage) -> None:
    broken = stored()
    broken.chairs[1] = broken.chairs[0]  # two chairs with one number
    with pytest.raises(IntegrityError):
        storage.create(broken)
    assert storage.load("table") is None
    storage.create(stored())


# Sitting down.


def test_an_open_chair_is_taken_once(storage: Storage) -> None:
    storage.create(stored())
    bo, cy = (Chair(1, "person", name, name, "secret-1") for name in ("Bo", "Cy"))
    storage.transact(seating.sit, "table", bo)
    with pytest.raises(AlreadyTaken):
        storage.transact(seating.sit, "table", cy)
    with pytest.raises(AlreadyTaken):
        storage.transact(seating.sit, "table", Chair(0, "person", "Cy", "Cy", "stolen"))  # it was never free
    with pytest.raises(AlreadyTaken):
        storage.transact(seating.sit, "elsewhere", cy)
    found = storage.load("table")
    assert found is not None
    assert found[0].chairs == [stored().chairs[0], bo]


def race(runners: list[Callable[[], None]]) -> list[str]:
    """Do all of these at once. Returns the result of each, or its error."""
    outcomes: list[str] = []
    start = threading.Barrier(len(runners))

    def run(runner: Callable[[], None]) -> None:
        start.wait()
        try:
            runner()
            outcomes.append("done")
        except AlreadyTaken:
            outcomes.append("taken")

    threads = [threading.Thread(target=run, args=(runner,)) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(outcomes)


@pytest.mark.parametrize("attempt", range(5))
def test_two_requests_for_a_chair_give_it_to_one(reopened: Opens, storage: Storage, attempt: int) -> None:
    storage.create(stored())
    other = reopened()  # as another server with the same tables
    ada, bo = (Chair(1, "person", name, name, "s") for name in ("Ada", "Bo"))
    assert race(
        [lambda: storage.transact(seating.sit, "table", ada), lambda: other.transact(seating.sit, "table", bo)]
    ) == ["done", "taken"]
    found = storage.load("table")
    assert found is not None
    assert found[0].chairs[1] in (ada, bo)


@pytest.mark.parametrize("attempt", range(5))
def test_two_moves_with_one_number_store_one(reopened: Opens, storage: Storage, attempt: int) -> None:
    storage.create(stored())
    other = reopened()
    runners = [
        lambda: storage.append(NewEntry("table", 0, ENTRIES[0])),
        lambda: other.append(NewEntry("table", 0, ENTRIES[1])),
    ]
    assert race([*runners, *runners]) == ["done", "taken", "taken", "taken"]
    found = storage.load("table")
    assert found is not None
    assert found[1] in ([ENTRIES[0]], [ENTRIES[1]])


def test_the_next_table_is_set_once(storage: Storage) -> None:
    storage.create(stored())
    storage.set_again("table", "next")
    with pytest.raises(AlreadyTaken):
        storage.set_again("table", "another")
    with pytest.raises(AlreadyTaken):
        storage.set_again("elsewhere", "next")
    found = storage.load("table")
    assert found is not None
    assert found[0].again == "next"


# Lists.


def test_the_tables_of_a_person_are_listed_newest_first(storage: Storage) -> None:
    for at, key in enumerate(("old", "new", "newest")):
        storage.create(stored(key, created=float(at)))
    storage.create(stored("hosted", created=9.0, host="old-person-0"))
    assert [table.key for table in storage.of_person("old-person-0")] == ["hosted", "old"]
    assert [table.key for table in storage.of_person("host", most=2)] == ["newest", "new"]
    assert storage.of_person("stranger") == []
    assert storage.of_person("new-person-0")[0].chairs == stored("new").chairs


def test_unfinished_tables_are_listed_first(storage: Storage) -> None:
    """So that a person finds it, however many games they have finished since."""
    for at, key in enumerate(("going", "finished", "new")):
        storage.create(stored(key, created=float(at)))
    storage.append(NewEntry("finished", 0, ENTRIES[0], verdict="Ada wins."))
    assert [table.key for table in storage.of_person("host")] == ["new", "going", "finished"]


def test_tables_with_a_free_chair_are_listed_while_their_host_is_present(storage: Storage) -> None:
    storage.create(stored("open", is_open=True, host_seen=100.0))
    storage.create(stored("deserted", is_open=True, host_seen=99.0))
    storage.create(stored("by invitation", host_seen=100.0))
    storage.create(stored("closed", is_open=True, host_seen=100.0, closed="Closed."))
    storage.create(stored("full", kinds=("person", "person"), is_open=True, host_seen=100.0))
    storage.create(stored("over", is_open=True, host_seen=100.0))
    storage.append(NewEntry("over", 0, ENTRIES[0], verdict="Ada wins."))
    assert [table.key for table in storage.with_open_chairs(100.0)] == ["open"]
    storage.transact(seating.sit, "open", Chair(1, "person", "Bo", "Bo", "s"))
    assert storage.with_open_chairs(100.0) == []


# Crashes.


def test_there_is_a_write_ahead_log(tmp_path: Path, in_a_folder: Storage) -> None:
    in_a_folder.create(stored())
    file = tmp_path / "data" / "of the house" / "tables.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    assert file.with_name("tables.sqlite-wal").exists()


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path, in_a_folder: Storage) -> None:
    in_a_folder.create(stored())
    file = tmp_path / "data" / "of the house" / "tables.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("begin immediate")
        writer.execute("update tables set again = 'nowhere'")
        found = in_a_folder.load("table")
        writer.execute("rollback")
    assert found is not None
    assert found[0].again is None


def test_a_reading_thread_does_not_wait_for_a_writing_one(in_a_folder: Storage) -> None:
    async def run() -> None:
        threads, written = StorageThreads(in_a_folder, pytest.fail), threading.Event()
        writing = asyncio.create_task(threads.write(written.wait, LONG_ENOUGH))
        await asyncio.sleep(0)  # so that it begins to write before the other one reads
        assert await threads.read(lambda: "read") == "read"
        assert not writing.done()
        written.set()
        await writing
        threads.close()

    asyncio.run(run())


def played_so_far(storage: Storage, table: StoredTable, moves: int) -> LiveTable:
    """Make this many random moves, each stored and then carried out. The last one is only stored."""
    storage.create(table)
    live = LiveTable(table, [])
    dice = Dice(table.key)
    for number in range(moves):
        seat = dice.pick(live.in_progress.state.pending())
        entry = Move(seat, dice.pick(live.in_progress.state.paths(seat)), dice.text())
        storage.append(NewEntry(table.key, number, entry))
        if number < moves - 1:
            live.carry_out(entry)
    return live


@every_game
@pytest.mark.parametrize("moves", [1, 2, 5])
def test_a_crash_between_storing_and_carrying_out_replays(
    reopened: Opens, storage: Storage, game: Game, moves: int
) -> None:
    table = stored(game=game.id, kinds=("person",) * most_seats(game))
    before = played_so_far(storage, table, moves)
    found = reopened().load(table.key)
    assert found is not None
    after = LiveTable(*found)
    assert after.number == moves
    last = found[1][-1]
    before.carry_out(last)  # as without the crash
    assert after.in_progress.state.to_json() == before.in_progress.state.to_json()
    assert after.record.to_text() == before.record.to_text()
    assert after.fresh == before.fresh
    assert after.in_progress.can_take_back(last.seat) == before.in_progress.can_take_back(last.seat)


def test_a_move_that_was_taken_back_stays_so(reopened: Opens, storage: Storage) -> None:
    table = stored(kinds=("person",) * 2)
    storage.create(table)
    live = LiveTable(table, [])
    numbers = 0

    def happens(entry: Move) -> None:
        nonlocal numbers
        storage.append(NewEntry(table.key, numbers, entry))
        live.carry_out(entry)
        numbers += 1

    for seat in (0, 1):
        happens(Move(seat, live.in_progress.state.paths(seat)[0], str(seat) * 32))
    seat = live.in_progress.state.pending()[0]
    before = live.in_progress.state.to_json()
    happens(Move(seat, live.in_progress.state.paths(seat)[0], "2" * 32))
    assert live.in_progress.state.to_json() != before
    happens(Move(seat, (), ""))
    found = reopened().load(table.key)
    assert found is not None
    after = LiveTable(*found)
    assert after.in_progress.state.to_json() == before
    assert after.number == 4
    assert len(after.record.moves) == 2
