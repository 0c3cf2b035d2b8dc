"""What the seats can do in a position is worked out once, and anew for the next position."""

from __future__ import annotations

from dataclasses import replace

from spiritboard.server.live_table import LiveTable
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from tests.server.guests import every_game, live_table_of, most_seats


def paths(live: LiveTable) -> list[list[tuple[str, ...]]]:
    return [live.paths(seat) for seat in range(len(live.chairs))]


@every_game
def test_a_table_tells_the_moves_of_each_position_also_after_one_is_taken_back(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "asked")
    dice = Dice("asked")
    while not live.in_progress.state.over and live.number < 60:
        state = live.in_progress.state
        assert live.pending == state.pending()
        told = [state.paths(seat) if seat in state.pending() else [] for seat in range(len(live.chairs))]
        assert paths(live) == told
        seat = dice.pick(state.pending())
        live.carry_out(Move(seat, dice.pick(told[seat]), dice.text()))
        if live.in_progress.can_take_back(seat) and dice.below(2):
            paths(live)
            live.carry_out(Move(seat, (), ""))
            assert paths(live) == told


@every_game
def test_moves_are_worked_out_once_for_a_position(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "asked")
    seat = live.pending[0]
    assert live.paths(seat) is live.paths(seat)
    live.pending.clear()  # what is returned is the caller's own list
    assert seat in live.pending


@every_game
def test_nobody_is_asked_while_a_chair_is_free(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "asked")
    seat = live.pending[0]
    assert live.choices(seat)
    free = [replace(chair, kind="open") if chair.seat == seat else chair for chair in live.chairs]
    live.seat_anew(replace(live.stored, chairs=free, waits=True))
    assert (live.pending, live.paths(seat), live.choices(seat)) == ([], [], {})
