"""The card with the goal: at the tables of a game that a browser has not finished yet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from spiritboard.table.game import Game
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, WIDE, Come, Guest, Size, hurry_to_the_end, play_lanterns, play_now, set_table
from tests.server.guests import LANTERNS, every_game
from tests.server.running import Server

GOAL = LANTERNS.help.goal
LANDSCAPE: Size = (844, 390)


def card(guest: Guest) -> Locator:
    return guest.page.get_by_role("region", name="the goal")


def test_a_newcomer_sees_the_goal_and_puts_it_away(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_lanterns(guest, server)
    assert GOAL is not None
    for sentence in (GOAL.wins, GOAL.turn, GOAL.ends):
        expect(card(guest)).to_contain_text(sentence)
    expect(card(guest).locator("img")).to_have_js_property("complete", True)
    assert card(guest).locator("img").evaluate("(picture) => picture.naturalWidth") > 0
    card(guest).get_by_role("button", name="Put away").click()
    expect(card(guest)).to_be_hidden()
    guest.page.reload()
    guest.lit()
    expect(card(guest)).to_be_hidden()
    play_now(guest, server, LANTERNS)  # another table: the game was not finished yet
    expect(card(guest)).to_be_visible()


def test_the_goal_links_to_the_lesson_and_the_rules(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_lanterns(guest, server)
    expect(card(guest).get_by_role("link", name="Show me")).to_have_attribute("href", "/learn/lanterns")
    expect(card(guest).get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/lanterns")


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["phone", "landscape"])
def test_on_a_phone_the_goal_leaves_the_table_in_the_first_screen(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    play_lanterns(guest, server)
    expect(card(guest)).to_be_hidden()
    table = guest.page.locator(".game-table").bounding_box()
    assert table is not None
    assert table["y"] < size[1] / 2
    guest.page.get_by_role("button", name="Goal", exact=True).click()
    expect(card(guest)).to_be_visible()
    guest.fits()
    guest.page.keyboard.press("Escape")
    expect(card(guest)).to_be_hidden()
    expect(guest.page.get_by_role("button", name="Goal", exact=True)).to_be_focused()


def test_a_phone_says_what_wins_in_a_line(server: Server, come: Come) -> None:
    guest = come(PHONE)
    play_lanterns(guest, server)
    assert GOAL is not None
    expect(guest.page.locator("#goal-line")).to_contain_text(GOAL.wins)
    guest.page.get_by_role("button", name="More about the goal").tap()
    expect(card(guest)).to_contain_text(GOAL.turn)
    expect(guest.page.locator("#goal-line")).to_be_hidden()
    card(guest).get_by_role("button", name="Put away").tap()
    guest.page.reload()
    guest.lit()
    expect(guest.page.locator("#goal-line")).to_be_hidden()


def test_after_a_finished_game_the_goal_is_behind_its_button(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_lanterns(guest, server)
    expect(card(guest)).to_be_visible()
    hurry_to_the_end(server, guest)
    expect(card(guest)).to_be_hidden()
    play_lanterns(guest, server)
    expect(card(guest)).to_be_hidden()
    guest.page.get_by_role("button", name="Goal", exact=True).click()
    expect(card(guest)).to_be_visible()


@every_game
def test_the_goal_of_every_game_hides_nothing_that_can_be_picked(server: Server, come: Come, game: Game) -> None:
    guest = come(WIDE)
    play_now(guest, server, game)
    picks = guest.lit()
    assert bool(game.help.goal) == card(guest).is_visible()
    for pick in picks:
        guest.button(pick).click(trial=True)


@every_game
def test_the_goal_of_every_game_leaves_the_heading_of_the_log_free(server: Server, come: Come, game: Game) -> None:
    guest = come(WIDE)
    play_now(guest, server, game)
    heading, goal = guest.page.get_by_role("heading", name="What happened").bounding_box(), card(guest).bounding_box()
    assert heading is not None
    assert goal is not None
    assert heading["y"] + heading["height"] <= goal["y"]


@pytest.mark.parametrize("size", [WIDE, (970, 800)], ids=["wide", "narrow"])
def test_the_goal_hides_nothing_of_a_table_that_waits(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    set_table(guest, server, LANTERNS, ["me", "friend"])
    goal = card(guest).bounding_box()
    assert goal is not None
    for each in (".invite", ".waiting", ".prompt"):
        shown = guest.page.locator(each).bounding_box()
        assert shown is not None
        assert shown["x"] + shown["width"] <= goal["x"] or shown["y"] + shown["height"] <= goal["y"], each


def test_axe_on_the_goal(server: Server, come: Come) -> None:
    guest = come(WIDE, **AXE_MAY_RUN)
    play_lanterns(guest, server)
    expect(card(guest)).to_be_visible()
    accessible(guest)
