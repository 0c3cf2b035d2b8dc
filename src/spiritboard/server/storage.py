"""What outlives the server: tables, who sits at them, and an append-only list of what was played.

A move is stored before anybody hears of it, under a number that is unique at its table, so that two servers cannot both
play it. SQLite in a file is enough for one server; several share a PostgreSQL database.
"""

from __future__ import annotations

import importlib.util
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, insert, make_url, select, update
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from spiritboard.server.migrations import migrate
from spiritboard.server.schema import chairs, entries, house, tables
from spiritboard.server.system import keep_private, make_private
from spiritboard.table.errors import BadSetup

T = TypeVar("T")
KEY = re.compile(r"[\w-]{1,32}", re.ASCII)
PATIENCE = {"connect_timeout": "10", "tcp_user_timeout": "10000"}  # seconds and milliseconds, with a silent network
SETTING_UP = 8313  # the lock under which servers that start together set up their database one after the other


class Taken(Exception):
    """Somebody else was first: the number of the entry, or the chair, is taken."""


class Unreachable(Exception):
    """The tables cannot be read or written just now: the database is away, or the disk is full."""


@dataclass
class Chair:
    """A place at a table. Kinds: person, here (at another's screen), bot, and open while nobody has sat down."""

    seat: int
    kind: str
    person: str | None
    name: str
    secret: str
    level: str = ""  # how well a bot in it plays


@dataclass(frozen=True)
class Entry:
    """Something that was played: a move with its picks and dice, or, without picks, the last move taken back."""

    seat: int
    path: tuple[str, ...]
    dice: str


@dataclass
class StoredTable:
    """Everything it takes to go on with a game."""

    key: str
    game: str
    options: dict[str, str]
    deal: str
    host: str
    invite: str
    is_open: bool
    away_seconds: int | None
    chairs: list[Chair]
    created: float = field(default_factory=time.time)
    verdict: str | None = None
    again: str | None = None
    rules_version: int = 1
    pieces: str = ""
    network: str = ""
    touched: float = field(default_factory=time.time)
    host_seen: float = 0.0
    pending: list[int] | None = None
    events: list[dict[str, object]] | None = None
    standings: dict[str, object] | None = None
    closed: str | None = None


