"""Measures the processor time that a move costs the server (moves.py), beside a task that is always the same.

No other server plays these games. So that a change can be seen on another machine too, the cost is compared with the
processor time that Python takes to read and write a piece of JSON. Both take turns, round after round.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.names import JSON, SERVER
from benchmarks.report import Measurement
from benchmarks.turns import BenchPlan, PartResult, progress
from spiritboard.table.registry import games

MOST_SERVER_ROUNDS = 3  # making the tables takes longer than measuring
JSON_TEXT = json.dumps([{"number": number, "name": f"card-{number}", "share": number / 7} for number in range(1000)])
JSON_REPEATS = 50


def json_milliseconds() -> float:
    """Returns the processor time that Python takes to read and write `JSON_TEXT`."""
    began = time.process_time()
    for _ in range(JSON_REPEATS):
        json.dumps(json.loads(JSON_TEXT))
    return (time.process_time() - began) * 1000 / JSON_REPEATS


def move_milliseconds(game: str, plan: BenchPlan) -> float:
    """Returns the processor time of the server for a move. Raises CalledProcessError if it cannot be measured."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "moves.json")
        options = ["--tables", str(plan.tables), "--seconds", str(plan.server_seconds), "--json", str(path)]
        command = [sys.executable, "-m", "benchmarks.moves", "--game", game, *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (cost,) = json.loads(path.read_text(encoding="utf-8"))
    return float(cost["milliseconds"])


def measure_game(game: str, plan: BenchPlan) -> Measurement:
    title, moves, texts = games()[game].title, [], []
    rounds = range(min(plan.rounds, MOST_SERVER_ROUNDS))
    for _ in progress(rounds, f"server: {title}"):
        texts.append(json_milliseconds())
        moves.append(move_milliseconds(game, plan))
    return Measurement(
        part="server",
        game=game,
        seats=plan.seats,
        name=SERVER,
        unit="ms",
        value=statistics.median(moves),
        beside=JSON,
        beside_value=statistics.median(texts),
        ratios=[text / move for text, move in zip(texts, moves, strict=True)],
    )


def measure(plan: BenchPlan) -> PartResult:
    result = PartResult()
    for game in plan.playable():
        try:
            result.measurements.append(measure_game(game, plan))
        except subprocess.CalledProcessError as error:  # its error is on standard error
            title = games()[game].title
            result.left_out.append(f"{SERVER} of {title} was left out: benchmarks.moves ended with {error.returncode}.")
    return result
