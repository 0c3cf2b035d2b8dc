"""Hints on a table page: sent only while the seat still has the question that they answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from litestar import WebSocket

from spiritboard.server.bot_pool import Advice, BotPool
from spiritboard.server.hints import find_advice
from spiritboard.server.limits import Requester
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.state import State
from tests.server.guests import LANTERNS, every_game, live_table_of, person


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


def hinted(game: Game, meanwhile: Callable[[PageConnection, int], None], sharing: bool) -> list[object]:
    """Returns the hints that a page gets if something happens while the expert thinks."""
    live = live_table_of(game, game.seats[0], "hint")
    if sharing:
        for chair in live.chairs:
            chair.person, chair.kind = person(0), "here"
    seat = live.in_progress.state.pending()[0]
    listener = Listener()

    async def hint(*_: object) -> list[Advice]:
        path = live.in_progress.state.paths(seat)[0]
        meanwhile(page, seat)
        return [Advice(path, 100, 0.5)]

    service = cast(TableService, SimpleNamespace(hint=hint))
    page = PageConnection(cast(WebSocket, listener), service, live, person(0 if sharing else seat), "")
    page.facing = seat
    asyncio.run(page.send_hint(seat, live.number))
    return listener.hints


def nothing(_: PageConnection, __: int) -> None:
    """Do nothing."""


def pass_the_screen_on(page: PageConnection, seat: int) -> None:
    """Let another player open the curtain before the expert has decided."""
    page.facing = next(other for other in page.seats if other != seat)


def answer(page: PageConnection, seat: int) -> None:
    """Let the seat move before the expert has decided."""
    live = page.live
    live.carry_out(Move(seat, live.in_progress.state.paths(seat)[0], Dice("answer").text()))


@every_game
@pytest.mark.parametrize("sharing", [False, True])
def test_a_hint_is_sent_only_while_its_question_is_asked(game: Game, sharing: bool) -> None:
    assert len(hinted(game, nothing, sharing)) == 1
    assert hinted(game, answer, sharing) == []


@every_game
def test_a_hint_is_not_sent_to_another_player_at_the_same_screen(game: Game) -> None:
    assert hinted(game, pass_the_screen_on, sharing=True) == []


def test_a_hint_counts_for_the_person_and_the_network_that_ask() -> None:
    live = live_table_of(LANTERNS, 2, "hint")
    seat = live.in_progress.state.pending()[0]
    askers: list[Requester] = []

    async def advise(_: State, __: int, asker: Requester) -> list[Advice]:
        askers.append(asker)
        return []

    bot_pool = cast(BotPool, SimpleNamespace(advise=advise))
    asyncio.run(find_advice(bot_pool, live, seat, live.number, "net-1"))
    assert askers == [Requester(str(live.chairs[seat].person), "net-1")]
