"""Sitting down and getting up in real browsers: the waiting room, names, leaving, resigning, a full table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import (
    PHONE,
    SPOOKIES,
    WIDE,
    Come,
    Guest,
    be_called,
    both_sizes,
    invitation,
    join,
    play_now,
    play_some,
    set_table,
    two_at_a_table,
)
from tests.server.guests import LANTERNS
from tests.server.running import Server


def waits(guest: Guest) -> None:
    """Check that the guest is in the waiting room, where no game is shown."""
    expect(guest.page.locator(".waiting")).to_be_visible()
    expect(guest.page.locator(".game-table")).to_have_count(0)


def begun(guest: Guest) -> None:
    expect(guest.page.locator(".game-table")).to_be_visible()
    expect(guest.page.locator(".waiting")).to_have_count(0)


def test_a_table_waits_until_every_chair_is_taken(server: Server, come: Come) -> None:
    host, bo, cy = come(), come(PHONE), come()
    set_table(host, server, LANTERNS, ["me", "friend", "friend"])
    link = invitation(host)
    expect(host.page.locator(".prompt")).to_have_text("Waiting for 2 more players.")
    join(bo, link, "Bo")
    expect(host.page.locator(".prompt")).to_have_text("Waiting for one more player.")
    expect(host.page.locator(".waiting-chair", has_text="Bo")).to_be_visible()
    for guest in (host, bo):
        waits(guest)
        guest.fits()
    expect(bo.page.get_by_role("button", name="Begin now")).to_have_count(0)
    join(cy, link, "Cy")
    for guest in (host, bo, cy):
        begun(guest)
    expect(host.page.locator("#invite-url")).to_have_count(0)
    play_some([host, bo, cy])


@both_sizes
def test_the_host_begins_and_bots_take_the_free_chairs(server: Server, come: Come, size: tuple[int, int]) -> None:
    host, bo = come(size), come()
    set_table(host, server, SPOOKIES, ["me", "friend", "friend"])
    join(bo, invitation(host), "Bo")
    host.page.get_by_role("button", name="Begin now").click()
    for guest in (host, bo):
        begun(guest)
        expect(guest.page.locator(".player", has_text="bot")).to_have_count(1)
    play_some([host, bo])


def test_a_guest_leaves_and_another_takes_the_chair(server: Server, come: Come) -> None:
    host, bo, cy = come(), come(PHONE), come()
    set_table(host, server, LANTERNS, ["me", "friend", "friend"])
    link = invitation(host)
    join(bo, link, "Bo")
    bo.page.locator(".waiting").get_by_role("link", name="Leave the table").click()
    bo.page.get_by_role("button", name="Leave the table").click()
    bo.page.wait_for_url("**/mine")
    expect(bo.page.get_by_text("You have no game to continue.")).to_be_visible()
    expect(host.page.locator(".prompt")).to_have_text("Waiting for 2 more players.")
    join(cy, link, "Cy")
    expect(host.page.locator(".waiting-chair", has_text="Cy")).to_be_visible()


def ask_to_leave(guest: Guest) -> None:
    """Follow the link in the menu with the guest's name."""
    guest.page.locator(".who > summary").click()
    guest.page.locator(".who").get_by_role("link", name="Leave the table").click()


def test_a_player_resigns_and_watches_a_bot_play_on(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, SPOOKIES)
    play_some([host, friend])
    ask_to_leave(friend)
    friend.page.get_by_role("link", name="Stay at the table").click()
    ask_to_leave(friend)
    friend.page.get_by_role("button", name="Resign").click()
    expect(friend.page.locator(".prompt")).to_contain_text("You are watching.")
    expect(host.page.locator(".player", has_text="Mina").get_by_text("bot", exact=True)).to_be_visible()
    play_some([host], moves=2)


def test_a_new_name_reaches_everybody_at_once(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, SPOOKIES)
    watcher = come()
    watcher.page.goto(host.page.url)
    be_called(friend, "Agnes")
    for guest in (host, watcher, friend):
        expect(guest.page.locator(".player", has_text="Agnes")).to_be_visible()
        expect(guest.page.locator(".player", has_text="Mina")).to_have_count(0)
    play_some([host, friend])


