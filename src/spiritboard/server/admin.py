"""What an operator does with stored tables, past the server.

Reading works beside running servers, and so does adding a table, which none of them has open, and removing those that
nobody has touched for days. Whatever changes a table that a server may hold in memory is refused while one runs.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Select,
    Table,
    create_engine,
    delete,
    extract,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.server import bulk
from spiritboard.server.export import BackupHead, ChairRow, Content, EntryRow, PositionRow, TableRow
from spiritboard.server.migrations import is_up_to_date
from spiritboard.server.people import keep_secret
from spiritboard.server.schema import chairs, entries, house, positions, servers, tables
from spiritboard.server.storage import SETTING_UP, Storage, shown_url
from spiritboard.server.system import alone_in
from spiritboard.table.errors import BadSetup

Row = TypeVar("Row", bound=msgspec.Struct)
BATCH = 100  # tables that are read at once
DAY = 24 * 3600
NOBODY = "Somebody"  # what an erased person is called
LONGEST_REASON = 200
STOP_FIRST = "A server is running with these tables and would not notice: stop it first."


@dataclass(frozen=True)
class Wanted:
    """Which tables are listed."""

    game: str | None = None
    person: str | None = None  # their id, or what they are called
    unfinished: bool = False
    closed: bool = False
    limit: int = 50

    def condition(self) -> ColumnElement[bool]:
        wanted: ColumnElement[bool] = tables.c.key.is_not(None)
        if self.game is not None:
            wanted &= tables.c.game == self.game
        if self.person is not None:
            theirs = select(chairs.c.table_key).where(or_(chairs.c.person == self.person, chairs.c.name == self.person))
            wanted &= tables.c.key.in_(theirs) | (tables.c.host == self.person)
        if self.unfinished:
            wanted &= tables.c.verdict.is_(None) & tables.c.closed.is_(None)
        if self.closed:
            wanted &= tables.c.closed.is_not(None)
        return wanted


class Listed(msgspec.Struct):
    """A table as it is listed: nothing of it that anybody could not know."""

    key: str
    game: str
    players: list[str]
    state: str  # running, finished or closed
    created: float
    touched: float


class Admin:
    """The tables of a folder or of a database."""

    def __init__(self, engine: Engine, folder: Path | None = None) -> None:
        self._engine = engine
        self._folder = folder

    @staticmethod
    @contextmanager
    def opened(folder: Path, database: URL | None) -> Iterator[Admin]:
        """The tables in a folder, or in a database if one is named. Raises BadSetup if there are none, or if they were
        stored by another version."""
        admin = Admin._in_folder(folder) if database is None else Admin(create_engine(database))
        try:
            admin._check_version()
            yield admin
        except DatabaseError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            place = admin._place()
            raise BadSetup(f"{place}: cannot be used ({reason}).") from None
        finally:
            admin._engine.dispose()

    @staticmethod
    def _in_folder(folder: Path) -> Admin:
        file = folder / "tables.sqlite"
        if not file.is_file():
            raise BadSetup(f"{folder}: there are no tables here.")
        return Admin(create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": 30}), folder)

    def _place(self) -> str:
        return str(self._folder) if self._folder is not None else f"The database {shown_url(self._engine.url)}"

    def _check_version(self) -> None:
        """No migration here: a server of the version before may be running."""
        with self._engine.connect() as connection:
            if not is_up_to_date(connection):
                raise BadSetup(
                    "These tables belong to an earlier version of Spiritboard: start a server of this one, which "
                    "brings them up to date, or use the earlier one here too."
                )

    # Reading.

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        """Everything as it is at one moment, whatever servers store meanwhile; they do not wait for it."""
        with self._engine.connect() as connection:
            if self._folder is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection

    def tables(self, wanted: Wanted) -> list[Listed]:
        """Those that were asked for, touched last first."""
        query = select(tables).where(wanted.condition()).order_by(tables.c.touched.desc()).limit(wanted.limit)
        with self._snapshot() as connection:
            rows = [TableRow(**row) for row in connection.execute(query).mappings()]
            seated = _of_tables(connection, chairs, chairs.c.seat, [row.key for row in rows], ChairRow)
        names = {key: [chair.name for chair in around] for key, around in seated.items()}
        return [
            Listed(each.key, each.game, names.get(each.key, []), state_of(each), each.created, each.touched)
            for each in rows
        ]

    def content(self, key: str) -> Content:
        """A table with everything; BadSetup if there is none."""
        with self._snapshot() as connection:
            return _content(connection, key)

    def batches(self) -> Iterator[list[Content]]:
        """All tables, some at a time, each time as they are at that moment."""
        last = ""
        while True:
            with self._snapshot() as connection:
                batch = _batch(connection, last)
            if not batch:
                return
            yield batch
            last = batch[-1].table.key

    def count(self) -> int:
        with self._snapshot() as connection:
            return _count(connection)

    # Backup.

    @contextmanager
    def backup(self) -> Iterator[tuple[BackupHead, Iterator[Content]]]:
        """Everything as it is at one moment."""
        with self._snapshot() as connection:
            made = datetime.now(UTC).isoformat(timespec="seconds")
            yield BackupHead(_count(connection), self._secret(connection), made), _all(connection)

    def _secret(self, connection: Connection) -> str:
        if self._folder is not None:
            return (self._folder / "secret").read_text().strip()
        found = connection.execute(select(house.c.value).where(house.c.name == "secret")).scalar()
        return "" if found is None else str(found)

    @staticmethod
    def prepare(folder: Path, database: URL | None) -> None:
        """Make a folder or database ready to be restored into."""
        with _to_itself(folder if database is None else None):
            (Storage.in_folder(folder) if database is None else Storage.in_postgres(database)).close()

    def restore(self, head: BackupHead, contents: Iterable[Content]) -> None:
        """Take over all tables of a backup, or none of them; BadSetup if there are any here already."""
        with self._alone() as connection:
            if _count(connection):
                raise BadSetup(f"{self._place()}: there are tables here already; restore where there are none.")
            for content in contents:
                _add(connection, content)
            self._keep_secret(connection, head.secret)

    def _keep_secret(self, connection: Connection, secret: str) -> None:
        if self._folder is not None:
            keep_secret(self._folder, secret)
            return
        connection.execute(delete(house).where(house.c.name == "secret"))
        connection.execute(insert(house), {"name": "secret", "value": secret})

    # Changing.

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        """A transaction during which no server runs with these tables; BadSetup if one does."""
        with _to_itself(self._folder), self._engine.begin() as connection:
            if self._folder is None:
                # Servers that start now wait under the same lock.
                connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
                if connection.execute(select(func.count()).where(servers.c.until > _database_time())).scalar_one():
                    raise BadSetup(STOP_FIRST)
            yield connection

    def add(self, content: Content) -> None:
        """Take over a table from elsewhere; BadSetup if one with its key is here."""
        content.check()
        with self._engine.begin() as connection:
            if connection.execute(select(tables.c.key).where(tables.c.key == content.table.key)).first() is not None:
                raise BadSetup(f"There is a table {content.table.key} here already.")
            _add(connection, content)

    def undo(self, key: str) -> None:
        """Remove a table's last entry, and with it what has come of that: positions, the verdict and the standings."""
        with self._alone() as connection:
            last = _last_entry(_content(connection, key))
            for of_table in (entries, positions):
                past = of_table.c.number >= last.number + (of_table is positions)
                connection.execute(delete(of_table).where(of_table.c.table_key == key, past))
            reopened = {"verdict": None, "standings": None, "touched": time.time()}
            connection.execute(update(tables).where(tables.c.key == key).values(reopened))

    def close(self, key: str, why: str) -> None:
        """Nobody can play on there; everybody who comes is told why."""
        sentence = _sentence(why)
        with self._alone() as connection:
            table = _content(connection, key).table
            if state_of(table) != "running":
                raise BadSetup("This table is not running any more: there is nothing to close.")
            connection.execute(update(tables).where(tables.c.key == key).values(closed=sentence, is_open=False))

    def erase(self, person: str) -> int:
        """Remove all that is stored of a person, and let bots play for them; at how many tables they were."""
        with self._alone() as connection:
            theirs = select(chairs.c.table_key).where(chairs.c.person == person)
            found = select(tables).where(tables.c.key.in_(theirs) | (tables.c.host == person))
            rows = connection.execute(found).all()
            for row in rows:
                _erase(connection, _content(connection, row.key), person)
        return len(rows)

    def expire(self, days: int) -> int:
        """Remove the unfinished tables that nobody has touched for so many days; how many there were."""
        long_ago, found = time.time() - days * DAY, 0
        while True:  # some at a time, so that a server that runs never waits for long
            with self._engine.begin() as connection:
                removed = bulk.expire(connection, long_ago, BATCH)
            found += len(removed)
            if not removed:
                return found


