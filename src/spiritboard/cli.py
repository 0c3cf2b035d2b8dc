"""The `spiritboard` command."""

from __future__ import annotations

import io
import json
import platform
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import spiritboard
from spiritboard.arena import workers
from spiritboard.arena.cluster import LOCAL, Cluster
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.simulate import SimulationJob, simulate, write_records
from spiritboard.arena.workers import Each
from spiritboard.bots.levels import USUAL_LEVEL
from spiritboard.bots.roster import make
from spiritboard.commands import admin
from spiritboard.commands.serve import serve
from spiritboard.extras import need
from spiritboard.table import state as compiled_or_not
from spiritboard.table.errors import BadSetup, TableError
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.names import clean_name
from spiritboard.table.pieces import PROVENANCE_WORDS, Pieces, Provenance
from spiritboard.table.record import read_record
from spiritboard.table.registry import find, games
from spiritboard.terminal import Player, Quit, Terminal

if TYPE_CHECKING:
    from spiritboard.arena.data import DataFiles
    from spiritboard.arena.tournament import TournamentReport

app = typer.Typer(
    help="Five ghost games at one table: play them, simulate them, vary them.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)
INTERRUPTED = 130
MOST_JOBS = 1000  # more would only be in each other's way

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Which game: see `spiritboard games`.")]
PiecesOption = Annotated[
    Path | None, typer.Option("--pieces", metavar="FILE", help="Play with the pieces in this file.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Agree on an option; may be given several times."),
]
Seed = Annotated[str | None, typer.Option(help="Any text or number: the same seed gives the same dice.")]
GamesTo = Annotated[
    Path | None, typer.Option("--games-to", metavar="FILE.parquet", help="Write a row for each game there.")
]
DecisionsTo = Annotated[
    Path | None, typer.Option("--decisions-to", metavar="FILE.parquet", help="Write a row for each decision there.")
]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="[ADDRESS]",
        help="Play on the Ray cluster at this address; without one, on a Ray of this machine alone.",
    ),
]
Jobs = Annotated[int | None, typer.Option(help="How many processes; one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of words.")]


def main() -> None:
    """Run the command: wrong input is one line and exit code 2, Ctrl-C is 130, and nobody sees a traceback."""
    _show_what_can_be_shown()
    try:
        code = app(_spelled_out(sys.argv[1:]), standalone_mode=False)
    except (TableError, OSError, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        # No wrapping: one line, whatever its length and whatever somebody has written into it.
        err.print(f"spiritboard: {_printable(message)}", markup=False, highlight=False, soft_wrap=True)
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        err.print("Stopped.")
    sys.exit(code or 0)


def _show_what_can_be_shown() -> None:
    """A question mark for each letter that the terminal does not know."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _printable(text: str) -> str:
    """With nothing in it that a terminal would obey."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _spelled_out(arguments: list[str]) -> list[str]:
    """With the address that `--cluster` may leave out. What follows is one if it has a port, or is `auto`."""
    found: list[str] = []
    for at, word in enumerate(arguments):
        found.append(word)
        after = arguments[at + 1] if at + 1 < len(arguments) else ""
        if word == "--cluster" and ":" not in after and after not in ("auto", LOCAL):
            found.append(LOCAL)
    return found


@app.callback(invoke_without_command=True)
def bare(context: typer.Context) -> None:
    """Without a command, the web table opens in the browser."""
    if context.invoked_subcommand is None:
        serve()


app.command()(serve)
app.add_typer(admin.app, name="admin")


@app.command("games")
def list_games(as_json: AsJson = False) -> None:
    """List the games, with their options."""
    if as_json:
        out.print_json(data=[_describe(game) for game in games().values()])
        return
    for game in games().values():
        out.print(f"[bold]{game.id}[/bold]  {game.title}, {game.designer} ({game.published})", highlight=False)
        out.print(f"  {game.seats_text} players, about {game.minutes} minutes. {game.pitch}", highlight=False)
        for option in game.options:
            values = option.values_text(game.seats[-1])
            out.print(f"  --option {option.name}={option.default}  {option.help} ({values})", highlight=False)


def _describe(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "designer": game.designer,
        "published": game.published,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "pitch": game.pitch,
        "options": [
            {"name": o.name, "help": o.help, "default": o.default, "values": o.values(game.seats[-1])}
            for o in game.options
        ],
    }


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game: see `spiritboard games`.")] = "spookies",
    players: Annotated[
        int | None, typer.Option(help="How many seats; as few as the game takes, but three if it can.")
    ] = None,
    level: Annotated[
        str, typer.Option(help="How well the bots play: easy, medium, hard, expert, or any bot by its name.")
    ] = USUAL_LEVEL,
    people: Annotated[int, typer.Option(help="How many of them are people at this keyboard; bots take the rest.")] = 1,
    name: Annotated[list[str] | None, typer.Option(help="A person's name; may be given several times.")] = None,
    option: Options = None,
    pieces: PiecesOption = None,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game here when it ends.")] = None,
) -> None:
    """Play in the terminal, against bots or passing the keyboard."""
    found = find(game)
    seats = players if players is not None else _usual_seats(found)
    setup = found.setup(seats, _read(found, pieces), **_options(option))
    if not 0 <= people <= seats:
        raise BadSetup(f"There are {seats} seats, so there can be 0 to {seats} people, not {people}.")
    names = _names(name or [], people)
    if record is not None:
        _check_place(record)
    bots = [Player(f"Bot {at + 1}", make(level, found)) for at in range(seats - people)]
    terminal = Terminal(setup, [*(Player(each) for each in names), *bots], out, seed)
    try:
        terminal.run()
    except (Quit, EOFError, KeyboardInterrupt):
        out.print("\nThe game is left as it is.")
    if record is not None:
        _write(record, terminal.in_progress.record.to_text())
        out.print(f"Recorded in {record}.", highlight=False, markup=False)