def test_play_now_asks_for_a_name_at_the_table(server: Server, come: Come) -> None:
    guest = come(PHONE)
    play_now(guest, server, SPOOKIES)
    expect(guest.page.locator(".who-asked")).to_have_text(re.compile("Who are you?"))
    guest.fits()
    be_called(guest, "Ada")
    expect(guest.page.locator(".player", has_text="Ada")).to_be_visible()
    expect(guest.page.locator(".who-asked")).to_have_count(0)


def test_a_phone_asks_for_a_name_on_a_line_that_can_be_put_away(server: Server, come: Come) -> None:
    """After the first move: until then the goal stands there."""
    guest = come(PHONE)
    play_now(guest, server, SPOOKIES)
    line = guest.page.locator("#name-line")
    expect(guest.page.locator("#goal-line")).to_be_visible()
    expect(line).to_be_hidden()
    guest.decide()
    expect(guest.page.locator("#goal-line")).to_be_hidden()
    expect(line.get_by_role("textbox", name="Your name?")).to_be_visible()
    guest.fits()
    guest.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    expect(line).to_be_hidden()  # the menu at the top says it there
    guest.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    line.get_by_role("button", name="Later").tap()
    expect(line).to_be_hidden()
    guest.page.reload()
    guest.lit()
    expect(line).to_be_hidden()
    named = come(PHONE)
    play_now(named, server, SPOOKIES)
    named.decide()
    named.page.get_by_label("Your name?").fill("Ada")
    named.page.locator("#name-line").get_by_role("button", name="Save").tap()
    expect(named.page.locator(".player", has_text="Ada")).to_be_visible()
    expect(named.page.locator("#name-line")).to_have_count(0)


def test_a_host_closes_a_table_at_which_friends_wait(server: Server, come: Come) -> None:
    host, friend = come(**AXE_MAY_RUN), come(PHONE, **AXE_MAY_RUN)
    set_table(host, server, LANTERNS, ["me", "friend", "friend"])
    join(friend, invitation(host), "Mina")
    friend.forgive("the table is gone|410|404")
    expect(friend.page.get_by_role("link", name="Close the table")).to_have_count(0)
    host.page.get_by_role("link", name="Close the table").click()
    expect(host.page.get_by_text("Mina will read that you have closed the table.")).to_be_visible()
    accessible(host)
    host.page.get_by_role("button", name="Close this game").click()
    host.page.wait_for_url("**/mine")
    expect(host.page.get_by_text("You have no game to continue.")).to_be_visible()
    expect(friend.page.get_by_text("Ada has closed this table before the game began.")).to_be_visible()
    expect(friend.page.get_by_text("What happened")).to_have_count(0)
    accessible(friend)
    friend.page.goto(f"{server.url}/mine")
    expect(friend.page.get_by_text("closed", exact=True)).to_be_visible()


def test_a_full_table_offers_to_watch(server: Server, come: Come) -> None:
    host, bo, late, later = come(), come(), come(PHONE), come()
    set_table(host, server, LANTERNS, ["me", "friend"])
    link = invitation(host)
    late.forgive("409")  # the answer to a form that comes too late
    late.page.goto(link)
    join(bo, link, "Bo")
    late.page.get_by_label("Your name", exact=True).fill("Late")
    late.page.get_by_role("button", name="Sit down").click()
    later.page.goto(link)
    for guest in (late, later):
        expect(guest.page.get_by_text("Every chair is taken.")).to_be_visible()
        guest.page.get_by_role("link", name="Watch").click()
        expect(guest.page.locator(".prompt")).to_contain_text("You are watching.")


def test_axe_on_the_pages_for_getting_up(server: Server, come: Come, finished: dict[str, str]) -> None:
    guest, friend = come(**AXE_MAY_RUN), come(**AXE_MAY_RUN)
    play_now(guest, server, SPOOKIES)  # a guest who is asked for a name
    accessible(guest)
    ask_to_leave(guest)
    accessible(guest)
    guest.page.goto(f"{server.url}/tables/{finished['spookies']}/unlist")
    accessible(guest)
    set_table(guest, server, LANTERNS, ["me", "friend", "friend"])
    join(friend, invitation(guest), "Mina")
    accessible(friend)
    ask_to_leave(friend)
    accessible(friend)