@contextmanager
def _to_itself(folder: Path | None) -> Iterator[None]:
    """No server has its tables in this folder, and none can start with it; BadSetup if one has."""
    with ExitStack() as held:
        if folder is not None:
            try:
                held.enter_context(alone_in(folder))
            except BadSetup:
                raise BadSetup(STOP_FIRST) from None
        yield


def state_of(table: TableRow) -> str:
    return "finished" if table.verdict is not None else "closed" if table.closed is not None else "running"


def _database_time() -> ColumnElement[int]:
    return extract("epoch", func.clock_timestamp())


def _count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())


def _all(connection: Connection) -> Iterator[Content]:
    last = ""
    while batch := _batch(connection, last):
        yield from batch
        last = batch[-1].table.key


def _batch(connection: Connection, after: str) -> list[Content]:
    query = select(tables).where(tables.c.key > after).order_by(tables.c.key).limit(BATCH)
    return _contents(connection, query)


def _content(connection: Connection, key: str) -> Content:
    found = _contents(connection, select(tables).where(tables.c.key == key))
    if not found:
        raise BadSetup("There is no table with this key.")
    return found[0]


def _contents(connection: Connection, query: Select) -> list[Content]:
    listed = [TableRow(**row) for row in connection.execute(query).mappings()]
    keys = [table.key for table in listed]
    seated = _of_tables(connection, chairs, chairs.c.seat, keys, ChairRow)
    played = _of_tables(connection, entries, entries.c.number, keys, EntryRow)
    kept = _of_tables(connection, positions, positions.c.number, keys, PositionRow)
    return [Content(t, seated.get(t.key, []), played.get(t.key, []), kept.get(t.key, [])) for t in listed]


