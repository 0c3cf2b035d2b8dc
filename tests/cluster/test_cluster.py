"""A real Ray cluster of two workers: it plays the same games as one machine, also when workers are killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from spiritboard.arena.cluster import MOST_TRIES, Cluster
from spiritboard.arena.data import DataFiles
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.simulate import SimulationJob, SimulationReport, simulate
from spiritboard.arena.tournament import tournament
from spiritboard.table.errors import BadSetup, TableError


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(cpus=2) as two:
        yield two


@pytest.fixture(autouse=True)
def nothing_lost_so_far(cluster: Cluster) -> None:
    cluster.lost = 0


def double(number: int) -> int:
    return 2 * number


def slow_when_early(number: int) -> int:
    time.sleep(0.4 if number == 0 else 0)
    return number


def refuse(number: int) -> int:
    raise BadSetup(f"Not {number}.")


def die_once(part: tuple[str, int]) -> int:
    """Kills its own process the first time that it is given number 3, as if the machine was switched off."""
    mark, number = Path(part[0]), part[1]
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_two_workers_do_every_part(cluster: Cluster) -> None:
    assert cluster.workers == 2
    assert sorted(cluster.each(double, range(50), 2)) == [2 * number for number in range(50)]
    assert cluster.lost == 0


def test_results_come_in_order_if_asked(cluster: Cluster) -> None:
    assert list(cluster.each(slow_when_early, range(20), 2, in_order=True)) == list(range(20))
    assert next(cluster.each(slow_when_early, range(20), 2)) != 0


def without_times(report: SimulationReport) -> SimulationReport:
    return msgspec.structs.replace(report, seconds=0, decisions_per_second=0, games_per_second=0)


def test_a_simulation_gives_the_same_report_as_on_one_machine(cluster: Cluster) -> None:
    job = SimulationJob("spookies", 3, 9000, "cluster")
    assert without_times(simulate(job, 2, each=cluster.each)) == without_times(simulate(job, 1))


def test_data_files_are_the_same_as_on_one_machine(cluster: Cluster, tmp_path: Path) -> None:
    job = SimulationJob("ghosts", 2, 500, "cluster")
    with DataFiles(job, tmp_path / "games", tmp_path / "decisions") as files:
        simulate(job, 1, files=files)
    with DataFiles(job, tmp_path / "games there", tmp_path / "decisions there") as files:
        simulate(job, 2, files=files, each=cluster.each)
    for name in ("games", "decisions"):
        assert (tmp_path / name).read_bytes() == (tmp_path / f"{name} there").read_bytes()


def test_a_tournament_gives_the_same_result_as_on_one_machine(cluster: Cluster) -> None:
    plan = MatchPlan("lanterns", 2, ("search:iterations=5", "random"), 20, "cluster")
    here, there = tournament(plan, 1), tournament(plan, 2, each=cluster.each)
    for one, other in zip(here.bots, there.bots, strict=True):
        assert (one.name, one.wins, one.low, one.high, one.rating) == (
            other.name,
            other.wins,
            other.low,
            other.high,
            other.rating,
        )


@pytest.mark.parametrize("in_order", [False, True])
def test_the_part_of_a_killed_worker_is_started_again(cluster: Cluster, tmp_path: Path, in_order: bool) -> None:
    parts = [(str(tmp_path / "died"), number) for number in range(30)]
    found = list(cluster.each(die_once, parts, 2, in_order))
    assert sorted(found) == list(range(30))
    assert found == list(range(30)) or not in_order
    assert cluster.lost >= 1


def workers_of(cluster: Cluster) -> list[int]:
    return list(cluster.each(_who, range(8), 2))


def _who(_: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def test_a_simulation_survives_killed_workers(cluster: Cluster) -> None:
    """The workers are killed while they play. The report is that of one undisturbed machine."""
    job = SimulationJob("halloween", 4, 8000, "killed")
    victims = set(workers_of(cluster))
    killed: list[int] = []

    def kill(done: int) -> None:
        if not killed:
            killed.extend(victims)
            for victim in victims:
                os.kill(victim, signal.SIGKILL)

    found = simulate(job, 2, kill, each=cluster.each)
    assert killed
    assert cluster.lost >= 1
    assert without_times(found) == without_times(simulate(job, 1))


def test_a_part_that_always_kills_its_worker_is_given_up(cluster: Cluster) -> None:
    with pytest.raises(TableError, match=f"lost {MOST_TRIES} times"):
        list(cluster.each(die_always, [1], 2))


def test_an_error_of_a_worker_is_raised_here(cluster: Cluster) -> None:
    with pytest.raises(BadSetup, match=r"^Not 7\.$"):
        list(cluster.each(refuse, [7], 2))


RAY = re.compile(rf'"(ray|gcs_server)|pid={os.getpid()},')


def listening() -> dict[str, str]:
    """Returns the addresses at which the processes of Ray, this one included, listen, by port."""
    lines = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True).stdout.splitlines()
    places = [line.split()[3] for line in lines if RAY.search(line)]
    return {place.rpartition(":")[2]: place.rpartition(":")[0] for place in places}


def test_other_machines_cannot_connect(cluster: Cluster) -> None:
    found = listening()
    assert len(found) >= 4  # the head, the machine, this process and a worker
    assert set(found.values()) <= {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"}


def test_there_are_no_usage_statistics_and_no_dashboard(cluster: Cluster) -> None:
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
    import ray  # only after the cluster has set Ray's variables

    assert not ray._private.worker._global_node.webui_url


def test_the_command_starts_a_ray_of_its_own() -> None:
    def run(*more: str) -> tuple[SimulationReport, str]:
        command = [sys.executable, "-m", "spiritboard", "simulate", *more, "--games", "3000", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return without_times(msgspec.json.decode(done.stdout, type=SimulationReport)), done.stderr

    there, said = run("--cluster", "spookies")
    assert "no part was lost" in said
    assert there == run("spookies")[0]


def test_an_address_without_a_cluster_is_refused() -> None:
    command = [sys.executable, "-m", "spiritboard", "simulate", "spookies", "--cluster", "127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "There is no Ray cluster at '127.0.0.1:1'" in done.stderr
    assert "Traceback" not in done.stderr
