"""The stored tables: their chairs, and for each an append-only list of entries, which are moves and moves taken back.

A move is stored before anybody hears of it. Its number is unique at its table, so two servers cannot both store a move
with the same number. One server uses a SQLite file; several servers share a PostgreSQL database.
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
from typing import TypedDict, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    bindparam,
    case,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from spiritboard.server.deals import Deal, Try, begin_try, find_deal, finish_try
from spiritboard.server.migrations import migrate
from spiritboard.server.schema import UNFINISHED, chairs, entries, house, positions, tables
from spiritboard.server.system import keep_private, make_private
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import EventsData, Move
from spiritboard.table.view import StandingsData

T = TypeVar("T")
KEY = re.compile(r"[\w-]{1,32}", re.ASCII)
NETWORK_TIMEOUTS = {
    "connect_timeout": "10",
    "tcp_user_timeout": "10000",
}  # seconds and milliseconds, with a silent network
# Milliseconds after which a server that hangs in a transaction no longer keeps the other servers waiting.
TRANSACTION_TIMEOUTS = "-c idle_in_transaction_session_timeout=4000 -c lock_timeout=8000"
SETTING_UP = 8313  # the database lock that makes servers which start together migrate their tables one by one


class AlreadyTaken(Exception):
    """Raised if another request was first: the number of the entry, or the chair, is taken."""


class NotPlayed(Exception):
    """Raised if nobody can play at this table by these rules: it was closed, or continues by newer rules."""


class Unreachable(Exception):
    """Raised if the tables cannot be read or written now: the database does not answer, or the disk is full."""


@dataclass
class Chair:
    """A chair at a table. Its kind is person, here (a person who shares the host's screen), bot, or open (free)."""

    seat: int
    kind: str
    person: str | None
    name: str
    secret: str
    level: str = ""  # of a bot, or of the bot that takes the chair if no person does
    unlisted: bool | None = None
    resigned: str | None = None  # the person in whose place, and under whose name, a bot plays on


@dataclass(frozen=True)
class Position:
    """The state of a table at a moment when no move can be taken back."""

    number: int  # of entries before it
    text: str


class Origin(TypedDict):
    """Where a table was played on from."""

    table: str
    move: int  # how many moves had been made there
    hidden: str  # "as-they-were", or "anew" if what the person could not know was dealt again


@dataclass
class StoredTable:
    """A row of `tables` with its chairs, and the deal if several people play it."""

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
    rules_since: int | None = None
    pieces: str = ""
    network: str = ""
    touched: float = field(default_factory=time.time)
    host_seen: float = 0.0
    pending: list[int] | None = None
    events: EventsData | None = None
    standings: StandingsData | None = None
    closed: str | None = None
    waits: bool | None = None
    hints: bool | None = None
    seating: int = 0
    unlisted: bool | None = None
    start: str | None = None
    origin: Origin | None = None
    deal_key: str | None = None
    same_deal: Deal | None = None  # not a column: the row of `deals` with that key

    @property
    def has_free_chair(self) -> bool:
        return any(chair.kind == "open" for chair in self.chairs)


@dataclass(frozen=True)
class ListedTable:
    """What a list of tables shows of each. The tables are not opened for it."""

    key: str
    game: str
    host: str
    verdict: str | None
    closed: str | None
    rules_version: int
    pieces: str
    pending: list[int] | None  # the pending seats; None if version 0.1.0 stored the table
    waits: bool | None
    chairs: list[Chair]


@dataclass(frozen=True)
class NewEntry:
    """An entry to store. With some entries the position after them is stored, and with the last one the result."""

    key: str
    number: int
    move: Move
    rules_version: int = 1
    position: str | None = None
    verdict: str | None = None
    standings: StandingsData | None = None
    ended: float = 0.0  # when the game ended, by the clock of the deals

    @property
    def row(self) -> dict[str, object]:
        own = {"table_key": self.key, "number": self.number, "rules_version": self.rules_version}
        return {**own, **vars(self.move)}

    @property
    def is_plain(self) -> bool:
        """Returns whether nothing but the entry itself is stored, so that one statement is enough."""
        return self.position is self.verdict is None


# How many entries and free chairs a table has, the next table, the version of the rules, why it was closed, and how
# often its chairs were changed.
Version = tuple[int, int, str | None, int, str | None, int]

_asked = select(entries.c.pending).where(entries.c.table_key == tables.c.key).order_by(entries.c.number.desc())
_played = exists().where(entries.c.table_key == tables.c.key)
LISTED = (
    tables.c.key,
    tables.c.game,
    tables.c.host,
    tables.c.verdict,
    tables.c.closed,
    tables.c.rules_version,
    tables.c.pieces,
    case((_played, _asked.limit(1).scalar_subquery()), else_=tables.c.pending).label("pending"),
    tables.c.waits,
)
# One statement, so that no server closes the table or changes its rules in between.
APPEND = (
    insert(entries)
    .from_select(
        [column.name for column in entries.columns],
        select(*(bindparam(column.name, type_=column.type) for column in entries.columns))
        .select_from(tables)
        .where(
            tables.c.key == bindparam("table_key"),
            tables.c.rules_version == bindparam("rules_version"),
            tables.c.closed.is_(None),
        )
        .with_for_update(read=True),
    )
    .execution_options(preserve_rowcount=True)
)


class Storage:
    """Reads and writes tables. Its methods block, so the server calls them in threads."""

    def __init__(self, engine: Engine, hands: int = 1) -> None:
        self._engine = engine
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")  # every statement is a transaction
        self.hands = hands  # how many threads can write at once
        self._kept: Connection | None = None  # for `append_all`, because another connection each time costs more
        with engine.begin() as connection:
            _lock(connection)
            migrate(connection)

    @staticmethod
    def in_folder(folder: Path) -> Storage:
        """Returns the storage of a single server, in a SQLite file. Raises BadSetup if the file cannot be used."""
        make_private(folder)
        file = folder / "tables.sqlite"
        for each in (file, *folder.glob(f"{file.name}-*")):  # SQLite gives new files beside it the same mode
            keep_private(each)
        engine = create_engine(URL.create("sqlite", database=str(file)), connect_args={"timeout": 30})
        event.listen(engine, "connect", _write_ahead)
        try:
            return Storage(engine)
        except DatabaseError as error:
            raise BadSetup(f"{file}: cannot be used for tables ({error.orig}).") from None

    @staticmethod
    def in_postgres(url: URL, hands: int = 8) -> Storage:
        """Returns the storage of any number of servers. It reconnects by itself after an outage of the database.

        Raises BadSetup if the database cannot be used."""
        engine = create_engine(url, pool_size=hands, pool_pre_ping=True, connect_args={"options": TRANSACTION_TIMEOUTS})
        try:
            return Storage(engine, hands)
        except OperationalError as error:
            raise BadSetup(f"The database {shown_url(url)} cannot be used: {first_line(error)}.") from None

    def close(self) -> None:
        self._let_go()
        self._engine.dispose()

    def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Returns what `work`, a method of this class, returns. Raises Unreachable if the storage cannot be used."""
        try:
            return work(*arguments)
        except OperationalError as error:
            raise Unreachable(first_line(error)) from None

    def transact(self, work: Callable[..., T], *arguments: object) -> T:
        """Returns what `work` returns. It is given a connection first, and runs in one transaction."""
        with self._engine.begin() as connection:
            return work(connection, *arguments)

    def reach(self) -> None:
        """Write a row without meaning, to find out whether the storage can be written."""
        row = {"name": "written", "value": str(time.time())}
        with self._engine.begin() as connection:
            if not connection.execute(update(house).where(house.c.name == row["name"]).values(row)).rowcount:
                connection.execute(insert(house), row)

    def create(self, table: StoredTable, position: str | None = None, counts_for: str | None = None) -> None:
        """Store a new table, and the position after its deal. `counts_for` is the person whose game of a shared deal it
        is. Raises AlreadyTaken if that person has one."""
        row = {column.name: getattr(table, column.name) for column in tables.columns}
        with self._engine.begin() as connection:
            if counts_for is not None and not begin_try(connection, Try(str(table.deal_key), counts_for, table.key)):
                raise AlreadyTaken
            connection.execute(insert(tables), row)
            rows = [{"table_key": table.key, **vars(chair)} for chair in table.chairs]
            connection.execute(insert(chairs), rows)
            if position is not None:
                connection.execute(insert(positions), {"table_key": table.key, "number": 0, "position": position})

    def load(self, key: str, since: int = 0) -> tuple[StoredTable, list[Move]] | None:
        """Returns a table and its entries from this number on; None if there is no such table."""
        if not KEY.fullmatch(key):
            return None
        with self._at_once.connect() as connection:
            listed = _entries(connection, key, since)
            # The table is read last, so that it is never older than its entries.
            row = connection.execute(select(tables).where(tables.c.key == key)).mappings().first()
            if row is None:
                return None
            same_deal = row["deal_key"] and find_deal(connection, row["deal_key"])
            return StoredTable(**row, chairs=_chairs(connection, key), same_deal=same_deal), listed

    def position(self, key: str) -> Position | None:
        """Returns the latest stored position. Load the entries after it, so that none before it is missing."""
        if not KEY.fullmatch(key):
            return None
        latest = select(positions).where(positions.c.table_key == key).order_by(positions.c.number.desc()).limit(1)
        with self._at_once.connect() as connection:
            row = connection.execute(latest).first()
            return None if row is None else Position(row.number, row.position)

    def played(self, key: str, since: int) -> list[Move]:
        """Returns the entries of a table from this number on."""
        with self._at_once.connect() as connection:
            return _entries(connection, key, since)

    def version(self, key: str) -> Version | None:
        """Returns what another server may have changed at a table; None if the table was removed."""
        count = func.coalesce(func.max(entries.c.number), -1) + 1
        played = select(count).where(entries.c.table_key == key).scalar_subquery()
        free = select(func.count()).where(chairs.c.table_key == key, chairs.c.kind == "open").scalar_subquery()
        rest = (tables.c.again, tables.c.rules_version, tables.c.closed, tables.c.seating)
        with self._at_once.connect() as connection:
            row = connection.execute(select(played, free, *rest).where(tables.c.key == key)).first()
            return None if row is None else (row[0], row[1], row[2], row[3], row[4], row[5])

    def secret(self) -> str:
        """Returns the key by which all servers sign cookies. The first server makes it."""
        made = {"name": "secret", "value": secrets.token_hex(32)}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(house), made)
        with self._at_once.connect() as connection:
            return str(connection.execute(select(house.c.value).where(house.c.name == "secret")).scalar_one())

    def append(self, entry: NewEntry) -> None:
        """Store an entry, the position after it if one is given, and the result if the game is over.

        Raises AlreadyTaken if the number exists already, and NotPlayed if the table is closed or has other rules."""
        # A single statement needs no transaction, which saves two of three exchanges with the database.
        with (self._at_once if entry.is_plain else self._engine).begin() as connection:
            _insert(connection, entry)
            if entry.position is not None:
                row = {"table_key": entry.key, "number": entry.number + 1, "position": entry.position}
                connection.execute(insert(positions), row)
            if entry.verdict is not None:
                ended = {"verdict": entry.verdict, "standings": entry.standings}
                connection.execute(update(tables).where(tables.c.key == entry.key).values(**ended))
                finish_try(connection, entry.key, entry.ended)

    def append_all(self, waiting: list[NewEntry]) -> list[AlreadyTaken | NotPlayed | None]:
        """Store plain entries of several tables in one transaction, which waits only once for the disk.

        Returns for each entry why it is not stored, or None. Only SQLite can go on after a statement that failed, and
        only one thread may call this."""
        try:
            self._kept = self._kept or self._engine.connect()
            with self._kept.begin():
                return [_try_to_insert(self._kept, entry) for entry in waiting]
        except DBAPIError:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def complete(self, table: StoredTable, played: list[Move], position: Position | None) -> None:
        """Add the outcomes that version 0.1.0 did not store: pending seats, events, pieces, standings and position."""
        of_deal = {name: getattr(table, name) for name in ("pending", "events", "pieces", "standings")}
        of_entry = [{"at": at, "asked": entry.pending, "told": entry.events} for at, entry in enumerate(played)]
        this = (entries.c.table_key == table.key) & (entries.c.number == bindparam("at")) & entries.c.events.is_(None)
        filled = update(entries).where(this).values(pending=bindparam("asked"), events=bindparam("told"))
        with self._engine.begin() as connection:
            connection.execute(update(tables).where(tables.c.key == table.key).values(**of_deal))
            if of_entry:
                connection.execute(filled, of_entry)
            if position is not None:
                same = (positions.c.table_key == table.key) & (positions.c.number == position.number)
                connection.execute(delete(positions).where(same))
                row = {"table_key": table.key, "number": position.number, "position": position.text}
                connection.execute(insert(positions), row)

    def go_on_by(self, table: StoredTable, rules_version: int, since: int | None) -> None:
        """Store that newer rules hold from the position with this number on. Raises NotPlayed if the rules changed."""
        self._change(table, rules_version=rules_version, rules_since=since)

    def close_table(self, table: StoredTable, sentence: str | None) -> None:
        """Close a table for this reason, or open it again without one. Raises NotPlayed if the rules changed."""
        self._change(table, closed=sentence)

    def _change(self, table: StoredTable, **values: object) -> None:
        same = (tables.c.key == table.key) & (tables.c.rules_version == table.rules_version)
        with self._engine.begin() as connection:
            if connection.execute(update(tables).where(same).values(**values)).rowcount != 1:
                raise NotPlayed

    def set_again(self, key: str, again: str) -> None:
        """Store the next table of the same people. Raises AlreadyTaken if there is one already."""
        first = (tables.c.key == key) & tables.c.again.is_(None)
        with self._engine.begin() as connection:
            if connection.execute(update(tables).where(first).values(again=again)).rowcount != 1:
                raise AlreadyTaken

    def of_person(self, person: str, most: int = 160) -> list[ListedTable]:
        """Returns the tables that a person plays at or hosts: unfinished ones first, and the newest first."""
        theirs = select(chairs.c.table_key).where(chairs.c.person == person, chairs.c.unlisted.is_not(True))
        hosted = select(tables.c.key).where(tables.c.host == person, tables.c.unlisted.is_not(True))
        return self._newest(tables.c.key.in_(theirs.union(hosted)), most)

    def with_open_chairs(self, seen_since: float, most: int = 20) -> list[ListedTable]:
        """Returns unfinished tables with a free chair for anybody, whose host was seen since then, newest first."""
        free = exists().where(chairs.c.table_key == tables.c.key, chairs.c.kind == "open")
        return self._newest(tables.c.is_open & (tables.c.host_seen >= seen_since) & UNFINISHED & free, most)

    def _newest(self, condition: ColumnElement[bool], most: int) -> list[ListedTable]:
        """Returns the newest tables that meet a condition, by two queries however many tables there are."""
        order = (tables.c.verdict.is_not(None), tables.c.created.desc())
        query = select(*LISTED).where(condition).order_by(*order).limit(most)
        with self._at_once.connect() as connection:
            rows = connection.execute(query).all()
            seated = _chairs_of(connection, [row.key for row in rows])
        return [ListedTable(*row, chairs=seated[row.key]) for row in rows]


def _insert(connection: Connection, entry: NewEntry) -> None:
    """Raises AlreadyTaken if the number exists already, and NotPlayed if the table is closed or has other rules."""
    try:
        if connection.execute(APPEND, entry.row).rowcount != 1:
            raise NotPlayed
    except IntegrityError:
        raise AlreadyTaken from None


def _try_to_insert(connection: Connection, entry: NewEntry) -> AlreadyTaken | NotPlayed | None:
    try:
        _insert(connection, entry)
    except (AlreadyTaken, NotPlayed) as error:
        return error
    return None


def _chairs(connection: Connection, key: str) -> list[Chair]:
    return _chairs_of(connection, [key])[key]


def _chairs_of(connection: Connection, keys: list[str]) -> dict[str, list[Chair]]:
    rows = connection.execute(select(chairs).where(chairs.c.table_key.in_(keys)).order_by(chairs.c.seat)).all()
    found: dict[str, list[Chair]] = {key: [] for key in keys}
    for row in rows:
        found[row.table_key].append(
            Chair(row.seat, row.kind, row.person, row.name, row.secret, row.level, row.unlisted, row.resigned)
        )
    return found


def _entries(connection: Connection, key: str, since: int) -> list[Move]:
    wanted = (entries.c.table_key == key) & (entries.c.number >= since)
    rows = connection.execute(select(entries).where(wanted).order_by(entries.c.number))
    return [_entry(row.seat, row.path, row.dice, row.pending, row.events) for row in rows]


def _entry(seat: int, path: list[str], dice: str, pending: list[int] | None, events: EventsData | None) -> Move:
    return Move(seat, tuple(path), dice, None if pending is None else tuple(pending), events)


def _lock(connection: Connection) -> None:
    """Keep other servers from migrating this database until the transaction of this connection ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins no transaction for a change of the schema


def postgres_url(written: str) -> URL:
    """Returns the address of a database that a person has written. Raises BadSetup if it is not one of PostgreSQL."""
    try:
        url = make_url(written)
    except ArgumentError:
        raise BadSetup("A database is named like postgresql://user:password@host/name.") from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise BadSetup(f"Servers share tables in PostgreSQL (postgresql://…), not in {url.get_backend_name()}.")
    if importlib.util.find_spec("psycopg") is None:
        raise BadSetup("PostgreSQL takes more to be installed: pip install 'spiritboard[postgres]'")
    return url.set(drivername="postgresql+psycopg", query={**NETWORK_TIMEOUTS, **url.query})


def first_line(error: DBAPIError) -> str:
    """Returns the first line of a database's error. The other lines may hold data of the tables."""
    return str(error.orig).strip().partition("\n")[0].rstrip(".")


def shown_url(url: URL) -> str:
    """Returns an address without its password."""
    return str(url.set(drivername="postgresql", query={}))


def _write_ahead(connection: object, _: ConnectionPoolEntry) -> None:
    """Set up a connection so that readers never wait for the writer, and committed data survives a power failure."""
    cursor = connection.cursor()  # type: ignore[attr-defined] # the driver's own connection
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
