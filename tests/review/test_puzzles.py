"""Puzzles are found again by the same seed, lead as much as is asked for, and are of many kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from spiritboard.review.estimate import known
from spiritboard.review.puzzles import (
    ERRORS,
    PuzzlePlan,
    SearchedGame,
    alike,
    choose,
    leads,
    phase,
    play,
    search_game,
    some_options,
)
from spiritboard.review.values import Comparison, Effort, TriedMove, Values
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.puzzle import Puzzle, TriedPath
from spiritboard.table.registry import find
from spiritboard.table.staging import set_scene

PLAN = PuzzlePlan("ghosts", (3,), "17", 0.06, 300)  # its first game has a puzzle


@pytest.fixture(scope="module")
def found() -> Puzzle:
    puzzle = search_game((PLAN, 0))
    assert puzzle is not None
    return puzzle


def test_the_same_seed_finds_the_same_puzzle(found: Puzzle) -> None:
    assert search_game((PLAN, 0)) == found
    assert search_game((msgspec.structs.replace(PLAN, seed="18"), 0)) != found


def test_a_puzzle_is_as_clear_as_asked_for(found: Puzzle) -> None:
    assert found.seats == 3
    assert found.guided in [tried.path for tried in found.moves[1:]]
    assert [tried.chance for tried in found.moves] == sorted((tried.chance for tried in found.moves), reverse=True)
    for tried in found.moves[1:]:
        assert tried.behind >= max(PLAN.margin, ERRORS * tried.behind_error) - 0.0005
    assert found.best.tries == PLAN.worlds or all(tried.tries < PLAN.worlds for tried in found.moves)


def test_a_puzzle_holds_nothing_of_the_real_hands(found: Puzzle) -> None:
    """Its position is the one that the seat sees, with everything else dealt again."""
    game, (_, number, _) = find("ghosts"), found.found
    dice = Dice(f"{PLAN.seed} {PLAN.game}").stream(0)
    real = list(play(PLAN.setup(0, dice), dice))[number].state
    kept = set_scene(game, found)
    assert kept.sight(found.seat) == real.sight(found.seat)
    assert any(kept.view(seat) != real.view(seat) for seat in range(3))


def test_a_puzzle_is_measured_from_its_position_alone(found: Puzzle) -> None:
    state = set_scene(find("ghosts"), found)
    best = state.move(found.seat, found.best.path)
    compare = Values(find("ghosts").setup(3, None, **found.options)).compare
    again = compare(state, found.seat, best, Dice("again"), Effort(300))
    assert all(tried.lead < 0 for tried in again.moves if tried.move != best)


@pytest.mark.parametrize(("margin", "errors", "clear"), [(0.06, 4, True), (0.11, 4, False), (0.06, 6, False)])
def test_a_lead_must_be_large_and_sure(margin: float, errors: float, clear: bool) -> None:
    best, second = TriedMove(7, 0.6, 0.01, 0.0, 0.001, 9), TriedMove(2, 0.5, 0.01, -0.1, 0.02, 9)
    third = replace(second, move=3, lead=-0.3)
    comparison = Comparison((best, second, third), 0.0, 0.0, known([0.0]))
    assert leads(comparison, 7, margin, errors) is clear
    assert not leads(comparison, 2, margin, errors)


# Many games.


def puzzle(seats: int = 3, number: int = 0, best: str = "a", guided: str = "b", pile: int = 0) -> Puzzle:
    moves = (TriedPath((best,), 0.6, 0.01, 0.0, 0.0, 9), TriedPath((guided,), 0.5, 0.01, 0.1, 0.01, 9))
    position: dict[str, object] = {"pile": pile, "hand": [pile, pile, pile], "deck": 4}
    return Puzzle(seats=seats, position=position, seat=0, guided=(guided,), moves=moves, found=(0, number, 30))


def chosen(puzzles: list[Puzzle], count: int, players: tuple[int, ...] = (3,)) -> list[Puzzle]:
    games = [SearchedGame(number, each) for number, each in enumerate(puzzles)]
    return list(choose(games, msgspec.structs.replace(PLAN, players=players), count))


def test_puzzles_that_look_the_same_are_chosen_once() -> None:
    one = puzzle()
    assert alike(one, puzzle())
    different = [puzzle(seats=4), puzzle(best="c"), puzzle(guided="c"), puzzle(pile=1)]
    assert not any(alike(one, other) for other in different)
    assert chosen([one, puzzle(), puzzle(pile=1)], 8) == [one, puzzle(pile=1)]


def test_answers_phases_and_numbers_of_players_are_mixed() -> None:
    same_answer = [puzzle(pile=pile) for pile in range(9)]
    assert len(chosen(same_answer, 8)) == 2
    early = [puzzle(best=f"best-{at}", pile=at) for at in range(20)]
    assert {phase(each) for each in early} == {0}
    assert len(chosen(early, 10)) == 6
    games = [SearchedGame(number, each) for number, each in enumerate(early)]
    assert len(list(choose(games, PLAN, 10, third=1.0))) == 10
    for_three = [puzzle(best=f"best-{at}", number=at, pile=at) for at in range(30)]
    assert len(chosen(for_three, 10, (2, 3, 4))) == 7


def test_games_are_searched_only_until_there_are_enough() -> None:
    asked: list[int] = []

    def games() -> Iterator[SearchedGame]:
        for number in range(9):
            asked.append(number)
            yield SearchedGame(number, puzzle(best=f"best-{number}", number=10 * (number % 3), pile=number))

    assert len(list(choose(games(), PLAN, 3))) == 3
    assert asked == [0, 1, 2]


def test_numbers_of_players_take_turns_and_options_vary() -> None:
    plan = PuzzlePlan("spookies", (2, 4), "1", 0.06, 300)
    assert [plan.setup(number, Dice(number)).config.seats for number in range(4)] == [2, 4, 2, 4]
    variants = {some_options(find("spookies"), 2, Dice(number))["variant"] for number in range(20)}
    assert variants == {"friend-die", "free-choice"}
    assert {some_options(find("spookies"), 2, Dice(number))["first"] for number in range(20)} == {"random"}


def test_moments_of_a_game_follow_each_other() -> None:
    dice = Dice("moments")
    moments = list(play(find("ghosts").setup(2, None, rounds="1"), dice))
    assert [moment.number for moment in moments] == list(range(len(moments)))
    assert all(one.state.to_json() != other.state.to_json() for one, other in pairwise(moments))


@pytest.mark.parametrize(
    "plan",
    [
        PuzzlePlan("lanterns", (2,), "1", 0.06, 300),  # it has no guide
        PuzzlePlan("ghosts", (9,), "1", 0.06, 300),
        PuzzlePlan("ghosts", (2,), "1", 0.0, 300),
        PuzzlePlan("ghosts", (2,), "1", 1.0, 300),
    ],
)
def test_a_plan_that_cannot_work_is_refused(plan: PuzzlePlan) -> None:
    with pytest.raises(BadSetup):
        plan.check()
