"""The server collects garbage seldom, so what it does all the time must leave no cycles behind."""

import gc
import random
from collections.abc import Iterator

import msgspec
import pytest

from spiritboard.server.render import environment
from spiritboard.server.run import be_quick
from spiritboard.server.templating import Memo
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from tests.server.guests import every_game, live_table_of, most_seats, page_at, person

MOVES = 6


@pytest.fixture
def collector() -> Iterator[None]:
    """Collects nothing during a test, and then goes on as before."""
    threshold = gc.get_threshold()
    gc.collect()
    gc.disable()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    gc.enable()


def test_a_server_collects_seldom_but_does_collect(collector: None) -> None:
    gc.enable()
    be_quick()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    assert 100_000 <= gc.get_threshold()[0] <= 500_000


@every_game
def test_a_move_leaves_no_cycles_behind(game: Game, collector: None) -> None:
    live = live_table_of(game, most_seats(game), "cycles")
    pages = [page_at(live, person(seat)) for seat in (*range(most_seats(game)), None)]
    chance = random.Random("cycles")
    for number in range(2 * MOVES):
        if number == MOVES:  # what the first moves prepare once does not count
            gc.collect()
        seat = live.pending[0]
        path = chance.choice(live.paths(seat))
        live.go_to(live.in_progress.after_move(seat, path, Dice(f"cycles {number}").text()))
        for page in pages:
            msgspec.json.encode(page.update())
    assert gc.collect() == 0


def test_forgotten_drawings_leave_no_cycles_behind(collector: None) -> None:
    text = "{% macro long(each) %}{{ each }}{{ 'x' * 300 }}{% endmacro %}"
    macros = environment().from_string(text).module
    memo = Memo(most=4)
    gc.collect()
    for each in range(20):
        assert str(each) in memo(macros.long, each)  # type: ignore[attr-defined]
    assert gc.collect() == 0
