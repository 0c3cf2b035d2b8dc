"""Every position of the tables that an older server stored is accepted as a position of the game."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.registry import games
from spiritboard.table.state import State

FIXTURES = Path(__file__).parents[1] / "server" / "fixtures"


def positions(folder: str, key: str) -> Iterator[State]:
    """Yields each position of a stored table, up to the first move that is not legal by the rules of today."""
    with sqlite3.connect(f"file:{FIXTURES / folder / 'tables.sqlite'}?mode=ro", uri=True) as stored:
        game, options, deal = stored.execute("select game, options, deal from tables where key = ?", [key]).fetchone()
        [seats] = stored.execute("select count(*) from chairs where table_key = ?", [key]).fetchone()
        moves = stored.execute("select seat, path, dice from entries where table_key = ? order by number", [key])
        setup = games()[game].setup(seats, None, **json.loads(options))
        playing = GameInProgress(setup, Dice.at(deal), [f"Name {seat}" for seat in range(seats)])
        yield playing.state
        for seat, path, dice in moves:
            picks = tuple(json.loads(path))
            try:
                if picks:
                    playing.play(seat, picks, Dice.at(dice))
                else:
                    playing.take_back(seat)  # a move without picks is stored where a player took one back
            except IllegalMove:
                return
            yield playing.state


@pytest.mark.parametrize("game", ["ghooost", "ghosts", "halloween", "spookies", "thirteen"])
@pytest.mark.parametrize("end", ["finished", "unfinished"])
@pytest.mark.parametrize("folder", ["data-0.1.0", "data-0.1.0-positions"])
def test_every_position_of_a_stored_table_is_accepted(folder: str, game: str, end: str) -> None:
    count = 0
    for state in positions(folder, f"{game}-{end}"):
        text = state.to_json()
        assert games()[game].from_json(text).to_json() == text
        count += 1
    assert count > 30
