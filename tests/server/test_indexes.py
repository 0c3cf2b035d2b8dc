"""Every statement of the server finds its rows by an index, in both databases."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert

from spiritboard.server import bulk, deals, devices, erasing, own_data, review_storage, schema, seating
from spiritboard.server.devices import Passkey
from spiritboard.server.limits import Requester
from spiritboard.server.review_storage import DONE, FAILED, StoredReview
from spiritboard.server.schema import chairs, entries, positions, review_plies, reviews, tables
from spiritboard.server.storage import Chair, NewEntry, Storage, StoredTable, postgres_url
from spiritboard.table.record import Move
from tests.server.database import Postgres
from tests.server.test_storage import stored

MANY = 3000  # enough that a database prefers an index to reading all of them
NOW = time.time()
SCANS = {
    "sqlite": re.compile(
        r"SCAN (tables|chairs|entries|positions|movers|tries|deals|reviews|review_plies|people|browsers|passkeys"
        r"|signed_out|used|entries_\d+|anon_\d+)"
    ),
    "postgresql": re.compile(r"Seq Scan"),
}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def storage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        opened = Storage.in_postgres(postgres_url(postgres.new_database()))
    else:
        opened = Storage.in_folder(tmp_path_factory.mktemp("many"))
    opened.transact(fill)
    yield opened
    opened.close()


def fill(connection: Connection) -> None:
    """A storage with the tables of many people: most are finished, and some are open to everybody."""
    listed = [replace(stored(f"table-{at}"), **row(at)) for at in range(MANY)]
    names = [column.name for column in tables.columns]
    connection.execute(insert(tables), [{name: getattr(each, name) for name in names} for each in listed])
    seated = [{"table_key": each.key, **vars(chair)} for each in listed for chair in each.chairs]
    connection.execute(insert(chairs), seated)
    connection.execute(
        insert(entries),
        [
            {"table_key": f"table-{at}", "number": number, "seat": 0, "path": ["x"], "dice": "", "pending": [0]}
            for at in range(MANY)
            for number in range(4)
        ],
    )
    connection.execute(
        insert(positions),
        [{"table_key": f"table-{at}", "number": number, "position": "{}"} for at in range(MANY) for number in (0, 25)],
    )
    made = [replace(DEAL, key=f"deal-{at}", source=f"table-{at}") for at in range(MANY)]
    connection.execute(insert(schema.deals), [vars(each) for each in made])
    tried = [
        {"deal_key": f"deal-{at // 10}", "person": f"person-{at % 10}", "table_key": f"table-{at}", "finished": NOW}
        for at in range(MANY)
    ]
    connection.execute(insert(schema.tries), tried)
    connection.execute(insert(reviews), [review_row(at) for at in range(MANY)])
    parts = [{"table_key": f"table-{at}", "version": 1, "number": part} for at in range(MANY) for part in range(4)]
    connection.execute(insert(review_plies), [{**part, "found": "{}"} for part in parts])
    for at in range(MANY):
        who, when = f"person-{at % 1500}", NOW + at - MANY
        devices.note(connection, who, "Ada", f"browser-{at}", "Firefox", when)
        devices.use(connection, f"link-{at}", when)
        devices.refuse(connection, f"digest-{at}", when)
        devices.add_passkey(connection, Passkey(f"digest-{at}", who, f"key-{at}", "", 0, "Firefox", when))
    connection.exec_driver_sql("ANALYZE")


def review_row(at: int) -> dict[str, Any]:
    asker = {"person": f"person-{at % 300}", "network": f"network-{at % 100}"}
    ended = None if at % 1000 == 0 else DONE
    return {"table_key": f"table-{at}", "version": 1, "asked": float(at), "total": 4, "ended": ended, **asker}


def row(at: int) -> dict[str, Any]:
    return {
        "host": f"person-{at % 300}",
        "network": f"network-{at % 100}",
        "is_open": at % 10 == 0,
        "host_seen": NOW if at % 1000 == 0 else 0.0,
        "verdict": None if at % 10 == 0 else "Ada wins.",
        "created": float(at),
        "touched": NOW - at,
    }


DEAL = deals.Deal("deal-7", "lanterns", {}, 0, ["", "easy"], 1, "", NOW)
NEW_REVIEW = StoredReview("another-table", 1, Requester("person-7", "network-7"), 4, None, 0)

ASKED: dict[str, Callable[[Storage], object]] = {
    "lists for a person": lambda storage: storage.of_person("person-7"),
    "lists of free chairs": lambda storage: storage.with_open_chairs(NOW - 60),
    "counts for quotas": lambda storage: storage.transact(bulk.counts, "person-7", "network-7"),
    "counts of seats": lambda storage: storage.transact(bulk.sits_at, "table-7-person-0"),
    "opening a table": lambda storage: storage.load("table-7"),
    "looking whether there is news": lambda storage: storage.version("table-7"),
    "catching up": lambda storage: storage.played("table-7", 2),
    "going on from a position": lambda storage: storage.position("table-7"),
    "the next table": lambda storage: storage.set_again("table-7", "table-8"),
    "closing a table": lambda storage: storage.transact(bulk.remove_own, "table-10", "person-10"),
    "a move": lambda storage: storage.append(NewEntry("table-7", 4, Move(0, ("x",), ""), verdict="Ada wins.")),
    "sitting down": lambda storage: storage.transact(seating.sit, "table-20", Chair(1, "person", "Bo", "Bo", "s")),
    "beginning": lambda storage: storage.transact(seating.begin, "table-20", [Chair(1, "bot", None, "Wisp", "s")]),
    "leaving": lambda storage: storage.transact(seating.leave, "table-20", "Bo", Chair(1, "open", None, "", "s")),
    "resigning": lambda storage: storage.transact(seating.resign, "table-20", "Bo", Chair(1, "bot", None, "Bo", "s")),
    "another name": lambda storage: storage.transact(seating.rename, "table-7-person-0", "Cy"),
    "removing from a list": lambda storage: storage.transact(seating.unlist, "table-7", "table-7-person-0"),
    "noting hosts": lambda storage: storage.transact(bulk.note_hosts, ["table-0", "table-1000"], NOW),
    "noting use": lambda storage: storage.transact(bulk.touch, ["table-0", "table-1000"], NOW),
    "the results of a deal": lambda storage: storage.transact(deals.results, DEAL, NOW + 1),
    "who has played a deal": lambda storage: storage.transact(deals.try_of, "deal-7", "person-7"),
    "a person's deals": lambda storage: storage.transact(deals.tries_of, "person-7", ["deal-7", "deal-8"]),
    "the deal of a game": lambda storage: storage.transact(deals.made_of, "table-7", 0),
    "a deal": lambda storage: storage.transact(deals.find_deal, "deal-7"),
    "a person's browsers": lambda storage: storage.transact(devices.browsers_of, "person-7"),
    "a person's name": lambda storage: storage.transact(devices.name_of, "person-7"),
    "seeing a browser": lambda storage: storage.transact(devices.note, "person-7", "Ada", "browser-7", "Firefox", NOW),
    "signing out": lambda storage: storage.transact(devices.sign_out, "person-7", "browser-7", NOW),
    "who was signed out lately": lambda storage: storage.transact(devices.refused_since, NOW - 60),
    "using a link": lambda storage: storage.transact(devices.use, "link", NOW),
    "a person's passkeys": lambda storage: storage.transact(devices.passkeys_of, "person-7"),
    "a passkey": lambda storage: storage.transact(devices.passkey, "key-7"),
    "removing a passkey": lambda storage: storage.transact(devices.remove_passkey, "person-7", "digest-7"),
    "what is kept about a person": lambda storage: storage.transact(own_data.kept, "table-7-person-0"),
    "erasing a person": lambda storage: storage.transact(erasing.erase, "table-9-person-0", NOW),
    "forgetting a person": lambda storage: storage.transact(deals.forget_person, "person-7"),
    "finding a review": lambda storage: storage.transact(review_storage.find, "table-7", 1),
    "beginning a review": lambda storage: storage.transact(review_storage.begin, NEW_REVIEW, NOW),
    "a part of a review": lambda storage: storage.transact(review_storage.add, "table-7", 1, 9, "{}"),
    "the end of a review": lambda storage: storage.transact(review_storage.end, "table-7", 1, FAILED),
    "what a review has found": lambda storage: storage.transact(review_storage.found, "table-7", 1),
    "which parts a review has": lambda storage: storage.transact(review_storage.numbers, "table-7", 1),
    "reviews that are not done": lambda storage: storage.transact(review_storage.unended, 1, 20),
    "counts of reviews": lambda storage: storage.transact(review_storage.amounts, Requester("person-0", "network-0")),
    "expiry": lambda storage: storage.transact(bulk.expire, NOW - MANY + 5, 50),
}


@pytest.mark.parametrize("what", ASKED)
def test_no_statement_reads_all_tables(storage: Storage, what: str) -> None:
    plans = explained(storage, lambda: ASKED[what](storage))
    assert plans
    scan = SCANS[storage._engine.dialect.name]
    assert [plan for plan in plans if scan.search(plan)] == []


@pytest.mark.parametrize("what", ["lists for a person", "lists of free chairs"])
def test_a_list_of_any_length_takes_two_statements(storage: Storage, what: str) -> None:
    assert len(explained(storage, lambda: ASKED[what](storage))) == 2


def explained(storage: Storage, act: Callable[[], object]) -> list[str]:
    """Returns the database's plan for each statement, taken before the statement changes the rows."""
    plans: list[str] = []
    explain = "EXPLAIN QUERY PLAN" if storage._engine.dialect.name == "sqlite" else "EXPLAIN"

    def note(connection: Connection, cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith("EXPLAIN"):
            return
        rows = connection.exec_driver_sql(f"{explain} {statement}", parameters).all()
        plans.append(f"{statement}\n" + "\n".join(str(each[-1]) for each in rows))

    event.listen(storage._engine, "before_cursor_execute", note)
    try:
        act()
    finally:
        event.remove(storage._engine, "before_cursor_execute", note)
    return plans


def test_a_folder_can_be_read_during_a_write(tmp_path: Path) -> None:
    """A reader does not wait while a move is being stored."""
    storage = Storage.in_folder(tmp_path)
    storage.create(stored("table"))

    def write_slowly(connection: Connection) -> tuple[StoredTable, list[Move]] | None:
        connection.execute(insert(entries), {"table_key": "table", "number": 0, "seat": 0, "path": [], "dice": ""})
        return storage.load("table")

    found = storage.transact(write_slowly)
    assert found is not None
    assert found[1] == []  # the reader does not see what is not committed
    storage.close()
