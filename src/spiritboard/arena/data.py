"""Games and decisions as Parquet files: one row for each game, or for each decision, in the order of the games.

The columns are the two tuples below. docs/data.md says what each of them means, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
import pyarrow as arrow
from pyarrow import parquet

import spiritboard
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.simulate import SimulationJob
from spiritboard.arena.trace import GameTrace
from spiritboard.table.errors import BadSetup
from spiritboard.table.registry import find

ROWS_IN_MEMORY = 50_000  # more rows than this are written to the file
INTS = arrow.list_(arrow.int32())
R = TypeVar("R")


@dataclass(frozen=True)
class Column:
    """A column of a data file. `values` returns its values in the rows of one game."""

    name: str
    type: arrow.DataType
    values: Callable[[GameTrace], Iterable[object]]
    nullable: bool = False


def one_row(name: str, kind: arrow.DataType, value: Callable[[GameTrace], object], nullable: bool = False) -> Column:
    """Returns a column of a file that has one row for each game."""
    return Column(name, kind, lambda trace: [value(trace)], nullable)


GAME_COLUMNS = (
    one_row("game", arrow.int64(), lambda trace: trace.game),
    one_row("deal", arrow.int64(), lambda trace: trace.deal),
    one_row("bots", arrow.list_(arrow.string()), lambda trace: trace.bots),
    one_row("finished", arrow.bool_(), lambda trace: trace.finished),
    one_row("decisions", arrow.int32(), lambda trace: len(trace.seats)),
    one_row("choices", INTS, GameTrace.choices),
    one_row("scores", INTS, lambda trace: trace.scores, nullable=True),
    one_row("places", INTS, lambda trace: trace.places, nullable=True),
    one_row("shares", arrow.list_(arrow.float64()), lambda trace: trace.shares, nullable=True),
    one_row("lead_changes", arrow.int32(), GameTrace.lead_changes, nullable=True),
    one_row("events", arrow.map_(arrow.string(), arrow.int32()), lambda trace: sorted(trace.events.items())),
)
DECISION_COLUMNS = (
    Column("game", arrow.int64(), lambda trace: [trace.game] * len(trace.seats)),
    Column("decision", arrow.int32(), lambda trace: range(len(trace.seats))),
    Column("seat", arrow.int8(), lambda trace: trace.seats),
    Column("legal", arrow.int32(), lambda trace: trace.legal),
    Column("path", arrow.string(), lambda trace: trace.paths),
    Column("shown", INTS, lambda trace: trace.shown[:-1], nullable=True),
)
Columns = tuple[Column, ...]


def schema(columns: Columns) -> arrow.Schema:
    return arrow.schema([arrow.field(column.name, column.type, nullable=column.nullable) for column in columns])


def rows(columns: Columns, traces: list[GameTrace]) -> arrow.RecordBatch:
    """Returns the rows of these games, in their order."""
    arrays = [
        arrow.array([value for trace in traces for value in column.values(trace)], column.type) for column in columns
    ]
    return arrow.RecordBatch.from_arrays(arrays, schema=schema(columns))


@dataclass(frozen=True)
class PackedGames:
    """The rows of some games, in the form in which one process sends them to another."""

    games: arrow.RecordBatch
    decisions: arrow.RecordBatch


def pack(traces: list[GameTrace]) -> PackedGames:
    return PackedGames(rows(GAME_COLUMNS, traces), rows(DECISION_COLUMNS, traces))


class DataFiles:
    """The data files of a simulation or a tournament. They appear under their names when everything is written."""

    def __init__(self, plan: SimulationJob | MatchPlan, games: Path | None, decisions: Path | None) -> None:
        """Opens the files whose paths are given. Raises BadSetup if one of them cannot be written."""
        if games is not None and decisions is not None and games.resolve() == decisions.resolve():
            raise BadSetup(f"{games}: games and decisions cannot be written to the same file.")
        self._open: list[_DataFile] = []
        wanted = [(games, GAME_COLUMNS, _games_of), (decisions, DECISION_COLUMNS, _decisions_of)]
        try:
            for path, columns, of in wanted:
                if path is not None:
                    self._open.append(_DataFile(path, schema(columns).with_metadata({"spiritboard": about(plan)}), of))
        except OSError as error:
            self._discard()
            raise BadSetup(f"{path}: cannot be written ({error.strerror}).") from None

    def write(self, packed: PackedGames) -> None:
        for file in self._open:
            file.add(file.of(packed))

    def write_each(self, results: Iterable[tuple[R, PackedGames]]) -> Iterator[R]:
        """Writes the games of every result, and yields what else the result holds."""
        for result, packed in results:
            self.write(packed)
            yield result

    def __enter__(self) -> DataFiles:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Finishes the files. After an error nothing is left of them: half of a Parquet file cannot be read."""
        try:
            if error is None:
                for file in self._open:
                    file.finish()
        finally:
            self._discard()

    def _discard(self) -> None:
        for file in self._open:
            file.discard()


def _games_of(packed: PackedGames) -> arrow.RecordBatch:
    return packed.games


def _decisions_of(packed: PackedGames) -> arrow.RecordBatch:
    return packed.decisions


class _DataFile:
    """One Parquet file. It is written under another name until it is finished."""

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
        if self._rows >= ROWS_IN_MEMORY:
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

    def discard(self) -> None:
        """Removes the unfinished file, if it is still there."""
        self._writer.close()
        self._part.unlink(missing_ok=True)


def about(plan: SimulationJob | MatchPlan) -> str:
    """Returns a JSON object that says how to play the games of a file again. The file has it as `spiritboard`."""
    config = plan.setup().config
    statistics = find(config.game).statistics(config)
    known: dict[str, object] = {
        "game": config.game,
        "players": config.seats,
        "options": config.options,
        "pieces": config.digest,
        "seed": plan.seed,
        "version": spiritboard.__version__,
        "bots": list(plan.bots) if isinstance(plan, MatchPlan) else [plan.bot],
        "shown": statistics.counts,
        "fewest_lead": statistics.fewest_lead,
    }
    return msgspec.json.encode(known).decode()
