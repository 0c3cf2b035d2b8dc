"""A report as people open it: from a file, without network or script, by day, by night, on a phone and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

from spiritboard.arena.report.page import Order, report
from tests.arena.test_report import other_board
from tests.server.browser import PHONE, WIDE, WIDER_THAN_WINDOW
from tests.server.chromium import launch


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The largest kind of page: two sets of pieces, compared."""
    boards = (("one board.toml", other_board()), ("another board.toml", other_board(new="reward = [2, 1, 0]")))
    file: Path = tmp_path_factory.mktemp("report") / "page.html"
    file.write_text(report(Order("spookies", (2,), 40, pieces=boards), 1), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_anybody_can_read_it(browser: Browser, address: str, scheme: Literal["light", "dark"]) -> None:
    page = browser.new_page(color_scheme=scheme, bypass_csp=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width, height in (PHONE, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER_THAN_WINDOW) <= 0
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][-200:]) for each in found] == []
    assert asked == [address]
    page.close()


def test_letters_in_the_drawings_are_large_enough(browser: Browser, address: str) -> None:
    """On a phone a drawing is about as wide as it was made, so that its letters stay what they are."""
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=True)
    page.goto(address)
    heights = page.evaluate(
        "() => [...document.querySelectorAll('figure svg text')].map((each) => each.getBoundingClientRect().height)"
    )
    assert min(height for height in heights if height) > 10
    page.close()


def test_it_is_all_there_without_script_and_on_paper(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("figure svg").count() > 10
    assert page.locator("figure svg").first.is_visible()
    page.emulate_media(media="print")
    assert page.locator("figure svg").first.is_visible()
    assert not page.locator("nav").is_visible()
    context.close()
