"""Tables for reviews of finished games."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Float, Integer, String, Text, text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "reviews",
        Column("table_key", String(32), primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("person", String(32), nullable=False),
        Column("network", String(32), nullable=False),
        Column("asked", Float, nullable=False),
        Column("total", Integer, nullable=False),
        Column("ended", String(8)),
    )
    unended = text("ended IS NULL")
    op.create_index("ix_reviews_asked", "reviews", ["asked"], sqlite_where=unended, postgresql_where=unended)
    op.create_table(
        "review_plies",
        Column("table_key", String(32), primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("found", Text, nullable=False),
    )
