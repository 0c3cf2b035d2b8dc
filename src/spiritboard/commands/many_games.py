"""What `simulate` and `arena` share: processes, data files and progress bars for many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import Progress

from spiritboard.arena import workers
from spiritboard.arena.cluster import Cluster
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.simulate import SimulationJob
from spiritboard.arena.workers import Each
from spiritboard.commands.shared import err, progress_bar
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup

if TYPE_CHECKING:
    from spiritboard.arena.data import DataFiles


@dataclass
class ManyGames:
    """What a command needs to play many games: processes, the data files to write, and progress bars."""

    each: Each  # gives work to the processes
    workers: int | None  # the number of processes; None: one for each core
    files: DataFiles | None
    progress: Progress

    def bar(self, text: str, total: int) -> Callable[[int], None]:
        """Add a progress bar. Returns the function that advances it."""
        return partial(self.progress.advance, self.progress.add_task(text, total=total))


@contextmanager
def many_games(
    plan: SimulationJob | MatchPlan,
    games_to: Path | None,
    decisions_to: Path | None,
    observations: bool,
    cluster: str | None,
    jobs: int | None,
) -> Iterator[ManyGames]:
    """Yields what it takes to play these games, on this machine or on a cluster. Raises BadSetup if the files cannot be
    written or the cluster cannot be reached."""
    with progress_bar() as progress, _data_files(plan, games_to, decisions_to, observations) as files:
        if cluster is None:
            yield ManyGames(workers.each, jobs, files, progress)
            return
        with Cluster(cluster) as joined:
            yield ManyGames(joined.each, jobs or joined.workers, files, progress)
            lost = "no part was lost" if not joined.lost else f"{joined.lost} lost and begun again"
            err.print(f"Played by {jobs or joined.workers} workers of a cluster: {lost}.", highlight=False)


def _data_files(
    plan: SimulationJob | MatchPlan, games: Path | None, decisions: Path | None, observations: bool
) -> AbstractContextManager[DataFiles | None]:
    """Returns the Parquet files to write, or None if none is wanted. Raises BadSetup if their library is missing."""
    if observations and decisions is None:
        raise BadSetup("--observations are written to the file of --decisions-to: name one.")
    if games is None and decisions is None:
        return nullcontext()
    need("report", "Writing Parquet files", "pyarrow")
    from spiritboard.arena.data import DataFiles

    return DataFiles(plan, games, decisions, observations)
