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

from spiritboard.server.migrations import migrate
from spiritboard.server.schema import UNFINISHED, chairs, entries, house, positions, tables
from spiritboard.server.system import keep_private, make_private
from spiritboard.table.errors import BadSetup
from spiritboard.table.record import EventsData, Move
from spiritboard.table.view import StandingsData

T = TypeVar("T")
KEY = re.compile(r"[\w-]{1,32}", re.ASCII)
PATIENCE = {"connect_timeout": "10", "tcp_user_timeout": "10000"}  # seconds and milliseconds, with a silent network
# Milliseconds, after which another server that hangs in the middle of something keeps nobody waiting any more.
LIMITS = "-c idle_in_transaction_session_timeout=4000 -c lock_timeout=8000"
SETTING_UP = 8313  # the lock under which servers that start together set up their database one after the other


class Taken(Exception):
    """Somebody else was first: the number of the entry, or the chair, is taken."""


class NotPlayed(Exception):
    """Nothing more is played at this table by these rules: it was closed, or goes on by newer ones."""


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
class Position:
    """The state of a table after so many entries, where nothing can be taken back."""

    number: int
    text: str


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
    rules_since: int | None = None
    pieces: str = ""
    network: str = ""
    touched: float = field(default_factory=time.time)
    host_seen: float = 0.0
    pending: list[int] | None = None
    events: EventsData | None = None
    standings: StandingsData | None = None
    closed: str | None = None


@dataclass(frozen=True)
class ListedTable:
    """What a list shows of a table, which need not be opened for that."""

    key: str
    game: str
    host: str
    verdict: str | None
    closed: str | None
    rules_version: int
    pieces: str
    pending: list[int] | None  # the seats that are asked; None: stored by version 0.1.0
    chairs: list[Chair]


