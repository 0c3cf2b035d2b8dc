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
from spiritboard.arena.course import Course
from spiritboard.arena.match import Plan
from spiritboard.arena.simulate import Job
from spiritboard.table.errors import BadSetup
from spiritboard.table.shelf import find

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
class Sheaf:
    """Some games, packed where they were played."""

    games: arrow.RecordBatch
    decisions: arrow.RecordBatch


def pack(courses: list[Course]) -> Sheaf:
    games = [_game_row(course) for course in courses]
    return Sheaf(arrow.RecordBatch.from_pylist(games, schema=GAMES), _decisions(courses))


def _game_row(course: Course) -> dict[str, object]:
    return {
        "game": course.game,
        "deal": course.deal,
        "bots": list(course.bots),
        "finished": course.finished,
        "decisions": len(course.seats),
        "choices": course.choices(),
        "scores": course.scores,
        "places": course.places,
        "shares": course.shares,
        "lead_changes": course.lead_changes(),
        "events": sorted(course.events.items()),
    }


def _decisions(courses: list[Course]) -> arrow.RecordBatch:
    columns = [
        [course.game for course in courses for _ in course.seats],
        [at for course in courses for at in range(len(course.seats))],
        [seat for course in courses for seat in course.seats],
        [legal for course in courses for legal in course.legal],
        [path for course in courses for path in course.paths],
        [shown for course in courses for shown in course.shown[:-1]],
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

    def write(self, sheaf: Sheaf) -> None:
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


def _games_of(sheaf: Sheaf) -> arrow.RecordBatch:
    return sheaf.games


def _decisions_of(sheaf: Sheaf) -> arrow.RecordBatch:
    return sheaf.decisions


class _File:
    def __init__(self, path: Path, schema: arrow.Schema, of: Callable[[Sheaf], arrow.RecordBatch]) -> None:
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
    setup = plan.kit().setup
    study = find(setup.game).study(setup)
    known: dict[str, object] = {
        "game": setup.game,
        "players": setup.seats,
        "options": setup.options,
        "pieces": setup.digest,
        "seed": plan.seed,
        "version": spiritboard.__version__,
        "bots": list(plan.bots) if isinstance(plan, Plan) else ["random"],
        "shown": study.counts,
        "fewest_lead": study.fewest_lead,
    }
    return msgspec.json.encode(known).decode()
