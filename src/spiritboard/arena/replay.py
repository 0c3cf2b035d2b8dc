"""Games of a file of decisions, replayed: any row leads back to the table as it was."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pyarrow as arrow
from pyarrow import parquet

from spiritboard.arena.simulate import RANDOM_BOT, SimulationJob, record_game
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadRecord
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find

COLUMNS = ["game", "deal", "decision", "seat", "path", "dice"]


class About(msgspec.Struct):
    """What a file says of its games; `rules` is 0 in a file of a version that did not write it."""

    game: str
    players: int
    options: dict[str, str]
    pieces: str
    seed: str
    bots: list[str]
    rules: int = 0


def record_in(decisions: Path, game: int, pieces: Path | None = None) -> Record:
    """Returns the record of a game in a file of decisions. `record.state_at(decision)` is the table before a decision.

    `pieces` is the pieces file that the games were played with, if it was not the game's own. Raises BadRecord if the
    file holds no such game, or cannot be replayed."""
    about = about_file(decisions)
    setup = _setup(about, pieces)
    schema = parquet.read_schema(decisions)
    if "dice" not in schema.names:
        return _earlier(about, setup, game)
    rows = parquet.read_table(decisions, columns=COLUMNS, filters=[("game", "=", game)]).to_pylist()
    if not rows:
        raise BadRecord(f"{decisions}: there is no game {game} in this file.")
    dice = Dice(about.seed)
    names = [f"Player {seat + 1}" for seat in range(about.players)]
    record = Record(setup, dice.stream(rows[0]["deal"]).text(), names, rules=about.rules)
    for row in rows:
        record.moves.append(Move(row["seat"], tuple(row["path"].split(" ")), dice.moved_to(row["dice"]).text()))
    end = record.state_at(len(record.moves))
    record.result = end.standings() if end.over else None
    return record


def about_file(decisions: Path) -> About:
    """Returns what the file says of its games. Raises BadRecord if it is not a file of decisions."""
    try:
        schema = parquet.read_schema(decisions)
        if "decision" not in schema.names:
            raise BadRecord(f"{decisions}: this is a file of games; decisions are in the file of --decisions-to.")
        return msgspec.json.decode((schema.metadata or {})[b"spiritboard"], type=About)
    except (arrow.ArrowInvalid, KeyError, msgspec.MsgspecError):
        raise BadRecord(f"{decisions}: not a file of decisions that Spiritboard has written.") from None


def _setup(about: About, pieces: Path | None) -> GameSetup:
    game: Game = find(about.game)
    own = None if pieces is None else game.read_pieces(pieces)
    setup = game.setup(about.players, own, **about.options)
    if setup.config.digest != about.pieces:
        raise BadRecord("These games were played with other pieces: name their file with --pieces.")
    return setup


def _earlier(about: About, setup: GameSetup, game: int) -> Record:
    """Returns a game of a file that does not hold the dice, which earlier versions wrote. Random games can be played
    again from their seed. Raises BadRecord for others."""
    if about.bots != [RANDOM_BOT]:
        raise BadRecord("This file was written by an earlier version, without the dice: only random games replay.")
    options = tuple(about.options.items())
    return record_game(SimulationJob(about.game, about.players, game + 1, about.seed, options, setup.pieces), game)
