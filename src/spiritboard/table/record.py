"""A played game as a text file: the options, the dice of the deal, and one line for each move with its dice.

    Spiritboard record 1
    game: spookies
    seats: 2
    options: variant=friend-die chips=recommended first=seat-0
    pieces: 1fe52500a81ed2b7
    rules: 1
    names: ["Ada", "Bo"]
    deal: 0cc175b9c0f1b6a831c399e269772661@0
    1. 0 roll-2-dice 0cc175b9c0f1b6a831c399e269772661@28
    2. 0 stop 0cc175b9c0f1b6a831c399e269772661@31
    …
    scores: 31 44
    places: 2 1

A game that was played on from a position has it behind the deal, as `position: {…}`. Its first line is `Spiritboard
record 2`, so that versions which know no such games say that they cannot read it.

The last two lines exist once the game is over. `rules` is the version of the rules that the game was played by. The
oldest records lack that line; their version is 1. A record replays exactly by the rules of its own version. By other
rules it may not replay: then BadRecord names the move that fails and says that the rules are different.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from spiritboard.table.dice import Dice
from spiritboard.table.drawing import html
from spiritboard.table.errors import BadPosition, BadRecord, BadSetup, TableError
from spiritboard.table.files import read_text
from spiritboard.table.game import GameSetup
from spiritboard.table.options import LONGEST_NUMBER
from spiritboard.table.registry import find
from spiritboard.table.standings import Standings
from spiritboard.table.state import State

FIRST_LINE = "Spiritboard record 1"
FIRST_LINE_PLAYED_ON = "Spiritboard record 2"  # of a record that begins from a position
MOVE_LINE = re.compile(r"(\d{1,7})\. (\d{1,2}) (\S+(?: \S+)*) (\S+)")
LARGEST_RECORD = 64 << 20


EventsData = list[dict[str, object]]  # events as `Event.to_data` writes them


@dataclass(frozen=True)
class Move:
    """A move as it was made: the seat, its picks, and the dice that it was given. A move without picks takes back the
    last one.

    A server also keeps the outcome of each move. A record does not need it, and version 0.1.0 did not store it."""

    seat: int
    path: tuple[str, ...]
    dice: str
    pending: tuple[int, ...] | None = None  # the seats that are asked after it; None if that is not known
    events: EventsData | None = None  # the events that it told, to all players or to one; None if they are not known

    @property
    def takes_back(self) -> bool:
        return not self.path

    def without_outcome(self) -> Move:
        """Returns the part of this move that a record keeps."""
        return Move(self.seat, self.path, Dice.at(self.dice).text())


@dataclass(repr=False)
class Record:
    """All that is needed to replay a game."""

    setup: GameSetup
    deal: str
    names: list[str]
    moves: list[Move] = field(default_factory=list)
    result: Standings | None = None
    rules: int = 0  # the version that it was played by; 0 stands for the current one
    start: str | None = None  # the position, as JSON, from which the game was played on; None if it began with the deal

    def __post_init__(self) -> None:
        self.rules = self.rules or self.setup.game.rules_version

    def __repr__(self) -> str:
        config = self.setup.config
        ending = "not over" if self.result is None else f"scores {self.result.scores}"
        return f"<Record of {config.game}, {config.seats} players, {len(self.moves)} moves, {ending}>"

    def _repr_html_(self) -> str | None:
        """Returns the table after the last move, for notebooks."""
        return html(self.state_at(len(self.moves)), None)

    @property
    def other_rules(self) -> str:
        """Returns a sentence if this game was played by other rules than the current ones, else an empty text."""
        return self.setup.game.other_rules(self.rules)

    def to_text(self) -> str:
        config = self.setup.config
        head = {
            "game": config.game,
            "seats": config.seats,
            "options": " ".join(f"{name}={value}" for name, value in config.options.items()),
            "pieces": config.digest,
            "rules": self.rules,
            "names": msgspec.json.encode(self.names).decode(),
            "deal": self.deal,
            **({} if self.start is None else {"position": self.start}),
        }
        first = FIRST_LINE if self.start is None else FIRST_LINE_PLAYED_ON
        lines = [first, *(f"{name}: {value}" for name, value in head.items())]
        for ply, move in enumerate(self.moves, start=1):
            lines.append(f"{ply}. {move.seat} {' '.join(move.path)} {move.dice}")
        if self.result is not None:
            lines.append(f"scores: {' '.join(map(str, self.result.scores))}")
            lines.append(f"places: {' '.join(map(str, self.result.places))}")
        return "\n".join(lines) + "\n"

    def begin(self, listen: bool = False) -> State:
        """Returns the state before the first move. Raises BadRecord if the rules refuse the position it begins from."""
        try:
            return self.setup.begin(Dice.at(self.deal), self.start, listen)
        except BadPosition as error:
            raise self._bad(f"The position from which it was played on cannot be: {error}") from None

    def states(self, listen: bool = False) -> Iterator[State]:
        """Yields the state after the deal and after every move. It is the same object each time, changed in place."""
        state = self.begin(listen)
        yield state
        for ply, move in enumerate(self.moves, start=1):
            try:
                state.play(move.seat, state.move(move.seat, move.path), Dice.at(move.dice))
            except TableError as error:
                raise self._bad(f"Move {ply} does not replay: {error}") from None
            yield state

    def _bad(self, said: str) -> BadRecord:
        return BadRecord(with_reason(said, self.other_rules))

    def state_at(self, ply: int, listen: bool = False) -> State:
        """Returns the state after this many moves. Raises BadRecord if there are fewer or one does not replay."""
        if not 0 <= ply <= len(self.moves):
            raise BadRecord(f"This game has the positions 0 to {len(self.moves)}, not {ply}.")
        return next(state for at, state in enumerate(self.states(listen)) if at == ply)

    def verify(self) -> State:
        """Replay all moves. Returns the last state. Raises BadRecord if a move is illegal or the result differs."""
        state = self.state_at(len(self.moves))
        found = state.standings() if state.over else None
        if _written(found) != _written(self.result):
            raise self._bad("The game does not end as recorded.")
        return state


def with_reason(said: str, other_rules: str) -> str:
    """Returns a complaint, followed by the reason if other rules are the reason."""
    return f"{said} {other_rules.removesuffix('.')}: that is why." if other_rules else said


def _written(standings: Standings | None) -> tuple[list[int], list[int]] | None:
    """Returns the part of the standings that a record keeps."""
    return None if standings is None else (standings.scores, standings.places)


def read_record(path: Path, pieces: Path | None = None) -> Record:
    """Returns the record in a file. `pieces` is the file of its pieces if they are not the game's own.

    Raises BadRecord with the line that is wrong."""
    text = read_text(path, LARGEST_RECORD, BadRecord)
    try:
        return parse_record(text, pieces)
    except TableError as error:
        raise BadRecord(f"{path}: {error}") from None


HEAD_LINES = ("game", "seats", "options", "pieces", "rules", "names", "deal")
POSITION_LINE = "position"  # behind these, in a record that begins from a position
VERSION_LINE = HEAD_LINES.index("rules") + 1
BEFORE_VERSIONS = tuple(name for name in HEAD_LINES if name != "rules")
FIRST_VERSION = "1"


def parse_record(text: str, pieces: Path | None = None) -> Record:
    """Returns the record that a text describes. Raises BadRecord with the line that is wrong."""
    lines = text.splitlines()
    if not lines or lines[0] not in (FIRST_LINE, FIRST_LINE_PLAYED_ON):
        raise BadRecord(f"Line 1: a record begins with {FIRST_LINE!r}.")
    is_played_on = lines[0] == FIRST_LINE_PLAYED_ON
    has_version = len(lines) > VERSION_LINE and lines[VERSION_LINE].startswith("rules: ")
    headers = HEAD_LINES if has_version or is_played_on else BEFORE_VERSIONS
    head = {"rules": FIRST_VERSION} | {name: _header(lines, at, name) for at, name in enumerate(headers, start=1)}
    record = _dealt(head, len(headers) + 1, pieces)
    first = len(headers) + 1  # the number of lines before the moves
    if is_played_on:
        record.start = _start(_header(lines, first, POSITION_LINE), record, first + 1)
        first += 1
    rest = lines[first:]
    if len(rest) >= 2 and rest[-2].startswith("scores: "):
        record.result = _result(rest[-2:], record.setup.config.seats)
        rest = rest[:-2]
    record.moves = [_move(line, ply, first + ply) for ply, line in enumerate(rest, start=1)]
    return record


def _dealt(head: dict[str, str], last: int, pieces: Path | None) -> Record:
    """Returns a record without moves. `last` is the number of the head's last line, the deal; the names precede it."""
    rules = _version(head["rules"])
    setup, names = _setup(head, rules, pieces), _names(head["names"], last - 1)
    if len(names) != setup.config.seats:
        raise BadRecord(f"There are {len(names)} names for {setup.config.seats} seats.")
    return Record(setup, _dice(head["deal"], last), names, rules=rules)


