"""Every game in a real browser: clicked, passed on, cut off, taken back."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from spiritboard.bots.bot import HeuristicBot, ask
from spiritboard.server.render import live, live_context
from spiritboard.server.storage import Entry
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.shelf import games
from tests.server.browser import (
    PHONE,
    SMALL_PHONES,
    SPOOKIES,
    TWO_GAMES,
    WIDE,
    Come,
    Guest,
    Size,
    both_sizes,
    hurry_to_the_end,
    invitation,
    join,
    play_now,
    play_some,
    set_table,
    two_games,
)
from tests.server.guests import GAMES, LANTERNS, every_game, room_of
from tests.server.running import Server

# In one game: where players who pick at random go on for longer, a program plays the rest. What flies takes its time.
MOST_CLICKS = {PHONE: 24, WIDE: 10}
A_NUMBER = re.compile(r"^\s*-?\d+\s*$")


def two_at_a_table(server: Server, come: Come, game: Game, **options: str) -> tuple[Guest, Guest]:
    """One sets a table with a friend's chair, the other comes by the link. Bots take what else must be taken."""
    host, friend = come(), come(PHONE)
    seats = ["me", "friend", *["bot"] * (game.seats[0] - 2)]
    set_table(host, server, game, seats, **options)
    join(friend, invitation(host), "Mina")
    return host, friend


# A whole game.


@every_game
@both_sizes
def test_a_game_is_played_to_its_end_by_what_is_lit(server: Server, come: Come, game: Game, size: Size) -> None:
    guest = come(size, calm=size == PHONE)
    play_now(guest, server, game)
    for _ in range(MOST_CLICKS[size]):
        if not guest.step():
            break
    else:
        hurry_to_the_end(server, guest)
    expect(guest.page.locator(".ending .verdict")).to_have_text(re.compile(r"\w+.*\."))
    places = guest.page.locator(".places li")
    assert places.count() in game.seats
    expect(places.first.locator(".place")).to_have_text("1")
    for line in places.all():
        expect(line.locator(".place")).to_have_text(A_NUMBER)
        expect(line.locator(".place-score")).to_have_text(A_NUMBER)
        expect(line.locator(".place-name")).to_have_text(re.compile(r"\w"))
    assert guest.page.locator(".pick.lit").count() == 0
    guest.fits()


# What reaches beyond the window or beyond the player's own place, as text.
CUT_OFF = """
  () => [...document.querySelectorAll(".player")]
    .filter((player) => player.scrollWidth > player.clientWidth || player.getBoundingClientRect().right > innerWidth)
    .map((player) => player.textContent.replace(/\\s+/g, " "))
"""


@every_game
def test_as_many_as_can_play_fit_on_a_phone(server: Server, come: Come, game: Game) -> None:
    guest = come(PHONE)
    most = game.seats[-1]
    set_table(guest, server, game, ["me", *["bot"] * (most - 1)])
    guest.decide()
    guest.next_moment()
    fits_on_small_phones(guest, most)
    guest.page.evaluate("(html) => { document.getElementById('live').innerHTML = html; }", near_the_end(game, most))
    fits_on_small_phones(guest, most)


def fits_on_small_phones(guest: Guest, players: int) -> None:
    assert guest.page.locator(".player").count() in (0, players)  # a game may show its players in a way of its own
    for width in SMALL_PHONES:
        guest.page.set_viewport_size({"width": width, "height": PHONE[1]})
        guest.fits()
        assert guest.page.evaluate(CUT_OFF) == [], f"at {width}"


def near_the_end(game: Game, players: int) -> str:
    """The last position of a game between good players, for one of them: scores and heaps have grown."""
    room = room_of(game, players, "long")
    dice, bot = Dice("long"), HeuristicBot()
    drawn = ""
    while not room.sitting.state.over:
        seat = room.sitting.state.turn
        drawn = live(room, live_context(room, 0)).html
        path = room.sitting.state.path(seat, ask(bot, room.sitting.state, seat, dice))
        room.carry_out(Entry(seat, path, dice.text()))
    return drawn


