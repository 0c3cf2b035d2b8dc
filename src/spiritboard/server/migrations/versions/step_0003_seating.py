"""Columns for tables that wait until every chair is taken, for hints, and for lists from which people remove games."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Boolean, Column, Integer

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", Column("waits", Boolean))
    op.add_column("tables", Column("hints", Boolean))
    op.add_column("tables", Column("seating", Integer, nullable=False, server_default="0"))
    for table in ("tables", "chairs"):
        op.add_column(table, Column("unlisted", Boolean))