def _of_tables(
    connection: Connection, stored: Table, order: ColumnElement[int], keys: list[str], kind: type[Row]
) -> dict[str, list[Row]]:
    """The rows that belong to each of these tables, in order."""
    query = select(stored).where(stored.c.table_key.in_(keys)).order_by(stored.c.table_key, order)
    found: dict[str, list[Row]] = {}
    for row in map(dict, connection.execute(query).mappings()):
        found.setdefault(row.pop("table_key"), []).append(kind(**row))
    return found


def _add(connection: Connection, content: Content) -> None:
    connection.execute(insert(tables), msgspec.structs.asdict(content.table))
    for stored, rows in ((chairs, content.chairs), (entries, content.entries), (positions, content.positions)):
        if rows:
            values = [{"table_key": content.table.key, **msgspec.structs.asdict(row)} for row in rows]
            connection.execute(insert(stored), values)


def _last_entry(content: Content) -> EntryRow:
    if content.table.closed is not None:
        raise BadSetup("This table was closed: nothing is played there any more.")
    if not content.entries:
        raise BadSetup("Nothing has been played at this table yet.")
    if len(content.entries) <= (content.table.rules_since or 0):
        raise BadSetup("What was played here before was played by older rules, and cannot be undone.")
    return content.entries[-1]


def _sentence(why: str) -> str:
    sentence = " ".join(why.split())
    if not sentence or len(sentence) > LONGEST_REASON or not sentence.isprintable():
        raise BadSetup(f"People are told why a table was closed: in 1 to {LONGEST_REASON} letters.")
    return sentence


def _erase(connection: Connection, content: Content, person: str) -> None:
    """Their chairs are a bot's from now on, also at the next table of those who sat here."""
    table, names = content.table, set()
    for chair in content.chairs:
        if chair.person == person:
            names.add(chair.name)
            anew = ChairRow(chair.seat, "bot", None, NOBODY, secrets.token_urlsafe(24), USUAL_LEVEL)
            own = (chairs.c.table_key == table.key) & (chairs.c.seat == chair.seat)
            connection.execute(update(chairs).where(own).values(msgspec.structs.asdict(anew)))
    values: dict[str, object] = {"verdict": _without(names, table.verdict)}
    if table.host == person:
        values |= {"host": "", "network": ""}
    connection.execute(update(tables).where(tables.c.key == table.key).values(values))


def _without(names: set[str], verdict: str | None) -> str | None:
    """A verdict in which nobody of these names is named."""
    for name in names:
        verdict = verdict and re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", NOBODY, verdict)
    return verdict


def description(content: Content) -> dict[str, object]:
    """A table for an operator: nothing in it that could help anybody at the table, and no key to a seat."""
    table = content.table
    chairs = [
        {"seat": c.seat + 1, "name": c.name, "kind": c.kind, "level": c.level, "person": c.person}
        for c in content.chairs
    ]
    return {
        "key": table.key,
        "game": table.game,
        "options": table.options,
        "state": state_of(table),
        "verdict": table.verdict,
        "closed": table.closed,
        "chairs": chairs,
        "host": table.host,
        "open": table.is_open,
        "entries": len(content.entries),
        "positions": [kept.number for kept in content.positions],
        "rules_version": table.rules_version,
        "pieces": table.pieces,
        "created": table.created,
        "touched": table.touched,
        "again": table.again,
    }
