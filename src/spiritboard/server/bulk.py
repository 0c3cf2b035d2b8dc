"""Statements about many tables at once: counts for quotas, times of use, and the removal of tables.

Every statement finds its rows by an index, so that its cost does not grow with the number of tables.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from spiritboard.server.deals import forget_tries
from spiritboard.server.limits import Amounts, TableCounts
from spiritboard.server.schema import (
    NEVER_ENDED,
    UNFINISHED,
    chairs,
    entries,
    movers,
    positions,
    review_plies,
    reviews,
    tables,
)

KEYS_A_STATEMENT = 500


# Counting.


def counts(connection: Connection, host: str, network: str) -> TableCounts:
    """Returns how many unfinished tables the host and the network have. Nothing is counted for an unknown network."""
    by_host, by_network = tables.c.host == host, (tables.c.network == network) & (tables.c.network != "")
    inviting = tables.c.is_open & _has_a_free_chair()
    return TableCounts(
        Amounts(_unfinished(connection, by_host), _unfinished(connection, by_network)),
        Amounts(_unfinished(connection, by_host & inviting), _unfinished(connection, by_network & inviting)),
    )


def sits_at(connection: Connection, person: str) -> int:
    """Returns the number of unfinished tables at which this person sits."""
    return _unfinished(connection, tables.c.key.in_(select(chairs.c.table_key).where(chairs.c.person == person)))


def _unfinished(connection: Connection, condition: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(tables).where(condition, UNFINISHED)).scalar_one()


def _has_a_free_chair() -> ColumnElement[bool]:
    return select(chairs.c.seat).where(chairs.c.table_key == tables.c.key, chairs.c.kind == "open").exists()


# Noting who is present.


def note_hosts(connection: Connection, keys: Collection[str], now: float) -> None:
    """Store that the hosts of these tables are present."""
    for some in _portions(keys):
        connection.execute(update(tables).where(tables.c.key.in_(some)).values(host_seen=now))


def touch(connection: Connection, keys: Collection[str], now: float) -> None:
    """Store that these tables are in use."""
    for some in _portions(keys):
        connection.execute(update(tables).where(tables.c.key.in_(some)).values(touched=now))


def _portions(keys: Collection[str]) -> list[list[str]]:
    listed = sorted(keys)  # in the same order on every server, so that two servers never block each other
    return [listed[at : at + KEYS_A_STATEMENT] for at in range(0, len(listed), KEYS_A_STATEMENT)]


# Removing.


def expire(connection: Connection, untouched_since: float, most: int) -> list[str]:
    """Remove at most so many tables whose game has not ended and that nobody has used since. Returns their keys.

    Several servers may do this at the same time: each table is removed by one of them."""
    old = (tables.c.touched < untouched_since) & NEVER_ENDED
    some = select(tables.c.key).where(old).order_by(tables.c.touched).limit(most)
    if connection.dialect.name == "postgresql":
        some = some.with_for_update(skip_locked=True)
    removed = _remove(connection, tables.c.key.in_(some))
    forget_tries(connection, removed)  # by now the day of such a deal is over
    return removed


def remove(connection: Connection, key: str) -> None:
    """Remove a table and everything that belongs to it."""
    _remove(connection, tables.c.key == key)


def remove_own(connection: Connection, key: str, host: str) -> bool:
    """Remove this table if it is unfinished, has this host, and no other person sits at it. Returns whether it was
    removed."""
    other = (chairs.c.table_key == tables.c.key) & (chairs.c.kind == "person") & (chairs.c.person != host)
    nobody_else = ~select(chairs.c.seat).where(other).exists()
    return bool(_remove(connection, (tables.c.key == key) & (tables.c.host == host) & NEVER_ENDED & nobody_else))


def _remove(connection: Connection, condition: ColumnElement[bool]) -> list[str]:
    keys = sorted(connection.execute(delete(tables).where(condition).returning(tables.c.key)).scalars())
    for table in (chairs, entries, positions, movers, reviews, review_plies):
        connection.execute(delete(table).where(table.c.table_key.in_(keys)))
    return keys
