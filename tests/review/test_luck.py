"""If everybody plays like the guide, luck of every kind is 0 in the mean."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from spiritboard.review.review import Review, review
from spiritboard.review.values import Effort
from spiritboard.table.registry import find
from tests.review.played import CARELESS, STEADY, played

ONE = Effort(samples=1)  # the estimates have no bias, however few samples they have
GAMES = {"spookies": 200, "ghosts": 150, "thirteen": 150, "ghooost": 20, "halloween": 6}
SURPRISING = 3.5  # standard errors


def errors_from_zero(numbers: list[float]) -> float:
    """Returns by how many standard errors the mean differs from 0."""
    spread = stdev(numbers)
    return 0.0 if spread == 0.0 and mean(numbers) == 0.0 else abs(mean(numbers)) / (spread / len(numbers) ** 0.5)


def kinds_of_luck(found: Review) -> tuple[float, ...]:
    """Returns what the deal, the dice and the hidden things brought seat 0, all of it together, and what dice and
    hidden things brought whoever moved: an error in favour of the mover would cancel out for seat 0."""
    roll, hidden = (sum(getattr(move, kind)[0] for move in found.moves) for kind in ("roll", "hidden"))
    for_movers = [sum(getattr(move, kind)[move.seat] for move in found.moves) for kind in ("roll", "hidden")]
    return (found.deal[0], roll, hidden, found.luck(0), *for_movers)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_luck_is_zero_in_the_mean_if_all_play_like_the_guide(game_id: str) -> None:
    setup = find(game_id).setup(2)
    reviews = [
        review(played(setup, f"luck {number}", [STEADY, STEADY]), ONE, f"{number}") for number in range(GAMES[game_id])
    ]
    for numbers in zip(*map(kinds_of_luck, reviews), strict=True):
        assert errors_from_zero(list(numbers)) < SURPRISING


def test_a_careless_player_loses_by_decisions_and_not_by_luck() -> None:
    setup = find("spookies").setup(2)
    games = [played(setup, f"careless {number}", [CARELESS, STEADY]) for number in range(60)]
    reviews = [review(record, Effort(samples=12), f"{number}") for number, record in enumerate(games)]
    assert errors_from_zero([found.luck(0) for found in reviews]) < SURPRISING
    skills = [found.seats()[0].skill for found in reviews]
    assert mean(skills) < 0
    assert errors_from_zero(skills) > SURPRISING
