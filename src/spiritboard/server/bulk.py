"""What is asked of many tables at once, or done to them: counts for quotas, who was there, and what has expired.

Every statement finds its rows by an index, however many tables there are.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from spiritboard.server.limits import Counts
from spiritboard.server.schema import NEVER_ENDED, UNFINISHED, chairs, entries, movers, positions, tables

AT_ONCE = 500  # how many keys are named in one statement


# How much there is.


def counts(connection: Connection, host: str, network: str) -> Counts:
    """What a person has under way, and their network with them; nothing is counted for an unknown network."""
    by_host, by_network = tables.c.host == host, (tables.c.network == network) & (tables.c.network != "")
    inviting = tables.c.is_open & _has_a_free_chair()
    return Counts(
        _unfinished(connection, by_host),
        _unfinished(connection, by_network),
        _unfinished(connection, by_host & inviting),
        _unfinished(connection, by_network & inviting),
    )


def sits_at(connection: Connection, person: str) -> int:
    """At how many unfinished tables somebody sits."""
    return _unfinished(connection, tables.c.key.in_(select(chairs.c.table_key).where(chairs.c.person == person)))


def _unfinished(connection: Connection, condition: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(tables).where(condition, UNFINISHED)).scalar_one()


def _has_a_free_chair() -> ColumnElement[bool]:
    return select(chairs.c.seat).where(chairs.c.table_key == tables.c.key, chairs.c.kind == "open").exists()


# Who was there.


def note_hosts(connection: Connection, keys: Collection[str], now: float) -> None:
    """The hosts of these tables are there."""
    for some in _portions(keys):
        connection.execute(update(tables).where(tables.c.key.in_(some)).values(host_seen=now))


def touch(connection: Connection, keys: Collection[str], now: float) -> None:
    """Somebody has been at these tables."""
    for some in _portions(keys):
        connection.execute(update(tables).where(tables.c.key.in_(some)).values(touched=now))


def _portions(keys: Collection[str]) -> list[list[str]]:
    listed = sorted(keys)  # in one order at every server, so that no two of them wait for each other
    return [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]


def expire(connection: Connection, untouched_since: float, most: int) -> list[str]:
    """Remove some of the tables whose game has not ended and that nobody has touched since; returns their keys.

    Several servers may do so at once: each table is removed by one of them."""
    old = (tables.c.touched < untouched_since) & NEVER_ENDED
    some = select(tables.c.key).where(old).order_by(tables.c.touched).limit(most)
    if connection.dialect.name == "postgresql":
        some = some.with_for_update(skip_locked=True)
    return _remove(connection, tables.c.key.in_(some))


def remove(connection: Connection, key: str) -> None:
    """A table, and all that belongs to it."""
    _remove(connection, tables.c.key == key)


def remove_own(connection: Connection, key: str, host: str) -> bool:
    """Remove an unfinished table of this host at which nobody else has sat down; returns whether it was one."""
    other = (chairs.c.table_key == tables.c.key) & (chairs.c.kind == "person") & (chairs.c.person != host)
    nobody_else = ~select(chairs.c.seat).where(other).exists()
    return bool(_remove(connection, (tables.c.key == key) & (tables.c.host == host) & NEVER_ENDED & nobody_else))


def _remove(connection: Connection, condition: ColumnElement[bool]) -> list[str]:
    keys = sorted(connection.execute(delete(tables).where(condition).returning(tables.c.key)).scalars())
    for table in (chairs, entries, positions, movers):
        connection.execute(delete(table).where(table.c.table_key.in_(keys)))
    return keys
