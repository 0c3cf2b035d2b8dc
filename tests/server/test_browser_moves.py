"""Moves in a real browser: incomplete, taken back, overtaken by other moves, and sent over broken connections."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.browser import (
    PHONE,
    SPOOKIES,
    WIDE,
    Come,
    Guest,
    open_lesson,
    play_now,
    play_some,
    set_table,
    two_at_a_table,
    two_games,
)
from tests.server.guests import LANTERNS, every_game
from tests.server.running import Server

# Broken connections.


@every_game
def test_a_reload_in_mid_game_shows_the_same_table(server: Server, come: Come, game: Game) -> None:
    guest = come()
    play_now(guest, server, game)
    guest.decide()
    guest.next_moment()
    for _ in range(20):
        number, seen = position(guest), everything(guest)
        guest.page.reload()
        again = everything(guest)
        if position(guest) == number:  # no player has chosen meanwhile
            break
    assert again == seen
    guest.decide()


def everything(guest: Guest) -> tuple[set[str], str, str]:
    return guest.lit(), guest.shown(), guest.page.locator(".log").inner_text()


def position(guest: Guest) -> int:
    """Returns the number of entries, as the server knows it."""
    number: int = guest.page.request.get(guest.page.url.replace("/tables/", "/api/tables/")).json()["number"]
    return number


class GuestConnection:
    """A guest's connection to the server, which can be cut or slowed down."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.routes: list[WebSocketRoute] = []
        self.is_cut = False
        self.is_slow = False
        self.under_way: list[tuple[WebSocketRoute, str | bytes]] = []
        guest.page.route_web_socket(re.compile(r"/socket\?parts$"), self.open)

    def open(self, route: WebSocketRoute) -> None:
        if self.is_cut:
            route.close(code=1001)
            return
        server = route.connect_to_server()
        self.routes.append(route)

        def pass_on(message: str | bytes) -> None:
            self.guest.sent.append(json.loads(message))
            self.under_way.append((server, message))
            self.deliver()

        route.on_message(pass_on)

    def deliver(self) -> None:
        while self.under_way and not self.is_slow:
            server, message = self.under_way.pop(0)
            server.send(message)

    def cut(self) -> None:
        self.is_cut = True
        self.routes[-1].close(code=1001)


@two_games
def test_a_page_shows_a_lost_connection_reconnects_and_catches_up(server: Server, come: Come, game: Game) -> None:
    host, friend = two_at_a_table(server, come, game, first="seat-1")
    line = GuestConnection(host)
    host.page.reload()
    host.caught_up()
    while not isinstance(friend.moment(), list):  # all players may have to choose first
        host.decide()
    line.cut()
    gone = host.page.locator("#connection")
    expect(gone).to_be_visible()
    expect(host.page.locator(".pick.lit")).to_have_count(0)
    friend.decide()
    line.is_cut = False
    expect(gone).to_be_hidden()
    host.caught_up()
    play_some([host, friend], moves=2)


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.end()
    assert "Traceback" not in server.log, server.log


@two_games
def test_a_page_goes_on_after_its_server_was_killed_and_started_again(frail: Server, come: Come, game: Game) -> None:
    guest = come()
    guest.forgive("WebSocket connection to .* failed")
    play_now(guest, frail, game)
    guest.decide()
    lit, shown = guest.lit(), guest.shown()
    frail.end(signal.SIGKILL)
    expect(guest.page.locator("#connection")).to_be_visible()
    assert guest.page.locator(".pick.lit").count() == 0
    frail.start()
    expect(guest.page.locator("#connection")).to_be_hidden()
    assert guest.lit() == lit
    assert guest.shown() == shown
    guest.decide()


# Incomplete moves, and moves taken back.


def test_a_chosen_friend_is_taken_back(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, SPOOKIES, ["me", "bot"], variant="free-choice", first="seat-0")
    lit, shown = guest.lit(), guest.shown()
    pick = min(lit)
    guest.click(pick)
    guest.page.locator("#take-back").click()
    expect(guest.page.locator("#take-back")).to_have_count(0)
    assert guest.lit() == lit
    assert guest.shown() == shown
    guest.click(max(lit))
    expect(guest.page.locator("#take-back")).to_be_visible()
    guest.decide()


