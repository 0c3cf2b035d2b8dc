"""A server that is told to end says so to everybody who is there, and they come back by themselves."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from itertools import takewhile

import pytest
from playwright.sync_api import expect

from spiritboard.server.messages import RESTARTS
from spiritboard.server.socket_codes import RESTART
from tests.server.browser import Come, play_now
from tests.server.guests import LANTERNS, Browser, bearer, caller, set_table
from tests.server.running import Server
from tests.server.test_page_connection import Page
from tests.server.test_servers import wait_until


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests here end and start again."""
    server = Server(tmp_path_factory.mktemp("restarted"), "--metrics")
    server.start()
    yield server
    server.end()


def connections(server: Server) -> dict[str, float]:
    """How many sockets and streams are open, as the server counts them for Prometheus."""
    with caller(server.url) as http:
        found = re.findall(r'spiritboard_connections{kind="(\w+)"} (\S+)', http.get("/metrics").text)
    return {kind: float(number) for kind, number in found}


def test_sockets_and_streams_are_told_of_a_restart(restarted: Server) -> None:
    ada = Browser(restarted.url).called("Ada")
    key = ada.set_table(LANTERNS, ["me", "here"])
    page = Page(restarted, key, ada)
    with caller(restarted.url) as http:
        table = set_table(http, LANTERNS.id, ["me", "here"])
        with http.stream("GET", f"{table.address}/events", headers=bearer(table.keys[0])) as answer:
            lines = answer.iter_lines()
            first = list(takewhile(bool, lines))  # says when to come back: a server that is killed has no time for it
            assert {line.partition(": ")[0] for line in first} == {"data", "retry"}
            assert connections(restarted) == {"socket": 1, "stream": 1}
            restarted.end(signal.SIGTERM)
            told = list(lines)
    assert {"event: restart", f"data: {RESTARTS}"} <= set(told)
    assert any(line.startswith("retry: ") for line in told)
    assert page.closed() == RESTART
    assert page.socket.close_reason == RESTARTS
    assert restarted.log.count("\n") == 1, restarted.log  # it was set up, and nothing went wrong
    restarted.start()
    assert connections(restarted) == {}
    Page(restarted, key, ada).leave()
    assert wait_until(lambda: connections(restarted) == {"socket": 0})


def test_a_page_says_that_the_server_restarts_until_it_is_back(restarted: Server, come: Come) -> None:
    guest = come()
    guest.forgive("WebSocket connection to .* failed")
    play_now(guest, restarted, LANTERNS)
    lit = guest.lit()
    banner = guest.page.locator("#connection")
    lost = banner.text_content() or ""
    restarted.end(signal.SIGTERM)
    expect(banner).to_have_text(RESTARTS)
    expect(banner).to_be_visible()
    restarted.start()
    expect(banner).to_be_hidden()
    assert guest.lit() == lit
    restarted.end(signal.SIGKILL)  # which nobody has said before
    expect(banner).to_have_text(lost)
    restarted.start()
    expect(banner).to_be_hidden()
    guest.decide()
