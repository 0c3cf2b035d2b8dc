"""What the commands share that play many games: the processes that play them and the data files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spiritboard.arena import workers
from spiritboard.arena.cluster import Cluster
from spiritboard.arena.match import Plan
from spiritboard.arena.simulate import Job
from spiritboard.arena.workers import Each
from spiritboard.commands.shared import err
from spiritboard.extras import need
from spiritboard.table.errors import BadSetup

if TYPE_CHECKING:
    from spiritboard.arena.data import Files

MOST_JOBS = 1000  # more processes than this would only slow each other down

GamesFile = Annotated[
    Path | None, typer.Option("--games-to", metavar="FILE.parquet", help="Write a row for each game to this file.")
]
DecisionsFile = Annotated[
    Path | None,
    typer.Option("--decisions-to", metavar="FILE.parquet", help="Write a row for each decision to this file."),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="[ADDRESS]",
        help="Play on the Ray cluster at this address; without an address, start Ray on this machine.",
    ),
]
Jobs = Annotated[int | None, typer.Option(help="The number of processes; by default one for each core.")]
GamesSeed = Annotated[str, typer.Option(help="Any text or number: the same seed gives the same games.")]


@dataclass
class WorkerPool:
    """The processes that play: a function that gives them work, and their number (None: one for each core)."""

    each: Each
    workers: int | None


@contextmanager
def worker_pool(cluster_address: str | None, jobs: int | None) -> Iterator[WorkerPool]:
    """Yields the processes of this machine, or those of a cluster if an address is given. Afterwards it prints how
    many parts of the work the cluster lost."""
    if cluster_address is None:
        yield WorkerPool(workers.each, jobs)
        return
    with Cluster(cluster_address) as cluster:
        yield WorkerPool(cluster.each, jobs or cluster.workers)
        lost = "no part was lost" if not cluster.lost else f"{cluster.lost} lost and begun again"
        err.print(f"Played by {jobs or cluster.workers} workers of a cluster: {lost}.", highlight=False)


def check_jobs(jobs: int | None) -> None:
    """Raises BadSetup if there cannot be so many processes."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadSetup(f"The number of jobs must be from 1 to {MOST_JOBS}, not {jobs}.")


def data_files(plan: Job | Plan, games: Path | None, decisions: Path | None) -> AbstractContextManager[Files | None]:
    """Returns the Parquet files to write, or None if none is wanted. Raises BadSetup if their library is missing."""
    if games is None and decisions is None:
        return nullcontext()
    need("report", "Writing Parquet files", "pyarrow")
    from spiritboard.arena.data import Files

    return Files(plan, games, decisions)
