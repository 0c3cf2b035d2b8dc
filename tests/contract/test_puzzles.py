"""The puzzles of every game fit its rules, and their leads are found again in other worlds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import hypot

import msgspec
import pytest

from spiritboard.review.puzzles import alike
from spiritboard.review.values import Effort, Values
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadLesson
from spiritboard.table.game import Game
from spiritboard.table.puzzle import PUZZLES_FILE, PuzzleFile, TriedPath, puzzle_text
from spiritboard.table.registry import games
from spiritboard.table.staging import check_puzzles, set_scene
from tests.contract.test_learning import OWN_GAMES

FEWEST = 60  # puzzles of a game in this package
LARGEST = 300_000  # bytes of a file
GHOSTS = games()["ghosts"]
FIRST = GHOSTS.puzzles[0]
MEASURED_AGAIN = 3  # puzzles of each game
WORLDS = 100
DOUBT = 4.0  # standard errors


def test_every_puzzle_is_possible_legal_and_clear(game: Game) -> None:
    """If the rules have changed, the puzzles must be made anew. The error names the command."""
    check_puzzles(game)


@pytest.mark.parametrize("own", OWN_GAMES, ids=lambda own: own.id)
def test_every_game_of_this_package_has_many_different_puzzles(own: Game) -> None:
    assert len(own.puzzles) >= FEWEST
    assert not any(alike(one, other) for one, other in combinations(own.puzzles, 2))
    assert len({puzzle.seats for puzzle in own.puzzles}) == len(own.seats)
    assert (own.folder / PUZZLES_FILE).stat().st_size <= LARGEST


@pytest.mark.parametrize("own", OWN_GAMES, ids=lambda own: own.id)
def test_leads_are_found_again_in_other_worlds(own: Game) -> None:
    for puzzle in own.puzzles[:: max(1, len(own.puzzles) // MEASURED_AGAIN)]:
        state = set_scene(own, puzzle)
        best = state.move(puzzle.seat, puzzle.best.path)
        values = Values(own.setup(puzzle.seats, None, **puzzle.options))
        found = values.compare(state, puzzle.seat, best, Dice("other worlds"), Effort(WORLDS), DOUBT)
        leads = {state.path(puzzle.seat, tried.move): tried for tried in found.moves}
        for tried in puzzle.moves[1:]:
            again = leads[tried.path]
            assert abs(-again.lead - tried.behind) < DOUBT * hypot(again.lead_error, tried.behind_error)


def test_a_game_without_puzzles_has_none() -> None:
    lanterns = games()["lanterns"]
    assert (lanterns.puzzle_file, lanterns.puzzles) == (None, ())
    check_puzzles(lanterns)


# The checks themselves.


def changed(**fields: object) -> Game:
    """Returns a game with one puzzle, in which these fields are changed."""
    return with_file(puzzles=(msgspec.structs.replace(FIRST, **fields),))


def with_file(**fields: object) -> Game:
    assert GHOSTS.puzzle_file is not None
    twin = replace(GHOSTS)
    twin.__dict__["puzzle_file"] = msgspec.structs.replace(GHOSTS.puzzle_file, **fields)
    return twin


def moves(**fields: object) -> tuple[TriedPath, ...]:
    """Returns the moves of the first puzzle, with fields of the second best one changed."""
    best, second, *others = FIRST.moves
    return (best, msgspec.structs.replace(second, **fields), *others)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"seat": (FIRST.seat + 1) % FIRST.seats}, "nothing to decide"),
        ({"position": {**FIRST.position, "level": 9}}, "level"),
        ({"moves": FIRST.moves[:-1]}, "legal"),
        ({"moves": FIRST.moves[:1]}, "only one"),
        ({"guided": FIRST.best.path}, "guide"),
        ({"moves": moves(behind=0.01)}, "lead"),
        ({"moves": moves(behind_error=0.05)}, "lead"),
        ({"moves": moves(chance=0.0)}, "chances"),
    ],
)
def test_a_wrong_puzzle_is_named(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadLesson, match=f"puzzles.json, puzzle 1: .*{complaint}"):
        check_puzzles(changed(**fields))


def test_puzzles_of_other_rules_are_not_shown_and_the_command_to_make_them_is_said() -> None:
    assert GHOSTS.puzzle_file is not None
    made = GHOSTS.puzzle_file.made
    for other in (msgspec.structs.replace(made, rules_version=99), msgspec.structs.replace(made, pieces="others")):
        twin = with_file(made=other)
        assert twin.puzzles == ()
        with pytest.raises(BadLesson, match=f"anew: {made.command}"):
            check_puzzles(twin)


def test_a_file_of_puzzles_is_written_as_it_is_read() -> None:
    assert GHOSTS.puzzle_file is not None
    text = puzzle_text(GHOSTS.puzzle_file)
    assert (GHOSTS.folder / PUZZLES_FILE).read_text() == text
    assert msgspec.json.decode(text, type=PuzzleFile) == GHOSTS.puzzle_file
    assert len(text.splitlines()) == len(GHOSTS.puzzles) + 2