def test_a_gust_is_taken_back(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, LANTERNS, ["me", "bot", "bot"], wind="gusty", first="seat-0")
    guest.decide()
    assert guest.lit() == {"give", "blow-out"}
    guest.click("blow-out")
    guest.click(min(guest.lit()))
    guest.page.locator("#take-back").click()
    expect(guest.page.locator("#take-back")).to_have_count(0)
    assert guest.lit() == {"give", "blow-out"}
    guest.play_to_the_end()


@pytest.fixture
def giver(server: Server, come: Come) -> Guest:
    """A guest who must give a lantern to one of two other players or to the wind."""
    guest = come()
    set_table(guest, server, LANTERNS, ["me", "bot", "bot"], wind="gusty", first="seat-0")
    guest.decide()
    assert guest.lit() == {"give", "blow-out"}
    return guest


def test_fewer_picks_are_lit_after_every_pick(giver: Guest) -> None:
    before = len(giver.sent)
    giver.click("give")
    lanterns = giver.lit()
    assert len(lanterns) == 2
    assert all(pick.startswith("lantern-") for pick in lanterns)
    giver.click(min(lanterns))
    assert giver.lit() == {"seat-1", "seat-2"}
    expect(giver.page.locator(".pick.picked")).to_have_attribute("data-pick", min(lanterns))
    assert len(giver.sent) == before
    giver.click("seat-2")
    assert giver.lit() == {"say-so"}
    assert giver.sent[-1]["path"] == ["give", min(lanterns), "seat-2"]


def test_picks_that_are_not_on_the_table_are_buttons_with_the_words_of_the_game(server: Server, come: Come) -> None:
    guest, halloween = come(), games()["halloween"]
    open_lesson(guest, server, halloween, 9, number=3)
    button = guest.page.locator("#choices .choice")
    expect(button).to_have_text(["End the turn"])
    expect(button).to_have_attribute("data-pick", "end-turn")


def test_a_pick_may_change_the_question(giver: Guest) -> None:
    prompt, heard = giver.page.locator(".prompt"), giver.page.locator("#announce p").last
    question = prompt.inner_text()
    giver.click("give")
    expect(prompt).to_have_text(question)
    giver.click(min(giver.lit()))
    expect(prompt).to_have_text("Who gets it?")
    expect(heard).to_have_text("Who gets it?")
    giver.page.locator("#back").click()
    expect(prompt).to_have_text(question)
    expect(heard).to_have_text(question)


def test_the_hint_is_marked_on_the_table(giver: Guest) -> None:
    page, advised = giver.page, giver.page.locator(".pick.advised")
    expect(advised).to_have_count(0)
    page.locator("#hint").click()
    expect(page.locator("#hinted")).to_be_visible()
    path = giver.heard[-1]["hint"]["path"]
    for at, pick in enumerate(path[:-1]):
        expect(advised).to_have_attribute("data-pick", pick)
        giver.click(pick)
        expect(advised).to_have_attribute("data-pick", path[at + 1])
    page.locator("#back").click()
    giver.click("give" if path[0] == "blow-out" else "blow-out")
    expect(advised).to_have_count(0)


LISTEN = """() => {
    const place = document.getElementById("announce");
    window.readOut = [];
    const read = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent));
    new MutationObserver((changes) => window.readOut.push(...read(changes))).observe(place, {childList: true});
}"""


def test_a_hint_is_read_out_only_if_its_question_is_still_asked(giver: Guest) -> None:
    line = GuestConnection(giver)
    giver.page.reload()
    giver.caught_up()
    question = giver.page.locator(".prompt").inner_text()
    giver.page.evaluate(LISTEN)
    for number, seat, words in ((0, 0, "Too late."), (giver.number, 1, "For Bo."), (giver.number, 0, "In time.")):
        hint = {"words": words, "chances": [], "path": ["give"]}
        line.routes[-1].send(json.dumps({"hint": hint, "number": number, "seat": seat}))
    expect(giver.page.locator("#hinted")).to_have_text("In time.")
    # The page reads out its question too, before or after the observer begins to listen.
    assert [words for words in giver.page.evaluate("window.readOut") if words != question] == ["In time."]


def test_the_back_button_does_not_move_the_table(giver: Guest) -> None:
    """The button is beside the question, in place of the hint."""
    top = "() => document.querySelector('.game-table').getBoundingClientRect().top"
    back, hint = giver.page.locator("#back"), giver.page.locator("#hint")
    for width, height in (WIDE, PHONE):
        giver.page.set_viewport_size({"width": width, "height": height})
        expect(hint).to_be_visible()
        before = giver.page.evaluate(top)
        giver.click("blow-out")
        expect(back).to_be_visible()
        expect(hint).to_be_hidden()
        assert giver.page.locator(".asking #back").count() == 1
        assert giver.page.evaluate(top) <= before
        back.click()


