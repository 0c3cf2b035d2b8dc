"""The operator's access to stored tables, without a server.

Servers may run while tables are read, added or removed because they have expired: no server holds these in memory.
Any other change is refused while a server runs, because the server would not notice it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
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

from spiritboard.server import bulk, erasing
from spiritboard.server.deals import Try, add_deal, begin_try, deals_at, reopen_try, tries_at
from spiritboard.server.export import BackupHead, EntryRow, PositionRow, TableContent
from spiritboard.server.limits import DAY
from spiritboard.server.migrations import is_up_to_date
from spiritboard.server.people import keep_secret
from spiritboard.server.schema import UNFINISHED, chairs, entries, house, positions, servers, tables
from spiritboard.server.storage import SETTING_UP, Chair, Storage, StoredTable, shown_url
from spiritboard.server.system import alone_in
from spiritboard.table.errors import BadSetup

Row = TypeVar("Row")
TABLES_AT_ONCE = 100  # that are read, or removed, in one transaction
LONGEST_REASON = 200
STOP_FIRST = "A server is using these tables and would not notice the change: stop it first."


@dataclass(frozen=True)
class TableFilter:
    """The conditions for the tables that are listed."""

    game: str | None = None
    person: str | None = None  # an id or a name
    unfinished: bool = False
    closed: bool = False
    limit: int = 50

    def condition(self) -> ColumnElement[bool]:
        """Returns the conditions in SQL."""
        wanted: ColumnElement[bool] = tables.c.key.is_not(None)
        if self.game is not None:
            wanted &= tables.c.game == self.game
        if self.person is not None:
            theirs = select(chairs.c.table_key).where(or_(chairs.c.person == self.person, chairs.c.name == self.person))
            wanted &= tables.c.key.in_(theirs) | (tables.c.host == self.person)
        if self.unfinished:
            wanted &= UNFINISHED
        if self.closed:
            wanted &= tables.c.closed.is_not(None)
        return wanted


class TableSummary(msgspec.Struct):
    """A table in a list, without its secrets."""

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
        """Yields the tables in the database, if one is named, or in the folder. Raises BadSetup if there are no tables,
        or if another version stored them."""
        admin = Admin._in_folder(folder) if database is None else Admin(create_engine(database))
        try:
            admin._check_version()
            yield admin
        except DatabaseError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise BadSetup(f"{admin._location()}: cannot be used ({reason}).") from None
        finally:
            admin._engine.dispose()

    @staticmethod
    def _in_folder(folder: Path) -> Admin:
        file = folder / "tables.sqlite"
        if not file.is_file():
            raise BadSetup(f"{folder}: there are no tables here.")
        return Admin(create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": 30}), folder)

    def _location(self) -> str:
        return str(self._folder) if self._folder is not None else f"The database {shown_url(self._engine.url)}"

    def _check_version(self) -> None:
        """Raises BadSetup if the tables are of another version. They are not migrated here, because a server of the
        earlier version may be running."""
        with self._engine.connect() as connection:
            if not is_up_to_date(connection):
                raise BadSetup(
                    "These tables belong to an earlier version of Spiritboard. Start a server of this one, which "
                    "brings them up to date, or run this command with the earlier version."
                )

    # Reading.

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        """Yields a connection that sees everything as it is now, even if servers store something meanwhile. Servers do
        not wait for it."""
        with self._engine.connect() as connection:
            if self._folder is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection

    def tables(self, wanted: TableFilter) -> list[TableSummary]:
        """Returns the tables that meet the conditions, beginning with those used last."""
        query = select(tables).where(wanted.condition()).order_by(tables.c.touched.desc()).limit(wanted.limit)
        with self._snapshot() as connection:
            found = _tables(connection, query)
        return [summary(table) for table in found]

    def content(self, key: str) -> TableContent:
        """Returns a table with everything that is stored of it. Raises BadSetup if there is none with this key."""
        with self._snapshot() as connection:
            return _content(connection, key)

    def batches(self) -> Iterator[list[TableContent]]:
        """Yields all tables in batches, each batch as it is when it is read."""
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
    def backup(self) -> Iterator[tuple[BackupHead, Iterator[TableContent]]]:
        """Yields the head of a backup and all tables, as they are at one moment."""
        with self._snapshot() as connection:
            made = datetime.now(UTC).isoformat(timespec="seconds")
            head = BackupHead(tables=_count(connection), secret=self._secret(connection), made=made)
            yield head, _all(connection)

    def _secret(self, connection: Connection) -> str:
        if self._folder is not None:
            return (self._folder / "secret").read_text().strip()
        found = connection.execute(select(house.c.value).where(house.c.name == "secret")).scalar()
        return "" if found is None else str(found)

    @staticmethod
    def prepare(folder: Path, database: URL | None) -> None:
        """Create the tables of a database in the folder or the database, so that a backup can be restored there. Raises
        BadSetup if a server uses the folder."""
        with _without_servers(folder if database is None else None):
            (Storage.in_folder(folder) if database is None else Storage.in_postgres(database)).close()

    def restore(self, head: BackupHead, contents: Iterable[TableContent]) -> None:
        """Add all tables of a backup, or none of them. Raises BadSetup if there are tables already."""
        with self._alone() as connection:
            if _count(connection):
                raise BadSetup(f"{self._location()}: there are tables here already; restore where there are none.")
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
        """Yields a transaction during which no server uses these tables. Raises BadSetup if one does."""
        with _without_servers(self._folder), self._engine.begin() as connection:
            if self._folder is None:
                # A server that starts takes the same lock, so it waits until this transaction ends.
                connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
                if connection.execute(select(func.count()).where(servers.c.until > _database_time())).scalar_one():
                    raise BadSetup(STOP_FIRST)
            yield connection

    def add(self, content: TableContent) -> None:
        """Add a table. Raises BadSetup if there is one with its key, or if its content is not valid."""
        content.check()
        with self._engine.begin() as connection:
            if connection.execute(select(tables.c.key).where(tables.c.key == content.table.key)).first() is not None:
                raise BadSetup(f"There is a table {content.table.key} here already.")
            _add(connection, content)

    def undo(self, key: str) -> None:
        """Remove a table's last entry, and what follows from it: positions, the verdict and the standings. Raises
        BadSetup if there is no entry that can be removed."""
        with self._alone() as connection:
            last = _last_entry(_content(connection, key))
            _remove_from(connection, entries, key, last.number)
            _remove_from(connection, positions, key, last.number + 1)  # position n is the one before entry n
            reopened = {"verdict": None, "standings": None, "touched": time.time()}
            connection.execute(update(tables).where(tables.c.key == key).values(reopened))
            reopen_try(connection, key)

    def close(self, key: str, why: str) -> None:
        """Close a table, so that its game cannot go on; its page gives the reason. Raises BadSetup if the game is over
        or the table was closed before."""
        sentence = _sentence(why)
        with self._alone() as connection:
            table = _content(connection, key).table
            if state_of(table) != "running":
                raise BadSetup("This table is not running any more: there is nothing to close.")
            connection.execute(update(tables).where(tables.c.key == key).values(closed=sentence, is_open=False))

    def erase(self, person: str) -> int:
        """Remove everything that is stored of a person, and let bots play instead. Returns the number of tables."""
        with self._alone() as connection:
            erased = erasing.erase(connection, person, time.time())
        return len(erased.tables)

    def expire(self, days: int) -> int:
        """Remove the unfinished tables that nobody has used for so many days. Returns the number of tables."""
        long_ago, found = time.time() - days * DAY, 0
        while True:  # a few tables at a time, so that a running server never waits for long
            with self._engine.begin() as connection:
                removed = bulk.expire(connection, long_ago, TABLES_AT_ONCE)
            found += len(removed)
            if not removed:
                return found


@contextmanager
def _without_servers(folder: Path | None) -> Iterator[None]:
    """Keep servers from starting with this folder. Raises BadSetup if one uses it."""
    with ExitStack() as held:
        if folder is not None:
            try:
                held.enter_context(alone_in(folder))
            except BadSetup:
                raise BadSetup(STOP_FIRST) from None
        yield


def summary(table: StoredTable) -> TableSummary:
    players = [chair.name for chair in table.chairs]
    return TableSummary(table.key, table.game, players, state_of(table), table.created, table.touched)


def state_of(table: StoredTable) -> str:
    """Returns "finished", "closed" or "running"."""
    return "finished" if table.verdict is not None else "closed" if table.closed is not None else "running"


def _database_time() -> ColumnElement[int]:
    return extract("epoch", func.clock_timestamp())


def _count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())


def _all(connection: Connection) -> Iterator[TableContent]:
    last = ""
    while batch := _batch(connection, last):
        yield from batch
        last = batch[-1].table.key


def _batch(connection: Connection, after: str) -> list[TableContent]:
    query = select(tables).where(tables.c.key > after).order_by(tables.c.key).limit(TABLES_AT_ONCE)
    return _contents(connection, query)


def _content(connection: Connection, key: str) -> TableContent:
    found = _contents(connection, select(tables).where(tables.c.key == key))
    if not found:
        raise BadSetup("There is no table with this key.")
    return found[0]


def _contents(connection: Connection, query: Select) -> list[TableContent]:
    found = _tables(connection, query)
    keys = [table.key for table in found]
    played = _of_tables(connection, entries, entries.c.number, keys, EntryRow)
    stored = _of_tables(connection, positions, positions.c.number, keys, PositionRow)
    dealt = deals_at(connection, {table.key: table.deal_key for table in found})
    tried: dict[str, list[Try]] = {}
    for each in tries_at(connection, keys):
        tried.setdefault(each.table_key, []).append(each)
    return [
        TableContent(
            table,
            played.get(table.key, []),
            stored.get(table.key, []),
            [deal for deal in dealt if table.key == deal.source or table.deal_key == deal.key],
            tried.get(table.key, []),
        )
        for table in found
    ]


def _tables(connection: Connection, query: Select) -> list[StoredTable]:
    """Returns the tables that this query of all columns finds, with their chairs."""
    rows = connection.execute(query).mappings().all()
    seated = _of_tables(connection, chairs, chairs.c.seat, [row["key"] for row in rows], Chair)
    return [StoredTable(**row, chairs=seated.get(row["key"], [])) for row in rows]


def _of_tables(
    connection: Connection, stored: Table, order: ColumnElement[int], keys: list[str], kind: Callable[..., Row]
) -> dict[str, list[Row]]:
    """Returns the rows that belong to each of these tables, in order, by the table's key."""
    query = select(stored).where(stored.c.table_key.in_(keys)).order_by(stored.c.table_key, order)
    found: dict[str, list[Row]] = {}
    for row in map(dict, connection.execute(query).mappings()):
        found.setdefault(row.pop("table_key"), []).append(kind(**row))
    return found


