"""Makes a data folder in the format of this version of the server, for the tests of upgrades.

    python -m tools.data_folder tests/server/fixtures/data-VERSION

Run it before the version is raised. The folder holds a finished and an unfinished table of each installed game, and the
secret that cookies are signed with. Moves are random, with dice that are always the same.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from spiritboard.server.live_table import SAVE_EVERY, LiveTable
from spiritboard.server.opening import dealt, verdict
from spiritboard.server.storage import Chair, NewEntry, Storage, StoredTable
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.registry import games

CREATED = 1_700_000_000.0
MOST_MOVES = 60  # at an unfinished table
TAKE_BACK_EVERY = 7  # moves, if the last one can be taken back
PEOPLE = ("ada", "bo")  # have the first two seats of every table; bots have the others


def chairs(key: str, seats: int) -> list[Chair]:
    people = [Chair(seat, "person", who, who.title(), f"{key}-seat-{seat}") for seat, who in enumerate(PEOPLE)]
    bots = [Chair(seat, "bot", None, "Grimsby", f"{key}-seat-{seat}", "easy") for seat in range(len(PEOPLE), seats)]
    return [*people, *bots]


def table(game: Game, key: str) -> StoredTable:
    seats = 3 if 3 in game.seats else game.seats[0]
    deal = Dice(key).text().partition("@")[0]
    return StoredTable(key, game.id, {}, deal, "ada", f"{key}-invite", False, None, chairs(key, seats), CREATED)


def next_entry(live: LiveTable, dice: Dice) -> Move:
    state = live.in_progress.state
    seat = dice.pick(state.pending())
    if live.number % TAKE_BACK_EVERY == 0 and live.in_progress.ply and live.in_progress.can_take_back(last_mover(live)):
        return Move(last_mover(live), (), "")
    path = state.path(seat, state.random_move(seat, dice))
    return Move(seat, path, Dice(f"{live.key} {live.number}").text().partition("@")[0])


def last_mover(live: LiveTable) -> int:
    return live.record.moves[-1].seat


def play(storage: Storage, stored: StoredTable, most: int | None) -> LiveTable:
    """Plays until the game is over or `most` entries are stored. Returns the table."""
    storage.create(stored, dealt(stored))
    live = LiveTable(stored, [])
    dice = Dice(f"{stored.key} choices")
    while not live.in_progress.state.over and (most is None or live.number < most):
        number = live.number
        entry = live.carry_out(next_entry(live, dice))
        state = live.in_progress.state
        words = verdict(state, live.names) if state.over else None
        standings = state.standings().to_data() if state.over else None
        is_saved = state.over or (number % SAVE_EVERY == 0 and not state.reversible)
        position = state.to_json() if is_saved else None
        storage.append(NewEntry(stored.key, number, entry, stored.rules_version, position, words, standings))
    return live


def main(folder: Path) -> None:
    storage = Storage.in_folder(folder)
    for game in games().values():
        whole = play(storage, table(game, f"{game.id}-finished"), None)
        unfinished = play(storage, table(game, f"{game.id}-unfinished"), min(MOST_MOVES, whole.number // 2))
        print(f"{game.id}: {whole.number} entries to the end, {unfinished.number} at the unfinished table")
    storage.close()
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")  # everything in one file, which can be copied
        connection.execute("VACUUM")
    (folder / "secret").write_text("5b" * 32)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
