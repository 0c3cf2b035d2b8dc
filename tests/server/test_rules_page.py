"""The rules of a game as a page, and as a drawer beside the table."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from spiritboard.table.game import Game
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, WIDE, Come, play_now
from tests.server.guests import GAMES, LANTERNS, every_game
from tests.server.running import Server

DRAWN = [game for game in GAMES if game.figures]
FOUND = "() => [...CSS.highlights.get('found')].map((range) => String(range))"


def rules_of(page: Page, server: Server, anchor: str = "") -> Page:
    page.goto(f"{server.url}/rules/lanterns{anchor}")
    return page


# The page.


@every_game
def test_every_rule_has_an_anchor_and_every_link_a_target(http: httpx.Client, game: Game) -> None:
    text = http.get(f"/rules/{game.id}").text
    anchors = re.findall(r' id="([^"]+)"', text)
    assert [rule for rule in game.rule_ids if anchors.count(rule) != 1] == []
    assert [link for link in re.findall(r'href="#([^"]+)"', text) if link not in anchors and link != "main"] == []


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_figures_are_pictures_that_nobody_can_touch(server: Server, come: Come, game: Game) -> None:
    page = come().page
    page.goto(f"{server.url}/rules/{game.id}")
    expect(page.locator(".figure")).to_have_count(len(game.how_to_play.figures) if game.how_to_play else 0)
    pairs = sum(bool(game.figures[name].moves) for name in game.how_to_play.figures) if game.how_to_play else 0
    expect(page.locator(".figure-pair")).to_have_count(pairs)
    assert page.locator(".figure-frame:not([inert])").count() == 0
    assert page.locator(".figure-frame :is([id], [data-pick], [data-explain], .lit)").count() == 0
    for frame in page.locator(".figure-frame").all():
        box = frame.bounding_box()
        assert box is not None
        assert box["height"] > 20


def test_a_figure_shows_only_its_part(server: Server, come: Come) -> None:
    page = rules_of(come().page, server)
    for table in page.locator("[data-part]").all():
        part = table.get_attribute("data-part")
        if part:
            expect(table.locator(part).first).to_be_visible()
            assert table.locator(".cut-off:visible").count() == 0


def test_the_search_shows_the_paragraphs_with_a_word_and_highlights_it(server: Server, come: Come) -> None:
    page = rules_of(come().page, server)
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("dArK")
    expect(page.locator("[data-found]")).to_have_text(re.compile(r"^Found in \d+ places\.$"))
    shown = page.locator(".rules-section :is(p, li):visible").all_inner_texts()
    assert shown
    assert all("dark" in text.lower() for text in shown)
    hits = page.evaluate(FOUND)
    assert {hit.lower() for hit in hits} == {"dark"}
    search.fill("xylophone")
    expect(page.locator("[data-found]")).to_have_text("Nothing found.")
    search.fill("")
    expect(page.locator("[data-found]")).to_have_text("")
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    assert page.evaluate(FOUND) == []


def test_the_ids_of_rules_are_folded_away(server: Server, come: Come) -> None:
    page = rules_of(come().page, server)
    link = page.locator('[data-ledger="LA2"]').first
    expect(link).to_be_hidden()
    page.get_by_role("button", name="Rule numbers").click()
    link.click()
    expect(page.locator("#LA2")).to_be_focused()
    expect(page.locator("#LA2")).to_be_in_viewport()


def test_an_address_with_a_rule_opens_its_paragraph(server: Server, come: Come) -> None:
    page = rules_of(come().page, server, "#LA2")
    expect(page.locator(":focus")).to_have_attribute("data-rules", "LA2")
    page.goto(f"{server.url}/rules/lanterns#LA3")
    expect(page.locator(":focus")).to_have_attribute("data-rules", "LA3")


def test_the_contents_lead_to_every_section(server: Server, come: Come) -> None:
    page = rules_of(come(PHONE).page, server)
    for link in page.locator(".rules-contents a").all():
        link.click()
        target = page.locator(link.get_attribute("href") or "")
        expect(target).to_be_focused()
        expect(target).to_be_in_viewport()


# The drawer.


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_drawer_opens_at_the_rule_of_the_question(server: Server, come: Come, size: tuple[int, int]) -> None:
    guest = come(size, **AXE_MAY_RUN)
    play_now(guest, server, LANTERNS)
    guest.lit()
    tool = guest.page.locator(".table-tools [data-rule]")
    tool.click()
    drawer = guest.page.locator("#rules-drawer")
    expect(drawer.locator(":focus")).to_have_attribute("data-rules", "LA2")
    expect(drawer.locator(":focus")).to_be_in_viewport()
    accessible(guest)
    guest.page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(tool).to_be_focused()


def test_a_move_is_made_beside_the_open_drawer(server: Server, come: Come) -> None:
    guest = come(WIDE)
    play_now(guest, server, LANTERNS)
    guest.lit()
    guest.page.locator(".table-tools [data-rule]").click()
    expect(guest.page.locator("#rules-drawer .rules-section").first).to_be_visible()
    guest.decide()
    expect(guest.page.locator("#rules-drawer")).to_be_visible()
    guest.page.get_by_role("button", name="Close").click()
    expect(guest.page.locator("#rules-drawer")).to_be_hidden()


def test_a_drawer_that_cannot_be_loaded_says_so_and_tries_again(server: Server, come: Come) -> None:
    guest = come(WIDE)
    guest.forgive("Failed to load resource")
    play_now(guest, server, LANTERNS)
    guest.lit()  # the scripts run
    guest.page.route("**/drawer", lambda route: route.fulfill(status=503, body=""))
    tool = guest.page.locator(".table-tools [data-rule]")
    tool.click()
    expect(guest.page.locator("#rules-drawer")).to_contain_text("The rules cannot be loaded now.")
    guest.page.unroute("**/drawer")
    tool.click()
    expect(guest.page.locator("#rules-drawer .rules-section").first).to_be_visible()
