"""The `spiritboard` command: it puts the subcommands together and turns errors into one line."""

from __future__ import annotations

import io
import sys

import typer

from spiritboard.arena.cluster import LOCAL
from spiritboard.commands import admin, show
from spiritboard.commands.arena import arena
from spiritboard.commands.balance import balance
from spiritboard.commands.learn import learn
from spiritboard.commands.pilot import pilot
from spiritboard.commands.play import play
from spiritboard.commands.puzzles import puzzles
from spiritboard.commands.replay import replay
from spiritboard.commands.report import report
from spiritboard.commands.review import review_command
from spiritboard.commands.serve import serve
from spiritboard.commands.shared import err, printable
from spiritboard.commands.simulate import simulate
from spiritboard.commands.sweep import sweep
from spiritboard.commands.train import train
from spiritboard.table.errors import TableError

app = typer.Typer(
    help="Five ghost games at one table: play them, simulate them, vary them.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
WRONG_INPUT = 2  # exit codes
INTERRUPTED = 130


@app.callback(invoke_without_command=True)
def serve_by_default(context: typer.Context) -> None:
    """Without a command, the web table opens in the browser."""
    if context.invoked_subcommand is None:
        serve()


app.command()(serve)
app.command()(show.games)
app.command()(play)
app.command()(learn)
app.command()(simulate)
app.command()(arena)
app.command()(report)
app.command()(sweep)
app.command()(balance)
app.command()(pilot)
app.command()(replay)
app.command("review")(review_command)
app.command()(puzzles)
app.command()(train)
app.command()(show.pieces)
app.command()(show.observation)
app.command()(show.rules)
app.command()(show.about)
app.add_typer(admin.app, name="admin")


def main() -> None:
    """Run the command and end the process: wrong input prints one line and gives exit code 2, Ctrl-C gives 130.
    A traceback is never shown."""
    _replace_unknown_letters()
    try:
        code = app(_with_cluster_address(sys.argv[1:]), standalone_mode=False)
    except (TableError, OSError, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        # Not wrapped, so that a long message stays one line.
        err.print(f"spiritboard: {printable(message)}", markup=False, highlight=False, soft_wrap=True)
        code = WRONG_INPUT
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        err.print("Stopped.")
    sys.exit(code or 0)


def _replace_unknown_letters() -> None:
    """Make the output show a question mark for each letter that the terminal does not know."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _with_cluster_address(arguments: list[str]) -> list[str]:
    """Returns the arguments with an address behind every `--cluster`, where it may be left out. The word that follows
    is an address if it has a port or is `auto`."""
    found: list[str] = []
    for at, word in enumerate(arguments):
        found.append(word)
        after = arguments[at + 1] if at + 1 < len(arguments) else ""
        if word == "--cluster" and ":" not in after and after not in ("auto", LOCAL):
            found.append(LOCAL)
    return found
