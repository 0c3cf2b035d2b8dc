"""Brings a database up to the schema of this version, by numbered steps.

A step is a file in `versions/`. A server of the version before may still read and write the database while the others
are upgraded: so a step adds columns that are optional or have a default, and changes no meaning.
"""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from spiritboard.table.errors import BadSetup

HERE = Path(__file__).parent
_one_at_a_time = threading.Lock()  # Alembic keeps in a global variable which migration is running


def migrate(connection: Connection) -> None:
    """Apply the steps that are missing, in the connection's transaction; BadSetup if the database is newer."""
    if is_up_to_date(connection):
        return
    with _one_at_a_time:
        command.upgrade(_config(connection), "head")


def is_up_to_date(connection: Connection) -> bool:
    """Whether no step is missing; BadSetup if the database is newer."""
    script = ScriptDirectory(str(HERE))
    applied = MigrationContext.configure(connection).get_current_revision()
    if applied not in {None, *(step.revision for step in script.walk_revisions())}:
        raise BadSetup("These tables belong to a newer version of Spiritboard: this one must be upgraded first.")
    return applied == script.get_current_head()


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config
