"""Recorded games that show when the rules of a game have changed.

    python -m tools.recorded [GAME ...]

plays some games with every number of players and with every value of every option, half of them at random and half by
the game's guide. It writes them to tests/contract/recorded/GAME-vN.zip, where N is the game's `rules_version`. The file
holds the pieces, and for each game its record and a digest of every position with the kinds of events that led to it.
The words and facts of events are left out, because they may become better by the same rules, and so is what a state
only remembers. A test replays the games.
If they replay differently, raise `rules_version` and run this tool again; the files of earlier versions stay. Use
--anew to overwrite the games of a version only if that version was never published.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import cycle
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from spiritboard.bots.bot import Bot, HeuristicBot, RandomBot, ask
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find, games
from spiritboard.table.state import State

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "contract" / "recorded"
OTHER_PACKAGES = ROOT / "tests" / "elsewhere"
COMMAND = "python -m tools.recorded"
PIECES = "pieces.toml"
GAMES_PER_SEAT_COUNT = 6  # with the default options
MOST_RANDOM_MOVES = 250  # random games can be very long
MOST_GUIDED_MOVES = 2000
DIGEST_LETTERS = 8


@dataclass(frozen=True)
class RecordingPlan:
    """A game to be recorded: its set-up, the name of its files, the bot that plays every seat, and the most moves."""

    setup: GameSetup
    name: str
    bot: Bot
    most: int


def plans(game: Game) -> Iterator[RecordingPlan]:
    for number, (seats, options) in enumerate(setups(game)):
        chosen = "-".join(f"{name}={value}" for name, value in options.items())
        name = "-".join(filter(None, [f"{number:02}", str(seats), chosen]))
        setup = game.setup(seats, **options)
        if number % 2:
            yield RecordingPlan(setup, name, RandomBot(), MOST_RANDOM_MOVES)
        else:
            yield RecordingPlan(setup, name, HeuristicBot(), MOST_GUIDED_MOVES)


def setups(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Yields each number of players several times, then each value of an option that is not its default."""
    for seats in game.seats:
        yield from [(seats, {})] * GAMES_PER_SEAT_COUNT
    counts = cycle(game.seats)
    for option in game.options:
        for value in dict.fromkeys(value for seats in game.seats for value in option.values(seats)):
            if value != option.default:
                seats = next(seats for seats in counts if _can_be(game, seats, option.name, value))
                yield seats, {option.name: value}


def _can_be(game: Game, seats: int, name: str, value: str) -> bool:
    try:
        game.setup(seats, **{name: value})
    except BadSetup:
        return False
    return True


def played(plan: RecordingPlan) -> Record:
    dice = Dice(f"recorded {plan.name}")
    record = Record(plan.setup, dice.text(), [f"Player {seat + 1}" for seat in range(plan.setup.config.seats)])
    state = plan.setup.new(dice)
    while not state.over and len(record.moves) < plan.most:
        seat = dice.pick(state.pending())
        move = ask(plan.bot, state, seat, dice)
        record.moves.append(Move(seat, state.path(seat, move), dice.text()))
        state.apply(seat, move, dice)
    record.result = state.standings() if state.over else None
    return record


def trace(record: Record) -> list[str]:
    """Returns a digest of every position and the kinds of its events. Raises BadRecord if a move does not replay."""
    digests, heard = [], 0
    for state in record.states(listen=True):
        digests.append(_digest(state, heard))
        heard = len(state.events or [])
    return digests


def _digest(state: State, heard: int) -> str:
    told = [(event.to, event.kind) for event in (state.events or [])[heard:]]
    standings = state.standings().to_data() if state.over else None
    return sha256(repr((_decisive(state), told, standings)).encode()).hexdigest()[:DIGEST_LETTERS]


def _decisive(state: State) -> str:
    """Returns the position as JSON, without what is only remembered, which decides nothing."""
    saved = json.loads(state.to_json())
    saved["position"] = {name: value for name, value in saved["position"].items() if name not in state.MEMORY}
    return json.dumps(saved)


def file_of(game: Game) -> Path:
    return FOLDER / f"{game.id}-v{game.rules_version}.zip"


def recorded(game: Game) -> bytes:
    """Returns the contents of a file: the same bytes as long as rules, guide and pieces are the same."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        _add(archive, PIECES, (game.folder / PIECES).read_bytes())
        for plan in plans(game):
            record = played(plan)
            _add(archive, f"{plan.name}.record", record.to_text().encode())
            _add(archive, f"{plan.name}.trace", "\n".join(trace(record)).encode())
    return whole.getvalue()


def _add(archive: ZipFile, name: str, content: bytes) -> None:
    archive.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)  # without a time stamp, so that the bytes stay the same


def main() -> None:
    sys.path.append(str(OTHER_PACKAGES))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to record; all of them if none is named")
    parser.add_argument("--anew", action="store_true", help="overwrite the games of this version")
    asked = parser.parse_args()
    for game in [find(name) for name in asked.games] or games().values():
        file, content = file_of(game), recorded(game)
        if file.exists() and file.read_bytes() != content and not asked.anew:
            parser.error(f"{file.name} holds other games of this version: raise rules_version of {game.id} first.")
        file.write_bytes(content)
        print(f"{file.relative_to(ROOT)}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
