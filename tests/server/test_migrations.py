"""A database of the earlier version is migrated completely or not at all, and a newer one is refused."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from spiritboard.server.schema import metadata
from spiritboard.server.storage import SETTING_UP, Storage, postgres_url
from spiritboard.table.errors import BadSetup
from tests.server.database import Postgres

OLD_DATA = Path(__file__).parent / "fixtures" / "data-0.1.0"


@pytest.fixture
def old_data(tmp_path: Path) -> Path:
    """Returns a copy of a data folder of version 0.1.0."""
    return Path(shutil.copytree(OLD_DATA, tmp_path / "data"))


def differences(url: object) -> list[object]:
    """Returns the differences between the schema that the steps make and the schema in the code."""
    engine = create_engine(url)  # type: ignore[call-overload]
    with engine.connect() as connection:
        options: dict[str, object] = {"compare_type": True, "include_object": is_ours}
        found = list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))
    engine.dispose()
    return found


def is_ours(_: object, name: str | None, kind: str, *rest: object) -> bool:
    return (kind, name) != ("table", "alembic_version")


def columns(folder: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        return [column[1] for column in connection.execute(f"pragma table_info({table})")]


def old_rows(folder: Path, table: str) -> list[tuple[object, ...]]:
    """Returns the values in the columns that version 0.1.0 had."""
    names = columns(OLD_DATA, table)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        return connection.execute(f"select {', '.join(names)} from {table} order by 1, 2").fetchall()


def test_the_steps_make_the_schema_in_the_code(tmp_path: Path) -> None:
    Storage.in_folder(tmp_path).close()
    assert differences(f"sqlite:///{tmp_path}/tables.sqlite") == []


def test_the_steps_make_the_schema_in_postgres_too(postgres: Postgres) -> None:
    url = postgres_url(postgres.new_database())
    Storage.in_postgres(url).close()
    assert differences(url) == []


def test_a_data_folder_of_the_earlier_version_keeps_its_content(old_data: Path) -> None:
    Storage.in_folder(old_data).close()
    assert differences(f"sqlite:///{old_data}/tables.sqlite") == []
    for table in ("tables", "chairs", "entries"):
        assert old_rows(old_data, table) == old_rows(OLD_DATA, table)


def test_tables_older_than_the_levels_of_bots_are_kept(old_data: Path) -> None:
    with closing(sqlite3.connect(old_data / "tables.sqlite")) as connection:
        connection.execute("alter table chairs drop column level")
    storage = Storage.in_folder(old_data)
    found = storage.load("ghosts-finished")
    storage.close()
    assert found is not None
    assert [chair.level for chair in found[0].chairs] == ["", "", ""]


def test_a_second_start_changes_nothing(old_data: Path) -> None:
    for _ in range(2):
        storage = Storage.in_folder(old_data)
        found = storage.load("ghosts-finished")
        storage.close()
        assert found is not None
        assert found[0].rules_version == 1
        assert found[0].touched > found[0].created


def test_a_step_that_fails_leaves_the_database_as_it_was(old_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the power is out")

    with monkeypatch.context() as patch:
        patch.setattr(op, "drop_index", fail)
        with pytest.raises(RuntimeError):
            Storage.in_folder(old_data)
    assert columns(old_data, "tables") == columns(OLD_DATA, "tables")
    with closing(sqlite3.connect(old_data / "tables.sqlite")) as connection:
        assert connection.execute("select name from sqlite_master where name = 'alembic_version'").fetchall() == []
    Storage.in_folder(old_data).close()


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    Storage.in_folder(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    with pytest.raises(BadSetup, match=r"newer version of Spiritboard"):
        Storage.in_folder(tmp_path)


def test_servers_that_start_together_migrate_once(postgres: Postgres) -> None:
    url = postgres_url(postgres.new_database())
    problems: list[BaseException] = []

    def start() -> None:
        try:
            Storage.in_postgres(url).close()
        except BaseException as problem:
            problems.append(problem)

    starting = [threading.Thread(target=start) for _ in range(4)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert problems == []


def test_a_server_waits_while_another_one_migrates(postgres: Postgres) -> None:
    url = postgres.new_database()
    starting = threading.Thread(target=lambda: Storage.in_postgres(postgres_url(url)).close())
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [SETTING_UP])
        starting.start()
        while starting.is_alive() and not is_waited_for(other):
            time.sleep(0.01)
        assert is_waited_for(other)
        assert other.execute("SELECT to_regclass('tables')").fetchone() == (None,)
    starting.join()
    assert differences(postgres_url(url)) == []


def is_waited_for(connection: psycopg.Connection) -> bool:
    """Returns whether a server waits for a lock that another connection holds."""
    return connection.execute("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchone() is not None


def test_a_server_of_the_earlier_version_can_add_a_table_to_a_migrated_database(old_data: Path) -> None:
    """This happens while other servers are upgraded. The earlier version names only the columns that it knows."""
    storage = Storage.in_folder(old_data)
    with closing(sqlite3.connect(OLD_DATA / "tables.sqlite")) as before:
        cursor = before.execute("select * from tables where key = 'ghosts-unfinished'")
        names = [column[0] for column in cursor.description]
        row = ["new" if name == "key" else value for name, value in zip(names, cursor.fetchone(), strict=True)]
    with closing(sqlite3.connect(old_data / "tables.sqlite")) as connection:
        marks = ", ".join("?" * len(row))
        connection.execute(f"insert into tables ({', '.join(names)}) values ({marks})", row)
        connection.commit()
    found = storage.load("new")
    storage.close()
    assert found is not None
    assert found[0].touched > found[0].created
