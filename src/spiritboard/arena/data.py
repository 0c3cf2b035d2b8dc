"""Games and decisions as Parquet files: one row for each game, or for each decision, in the order of the games.

The columns are the two tuples below. docs/data.md says what each of them means, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

import msgspec
import pyarrow as arrow
from pyarrow import parquet

import spiritboard
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.simulate import SimulationJob
from spiritboard.arena.trace import GameTrace
from spiritboard.table.errors import BadSetup

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

    def array(self, traces: list[GameTrace]) -> arrow.Array:
        """Returns the values in the rows of these games, one game after the other."""
        return arrow.array([value for trace in traces for value in self.values(trace)], self.type)


class NumbersColumn(Column):
    """A column with the same number of numbers in every row. `values` returns them as bytes, which is much faster."""

    def array(self, traces: list[GameTrace]) -> arrow.Array:
        each = [row for trace in traces for row in self.values(trace)]
        packed = b"".join(cast("list[bytes]", each))
        kind = self.type.value_type
        in_row = len(cast(bytes, each[0])) * 8 // kind.bit_width if each else 0
        numbers = arrow.Array.from_buffers(kind, in_row * len(each), [None, arrow.py_buffer(packed)])
        offsets = arrow.array(range(0, in_row * len(each) + 1, in_row) if in_row else [0], arrow.int32())
        return arrow.ListArray.from_arrays(offsets, numbers, type=self.type)


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
    Column("deal", arrow.int64(), lambda trace: [trace.deal] * len(trace.seats)),
    Column("decision", arrow.int32(), lambda trace: range(len(trace.seats))),
    Column("seat", arrow.int8(), lambda trace: trace.seats),
    Column("legal", arrow.int32(), lambda trace: trace.legal),
    Column("path", arrow.string(), lambda trace: trace.paths),
    Column("action", arrow.int32(), lambda trace: trace.actions, nullable=True),
    Column("dice", arrow.int64(), lambda trace: trace.dice),
    Column("shown", INTS, lambda trace: trace.shown[:-1], nullable=True),
)
OBSERVATION_COLUMNS = (
    NumbersColumn("mask", arrow.list_(arrow.int8()), lambda trace: trace.masks),
    NumbersColumn("observation", arrow.list_(arrow.float32()), lambda trace: trace.seen),
)
Columns = tuple[Column, ...]


def schema(columns: Columns) -> arrow.Schema:
    return arrow.schema([arrow.field(column.name, column.type, nullable=column.nullable) for column in columns])


def rows(columns: Columns, traces: list[GameTrace]) -> arrow.RecordBatch:
    """Returns the rows of these games, in their order."""
    return arrow.RecordBatch.from_arrays([column.array(traces) for column in columns], schema=schema(columns))


def decision_columns(observations: bool) -> Columns:
    """Returns the columns of a file of decisions; with `observations`, also what the seats saw and could do."""
    return (*DECISION_COLUMNS, *OBSERVATION_COLUMNS) if observations else DECISION_COLUMNS


@dataclass(frozen=True)
class PackedGames:
    """The rows of some games, in the form in which one process sends them to another."""

    games: arrow.RecordBatch
    decisions: arrow.RecordBatch


def pack(traces: list[GameTrace], observations: bool = False) -> PackedGames:
    return PackedGames(rows(GAME_COLUMNS, traces), rows(decision_columns(observations), traces))


class DataFiles:
    """The data files of a simulation or a tournament. They appear under their names when everything is written."""

    def __init__(
        self,
        plan: SimulationJob | MatchPlan,
        games: Path | None,
        decisions: Path | None,
        observations: bool = False,
    ) -> None:
        """Opens the files whose paths are given. With `observations`, the decisions say what the seats saw, too.

        Raises BadSetup if one of them cannot be written, or if the game has no observations."""
        self.observations = observations
        if observations:
            plan.setup().observation  # noqa: B018 # raises BadSetup if the game has none
        if games is not None and decisions is not None and games.resolve() == decisions.resolve():
            raise BadSetup(f"{games}: games and decisions cannot be written to the same file.")
        self._open: list[_DataFile] = []
        wanted = [(games, GAME_COLUMNS, _games_of), (decisions, decision_columns(observations), _decisions_of)]
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
    setup = plan.setup()
    config, game = setup.config, setup.game
    statistics = game.statistics(config)
    known: dict[str, object] = {
        "game": config.game,
        "players": config.seats,
        "options": config.options,
        "pieces": config.digest,
        "rules": game.rules_version,
        "seed": plan.seed,
        "version": spiritboard.__version__,
        "bots": list(plan.bots) if isinstance(plan, MatchPlan) else [plan.bot],
        "shown": statistics.counts,
        "fewest_lead": statistics.fewest_lead,
        "observation": None if game.observation is None else setup.observation.version,
        "actions": None if game.observation is None else setup.actions.names,
    }
    return msgspec.json.encode(known).decode()
