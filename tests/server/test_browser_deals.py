"""In real browsers: two people play the deal of the day and compare, and a game is played on from its replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, SPOOKIES, WIDE, Come, Guest, be_called, hurry_to_the_end
from tests.server.guests import LANTERNS
from tests.server.running import Server

PICKS = "all => all.map((each) => each.dataset.pick)"
DAY_BUTTON = "Play the deal of the day: Lanterns"


def begin(guest: Guest, server: Server, name: str) -> None:
    """Find the deal of the day on the home page, and sit down."""
    guest.page.goto(server.url)
    be_called(guest, name)
    guest.page.get_by_role("link", name="Deal of the day").click()
    guest.page.get_by_role("button", name=DAY_BUTTON).click()
    expect(guest.page.locator(".game-table")).to_be_visible()
    expect(guest.page.locator(".table-note")).to_contain_text("The deal of the day")
    guest.fits()


def test_two_people_play_the_deal_of_the_day_and_compare(server: Server, come: Come) -> None:
    ada, mina = come(WIDE, **AXE_MAY_RUN), come(PHONE, **AXE_MAY_RUN)
    begin(ada, server, "Ada")
    begin(mina, server, "Mina")
    for guest in (ada, mina):
        guest.lit()
    hands = [guest.page.locator('[data-pick^="lantern-"]').evaluate_all(PICKS) for guest in (ada, mina)]
    assert sorted(hands[0]) == sorted(hands[1])
    assert ada.page.url != mina.page.url
    mina.page.locator(".table-note a").click()
    expect(mina.page.get_by_text("Nobody has finished it.")).to_be_visible()
    mina.page.get_by_role("link", name="Go on with your game").click()
    ada.decide()
    hurry_to_the_end(server, ada)
    ada.page.get_by_role("link", name="How others did").click()
    expect(ada.page.get_by_text("You are the first.")).to_be_visible()
    mina.page.goto(ada.page.url)
    expect(mina.page.get_by_text("One person has finished it.")).to_be_visible()
    expect(mina.page.get_by_text("Ada")).to_have_count(0)
    mina.page.get_by_role("link", name="Go on with your game").click()
    expect(mina.page.locator(".game-table")).to_be_visible()
    hurry_to_the_end(server, mina)
    mina.page.get_by_role("link", name="How others did").tap()
    rows = mina.page.locator(".deal-results tbody tr")
    expect(rows).to_have_count(2)
    expect(mina.page.locator(".deal-results .scores-you")).to_contain_text("Mina")
    for guest in (ada, mina):
        guest.page.reload()
        guest.fits()
        accessible(guest)
    rows.filter(has_text="Ada").get_by_role("link").click()
    expect(mina.page.locator(".replay-bar")).to_be_visible()
    expect(mina.page.locator("select[name=eyes]")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_pages_of_deals_fit_and_are_accessible(server: Server, come: Come, size: tuple[int, int]) -> None:
    guest = come(size, **AXE_MAY_RUN)
    guest.page.goto(server.url)
    link = guest.page.get_by_role("link", name="Deal of the day")
    expect(link).to_be_in_viewport()
    expect(guest.page.get_by_role("button", name="Play now").first).to_be_in_viewport()
    link.click()
    guest.fits()
    accessible(guest)
    guest.page.locator(".past-days a").first.click()
    expect(guest.page.get_by_text("This day is over.")).to_be_visible()
    guest.fits()
    accessible(guest)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_game_is_played_on_from_its_replay(
    server: Server, come: Come, finished: dict[str, str], size: tuple[int, int]
) -> None:
    guest = come(size, **AXE_MAY_RUN)
    page = guest.page
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply=3")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # the page's script has begun
    page.keyboard.press("ArrowRight")
    expect(page.locator("#ply-now")).to_have_text("4")
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Play on")).to_be_visible()
    expect(page.get_by_text("after move 4")).to_be_visible()
    guest.fits()
    accessible(guest)
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_text("Dealt anew").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".table-note")).to_contain_text("Played on from move 4 of an earlier game.")
    guest.fits()
    guest.decide()
    page.get_by_role("link", name="See that moment").click()
    expect(page.locator("#ply-now")).to_have_text("4")
    end = page.locator("input[name=ply]").get_attribute("max")
    page.goto(f"{server.url}/tables/{finished['spookies']}/replay?ply={end}")
    expect(page.get_by_role("link", name="Play on from here")).to_have_count(0)
    page.get_by_role("link", name="Play this deal again").click()
    page.get_by_role("button", name="Go to its page").click()
    expect(page.get_by_role("button", name="Play this deal")).to_be_visible()
    expect(page.get_by_label("Whoever opens this link")).to_have_value(page.url)
    guest.fits()
    accessible(guest)
    assert SPOOKIES.title in page.title()
    assert LANTERNS.title not in page.title()
