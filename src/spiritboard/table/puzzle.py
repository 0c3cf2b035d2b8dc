"""Puzzles: positions in which one move is clearly the best and the guide would choose another. They are in the file
`puzzles.json` of a game's folder, with how they were found."""

from __future__ import annotations

from pathlib import Path

import msgspec

from spiritboard.table.errors import BadLesson
from spiritboard.table.scene import Scene

PUZZLES_FILE = "puzzles.json"


class TriedPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a puzzle: the mover's chance after it, and how far the best move is ahead in the same worlds."""

    path: tuple[str, ...]
    chance: float  # the mean share of the victory
    error: float  # the standard error of that
    behind: float
    behind_error: float
    tries: int  # the number of imagined worlds in which the move was tried


class Puzzle(Scene, kw_only=True, omit_defaults=True):
    """A decision. Its position is one of those that the seat could imagine, so it holds no secret of a real game."""

    seat: int
    guided: tuple[str, ...]  # the guide's choice
    moves: tuple[TriedPath, ...]  # all legal moves, the best one first
    found: tuple[int, int, int]  # the number of the bots' game, of the decision in it, and of all its decisions

    @property
    def best(self) -> TriedPath:
        return self.moves[0]

    @property
    def lead(self) -> float:
        """Returns how far the best move is ahead of the second best one."""
        return min(tried.behind for tried in self.moves[1:])


class PuzzlesMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How puzzles were found."""

    command: str
    seed: str
    rules_version: int
    pieces: str  # their digest
    margin: float  # the least lead of a best move
    errors: float  # the least lead in standard errors
    worlds: int  # in which a move that may be the best was tried at last


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """The puzzles of a game."""

    game: str
    made: PuzzlesMade
    puzzles: tuple[Puzzle, ...]


def read_puzzles(folder: Path) -> PuzzleFile | None:
    """Returns the puzzles in a game's folder, or None if it has none. Raises BadLesson."""
    path = folder / PUZZLES_FILE
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=PuzzleFile)
    except msgspec.DecodeError as error:
        raise BadLesson(f"{PUZZLES_FILE} of {folder.name} is wrong: {error}.") from None


def puzzle_text(file: PuzzleFile) -> str:
    """Returns the text of a puzzle file, with a line for each puzzle."""
    head = msgspec.json.encode({"game": file.game, "made": file.made}).decode()
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in file.puzzles)
    return f'{head[:-1]},"puzzles":[\n{lines}\n]}}\n'
