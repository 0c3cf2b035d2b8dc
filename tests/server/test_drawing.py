"""What the tables of single games show in special moments."""

from __future__ import annotations

import pytest

from spiritboard.server.pages import everything
from spiritboard.server.render import live, live_context
from spiritboard.server.room import Room
from spiritboard.table.shelf import games
from tests.server.guests import room_of


@pytest.fixture(params=["ghosts", "ghooost", "spookies"])
def room(request: pytest.FixtureRequest) -> Room:
    return room_of(games()[request.param], 3, "drawing")


def drawn(room: Room, *, with_everything_open: bool) -> str:
    context = live_context(room, None)
    if with_everything_open:
        context["open"] = everything(room.sitting.state)
    return live(room, context).html


# How often a table shows one seat's hand or purse to all.
SHOWN = {
    "ghosts": '<span class="shown">',
    "ghooost": '<span class="seen-word">hand</span>',
    "spookies": 'class="turned"',
}


def test_with_everything_open_every_hand_is_shown(room: Room) -> None:
    mark = SHOWN[room.game.id]
    assert drawn(room, with_everything_open=False).count(mark) == 0
    assert drawn(room, with_everything_open=True).count(mark) == 3
    assert drawn(room, with_everything_open=False).count(mark) == 0
