"""What outlives the server: tables, who sits at them, and an append-only list of what was played.

A move is stored before anybody hears of it, under a number that is unique at its table, so that two servers could not
both play it. SQLite in a file is enough for one server; the same statements run on PostgreSQL.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("deal", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("invite", String(32), nullable=False),
    Column("is_open", Boolean, nullable=False, index=True),
    Column("away_seconds", Integer),
    Column("created", Float, nullable=False),
    Column("verdict", String(400)),
    Column("again", String(32)),
)

chairs = Table(
    "chairs",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("person", String(32), index=True),
    Column("name", String(64), nullable=False),
    Column("secret", String(48), nullable=False),
    Column("level", String(16), nullable=False, server_default=""),
)

entries = Table(
    "entries",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("path", JSON, nullable=False),
    Column("dice", String(64), nullable=False),
)


class Taken(Exception):
    """Somebody else was first: the number of the entry, or the chair, is taken."""


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


class Storage:
    """The only room that knows SQL."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        metadata.create_all(engine)
        self._add_what_is_new()

    @staticmethod
    def in_folder(folder: Path) -> Storage:
        folder.mkdir(parents=True, exist_ok=True)
        engine = create_engine(f"sqlite:///{folder / 'tables.sqlite'}", connect_args={"timeout": 30})
        event.listen(engine, "connect", _write_ahead)
        return Storage(engine)

    def _add_what_is_new(self) -> None:
        """Tables that were set before bots had levels."""
        if "level" not in {column["name"] for column in inspect(self._engine).get_columns("chairs")}:
            with self._engine.begin() as connection:
                connection.execute(text("ALTER TABLE chairs ADD COLUMN level VARCHAR(16) NOT NULL DEFAULT ''"))

    def close(self) -> None:
        self._engine.dispose()

    def create(self, table: StoredTable) -> None:
        row = {column.name: getattr(table, column.name) for column in tables.columns}
        with self._engine.begin() as connection:
            connection.execute(insert(tables), row)
            rows = [{"table_key": table.key, **vars(chair)} for chair in table.chairs]
            connection.execute(insert(chairs), rows)

    def load(self, key: str) -> tuple[StoredTable, list[Entry]] | None:
        """A table and everything played at it, in order."""
        with self._engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.key == key)).mappings().first()
            if row is None:
                return None
            played = connection.execute(select(entries).where(entries.c.table_key == key).order_by(entries.c.number))
            listed = [Entry(entry.seat, tuple(entry.path), entry.dice) for entry in played]
            return StoredTable(**row, chairs=_chairs(connection, key)), listed

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
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
            return [StoredTable(**row, chairs=_chairs(connection, row["key"])) for row in rows]


def _chairs(connection: Connection, key: str) -> list[Chair]:
    rows = connection.execute(select(chairs).where(chairs.c.table_key == key).order_by(chairs.c.seat))
    return [Chair(row.seat, row.kind, row.person, row.name, row.secret, row.level) for row in rows]


def _write_ahead(connection: object, _: ConnectionPoolEntry) -> None:
    """Readers never wait for the writer, and what was committed survives the process being killed."""
    cursor = connection.cursor()  # type: ignore[attr-defined] # the driver's own connection
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