@two_games
def test_with_reduced_motion_nothing_flies_and_otherwise_it_does(server: Server, come: Come, game: Game) -> None:
    for calm in (True, False):
        guest = come(calm=calm)
        guest.page.add_init_script("""
            const start = document.startViewTransition.bind(document);
            window.flights = 0;
            document.startViewTransition = (update) => { flights++; return start(update); };
        """)
        play_now(guest, server, game)
        guest.decide()
        guest.next_moment()
        assert (guest.page.evaluate("flights") == 0) == calm


@two_games
def test_a_double_click_makes_one_move(server: Server, come: Come, game: Game) -> None:
    """Also when the answer is quicker than the second click, and the same thing is lit again in the same place."""
    guest = come()
    play_now(guest, server, game)
    for _ in range(4):
        pick = min(guest.lit())
        before = len(guest.moves_sent())
        picked = guest.page.locator(".pick.picked").count()
        box = guest.button(pick)
        box.hover()
        guest.page.mouse.down()
        guest.page.mouse.up()
        moment = guest.next_moment()
        guest.page.mouse.down(click_count=2)
        guest.page.mouse.up(click_count=2)
        assert guest.next_moment() == moment
        assert len(guest.moves_sent()) - before <= 1
        assert guest.page.locator(".pick.picked").count() - picked <= 1


# Two browsers.


@every_game
def test_two_browsers_at_one_table(server: Server, come: Come, game: Game) -> None:
    host, friend = two_at_a_table(server, come, game)
    expect(host.page.locator(".invite")).to_have_count(0)
    for guest in (host, friend):
        expect(guest.page.locator(".live")).to_contain_text("Mina")
    seen = 0
    for _ in range(10):
        if not (mover := on_the_move(host, friend)):
            break
        other = friend if mover is host else host
        before = other.page.locator("#live").inner_text()
        expect(mover.page).to_have_title(f"● Your turn: {game.title}")
        mover.decide()
        other.caught_up()
        mover.caught_up()
        seen += other.page.locator("#live").inner_text() != before
    assert seen >= 2
    hurry_to_the_end(server, host, friend)
    places = [guest.page.locator(".place-score").all_inner_texts() for guest in (host, friend)]
    assert places[0] == places[1]


def on_the_move(*guests: Guest) -> Guest | None:
    """Whoever has something to pick; nobody when it is over."""
    while all(guest.moment() is None for guest in guests):
        guests[0].page.wait_for_timeout(5)
    return next((guest for guest in guests if isinstance(guest.moment(), list)), None)


def test_a_friend_who_leaves_is_away_until_they_are_back(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, SPOOKIES)
    table, away = friend.page.url, host.page.locator(".player", has_text="Mina").get_by_text("away", exact=True)
    friend.page.goto(f"{server.url}/mine")
    expect(away).to_be_visible()
    friend.page.goto(table)
    expect(away).to_have_count(0)


@every_game
def test_a_spectator_sees_the_table_and_has_nothing_to_pick(server: Server, come: Come, game: Game) -> None:
    host, watcher = come(), come()
    play_now(host, server, game)
    watcher.page.goto(host.page.url)
    watched = 0
    while host.step() and watched < 8:
        watched += 1
        watcher.caught_up()
        assert watcher.page.locator(".pick.lit, .pick:enabled, #take-back, .asking-you").count() == 0
    host.caught_up()
    # Whatever a hidden button would have sent is refused, too: the page has no paths.
    assert all(update.get("paths") == [] and update.get("seat") is None for update in watcher.heard)
    assert watcher.sent == []


def test_a_spectator_sees_no_hands(server: Server, come: Come) -> None:
    host, watcher = come(), come()
    play_now(host, server, LANTERNS)
    watcher.page.goto(host.page.url)
    host.decide()
    assert host.page.locator('[data-pick^="lantern-"]').count() > 0
    watcher.caught_up()
    assert watcher.page.locator('[data-pick^="lantern-"]').count() == 0
    expect(watcher.page.locator(".prompt")).to_contain_text("You are watching.")
    expect(host.page.locator(".prompt")).not_to_contain_text("watching")


