"""The schema of version 0.1.0, from before steps had numbers. This step creates the parts that are missing."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, Boolean, Column, Float, Integer, MetaData, String, Table, inspect

revision = "0001"
down_revision = None

metadata = MetaData()

Table(
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

Table(
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

Table(
    "entries",
    metadata,
    Column("table_key", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("path", JSON, nullable=False),
    Column("dice", String(64), nullable=False),
)

Table(
    "house",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection)
    # A database may be older than the levels of bots.
    if "level" not in {column["name"] for column in inspect(connection).get_columns("chairs")}:
        op.add_column("chairs", Column("level", String(16), nullable=False, server_default=""))
