"""A report in a browser: opened as a file, in light and dark, on a phone, and printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

from spiritboard.arena.report.page import ReportRequest, report
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
    """Returns the address of a report that compares two sets of pieces: it has the most parts."""
    boards = (("one board.toml", other_board()), ("another board.toml", other_board(new="reward = [2, 1, 0]")))
    file: Path = tmp_path_factory.mktemp("report") / "page.html"
    file.write_text(report(ReportRequest("spookies", (2,), 40, pieces=boards), 1), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_is_accessible_and_fits_the_window(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
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


def test_text_in_drawings_is_large_enough_on_a_phone(browser: Browser, address: str) -> None:
    """A drawing is made about as wide as a phone, so its text is hardly scaled there."""
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=True)
    page.goto(address)
    heights = page.evaluate(
        "() => [...document.querySelectorAll('figure svg text')].map((each) => each.getBoundingClientRect().height)"
    )
    assert min(height for height in heights if height) > 10
    page.close()


def test_a_report_is_complete_without_script_and_when_printed(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("figure svg").count() > 10
    assert page.locator("figure svg").first.is_visible()
    page.emulate_media(media="print")
    assert page.locator("figure svg").first.is_visible()
    assert not page.locator("nav").is_visible()
    context.close()
