"""`spiritboard admin`: the operator's commands for stored tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
import typer
from rich.markup import escape
from rich.table import Column, Table

from spiritboard.commands.options import AsJson, DataFolder
from spiritboard.commands.shared import data_folder, out, printable, progress_bar
from spiritboard.table.errors import BadSetup

if TYPE_CHECKING:
    from sqlalchemy import URL

    from spiritboard.server.admin import Admin
    from spiritboard.server.export import TableContent

T = TypeVar("T")
app = typer.Typer(
    help="Look after stored tables: list, show, move, repair, remove, back up and check them.", no_args_is_help=True
)

# A key may begin with a hyphen, which must not make it an option.
KEYS_WITH_HYPHENS = {"ignore_unknown_options": True}

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="SPIRITBOARD_DATABASE",
        show_envvar=True,
        help="The PostgreSQL database that holds the tables, instead of a folder.",
    ),
]
Key = Annotated[str, typer.Argument(metavar="KEY", help="The table's key: the last part of its address.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]


@dataclass
class TableLocation:
    """Where the tables are stored: in a database if there is one, and otherwise in a folder."""

    folder: Path
    database: URL | None

    def opened(self) -> AbstractContextManager[Admin]:
        from spiritboard.server.admin import Admin

        return Admin.opened(self.folder, self.database)


def located(data: Path | None, database: str | None) -> TableLocation:
    from spiritboard.server.storage import postgres_url

    url = None if database is None else postgres_url(database)
    return TableLocation(data_folder(data), url)


# Commands that read.


@app.command("tables")
def list_tables(
    data: DataFolder = None,
    database: Database = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this game.")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Only tables whose game can go on.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Only tables that were closed.")] = False,
    person: Annotated[
        str | None, typer.Option(metavar="ID", help="Only tables of the person with this id or name.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="The most tables to list.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List tables, beginning with those used last. Servers may be running."""
    from spiritboard.server.admin import TableFilter

    with located(data, database).opened() as admin:
        listed = admin.tables(TableFilter(game, person, unfinished, closed, limit))
    if as_json:
        print(json.dumps([msgspec.structs.asdict(each) for each in listed]))
        return
    shown = Table(Column("key", no_wrap=True), "game", "players", "state", Column("touched", no_wrap=True))
    for each in listed:
        players = escape(printable(", ".join(each.players)))
        shown.add_row(each.key, escape(each.game), players, each.state, _when(each.touched))
    out.print(shown)


@app.command(context_settings=KEYS_WITH_HYPHENS)
def show(key: Key, data: DataFolder = None, database: Database = None, as_json: AsJson = False) -> None:
    """Show a table: its players, its state and its settings, but no secrets. Servers may be running."""
    from spiritboard.server.admin import description

    with located(data, database).opened() as admin:
        described = description(admin.content(key))
    if as_json:
        print(json.dumps(described))
        return
    shown = Table(show_header=False, box=None)
    for name, value in described.items():
        for at, line in enumerate(_lines(name, value)):
            shown.add_row("" if at else name.replace("_", " "), escape(printable(line)))
    out.print(shown)


def _lines(name: str, value: object) -> list[str]:
    """Returns the lines that show one field of a table's description."""
    if name == "chairs" and isinstance(value, list):
        return [_chair(**chair) for chair in value]
    if name in ("created", "touched"):
        return [_when(float(str(value)))]
    if isinstance(value, list):
        return [_words(each) for each in value] or ["none"]
    return [_words(value)]


def _chair(seat: int, **about: object) -> str:
    """Returns a chair in words. Chairs are counted from 1, as on the pages; seats from 0."""
    return f"chair {seat + 1}: {_words(about)}"


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(part)}" for name, part in value.items() if part not in (None, "")) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _when(moment: float) -> str:
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


# Commands that move a table.