@two_games
def test_again_seats_the_same_people(server: Server, come: Come, game: Game) -> None:
    host, friend = two_at_a_table(server, come, game)
    hurry_to_the_end(server, host, friend)
    old = host.page.url
    host.page.get_by_role("button", name="Play again").click()
    host.page.wait_for_url(lambda url: url != old)
    link = friend.page.get_by_role("link", name="The others play on: sit down")
    expect(link).to_have_attribute("href", host.page.url.removeprefix(server.url))
    # Whoever asks for another game as well, instead of following, comes to the same table.
    friend.page.get_by_role("button", name="Play again").click()
    friend.page.wait_for_url(host.page.url)
    friend.page.goto(old)
    link.click()
    friend.page.wait_for_url(host.page.url)
    play_some([host, friend])
    for guest in (host, friend):
        guest.caught_up()
        expect(guest.page.locator("#live")).to_contain_text("Mina")


# One screen for several.

# Notes what is on the page at every moment that the curtain is closed, from the first on.
KEEP_WATCH = """
  window.behindCurtain = [];
  const look = () => {
    const curtain = document.getElementById("curtain");
    if (curtain && !curtain.hidden) behindCurtain.push(document.getElementById("live").outerHTML);
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""


@pytest.mark.parametrize(
    ("game", "calm"),
    [*((game, True) for game in GAMES), *((game, False) for game in TWO_GAMES)],
    ids=lambda value: value.id if isinstance(value, Game) else "calm" if value else "moving",
)
def test_the_curtain_closes_before_each_change_of_player(server: Server, come: Come, game: Game, calm: bool) -> None:
    guest = come(PHONE, calm=calm)
    guest.page.add_init_script(KEEP_WATCH)
    seats = ["me", "Wilhelmina", *["bot"] * (game.seats[0] - 2)]
    set_table(guest, server, game, seats)
    faced: list[int] = []
    for _ in range(10):
        moment = guest.next_moment()
        if moment == "over":
            break
        if moment == "curtain":
            faced.append(next_player_is_named(guest))
            nothing_is_behind_the_curtain(guest)
        guest.step() if moment == "curtain" else guest.decide()
    assert {0, 1} <= set(faced)
    assert all(one != other for one, other in pairwise(faced))
    # Every move was made by the one who had drawn the curtain last.
    asked = [message["face"] for message in guest.sent if message.get("face") is not None]
    movers = [message["seat"] for message in guest.moves_sent()]
    changes = [seat for at, seat in enumerate(movers) if at == 0 or movers[at - 1] != seat]
    assert asked[: len(changes)] == changes


def next_player_is_named(guest: Guest) -> int:
    expected: dict[str, Any] = guest.heard[-1]["pass"]
    expect(guest.page.locator("#curtain-name")).to_have_text(expected["name"])
    expect(guest.page.get_by_role("dialog")).to_contain_text(f"Pass to {expected['name']}")
    expect(guest.page.locator("#curtain-open")).to_be_focused()
    return int(expected["seat"])


def nothing_is_behind_the_curtain(guest: Guest) -> None:
    """What lies there is what somebody without a seat may see, from the first moment on."""
    page = guest.page
    assert page.locator(".pick.lit, .pick:enabled, #take-back").count() == 0
    assert guest.heard[-1]["seat"] is None
    assert guest.heard[-1]["paths"] == []
    guest.caught_up()  # a page of several people is drawn for a spectator when it is opened
    seen: list[str] = page.evaluate("behindCurtain")
    assert seen
    assert not [html for html in seen if 'data-pick="lantern-' in html]


@two_games
def test_a_reload_closes_the_curtain_again(server: Server, come: Come, game: Game) -> None:
    guest = come()
    set_table(guest, server, game, ["me", "Wilhelmina", *["bot"] * (game.seats[0] - 2)])
    assert guest.next_moment() == "curtain"
    guest.step()
    assert isinstance(guest.next_moment(), list)
    guest.page.reload()
    assert guest.next_moment() == "curtain"
    nothing = guest.page.locator('[data-pick^="lantern-"]')
    expect(nothing).to_have_count(0)


# Lines that break.


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
        if position(guest) == number:  # nobody has chosen in the meantime
            break
    assert again == seen
    guest.decide()


def everything(guest: Guest) -> tuple[set[str], str, str]:
    return guest.lit(), guest.shown(), guest.page.locator(".log").inner_text()


def position(guest: Guest) -> int:
    """How far the game is, as the server knows it."""
    number: int = guest.page.request.get(guest.page.url.replace("/tables/", "/api/tables/")).json()["number"]
    return number


class Line:
    """A guest's line to the server, which can be cut, or slow."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.routes: list[WebSocketRoute] = []
        self.is_cut = False
        self.is_slow = False
        self.under_way: list[tuple[WebSocketRoute, str | bytes]] = []
        guest.page.route_web_socket(re.compile("/socket$"), self.open)

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
def test_a_cut_line_is_shown_and_mends_itself_and_the_page_catches_up(server: Server, come: Come, game: Game) -> None:
    host, friend = two_at_a_table(server, come, game, first="2")
    line = Line(host)
    host.page.reload()
    host.caught_up()
    while not isinstance(friend.moment(), list):  # the first choice may be everybody's at once
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
    """A server of one's own, to be killed."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.end()
    assert "Traceback" not in server.log, server.log


@two_games
def test_a_server_that_was_killed_and_started_again(frail: Server, come: Come, game: Game) -> None:
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


# Moves half made, and moves taken back.


def test_a_chosen_friend_is_taken_back(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, SPOOKIES, ["me", "bot"], variant="free-choice", first="1")
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
    set_table(guest, server, LANTERNS, ["me", "bot", "bot"], wind="gusty", first="1")
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
    """Somebody about to give a lantern away, to one of two others or to the wind."""
    guest = come()
    set_table(guest, server, LANTERNS, ["me", "bot", "bot"], wind="gusty", first="1")
    guest.decide()
    assert guest.lit() == {"give", "blow-out"}
    return guest


def test_what_is_lit_narrows_with_every_pick(giver: Guest) -> None:
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


def test_a_pick_may_say_what_is_asked_next(giver: Guest) -> None:
    prompt, heard = giver.page.locator(".prompt"), giver.page.locator("#announce")
    question = prompt.inner_text()
    giver.click("give")
    expect(prompt).to_have_text(question)
    giver.click(min(giver.lit()))
    expect(prompt).to_have_text("Who gets it?")
    expect(heard).to_have_text("Who gets it?")
    giver.page.locator("#back").click()
    expect(prompt).to_have_text(question)
    expect(heard).to_have_text(question)


def test_what_an_expert_would_do_is_marked_on_the_table(giver: Guest) -> None:
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


def test_the_way_back_covers_nothing(giver: Guest) -> None:
    """It stands beside the question, where the hint was, and the table stays where it is."""
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


def test_what_is_opened_to_read_stays_open(server: Server, come: Come) -> None:
    guest = come(PHONE)
    play_now(guest, server, games()["thirteen"])
    details = guest.page.locator("details.small-print")
    details.locator("summary").click()
    expect(details).to_have_attribute("open", "")
    guest.decide()
    guest.caught_up()
    expect(details).to_have_attribute("open", "")


@pytest.mark.parametrize("how", ["button", "escape"])
def test_there_is_a_way_back(giver: Guest, how: str) -> None:
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
    assert giver.number == 3  # what everybody laid in the dark


def test_somebody_coming_in_does_not_undo_half_a_move(server: Server, come: Come) -> None:
    """The table is sent anew when a friend's line breaks and comes back, but the question is the same."""
    giver, friend = two_at_a_table(server, come, LANTERNS, wind="gusty", first="1")
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


def test_others_who_choose_at_the_same_time_do_not_undo_half_a_move(server: Server, come: Come) -> None:
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


def test_what_is_answered_is_not_asked_again_while_others_choose(server: Server, come: Come) -> None:
    """A choice that is on its way is overtaken by what somebody else chose at the same time."""
    host, friend = two_at_a_table(server, come, LANTERNS)
    line = Line(host)
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


# Notes of one's own.


def test_a_players_own_marks_stay_in_their_browser(server: Server, come: Come) -> None:
    """Each touch is the next mark; moves and reloads leave them, and nobody else has them."""
    host, friend = two_at_a_table(server, come, games()["thirteen"], first="1")
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
