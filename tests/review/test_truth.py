"""What a review estimates near the end of games, compared with chances that were worked out by trying every outcome."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import mean, stdev

import msgspec
import pytest

from spiritboard.review.review import Decision, PlyTask, PlyValues, ReviewJob, work_out
from spiritboard.review.values import Effort
from spiritboard.table.dice import Dice
from spiritboard.table.registry import find
from tests.review.exact_chances import CASES, Case, known_cases, pieces_of

SAMPLES = 150
KINDS = ("position", "before dice", "move", "lead", "effect", "loss")
ALLOWED = 3.0  # standard errors, in 99 of 100 cases


def estimated(case: Case, number: int) -> PlyValues:
    pieces = pieces_of(case.pieces) or find(case.game).own_pieces
    job = ReviewJob(
        case.game, case.seats, tuple(case.options.items()), pieces, Effort(samples=SAMPLES), f"truth {number}"
    )
    return work_out(job, PlyTask(case.ply, case.position, case.seat, case.move, case.path, case.rolls))


def deviations(case: Case, found: PlyValues) -> dict[str, list[float]]:
    """Returns by how many of its errors each kind of value differs from the exact one."""
    seat = case.seat
    kinds: dict[str, list[float]] = {
        "position": [],
        "before dice": [],
        "move": [],
        "lead": [],
        "effect": [],
        "loss": [],
    }
    if case.chances is not None:
        off = found.position.values[seat] - case.chances[seat]
        kinds["position"].append(off / found.position.errors[seat])
    if case.before_dice is not None and found.before_dice is not None:
        off = found.before_dice.values[seat] - case.before_dice[seat]
        kinds["before dice"].append(off / found.before_dice.errors[seat])
    if found.decision is not None and case.choices:
        kinds["effect"].append((found.effect.values[seat] - case.effect) / found.effect.errors[seat])
        compare_moves(case, found.decision, kinds)
    return kinds


def compare_moves(case: Case, decision: Decision, kinds: dict[str, list[float]]) -> None:
    made = case.choices[" ".join(case.path)]
    for choice in decision.choices:
        exact = case.choices[" ".join(choice.path)]
        kinds["move"].append((choice.chance - exact) / choice.error)
        if choice.path != case.path:
            kinds["lead"].append((choice.lead - (exact - made)) / choice.lead_error)
    if decision.loss_error:
        loss = max(case.choices.values()) - made
        kinds["loss"].append((decision.loss - loss) / decision.loss_error)


@pytest.fixture(scope="module", params=sorted(CASES))
def off(request: pytest.FixtureRequest) -> dict[str, list[float]]:
    """Returns the deviations of all cases of a game, by kind."""
    kinds: dict[str, list[float]] = {}
    for number, case in enumerate(known_cases(request.param)):
        for kind, numbers in deviations(case, estimated(case, number)).items():
            kinds.setdefault(kind, []).extend(numbers)
    return kinds


def test_estimates_are_within_three_errors_of_the_truth_in_99_of_100_cases(off: dict[str, list[float]]) -> None:
    far = {kind: [number for number in numbers if abs(number) > ALLOWED] for kind, numbers in off.items()}
    assert sum(map(len, far.values())) <= sum(map(len, off.values())) / 100, far
    for kind, numbers in off.items():
        assert len(far[kind]) <= 1 + len(numbers) / 100, f"{kind}: {far[kind]}"


def test_errors_are_as_large_as_the_deviations(off: dict[str, list[float]]) -> None:
    """An error that is much too large would prove nothing. Errors are a little too
    large where almost nothing is left to chance, because they are never 0."""
    for kind in ("position", "before dice", "move", "lead"):
        uncertain = [number for number in off[kind] if abs(number) > 1e-3]
        if len(uncertain) >= 40:
            assert 0.6 < stdev(uncertain) < 1.25, kind
            assert abs(mean(uncertain)) < 0.5, kind


@pytest.mark.parametrize("game_id", sorted(CASES))
def test_there_are_at_least_a_hundred_positions(game_id: str) -> None:
    known = known_cases(game_id)
    assert len(known) >= 100
    assert sum(bool(case.choices) for case in known) >= 20


@pytest.mark.parametrize(("game_id", "count"), [("spookies", 3), ("ghosts", 20), ("thirteen", 2)])
def test_the_kept_chances_follow_from_the_rules_and_the_guide(game_id: str, count: int) -> None:
    """Works the first cases out again, in plain Python, whose rules take dice that are none."""
    command = [sys.executable, "-m", "tests.review.exact_chances", game_id, str(count)]
    environment = {**os.environ, "SPIRITBOARD_PLAIN": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, check=True)
    again, kept = json.loads(ran.stdout), json.loads(msgspec.json.encode(known_cases(game_id)[:count]))
    for one, other in zip(again, kept, strict=True):
        assert one.pop("choices") == pytest.approx(other.pop("choices"))
        for name in ("chances", "before_dice", "effect"):
            assert (one[name] is None) == (other[name] is None)
            assert one.pop(name) == (pytest.approx(other.pop(name)) if other[name] is not None else other.pop(name))
        for name in find(game_id).setup(2).new(Dice("any")).MEMORY:  # which positions may leave out
            one["position"].pop(name, None)
            other["position"].pop(name, None)
        assert one == other
