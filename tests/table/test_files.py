"""Files that a user names are read, or refused with a sentence, whatever is in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from spiritboard.arena.simulate import SimulationJob, record_game
from spiritboard.games.spookies import GAME
from spiritboard.table.errors import BadPieces, BadRecord, BadSetup
from spiritboard.table.options import NumberOption
from spiritboard.table.record import Record, parse_record, read_record

OWN = (GAME.folder / "pieces.toml").read_bytes()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a = 1" + b"0" * 5000, "a number has too many digits"),
        (b"\xff", "not text in UTF-8"),
        (b"", "missing"),
        (b"# much\n" * 200_000, "larger"),
    ],
)
def test_pieces_that_make_no_sense_are_refused(tmp_path: Path, written: bytes, said: str) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(written)
    with pytest.raises(BadPieces, match=said) as refused:
        GAME.read_pieces(file)
    assert str(refused.value).count("my.toml") == 1


@pytest.mark.parametrize("name", [r"\u001b[2J", "{99}", "{0}", r"gar\nden"])
def test_pieces_hold_words_and_nothing_else(tmp_path: Path, name: str) -> None:
    """Braces stand for players in events, and a terminal obeys control characters."""
    file = tmp_path / "my.toml"
    file.write_bytes(OWN.replace(b'name = "garden"', f'name = "{name}"'.encode()))
    with pytest.raises(BadPieces, match="is not a text to be printed"):
        GAME.read_pieces(file)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    endless = Path("/dev/zero")
    with pytest.raises(BadPieces, match="larger"):
        GAME.read_pieces(endless)
    with pytest.raises(BadRecord, match="larger"):
        read_record(endless)


def test_pieces_may_begin_with_the_mark_that_some_editors_write(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(b"\xef\xbb\xbf" + OWN)
    assert GAME.read_pieces(file) == GAME.own_pieces


def test_a_number_of_any_length_is_checked() -> None:
    rounds = NumberOption("rounds", "how many rounds", "3", lowest=0, highest=9)
    for wrong in ("9" * 5000, "10", "-1", "\u0663", "3.0", " 3", ""):
        with pytest.raises(BadSetup, match="from 0 to 9"):
            rounds.check(wrong, 2)
    assert [rounds.check(right, 2) for right in ("0", "9", "007")] == ["0", "9", "7"]


Written = Callable[[str, str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Returns a function that writes a record in which a text is replaced."""
    text = record_game(SimulationJob(GAME.id, 2, 1), 0).to_text()

    def write(old: str, new: str) -> Path:
        assert old in text
        file = tmp_path / "game.txt"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return file

    return write


def test_a_record_of_other_pieces_is_read_with_their_file(tmp_path: Path, written: Written) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(OWN.replace(b"reward = [16, 9, 5]", b"reward = [30, 9, 5]"))
    played = record_game(SimulationJob(GAME.id, 2, 1, pieces=GAME.read_pieces(mine)), 0)
    file = tmp_path / "game.txt"
    file.write_text(played.to_text(), encoding="utf-8")
    assert read_record(file, mine).verify().over
    with pytest.raises(BadRecord, match="other pieces"):
        read_record(file)
    with pytest.raises(BadRecord, match=r"nowhere\.toml: cannot be read"):
        read_record(file, tmp_path / "nowhere.toml")


@pytest.mark.parametrize("first", ["Spiritboard record 3", "# What is printed", ""])
def test_what_is_no_record_is_called_none(written: Written, first: str) -> None:
    with pytest.raises(BadRecord, match="Line 1: a record begins with"):
        read_record(written("Spiritboard record 1\n", f"{first}\n"))


def test_lines_are_counted_in_records_from_before_there_were_versions(written: Written) -> None:
    assert read_record(written("rules: 1\n", "")).rules == 1
    for old, line in (("names: ", 6), ("deal: ", 7), ("1. ", 8)):
        file = written("rules: 1\n", "")
        file.write_text(file.read_text(encoding="utf-8").replace(f"\n{old}", f"\n{old}!", 1), encoding="utf-8")
        with pytest.raises(BadRecord, match=f"Line {line}: "):
            read_record(file)


def test_a_record_keeps_the_version_it_was_played_by() -> None:
    older = replace(record_game(SimulationJob(GAME.id, 2, 1), 0), rules=7)
    assert parse_record(older.to_text()).rules == 7
    assert replace(older, rules=0).rules == GAME.rules_version


def test_a_record_ends_as_it_says() -> None:
    whole = record_game(SimulationJob(GAME.id, 2, 1), 0)
    assert whole.verify().over
    for moves, result in ((whole.moves[:-1], whole.result), (whole.moves, None), ([], whole.result)):
        with pytest.raises(BadRecord, match="does not end as recorded"):
            Record(whole.setup, whole.deal, whole.names, moves, result).verify()
    assert not Record(whole.setup, whole.deal, whole.names, whole.moves[:-1]).verify().over


@pytest.mark.parametrize("last", ["scores: 1 2\nplaces: 1", "scores: 1\nplaces: 1 2", "scores: 1 2\nwinner: 1 2"])
def test_scores_and_places_are_those_of_all_seats(last: str) -> None:
    text = record_game(SimulationJob(GAME.id, 2, 1), 0).to_text()
    with pytest.raises(BadRecord, match="scores and places of 2 seats"):
        parse_record(f"{text[: text.index('scores')]}{last}\n")
