"""What Alembic runs to apply the steps: on the connection that it was given, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
