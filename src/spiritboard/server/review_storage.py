"""Statements about stored reviews. Each runs in a transaction, and finds its rows by an index.

A review belongs to a table and to a version of the measure. A later version works it out again and then removes what an
earlier version has found; an earlier version, which may still run beside it, never touches what a later one has found.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Table, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spiritboard.server.limits import Amounts, Requester
from spiritboard.server.schema import UNENDED, review_plies, reviews

DONE, FAILED = "done", "failed"
BY_INDEX = UNENDED & (reviews.c.asked >= 0)  # true for all that are not done; the index is found by the time


@dataclass(frozen=True)
class StoredReview:
    """A review that was asked for, and how many of its parts are worked out."""

    key: str
    version: int
    requester: Requester
    total: int
    ended: str | None
    found: int

    @property
    def is_done(self) -> bool:
        return self.ended == DONE

    @property
    def has_failed(self) -> bool:
        return self.ended == FAILED


def find(connection: Connection, key: str, version: int) -> StoredReview | None:
    """Returns the review of a table by this version of the measure; None if nobody has asked for it."""
    row = connection.execute(select(reviews).where(_of(key, version))).first()
    if row is None:
        return None
    found = select(func.count()).select_from(review_plies).where(_part_of(key, version))
    requester = Requester(row.person, row.network)
    return StoredReview(key, version, requester, row.total, row.ended, connection.execute(found).scalar_one())


def begin(connection: Connection, review: StoredReview, now: float) -> None:
    """Store that a review was asked for, or asked for again after it had failed. Nothing changes if it is there."""
    row = {
        "table_key": review.key,
        "version": review.version,
        "person": review.requester.person,
        "network": review.requester.network,
        "asked": now,
        "total": review.total,
    }
    again = update(reviews).where(_of(review.key, review.version), reviews.c.ended == FAILED)
    asker = {name: row[name] for name in ("person", "network", "asked")}
    if not connection.execute(again.values(ended=None, **asker)).rowcount:
        _insert(connection, reviews, row)


def add(connection: Connection, key: str, version: int, number: int, found: str) -> None:
    """Store what was found about a move. Nothing changes if another server has stored it already."""
    row = {"table_key": key, "version": version, "number": number, "found": found}
    _insert(connection, review_plies, row)


def end(connection: Connection, key: str, version: int, ended: str) -> None:
    """Store that a review is done or has failed, and forget who asked for it.

    What an earlier version of the measure has found is removed."""
    connection.execute(update(reviews).where(_of(key, version)).values(ended=ended, person="", network=""))
    for table in (reviews, review_plies):
        connection.execute(delete(table).where(table.c.table_key == key, table.c.version < version))


def numbers(connection: Connection, key: str, version: int) -> set[int]:
    """Returns the numbers of the moves that are worked out."""
    return set(connection.execute(select(review_plies.c.number).where(_part_of(key, version))).scalars())


def found(connection: Connection, key: str, version: int) -> dict[int, str]:
    """Returns what was found about each move, by its number."""
    rows = connection.execute(select(review_plies.c.number, review_plies.c.found).where(_part_of(key, version)))
    return {row.number: row.found for row in rows}


def unended(connection: Connection, version: int, most: int) -> list[str]:
    """Returns the tables whose review is not done, those asked for first come first."""
    query = select(reviews.c.table_key).where(BY_INDEX, reviews.c.version == version)
    return list(connection.execute(query.order_by(reviews.c.asked).limit(most)).scalars())


def amounts(connection: Connection, requester: Requester) -> Amounts:
    """Returns how many reviews that are not done this person has asked for, and how many their network.

    Nothing is counted for a program, which has no person, and for an unknown network."""
    theirs = (reviews.c.person == requester.person) & (reviews.c.person != "")
    near = (reviews.c.network == requester.network) & (reviews.c.network != "")
    return Amounts(_count(connection, theirs), _count(connection, near))


def _count(connection: Connection, condition: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(reviews).where(BY_INDEX, condition)
    return connection.execute(query).scalar_one()


def _of(key: str, version: int) -> ColumnElement[bool]:
    return (reviews.c.table_key == key) & (reviews.c.version == version)


def _part_of(key: str, version: int) -> ColumnElement[bool]:
    return (review_plies.c.table_key == key) & (review_plies.c.version == version)


def _insert(connection: Connection, table: Table, row: dict[str, object]) -> None:
    """Add a row, unless there is one with the same key: another server may have been first."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).values(row).on_conflict_do_nothing())
