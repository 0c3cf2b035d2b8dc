"""Statements about people and their browsers, and about what is good only once. Each runs in a transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spiritboard.server.limits import DAY
from spiritboard.server.schema import browsers, passkeys, people, signed_out, used
from spiritboard.server.signed_out import digest

FORGET_USED = DAY  # seconds after which nothing that is good once is good any more
MOST_PASSKEYS = 20  # of one person


@dataclass(frozen=True)
class Browser:
    """A browser in which somebody is known."""

    browser: str
    label: str
    since: float
    seen: float


@dataclass(frozen=True)
class Passkey:
    digest: str
    person: str
    credential: str
    public_key: str
    uses: int
    label: str
    since: float
    used: float | None = None


# People and their browsers.


def note(connection: Connection, person: str, name: str, browser: str, label: str, now: float) -> None:
    """Store that this person has opened a page in this browser."""
    _put(connection, people, {"person": person, "name": name, "since": now}, {"name": name})
    row = {"person": person, "browser": browser, "label": label, "since": now, "seen": now}
    _put(connection, browsers, row, {"seen": now, "label": label})


def name_of(connection: Connection, person: str) -> str | None:
    """Returns the name of a person who has opened the page about themselves; None if nobody has this id."""
    name = connection.execute(select(people.c.name).where(people.c.person == person)).scalar()
    return None if name is None else str(name)


def rename(connection: Connection, person: str, name: str) -> None:
    connection.execute(update(people).where(people.c.person == person).values(name=name))


def browsers_of(connection: Connection, person: str) -> list[Browser]:
    """Returns the browsers of a person, those seen last first."""
    query = select(browsers).where(browsers.c.person == person).order_by(browsers.c.seen.desc(), browsers.c.browser)
    return [Browser(row.browser, row.label, row.since, row.seen) for row in connection.execute(query)]


def sign_out(connection: Connection, person: str, browser: str, now: float) -> str | None:
    """Sign out a browser of this person. Returns its digest; None if the person has no such browser."""
    own = (browsers.c.person == person) & (browsers.c.browser == browser)
    if not connection.execute(delete(browsers).where(own)).rowcount:
        return None
    return refuse(connection, digest(person, browser), now)


def refuse(connection: Connection, refused: str, now: float) -> str:
    """Store a digest of `signed_out`, and return it."""
    row = {"digest": refused, "since": now}
    _put(connection, signed_out, row, {"since": now})
    return refused


def refused_since(connection: Connection, since: float) -> list[str]:
    """Returns the digests of the browsers and people who were signed out since then."""
    return list(connection.execute(select(signed_out.c.digest).where(signed_out.c.since >= since)).scalars())


# What is good once.


def use(connection: Connection, what: str, now: float) -> bool:
    """Use up what is good once. Returns whether it had not been used before."""
    connection.execute(delete(used).where(used.c.since < now - FORGET_USED))
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"digest": digest("once", what), "since": now}
    once = dialect.insert(used).values(row).on_conflict_do_nothing().returning(used.c.digest)
    return connection.execute(once).first() is not None


# Passkeys.


def passkeys_of(connection: Connection, person: str) -> list[Passkey]:
    """Returns the passkeys of a person, the oldest first."""
    query = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.since, passkeys.c.digest)
    return [Passkey(**row) for row in connection.execute(query).mappings()]


def passkey(connection: Connection, credential: str) -> Passkey | None:
    """Returns the passkey whose credential has this id."""
    query = select(passkeys).where(passkeys.c.digest == digest("passkey", credential))
    row = connection.execute(query).mappings().first()
    return None if row is None else Passkey(**row)


def add_passkey(connection: Connection, made: Passkey) -> bool:
    """Store a passkey. Returns False if the person has too many, or if it is stored already."""
    mine = select(func.count()).select_from(passkeys).where(passkeys.c.person == made.person)
    if connection.execute(mine).scalar_one() >= MOST_PASSKEYS or passkey(connection, made.credential) is not None:
        return False
    connection.execute(insert(passkeys), vars(made))
    return True


def count_use(connection: Connection, own: Passkey, uses: int, now: float) -> None:
    """Store that somebody came back with a passkey, and how often its device has used it by now."""
    connection.execute(update(passkeys).where(passkeys.c.digest == own.digest).values(uses=uses, used=now))


def remove_passkey(connection: Connection, person: str, key: str) -> bool:
    """Remove a passkey of this person. Returns whether it was theirs."""
    own = (passkeys.c.person == person) & (passkeys.c.digest == key)
    return connection.execute(delete(passkeys).where(own)).rowcount == 1


def forget(connection: Connection, person: str) -> None:
    """Remove all that is stored about a person but for their tables."""
    for table in (people, browsers, passkeys):
        connection.execute(delete(table).where(table.c.person == person))


def _put(connection: Connection, table: Table, row: dict[str, object], changed: dict[str, object]) -> None:
    """Insert a row, or change these columns of the one that has its key."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    connection.execute(dialect.insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=changed))