def _remove_from(connection: Connection, stored: Table, key: str, number: int) -> None:
    """Remove a table's rows with this number and above."""
    connection.execute(delete(stored).where(stored.c.table_key == key, stored.c.number >= number))


def _add(connection: Connection, content: TableContent) -> None:
    connection.execute(insert(tables), content.columns())
    rows: dict[Table, list[dict[str, object]]] = {
        chairs: [asdict(chair) for chair in content.table.chairs],
        entries: [msgspec.structs.asdict(entry) for entry in content.entries],
        positions: [msgspec.structs.asdict(position) for position in content.positions],
    }
    for stored, values in rows.items():
        if values:
            connection.execute(insert(stored), [{"table_key": content.table.key, **row} for row in values])
    for deal in content.deals:  # other tables bring the same one
        add_deal(connection, deal)
    for each in content.tries:
        begin_try(connection, each)


def _last_entry(content: TableContent) -> EntryRow:
    """Raises BadSetup if the table has no entry that can be removed."""
    if content.table.closed is not None:
        raise BadSetup("This table was closed: its game cannot go on.")
    if not content.entries:
        raise BadSetup("Nothing has been played at this table yet.")
    if len(content.entries) <= (content.table.rules_since or 0):
        raise BadSetup("The last entry was played by older rules, and cannot be undone.")
    return content.entries[-1]


def _sentence(why: str) -> str:
    """Returns the reason on one line. Raises BadSetup if it is empty, too long or has control characters."""
    sentence = " ".join(why.split())
    if not sentence or len(sentence) > LONGEST_REASON or not sentence.isprintable():
        raise BadSetup(f"The reason for closing a table, which people read, has 1 to {LONGEST_REASON} letters.")
    return sentence


def description(content: TableContent) -> dict[str, object]:
    """Returns a table for the operator, as data for JSON. It has no secret that would help a player, and no key to a
    seat. Seats are counted from 0."""
    table = content.table
    chairs = [
        {"seat": c.seat, "name": c.name, "kind": c.kind, "level": c.level, "person": c.person} for c in table.chairs
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
