"""Tables for people, their browsers and their passkeys, and a column for who has resigned."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Float, Integer, String, Text, text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("chairs", Column("resigned", String(32)))
    has_resigned = text("resigned IS NOT NULL")
    op.create_index(
        "ix_chairs_resigned", "chairs", ["resigned"], sqlite_where=has_resigned, postgresql_where=has_resigned
    )
    op.create_table(
        "people",
        Column("person", String(32), primary_key=True),
        Column("name", String(64), nullable=False),
        Column("since", Float, nullable=False),
    )
    op.create_table(
        "browsers",
        Column("person", String(32), primary_key=True),
        Column("browser", String(32), primary_key=True),
        Column("label", String(64), nullable=False),
        Column("since", Float, nullable=False),
        Column("seen", Float, nullable=False),
    )
    for name in ("signed_out", "used"):
        op.create_table(
            name,
            Column("digest", String(32), primary_key=True),
            Column("since", Float, nullable=False),
        )
        op.create_index(f"ix_{name}_since", name, ["since"])
    op.create_table(
        "passkeys",
        Column("digest", String(32), primary_key=True),
        Column("person", String(32), nullable=False),
        Column("credential", Text, nullable=False),
        Column("public_key", Text, nullable=False),
        Column("uses", Integer, nullable=False),
        Column("label", String(64), nullable=False),
        Column("since", Float, nullable=False),
        Column("used", Float),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
