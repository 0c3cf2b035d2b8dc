"""The command as people type it: its answers, and one clear line for every error."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import pytest

from spiritboard import cli
from spiritboard.commands import shared
from spiritboard.games.spookies import GAME
from spiritboard.terminal import Terminal, TerminalPlayer


class Run(Protocol):
    def __call__(self, *arguments: str, typed: list[str] | None = None) -> tuple[int, str, str]: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process with typed answers. Returns exit code, standard output and standard error."""

    def command(*arguments: str, typed: list[str] | None = None) -> tuple[int, str, str]:
        answers = iter(typed or [])

        def read(prompt: str = "", **_: object) -> str:
            shared.out.print(prompt)
            try:
                return next(answers)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(sys, "argv", ["spiritboard", *arguments])
        monkeypatch.setattr(shared.out, "input", read)
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return command


@pytest.fixture
def record(run: Run, tmp_path: Path) -> str:
    """Returns the file of a recorded game of Spookies for three players."""
    run("simulate", "spookies", "--players", "3", "--games", "1", "--records", str(tmp_path))
    return str(tmp_path / "spookies-000000.txt")


def test_games(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert "Spookies" in out
    assert "2-5 players" in out
    code, out, _ = run("games", "--json")
    assert {game["id"] for game in json.loads(out)} >= {"spookies"}


def test_observation_lists_positions(run: Run) -> None:
    code, out, _ = run("observation", "spookies", "--players", "3")
    assert code == 0
    assert "Spookies, 3 players, version 2" in out
    assert "chips: player +2" in out
    assert "player +3" not in out
    code, out, _ = run("observation", "spookies", "--players", "3", "--json")
    told = json.loads(out)
    observation = GAME.setup(3).observation
    assert [each["name"] for each in told["positions"]] == observation.names()
    assert [each["highest"] for each in told["positions"]] == observation.most()
    assert (told["version"], told["players"]) == (observation.version, 3)


def test_observation_lists_an_earlier_version(run: Run) -> None:
    told = json.loads(run("observation", "ghosts", "--version", "1", "--json")[1])
    assert (told["version"], len(told["positions"])) == (1, 75)
    assert json.loads(run("observation", "ghosts", "--json")[1])["version"] == 2
    code, _, err = run("observation", "ghosts", "--version", "9")
    assert (code, "has no version 9" in err) == (2, True)


def test_observation_lists_actions(run: Run) -> None:
    code, out, _ = run("observation", "spookies", "--actions")
    assert code == 0
    assert "roll-2-dice" in out
    assert "chips: me" not in out
    code, out, _ = run("observation", "spookies", "--actions", "--json")
    told = json.loads(out)
    assert told["actions"] == GAME.setup(2).actions.names
    assert "positions" not in told


def test_observation_depends_on_the_options(run: Run) -> None:
    told = json.loads(run("observation", "spookies", "-o", "variant=free-choice", "--json")[1])
    assert told["options"]["variant"] == "free-choice"
    code, out, err = run("observation", "spookies", "--players", "9")
    assert (code, out) == (2, "")
    assert "takes 2 to 5 players" in err


def test_about_says_how_the_rules_run(run: Run) -> None:
    code, out, _ = run("about")
    plain = bool(os.environ.get("SPIRITBOARD_PLAIN"))
    assert code == 0
    assert ("rules: plain Python" in out) or not plain
    assert ("rules: compiled" in out) or plain or not list(GAME.folder.glob("rules.*.so"))


def test_rules_and_pieces(run: Run) -> None:
    code, out, _ = run("rules", "spookies")
    assert code == 0
    assert "SP19" in out
    code, out, _ = run("pieces", "spookies")
    assert code == 0
    assert "16 °" in out
    assert "9 *" in out
    assert "reconstructed" in out


def test_pieces_can_be_copied_changed_and_played(run: Run, tmp_path: Path) -> None:
    _, toml, _ = run("pieces", "spookies", "--toml")
    mine = tmp_path / "my.toml"
    mine.write_text(toml.replace("reward = [16, 9, 5]", "reward = [30, 9, 5]"))
    assert "30" in run("pieces", "spookies", "--pieces", str(mine))[1]
    code, out, _ = run("simulate", "spookies", "--games", "20", "--pieces", str(mine), "--json")
    assert code == 0
    assert json.loads(out)["pieces"] != GAME.own_pieces.digest()


REPORT = {"game", "players", "options", "games", "decisions", "seconds", "decisions_per_second", "games_per_second"}


def test_simulate_reports(run: Run) -> None:
    code, out, _ = run("simulate", "spookies", "--players", "4", "--games", "300", "--seed", "7", "--json")
    report = json.loads(out)
    assert code == 0
    assert report.keys() >= REPORT | {"length", "wins", "unfinished"}
    assert report["length"].keys() == {"mean", "min", "max"}
    assert (report["game"], report["players"], report["games"], report["unfinished"]) == ("spookies", 4, 300, 0)
    assert sum(report["wins"]) == pytest.approx(1)
    assert report["options"] == {"variant": "friend-die", "chips": "recommended", "first": "random"}
    code, out, _ = run("simulate", "spookies", "--games", "10")
    assert code == 0
    assert "decisions per second" in out


def test_the_same_seed_gives_the_same_games_with_any_number_of_jobs(run: Run) -> None:
    def games(*more: str) -> dict[str, object]:
        code, out, _ = run("simulate", "spookies", "--games", "4500", "--json", *more)
        assert code == 0
        return {name: value for name, value in json.loads(out).items() if "second" not in name}

    one = games("--seed", "5", "--jobs", "1")
    assert games("--seed", "5", "--jobs", "3") == one
    assert games("--seed", "6", "--jobs", "3") != one


def test_unfinished_games_are_counted(run: Run) -> None:
    report = json.loads(run("simulate", "spookies", "--games", "50", "--limit", "5", "--json")[1])
    assert report["unfinished"] == 50
    assert report["decisions"] == 250
    assert report["wins"] == [0.0, 0.0]


def test_records_are_written_and_replayed(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "spookies", "--games", "3", "--records", str(tmp_path / "new"))[0] == 0
    files = sorted((tmp_path / "new").iterdir())
    assert len(files) == 3
    code, out, _ = run("replay", str(files[0]))
    assert code == 0
    assert "the friend die shows" in out
    assert "points" in out
    assert "Kracko" in run("replay", str(files[0]), "--ply", "0")[1]


@pytest.mark.parametrize(
    ("eyes", "seat"),
    [("seat-0", 0), ("seat-2", 2), pytest.param("1", 0, id="older-1"), pytest.param("3", 2, id="older-3")],
)
def test_a_record_is_replayed_through_the_eyes_of_a_seat(run: Run, record: str, eyes: str, seat: int) -> None:
    """Seats count from 0; a number alone, as older scripts give it, counts chairs from 1."""
    code, out, _ = run("replay", record, "--ply", "4", "--eyes", eyes, "--json")
    assert (code, json.loads(out)["view"]["seat"]) == (0, seat)


def test_a_review_says_luck_decisions_and_mistakes(run: Run, record: str, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    code, said, _ = run("review", record, "--samples", "3", "--jobs", "1")
    assert code == 0
    assert "skill" in said
    assert "of a hundred" in said
    code, said, _ = run("review", record, "--samples", "3", "--jobs", "1", "--json", "--out", str(page))
    assert code == 0
    for seat in json.loads(said)["seats"]:
        assert seat["final"] - seat["initial"] == seat["luck"] + sum(seat["decisions"])
    assert page.read_text().startswith("<!doctype html>")
    assert not Path(f"{record}.review").exists()


def test_a_review_refuses_seats_that_do_not_exist(run: Run, record: str) -> None:
    code, _, complaint = run("review", record, "--samples", "1", "--seat", "7")
    assert code == 2
    assert "There is no seat 7" in complaint


@pytest.mark.parametrize("eyes", ["seat-3", "seat-", "seat--1", "seat-x", "4", "0", "-1", "x", ""])
def test_a_replay_refuses_the_eyes_of_a_seat_that_does_not_exist(run: Run, record: str, eyes: str) -> None:
    code, out, err = run("replay", record, "--eyes", eyes)
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert f"no seat {eyes!r}: this game has seat-0, seat-1, seat-2." in err


def test_a_game_against_a_bot_from_the_keyboard(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "spookies", "--players", "2", "--name", "Ada", "--seed", "3", "--record", str(file))
    typed = ["nonsense", "?", "log", *(["2"] * 400)]
    code, out, _ = run(*arguments, "--level", "easy", typed=typed)
    assert code == 0
    assert "nonsense is not among the choices" in out
    assert "1. Ada" in out or "2. Ada" in out
    assert "points" in out
    replayed = run("replay", str(file))
    assert replayed[0] == 0
    assert "Ada" in replayed[1]


def test_picks_by_name_and_taking_back(run: Run) -> None:
    arguments = ("play", "spookies", "--players", "2", "--option", "variant=free-choice", "--option", "first=seat-0")
    code, out, _ = run(*arguments, typed=["hanja", "take back", "pop", "roll 2", "quit"])
    assert code == 0
    assert "Poppy is at the gate and needs 5" in out
    assert "Player 1 takes Poppy." not in out.split("take back")[0].split("pop")[0]


def test_the_next_player_presses_enter_before_they_see_the_table(run: Run) -> None:
    typed = ["", "3", "3", "3", "3", "3"] * 60
    code, out, _ = run("play", "--players", "2", "--people", "2", "--name", "Ada", "--name", "Bo", typed=typed)
    assert code == 0
    assert "Pass the keyboard to Ada" in out
    assert "Pass the keyboard to Bo" in out


def test_a_very_long_number_is_not_a_choice(run: Run) -> None:
    code, out, _ = run("play", typed=["9" * 5000, "quit"])
    assert code == 0
    assert "is not among the choices" in out


def test_typed_text_is_not_read_as_markup(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("simulate", "spookies", "--games", "1", "--seed", "[/red]")
    assert code == 0
    assert "[/red]" in out
    assert "Recorded in [red].txt." in run("play", "--record", "[red].txt", typed=["quit"])[1]
    made = run("report", "ghosts", "--players", "2", "--games", "2", "--option", "rounds=1", "--out", "[red].html")
    assert "Written to [red].html." in made[1]


def test_names_are_cleaned_as_at_the_web_table(run: Run) -> None:
    code, out, _ = run("play", "--name", " A\x1bda\n", typed=["quit"])
    assert code == 0
    assert "Spookies: Ada, Bot 1" in out


def test_people_cannot_play_without_a_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = run("play")
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert run("play", "--people", "0", "--level", "random")[0] == 0


def test_back_goes_to_where_there_was_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pick without an alternative is made without asking, so `back` must skip it."""
    paths = [("stay",), ("go", "on", "left"), ("go", "on", "right", "away"), ("go", "on", "right", "home")]
    terminal = Terminal(GAME.setup(2), [TerminalPlayer("Ada"), TerminalPlayer("Bo")], shared.out, "1")
    monkeypatch.setattr(terminal, "in_progress", SimpleNamespace(state=SimpleNamespace(paths=lambda seat: paths)))
    for typed, found in (
        (["go", "back", "stay"], ("stay",)),
        (["go", "right", "back", "left"], ("go", "on", "left")),
        (["go", "right", "back", "back", "back", "stay"], ("stay",)),
        (["back", "go", "right", "home"], ("go", "on", "right", "home")),
    ):
        answers = iter(typed)
        monkeypatch.setattr(shared.out, "input", lambda prompt, answers=answers: next(answers))
        assert terminal.ask_path(0) == found


def test_choices_are_in_the_words_of_the_game_and_are_answered_with_them(run: Run) -> None:
    opening = ("play", "thirteen", "--people", "2", "--seed", "words")
    first, _ = re.findall(r"\d (Hide \d+ in your crypt)", run(*opening, typed=["", "quit"])[1])
    assert "Pass the keyboard to Player 2" in run(*opening, typed=["", first.lower(), "quit"])[1]


def test_leaving_is_not_an_error(run: Run) -> None:
    for typed in (["quit"], []):
        code, out, err = run("play", typed=typed)
        assert (code, err) == (0, "")
        assert "left as it is" in out


ARENA_BOT = {"name", "games", "wins", "win_share", "low", "high", "rating", "seconds_per_decision"}


def test_arena_reports(run: Run, tmp_path: Path) -> None:
    arguments = ("arena", "spookies", "--bots", "heuristic,random", "--players", "2", "--games", "9", "--seed", "4")
    code, out, _ = run(*arguments, "--jobs", "1", "--resume", str(tmp_path / "kept"), "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["game"], report["players"], report["games"]) == ("spookies", 2, 10)
    assert [bot["name"] for bot in report["bots"]] == ["heuristic", "random"]
    assert all(bot.keys() >= ARENA_BOT for bot in report["bots"])
    code, out, _ = run(*arguments, "--resume", str(tmp_path / "kept"))
    assert code == 0
    assert "heuristic" in out


def test_data_files_are_written(run: Run, tmp_path: Path) -> None:
    games, decisions = tmp_path / "games.parquet", tmp_path / "decisions.parquet"
    files = ("--games-to", str(games), "--decisions-to", str(decisions))
    assert run("simulate", "spookies", "--games", "5", *files)[0] == 0
    before = games.read_bytes()
    assert before[:4] == decisions.read_bytes()[:4] == b"PAR1"
    assert run("arena", "spookies", "--bots", "heuristic,random", "--games", "2", "--jobs", "1", *files)[0] == 0
    assert games.read_bytes() != before


def test_a_report_is_written(run: Run, tmp_path: Path) -> None:
    _, toml, _ = run("pieces", "spookies", "--toml")
    mine = tmp_path / "my.toml"
    mine.write_text(toml.replace("reward = [16, 9, 5]", "reward = [30, 9, 5]"))
    own = tmp_path / "own.toml"
    own.write_text(toml)
    page = tmp_path / "page.html"
    arguments = ("report", "spookies", "--players", "2", "--games", "20", "--jobs", "1", "--out", str(page))
    code, out, _ = run(*arguments, "--bots", "heuristic", "--pieces", str(own), "--pieces", str(mine))
    assert code == 0
    assert "page.html" in out.replace("\n", "")
    assert "1 printed value differs" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "extra", "arguments"),
    [
        ("pyarrow", "report", ("simulate", "spookies", "--games-to", "games.parquet")),
        ("altair", "report", ("report", "spookies")),
        ("ray", "cluster", ("simulate", "--cluster", "spookies")),
    ],
)
def test_a_missing_extra_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, module: str, extra: str, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    code, out, err = run(*arguments)
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert f"pip install 'spiritboard[{extra}]'" in err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("simulate --cluster spookies", "simulate --cluster local spookies"),
        ("simulate spookies --cluster", "simulate spookies --cluster local"),
        ("arena ghosts --cluster --jobs 2", "arena ghosts --cluster local --jobs 2"),
        ("arena ghosts --cluster 10.0.0.1:6379", "arena ghosts --cluster 10.0.0.1:6379"),
        ("arena ghosts --cluster auto", "arena ghosts --cluster auto"),
    ],
)
def test_the_address_of_a_cluster_may_be_left_out(typed: str, meant: str) -> None:
    assert cli._with_cluster_address(typed.split()) == meant.split()


def test_bots_can_play_alone(run: Run) -> None:
    code, out, _ = run("play", "--people", "0", "--seed", "1", "--level", "easy")
    assert code == 0
    assert "Bot 1" in out


@pytest.fixture
def damaged(record: str, tmp_path: Path) -> Callable[[str, str], str]:
    text = Path(record).read_text()

    def damage(old: str, new: str) -> str:
        assert old in text
        (tmp_path / "damaged.txt").write_text(text.replace(old, new, 1))
        return str(tmp_path / "damaged.txt")

    return damage


def is_one_clear_line(code: int, out: str, err: str) -> bool:
    return code == 2 and out == "" and err.count("\n") == 1 and err.startswith("spiritboard: ") and "Trace" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "chess"), "no game 'chess'"),
        (("play", "chess"), "no game 'chess'"),
        (("rules", "chess"), "no game 'chess'"),
        (("pieces", "chess"), "no game 'chess'"),
        (("simulate", "spookies", "--players", "6"), "2 to 5 players, not 6"),
        (("play", "spookies", "--players", "1"), "2 to 5 players, not 1"),
        (("simulate", "spookies", "--games", "-3"), "not -3"),
        (("simulate", "spookies", "--games", "0"), "not 0"),
        (("simulate", "spookies", "--games", "many"), "--games"),
        (("simulate", "spookies", "--jobs", "0"), "jobs"),
        (("simulate", "spookies", "--limit", "0"), "limit"),
        (("simulate", "spookies", "--option", "variant"), "NAME=VALUE"),
        (("simulate", "spookies", "--option", "variant=wild"), "friend-die, free-choice"),
        (("simulate", "spookies", "--option", "speed=fast"), "no option 'speed'"),
        (("play", "spookies", "--people", "4"), "0 to 3 people"),
        (("play", "spookies", "--name", "Ada", "--name", "Bo"), "2 names for 1 person"),
        (("play", "spookies", "--name", " "), "at least one letter"),
        (("play", "spookies", "--record", "nowhere/game.txt"), "nowhere/game.txt: cannot be written"),
        (("play", "spookies", "--record", "."), ".: cannot be written"),
        (("simulate", "spookies", "--games", "2000000000", "--records", "/dev/null"), "/dev/null: cannot be written"),
        (("simulate", "spookies", "--games-to", "."), ".: cannot be written"),
        (("simulate", "spookies", "--jobs", "1001"), "jobs"),
        (("simulate", "two\nlines"), "two\\nlines"),
        (("pieces", "spookies", "--pieces", "two\n\x1b[2Jlines"), "two\\n\\x1b[2Jlines"),
        (("replay", __file__), "Line 1: a record begins with"),
        (("simulate", "spookies", "--pieces", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("replay", "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("play", "spookies", "--level", "genius"), "no bot 'genius'"),
        (("play", "spookies", "--level", "cheat"), "no bot 'cheat'"),
        (("arena", "chess"), "no game 'chess'"),
        (("arena", "spookies", "--bots", "random"), "2 to 32 bots"),
        (("arena", "spookies", "--bots", "random,genius"), "no bot 'genius'"),
        (("arena", "spookies", "--games", "0"), "not 0"),
        (("arena", "spookies", "--jobs", "0"), "jobs"),
        (("simulate", "spookies", "--games-to", "nowhere/games.parquet"), "nowhere/games.parquet: cannot be written"),
        (("arena", "spookies", "--resume", "x", "--games-to", "x"), "--resume"),
        (("report", "chess"), "no game 'chess'"),
        (("report", "spookies", "--players", "9"), "2 to 5 players"),
        (("report", "spookies", "--bots", "genius"), "no bot 'genius'"),
        (("report", "spookies", "--games", "0"), "not 0"),
        (("report", "spookies", "--games", "1"), "at least 2 games"),
        (("report", "spookies", "--jobs", "0"), "jobs"),
        (("report", "spookies", "--pieces", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("report", "spookies", "--out", "nowhere/page.html"), "nowhere/page.html: cannot be written"),
        (("serve", "--host", ""), "no address to listen on"),
        (("serve", "--port", "99999"), "port must be 0-65535.\n"),
        (("serve", "--bot-pace", "nan"), "pace of bots"),
        (("serve", "--bot-pace", "inf"), "pace of bots"),
        (("serve", "--bot-pace", "-1"), "pace of bots"),
        (("serve", "--bot-seconds", "nan"), "time to think"),
        (("serve", "--bot-seconds", "0"), "time to think"),
        (("serve", "--requests-a-minute", "0"), "request a minute"),
        (("serve", "--tables-a-person", "0"), "at least one table"),
        (("serve", "--sockets-a-network", "-1"), "at least one table"),
        (("serve", "--expire-days", "-1"), "with 0, never"),
        (("serve", "--database", "tables"), "postgresql://user:password@host/name"),
        (("serve", "--database", "sqlite:///tables"), "not in sqlite"),
        (
            ("serve", "--database", "postgresql://ada:SECRET@127.0.0.1:1/tables"),
            "ada:***@127.0.0.1:1/tables cannot be used",
        ),
        (("simulate",), "GAME"),
        (("fly",), "fly"),
        (("simulate", "spookies", "--fast"), "--fast"),
    ],
)
def test_wrong_input_is_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert said in err
    assert "SECRET" not in err


def test_a_damaged_file_of_tables_is_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("This is no database." * 100)
    code, out, err = run("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert "tables.sqlite: cannot be used for tables" in err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Spiritboard record 1", "Other record 1", "Line 1"),
        ("game: spookies", "game: chess", "no game 'chess'"),
        ("seats: 3", "seats: 7", "2 to 5 players"),
        ("seats: 3", "seats: x", "Line 3"),
        ("variant=friend-die", "variant=wild", "variant"),
        ("pieces: ", "pieces: 0", "other pieces"),
        ('["Player 1"', '["Player 0","Player 1"', "4 names"),
        ("rules: 1", "rules: 0", "Line 6: '0' is not a version"),
        ("rules: 1", f"rules: {'9' * 5000}", "Line 6"),
        ("rules: 1", "rule: 1", "Line 6: expected 'names'"),
        ("names: [", "names: {", "Line 7"),
        ("deal: ", "deal: z", "Line 8"),
        ("1. ", "2. ", "Line 9"),
        (" roll-", " fall-", "does not replay"),
        ("scores: ", "scores: 9", "does not end as recorded"),
        ("places: ", "places: x", "not scores and places"),
    ],
)
def test_damaged_records_are_one_line(
    run: Run, damaged: Callable[[str, str], str], old: str, new: str, said: str
) -> None:
    code, out, err = run("replay", damaged(old, new))
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert said in err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (" roll-", " fall-", "does not replay"),
        ("scores: ", "scores: 9", "does not end as recorded"),
        ("variant=friend-die", "variant=wild", "variant"),
    ],
)
def test_other_rules_are_named_as_the_reason(
    run: Run, damaged: Callable[[str, str], str], old: str, new: str, said: str
) -> None:
    file = Path(damaged(old, new))
    file.write_text(file.read_text(encoding="utf-8").replace("rules: 1", "rules: 7"), encoding="utf-8")
    code, out, err = run("replay", str(file))
    assert is_one_clear_line(code, out, err), (code, out, err)
    assert said in err
    assert err.endswith("played by version 7 of the rules of Spookies, and these are version 1: that is why.\n")


def test_other_rules_are_named_where_a_record_replays(run: Run, damaged: Callable[[str, str], str]) -> None:
    code, out, err = run("replay", damaged("rules: 1", "rules: 7"), "--json")
    assert code == 0
    assert json.loads(out)["plies"]
    assert err.startswith("This game was played by version 7 of the rules of Spookies, and these are version 1.")


def test_a_record_without_a_version_of_the_rules_has_version_1(run: Run, damaged: Callable[[str, str], str]) -> None:
    code, _, err = run("replay", damaged("rules: 1\n", ""))
    assert (code, err) == (0, "")
    assert "Line 6" in run("replay", damaged("rules: 1\nnames: [", "names: {"))[2]


@pytest.mark.parametrize("more", [(), ("--ply", "3"), ("--json",)])
def test_a_record_cannot_write_over_the_screen(
    run: Run, damaged: Callable[[str, str], str], more: tuple[str, ...]
) -> None:
    code, out, _ = run("replay", damaged('"Player 1"', r'"[red]\u001b[2J\u202eA\rda"'), *more)
    assert code == 0
    assert "[red]" in out
    assert "\x1b" not in out
    assert "\r" not in out


def test_replay_refuses_plies_and_files_that_do_not_exist(run: Run, record: str, tmp_path: Path) -> None:
    assert is_one_clear_line(*run("replay", record, "--ply", "100000"))
    assert is_one_clear_line(*run("replay", str(tmp_path)))
    assert is_one_clear_line(*run("simulate", "spookies", "--games", "1", "--records", record))


COMMAND = [sys.executable, "-m", "spiritboard"]


@pytest.mark.parametrize("command", [("games",), ("rules", "thirteen")])
def test_unknown_letters_are_shown_as_question_marks(command: tuple[str, ...]) -> None:
    poor = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run([*COMMAND, *command], capture_output=True, env=poor, check=False)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"?" in shown.stdout


@pytest.mark.parametrize("command", [("games",), ("pieces", "spookies", "--toml")])
def test_an_output_that_cannot_be_written_is_one_line(command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run([*COMMAND, *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert is_one_clear_line(told.returncode, "", told.stderr), told.stderr
    assert "No space left on device" in told.stderr


def wait_for_workers(group: int) -> None:
    """Wait until a command has processes that work for it, and then some seconds. A machine with one core has none."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, text=True, check=False)
        if len(found.stdout.split()) > 1:
            break
        time.sleep(0.1)
    time.sleep(3)


@pytest.mark.parametrize(
    "work",
    [
        ("simulate", "spookies", "--games", "2000000000"),
        # One game takes hours, in processes that have processes of their own.
        ("arena", "ghosts", "--bots", "search:iterations=1000000:processes=2,random", "--jobs", "2"),
    ],
)
def test_ctrl_c_ends_cleanly(work: tuple[str, ...]) -> None:
    command = [*COMMAND, *work]
    not_ignored = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # the tests may run where Ctrl-C is ignored
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=not_ignored
    )
    wait_for_workers(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # otherwise it would run for ever
        raise
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "Stopped" in err
