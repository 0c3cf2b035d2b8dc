"""Hints on a table page: sent only while the seat still has the question that they answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from litestar import WebSocket

from spiritboard.server.bot_pool import Advice
from spiritboard.server.live_table import LiveTable
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from tests.server.guests import every_game, live_table_of, person


class Listener:
    """A socket that keeps the messages that it is sent."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}
        self.heard: list[dict[str, object]] = []

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    @property
    def hints(self) -> list[object]:
        return [message["hint"] for message in self.heard if "hint" in message]


def hinted(game: Game, meanwhile: Callable[[LiveTable, int], None], sharing: bool) -> list[object]:
    """Returns the hints that a page gets if something happens while the expert thinks."""
    live = live_table_of(game, game.seats[0], "hint")
    if sharing:
        for chair in live.chairs:
            chair.person, chair.kind = person(0), "here"
    seat = live.in_progress.state.pending()[0]
    listener = Listener()

    async def hint(*_: object) -> list[Advice]:
        path = live.in_progress.state.paths(seat)[0]
        meanwhile(live, seat)
        return [Advice(path, 100, 0.5)]

    service = cast(TableService, SimpleNamespace(hint=hint))
    page = PageConnection(cast(WebSocket, listener), service, live, person(0 if sharing else seat), "")
    page.facing = seat
    asyncio.run(page.send_hint(seat, live.number))
    return listener.hints


def nothing(_: LiveTable, __: int) -> None:
    """Do nothing."""


def answer(live: LiveTable, seat: int) -> None:
    """Let the seat move before the expert has decided."""
    live.carry_out(Move(seat, live.in_progress.state.paths(seat)[0], Dice("answer").text()))


@every_game
@pytest.mark.parametrize("sharing", [False, True])
def test_a_hint_is_sent_only_while_its_question_is_asked(game: Game, sharing: bool) -> None:
    assert len(hinted(game, nothing, sharing)) == 1
    assert hinted(game, answer, sharing) == []
