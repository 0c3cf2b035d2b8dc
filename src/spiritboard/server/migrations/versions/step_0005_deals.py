"""Columns for games that are played on from a position, and tables for deals that several people play."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, Column, Float, Integer, String, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    for column in (Column("start", Text), Column("origin", JSON), Column("deal_key", String(96))):
        op.add_column("tables", column)
    op.create_table(
        "deals",
        Column("key", String(96), primary_key=True),
        Column("game", String(64), nullable=False),
        Column("options", JSON, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("levels", JSON, nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("pieces", String(64), nullable=False),
        Column("created", Float, nullable=False),
        Column("day", String(10)),
        Column("source", String(32)),
        Column("start", Text),
        Column("dice", JSON),
    )
    op.create_index("ix_deals_source", "deals", ["source"])
    op.create_table(
        "tries",
        Column("deal_key", String(96), primary_key=True),
        Column("person", String(32), primary_key=True),
        Column("table_key", String(32), nullable=False, unique=True),
        Column("finished", Float),
    )
    op.create_index("ix_tries_person", "tries", ["person"])
