"""Work in several processes: all results come back in order, and a caller that stops does not wait for the rest."""

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
def all_processes_ended() -> Callable[[], bool]:
    """Returns a function that waits for the processes started by the test and returns whether they have ended."""
    before = set(active_children())

    def ended() -> bool:
        until = time.monotonic() + 60
        while not before.issuperset(active_children()) and time.monotonic() < until:
            time.sleep(0.05)
        return before.issuperset(active_children())

    return ended


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_part_has_a_result(count: int) -> None:
    assert sorted(each(square, range(30), count)) == [number * number for number in range(30)]
    assert list(each(square, range(30), count, in_order=True)) == [number * number for number in range(30)]
    assert list(each(square, [], count)) == []


def test_parts_are_started_only_as_results_are_taken() -> None:
    begun: list[int] = []
    found = each(square, (begun.append(number) or number for number in range(1000)), 2, in_order=True)  # type: ignore[func-returns-value]
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    assert len(begun) <= 2 * workers.PARTS_PER_WORKER + 3
    found.close()


def test_a_caller_that_stops_does_not_wait_for_other_parts(all_processes_ended: Callable[[], bool]) -> None:
    began = time.monotonic()
    found = each(slowly, [0.0, LONG, LONG], 2)
    assert next(found) == 0.0
    found.close()
    assert all_processes_ended()
    assert time.monotonic() - began < LONG / 2


def test_an_error_does_not_wait_for_other_parts(all_processes_ended: Callable[[], bool]) -> None:
    with pytest.raises(TableError, match="not "):
        list(each(refuse, range(20), 2))
    assert all_processes_ended()
