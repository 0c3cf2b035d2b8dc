"""The consoles and the helpers that several commands share."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.pieces import Pieces

out = Console()
err = Console(stderr=True)


def data_folder(given: Path | None) -> Path:
    """Returns the folder that holds the tables: the given one, or the user's data folder."""
    return given or user_data_path("spiritboard")


def parse_options(pairs: list[str] | None) -> dict[str, str]:
    """Returns the options of a game by name. Raises BadSetup if one is not written as NAME=VALUE."""
    parsed: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetup(f"An option is given as NAME=VALUE, not {pair!r}.")
        parsed[name] = value
    return parsed


def read_pieces(game: Game, path: Path | None) -> Pieces | None:
    """Returns the pieces in this file, or None if no file is given. Raises BadSetup if they cannot be used."""
    return None if path is None else game.read_pieces(path)


def split_names(text: str) -> tuple[str, ...]:
    """Returns the names in a list with commas."""
    return tuple(name.strip() for name in text.split(","))


def usual_seats(game: Game) -> int:
    """Returns how many play in a terminal if nobody says."""
    return 3 if 3 in game.seats else game.seats[0]


def printable(text: str) -> str:
    """Returns the text with every control character written out, so that it cannot steer the terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def progress_bar() -> Progress:
    """Returns a progress bar on standard error, so that standard output holds only the answer. The bar is hidden if
    standard error is not a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def check_writable(path: Path) -> None:
    """Raises BadSetup if no file can be written there. Called before the work that the file is to hold."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadSetup(f"{path}: cannot be written (it is a folder, or its folder does not exist).")


def write_file(path: Path, text: str) -> None:
    """Raises BadSetup if the file cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path}: cannot be written ({error.strerror}).") from None
