"""Columns and tables for games that go on after an upgrade, for limits of networks, and for several servers."""

from __future__ import annotations

import time

from alembic import op
from sqlalchemy import JSON, Column, Float, Integer, String, Text, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in _new_columns_of_tables():
        op.add_column("tables", column)
    op.drop_index("ix_tables_is_open", "tables")
    op.create_index("ix_tables_is_open_host_seen", "tables", ["is_open", "host_seen"])
    op.create_index("ix_tables_host", "tables", ["host"])
    _index_unfinished("network", "verdict IS NULL AND closed IS NULL")
    _index_unfinished("touched", "verdict IS NULL")
    for name in ("pending", "events"):
        op.add_column("entries", Column(name, JSON))
    _create_tables()


def _index_unfinished(column: str, where: str) -> None:
    """Create an index of unfinished tables only: finished ones are kept for ever, and would make it large."""
    op.create_index(f"ix_tables_{column}", "tables", [column], sqlite_where=text(where), postgresql_where=text(where))


def _new_columns_of_tables() -> list[Column]:
    return [
        Column("rules_version", Integer, nullable=False, server_default="1"),
        Column("rules_since", Integer),
        Column("pieces", String(64), nullable=False, server_default=""),
        Column("network", String(32), nullable=False, server_default=""),
        # The default is for existing tables, and for those that a server of version 0.1.0 still adds.
        Column("touched", Float, nullable=False, server_default=str(int(time.time()))),
        Column("host_seen", Float, nullable=False, server_default="0"),
        *(Column(name, JSON) for name in ("pending", "events", "standings")),
        Column("closed", String(200)),
    ]


def _create_tables() -> None:
    op.create_table(
        "positions",
        Column("table_key", String(32), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("position", Text, nullable=False),
    )
    op.create_table(
        "servers",
        Column("server", String(32), primary_key=True),
        Column("until", Float, nullable=False),
        Column("rules", JSON, nullable=False),
    )
    op.create_table(
        "movers",
        Column("table_key", String(32), primary_key=True),
        Column("server", String(32), nullable=False),
    )
    op.create_index("ix_movers_server", "movers", ["server"])