@app.command("export", context_settings=KEYS_WITH_HYPHENS)
def export_table(
    key: Key,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file. It will hold all secrets of the table.")],
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Write one table to a file, with everything that is stored of it. Servers may be running."""
    from spiritboard.server.export import write_table

    with located(data, database).opened() as admin:
        write_table(admin.content(key), file)
    _say(f"Table {key} is in {file}.")


@app.command("import")
def import_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table that `admin export` wrote.")],
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Add a table from a file, unless a table with its key exists. Servers may be running."""
    from spiritboard.server.export import read_table

    content = read_table(file)
    with located(data, database).opened() as admin:
        admin.add(content)
    _say(f"Table {content.table.key} was added.")


# Commands that repair and remove.


@app.command(context_settings=KEYS_WITH_HYPHENS)
def undo(key: Key, data: DataFolder = None, database: Database = None, yes: Yes = False) -> None:
    """Remove the last entry of a table, as if it had not been played. Servers must be stopped."""
    with located(data, database).opened() as admin:
        content = admin.content(key)
        if content.entries:
            _confirm(yes, f"Undo {_last_entry(content)}?")
        admin.undo(key)
    _say(f"The last entry of table {key} was removed.")


def _last_entry(content: TableContent) -> str:
    """Returns the entry in words, without its picks, which may be secret."""
    entry = content.entries[-1]
    what = "the last move" if entry.path else "the taking back of a move"
    name = printable(content.table.chairs[entry.seat].name)
    return f"entry {entry.number + 1} of table {content.table.key}, {what}, by {name} in chair {entry.seat + 1}"


@app.command(context_settings=KEYS_WITH_HYPHENS)
def close(
    key: Key,
    why: Annotated[str, typer.Option(metavar="SENTENCE", help="The reason that the table's page shows.")],
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Close a table, so that its game cannot go on. Servers must be stopped."""
    with located(data, database).opened() as admin:
        admin.close(key, why)
    _say(f"Table {key} is closed.")


@app.command(context_settings=KEYS_WITH_HYPHENS)
def erase(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="The person's id, as `admin show` prints it.")],
    data: DataFolder = None,
    database: Database = None,
    yes: Yes = False,
) -> None:
    """Remove a person's name, id and keys from all tables; bots play instead. Servers must be stopped."""
    with located(data, database).opened() as admin:
        _confirm(yes, f"Erase {printable(person)} for good?")
        found = admin.erase(person)
    if not found:
        raise BadSetup("There is nobody with this id at any table.")
    _say(f"Erased from {_tables(found)}.")


@app.command()
def expire(
    data: DataFolder = None,
    database: Database = None,
    days: Annotated[int, typer.Option(min=1, help="The days since anybody used the table.")] = 30,
    yes: Yes = False,
) -> None:
    """Remove the unfinished tables that nobody has used for some days. Servers may be running."""
    with located(data, database).opened() as admin:
        _confirm(yes, f"Remove all unfinished tables that nobody has used for {days} days?")
        found = admin.expire(days)
    _say(f"Removed {_tables(found)}.")


# Backup.


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file. It will hold all secrets of all tables.")],
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Write all tables to a file, as they are at one moment. Servers may be running."""
    from spiritboard.server.export import write_backup

    with located(data, database).opened() as admin, admin.backup() as (head, contents):
        write_backup(head, _with_progress("Backing up", contents, head.tables), file)
    _say(f"{_tables(head.tables)} in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup that `admin backup` wrote.")],
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Add all tables of a backup to a folder or database without tables. Servers must be stopped."""
    from spiritboard.server.admin import Admin
    from spiritboard.server.export import reading_backup

    location = located(data, database)
    with reading_backup(file) as (head, contents):
        Admin.prepare(location.folder, location.database)
        with location.opened() as admin:
            admin.restore(head, _with_progress("Restoring", contents, head.tables))
    _say(f"{_tables(head.tables)} restored, as they were at {head.made}.")


# Checking.


@app.command()
def check(data: DataFolder = None, database: Database = None) -> None:
    """Replay all stored tables, and print which ones fail and why. Servers may be running."""
    from spiritboard.server.check import problem

    wrong = 0
    with located(data, database).opened() as admin:
        total = admin.count()
        for content in _with_progress("Replaying", (each for batch in admin.batches() for each in batch), total):
            found = problem(content)
            if found is not None:
                wrong += 1
                _say(f"{content.table.key} ({content.table.game}): {found}")
    if wrong:
        _say(f"{_tables(wrong)} of {total} do not replay.")
        raise typer.Exit(1)
    _say(f"All of {_tables(total)} replay.")


# What the commands print.


def _confirm(yes: bool, question: str) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def _tables(number: int) -> str:
    return f"{number} table" if number == 1 else f"{number} tables"


def _say(sentence: str) -> None:
    out.print(printable(sentence), markup=False, highlight=False, soft_wrap=True)


def _with_progress(what: str, things: Iterable[T], total: int) -> Iterator[T]:
    """Yields the same things, and shows a progress bar meanwhile."""
    with progress_bar() as progress:
        yield from progress.track(things, total=total, description=what)