class Storage:
    """The only room that knows SQL."""

    def __init__(self, engine: Engine, hands: int = 1) -> None:
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")  # nothing to begin, nothing to end
        self.hands = hands  # how many can use it at once
        with engine.begin() as connection:
            _lock(connection)
            migrate(connection)

    @staticmethod
    def in_folder(folder: Path) -> Storage:
        """For one server: SQLite has one writer."""
        make_private(folder)
        file = folder / "tables.sqlite"
        for each in (file, *folder.glob(f"{file.name}-*")):  # SQLite gives new ones the mode of the file
            keep_private(each)
        engine = create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": 30})
        event.listen(engine, "connect", _write_ahead)
        try:
            return Storage(engine)
        except DatabaseError as error:
            raise BadSetup(f"{file}: cannot be used for tables ({error.orig}).") from None

    @staticmethod
    def in_postgres(url: URL, hands: int = 8) -> Storage:
        """For any number of servers. A database that was away for a while is found again."""
        engine = create_engine(url, pool_size=hands, pool_pre_ping=True)
        try:
            return Storage(engine, hands)
        except OperationalError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise BadSetup(f"The database {shown_url(url)} cannot be used: {reason}.") from None

    def close(self) -> None:
        self._engine.dispose()

    def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Something of what follows; Unreachable if that is not possible just now."""
        try:
            return work(*arguments)
        except OperationalError as error:
            raise Unreachable(str(error.orig).strip().partition("\n")[0]) from None

    def transact(self, work: Callable[..., T], *arguments: object) -> T:
        """Something that takes a connection first, as a whole or not at all."""
        with self._engine.begin() as connection:
            return work(connection, *arguments)

    def reach(self) -> None:
        """Store something that means nothing, if anything can be stored."""
        row = {"name": "written", "value": str(time.time())}
        with self._engine.begin() as connection:
            if not connection.execute(update(house).where(house.c.name == row["name"]).values(row)).rowcount:
                connection.execute(insert(house), row)

    def create(self, table: StoredTable) -> None:
        row = {column.name: getattr(table, column.name) for column in tables.columns}
        with self._engine.begin() as connection:
            connection.execute(insert(tables), row)
            rows = [{"table_key": table.key, **vars(chair)} for chair in table.chairs]
            connection.execute(insert(chairs), rows)

    def load(self, key: str, since: int = 0) -> tuple[StoredTable, list[Entry]] | None:
        """A table and what was played at it, in order: everything, or from some number on."""
        if not KEY.fullmatch(key):
            return None
        with self._reading.connect() as connection:
            listed = _entries(connection, key, since)
            # Last, so that nothing is over in the entries and goes on here.
            row = connection.execute(select(tables).where(tables.c.key == key)).mappings().first()
            return None if row is None else (StoredTable(**row, chairs=_chairs(connection, key)), listed)

    def played(self, key: str, since: int) -> list[Entry]:
        with self._reading.connect() as connection:
            return _entries(connection, key, since)

    def version(self, key: str) -> tuple[int, int, str | None]:
        """How many entries and free chairs a table has, and which follows it: all that can change there."""
        played = select(func.count()).where(entries.c.table_key == key).scalar_subquery()
        free = select(func.count()).where(chairs.c.table_key == key, chairs.c.kind == "open").scalar_subquery()
        with self._reading.connect() as connection:
            row = connection.execute(select(played, free, tables.c.again).where(tables.c.key == key)).one()
            return (row[0], row[1], row[2])

    def secret(self) -> str:
        """The key that cookies are signed with at every server: whoever comes first makes it."""
        made = {"name": "secret", "value": secrets.token_hex(32)}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(house), made)
        with self._reading.connect() as connection:
            return str(connection.execute(select(house.c.value).where(house.c.name == "secret")).scalar_one())

    def append(self, key: str, number: int, entry: Entry, verdict: str | None = None) -> None:
        """Store what was played, and how the game ended if it did; Taken if that number is there already."""
        row = {"table_key": key, "number": number, "seat": entry.seat, "path": list(entry.path), "dice": entry.dice}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(entries), row)
                if verdict is not None:
                    connection.execute(update(tables).where(tables.c.key == key).values(verdict=verdict))
        except IntegrityError:
            raise Taken from None

    def sit(self, key: str, chair: Chair) -> None:
        """Take an open chair; Taken if it is not open any more."""
        free = (chairs.c.table_key == key) & (chairs.c.seat == chair.seat) & (chairs.c.kind == "open")
        with self._engine.begin() as connection:
            if connection.execute(update(chairs).where(free).values(**vars(chair))).rowcount != 1:
                raise Taken

    def set_again(self, key: str, again: str) -> None:
        """Where the same people play on; Taken if somebody has set the next table already."""
        first = (tables.c.key == key) & tables.c.again.is_(None)
        with self._engine.begin() as connection:
            if connection.execute(update(tables).where(first).values(again=again)).rowcount != 1:
                raise Taken

    def of_person(self, person: str, most: int = 60) -> list[StoredTable]:
        """The tables somebody sits at, newest first."""
        theirs = select(chairs.c.table_key).where(chairs.c.person == person)
        return self._newest(tables.c.key.in_(theirs) | (tables.c.host == person), most)

    def with_open_chairs(self, most: int = 20) -> list[StoredTable]:
        """Games under way that anybody may join, newest first."""
        free = select(chairs.c.table_key).where(chairs.c.kind == "open")
        return self._newest(tables.c.is_open & tables.c.verdict.is_(None) & tables.c.key.in_(free), most)

    def _newest(self, condition: object, most: int) -> list[StoredTable]:
        query = select(tables).where(condition).order_by(tables.c.created.desc()).limit(most)  # type: ignore[arg-type]
        with self._reading.connect() as connection:
            rows = connection.execute(query).mappings().all()
            return [StoredTable(**row, chairs=_chairs(connection, row["key"])) for row in rows]


def _chairs(connection: Connection, key: str) -> list[Chair]:
    rows = connection.execute(select(chairs).where(chairs.c.table_key == key).order_by(chairs.c.seat))
    return [Chair(row.seat, row.kind, row.person, row.name, row.secret, row.level) for row in rows]


def _entries(connection: Connection, key: str, since: int) -> list[Entry]:
    wanted = (entries.c.table_key == key) & (entries.c.number >= since)
    rows = connection.execute(select(entries).where(wanted).order_by(entries.c.number))
    return [Entry(row.seat, tuple(row.path), row.dice) for row in rows]


def _lock(connection: Connection) -> None:
    """Whoever else sets up this database waits until the transaction of this connection is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would not begin one for a change of the schema


def postgres_url(written: str) -> URL:
    """The address of a database as people write it, or why it is none."""
    try:
        url = make_url(written)
    except ArgumentError:
        raise BadSetup("A database is named like postgresql://user:password@host/name.") from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise BadSetup(f"Servers share tables in PostgreSQL (postgresql://…), not in {url.get_backend_name()}.")
    if importlib.util.find_spec("psycopg") is None:
        raise BadSetup("PostgreSQL takes more to be installed: pip install 'spiritboard[postgres]'")
    return url.set(drivername="postgresql+psycopg", query={**PATIENCE, **url.query})


def shown_url(url: URL) -> str:
    """An address without its password."""
    return str(url.set(drivername="postgresql", query={}))


def _write_ahead(connection: object, _: ConnectionPoolEntry) -> None:
    """Readers never wait for the writer, and what was committed survives a loss of power."""
    cursor = connection.cursor()  # type: ignore[attr-defined] # the driver's own connection
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
