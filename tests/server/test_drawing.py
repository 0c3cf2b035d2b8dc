"""The drawing of a table with everything open, as replays show it."""

from __future__ import annotations

import pytest

from spiritboard.server.live_table import LiveTable
from spiritboard.server.pages_replay import everything
from spiritboard.server.render import draw_live, live_context
from spiritboard.table.registry import games
from tests.server.guests import live_table_of


@pytest.fixture(params=["ghosts", "ghooost", "spookies"])
def live(request: pytest.FixtureRequest) -> LiveTable:
    return live_table_of(games()[request.param], 3, "drawing")


def drawn(live: LiveTable, *, with_everything_open: bool) -> str:
    context = live_context(live, None)
    if with_everything_open:
        context["open"] = everything(live.in_progress.state)
    return draw_live(live, context).html


# How often a table shows one seat's hand or purse to all.
SHOWN = {
    "ghosts": '<span class="shown">',
    "ghooost": '<span class="seen-word">hand</span>',
    "spookies": 'class="turned"',
}


def test_with_everything_open_every_hand_is_shown(live: LiveTable) -> None:
    mark = SHOWN[live.game.id]
    assert drawn(live, with_everything_open=False).count(mark) == 0
    assert drawn(live, with_everything_open=True).count(mark) == 3
    assert drawn(live, with_everything_open=False).count(mark) == 0
