"""`spiritboard admin`: what an operator does with stored tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from platformdirs import user_data_path
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from spiritboard.table.errors import BadSetup

if TYPE_CHECKING:
    from sqlalchemy import URL

    from spiritboard.server.admin import Admin
    from spiritboard.server.export import Content

T = TypeVar("T")
out = Console()
err = Console(stderr=True)
app = typer.Typer(
    help="Look after stored tables: list, show, move, mend, remove, back up and check them.", no_args_is_help=True
)

# A key may begin with a hyphen, and is no option for that.
DASHES = {"ignore_unknown_options": True}

Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept; your data folder.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="SPIRITBOARD_DATABASE",
        show_envvar=True,
        help="The PostgreSQL database that tables are kept in, instead of a folder.",
    ),
]
Key = Annotated[str, typer.Argument(metavar="KEY", help="The table's key: the last part of its address.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]


@dataclass
class Place:
    """Where the tables are."""

    folder: Path
    database: URL | None

    def opened(self) -> AbstractContextManager[Admin]:
        from spiritboard.server.admin import Admin

        return Admin.opened(self.folder, self.database)


def place_of(data: Path | None, database: str | None) -> Place:
    from spiritboard.server.storage import postgres_url

    url = None if database is None else postgres_url(database)
    return Place(data or user_data_path("spiritboard"), url)


# Looking.


@app.command("tables")
def list_tables(
    data: Data = None,
    database: Database = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this game.")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Only tables where somebody can play on.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Only tables that were closed.")] = False,
    person: Annotated[
        str | None, typer.Option(metavar="ID", help="Only tables of this person, by their id or by their name.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many, those touched last.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List tables, those touched last first. Works beside a running server."""
    from spiritboard.server.admin import Wanted

    with place_of(data, database).opened() as admin:
        listed = admin.tables(Wanted(game, person, unfinished, closed, limit))
    if as_json:
        print(json.dumps([{name: getattr(each, name) for name in each.__struct_fields__} for each in listed]))
        return
    shown = Table(Column("key", no_wrap=True), "game", "players", "state", Column("touched", no_wrap=True))
    for each in listed:
        players = escape(_printable(", ".join(each.players)))
        shown.add_row(each.key, escape(each.game), players, each.state, _when(each.touched))
    out.print(shown)


@app.command(context_settings=DASHES)
def show(key: Key, data: Data = None, database: Database = None, as_json: AsJson = False) -> None:
    """Show a table: who sits there and how it stands. Nothing secret is shown. Works beside a running server."""
    from spiritboard.server.admin import description

    with place_of(data, database).opened() as admin:
        told = description(admin.content(key))
    if as_json:
        print(json.dumps(told))
        return
    shown = Table(show_header=False, box=None)
    for name, value in told.items():
        for at, line in enumerate(_lines(name, value)):
            shown.add_row("" if at else name.replace("_", " "), escape(_printable(line)))
    out.print(shown)


def _lines(name: str, value: object) -> list[str]:
    if name in ("created", "touched"):
        return [_when(float(str(value)))]
    if isinstance(value, list):
        return [_words(each) for each in value] or ["none"]
    return [_words(value)]


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(part)}" for name, part in value.items() if part not in (None, "")) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _when(moment: float) -> str:
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


def _printable(text: str) -> str:
    """With nothing in it that a terminal would obey."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


# Moving tables.


@app.command("export", context_settings=DASHES)
def export_table(
    key: Key,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, which will hold every secret of it.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write one table to a file, with all that is stored of it. Works beside a running server."""
    from spiritboard.server.export import write_table

    with place_of(data, database).opened() as admin:
        write_table(admin.content(key), file)
    _say(f"Table {key} is in {file}.")


