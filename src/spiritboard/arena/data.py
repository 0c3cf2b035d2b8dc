"""Games and decisions as Parquet files, a row each, in the order of the games whoever played them.

docs/data.md says what every column means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pyarrow as arrow
from pyarrow import parquet

import spiritboard
from spiritboard.arena.match import Plan
from spiritboard.arena.simulate import Job
from spiritboard.arena.trace import GameTrace
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find

ROWS = 50_000  # after so many they are written: no more than that is kept

INTS = arrow.list_(arrow.int32())
GAMES = arrow.schema(
    [
        arrow.field("game", arrow.int64(), nullable=False),
        arrow.field("deal", arrow.int64(), nullable=False),
        arrow.field("bots", arrow.list_(arrow.string()), nullable=False),
        arrow.field("finished", arrow.bool_(), nullable=False),
        arrow.field("decisions", arrow.int32(), nullable=False),
        arrow.field("choices", INTS, nullable=False),
        arrow.field("scores", INTS),
        arrow.field("places", INTS),
        arrow.field("shares", arrow.list_(arrow.float64())),
        arrow.field("lead_changes", arrow.int32()),
        arrow.field("events", arrow.map_(arrow.string(), arrow.int32()), nullable=False),
    ]
)
DECISIONS = arrow.schema(
    [
        arrow.field("game", arrow.int64(), nullable=False),
        arrow.field("decision", arrow.int32(), nullable=False),
        arrow.field("seat", arrow.int8(), nullable=False),
        arrow.field("legal", arrow.int32(), nullable=False),
        arrow.field("path", arrow.string(), nullable=False),
        arrow.field("shown", INTS),
    ]
)


@dataclass(frozen=True)
class PackedGames:
    """Some games, packed where they were played."""

    games: arrow.RecordBatch
    decisions: arrow.RecordBatch


def pack(traces: list[GameTrace]) -> PackedGames:
    games = [_game_row(trace) for trace in traces]
    return PackedGames(arrow.RecordBatch.from_pylist(games, schema=GAMES), _decisions(traces))


def _game_row(trace: GameTrace) -> dict[str, object]:
    return {
        "game": trace.game,
        "deal": trace.deal,
        "bots": list(trace.bots),
        "finished": trace.finished,
        "decisions": len(trace.seats),
        "choices": trace.choices(),
        "scores": trace.scores,
        "places": trace.places,
        "shares": trace.shares,
        "lead_changes": trace.lead_changes(),
        "events": sorted(trace.events.items()),
    }


def _decisions(traces: list[GameTrace]) -> arrow.RecordBatch:
    columns = [
        [trace.game for trace in traces for _ in trace.seats],
        [at for trace in traces for at in range(len(trace.seats))],
        [seat for trace in traces for seat in trace.seats],
        [legal for trace in traces for legal in trace.legal],
        [path for trace in traces for path in trace.paths],
        [shown for trace in traces for shown in trace.shown[:-1]],
    ]
    arrays = [arrow.array(column, field.type) for column, field in zip(columns, DECISIONS, strict=True)]
    return arrow.RecordBatch.from_arrays(arrays, schema=DECISIONS)


class Files:
    """The files that were asked for. They are there under their names when everything has been written, not before."""

    def __init__(self, plan: Job | Plan, games: Path | None, decisions: Path | None) -> None:
        if games is not None and decisions is not None and games.resolve() == decisions.resolve():
            raise BadSetup(f"{games}: games and decisions cannot be written to the same file.")
        self._open: list[_File] = []
        wanted = [(games, GAMES, _games_of), (decisions, DECISIONS, _decisions_of)]
        try:
            for path, schema, of in wanted:
                if path is not None:
                    self._open.append(_File(path, schema.with_metadata({"spiritboard": about(plan)}), of))
        except OSError as error:
            self._leave()
            raise BadSetup(f"{path}: cannot be written ({error.strerror}).") from None

    def write(self, sheaf: PackedGames) -> None:
        for file in self._open:
            file.add(file.of(sheaf))

    def __enter__(self) -> Files:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Whatever was interrupted leaves no file behind: half of one cannot be read."""
        try:
            if error is None:
                for file in self._open:
                    file.finish()
        finally:
            self._leave()

    def _leave(self) -> None:
        for file in self._open:
            file.leave()


def _games_of(sheaf: PackedGames) -> arrow.RecordBatch:
    return sheaf.games


def _decisions_of(sheaf: PackedGames) -> arrow.RecordBatch:
    return sheaf.decisions


class _File:
    def __init__(self, path: Path, schema: arrow.Schema, of: Callable[[PackedGames], arrow.RecordBatch]) -> None:
        self.path = path
        self.of = of
        if path.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        self._part = path.with_name(f"{path.name}.part")
        self._writer = parquet.ParquetWriter(self._part, schema, compression="zstd")
        self._schema = schema
        self._waiting: list[arrow.RecordBatch] = []
        self._rows = 0

    def add(self, batch: arrow.RecordBatch) -> None:
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= ROWS:
            self._write()

    def _write(self) -> None:
        table = arrow.Table.from_batches(self._waiting).replace_schema_metadata(self._schema.metadata)
        self._writer.write_table(table)
        self._waiting = []
        self._rows = 0

    def finish(self) -> None:
        if self._waiting:
            self._write()
        self._writer.close()
        self._part.replace(self.path)

    def leave(self) -> None:
        self._writer.close()
        self._part.unlink(missing_ok=True)


def about(plan: Job | Plan) -> str:
    """What it takes to know, and to play again, the games of a file: JSON under the key `spiritboard`."""
    config = plan.setup().config
    statistics = find(config.game).statistics(config)
    known: dict[str, object] = {
        "game": config.game,
        "players": config.seats,
        "options": config.options,
        "pieces": config.digest,
        "seed": plan.seed,
        "version": spiritboard.__version__,
        "bots": list(plan.bots) if isinstance(plan, Plan) else ["random"],
        "shown": statistics.counts,
        "fewest_lead": statistics.fewest_lead,
    }
    return msgspec.json.encode(known).decode()
