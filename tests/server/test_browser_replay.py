"""The replay page in a real browser: keys, playing, rounds, and one's own past while a game goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, SPOOKIES, WIDE, Come, both_sizes, play_some, two_at_a_table
from tests.server.guests import LANTERNS
from tests.server.running import Server


def at(page: Page, ply: int) -> None:
    expect(page.locator("#ply-now")).to_have_text(str(ply))


def last_ply(page: Page) -> int:
    return int(page.locator("input[name=ply]").get_attribute("max") or 0)


def test_arrow_keys_go_through_a_replay(server: Server, come: Come, finished: dict[str, str]) -> None:
    page = come().page
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply=0")
    end = last_ply(page)
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", end), ("Home", 0)):
        page.keyboard.press(key)
        at(page, ply)
    # In a list, the arrows choose from the list.
    page.locator("#speed").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#speed")).to_have_value("600")
    at(page, 0)


@both_sizes
def test_a_replay_plays_and_pauses(server: Server, come: Come, finished: dict[str, str], size: tuple[int, int]) -> None:
    guest = come(size)
    page = guest.page
    page.clock.install()
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply=0")
    page.get_by_role("button", name="Play").click()
    for ply in (1, 2, 3):
        page.clock.run_for(1500)
        at(page, ply)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(10_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at(page, 3)
    guest.fits()


def test_a_replay_that_plays_ends_at_the_last_move(server: Server, come: Come, finished: dict[str, str]) -> None:
    page = come().page
    page.clock.install()
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay")
    end = last_ply(page)
    page.keyboard.press("ArrowLeft")
    at(page, end - 1)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1500)
    at(page, end)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press(" ")  # from the start again
    page.clock.run_for(1)
    at(page, 0)


@both_sizes
def test_a_replay_has_the_rules_beside_it(
    server: Server, come: Come, finished: dict[str, str], size: tuple[int, int]
) -> None:
    guest = come(size, **AXE_MAY_RUN)
    page = guest.page
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply=3")
    tool = page.get_by_role("link", name="Rules")
    tool.click()
    drawer = page.locator("#rules-drawer")
    expect(drawer.locator(".rules-section").first).to_be_visible()
    page.keyboard.press("ArrowRight")  # in the drawer the arrows scroll
    expect(drawer.locator("#drawer-title")).to_be_focused()
    at(page, 3)
    accessible(guest)
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(tool).to_be_focused()
    assert len(page.context.pages) == 1


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_round_is_chosen_from_a_list(
    server: Server, come: Come, finished: dict[str, str], size: tuple[int, int]
) -> None:
    guest = come(size)
    page = guest.page
    page.goto(f"{server.url}/tables/{finished['ghosts']}/replay?ply=0")
    page.locator(".rounds > summary").click()
    guest.fits()
    second = page.locator(".rounds li a").nth(1)
    words, ply = second.inner_text(), int(second.get_attribute("data-ply") or 0)
    second.click()
    at(page, ply)
    expect(page.locator(".log")).to_contain_text(words)
    expect(page.locator(".rounds li a").first).to_be_hidden()


def test_a_player_looks_back_while_the_game_goes_on(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, LANTERNS)
    page, table = host.page, host.page.url
    host.decide()  # both players have to choose a lantern first
    expect(page.locator(".pick.lit")).to_have_count(0)
    while host.number < 1:  # the choices are out as soon as one is sent, before the server has stored it
        page.wait_for_timeout(5)
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()  # the page's script has begun
    expect(page.locator(".replay-eyes")).to_have_text("Seen by Ada")
    assert last_ply(page) == 1
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator('[data-pick^="lantern-"]')).to_have_count(3)
    expect(page.locator(".pick.lit")).to_have_count(0)
    friend.decide()
    while friend.number < 2:
        friend.page.wait_for_timeout(5)
    page.keyboard.press("ArrowRight")  # the page hears of the friend's move with the next step
    at(page, 1)
    expect(page.locator("#plies")).to_have_text("2")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)
    play_some([host, friend], moves=2)


def test_a_spectator_looks_back_as_a_spectator(server: Server, come: Come) -> None:
    host, friend = two_at_a_table(server, come, SPOOKIES)
    play_some([host, friend])
    watcher = come()
    watcher.page.goto(f"{host.page.url}/replay?ply=0&eyes=0")
    expect(watcher.page.locator(".replay-eyes")).to_have_text("Seen by a spectator")
    expect(watcher.page.locator("select[name=eyes]")).to_have_count(0)
