"""A table tells what is going on: in the main bar, the live region, the log, and the sheet at the end of a round."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from lanterns.rules import Lanterns
from playwright.sync_api import Locator, expect

from spiritboard.server.live_table import LiveTable
from spiritboard.server.page_connection import PageConnection
from spiritboard.server.render import draw_live, live_context
from spiritboard.server.sheets import headline
from spiritboard.server.shown_table import LogLines
from spiritboard.server.story import LOG_LINES, OLDER_LINES
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.registry import games
from tests.server.browser import (
    PHONE,
    SPOOKIES,
    WIDE,
    Come,
    Guest,
    Size,
    both_sizes,
    play_now,
    set_table,
    two_at_a_table,
)
from tests.server.guests import LANTERNS, every_game, live_table_of
from tests.server.running import Server
from tests.server.test_parts import page_of, play, sent

GHOSTS = games()["ghosts"]
HALLOWEEN = games()["halloween"]
THIRTEEN = games()["thirteen"]


# What the server tells a page.


def move(live: LiveTable, seat: int, dice: Dice) -> None:
    live.carry_out(Move(seat, dice.pick(live.in_progress.state.paths(seat)), dice.text()))


def test_the_news_of_a_seat_begin_with_its_own_last_move() -> None:
    live = live_table_of(GHOSTS, 3, "news")
    dice = Dice("news")
    for _ in range(7):
        move(live, live.in_progress.state.turn, dice)
    for seat in range(3):
        lines = live.story(seat).lines
        news = lines[len(lines) - live.story(seat).count_since(live.news_since(seat)) :]
        assert news[0].words.startswith("You ")
        assert [line.words.startswith("You ") for line in news].count(True) == 1
        assert {line.entry for line in news} == set(range(live.moved_at[seat], live.number + 1))


def test_each_seat_is_told_of_its_own_moves_as_you() -> None:
    live = live_table_of(GHOSTS, 3, "you")
    mover = live.in_progress.state.turn
    move(live, mover, Dice("you"))
    for seat in (0, 1, 2, None):
        words = live.story(seat).lines[-1].words
        assert words.startswith("You played" if seat == mover else f"Guest {mover} played")


def test_a_move_that_was_taken_back_is_no_news() -> None:
    live = live_table_of(SPOOKIES, 2, "back", variant="free-choice")
    seat = live.in_progress.state.turn
    page = page_of(live, 1 - seat)
    before = sent(page)["log"]
    move(live, seat, Dice("back"))
    told = sent(page)["log"]
    assert (told["first"], len(told["lines"])) == (before["first"] + len(before["lines"]), 1)
    live.carry_out(Move(seat, (), ""))
    again = sent(page)["log"]
    assert (again["first"], again["lines"]) == (before["first"], before["lines"])
    assert again["news"] == before["news"]


def older(page: PageConnection, first: int) -> LogLines:
    """Returns the lines that a page is sent when it asks for those before this one."""
    heard: list[Any] = []

    async def send(message: dict[str, object]) -> None:
        heard.append(message["older"])

    page.send = send  # type: ignore[method-assign]
    asyncio.run(page.hear(json.dumps({"older": first})))
    lines: LogLines = heard[0]
    return lines


def test_older_lines_are_sent_when_a_page_asks_for_them() -> None:
    live = live_table_of(HALLOWEEN, 4, "long")
    while len(live.story(0).lines) <= LOG_LINES + OLDER_LINES:
        play(live, 1)
    page = page_of(live, 0)
    first = sent(page)["log"]["first"]
    lines = live.story(0).lines
    assert first == len(lines) - LOG_LINES > OLDER_LINES
    last = len(lines)
    for asked, start, end in ((first, first - OLDER_LINES, first), (5, 0, 5), (-3, 0, 0), (10**9, last - 200, last)):
        found = older(page, asked)
        assert found.first == start
        assert [html for _, _, html in found.lines] == [line.html for line in lines[start:end]]


@pytest.mark.parametrize(("winners", "said"), [([1], "You win!"), ([1, 2], "You win, together with Guest 2!")])
def test_the_winner_is_told_so(monkeypatch: pytest.MonkeyPatch, winners: list[int], said: str) -> None:
    live = live_table_of(LANTERNS, 3, "winner")
    monkeypatch.setattr(type(live.in_progress.state.standings()), "winners", lambda _: winners)
    assert headline(live, 1) == said
    assert headline(live, 0) == ("Guest 1 wins." if winners == [1] else "Guest 1 and Guest 2 win.")


def test_the_end_opens_what_was_hidden_and_says_what_changed() -> None:
    live = live_table_of(LANTERNS, 3, "end")
    play(live, 3)  # lanterns in the dark
    while not live.in_progress.state.over:
        play(live, 1)
    html = draw_live(live, {**live_context(live, 0), "csrf": "", "urls": {}}).html
    assert "laid the brightest" in html
    assert "<td>+10</td>" in html
    assert isinstance(live.in_progress.state, Lanterns)
    hands = [hand for hand in live.in_progress.state.hands if hand]
    assert html.count("<dt>") == len(hands)
    assert "<dt>Your hand</dt>" in html
    assert f'<span class="lantern">lantern-{min(hands[0])}</span>' in html


# What the page shows. A sheet waits, so nothing here depends on how fast the machine is.


def until_a_round_ends(guest: Guest) -> Locator:
    """Play until the sheet of a round is open, and return the sheet."""
    while guest.next_moment() != "sheet":
        assert guest.step(), "the game is over"
    return guest.page.locator("#sheet")


@both_sizes
def test_the_end_of_a_round_waits(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    play_now(guest, server, GHOSTS)
    expect(guest.page.locator("p.round")).to_contain_text("1")
    sheet = until_a_round_ends(guest)
    expect(sheet.get_by_role("heading")).to_have_text("Round 1 is over")
    expect(sheet.locator(".scores tbody")).to_have_count(3)
    expect(sheet.locator(".scores-you")).to_have_count(1)
    expect(guest.page.locator("#sheet-continue")).to_be_focused()
    expect(guest.page.locator("#sheet-waiting")).to_be_hidden()  # nobody else waits
    expect(guest.page.locator("p.round")).to_contain_text("1")  # the new round is not shown
    guest.fits()
    guest.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(guest.page.locator("p.round")).to_contain_text("2")
    guest.lit()


def test_a_reload_shows_the_sheet_again_until_the_guest_has_moved(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, THIRTEEN, ["me", "bot"])
    title = until_a_round_ends(guest).get_by_role("heading").inner_text()
    guest.page.reload()
    sheet = guest.page.locator("#sheet")
    expect(sheet.get_by_role("heading")).to_have_text(title)
    expect(guest.page.locator(".game-table")).to_be_hidden()  # it is that of the new round
    guest.page.locator("#sheet-continue").click()
    expect(guest.page.locator(".game-table")).to_be_visible()
    guest.decide()
    guest.page.reload()
    guest.next_moment()
    if guest.moment() == "sheet":  # the move may have ended another round
        expect(sheet.get_by_role("heading")).not_to_have_text(title)


def test_the_sheet_goes_on_by_itself_if_others_wait(server: Server, come: Come) -> None:
    host = come()
    host.page.clock.install()
    watcher = come()
    set_table(host, server, THIRTEEN, ["me", "bot"])
    watcher.page.clock.install()
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator(".game-table")).to_be_visible()
    until_a_round_ends(host)
    sheet = watcher.page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(watcher.page.locator("#sheet-waiting")).to_be_visible()
    watcher.page.clock.run_for(25_000)
    expect(sheet).to_be_hidden()
    host.page.clock.run_for(25_000)
    expect(host.page.locator("#sheet")).to_be_visible()  # spectators do not wait for the host


def test_the_end_of_the_game_is_a_sheet_and_stays_in_the_page(server: Server, come: Come) -> None:
    guest = come(PHONE)
    play_now(guest, server, LANTERNS)
    guest.play_to_the_end()
    sheet = guest.page.locator("#sheet")
    expect(sheet.locator(".ending h2")).to_have_text(re.compile(r"^(You win|.* wins?\.)"))
    expect(sheet.locator(".scores tbody")).to_have_count(3)
    expect(guest.page.locator(".prompt")).to_have_text(sheet.locator(".ending h2").inner_text())
    expect(sheet.get_by_role("button", name="Play again")).to_be_in_viewport()
    sheet.get_by_role("button", name="See the table").click()
    expect(sheet).to_be_hidden()
    expect(guest.page.locator("#live .ending .scores")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Play again")).to_be_visible()
    guest.page.reload()
    expect(guest.page.locator("#live .ending")).to_be_visible()
    expect(sheet).to_be_hidden()


# Keeps every paragraph that is read out, from the first one on.
LISTEN = """
  window.readOut = [];
  document.addEventListener("DOMContentLoaded", () => {
    const added = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent));
    const listener = new MutationObserver((changes) => readOut.push(...added(changes)));
    const place = document.getElementById("announce");
    if (place) listener.observe(place, { childList: true });
  });
