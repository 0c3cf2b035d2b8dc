"""A change of the rules raises the game's `rules_version`, because an upgrade must not change games already begun.

For every version some games are recorded (tools/recorded.py). Those of the version in force replay as they were played,
position by position and word by word. Those of earlier versions are kept: each is replayed or refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from zipfile import ZipFile

import pytest
from lanterns import GAME as LANTERNS
from lanterns.rules import Lanterns

from spiritboard.table.errors import BadRecord
from spiritboard.table.events import EventKind, NoFacts
from spiritboard.table.game import Game
from spiritboard.table.options import RANDOM, FirstPlayer, Option, chosen_seat
from spiritboard.table.record import Record, parse_record
from spiritboard.table.registry import games
from tools.recorded import COMMAND, FOLDER, PIECES, file_of, trace

FILES = sorted(FOLDER.iterdir())


def texts(file: Path, kind: str) -> dict[str, str]:
    """Returns the files of a kind in an archive, by the name of the recorded game."""
    with ZipFile(file) as archive:
        found = [name for name in archive.namelist() if name.endswith(kind)]
        return {name.removesuffix(kind): archive.read(name).decode() for name in found}


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    return tmp_path / PIECES


def records(file: Path, pieces: Path) -> Iterator[tuple[str, Record]]:
    """Yields each record with its name. The pieces that were used are written to this path."""
    pieces.write_text(texts(file, PIECES)[""], encoding="utf-8")
    for name, text in texts(file, ".record").items():
        yield name, parse_record(text, pieces)


def difference(record: Record, told: list[str]) -> str:
    """Returns a sentence that says where a game replays differently, or an empty text."""
    try:
        found = trace(record)
    except BadRecord as error:
        return str(error)
    pairs = enumerate(zip_longest(found, told))
    return next((f"It differs after move {ply}." for ply, (now, then) in pairs if now != then), "")


def refusal(record: Record) -> str:
    """Returns the reason why a game does not replay to its recorded end, or an empty text."""
    try:
        record.verify()
    except BadRecord as error:
        return str(error)
    return ""


def check(game: Game, pieces: Path) -> None:
    again = f"raise rules_version of {game.id} and record its games again with `{COMMAND} {game.id}`."
    assert file_of(game).exists(), f"No games are recorded for these rules: {again}"
    traces = texts(file_of(game), ".trace")
    for name, record in records(file_of(game), pieces):
        found = difference(record, traces[name].split())
        assert not found, (
            f"The recorded game {name} of {game.id} replays differently. {found} If that is meant: {again}"
        )


def test_recorded_games_replay_as_they_were_played(game: Game, pieces: Path) -> None:
    check(game, pieces)


def meaning(option: Option, value: str) -> object:
    """Returns a seat for each way in which records name the first player, because older ones count from 1."""
    return chosen_seat(value) if isinstance(option, FirstPlayer) and value != RANDOM else value


def test_every_seat_count_and_every_option_is_recorded(game: Game, pieces: Path) -> None:
    setups = [record.setup.config for _, record in records(file_of(game), pieces)]
    assert {config.seats for config in setups} == set(game.seats)
    for option in game.options:
        values = {meaning(option, value) for seats in game.seats for value in option.values(seats)}
        assert {meaning(option, config.options[option.name]) for config in setups} == values
    assert any(record.result for _, record in records(file_of(game), pieces))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_games_of_every_version_are_replayed_or_refused_with_the_reason(file: Path, pieces: Path) -> None:
    game_id, version = file.stem.split("-v")
    why = games()[game_id].other_rules(int(version))
    for _, record in records(file, pieces):
        assert (record.rules, record.other_rules) == (int(version), why)
        said = refusal(record)
        assert not said or (why and said.endswith(f"{why.removesuffix('.')}: that is why."))


def test_other_rules_are_noticed(monkeypatch: pytest.MonkeyPatch, pieces: Path) -> None:
    usual = Lanterns.give
    aloud = EventKind("aloud", NoFacts, lambda facts: "Look!")

    def give_aloud(state: Lanterns, seat: int, lantern: int, other: int) -> None:
        state.tell(aloud, NoFacts())
        usual(state, seat, lantern, other)

    monkeypatch.setattr(Lanterns, "give", give_aloud)
    with pytest.raises(AssertionError, match=r"differs after move \d+\.(.|\n)*raise rules_version of lanterns"):
        check(LANTERNS, pieces)


def test_rules_by_which_a_move_is_gone_are_noticed(monkeypatch: pytest.MonkeyPatch, pieces: Path) -> None:
    usual = Lanterns.legal
    monkeypatch.setattr(Lanterns, "legal", lambda state, seat: usual(state, seat)[:1])
    with pytest.raises(AssertionError, match=rf"does not replay(.|\n)*{re.escape(COMMAND)} lanterns"):
        check(LANTERNS, pieces)
