"""The tables of the database. A change here needs a numbered step in `migrations`; a test compares the two.

A new column of `tables` or `chairs` also needs a field with a default in StoredTable or Chair (storage.py).
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
NULLABLE_JSON = JSON(none_as_null=True)

tables = Table(
    "tables",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("deal", String(64), nullable=False),
    Column("host", String(32), nullable=False, index=True),
    Column("invite", String(32), nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("away_seconds", Integer),
    Column("created", Float, nullable=False),
    Column("verdict", String(400)),
    Column("again", String(32)),
    Column("rules_version", Integer, nullable=False, server_default="1"),
    Column("rules_since", Integer),  # the position from which these rules hold, if the game began by older ones
    Column("pieces", String(64), nullable=False, server_default=""),  # a digest; empty: set by version 0.1.0
    Column("network", String(32), nullable=False, server_default=""),  # a keyed hash of the host's network
    Column("touched", Float, nullable=False),  # when anybody last used the table, to the hour
    Column("host_seen", Float, nullable=False, server_default="0"),
    Column("pending", NULLABLE_JSON),  # the seats that must decide after the deal
    Column("events", NULLABLE_JSON),  # the events of the deal
    Column("standings", NULLABLE_JSON),  # of a finished game
    Column("closed", String(200)),  # why the table was closed, as a sentence for people; NULL: it was not closed
    # Whether the game begins only when no chair is free. NULL: stored by a version in which it began at once.
    Column("waits", Boolean),
    Column(
        "hints", Boolean
    ),  # whether people who play each other may ask for hints; NULL: stored before hints had a rule
    Column("seating", Integer, nullable=False, server_default="0"),  # how often its chairs were changed
    Column("unlisted", Boolean),  # whether its host has removed it from their list
    Column("start", Text),  # the position, secrets included, from which the game is played on; NULL: it was dealt
    Column("origin", NULLABLE_JSON),  # the table and the move that it is played on from: `Origin`
    Column("deal_key", String(96)),  # of the deal that several people play, each at a table of their own: `deals`
)
Index("ix_tables_is_open_host_seen", tables.c.is_open, tables.c.host_seen)
# Finished games are kept for ever, so a query for unfinished ones must not read all of them.
UNFINISHED = tables.c.verdict.is_(None) & tables.c.closed.is_(None)
Index("ix_tables_network", tables.c.network, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED)
NEVER_ENDED = tables.c.verdict.is_(None)
Index("ix_tables_touched", tables.c.touched, sqlite_where=NEVER_ENDED, postgresql_where=NEVER_ENDED)

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
    Column("unlisted", Boolean),  # whether its person has removed the table from their list
    Column("resigned", String(32)),  # the person in whose place, and under whose name, a bot plays on
)
HAS_RESIGNED = chairs.c.resigned.is_not(None)
Index("ix_chairs_resigned", chairs.c.resigned, sqlite_where=HAS_RESIGNED, postgresql_where=HAS_RESIGNED)


def _numbered(name: str, *columns: Column) -> Table:
    """Returns a database table whose rows belong to a game's table and are numbered from 0."""
    table_key = Column("table_key", String(32), primary_key=True)
    number = Column("number", Integer, primary_key=True, autoincrement=False)
    return Table(name, metadata, table_key, number, *columns)


entries = _numbered(
    "entries",
    Column("seat", Integer, nullable=False),
    Column("path", JSON, nullable=False),
    Column("dice", String(64), nullable=False),
    Column("pending", NULLABLE_JSON),  # the seats that must decide after this entry; NULL: stored by version 0.1.0
    Column("events", NULLABLE_JSON),  # the entry's events, with their addressees; NULL: stored by version 0.1.0
)

# States of games after `number` entries, including secrets.
positions = _numbered("positions", Column("position", Text, nullable=False))

# Deals that several people play, each alone against the same bots.
deals = Table(
    "deals",
    metadata,
    Column("key", String(96), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seat", Integer, nullable=False),  # of the person
    Column("levels", JSON, nullable=False),  # of the bots, by seat; an empty text for the person
    Column("rules_version", Integer, nullable=False),
    Column("pieces", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("day", String(10)),  # of a deal of the day, like 2026-12-24; NULL: the deal of a finished game
    Column("source", String(32), index=True),  # the table of the finished game
    Column("start", Text),  # the position from which that game was played on
    Column("dice", NULLABLE_JSON),  # of the finished game: `KnownDice`; NULL: all dice follow from the server's secret
)

# The game that counts of each person who plays a deal: the first one, even if its table was removed.
tries = Table(
    "tries",
    metadata,
    Column("deal_key", String(96), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("table_key", String(32), nullable=False, unique=True),
    Column("finished", Float),  # when the game ended
)

# Reviews of finished games. `version` is that of the measure: servers of two versions keep their reviews apart.
reviews = Table(
    "reviews",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),  # who asked for it; empty for a program, and when it has ended
    Column("network", String(32), nullable=False),
    Column("asked", Float, nullable=False),
    Column("total", Integer, nullable=False),  # how many rows of `review_plies` it has when it is done
    Column("ended", String(8)),  # done or failed; NULL: it is being worked out
)
UNENDED = reviews.c.ended.is_(None)
Index("ix_reviews_asked", reviews.c.asked, sqlite_where=UNENDED, postgresql_where=UNENDED)

# What a review has found about each move of the game, as JSON: the first move has number 0. Number -1 is the value of
# the game before the deal.
review_plies = Table(
    "review_plies",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("found", Text, nullable=False),
)

# People who have opened the page about themselves. Before that, only their browser's cookie and their chairs know them.
people = Table(
    "people",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("since", Float, nullable=False),
)

# The browsers of these people.
browsers = Table(
    "browsers",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("browser", String(32), primary_key=True),
    Column("label", String(64), nullable=False),  # like "Firefox on Linux"
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when it last opened a page that notes it, to the hour
)

# Digests of browsers that were signed out and of people who were erased. Their cookies stay signed, so the rows stay.
signed_out = Table(
    "signed_out",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("since", Float, nullable=False, index=True),
)

# Digests of links and challenges that are good once, and have been used.
used = Table(
    "used",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("since", Float, nullable=False, index=True),
)

# Passkeys (WebAuthn), by a digest of the credential's id. The private keys are in people's devices.
passkeys = Table(
    "passkeys",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", Integer, nullable=False),  # as the device counts them, where it does
    Column("label", String(64), nullable=False),  # the browser that made it
    Column("since", Float, nullable=False),
    Column("used", Float),  # when somebody last came back with it
)

# Values that all servers with this database share, by name.
house = Table(
    "house",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

# The servers that share this database. Each one counts as running until the time `until`, by the database's clock,
# which it prolongs again and again. `rules` has the version of the rules by which it plays each game.
servers = Table(
    "servers",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("until", Float, nullable=False),
    Column("rules", JSON, nullable=False),
)

# The server that makes the bots' moves at a table.
movers = Table(
    "movers",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("server", String(32), nullable=False, index=True),
)
