"""Work for several processes: it comes back whole and in order, and nobody waits for what nobody wants any more."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing import active_children

import pytest

from spiritboard.arena import workers
from spiritboard.arena.workers import each
from spiritboard.table.errors import TableError

LONG = 300.0  # seconds


def slowly(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise TableError(f"not {number}")


@pytest.fixture
def nobody_is_left() -> Callable[[], bool]:
    """Whether all processes have ended that were not there before."""
    before = set(active_children())

    def ended() -> bool:
        until = time.monotonic() + 60
        while not before.issuperset(active_children()) and time.monotonic() < until:
            time.sleep(0.05)
        return before.issuperset(active_children())

    return ended


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_part_comes_back(count: int) -> None:
    assert sorted(each(square, range(30), count)) == [number * number for number in range(30)]
    assert list(each(square, range(30), count, in_order=True)) == [number * number for number in range(30)]
    assert list(each(square, [], count)) == []


def test_no_more_is_begun_than_is_asked_for() -> None:
    begun: list[int] = []
    found = each(square, (begun.append(number) or number for number in range(1000)), 2, in_order=True)  # type: ignore[func-returns-value]
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    assert len(begun) <= 2 * workers.AHEAD + 3
    found.close()  # type: ignore[attr-defined]


def test_who_wants_no_more_does_not_wait(nobody_is_left: Callable[[], bool]) -> None:
    began = time.monotonic()
    found = each(slowly, [0.0, LONG, LONG], 2)
    assert next(found) == 0.0
    found.close()  # type: ignore[attr-defined]
    assert nobody_is_left()
    assert time.monotonic() - began < LONG / 2


def test_an_error_does_not_wait_for_the_others(nobody_is_left: Callable[[], bool]) -> None:
    with pytest.raises(TableError, match="not "):
        list(each(refuse, range(20), 2))
    assert nobody_is_left()
