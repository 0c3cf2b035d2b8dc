"""Rounds: their end is told to every seat that has not moved since, and bots hurry when people are out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from markupsafe import escape

from spiritboard.server import live_table as live_table_module
from spiritboard.server.live_table import GLANCE_SECONDS, LiveTable
from spiritboard.server.render import draw_live, live_context
from spiritboard.server.story import ROUND_KIND
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.record import Move
from spiritboard.table.registry import games
from tests.server.guests import live_table_of

IN_ROUNDS = [("ghosts", {}), ("ghooost", {"match": "match"}), ("thirteen", {})]
SEATS = 3
SHEET = '<section class="round-end'


@pytest.fixture(params=IN_ROUNDS, ids=[name for name, _ in IN_ROUNDS])
def live(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """A table at which no time passes."""
    monkeypatch.setattr(live_table_module, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    name, options = request.param
    return live_table_of(games()[name], SEATS, "rounds", **options)


def move(live: LiveTable, dice: Dice) -> int:
    seat = dice.pick(live.in_progress.state.pending())
    live.carry_out(Move(seat, dice.pick(live.in_progress.state.paths(seat)), dice.text()))
    return seat


def play_until_a_round_begins(live: LiveTable, dice: Dice) -> list[Event]:
    """Play until a round ends. Returns what the move that ended it has told everybody."""
    while True:
        before = len(live.in_progress.state.events or [])
        move(live, dice)
        news = (live.in_progress.state.events or [])[before:]
        if any(event.kind == ROUND_KIND for event in news):
            return [event for event in news if event.to is None]


def everybody(live: LiveTable) -> list[int | None]:
    return [None, *range(len(live.chairs))]


def told(live: LiveTable) -> set[int | None]:
    """Returns the seats whose pages say how the round ended."""
    return {seat for seat in everybody(live) if SHEET in draw_live(live, live_context(live, seat)).html}


def say(live: LiveTable, events: list[Event], seat: int | None) -> str:
    """Returns how these events, without the beginning of the next round, are said to this seat, as HTML."""
    words = " ".join(event.say(live.names, seat) for event in events if event.kind != ROUND_KIND)
    return str(escape(words))


def test_the_first_round_shows_no_end(live: LiveTable) -> None:
    assert told(live) == set()
    move(live, Dice("first"))
    assert told(live) == set()


def test_all_seats_are_told_how_a_round_ended(live: LiveTable) -> None:
    events = play_until_a_round_begins(live, Dice("end"))
    for seat in everybody(live):
        assert [event for event in live.round_end(seat) if event.to is None] == events
        assert say(live, events, seat) in draw_live(live, live_context(live, seat)).html


def test_a_seat_that_moves_is_no_longer_told(live: LiveTable) -> None:
    dice = Dice("read")
    play_until_a_round_begins(live, dice)
    unread = set(everybody(live))
    assert told(live) == unread
    for _ in range(2 * SEATS):
        unread -= {None, move(live, dice)}
        assert told(live) == unread


def test_the_end_of_the_next_round_is_told_too(live: LiveTable) -> None:
    dice = Dice("again")
    play_until_a_round_begins(live, dice)
    events = play_until_a_round_begins(live, dice)
    assert told(live) == set(everybody(live))
    assert say(live, events, 0) in draw_live(live, live_context(live, 0)).html


def test_events_for_one_seat_are_not_told_to_others() -> None:
    live = live_table_of(games()["spookies"], SEATS, "alone")
    live.last_round = [Event("end", "{0} has lost.", {}), Event("secret", "You know why.", {}, to=1)]
    live.not_moved = {*everybody(live)}
    lost, why = live.last_round
    assert live.round_end(1) == [lost, why]
    assert live.round_end(0) == live.round_end(2) == live.round_end(None) == [lost]


def test_seats_with_the_same_drawing_can_differ_in_the_notice() -> None:
    live = live_table_of(games()["spookies"], SEATS, "same")
    waiting = [seat for seat in range(SEATS) if seat not in live.in_progress.state.pending()]
    live.last_round, live.not_moved = [Event("end", "It is over.", {})], {waiting[0]}
    assert told(live) == {waiting[0]}


def with_bots(live: LiveTable, *bots: int) -> LiveTable:
    for seat in bots:
        live.chairs[seat].kind = "bot"
    return live


def test_bots_hurry_when_no_person_was_asked_for_long(live: LiveTable) -> None:
    bot = with_bots(live, 1, 2).chairs[1]
    assert live.seconds_until_move(bot, 0.9) == pytest.approx(0.9)
    waits = []
    for live.unasked in (1, 24, 25, 48, 240):
        waits.append(live.seconds_until_move(bot, 0.9))
    assert waits == pytest.approx([0.9, 0.9, 0.864, 0.45, 0.09])


def test_bots_without_people_do_not_hurry(live: LiveTable) -> None:
    bot = with_bots(live, *range(SEATS)).chairs[1]
    live.unasked = 1000
    assert live.seconds_until_move(bot, 0.9) == pytest.approx(0.9)


def test_bots_without_people_wait_for_a_spectator(live: LiveTable) -> None:
    bot = with_bots(live, *range(SEATS)).chairs[1]
    live.seen_at -= GLANCE_SECONDS + 1
    assert live.seconds_until_move(bot, 0.9) is None
    live.watching = 1
    assert live.seconds_until_move(bot, 0.9) == pytest.approx(0.9)
    live.watching = 0
    live.changed.clear()
    live.glance()
    assert live.changed.is_set()  # the driver hears of it
    assert live.seconds_until_move(bot, 0.9) == pytest.approx(0.9)
    live.changed.clear()
    live.glance()
    assert not live.changed.is_set()  # repeated looks do not delay the bots


def test_bots_among_people_wait_until_a_person_looks(live: LiveTable) -> None:
    bot = with_bots(live, 1).chairs[1]
    live.seen_at -= GLANCE_SECONDS + 1
    assert live.seconds_until_move(bot, 0.9) is None
    live.stored.away_seconds = 2 * GLANCE_SECONDS  # the time until bots take over at this table
    assert live.seconds_until_move(bot, 0.9) == pytest.approx(0.9)


def test_entries_since_a_person_was_asked_are_counted(live: LiveTable) -> None:
    """Entries count from the last time that a person was pending, and from the beginning of each round."""
    with_bots(live, 1, 2)
    dice, expected, rounds = Dice("asked"), 0, 1
    while rounds < 3:
        before = len(live.in_progress.state.events or [])
        move(live, dice)
        began = any(event.kind == ROUND_KIND for event in (live.in_progress.state.events or [])[before:])
        rounds += began
        expected = 0 if began or 0 in live.in_progress.state.pending() else expected + 1
        assert live.unasked == expected
