"""What a seat cannot know is in nothing that it is sent, in every game."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import accumulate
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from litestar import WebSocket

from spiritboard.server import api
from spiritboard.server.hall import Hall
from spiritboard.server.room import Room
from spiritboard.server.socket import Line
from spiritboard.server.storage import Entry
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from tests.server.guests import LANTERNS, every_game, most_seats, person, room_of


def sent_to(room: Room, seat: int | None) -> bytes:
    """Every byte that a page and a program in this seat get of this position: the stream sends the same as a look."""
    socket = cast(WebSocket, SimpleNamespace(cookies={"csrftoken": "token"}))
    line = Line(socket, cast(Hall, None), room, person(seat))
    return msgspec.json.encode([line.update(), api.look(room, seat)])


def dealt_anew(room: Room, seat: int | None, dice: Dice) -> Room:
    """The same table, with everything that this seat cannot know dealt again, and nothing drawn yet."""
    other = copy.copy(room)
    other.drawings, other.fragments, other.stories, other.lines = [], {}, {}, []
    other.sitting = copy.copy(room.sitting)
    other.sitting.state = room.sitting.state.imagine(seat, dice)
    # An imagined state has forgotten what others were told, so it counts fewer events.
    other.fresh = len(room.story(seat).fresh)
    events = room.sitting.state.events or []
    heard = [0, *accumulate(event.to in (None, seat) for event in events)]
    # Before something was taken back there may have been more of them.
    other.told_after = [heard[min(told, len(events))] for told in room.told_after]
    return other


# A long game is looked at closely in its first moves and now and then afterwards.
CLOSE, NOW_AND_THEN = 40, 41


def walk(room: Room, seed: str) -> Iterator[Dice]:
    """Random moves, some of them taken back, until the game is over."""
    dice = Dice(seed)
    yield dice
    while not room.sitting.state.over:
        state = room.sitting.state
        seat = dice.pick(state.pending())
        room.carry_out(Entry(seat, dice.pick(state.paths(seat)), dice.text()))
        if room.number < CLOSE or room.number % NOW_AND_THEN == 0 or room.sitting.state.over:
            yield dice
        if room.sitting.can_take_back(seat) and dice.below(2):
            room.carry_out(Entry(seat, (), ""))
            yield dice


@every_game
@pytest.mark.parametrize("seed", ["one", "two"])
def test_all_that_a_seat_is_sent_stays_the_same_when_its_unknowns_are_dealt_anew(game: Game, seed: str) -> None:
    differed: set[int | None] = set()
    room = room_of(game, most_seats(game), seed)
    for dice in walk(room, seed):
        for seat in [*range(most_seats(game)), None]:
            imagined = dealt_anew(room, seat, dice)
            assert sent_to(imagined, seat) == sent_to(room, seat), (room.number, seat)
            if imagined.sitting.state.to_json() != room.sitting.state.to_json():
                differed.add(seat)
    hides_something = bool(room.sitting.state.SECRET)
    assert differed == ({*range(most_seats(game)), None} if hides_something else set())


@every_game
def test_who_looked_before_makes_no_difference(game: Game) -> None:
    """A drawing that was made for one is shown to another only if it would be drawn the same."""
    room = room_of(game, most_seats(game), "drawings")
    for dice in walk(room, "drawings"):
        order: list[int | None] = [*range(most_seats(game)), None]
        dice.shuffle(order)
        for seat in order:
            alone = copy.copy(room)
            alone.drawings = []
            assert sent_to(room, seat) == sent_to(alone, seat)


def test_a_seat_is_sent_what_it_may_know() -> None:
    """Or the tests above would be content with nothing at all."""
    room = room_of(LANTERNS, 4, "known")
    hands = [room.sitting.state.view(seat)["hands"][seat] for seat in range(4)]  # type: ignore[index]
    for seat in range(4):
        sent = sent_to(room, seat).decode()
        for each, hand in enumerate(hands):
            for lantern in hand:
                assert (f'"lantern-{lantern}"' in sent) is (each == seat)