def test_opened_details_stay_open_after_a_move(server: Server, come: Come) -> None:
    guest = come(PHONE)
    play_now(guest, server, games()["thirteen"])
    details = guest.page.locator("details.small-print")
    details.locator("summary").click()
    expect(details).to_have_attribute("open", "")
    guest.decide()
    guest.caught_up()
    expect(details).to_have_attribute("open", "")


@pytest.mark.parametrize("how", ["button", "escape"])
def test_an_incomplete_move_can_be_cancelled(giver: Guest, how: str) -> None:
    before, back = len(giver.sent), giver.page.locator("#back")
    expect(back).to_be_hidden()
    for picks in (["give"], ["give", "lantern-"], ["blow-out"]):
        for pick in picks:
            giver.click(next(name for name in sorted(giver.lit()) if name.startswith(pick)))
        expect(back).to_be_visible()
        back.click() if how == "button" else giver.page.keyboard.press("Escape")
        expect(back).to_be_hidden()
        assert giver.lit() == {"give", "blow-out"}
        assert giver.page.locator(".pick.picked").count() == 0
    assert len(giver.sent) == before
    assert giver.number == 3  # the lanterns that all players laid in the dark


def test_an_incomplete_move_stays_when_a_friend_comes_back(server: Server, come: Come) -> None:
    """The table is sent again when a friend reconnects, but the question is the same."""
    giver, friend = two_at_a_table(server, come, LANTERNS, wind="gusty", first="seat-0")
    play_some([giver, friend])
    assert giver.lit() == {"give", "blow-out"}
    giver.click("blow-out")
    lanterns, heard = giver.lit(), len(giver.heard)
    friend.page.reload()
    while len(giver.heard) < heard + 2:
        giver.page.wait_for_timeout(10)
    giver.caught_up()
    assert giver.lit() == lanterns
    expect(giver.page.locator("#back")).to_be_visible()
    giver.click(min(lanterns))
    assert giver.lit() == {"say-so"}


def test_an_incomplete_move_stays_when_another_player_chooses(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, LANTERNS)
    assert host.lit() == friend.lit() == {"lay"}
    host.click("lay")
    lanterns, before = host.lit(), host.number
    friend.decide()
    while host.number == before:
        host.page.wait_for_timeout(10)
    host.caught_up()
    assert host.lit() == lanterns
    host.click(min(lanterns))
    expect(host.page.locator(f'[data-pick="{min(lanterns)}"]')).to_have_count(0)


def test_a_sent_choice_is_not_asked_for_again_when_another_player_chooses(server: Server, come: Come) -> None:
    """The update of another player's choice comes before the answer to the own choice."""
    host, friend = two_at_a_table(server, come, LANTERNS)
    line = GuestConnection(host)
    host.page.reload()
    host.lit()
    line.is_slow = True
    host.decide()
    host.page.locator(".asking").evaluate("(asking) => asking.classList.add('old')")
    friend.decide()
    expect(host.page.locator(".asking:not(.old)")).to_be_visible()
    assert host.page.locator(".pick.lit").count() == 0
    line.is_slow = False
    line.deliver()
    play_some([host, friend], moves=2)


# A player's own notes.


def test_notes_stay_in_the_browser_of_their_player(server: Server, come: Come) -> None:
    """Each click sets the next mark. Marks survive moves and reloads, and no other player gets them."""
    host, friend = two_at_a_table(server, come, games()["thirteen"], first="seat-0")
    play_some([host, friend])
    note, other = (guest.page.locator(".note").nth(4) for guest in (host, friend))
    for mark in ("out", "ring", "", "out"):
        note.click()
        expect(note).to_have_attribute("data-marked", mark)
        expect(note).to_have_attribute("aria-pressed", "true" if mark else "false")
    impossible = host.page.locator(".note.struck").first.get_attribute("data-mark") or ""
    host.click("attack")
    host.click(impossible.rpartition("-")[2])
    friend.lit()
    expect(note).to_have_attribute("data-marked", "out")
    host.page.reload()
    expect(note).to_have_attribute("data-marked", "out")
    expect(other).to_have_attribute("data-marked", "")
