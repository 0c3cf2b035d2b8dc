"""Deals that several people play, each alone against the same bots at a table of their own, and who has played them.

A deal of the day is made when its first person plays it. Anybody who may see a finished game can make its deal one that
others play, too. The first game of a person is the one that counts, even if its table was removed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TypedDict

from sqlalchemy import Connection, Table, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spiritboard.server.schema import chairs, deals, tables, tries
from spiritboard.table.view import StandingsData

MOST_RESULTS = 500  # of one deal that are shown


class KnownDice(TypedDict):
    """The dice of a finished game: those of its deal, and of each seat's moves in their order."""

    deal: str
    seats: list[list[str]]


@dataclass(frozen=True)
class Deal:
    """A row of `deals`."""

    key: str
    game: str
    options: dict[str, str]
    seat: int
    levels: list[str]
    rules_version: int
    pieces: str
    created: float
    day: str | None = None
    source: str | None = None
    start: str | None = None
    dice: KnownDice | None = None


@dataclass(frozen=True)
class Try:
    """A row of `tries`: the game that counts of a person."""

    deal_key: str
    person: str
    table_key: str
    finished: float | None = None


@dataclass(frozen=True)
class Result:
    """How a person's game ended."""

    person: str
    name: str
    table: str
    place: int
    score: int
    shares: bool  # whether the person has won, perhaps with others
    standings: StandingsData


def find_deal(connection: Connection, key: str) -> Deal | None:
    row = connection.execute(select(deals).where(deals.c.key == key)).mappings().first()
    return None if row is None else Deal(**row)


def add_deal(connection: Connection, deal: Deal) -> Deal:
    """Store a deal unless there is one with its key. Returns the one that is stored."""
    _insert_once(connection, deals, asdict(deal))
    found = find_deal(connection, deal.key)
    assert found is not None
    return found


def deals_at(connection: Connection, keys: dict[str, str | None]) -> list[Deal]:
    """Returns the deals that are played at these tables, and those that were made of their games. The keys of tables
    are given with those of their deals."""
    wanted = deals.c.source.in_(keys) | deals.c.key.in_([key for key in keys.values() if key is not None])
    return [Deal(**row) for row in connection.execute(select(deals).where(wanted)).mappings()]


def made_of(connection: Connection, table: str, seat: int) -> Deal | None:
    """Returns the deal that was made of a finished game for this seat."""
    wanted = (deals.c.source == table) & (deals.c.seat == seat)
    row = connection.execute(select(deals).where(wanted).order_by(deals.c.created)).mappings().first()
    return None if row is None else Deal(**row)


def begin_try(connection: Connection, begun: Try) -> bool:
    """Store which game of a person counts. Returns False if the person has one already.

    A second request of the same person, also at another server, waits here until the first one is stored."""
    return _insert_once(connection, tries, asdict(begun))


def try_of(connection: Connection, deal: str, person: str) -> Try | None:
    row = connection.execute(select(tries).where(tries.c.deal_key == deal, tries.c.person == person)).mappings().first()
    return None if row is None else Try(**row)


def tries_of(connection: Connection, person: str, keys: list[str]) -> dict[str, Try]:
    """Returns the tries of a person at these deals, by the key of the deal."""
    rows = connection.execute(select(tries).where(tries.c.person == person, tries.c.deal_key.in_(keys))).mappings()
    return {row["deal_key"]: Try(**row) for row in rows}


def finish_try(connection: Connection, table: str, now: float) -> None:
    """Store that the game at this table has ended, if it is one that counts."""
    connection.execute(update(tries).where(tries.c.table_key == table).values(finished=now))


def reopen_try(connection: Connection, table: str) -> None:
    """Store that the game at this table goes on, because its last move was undone."""
    connection.execute(update(tries).where(tries.c.table_key == table).values(finished=None))


def forget_person(connection: Connection, person: str) -> None:
    connection.execute(delete(tries).where(tries.c.person == person))


def forget_tries(connection: Connection, tables_removed: list[str]) -> None:
    connection.execute(delete(tries).where(tries.c.table_key.in_(tables_removed)))


def results(connection: Connection, deal: Deal, before: float) -> list[Result]:
    """Returns the games that ended before this time and that their person has played to the end, the first ones
    first."""
    query = (
        select(tries.c.person, chairs.c.name, tries.c.table_key, tables.c.standings)
        .join(tables, tables.c.key == tries.c.table_key)
        .join(chairs, (chairs.c.table_key == tables.c.key) & (chairs.c.person == tries.c.person))
        .where(tries.c.deal_key == deal.key, tries.c.finished < before, chairs.c.seat == deal.seat)
        .where(chairs.c.kind == "person", tables.c.verdict.is_not(None))
        .order_by(tries.c.finished)
        .limit(MOST_RESULTS)
    )
    return [_result(deal.seat, *row) for row in connection.execute(query) if row.standings]


def _result(seat: int, person: str, name: str, table: str, standings: StandingsData) -> Result:
    place, score = standings["places"][seat], standings["scores"][seat]
    return Result(person, name, table, place, score, place == 1, standings)


def _insert_once(connection: Connection, table: Table, row: dict[str, object]) -> bool:
    """Insert a row unless one with its key exists. Returns whether it was inserted."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    once = dialect.insert(table).values(row).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(once).first() is not None


def tries_at(connection: Connection, keys: list[str]) -> list[Try]:
    """Returns the tries whose games are at these tables."""
    rows = connection.execute(select(tries).where(tries.c.table_key.in_(keys))).mappings()
    return [Try(**row) for row in rows]
