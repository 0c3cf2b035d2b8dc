"""Every game in a real browser, played to its end by one player, by two, and by several at one screen."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from spiritboard.bots.bot import HeuristicBot, ask
from spiritboard.server.render import draw_live, live_context
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.registry import games
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
    play_now,
    play_some,
    set_table,
    two_at_a_table,
    two_games,
)
from tests.server.guests import GAMES, LANTERNS, every_game, live_table_of
from tests.server.running import Server

# In one game; a program plays the rest, because random players take long and motion takes time.
MOST_CLICKS = {PHONE: 16, WIDE: 6}
A_NUMBER = re.compile(r"^\s*-?\d+\s*$")


# One player.


@every_game
@both_sizes
def test_a_game_is_played_to_its_end_by_lit_picks(server: Server, come: Come, game: Game, size: Size) -> None:
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


# The texts that reach beyond the window or beyond the player's own place.
CUT_OFF = """
  () => [...document.querySelectorAll(".player")]
    .filter((player) => player.scrollWidth > player.clientWidth || player.getBoundingClientRect().right > innerWidth)
    .map((player) => player.textContent.replace(/\\s+/g, " "))
"""


@every_game
def test_the_most_players_fit_on_a_phone(server: Server, come: Come, game: Game) -> None:
    guest = come(PHONE)
    most = game.seats[-1]
    set_table(guest, server, game, ["me", *["bot"] * (most - 1)])
    guest.decide()
    guest.next_moment()
    fits_on_small_phones(guest, most)
    guest.page.evaluate("(html) => { document.getElementById('live').innerHTML = html; }", near_the_end(game, most))
    fits_on_small_phones(guest, most)


def fits_on_small_phones(guest: Guest, players: int) -> None:
    assert guest.page.locator(".player").count() in (0, players)  # a game may show its players in its own way
    for width in SMALL_PHONES:
        guest.page.set_viewport_size({"width": width, "height": PHONE[1]})
        guest.fits()
        assert guest.page.evaluate(CUT_OFF) == [], f"at {width}"


def near_the_end(game: Game, players: int) -> str:
    """Returns the address of a table at the last position of a game between good players, when scores and piles are
    large."""
    live = live_table_of(game, players, "long")
    dice, bot = Dice("long"), HeuristicBot()
    drawn = ""
    while not live.in_progress.state.over:
        seat = live.in_progress.state.turn
        drawn = draw_live(live, live_context(live, 0)).html
        path = live.in_progress.state.path(seat, ask(bot, live.in_progress.state, seat, dice))
        live.carry_out(Move(seat, path, dice.text()))
    return drawn


@two_games
def test_pieces_fly_unless_motion_is_reduced(server: Server, come: Come, game: Game) -> None:
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
    """Even if the answer comes before the second click, and the same pick is lit again in the same place."""
    guest = come()
    server.bring_dice("a game that lasts longer than four moves")
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
    for _ in range(6):
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
    """Returns the guest who can pick something; None when the game is over."""
    while all(guest.moment() is None for guest in guests):
        guests[0].page.wait_for_timeout(5)
    return next((guest for guest in guests if isinstance(guest.moment(), list)), None)


def test_a_friend_who_leaves_is_shown_as_away_until_they_return(server: Server, come: Come) -> None:
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
    # The page has no paths, so no hidden button could send a move.
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
def test_play_again_seats_the_same_people(server: Server, come: Come, game: Game) -> None:
    host, friend = two_at_a_table(server, come, game)
    hurry_to_the_end(server, host, friend)
    old = host.page.url
    host.page.get_by_role("button", name="Play again").click()
    host.page.wait_for_url(lambda url: url != old)
    link = friend.page.get_by_role("link", name="Join the others for another game")
    expect(link).to_have_attribute("href", host.page.url.removeprefix(server.url))
    # A player who also clicks Play again, instead of the link, comes to the same table.
    friend.page.get_by_role("button", name="Play again").click()
    friend.page.wait_for_url(host.page.url)
    friend.page.goto(old)
    link.click()
    friend.page.wait_for_url(host.page.url)
    play_some([host, friend])
    for guest in (host, friend):
        guest.caught_up()
        expect(guest.page.locator("#live")).to_contain_text("Mina")


# Several players at one screen.

# Records the table at every moment while the curtain is closed.
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
    # Every move was made by the player who had opened the curtain last.
    asked = [message["face"] for message in guest.sent if message.get("face") is not None]
    movers = [message["seat"] for message in guest.moves_sent()]
    changes = [seat for at, seat in enumerate(movers) if at == 0 or movers[at - 1] != seat]
    assert asked[: len(changes)] == changes


def next_player_is_named(guest: Guest) -> int:
    expected: dict[str, Any] = guest.heard[-1]["pass"]
    expect(guest.page.locator("#curtain-name")).to_have_text(expected["name"])
    expect(guest.page.get_by_role("dialog")).to_contain_text(f"Pass the screen to {expected['name']}")
    expect(guest.page.locator("#curtain-open")).to_be_focused()
    return int(expected["seat"])


def nothing_is_behind_the_curtain(guest: Guest) -> None:
    """Behind the curtain is a spectator's table, from the first moment on."""
    page = guest.page
    assert page.locator(".pick.lit, .pick:enabled, #take-back").count() == 0
    assert guest.heard[-1]["seat"] is None
    assert guest.heard[-1]["paths"] == []
    guest.caught_up()  # a page of several players starts with a spectator's table
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


def test_the_sheet_of_a_round_comes_before_the_curtain(server: Server, come: Come) -> None:
    """The people at the screen read it together. Nobody's hand is below it, and the next player's not behind it."""
    guest = come(PHONE, calm=False)
    guest.page.add_init_script(KEEP_WATCH)
    set_table(guest, server, games()["thirteen"], ["me", "Wilhelmina"], first="seat-0")
    for _ in range(200):
        if guest.next_moment() == "sheet":
            break
        guest.step()
    page = guest.page
    expect(page.locator("#sheet .round-end")).to_be_visible()
    expect(page.locator("#curtain")).to_be_hidden()
    assert guest.heard[-1]["pass"] is not None  # somebody else has to choose first
    assert not page.evaluate(HAND_IN_SIGHT)
    assert page.locator("#sheet").get_by_text("Wilhelmina").count()
    page.reload()  # the sheet has been read by nobody yet
    assert guest.next_moment() == "sheet"
    assert not page.evaluate(HAND_IN_SIGHT)
    guest.step()
    assert guest.next_moment() == "curtain"
    next_player_is_named(guest)
    nothing_is_behind_the_curtain(guest)
    guest.step()
    guest.lit()
    # Nobody is shown the same sheet twice, whoever looks at the screen next.
    expect(page.locator("#sheet")).to_be_hidden()
    guest.decide()
    assert guest.next_moment() == "curtain"
    guest.step()
    assert isinstance(guest.next_moment(), list)


HAND_IN_SIGHT = """() => [...document.querySelectorAll("#live .pick.lit")]
  .some((each) => getComputedStyle(each).visibility === "visible")"""
