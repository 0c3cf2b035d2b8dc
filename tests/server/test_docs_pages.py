"""The documentation at the table: its pages, and the search and the contents in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from spiritboard.server.docs.pages import pages
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, WIDE, Come, Size, too_small
from tests.server.running import Server
from tools.docs import write_site


def test_every_page_is_served_and_the_home_page_leads_there(http: httpx.Client) -> None:
    assert 'href="/docs"' in http.get("/").text
    first = http.get("/docs").raise_for_status().text
    for name, page in pages().items():
        assert f'href="/docs/{name}"' in first
        text = http.get(f"/docs/{name}").raise_for_status().text
        assert text.count("<h1") == 1
        assert f'<a href="/docs/{name}" aria-current="page">{page.title}</a>' in text
    assert http.get("/docs/search.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["nothing", "research.md", "..%2Fbots", "contents.toml"])
def test_what_is_no_page_is_not_found(http: httpx.Client, path: str) -> None:
    assert http.get(f"/docs/{path}").status_code == 404


def found(page: Page, words: str) -> list[str]:
    page.get_by_role("searchbox", name="Search the documentation").fill(words)
    expect(page.locator(".docs-found")).to_be_visible()
    return page.locator(".docs-found strong").all_inner_texts()


def test_the_search_finds_words_and_leads_there(server: Server, come: Come) -> None:
    page = come(WIDE).page
    page.goto(f"{server.url}/docs")
    page.keyboard.press("/")
    assert found(page, "BACKUP restore")[0] == "Backup · Running a server"
    assert {word.lower() for word in page.locator(".docs-found mark").all_inner_texts()} <= {"backup", "restore"}
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/docs/running#backup")
    expect(page.locator("#backup")).to_be_in_viewport()
    assert found(page, "xylophone <b>") == []
    expect(page.locator(".docs-nothing")).to_have_text("Nothing found.")
    page.keyboard.press("Escape")
    expect(page.locator(".docs-found")).to_be_hidden()


def test_the_search_works_on_a_page_that_was_opened_from_a_file(tmp_path: Path, come: Come) -> None:
    write_site(tmp_path)
    page = come(WIDE).page
    page.goto((tmp_path / "index.html").as_uri())
    assert found(page, "restore backup")[0] == "Backup · Running a server"
    page.locator(".docs-found a").first.click()
    expect(page).to_have_url(re.compile(r"/running\.html#backup$"))
    expect(page.locator("#backup")).to_be_in_viewport()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_contents_are_open_where_there_is_room(server: Server, come: Come, size: Size) -> None:
    page = come(size).page
    page.goto(f"{server.url}/docs/data")
    current = page.locator('.docs-contents a[aria-current="page"]')
    if size == PHONE:
        expect(current).to_be_hidden()
        page.get_by_text("All pages").click()
    expect(current).to_be_visible()


@pytest.mark.parametrize("path", ["/docs", "/docs/data", "/docs/running"])
def test_pages_can_be_used_by_everybody(server: Server, come: Come, path: str) -> None:
    guest = come(PHONE, **AXE_MAY_RUN)
    guest.page.goto(f"{server.url}{path}")
    assert too_small(guest) == []
    accessible(guest)
