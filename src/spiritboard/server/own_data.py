"""All that is kept about one person, for themselves. Nothing secret is in it: no dice, no hands, no keys."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, or_, select

from spiritboard.server import devices
from spiritboard.server.erasing import concerning
from spiritboard.server.review_storage import BY_INDEX
from spiritboard.server.schema import chairs, entries, people, reviews, tables, tries


def kept(connection: Connection, person: str) -> dict[str, object]:
    """Returns what is stored about this person, as data for JSON."""
    known = connection.execute(select(people).where(people.c.person == person)).first()
    return {
        "id": person,
        "name": known and known.name,
        "known_since": known and _time(known.since),
        "browsers": [
            {"browser": each.label, "since": _time(each.since), "last_seen": _time(each.seen)}
            for each in devices.browsers_of(connection, person)
        ],
        "passkeys": [
            {"made_in": each.label, "since": _time(each.since), "last_used": each.used and _time(each.used)}
            for each in devices.passkeys_of(connection, person)
        ],
        "tables": _tables(connection, person),
        "shared_deals": [
            {"deal": row.deal_key, "table": row.table_key, "finished": row.finished and _time(row.finished)}
            for row in sorted(connection.execute(select(tries).where(tries.c.person == person)))
        ],
        "reviews_being_worked_out": list(
            connection.execute(select(reviews.c.table_key).where(BY_INDEX, reviews.c.person == person)).scalars()
        ),
    }


def _tables(connection: Connection, person: str) -> list[dict[str, object]]:
    """Returns the tables at which this person sits, has resigned, or which they have set, the oldest first."""
    query = select(tables).where(tables.c.key.in_(concerning(person))).order_by(tables.c.created, tables.c.key)
    return [
        {
            "table": row.key,
            "game": row.game,
            "options": row.options,
            "set_by_you": row.host == person,
            "set_at": _time(row.created),
            "last_used": _time(row.touched),
            "ended": row.verdict or row.closed,
            "seats": _seats(connection, row.key, person),
        }
        for row in connection.execute(query).all()
    ]


def _seats(connection: Connection, key: str, person: str) -> list[dict[str, object]]:
    """Returns the person's seats at a table, each with its picks. Others see these too, or will when the game ends."""
    own = (chairs.c.table_key == key) & or_(chairs.c.person == person, chairs.c.resigned == person)
    found = connection.execute(select(chairs).where(own).order_by(chairs.c.seat)).all()
    return [
        {
            "seat": row.seat,
            "name": row.name,
            "resigned": row.person != person,
            "moves": _moves(connection, key, row.seat),
        }
        for row in found
    ]


def _moves(connection: Connection, key: str, seat: int) -> list[list[str]]:
    own = (entries.c.table_key == key) & (entries.c.seat == seat)
    return list(connection.execute(select(entries.c.path).where(own).order_by(entries.c.number)).scalars())


def day(seconds: float) -> str:
    """Returns a day like 24 December 2026, in the time zone of the server."""
    return f"{datetime.fromtimestamp(seconds):%-d %B %Y}"


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