# How many entries and free chairs; the table that follows; the version of the rules; why the table was closed.
Version = tuple[int, int, str | None, int, str | None]

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
)
# One statement, so that nobody closes the table or plays on by newer rules in between.
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
    """The only room that knows SQL."""

    def __init__(self, engine: Engine, hands: int = 1) -> None:
        self._engine = engine
        self._at_once = engine.execution_options(
            isolation_level="AUTOCOMMIT"
        )  # each statement by itself: nothing to begin or end
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
        engine = create_engine(url, pool_size=hands, pool_pre_ping=True, connect_args={"options": LIMITS})
        try:
            return Storage(engine, hands)
        except OperationalError as error:
            raise BadSetup(f"The database {shown_url(url)} cannot be used: {first_line(error)}.") from None

    def close(self) -> None:
        self._engine.dispose()

    def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Something of what follows; Unreachable if that is not possible just now."""
        try:
            return work(*arguments)
        except OperationalError as error:
            raise Unreachable(first_line(error)) from None

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

    def create(self, table: StoredTable, position: str | None = None) -> None:
        """A new table, and the position after its deal."""
        row = {column.name: getattr(table, column.name) for column in tables.columns}
        with self._engine.begin() as connection:
            connection.execute(insert(tables), row)
            rows = [{"table_key": table.key, **vars(chair)} for chair in table.chairs]
            connection.execute(insert(chairs), rows)
            if position is not None:
                connection.execute(insert(positions), {"table_key": table.key, "number": 0, "position": position})

    def load(self, key: str, since: int = 0) -> tuple[StoredTable, list[Move]] | None:
        """A table and what was played at it, in order: everything, or from some number on."""
        if not KEY.fullmatch(key):
            return None
        with self._at_once.connect() as connection:
            listed = _entries(connection, key, since)
            # Last, so that nothing is over in the entries and goes on here.
            row = connection.execute(select(tables).where(tables.c.key == key)).mappings().first()
            return None if row is None else (StoredTable(**row, chairs=_chairs(connection, key)), listed)

    def position(self, key: str) -> Position | None:
        """The latest that was stored. Whoever needs the entries before it loads them afterwards."""
        if not KEY.fullmatch(key):
            return None
        latest = select(positions).where(positions.c.table_key == key).order_by(positions.c.number.desc()).limit(1)
        with self._at_once.connect() as connection:
            row = connection.execute(latest).first()
            return None if row is None else Position(row.number, row.position)

    def played(self, key: str, since: int) -> list[Move]:
        with self._at_once.connect() as connection:
            return _entries(connection, key, since)

    def version(self, key: str) -> Version | None:
        """How many entries and free chairs a table has, and all else that can change there; None if it is gone."""
        count = func.coalesce(func.max(entries.c.number), -1) + 1
        played = select(count).where(entries.c.table_key == key).scalar_subquery()
        free = select(func.count()).where(chairs.c.table_key == key, chairs.c.kind == "open").scalar_subquery()
        rest = (tables.c.again, tables.c.rules_version, tables.c.closed)
        with self._at_once.connect() as connection:
            row = connection.execute(select(played, free, *rest).where(tables.c.key == key)).first()
            return None if row is None else (row[0], row[1], row[2], row[3], row[4])

    def secret(self) -> str:
        """The key that cookies are signed with at every server: whoever comes first makes it."""
        made = {"name": "secret", "value": secrets.token_hex(32)}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(house), made)
        with self._at_once.connect() as connection:
            return str(connection.execute(select(house.c.value).where(house.c.name == "secret")).scalar_one())

    def append(
        self,
        key: str,
        number: int,
        entry: Move,
        verdict: str | None = None,
        standings: StandingsData | None = None,
        position: str | None = None,
        rules_version: int = 1,
    ) -> None:
        """Store what was played, the position after it if it is given, and how the game ended if it did.

        Taken if that number is there already, NotPlayed if the table is not played at by these rules."""
        row = {"table_key": key, "number": number, "rules_version": rules_version, **vars(entry)}
        # One statement is a transaction of its own, which takes one exchange with the database instead of three.
        engine = self._at_once if position is verdict is None else self._engine
        try:
            with engine.begin() as connection:
                if connection.execute(APPEND, row).rowcount != 1:
                    raise NotPlayed
                if position is not None:
                    row = {"table_key": key, "number": number + 1, "position": position}
                    connection.execute(insert(positions), row)
                if verdict is not None:
                    ended = {"verdict": verdict, "standings": standings}
                    connection.execute(update(tables).where(tables.c.key == key).values(**ended))
        except IntegrityError:
            raise Taken from None

    def complete(self, table: StoredTable, played: list[Move], position: Position | None) -> None:
        """Add what version 0.1.0 did not store: whom deal and entries asked, what they told, and where they led."""
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
        """From the position with this number on, a table is played by newer rules; NotPlayed if it has changed."""
        self._change(table, rules_version=rules_version, rules_since=since)

    def close_table(self, table: StoredTable, sentence: str | None) -> None:
        """Nothing more is played at a table, for this reason; or, without one, it is open again."""
        self._change(table, closed=sentence)

    def _change(self, table: StoredTable, **values: object) -> None:
        same = (tables.c.key == table.key) & (tables.c.rules_version == table.rules_version)
        with self._engine.begin() as connection:
            if connection.execute(update(tables).where(same).values(**values)).rowcount != 1:
                raise NotPlayed

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

    def of_person(self, person: str, most: int = 160) -> list[ListedTable]:
        """The tables somebody sits at or has set: first those that are not finished, newest first."""
        theirs = select(chairs.c.table_key).where(chairs.c.person == person)
        return self._newest(tables.c.key.in_(theirs.union(select(tables.c.key).where(tables.c.host == person))), most)

    def with_open_chairs(self, seen_since: float, most: int = 20) -> list[ListedTable]:
        """Games under way that anybody may join and whose host was there at that time or later, newest first."""
        free = exists().where(chairs.c.table_key == tables.c.key, chairs.c.kind == "open")
        return self._newest(tables.c.is_open & (tables.c.host_seen >= seen_since) & UNFINISHED & free, most)

    def _newest(self, condition: ColumnElement[bool], most: int) -> list[ListedTable]:
        """In two queries, however many there are."""
        order = (tables.c.verdict.is_not(None), tables.c.created.desc())
        query = select(*LISTED).where(condition).order_by(*order).limit(most)
        with self._at_once.connect() as connection:
            rows = connection.execute(query).all()
            seated = _chairs_of(connection, [row.key for row in rows])
        return [ListedTable(*row, chairs=seated[row.key]) for row in rows]


def _chairs(connection: Connection, key: str) -> list[Chair]:
    return _chairs_of(connection, [key])[key]


def _chairs_of(connection: Connection, keys: list[str]) -> dict[str, list[Chair]]:
    rows = connection.execute(select(chairs).where(chairs.c.table_key.in_(keys)).order_by(chairs.c.seat)).all()
    found: dict[str, list[Chair]] = {key: [] for key in keys}
    for row in rows:
        found[row.table_key].append(Chair(row.seat, row.kind, row.person, row.name, row.secret, row.level))
    return found


def _entries(connection: Connection, key: str, since: int) -> list[Move]:
    wanted = (entries.c.table_key == key) & (entries.c.number >= since)
    rows = connection.execute(select(entries).where(wanted).order_by(entries.c.number))
    return [_entry(row.seat, row.path, row.dice, row.pending, row.events) for row in rows]


def _entry(seat: int, path: list[str], dice: str, pending: list[int] | None, events: EventsData | None) -> Move:
    return Move(seat, tuple(path), dice, None if pending is None else tuple(pending), events)


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


def first_line(error: DBAPIError) -> str:
    """What a database says for people: the rest of it may name what was asked for."""
    return str(error.orig).strip().partition("\n")[0].rstrip(".")


def shown_url(url: URL) -> str:
    """An address without its password."""
    return str(url.set(drivername="postgresql", query={}))


def _write_ahead(connection: object, _: ConnectionPoolEntry) -> None:
    """Readers never wait for the writer, and what was committed survives a loss of power."""
    cursor = connection.cursor()  # type: ignore[attr-defined] # the driver's own connection
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
