"""How people make bots wait longer or shorter, and skip their moves, by the sockets and buttons of their pages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest
from litestar import WebSocket
from playwright.sync_api import expect

from spiritboard.server.live_table import LiveTable
from spiritboard.server.messages import NOT_ALONE
from spiritboard.server.pace import FACTORS
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.table_service import TableService
from tests.server.browser import Come, set_table
from tests.server.guests import LANTERNS, Browser, live_table_of, person
from tests.server.running import Server
from tests.server.test_page_connection import Page

MORE_THAN_PATIENCE = "100000"  # seconds: without skipping, no bot moves while a test runs


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("slow"), "--bot-pace", MORE_THAN_PATIENCE) as running:
        yield running


class RecordingService:
    """Takes the wishes of pages."""

    def __init__(self) -> None:
        self.wished: list[str] = []

    def set_pace(self, live: LiveTable, page: object, pace: str) -> None:
        self.wished.append(pace)


@pytest.mark.parametrize(("who", "wished"), [(person(0), ["calm"]), (None, [])], ids=["player", "spectator"])
def test_the_wishes_of_players_count(who: str | None, wished: list[str]) -> None:
    service = RecordingService()
    socket = cast(WebSocket, SimpleNamespace(cookies={}, query_params={}))
    page = PageConnection(socket, cast(TableService, service), live_table_of(LANTERNS, 2, "pace"), who)
    asyncio.run(page.hear('{"pace": "calm"}'))
    assert service.wished == wished


def lay(page: Page) -> None:
    """Lay a lantern. Only the bots are asked then."""
    number = page.now["number"]
    assert not page.now["skip"]
    page.move(page.now["paths"][0])
    page.at(number + 1)


def test_a_person_alone_with_bots_skips_their_moves(slow_server: Server) -> None:
    ada = Browser(slow_server.url).called("Ada")
    page = Page(slow_server, ada.set_table(LANTERNS, ["me", "bot", "bot"]), ada)
    lay(page)
    assert page.now["skip"]
    page.say(skip=True)
    page.until(lambda update: update.get("your_turn") is True)
    assert page.now["number"] >= 3
    assert not page.now["skip"]
    page.leave()


def test_nobody_skips_moves_that_another_person_wants_to_see(slow_server: Server) -> None:
    ada, bo = Browser(slow_server.url).called("Ada"), Browser(slow_server.url).called("Bo")
    key = ada.set_table(LANTERNS, ["me", "friend", "bot"], visibility="open")
    assert bo.send(f"/tables/{key}/join", name="Bo").status_code == 303
    pages = [Page(slow_server, key, browser) for browser in (ada, bo)]
    for page in pages:
        page.say(skip=True)
        assert page.complaint() == NOT_ALONE
        assert not page.now["skip"]
    watcher = Page(slow_server, key)
    watcher.say(skip=True)
    assert watcher.complaint() == NOT_ALONE
    for page in [*pages, watcher]:
        page.leave()


def test_a_skip_while_a_person_is_asked_does_nothing(slow_server: Server) -> None:
    ada = Browser(slow_server.url).called("Ada")
    page = Page(slow_server, ada.set_table(LANTERNS, ["me", "bot"]), ada)
    page.say(skip=True)
    lay(page)
    assert page.now["skip"]  # the bot waits, because nothing was skipped
    page.leave()


@pytest.mark.parametrize("message", [{"pace": "hectic"}, {"pace": 3}, {"skip": "yes"}])
def test_an_unknown_pace_is_refused(slow_server: Server, message: dict[str, object]) -> None:
    ada = Browser(slow_server.url).called("Ada")
    page = Page(slow_server, ada.set_table(LANTERNS, ["me", "bot"]), ada)
    page.say(**message)
    assert page.complaint() == "That message was not understood."
    page.leave()


def test_the_page_tells_its_pace_and_offers_to_skip(slow_server: Server, come: Come) -> None:
    guest = come()
    page = guest.page
    set_table(guest, slow_server, LANTERNS, ["me", "bot", "bot"])
    guest.click("lay")
    guest.click(next(pick for pick in guest.lit() if pick.startswith("lantern-")))
    skip = page.get_by_role("button", name="Skip to my turn")
    expect(skip).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Calmly").check()
    page.get_by_role("button", name="Done").click()
    skip.click()
    expect(guest.button("give")).to_be_visible()
    expect(skip).to_be_hidden()
    assert [message["pace"] for message in guest.sent if "pace" in message] == ["normal", "calm"]
    assert FACTORS["calm"] > FACTORS["normal"] > FACTORS["quick"]
