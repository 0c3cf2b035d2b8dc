"""No message to a seat holds anything that the seat cannot know, in every game."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import accumulate

import msgspec
import pytest
from lanterns.rules import Lanterns

from spiritboard.server import api
from spiritboard.server.drawings import Drawings
from spiritboard.server.live_table import LiveTable
from spiritboard.server.story import Stories
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from tests.server.guests import LANTERNS, every_game, live_table_of, most_seats, page_at, person


def sent_to(live: LiveTable, seat: int | None) -> bytes:
    """Returns all that a page and a program on this seat are sent of this position. Streams send the same as looks."""
    page = page_at(live, person(seat))
    return msgspec.json.encode([page.update(), api.table_view(live, seat)])


def dealt_anew(live: LiveTable, seat: int | None, dice: Dice) -> LiveTable:
    """Returns the same table without drawings, in which all that this seat cannot know is dealt again."""
    other = copy.copy(live)
    other.drawings, other.stories = Drawings(most_seats(live.game) + 1), Stories()
    live.story(seat)
    other.stories.edition = live.stories.edition - 1  # the first story begins an edition
    other.in_progress = copy.copy(live.in_progress)
    other.in_progress.state = live.in_progress.state.imagine(seat, dice)
    # An imagined state lacks the events of other seats, so it counts fewer events.
    other.fresh = live.story(seat).fresh
    events = live.in_progress.state.events or []
    heard = [0, *accumulate(event.to in (None, seat) for event in events)]
    other.told_by = [entry for entry, event in zip(live.told_by, events, strict=True) if event.to in (None, seat)]
    # There may have been more events before a move was taken back.
    other.told_after = [heard[min(told, len(events))] for told in live.told_after]
    return other


# A long game is checked at each of its first moves, and at every few moves afterwards.
CLOSE, NOW_AND_THEN = 40, 41


def walk(live: LiveTable, seed: str) -> Iterator[Dice]:
    """Make random moves, and take some of them back, until the game is over. Yields whenever the table is checked."""
    dice = Dice(seed)
    yield dice
    while not live.in_progress.state.over:
        state = live.in_progress.state
        seat = dice.pick(state.pending())
        live.carry_out(Move(seat, dice.pick(state.paths(seat)), dice.text()))
        if live.number < CLOSE or live.number % NOW_AND_THEN == 0 or live.in_progress.state.over:
            yield dice
        if live.in_progress.can_take_back(seat) and dice.below(2):
            live.carry_out(Move(seat, (), ""))
            yield dice


@every_game
@pytest.mark.parametrize("seed", ["one", "two"])
def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_know(game: Game, seed: str) -> None:
    differed: set[int | None] = set()
    live = live_table_of(game, most_seats(game), seed)
    for dice in walk(live, seed):
        for seat in [*range(most_seats(game)), None]:
            imagined = dealt_anew(live, seat, dice)
            assert sent_to(imagined, seat) == sent_to(live, seat), (live.number, seat)
            if imagined.in_progress.state.to_json() != live.in_progress.state.to_json():
                differed.add(seat)
    hides_something = bool(live.in_progress.state.SECRET)
    assert differed == ({*range(most_seats(game)), None} if hides_something else set())


@every_game
def test_drawings_do_not_depend_on_which_seat_looked_before(game: Game) -> None:
    """A seat is shown the drawing of another only if its own would be the same."""
    live = live_table_of(game, most_seats(game), "drawings")
    for dice in walk(live, "drawings"):
        order: list[int | None] = [*range(most_seats(game)), None]
        dice.shuffle(order)
        for seat in order:
            alone = copy.copy(live)
            alone.drawings = Drawings(most_seats(game) + 1)
            assert sent_to(live, seat) == sent_to(alone, seat)


def test_a_seat_is_sent_what_it_may_know() -> None:
    """Without this, the tests above would pass for empty messages."""
    live = live_table_of(LANTERNS, 4, "known")
    state = live.in_progress.state
    assert isinstance(state, Lanterns)
    hands = [state.view(seat)["hands"][seat] or [] for seat in range(4)]
    for seat in range(4):
        sent = sent_to(live, seat).decode()
        for each, hand in enumerate(hands):
            for lantern in hand:
                assert (f'"lantern-{lantern}"' in sent) is (each == seat)
