"""Statements that change who sits at a table, and under which name. Each runs in a transaction.

Every change raises the number `seating` of its table, by which other servers see that they must read the chairs again.
A table's row is locked first. So of two changes at the same time, the second sees what the first has done.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, exists, or_, select, update

from spiritboard.server.schema import NEVER_ENDED, UNFINISHED, chairs, entries, tables
from spiritboard.server.storage import AlreadyTaken, Chair

FREE_NAME = "Open seat"


def sit(connection: Connection, key: str, chair: Chair) -> None:
    """Let a person take a free chair. Raises AlreadyTaken if it is no longer free."""
    _lock(connection, key)
    if not _put(connection, key, chair):
        raise AlreadyTaken


def begin(connection: Connection, key: str, bots: Collection[Chair]) -> None:
    """Let bots take those of these chairs that are free."""
    _lock(connection, key)
    for bot in bots:
        _put(connection, key, bot)


def leave(connection: Connection, key: str, person: str, free: Chair) -> bool:
    """Free the chair of a person while the table waits. Returns whether the chair was that person's, and is free now.

    The free chair has another key, so that the person's key opens it no more."""
    _lock(connection, key)
    its_table = tables.c.key == key
    played = exists().where(entries.c.table_key == key)
    waits = exists().where(its_table, tables.c.waits, UNFINISHED) & _has_free_chair(key) & ~played
    own = _chair(key, free.seat) & (chairs.c.kind == "person") & (chairs.c.person == person) & waits
    return _change(connection, key, own, free)


def close_waiting(connection: Connection, key: str, host: str, sentence: str) -> bool:
    """Close a table of this host that waits, for this reason, which its guests can read. Returns whether it was one."""
    _lock(connection, key)
    own = (tables.c.key == key) & (tables.c.host == host) & UNFINISHED & tables.c.waits
    never_begun = _has_free_chair(key) & ~exists().where(entries.c.table_key == key)
    closed = update(tables).where(own & never_begun).values(closed=sentence, is_open=False)
    return connection.execute(closed).rowcount == 1 and unlist(connection, key, host)


def resign(connection: Connection, key: str, person: str, bot: Chair) -> bool:
    """Let a bot play on for a person. Returns whether the chair was that person's, in a game that is not over."""
    _lock(connection, key)
    goes_on = exists().where(tables.c.key == key, UNFINISHED)
    own = _chair(key, bot.seat) & chairs.c.kind.in_(("person", "here")) & (chairs.c.person == person) & goes_on
    return _change(connection, key, own, bot)


def rename(connection: Connection, person: str, name: str) -> list[str]:
    """Give a person another name at all tables whose game is not over. Returns the keys of these tables."""
    seated = select(chairs.c.table_key).where(
        chairs.c.person == person, chairs.c.kind == "person", chairs.c.name != name
    )
    query = select(tables.c.key).where(tables.c.key.in_(seated), UNFINISHED).order_by(tables.c.key)
    keys = list(connection.execute(query.with_for_update()).scalars())
    own = chairs.c.table_key.in_(keys) & (chairs.c.person == person) & (chairs.c.kind == "person")
    connection.execute(update(chairs).where(own).values(name=name))
    connection.execute(update(tables).where(tables.c.key.in_(keys)).values(seating=tables.c.seating + 1))
    return keys


def unlist(connection: Connection, key: str, person: str) -> bool:
    """Remove a finished or closed game from a person's list. Returns whether it was such a game of theirs."""
    ended = (tables.c.key == key) & or_(~NEVER_ENDED, tables.c.closed.is_not(None))
    seated = (chairs.c.table_key == key) & (chairs.c.person == person) & exists().where(ended)
    hosted = ended & (tables.c.host == person)
    found = connection.execute(update(chairs).where(seated).values(unlisted=True)).rowcount
    found += connection.execute(update(tables).where(hosted).values(unlisted=True)).rowcount
    return found > 0


def _lock(connection: Connection, key: str) -> None:
    """Let other changes of this table's chairs wait. SQLite has one writer at a time anyway."""
    connection.execute(select(tables.c.key).where(tables.c.key == key).with_for_update())


def _put(connection: Connection, key: str, chair: Chair) -> bool:
    """Put a person or a bot on a free chair. Returns whether the chair was free."""
    return _change(connection, key, _chair(key, chair.seat) & (chairs.c.kind == "open"), chair)


def _change(connection: Connection, key: str, condition: ColumnElement[bool], chair: Chair) -> bool:
    if connection.execute(update(chairs).where(condition).values(**vars(chair))).rowcount != 1:
        return False
    connection.execute(update(tables).where(tables.c.key == key).values(seating=tables.c.seating + 1))
    return True


def _chair(key: str, seat: int) -> ColumnElement[bool]:
    return (chairs.c.table_key == key) & (chairs.c.seat == seat)


def _has_free_chair(key: str) -> ColumnElement[bool]:
    others = chairs.alias()
    return select(others.c.seat).where(others.c.table_key == key, others.c.kind == "open").exists()