"""


@every_game
def test_the_live_region_says_each_move_once_and_then_the_question(server: Server, come: Come, game: Game) -> None:
    guest = come()
    guest.page.add_init_script(LISTEN)
    play_now(guest, server, game)
    guest.lit()
    known = guest.page.locator(".log li").count()
    for _ in range(3):
        if guest.next_moment() != "over":
            guest.decide()
    while guest.next_moment() == "sheet":
        guest.step()
    guest.page.wait_for_function("() => document.querySelector('.player-turn:not(.you)') === null")
    told = guest.page.locator(".log li").all_inner_texts()[known:]
    said = " ".join(guest.page.evaluate("readOut"))
    assert told
    for line in set(told):
        assert said.count(line) == told.count(line), line
    if guest.moment() != "over":
        assert guest.page.evaluate("readOut.at(-1)") == guest.page.locator(".prompt").inner_text()


def test_the_log_keeps_its_nodes_and_its_reader(server: Server, come: Come) -> None:
    guest = come(calm=False)
    play_now(guest, server, GHOSTS)
    while guest.page.locator(".log li").count() < 25:
        guest.decide()
        guest.lit()
    guest.page.evaluate("window.kept = [...document.querySelectorAll('.log li')]")
    guest.page.evaluate("document.querySelector('.log').scrollTop = 300")
    before = guest.page.locator(".log li").count()
    guest.decide()
    expect(guest.page.locator(".log li").nth(before)).to_be_attached()
    assert guest.page.evaluate("kept.every((node, at) => node === document.querySelectorAll('.log li')[at])")
    assert guest.page.evaluate("document.querySelector('.log').scrollTop") == 300
    guest.page.evaluate("document.querySelector('.log').scrollTop = 1e6")
    count = guest.page.locator(".log li").count()
    guest.lit()
    guest.decide()
    expect(guest.page.locator(".log li").nth(count)).to_be_in_viewport()
    # A log that becomes shorter, as under a longer question, goes on with its newest line.
    guest.page.evaluate("document.querySelector('.log').style.maxHeight = '9rem'")
    count = guest.page.locator(".log li").count()
    guest.lit()
    guest.decide()
    expect(guest.page.locator(".log li").nth(count)).to_be_in_viewport()


def test_the_whole_log_can_be_scrolled_to(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_now(guest, server, HALLOWEEN)
    start = guest.page.locator(".log li").first.inner_text()
    while guest.page.locator(".log li").count() < LOG_LINES + 20:
        guest.decide()
        guest.lit()
    guest.page.reload()
    guest.lit()
    lines = guest.page.locator(".log li")
    expect(lines.first).not_to_have_text(start)
    while lines.first.inner_text() != start:
        known = lines.count()
        guest.page.evaluate("document.querySelector('.log').scrollTop = 0")
        expect(lines).not_to_have_count(known)
    expect(guest.page.locator(".log .heading.turn").first).to_be_visible()


def test_what_others_touched_is_marked_until_the_guest_moves(server: Server, come: Come) -> None:
    guest, friend = two_at_a_table(server, come, GHOSTS, first="seat-0")
    touched, news = guest.page.locator(".touched"), guest.page.locator(".news li")
    guest.decide()
    friend.lit()
    expect(news).to_have_text([re.compile("^You played")])
    expect(touched).to_have_count(0)
    friend.decide()
    guest.lit()
    expect(news).to_have_text([re.compile("^You played"), re.compile("^Mina ")])
    expect(touched.first).to_be_visible()
    expect(guest.page.locator(".card-pick.touched")).to_have_count(0)  # nobody else has touched the own hand
    guest.decide()
    friend.lit()
    expect(news).to_have_text([re.compile("^You ")])
    expect(touched).to_have_count(0)
