"""The script by which Alembic applies the steps, on the connection that it is given and in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
