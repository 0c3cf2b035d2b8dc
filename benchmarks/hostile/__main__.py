"""Attacks a server of its own, and measures how long other players (bystanders) wait meanwhile.

    python -m benchmarks.hostile self-playing      one address makes tables at which experts play by themselves
    python -m benchmarks.hostile table-flood       one network makes as many tables as the server allows
    python -m benchmarks.hostile silent-readers    page sockets and event streams that never read
    python -m benchmarks.hostile half-open-heads   connections that send half of a request
    python -m benchmarks.hostile hint-storm        requests for hints at many tables, again and again
    python -m benchmarks.hostile all               all of them, one after the other

Each attack starts a server on the loopback address with the default limits. Some bystanders play there from other
addresses, first without and then beside the attack. An attack ends by itself. It can attack only the server that it has
started: no option names another. Bystanders have the addresses 127.0.0.2 and following, which needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import math
import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.hostile.attacks import PROGRAMS, attacker
from benchmarks.hostile.bystander import ACTIVITIES, Bystander, Times, measure
from benchmarks.turns import write
from spiritboard.server.app import Settings
from tests.server.running import Server, serving

USUAL_OPEN_FILES = 1024  # the usual limit of open files for a process
REPORT_WIDTH = 112  # letters in a line
LONGEST_SETUP = 240.0  # seconds until an attack must be at its full strength


def usual_limits() -> list[str]:
    """Returns options that set every limit to its default, because the servers of tests have higher limits."""
    limits = [
        (f"--{setting.name.replace('_', '-')}", str(setting.default))
        for setting in dataclasses.fields(Settings)
        if isinstance(setting.default, int | float) and not isinstance(setting.default, bool)
    ]
    return [word for limit in limits for word in limit] + ["--bot-seconds", "2"]


@contextmanager
def usual_files() -> Iterator[None]:
    """Gives processes started in the `with` block the usual limit of open files; this program may open more."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(USUAL_OPEN_FILES, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclasses.dataclass(frozen=True)
class Burden:
    """The memory and the open files of a server."""

    megabytes: float
    files: int

    @classmethod
    def of(cls, server: Server) -> Burden:
        assert server.process is not None
        status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
        kilobytes = int(status.partition("VmRSS:")[2].split()[0])
        return cls(kilobytes / 1024, len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())))


@dataclasses.dataclass
class AttackResult:
    name: str
    count: int
    without: Times
    beside: Times
    burdens: tuple[Burden, Burden]
    answers: Counter[str]
    setup: float  # seconds


async def run(server: Server, name: str, count: int, seconds: float, bystanders: int) -> AttackResult:
    people = [Bystander(server.url, f"127.0.0.{number + 2}") for number in range(bystanders)]
    for person in people:
        await person.arrive()
    await measure(people, 2)  # warm up
    without, light = await measure(people, seconds), Burden.of(server)
    line, other = get_context("spawn").Pipe()
    given = (name, server.url, count, LONGEST_SETUP + 10 * seconds, other)
    process = get_context("spawn").Process(target=attacker, args=given, daemon=True)
    began = time.perf_counter()
    process.start()
    try:
        await asyncio.to_thread(line.poll, LONGEST_SETUP)
        setup = time.perf_counter() - began
        beside, heavy = await measure(people, seconds), Burden.of(server)
        line.send("stop")
        answers = await asyncio.to_thread(last_word, line)
    finally:
        process.kill()
        process.join()
    for person in people:
        await person.leave()
    return AttackResult(name, count, without, beside, (light, heavy), answers, setup)


def last_word(line: Connection[str, str | Counter[str]]) -> Counter[str]:
    """Returns the answers that the attacker counted. Messages that it is ready are skipped."""
    while line.poll(LONGEST_SETUP):
        if isinstance(told := line.recv(), Counter):
            return told
    return Counter()


# The report.


def shown(seconds: float) -> str:
    if math.isinf(seconds):
        return "never"
    return "-" if math.isnan(seconds) else f"{seconds * 1000:,.0f} ms"


def ratio(beside: float, without: float) -> str:
    found = beside / without if without else math.nan
    return "never" if math.isinf(found) else "-" if math.isnan(found) else f"{found:.2f}"


def print_result(result: AttackResult, console: Console) -> None:
    table = Table(title=f"{result.name}, {result.count}: what bystanders wait, without and beside it")
    columns = ("(how often)", "median", "beside", "ratio", "99 % within", "beside", "ratio", "failed", "beside")
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    for what in ACTIVITIES:
        table.add_row(f"{what} ({len(result.without.took[what])}, {len(result.beside.took[what])})", *row(result, what))
    console.print(table)
    light, heavy = result.burdens
    console.print(f"The attack was at its full strength after {result.setup:.1f} s.", highlight=False)
    for answer, times in sorted(result.answers.items()):
        console.print(f"  {answer}: {times}", highlight=False)
    for reason, times in sorted((result.without.reasons + result.beside.reasons).items()):
        console.print(f"Failures of bystanders: {reason}: {times}", highlight=False)
    console.print(
        f"The server had {light.megabytes:.0f} MB and {light.files} files, and then {heavy.megabytes:.0f} MB and "
        f"{heavy.files} files.",
        highlight=False,
    )


def row(result: AttackResult, what: str) -> list[str]:
    without, beside = result.without, result.beside
    pairs = [(without.median(what), beside.median(what)), (without.slowest(what), beside.slowest(what))]
    times = [text for one, two in pairs for text in (shown(one), shown(two), ratio(two, one))]
    return [*times, str(without.failures(what)), str(beside.failures(what))]


def as_data(result: AttackResult) -> dict[str, object]:
    """Returns the figures as data. A time without an end is None."""

    def number(seconds: float) -> float | None:
        return seconds if math.isfinite(seconds) else None

    def times(of: Times) -> dict[str, dict[str, float | None]]:
        return {
            what: {
                "count": len(of.took[what]),
                "failed": of.failures(what),
                "median": number(of.median(what)),
                "99th percentile": number(of.slowest(what)),
            }
            for what in ACTIVITIES
        }

    burdens = [dataclasses.asdict(burden) for burden in result.burdens]
    told = {"answers": dict(result.answers), "server": burdens, "setup_seconds": result.setup}
    return {
        "attack": result.name,
        "count": result.count,
        "without": times(result.without),
        "beside": times(result.beside),
        **told,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*PROGRAMS, "all"])
    parser.add_argument(
        "--count", type=int, help="the number of tables, connections or pages; each attack has a default"
    )
    parser.add_argument(
        "--seconds", type=float, default=15, help="how long bystanders play without the attack, and then beside it"
    )
    parser.add_argument("--bystanders", type=int, default=3)
    parser.add_argument("--json", type=Path, default=Path("build/bench/hostile.json"))
    arguments = parser.parse_args()
    results = []
    for name in PROGRAMS if arguments.name == "all" else [arguments.name]:
        count = arguments.count or PROGRAMS[name].count
        with ExitStack() as stack:
            with usual_files():
                server = stack.enter_context(serving(*usual_limits()))
            result = asyncio.run(run(server, name, count, arguments.seconds, arguments.bystanders))
        print_result(result, Console(width=REPORT_WIDTH))
        results.append(as_data(result))
    write(results, arguments.json)


if __name__ == "__main__":
    main()