def _names(given: list[str], people: int) -> list[str]:
    """What the people are called; whoever was not named is a player with a number."""
    if len(given) > people:
        raise BadSetup(f"There are {len(given)} names for {people} {'person' if people == 1 else 'people'}.")
    if people and sys.stdin is None:
        raise BadSetup("There is no keyboard to play at.")
    return [*map(clean_name, given), *(f"Player {seat + 1}" for seat in range(len(given), people))]


def _usual_seats(game: Game) -> int:
    return 3 if 3 in game.seats else game.seats[0]


@app.command("simulate")
def simulate_command(
    game: GameArgument,
    players: Annotated[
        int | None, typer.Option(help="How many seats; as few as the game takes, but three if it can.")
    ] = None,
    games_: Annotated[int, typer.Option("--games", help="How many games.")] = 10_000,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same games.")] = "0",
    jobs: Jobs = None,
    option: Options = None,
    pieces: PiecesOption = None,
    limit: Annotated[int, typer.Option(help="Decisions after which a game counts as unfinished.")] = 1_000_000,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write each game there as a record.")] = None,
    games_to: GamesTo = None,
    decisions_to: DecisionsTo = None,
    cluster: OnCluster = None,
    as_json: AsJson = False,
) -> None:
    """Play many games at random and say what came of them."""
    found = find(game)
    _check_jobs(jobs)
    seats = players if players is not None else _usual_seats(found)
    agreed = tuple(sorted(_options(option).items()))
    job = SimulationJob(found.id, seats, games_, seed, agreed, _read(found, pieces), limit)
    job.check()
    if records is not None:
        _make_folder(records)
    with _progress() as progress, _files(job, games_to, decisions_to) as files, _crew(cluster, jobs) as crew:
        bar = progress.add_task(f"{found.title}, {seats} players", total=games_)
        report = simulate(job, crew.workers, partial(progress.advance, bar), files, crew.each)
        if records is not None:
            bar = progress.add_task("Writing records", total=games_)
            write_records(job, records, partial(progress.advance, bar))
    if as_json:
        print(json.dumps(report))
    else:
        _print_report(report)


