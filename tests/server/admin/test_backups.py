"""The operator's backups and checks of stored tables, and the same commands on a database."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from spiritboard.server import export
from spiritboard.server.admin import STOP_FIRST, Admin
from spiritboard.server.opening import BROKEN, OLDER
from spiritboard.server.storage import Storage, postgres_url
from tests.server.admin.operators import (
    Run,
    content,
    done,
    refused,
    set_tables,
)
from tests.server.database import Postgres
from tests.server.guests import rows
from tests.server.test_migrations import OLD_DATA

# Backup.


def test_a_backup_is_restored_with_everything(
    run: Run, data: Path, running: str, finished: str, tmp_path: Path
) -> None:
    file, other = tmp_path / "backup", tmp_path / "other"
    assert done(run("backup", file, "--data", data)) == f"2 tables in {file}.\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert done(run("restore", file, "--data", other)).startswith("2 tables restored, as they were at 20")
    for key in (running, finished):
        assert content(other, key) == content(data, key)
    assert (other / "secret").read_text() == "the secret"
    assert (other / "secret").stat().st_mode & 0o777 == 0o600


def test_a_backup_is_of_one_moment(data: Path, running: str) -> None:
    """A server may store moves meanwhile, without waiting."""
    with Admin.opened(data, None) as admin, admin.backup() as (head, contents):
        added = set_tables(Storage.in_folder(data), 3)
        with closing(sqlite3.connect(data / "tables.sqlite", timeout=0)) as connection:
            connection.execute("delete from entries where table_key = ?", [running])
            connection.commit()
        found = list(contents)
    assert [each.table.key for each in found] == [running] != added
    assert head.tables == 1
    assert len(found[0].entries) == 5


def test_a_backup_is_not_restored_over_existing_tables(run: Run, data: Path, running: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    done(run("backup", file, "--data", data))
    assert "there are tables here already" in refused(run("restore", file, "--data", data))


def without_tables(packed: bytes) -> bytes:
    """Returns a backup that has only its head, which names more tables."""
    return gzip.compress(gzip.decompress(packed).splitlines(keepends=True)[0])


@pytest.mark.parametrize(
    "damage", [lambda packed: packed[:-20], lambda packed: packed[:40], lambda _: b"something", without_tables]
)
def test_a_damaged_backup_is_not_restored(
    run: Run, data: Path, running: str, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    file, other = tmp_path / "backup", tmp_path / "other"
    done(run("backup", file, "--data", data))
    file.write_bytes(damage(file.read_bytes()))
    assert refused(run("restore", file, "--data", other)).startswith(f"{file}: ")
    assert not other.exists() or rows(other, "select * from tables") == []


# Checking.


def test_check_replays_all_tables(run: Run, data: Path, running: str, finished: str) -> None:
    assert done(run("check", "--data", data)) == "All of 2 tables replay.\n"


def test_check_names_the_tables_that_do_not_replay_with_the_reason(
    run: Run, data: Path, running: str, finished: str
) -> None:
    other = set_tables(Storage.in_folder(data), 3)[0]
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("update entries set path = '[\"fly\"]' where table_key = ? and number = 2", [running])
        connection.execute("update entries set events = '[]' where table_key = ?", [other])
        connection.execute("update tables set verdict = 'Nobody wins.', standings = null where key = ?", [finished])
        connection.commit()
    before = (data / "tables.sqlite").read_bytes()
    code, out, _ = run("check", "--data", data)
    assert code == 1
    assert f"{running} (lanterns): {BROKEN} (lanterns, IllegalMove)" in out
    assert f"{finished} (lanterns): {BROKEN} (lanterns, entry " in out
    assert f"{other} (lanterns): It replays, but its events differ from those that were stored." in out
    assert "3 tables of 3 do not replay." in out
    assert (data / "tables.sqlite").read_bytes() == before


def test_check_replays_finished_games_from_the_deal(run: Run, data: Path, finished: str) -> None:
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("update entries set path = '[\"fly\"]' where number = 2")
        connection.commit()
    code, out, _ = run("check", "--data", data)
    assert code == 1
    assert f"{finished} (lanterns): {BROKEN} (lanterns, IllegalMove)" in out


def test_tables_of_the_earlier_version_are_checked_after_migration(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(OLD_DATA, data)
    before = rows(data, "select * from tables")
    assert "Start a server of this one" in refused(run("check", "--data", data))
    assert rows(data, "select * from tables") == before  # a server of the earlier version may be running
    Storage.in_folder(data).close()
    code, out, _ = run("check", "--data", data)
    assert code == 1
    assert f"ghooost-unfinished (ghooost): {OLDER}" in out
    assert "spookies" not in out  # because its rules are the same


def test_entries_of_older_rules_are_not_undone(run: Run, data: Path, running: str) -> None:
    """The current rules could not replay them."""
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("update tables set rules_since = 5")
        connection.commit()
    assert "by older rules, and cannot be undone" in refused(run("undo", running, "--yes", "--data", data))
    assert len(content(data, running).entries) == 5


# A database that servers share.


def in_database(url: str, key: str) -> export.TableContent:
    with Admin.opened(Path(), postgres_url(url)) as admin:
        return admin.content(key)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


def test_tables_of_a_folder_are_restored_into_a_database_and_managed_there(
    run: Run, data: Path, running: str, finished: str, tmp_path: Path, url: str
) -> None:
    file, again = tmp_path / "backup", tmp_path / "again"
    done(run("backup", file, "--data", data))
    done(run("restore", file, "--database", url))
    for key in (running, finished):
        assert in_database(url, key) == content(data, key)
    assert done(run("check", "--database", url)) == "All of 2 tables replay.\n"
    done(run("backup", again, "--database", url))
    other = tmp_path / "other"
    done(run("restore", again, "--data", other))
    assert (other / "secret").read_text() == "the secret"
    assert content(other, finished) == content(data, finished)
    done(run("undo", finished, "--yes", "--database", url))
    assert len(in_database(url, finished).entries) == len(content(data, finished).entries) - 1
    done(run("close", running, "--why", "It is late.", "--database", url))
    assert done(run("erase", "ada-id", "--yes", "--database", url)) == "Erased from 2 tables.\n"
    assert "running" in done(run("tables", "--unfinished", "--database", url))
    assert done(run("expire", "--yes", "--database", url)) == "Removed 0 tables.\n"


def test_a_backup_of_a_database_is_of_one_moment(url: str) -> None:
    key = set_tables(Storage.in_postgres(postgres_url(url)), 5)[0]
    with Admin.opened(Path(), postgres_url(url)) as admin, admin.backup() as (head, contents):
        with psycopg.connect(url) as connection:
            connection.execute("delete from entries")
        set_tables(Storage.in_postgres(postgres_url(url)), 1)
        found = list(contents)
    assert (head.tables, [each.table.key for each in found], len(found[0].entries)) == (1, [key], 5)


def test_changes_are_refused_while_a_server_uses_the_database(run: Run, url: str, tmp_path: Path) -> None:
    key = set_tables(Storage.in_postgres(postgres_url(url)), 5)[0]
    done(run("backup", tmp_path / "backup", "--database", url))
    with psycopg.connect(url) as connection:
        connection.execute("insert into servers values ('one', extract(epoch from now()) + 60, '{}')")
    for command in (["undo", key, "--yes"], ["close", key, "--why", "Late."], ["erase", "ada-id", "--yes"]):
        assert refused(run(*command, "--database", url)) == STOP_FIRST
    assert refused(run("restore", tmp_path / "backup", "--database", url)) == STOP_FIRST
    assert len(in_database(url, key).entries) == 5
    with psycopg.connect(url) as connection:
        connection.execute("update servers set until = extract(epoch from now()) - 1")  # the server was killed
    done(run("undo", key, "--yes", "--database", url))


def test_the_error_of_an_unreachable_database_hides_the_password(run: Run) -> None:
    said = refused(run("tables", "--database", "postgresql://ada:SECRET@127.0.0.1:1/tables"))
    assert said.startswith("The database postgresql://ada:***@127.0.0.1:1/tables: cannot be used")
