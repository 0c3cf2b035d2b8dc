"""`spiritboard play --from`: a recorded game is played on in the terminal, and its record told again."""

from __future__ import annotations

from pathlib import Path

import pytest

from spiritboard.table.record import read_record
from tests.test_cli import Run, is_one_clear_line, record, run

__all__ = ["record", "run"]  # fixtures


@pytest.mark.parametrize("hidden", [(), ("--anew",)], ids=["as it was", "anew"])
def test_a_recorded_game_is_played_on_and_its_record_replays(
    run: Run, record: str, tmp_path: Path, hidden: tuple[str, ...]
) -> None:
    played, bots = tmp_path / "on.txt", ("--people", "0", "--level", "random")
    code, out, err = run("play", "--from", record, "--at", "5", "--seed", "1", "--record", str(played), *bots, *hidden)
    assert (code, err) == (0, ""), out
    found, source = read_record(played), read_record(Path(record))
    assert found.begin().position() == source.state_at(5).position() | {"reversible": False}
    assert found.verify().over
    assert run("replay", str(played))[0] == run("replay", str(played), "--ply", "0")[0] == 0


def test_what_the_first_person_could_not_know_is_dealt_anew(run: Run, record: str) -> None:
    code, out, _ = run("play", "--from", record, "--at", "5", "--anew", "--name", "Ada", typed=["quit"])
    assert code == 0
    assert "Ada" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--at", "3"), "name its file with --from"),
        (("--anew",), "name its file with --from"),
        (("--from", "RECORD", "--at", "100000"), "has the positions 0 to"),
        (("--from", "RECORD", "--at", "END"), "The game is over after move"),
        (("--from", "RECORD", "--players", "2"), "has 3 players"),
        (("--from", "RECORD", "--option", "first=seat-0"), "its own options"),
        (("--from", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_what_cannot_be_played_on_is_refused(run: Run, record: str, arguments: tuple[str, ...], said: str) -> None:
    end = str(len(read_record(Path(record)).moves))
    given = [{"RECORD": record, "END": end}.get(each, each) for each in arguments]
    answer = run("play", *given)
    assert is_one_clear_line(*answer)
    assert said in answer[2]
