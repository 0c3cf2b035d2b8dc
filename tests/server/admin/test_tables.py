"""The operator's commands for stored tables, in a folder, and in a database where that differs."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from inspect import get_annotations
from pathlib import Path

import msgspec
import pytest

from spiritboard import cli
from spiritboard.server import export
from spiritboard.server.admin import STOP_FIRST
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.live_table import LiveTable
from spiritboard.server.opening import Closed
from spiritboard.server.schema import chairs, entries, positions, tables
from spiritboard.server.storage import Chair, Storage, StoredTable
from spiritboard.server.system import alone_in
from spiritboard.server.table_service import TableService
from tests.server.admin.operators import (
    TO_THE_END,
    Run,
    content,
    done,
    play,
    refused,
    secrets_of,
    set_tables,
)
from tests.server.guests import rows

# Reading.


def test_tables_are_listed_without_secrets(run: Run, data: Path, running: str, finished: str) -> None:
    out = done(run("tables", "--data", data, "--json"))
    listed = {each["key"]: each for each in json.loads(out)}
    assert listed.keys() == {running, finished}
    assert listed[running]["state"] == "running"
    assert listed[finished]["state"] == "finished"
    assert listed[running]["players"] == ["Ada", "Bo"]
    assert listed[running]["game"] == "lanterns"
    assert not [secret for key in listed for secret in secrets_of(content(data, key)) if secret in out]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], {"running", "finished"}),
        (["--unfinished"], {"running"}),
        (["--closed"], set()),
        (["--game", "lanterns"], {"running", "finished"}),
        (["--game", "ghosts"], set()),
        (["--person", "ada-id"], {"running", "finished"}),
        (["--person", "Bo"], {"running", "finished"}),
        (["--person", "Cy"], set()),
        (["--limit", "1"], {"finished"}),
    ],
)
def test_listed_tables_meet_the_conditions(
    run: Run, data: Path, running: str, finished: str, wanted: list[str], found: set[str]
) -> None:
    names = {running: "running", finished: "finished"}
    listed = json.loads(done(run("tables", "--data", data, "--json", *wanted)))
    assert {names[each["key"]] for each in listed} == found


def test_a_table_is_shown_without_its_secrets(run: Run, data: Path, running: str) -> None:
    for form in ([], ["--json"]):
        out = done(run("show", running, "--data", data, *form))
        assert {"Ada", "Bo", "ada-id", "running"} <= set(out.replace('"', " ").replace(",", " ").split())
        assert not [secret for secret in secrets_of(content(data, running)) if secret in out]


def test_seats_are_counted_from_0_in_data_and_chairs_from_1_in_words(run: Run, data: Path, running: str) -> None:
    shown = json.loads(done(run("show", running, "--data", data, "--json")))
    assert [(chair["seat"], chair["name"]) for chair in shown["chairs"]] == [(0, "Ada"), (1, "Bo")]
    words = done(run("show", running, "--data", data))
    assert "chair 1: name Ada" in words
    assert "chair 2: name Bo" in words


def test_an_unknown_key_is_refused(run: Run, data: Path, tmp_path: Path) -> None:
    for command in (
        ["show", "x"],
        ["export", "x", tmp_path / "x"],
        ["undo", "x", "--yes"],
        ["close", "x", "--why", "y"],
    ):
        assert refused(run(*command, "--data", data)) == "There is no table with this key."


def test_a_folder_without_tables_is_refused(run: Run, tmp_path: Path) -> None:
    assert refused(run("tables", "--data", tmp_path / "no")) == f"{tmp_path / 'no'}: there are no tables here."
    assert not (tmp_path / "no").exists()
    (tmp_path / "tables.sqlite").write_text("something else")
    assert "cannot be used" in refused(run("tables", "--data", tmp_path))


# Export and import.


def test_an_exported_table_is_imported_with_everything(run: Run, data: Path, running: str, tmp_path: Path) -> None:
    file, other = tmp_path / "table.json", tmp_path / "other"
    done(run("export", running, file, "--data", data))
    assert file.stat().st_mode & 0o777 == 0o600
    Storage.in_folder(other).close()
    done(run("import", file, "--data", other))
    assert content(other, running) == content(data, running)


def test_existing_files_are_not_overwritten(run: Run, data: Path, running: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("mine")
    assert refused(run("export", running, file, "--data", data)) == f"{file}: there is a file with this name already."
    assert refused(run("backup", file, "--data", data)) == f"{file}: there is a file with this name already."
    assert file.read_text() == "mine"


def test_an_existing_table_is_not_imported(run: Run, data: Path, running: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    done(run("export", running, file, "--data", data))
    before = content(data, running)
    assert refused(run("import", file, "--data", data)) == f"There is a table {running} here already."
    assert content(data, running) == before


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("kind",), "spiritboard backup", "is a “spiritboard backup”, not a “spiritboard table”"),
        (("format",), 3, "was written by a newer version of Spiritboard"),
        (("format",), "x", "cannot be understood"),
        (("table", "key"), "../x", "The table's key is not valid"),
        (("table", "deal"), 13, "cannot be understood"),
        (("chairs", 1, "seat"), 7, "The seats of the chairs are not numbered from 0 on."),
        (("entries", 0, "number"), 1, "The entries are not numbered from 0 on."),
    ],
)
def test_an_invalid_table_is_not_imported(
    run: Run, data: Path, running: str, tmp_path: Path, path: tuple[str | int, ...], value: object, said: str
) -> None:
    file = tmp_path / "table.json"
    export.write_table(content(data, running), file)
    told = part = json.loads(file.read_text())
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    file.write_text(json.dumps(told))
    Storage.in_folder(tmp_path / "other").close()
    assert said in refused(run("import", file, "--data", tmp_path / "other"))


def test_the_format_has_every_column(data: Path) -> None:
    """A column that is added to the schema must be added to these classes, with a default."""
    for stored, row in (
        (tables, StoredTable),
        (chairs, Chair),
        (entries, export.EntryRow),
        (positions, export.PositionRow),
    ):
        assert {*stored.c.keys()} - {"table_key"} == {*get_annotations(row)} - {"chairs", "same_deal"}


def test_an_export_from_before_a_column_was_added_is_imported(
    run: Run, data: Path, running: str, tmp_path: Path
) -> None:
    """The column then has the default of StoredTable."""
    file, other = tmp_path / "table.json", tmp_path / "other"
    export.write_table(content(data, running), file)
    written = json.loads(file.read_text())
    added = {
        "rules_version",
        "rules_since",
        "pieces",
        "network",
        "host_seen",
        "pending",
        "events",
        "standings",
        "closed",
    }
    written["table"] = {name: value for name, value in written["table"].items() if name not in added}
    del written["positions"]
    file.write_text(json.dumps(written))
    Storage.in_folder(other).close()
    done(run("import", file, "--data", other))
    found = content(other, running)
    assert (found.table.rules_version, found.table.pieces, found.table.events, found.positions) == (1, "", None, [])
    assert found.table.deal == content(data, running).table.deal


@pytest.mark.parametrize("key", ["-3RdJK2UKjvo14fW", "--data", "-", "--x"])
def test_a_key_may_begin_with_a_hyphen(run: Run, data: Path, running: str, tmp_path: Path, key: str) -> None:
    table = content(data, running)
    table.table.key = table.table.chairs[0].person = key
    export.write_table(table, tmp_path / "table.json")
    done(run("import", tmp_path / "table.json", "--data", data))
    named = ["--", key] if key == "--data" else [key]  # because --data is an option
    assert key in done(run("show", "--data", data, *named))
    done(run("export", "--data", data, *named, tmp_path / "again.json"))
    done(run("undo", "--data", data, "--yes", *named))
    done(run("close", "--data", data, "--why", "Late.", *named))
    done(run("erase", "--data", data, "--yes", *named))


# Repairing and removing.


def test_the_last_entry_is_undone(run: Run, data: Path, running: str) -> None:
    before = content(data, running)
    done(run("undo", running, "--data", data, "--yes"))
    after = content(data, running)
    assert after.entries == before.entries[:-1]
    assert replace(after.table, touched=0) == replace(before.table, touched=0)


def test_a_finished_game_goes_on_after_its_last_entry_is_undone(run: Run, data: Path, finished: str) -> None:
    before = content(data, finished)
    assert before.table.verdict is not None
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("delete from positions")
        last = len(before.entries)
        kept = [(finished, number, "{}") for number in (last - 2, last - 1, last)]
        connection.executemany("insert into positions values (?, ?, ?)", kept)
        connection.commit()
    done(run("undo", finished, "--data", data, "--yes"))
    after = content(data, finished)
    assert (after.table.verdict, after.table.standings) == (None, None)
    assert [kept.number for kept in after.positions] == [last - 2, last - 1]
    live = LiveTable(after.table, after.played())
    assert not live.in_progress.state.over


def test_undo_asks_for_confirmation(run: Run, data: Path, running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(data, running)
    for typed in ("n\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code, out, _ = run("undo", running, "--data", data)
        assert code == cli.INTERRUPTED
        assert f"Undo entry 5 of table {running}, the last move, by " in out
        assert content(data, running) == before
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert run("undo", running, "--data", data)[0] == 0
    assert len(content(data, running).entries) == 4


def test_undo_is_refused_where_nothing_was_played(run: Run, data: Path) -> None:
    key = set_tables(Storage.in_folder(data), 0)[0]
    assert refused(run("undo", key, "--data", data, "--yes")) == "Nothing has been played at this table yet."


def test_a_table_is_closed_with_a_reason(run: Run, data: Path, running: str, finished: str) -> None:
    done(run("close", running, "--why", "  Nobody plays  here any more. ", "--data", data))
    assert content(data, running).table.closed == "Nobody plays here any more."
    assert "closed" in done(run("tables", "--closed", "--data", data))
    assert "nothing to close" in refused(run("close", running, "--why", "Again.", "--data", data))
    assert "nothing to close" in refused(run("close", finished, "--why", "Again.", "--data", data))
    assert "was closed" in refused(run("undo", running, "--yes", "--data", data))


@pytest.mark.parametrize("why", ["", " ", "x" * 201, "\x1b[2J"])
def test_an_invalid_reason_is_refused(run: Run, data: Path, running: str, why: str) -> None:
    assert "1 to 200 letters" in refused(run("close", running, "--why", why, "--data", data))


def test_a_person_is_erased_and_bots_play_for_them(run: Run, data: Path, running: str, finished: str) -> None:
    before = {key: content(data, key) for key in (running, finished)}
    assert done(run("erase", "ada-id", "--yes", "--data", data)) == "Erased from 2 tables.\n"
    for key, old in before.items():
        after = content(data, key)
        assert [(chair.kind, chair.name, chair.person) for chair in after.table.chairs] == [
            ("bot", "Somebody", None)
        ] * 2
        assert not {chair.secret for chair in after.table.chairs} & {chair.secret for chair in old.table.chairs}
        assert after.entries == old.entries
        everything = msgspec.json.encode(after)
        assert not [trace for trace in (b"ada-id", b'"Ada', b"Bo ") if trace in everything]
    assert "Somebody" in str(content(data, finished).table.verdict)
    assert "nobody with this id" in refused(run("erase", "ada-id", "--yes", "--data", data))


def test_unused_tables_expire(run: Run, data: Path, running: str, finished: str) -> None:
    other = set_tables(Storage.in_folder(data), 1)[0]
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("update tables set touched = touched - 40 * 86400 where key != ?", [other])
        connection.commit()
    assert done(run("expire", "--days", "41", "--yes", "--data", data)) == "Removed 0 tables.\n"
    assert done(run("expire", "--yes", "--data", data)) == "Removed 1 table.\n"
    assert {key for (key,) in rows(data, "select key from tables")} == {finished, other}
    for stored in ("chairs", "entries", "positions"):
        assert not rows(data, f"select * from {stored} where table_key = ?", running)


def test_changes_are_refused_while_a_server_uses_the_folder(run: Run, data: Path, running: str, tmp_path: Path) -> None:
    """Reading, adding a table and removing expired tables are allowed meanwhile."""
    before = content(data, running)
    with alone_in(data):  # like a server
        done(run("export", running, tmp_path / "table.json", "--data", data))
        done(run("backup", tmp_path / "backup", "--data", data))
        for command in (["undo", running, "--yes"], ["close", running, "--why", "Late."], ["erase", "ada-id", "--yes"]):
            assert refused(run(*command, "--data", data)) == STOP_FIRST
        assert refused(run("restore", tmp_path / "backup", "--data", data)) == STOP_FIRST
        done(run("check", "--data", data))
        done(run("expire", "--yes", "--data", data))
        assert "here already" in refused(run("import", tmp_path / "table.json", "--data", data))
    assert content(data, running) == before


def test_a_server_continues_the_changed_tables(run: Run, data: Path) -> None:
    undone, closed, erased, ended = set_tables(Storage.in_folder(data), 5, 5, 5, TO_THE_END)
    done(run("undo", undone, "--yes", "--data", data))
    done(run("undo", ended, "--yes", "--data", data))
    done(run("close", closed, "--why", "It is late.", "--data", data))

    async def happens() -> None:
        service = TableService(Storage.in_folder(data), BotPool(1, 0.01), lambda _: None)
        service.open()
        for key, moves in ((undone, 3), (ended, TO_THE_END)):
            live = await service.live_table(key)
            assert live is not None
            before = live.number
            await play(service, live, moves)
            assert live.number > before
        with pytest.raises(Closed, match="It is late"):
            await service.live_table(closed)
        await service.close()

    asyncio.run(happens())
    assert content(data, ended).table.verdict is not None
    done(run("check", "--data", data))
    done(run("erase", "ada-id", "--yes", "--data", data))
    assert {chair.kind for chair in content(data, erased).table.chairs} == {"bot"}
    done(run("check", "--data", data))