def _header(lines: list[str], at: int, name: str) -> str:
    if at >= len(lines) or not lines[at].startswith(f"{name}: "):
        raise BadRecord(f"Line {at + 1}: expected {name!r}.")
    return lines[at].removeprefix(f"{name}: ")


def _start(text: str, record: Record, line: int) -> str:
    """Returns the position from which a game was played on. One of other rules is checked when it is replayed."""
    try:
        if record.other_rules:
            msgspec.json.decode(text, type=dict[str, object])
        else:
            record.setup.at(text)
    except (BadPosition, msgspec.DecodeError) as error:
        raise BadRecord(f"Line {line}: not a position of this game: {error}") from None
    return text


def _version(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_NUMBER or int(text) < 1:
        raise BadRecord(f"Line {VERSION_LINE + 1}: {text!r} is not a version of the rules.")
    return int(text)


def _setup(head: dict[str, str], rules: int, pieces: Path | None) -> GameSetup:
    if not head["seats"].isdecimal() or len(head["seats"]) > 3:
        raise BadRecord(f"Line 3: {head['seats']!r} is not a number of seats.")
    pairs = [pair.partition("=") for pair in head["options"].split()]
    game = find(head["game"])
    own = None if pieces is None else game.read_pieces(pieces)
    try:
        setup = game.setup(int(head["seats"]), own, **{name: value for name, _, value in pairs})
    except BadSetup as error:
        raise BadRecord(with_reason(str(error), game.other_rules(rules))) from None
    if setup.config.digest != head["pieces"]:
        said = "This game was played with other pieces: name their file with --pieces."
        raise BadRecord(f"{said} {game.other_rules(rules)}".rstrip())
    return setup


def _names(text: str, line: int) -> list[str]:
    try:
        return msgspec.json.decode(text, type=list[str])
    except msgspec.DecodeError:
        raise BadRecord(f"Line {line}: the names are not a list of texts.") from None


def _dice(text: str, line: int) -> str:
    try:
        Dice.at(text)
    except ValueError as error:
        raise BadRecord(f"Line {line}: {error}.") from None
    return text


def _move(line: str, ply: int, number: int) -> Move:
    found = MOVE_LINE.fullmatch(line)
    if found is None or int(found[1]) != ply:
        raise BadRecord(f"Line {number}: expected move {ply}, as '{ply}. SEAT PICKS DICE'.")
    return Move(int(found[2]), tuple(found[3].split(" ")), _dice(found[4], number))


def _result(lines: list[str], seats: int) -> Standings:
    try:
        scores, places = ([int(number) for number in line.partition(": ")[2].split()] for line in lines)
    except ValueError:
        raise BadRecord("The last two lines are not scores and places.") from None
    if not len(scores) == len(places) == seats or not lines[1].startswith("places: "):
        raise BadRecord(f"The last two lines are not the scores and places of {seats} seats.")
    return Standings(scores, places)
