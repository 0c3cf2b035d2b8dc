"""Statements that erase a person: their tables go on or are kept without them, and everything else is removed."""

from __future__ import annotations

import re
import secrets
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import CompoundSelect, Connection, or_, select, union, update

from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.server import devices, seating
from spiritboard.server.deals import forget_person
from spiritboard.server.review_storage import BY_INDEX
from spiritboard.server.schema import chairs, reviews, tables
from spiritboard.server.signed_out import WHOLE_PERSON, digest
from spiritboard.server.storage import Chair

ERASED_NAME = "Somebody"  # the name of a person who was erased
HOST_HAS_LEFT = "The host has left before the game began."


class Erased(NamedTuple):
    """The tables that were changed, and the digest by which the person's cookies are refused."""

    tables: list[str]
    refused: str


def erase(connection: Connection, person: str, now: float) -> Erased:
    """Remove everything that is stored of a person, and refuse their cookies. Bots named Somebody take their chairs."""
    keys = tables_of(connection, person)
    for key in keys:
        seating.close_waiting(connection, key, person, HOST_HAS_LEFT)
        _erase_at(connection, key, person)
    forget_person(connection, person)
    devices.forget(connection, person)
    asked = BY_INDEX & (reviews.c.person == person)  # a review that has ended names nobody
    connection.execute(update(reviews).where(asked).values(person="", network=""))
    return Erased(keys, devices.refuse(connection, digest(person, WHOLE_PERSON), now))


def tables_of(connection: Connection, person: str) -> list[str]:
    """Returns the keys of the tables at which a person sits, has resigned, or which they have set. The rows are locked
    in the order of their keys, so that two such changes never wait for each other."""
    query = select(tables.c.key).where(tables.c.key.in_(concerning(person))).order_by(tables.c.key)
    return list(connection.execute(query.with_for_update()).scalars())


def concerning(person: str) -> CompoundSelect:
    """Returns the query for the keys of these tables."""
    return union(
        select(chairs.c.table_key).where(chairs.c.person == person),
        select(chairs.c.table_key).where(chairs.c.resigned == person),
        select(tables.c.key).where(tables.c.host == person),
    )


def _erase_at(connection: Connection, key: str, person: str) -> None:
    """Put a bot in each chair of the person at a table, and remove their name from its sentences."""
    theirs = (chairs.c.table_key == key) & or_(chairs.c.person == person, chairs.c.resigned == person)
    names = set()
    for seat, name, level in connection.execute(
        select(chairs.c.seat, chairs.c.name, chairs.c.level).where(theirs)
    ).all():
        names.add(name)
        erased = Chair(seat, "bot", None, ERASED_NAME, secrets.token_urlsafe(24), level or USUAL_LEVEL)
        own = (chairs.c.table_key == key) & (chairs.c.seat == seat)
        connection.execute(update(chairs).where(own).values(asdict(erased)))
    row = connection.execute(select(tables.c.verdict, tables.c.closed, tables.c.host).where(tables.c.key == key)).one()
    values: dict[str, object] = {
        "verdict": _without(names, row.verdict),
        "closed": _without(names, row.closed),
        "seating": tables.c.seating + 1,
    }
    if row.host == person:
        # Nobody has this id, and it differs at each table, so that it does not tie them together.
        values |= {"host": secrets.token_urlsafe(12), "network": ""}
    connection.execute(update(tables).where(tables.c.key == key).values(values))


def _without(names: set[str], sentence: str | None) -> str | None:
    """Returns a sentence with these names replaced."""
    for name in names:
        sentence = sentence and re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", ERASED_NAME, sentence)
    return sentence and sentence[:400]