@app.command()
def arena(
    game: GameArgument,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="Bots or levels, with settings if wanted: search:iterations=500.")
    ] = "expert,heuristic,random",
    players: Annotated[int | None, typer.Option(help="How many seats; as few as the game takes.")] = None,
    games_: Annotated[int, typer.Option("--games", help="How many games, rounded up to whole deals.")] = 400,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same deals.")] = "0",
    jobs: Jobs = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep each game here, and go on from what is there already.")
    ] = None,
    option: Options = None,
    games_to: GamesTo = None,
    decisions_to: DecisionsTo = None,
    cluster: OnCluster = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, every deal in every seating, and say who wins how often."""
    from spiritboard.arena.tournament import tournament

    found = find(game)
    _check_jobs(jobs)
    names = tuple(name.strip() for name in bots.split(","))
    seats = players if players is not None else found.seats[0]
    plan = MatchPlan(found.id, seats, names, games_, seed, tuple(sorted(_options(option).items())))
    plan.check()
    with _progress() as progress, _files(plan, games_to, decisions_to) as files, _crew(cluster, jobs) as crew:
        bar = progress.add_task(f"{found.title}, {seats} players", total=len(list(plan.schedule())))
        advance = partial(progress.advance, bar)
        report = tournament(plan, crew.workers, resume, advance, files, crew.each)
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        _print_standings(report)


def _print_standings(report: TournamentReport) -> None:
    headings = ("bot", "games", "wins", "share", "95 %", "rating", "s per decision")
    table = Table(title=f"{report.game}, {report.players} players, {report.games:,} games")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for bot in sorted(report.bots, key=lambda each: -each.win_share):
        sure = f"{bot.low:.3f}-{bot.high:.3f}"
        figures = (f"{bot.games:,}", f"{bot.wins:,.1f}", f"{bot.win_share:.3f}", sure, f"{bot.rating:.1f}")
        table.add_row(escape(bot.name), *figures, f"{bot.seconds_per_decision:.4f}")
    out.print(table)
    if report.unfinished:
        out.print(f"{report.unfinished:,} games came to no end, and nobody has won them.", highlight=False)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be written ({error.strerror}).") from None


def _files(
    plan: SimulationJob | MatchPlan, games_to: Path | None, decisions_to: Path | None
) -> AbstractContextManager[DataFiles | None]:
    """The data files that were asked for."""
    if games_to is None and decisions_to is None:
        return nullcontext()
    need("report", "Writing Parquet files", "pyarrow")
    from spiritboard.arena.data import DataFiles

    return DataFiles(plan, games_to, decisions_to)


@dataclass
class Crew:
    """Who does the work, and how many of them at once; None is as many as there are cores."""

    each: Each
    workers: int | None


@contextmanager
def _crew(address: str | None, jobs: int | None) -> Iterator[Crew]:
    """This machine's processes, or a cluster, of which it is said how many parts were lost on it."""
    if address is None:
        yield Crew(workers.each, jobs)
        return
    with Cluster(address) as cluster:
        yield Crew(cluster.each, jobs or cluster.workers)
        lost = "no part was lost" if not cluster.lost else f"{cluster.lost} lost and begun again"
        err.print(f"Played by {jobs or cluster.workers} workers of a cluster: {lost}.", highlight=False)


def _check_jobs(jobs: int | None) -> None:
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadSetup(f"The number of jobs must be from 1 to {MOST_JOBS}, not {jobs}.")


def _progress() -> Progress:
    """A bar on standard error where somebody is watching, so that standard output holds nothing but the answer."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _print_report(report: dict[str, object]) -> None:
    table = Table(show_header=False, box=None)
    for name, value in report.items():
        table.add_row(name.replace("_", " "), escape(_figure(value)))
    out.print(table)


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value > 1000 else f"{value:.4g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return "  ".join(f"{name} {_figure(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "  ".join(_figure(part) for part in value)
    return str(value)


@app.command("report")
def report_command(
    game: GameArgument,
    players: Annotated[
        list[int] | None, typer.Option(help="How many seats; may be given several times. Every number the game takes.")
    ] = None,
    games_: Annotated[int, typer.Option("--games", help="How many games for each number of players.")] = 300,
    bots: Annotated[
        str, typer.Option(metavar="BOT", help="Who plays, at every seat: random, heuristic, a level, or any other bot.")
    ] = "random",
    pieces: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Play with the pieces in this file; given twice, the two are compared."),
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="The page to write; GAME-report.html.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Any text or number: the same seed gives the same games.")] = "0",
    jobs: Jobs = None,
    option: Options = None,
) -> None:
    """Measure a game and make one page of it: seats, length, scores, choices, the lead, what happens, and its cards."""
    need("report", "Drawing a report", "altair", "vl_convert")
    from spiritboard.arena.report.page import ReportRequest, report

    found = find(game)
    _check_jobs(jobs)
    named = tuple((file.name, found.read_pieces(file)) for file in pieces or [])
    agreed = tuple(sorted(_options(option).items()))
    order = ReportRequest(found.id, tuple(players or found.seats), games_, bots, seed, agreed, named)
    order.check()
    path = out_file or Path(f"{found.id}-report.html")
    _check_place(path)
    with _progress() as progress:
        bar = progress.add_task(found.title, total=order.total())
        text = report(order, jobs, partial(progress.advance, bar))
    _write(path, text)
    out.print(f"Written to {path}.", highlight=False, markup=False)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `play --record` or `simulate --records` writes it.")],
    ply: Annotated[
        int | None, typer.Option(help="Show the table after so many moves instead of telling the game.")
    ] = None,
    eyes: Annotated[
        int | None, typer.Option(help="Through the eyes of this seat, counted from 1; else a spectator's.")
    ] = None,
    pieces: PiecesOption = None,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game again, move by move, and check it against the rules."""
    record = read_record(file, pieces)
    if eyes is not None and not 1 <= eyes <= record.setup.config.seats:
        raise BadSetup(f"There is no seat {eyes}: this game has the seats 1 to {record.setup.config.seats}.")
    record.verify()
    if record.other_rules:
        err.print(f"{record.other_rules} It replays by them all the same.", highlight=False, soft_wrap=True)
    seat = None if eyes is None else eyes - 1
    at = len(record.moves) if ply is None else ply
    state = record.state_at(at, listen=True)
    if as_json:
        events = [event.to_data() for event in state.heard(seat)]
        out.print_json(
            data={"names": record.names, "plies": len(record.moves), "view": state.view(seat), "events": events}
        )
        return
    names = [_printable(name) for name in record.names]
    if ply is None:
        for event in state.heard(seat):
            out.print(escape(event.say(names)), highlight=False)
    out.print("\n" + escape(record.setup.game.draw(state.view(seat), names)), highlight=False)


