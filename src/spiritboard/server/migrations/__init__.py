"""Brings a database up to the schema of this version, by numbered steps.

A step is a file in `versions/`. While servers are upgraded one after the other, a server of the earlier version still
reads and writes the database. So a step only adds columns, which are optional or have a default, and never changes the
meaning of a column.
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

STEPS_FOLDER = Path(__file__).parent
_one_at_a_time = threading.Lock()  # because Alembic stores the running migration in a global variable


def migrate(connection: Connection) -> None:
    """Apply the missing steps, in the connection's transaction. Raises BadSetup if the database is newer."""
    if is_up_to_date(connection):
        return
    with _one_at_a_time:
        command.upgrade(_config(connection), "head")


def is_up_to_date(connection: Connection) -> bool:
    """Returns whether no step is missing. Raises BadSetup if the database is newer."""
    script = ScriptDirectory(str(STEPS_FOLDER))
    applied = MigrationContext.configure(connection).get_current_revision()
    if applied not in {None, *(step.revision for step in script.walk_revisions())}:
        raise BadSetup("These tables belong to a newer version of Spiritboard: upgrade this one first.")
    return applied == script.get_current_head()


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS_FOLDER).replace("%", "%%"))
    return config
