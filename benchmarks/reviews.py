"""Measures how long people wait for a bot, without reviews and while reviews are worked out beside.

Each round starts a server on a free port of the loopback address. A program plays against a bot of the
usual level, and measures the time from its move until it is asked again, divided by the moves that the bot has made
meanwhile: first alone, then while the reviews of finished games are worked out.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TypedDict, cast

from rich.console import Console
from rich.progress import track

from benchmarks.report import ROOT
from spiritboard.table.registry import games

sys.path.append(str(ROOT / "tests" / "elsewhere"))  # what the tests share needs the game that is there

from tests.server.browser import finished_table
from tests.server.guests import Table, caller, set_table
from tests.server.running import Server, serving


class SeenTable(TypedDict):
    """The part of a table that the program needs."""

    number: int
    view: dict[str, object]
    paths: list[list[str]]


MANY_SAMPLES = 100_000  # so that no review is done before the measurement ends
REVIEWS = 2
POLL_SECONDS = 0.003


def warm_up(server: Server, game: str) -> None:
    """Let a bot answer once, which does not count, because the processes of the bots start for it."""
    with caller(server.url) as http:
        answer(set_table(http, game, ["me", "bot"]), random.Random(1))


def waits(server: Server, game: str, seconds: float) -> list[float]:
    """Returns how many seconds the bot took for a move, each time when it was next."""
    found: list[float] = []
    chance, end = random.Random(1), time.monotonic() + seconds
    with caller(server.url) as http:
        while time.monotonic() < end:
            table = set_table(http, game, ["me", "bot"])
            while time.monotonic() < end and (wait := answer(table, chance)) is not None:
                found.append(wait)
    return found


def answer(table: Table, chance: random.Random) -> float | None:
    """Make a move when it is asked for. Returns how long the bot then took for a move; None if the game is over."""
    seen = asked(table)
    if seen["view"]["over"]:
        return None
    table.move(table.keys[0], seen["number"], chance.choice(seen["paths"])).raise_for_status()
    began = time.perf_counter()
    if table.look(0)["paths"]:
        return answer(table, chance)  # the same player goes on
    after = asked(table)
    return (time.perf_counter() - began) / max(1, after["number"] - seen["number"] - 1)


def asked(table: Table) -> SeenTable:
    """Returns the table as soon as the program is asked, or the game is over."""
    while True:
        seen = cast(SeenTable, table.look(0))
        if seen["paths"] or seen["view"]["over"]:
            return seen
        time.sleep(POLL_SECONDS)


def begin_reviews(server: Server, game: str) -> list[str]:
    """Returns the tables whose review was begun."""
    finished = [finished_table(server, games()[game]) for _ in range(REVIEWS)]
    with caller(server.url) as http:
        for table in finished:
            http.post(f"/api/tables/{table}/review", json={}).raise_for_status()
    return finished


def check_under_way(server: Server, tables: list[str]) -> None:
    with caller(server.url) as http:
        for table in tables:
            assert http.get(f"/api/tables/{table}/review").status_code == 202, "a review was done too soon"


def summary(found: list[float]) -> dict[str, float]:
    ordered = sorted(1000 * wait for wait in found)
    return {
        "answers": len(ordered),
        "median milliseconds": round(statistics.median(ordered), 1),
        "90th percentile": round(ordered[int(len(ordered) * 0.9)], 1),
        "worst": round(ordered[-1], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="spookies")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20, help="of each half of a round")
    parser.add_argument("--bot-seconds", default="0.2", help="that the bot may take for a decision")
    parser.add_argument("--json", type=Path, default=Path("build/bench/reviews.json"))
    arguments = parser.parse_args()
    alone: list[float] = []
    beside: list[float] = []
    for _ in track(range(arguments.rounds), "Rounds", console=Console(stderr=True), transient=True):
        with serving("--bot-seconds", arguments.bot_seconds, samples=MANY_SAMPLES) as server:
            warm_up(server, arguments.game)
            alone += waits(server, arguments.game, arguments.seconds)
            reviewed = begin_reviews(server, arguments.game)
            beside += waits(server, arguments.game, arguments.seconds)
            check_under_way(server, reviewed)
    result = {"game": arguments.game, "without reviews": summary(alone), "beside reviews": summary(beside)}
    print(json.dumps(result, indent=2))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