@app.command("pieces")
def show_pieces(
    game: GameArgument,
    pieces: PiecesOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print the game's own file, to copy and change.")] = False,
) -> None:
    """Show what is printed on a game's components, and which of it is reconstructed."""
    found = find(game)
    if toml:
        print((found.folder / "pieces.toml").read_text(encoding="utf-8"), end="")
        return
    shown = _read(found, pieces) or found.own_pieces
    marks: dict[Provenance, str] = {"rulebook": "", "reported": " °", "reconstructed": " *", "own": " +"}
    for piece_table in shown.tables():
        table = Table(title=piece_table.title, title_justify="left")
        for column in piece_table.columns:
            table.add_column(column, justify="right" if len(piece_table.columns) > 1 else "left")
        for row in piece_table.rows:
            table.add_row(*(escape(cell.text) + marks[cell.provenance] for cell in row))
        out.print(table)
    for provenance, mark in marks.items():
        if mark and any(cell.provenance == provenance for t in shown.tables() for row in t.rows for cell in row):
            out.print(f"{mark.strip()} {provenance}: {PROVENANCE_WORDS[provenance]}", highlight=False)


@app.command("observation")
def show_observation(
    game: GameArgument,
    players: Annotated[int | None, typer.Option(help="How many seats; as few as the game takes.")] = None,
    option: Options = None,
    pieces: PiecesOption = None,
    actions: Annotated[bool, typer.Option("--actions", help="List the actions, not the positions.")] = False,
    as_json: AsJson = False,
) -> None:
    """List what stands where in the vector that programs are given of a seat's view, or what their actions mean."""
    found = find(game)
    setup = found.setup(players if players is not None else found.seats[0], _read(found, pieces), **_options(option))
    if as_json:
        print(json.dumps(_describe_observation(setup, actions)))
        return
    seen = setup.observation
    what = f"{len(seen.actions())} actions" if actions else f"{seen.size} positions"
    title = f"{found.title}, {setup.config.seats} players, version {seen.version}: {what}"
    headings = ("number", "action") if actions else ("number", "position", "highest")
    rows = zip(seen.actions()) if actions else zip(seen.names(), seen.most(), strict=True)
    table = Table(*headings, title=title, title_justify="left")
    for number, row in enumerate(rows):
        table.add_row(str(number), *(escape(str(cell)) for cell in row))
    out.print(table)


def _describe_observation(setup: GameSetup, actions: bool) -> dict[str, object]:
    seen = setup.observation
    head = {
        "game": setup.game.id,
        "players": setup.config.seats,
        "options": setup.config.options,
        "version": seen.version,
    }
    if actions:
        return {**head, "actions": seen.actions()}
    places = zip(seen.names(), seen.most(), strict=True)
    return {**head, "positions": [{"name": name, "highest": highest} for name, highest in places]}


@app.command()
def rules(game: GameArgument) -> None:
    """Show a game's rules in our own words."""
    out.print(Markdown(find(game).rules_text))


@app.command()
def about() -> None:
    """Say which version this is and whether its rules are compiled."""
    out.print(f"spiritboard {spiritboard.__version__} on Python {platform.python_version()}", highlight=False)
    out.print(f"rules: {_how_rules_run()}", highlight=False)
    out.print(f"games: {', '.join(games())}", highlight=False)


def _how_rules_run() -> str:
    source = compiled_or_not.__file__ or ""
    if not source.endswith(".py"):
        return "compiled (mypyc); set SPIRITBOARD_PLAIN=1 for plain Python"
    return "plain Python (install with a C compiler to have them compiled; SPIRITBOARD_PLAIN must not be set)"


# What several commands need.


def _options(pairs: list[str] | None) -> dict[str, str]:
    agreed: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetup(f"An option is given as NAME=VALUE, not {pair!r}.")
        agreed[name] = value
    return agreed


def _read(game: Game, path: Path | None) -> Pieces | None:
    return None if path is None else game.read_pieces(path)


def _check_place(path: Path) -> None:
    """Now rather than after all the work."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadSetup(f"{path}: cannot be written (there is no such folder, or it is one).")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path}: cannot be written ({error.strerror}).") from None
