"""Data files: every row agrees with its game, and docs/data.md agrees with the files."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import cast

import msgspec
import pyarrow as arrow
import pytest
from pyarrow import parquet

import spiritboard
from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.arena import data
from spiritboard.arena.data import DataFiles
from spiritboard.arena.match import MatchPlan
from spiritboard.arena.replay import record_in
from spiritboard.arena.simulate import SimulationJob, SimulationReport, record_game, simulate, watch_batch
from spiritboard.arena.tournament import tournament
from spiritboard.extras import need
from spiritboard.table.errors import BadRecord, BadSetup
from spiritboard.table.record import parse_record
from spiritboard.table.registry import find, games

DOCUMENT = Path(__file__).parents[2] / "docs" / "data.md"
Rows = list[dict[str, object]]


def rows(file: Path) -> Rows:
    found: Rows = parquet.read_table(file).to_pylist()
    return found


def simulated(folder: Path, job: SimulationJob, jobs: int = 1) -> tuple[Rows, Rows, SimulationReport]:
    one, other = folder / "games.parquet", folder / "decisions.parquet"
    with DataFiles(job, one, other) as files:
        report = simulate(job, jobs, files=files)
    return rows(one), rows(other), report


def without_times(report: SimulationReport) -> SimulationReport:
    return msgspec.structs.replace(report, seconds=0, decisions_per_second=0, games_per_second=0)


@pytest.mark.parametrize("game_id", games())
def test_every_row_agrees_with_the_recorded_game(game_id: str, tmp_path: Path) -> None:
    job = SimulationJob(game_id, 2, 3, "rows")
    played, decisions, _ = simulated(tmp_path, job)
    assert [game["game"] for game in played] == [0, 1, 2]
    for game in played:
        record = record_game(job, int(str(game["game"])))
        own = [row for row in decisions if row["game"] == game["game"]]
        assert record.result is not None
        assert (game["scores"], game["places"]) == (record.result.scores, record.result.places)
        assert game["shares"] == record.result.shares()
        assert [row["decision"] for row in own] == list(range(len(record.moves)))
        assert [(row["seat"], row["path"]) for row in own] == [(m.seat, " ".join(m.path)) for m in record.moves]
        statistics = find(game_id).statistics(record.setup.config)
        for row, state in zip(own, record.states(), strict=False):
            assert row["legal"] == len(state.legal(int(str(row["seat"]))))
            assert row["shown"] == statistics.shown(state)
        real = [sum(row["seat"] == seat and row["legal"] != 1 for row in own) for seat in range(2)]
        assert (game["finished"], game["decisions"], game["choices"]) == (True, len(own), real)


def test_events_that_all_seats_are_told_are_counted(tmp_path: Path) -> None:
    job = SimulationJob("thirteen", 3, 2, "events")
    for game in simulated(tmp_path, job)[0]:
        record = record_game(job, int(str(game["game"])))
        told = [event.kind for event in record.state_at(len(record.moves), listen=True).heard(None)]
        assert game["events"] == [(kind, told.count(kind)) for kind in sorted(set(told))]


def test_data_files_do_not_change_the_report(tmp_path: Path) -> None:
    job = SimulationJob("ghosts", 3, 250, "same")
    with_files = simulated(tmp_path, job)[2]
    without = simulate(job, 1)
    assert without_times(with_files) == without_times(without)


def test_data_files_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    job = SimulationJob("spookies", 3, 450, "jobs")
    for jobs in (1, 3):
        (tmp_path / str(jobs)).mkdir()
        simulated(tmp_path / str(jobs), job, jobs)
    for name in ("games.parquet", "decisions.parquet"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()
    assert [row["game"] for row in rows(tmp_path / "3" / "games.parquet")] == list(range(450))


def test_rows_are_written_before_there_are_too_many_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "ROWS_IN_MEMORY", 1000)
    _, decisions, _ = simulated(tmp_path, SimulationJob("spookies", 2, 400))
    groups = parquet.ParquetFile(tmp_path / "decisions.parquet").metadata
    sizes = [groups.row_group(at).num_rows for at in range(groups.num_row_groups)]
    assert sum(sizes) == len(decisions)
    assert len(sizes) == 4  # one for each 100 games
    assert parquet.ParquetFile(tmp_path / "games.parquet").metadata.num_row_groups == 1


def test_a_tournament_writes_the_bot_of_each_seat(tmp_path: Path) -> None:
    plan = MatchPlan("lanterns", 2, ("heuristic", "random"), 6, "arena")
    for jobs in (1, 2):
        with DataFiles(plan, tmp_path / f"games{jobs}", tmp_path / f"decisions{jobs}") as files:
            report = tournament(plan, jobs, files=files)
    assert (tmp_path / "games1").read_bytes() == (tmp_path / "games2").read_bytes()
    assert (tmp_path / "decisions1").read_bytes() == (tmp_path / "decisions2").read_bytes()
    played = rows(tmp_path / "games1")
    assert [(row["game"], row["deal"]) for row in played] == [(at, at // 2) for at in range(6)]
    assert [row["bots"] for row in played] == [["heuristic", "random"], ["random", "heuristic"]] * 3
    wins = sum(cast("list[float]", row["shares"])[cast("list[str]", row["bots"]).index("heuristic")] for row in played)
    assert wins == report.bots[0].wins


def test_lead_changes_are_counted_as_documented(tmp_path: Path) -> None:
    played, decisions, _ = simulated(tmp_path, SimulationJob("ghosts", 2, 20, "lead"))
    for game in played:
        shown = [row["shown"] for row in decisions if row["game"] == game["game"]] + [game["scores"]]
        leaders = [0 if one < other else 1 for one, other in cast("list[list[int]]", shown) if one != other]  # fewest
        assert game["lead_changes"] == sum(before != after for before, after in pairwise(leaders))
    assert any(game["lead_changes"] for game in played)


def test_unfinished_games_have_no_result(tmp_path: Path) -> None:
    played, decisions, report = simulated(tmp_path, SimulationJob("spookies", 2, 5, limit=3))
    assert report.unfinished == 5
    assert {(row["finished"], row["decisions"], row["scores"], row["shares"]) for row in played} == {
        (False, 3, None, None)
    }
    assert len(decisions) == 15


def test_a_data_file_says_how_to_play_its_games_again(tmp_path: Path) -> None:
    job = SimulationJob("ghosts", 3, 2, "about", (("rounds", "1"),))
    simulated(tmp_path, job)
    for name in ("games.parquet", "decisions.parquet"):
        about = json.loads(parquet.read_schema(tmp_path / name).metadata[b"spiritboard"])
        assert about == {
            "game": "ghosts",
            "players": 3,
            "options": {"rounds": "1", "first": "random"},
            "pieces": job.setup().config.digest,
            "seed": "about",
            "version": spiritboard.__version__,
            "bots": ["random"],
            "rules": games()["ghosts"].rules_version,
            "shown": "fright points",
            "fewest_lead": True,
            "observation": job.setup().observation.version,
            "actions": job.setup().actions.names,
        }


def documented(heading: str) -> list[tuple[str, str, bool]]:
    part = DOCUMENT.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| (\w+) \| ([^|]+) \| (yes|no) \| \S", part, re.MULTILINE)
    return [(name, kind.strip(), null == "yes") for name, kind, null in found]


@pytest.mark.parametrize(("name", "heading"), [("games.parquet", "Games"), ("decisions.parquet", "Decisions")])
def test_the_documented_columns_are_those_of_the_files(name: str, heading: str, tmp_path: Path) -> None:
    simulated(tmp_path, SimulationJob("spookies", 2, 2))
    schema = parquet.read_schema(tmp_path / name)
    assert documented(heading) == [(field.name, str(field.type), field.nullable) for field in schema]


def test_the_documented_columns_of_observations_are_those_of_the_file(tmp_path: Path) -> None:
    with DataFiles(SimulationJob("spookies", 2, 2), None, tmp_path / "decisions", observations=True) as files:
        simulate(SimulationJob("spookies", 2, 2), 1, files=files)
    added = list(parquet.read_schema(tmp_path / "decisions"))[len(documented("Decisions")) :]
    assert documented("What the seats saw") == [(field.name, str(field.type), field.nullable) for field in added]


def test_an_interrupted_simulation_leaves_no_file(tmp_path: Path) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    before = tmp_path / "games.parquet"
    before.write_text("of yesterday")
    with pytest.raises(KeyboardInterrupt), DataFiles(SimulationJob("spookies", 2, 300), before, None) as files:
        simulate(SimulationJob("spookies", 2, 300), 1, interrupt, files)
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]
    assert before.read_text() == "of yesterday"


def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    job = SimulationJob("spookies", 2, 2)
    with pytest.raises(BadSetup, match=r"nowhere.*cannot be written"):
        DataFiles(job, tmp_path / "nowhere" / "games", None)
    with pytest.raises(BadSetup, match="cannot be written"):
        DataFiles(job, tmp_path / "one", tmp_path)
    with pytest.raises(BadSetup, match="the same file"):
        DataFiles(job, tmp_path / "one", tmp_path / "one")
    assert list(tmp_path.iterdir()) == []


def test_a_resumed_tournament_writes_no_data_files(tmp_path: Path) -> None:
    plan = MatchPlan("lanterns", 2, ("heuristic", "random"), 2)
    with pytest.raises(BadSetup, match="--resume"), DataFiles(plan, tmp_path / "games", None) as files:
        tournament(plan, 1, tmp_path / "journal", files=files)


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    need("report", "Writing", "pyarrow")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadSetup, match=r"^Writing: pyarrow must be .* pip install 'spiritboard\[report\]'\.$"):
        need("report", "Writing", "pyarrow")


def test_the_command_loads_without_the_libraries_of_extras() -> None:
    code = "import sys, spiritboard.cli; print([m for m in sys.modules if m in ('pyarrow', 'numpy', 'altair', 'ray')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_packed_games_can_be_pickled() -> None:
    packed = data.pack(list(watch_batch(SimulationJob("ghosts", 2, 3), 0, 3)))
    assert pickle.loads(pickle.dumps(packed)).decisions == packed.decisions
    assert isinstance(packed.games, arrow.RecordBatch)


# What the seats saw, and games replayed from their rows.


def observed(folder: Path, plan: SimulationJob | MatchPlan) -> Path:
    """Returns a file of decisions with observations."""
    file = folder / "observed.parquet"
    with DataFiles(plan, None, file, observations=True) as files:
        if isinstance(plan, MatchPlan):
            tournament(plan, 1, files=files)
        else:
            simulate(plan, 1, files=files)
    return file


@pytest.mark.parametrize("game_id", games())
def test_observations_are_those_of_the_environments(game_id: str, tmp_path: Path) -> None:
    adapter = GameAdapter(game_id)
    job = SimulationJob(game_id, adapter.seats, 1, "seen", limit=60)
    file = observed(tmp_path, job)
    for row, state in zip(rows(file), record_in(file, 0).states(), strict=False):
        seat, action = cast(int, row["seat"]), cast(int, row["action"])
        assert row["observation"] == adapter.observe(state, seat).tolist()
        assert row["mask"] == adapter.mask(adapter.marks(state, seat, True)).tolist()
        assert row["path"] == " ".join(state.path(seat, adapter.move(action)))


PLANS = [
    pytest.param(SimulationJob("spookies", 3, 3, "again"), id="random"),
    pytest.param(SimulationJob("ghosts", 2, 3, "again", bot="heuristic"), id="a bot at every seat"),
    pytest.param(MatchPlan("thirteen", 2, ("heuristic", "random"), 4, "again"), id="arena"),
]


@pytest.mark.parametrize("plan", PLANS)
def test_every_row_can_be_replayed(plan: SimulationJob | MatchPlan, tmp_path: Path) -> None:
    played, decided = tmp_path / "games", tmp_path / "decisions"
    with DataFiles(plan, played, decided) as files:
        if isinstance(plan, MatchPlan):
            tournament(plan, 1, files=files)
        else:
            simulate(plan, 1, files=files)
    for game in rows(played):
        record = record_in(decided, cast(int, game["game"]))
        end = record.verify()
        assert (end.standings().scores, len(record.moves)) == (game["scores"], game["decisions"])
        assert parse_record(record.to_text()).verify().to_json() == end.to_json()
        own = [row for row in rows(decided) if row["game"] == game["game"]]
        statistics = find(plan.game).statistics(record.setup.config)
        for row, state in zip(own, record.states(), strict=False):
            assert (row["legal"], row["shown"]) == (
                len(state.legal(cast(int, row["seat"]))),
                statistics.shown(state),
            )


def test_random_games_of_an_earlier_version_replay_without_their_dice(tmp_path: Path) -> None:
    job = SimulationJob("ghosts", 3, 2, "earlier")
    simulated(tmp_path, job)
    file = tmp_path / "decisions.parquet"
    table = parquet.read_table(file)
    about = json.loads(table.schema.metadata[b"spiritboard"])
    for name in ("rules", "observation", "actions"):
        del about[name]
    earlier = table.drop_columns(["deal", "action", "dice"])
    parquet.write_table(earlier.replace_schema_metadata({"spiritboard": json.dumps(about)}), file)
    assert record_in(file, 1).to_text() == record_game(job, 1).to_text()
    parquet.write_table(
        earlier.replace_schema_metadata({"spiritboard": json.dumps({**about, "bots": ["heuristic"]})}), file
    )
    with pytest.raises(BadRecord, match="without the dice: only random games replay"):
        record_in(file, 1)


def test_files_that_hold_no_such_game_are_refused(tmp_path: Path) -> None:
    simulated(tmp_path, SimulationJob("spookies", 2, 2))
    with pytest.raises(BadRecord, match="no game 2 in this file"):
        record_in(tmp_path / "decisions.parquet", 2)
    with pytest.raises(BadRecord, match="a file of games"):
        record_in(tmp_path / "games.parquet", 0)
    (tmp_path / "text").write_text("no Parquet")
    with pytest.raises(BadRecord, match="not a file of decisions"):
        record_in(tmp_path / "text", 0)