@app.command("import")
def import_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table, as `admin export` writes it.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Take over a table from a file, unless there is one with its key. Works beside a running server."""
    from spiritboard.server.export import read_table

    content = read_table(file)
    with place_of(data, database).opened() as admin:
        admin.add(content)
    _say(f"Table {content.table.key} is here now.")


# Mending and removing.


@app.command(context_settings=DASHES)
def undo(key: Key, data: Data = None, database: Database = None, yes: Yes = False) -> None:
    """Remove the last entry of a table, as if it had never been played. Servers must be stopped."""
    with place_of(data, database).opened() as admin:
        content = admin.content(key)
        if content.entries:
            _confirm(yes, f"Undo {_last_entry(content)}?")
        admin.undo(key)
    _say(f"Table {key} is as it was before.")


def _last_entry(content: Content) -> str:
    """In words, without what was picked: that may be a secret."""
    entry = content.entries[-1]
    what = "the last move" if entry.path else "that the last move was taken back"
    name = _printable(content.chairs[entry.seat].name)
    return f"entry {entry.number + 1} of table {content.table.key}, {what}, by {name} in seat {entry.seat + 1}"


@app.command(context_settings=DASHES)
def close(
    key: Key,
    why: Annotated[str, typer.Option(metavar="SENTENCE", help="What people who come to the table are told.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Close a table: nobody can play on there. Servers must be stopped."""
    with place_of(data, database).opened() as admin:
        admin.close(key, why)
    _say(f"Table {key} is closed.")


@app.command(context_settings=DASHES)
def erase(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Their id, as `admin show` tells it.")],
    data: Data = None,
    database: Database = None,
    yes: Yes = False,
) -> None:
    """Remove a person's name, id and keys from all tables; bots play for them. Servers must be stopped."""
    with place_of(data, database).opened() as admin:
        _confirm(yes, f"Erase {_printable(person)} for good?")
        found = admin.erase(person)
    if not found:
        raise BadSetup("There is nobody with this id at any table.")
    _say(f"Erased from {_tables(found)}.")


@app.command()
def expire(
    data: Data = None,
    database: Database = None,
    days: Annotated[int, typer.Option(min=1, help="How long nobody has touched them.")] = 30,
    yes: Yes = False,
) -> None:
    """Remove the unfinished tables that nobody has touched for some days. Works beside a running server."""
    with place_of(data, database).opened() as admin:
        _confirm(yes, f"Remove all unfinished tables that nobody has touched for {days} days?")
        found = admin.expire(days)
    _say(f"Removed {_tables(found)}.")


# Backup.


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, which will hold every secret.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write all tables to a file, as they are at one moment. Works beside a running server."""
    from spiritboard.server.export import write_backup

    with place_of(data, database).opened() as admin, admin.backup() as (head, contents):
        write_backup(head, _followed("Backing up", contents, head.tables), file)
    _say(f"{_tables(head.tables)} in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, as `admin backup` writes it.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Take over all tables of a backup, into a folder or database that has none. Servers must be stopped."""
    from spiritboard.server.admin import Admin
    from spiritboard.server.export import reading_backup

    place = place_of(data, database)
    with reading_backup(file) as (head, contents):
        Admin.prepare(place.folder, place.database)
        with place.opened() as admin:
            admin.restore(head, _followed("Restoring", contents, head.tables))
    _say(f"{_tables(head.tables)} restored, as they were at {head.made}.")


# Checking.


@app.command()
def check(data: Data = None, database: Database = None) -> None:
    """Play everything stored again, and say which tables would not replay and why. Works beside a running server."""
    from spiritboard.server.check import problem

    wrong = 0
    with place_of(data, database).opened() as admin:
        total = admin.count()
        for content in _followed("Replaying", (each for batch in admin.batches() for each in batch), total):
            found = problem(content)
            if found is not None:
                wrong += 1
                _say(f"{content.table.key} ({content.table.game}): {found}")
    if wrong:
        _say(f"{_tables(wrong)} of {total} would not replay.")
        raise typer.Exit(1)
    _say(f"All of {_tables(total)} would replay.")


# Talking.


def _confirm(yes: bool, question: str) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def _tables(number: int) -> str:
    return f"{number} table" if number == 1 else f"{number} tables"


def _say(sentence: str) -> None:
    out.print(_printable(sentence), markup=False, highlight=False, soft_wrap=True)


def _followed(what: str, things: Iterable[T], total: int) -> Iterator[T]:
    """The same things, with a bar on standard error where somebody is watching."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        yield from progress.track(things, total=total, description=what)
