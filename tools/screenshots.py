"""Makes pictures of every page of every game, in a wide window and on a phone, dark and light: `make screenshots`.

With `--pages` it leaves out the tables of games, which take most of the time. It starts a server, plays in a real
browser, and writes PNG files. Look at them before you publish them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from spiritboard.table.registry import games
from tests.server.chromium import launch
from tests.server.running import serving

WINDOW_SIZES = {"wide": (1280, 800), "phone": (390, 844)}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
MOVES_BEFORE_PICTURE = 6
FIRST = next(iter(games()))  # the game of pages that look the same for every game


class Camera:
    """A browser window of one size, and the folder for its pictures."""

    tables: ClassVar[dict[str, str]] = {}  # the key of a finished table of each game

    def __init__(self, browser: Browser, base: str, size: str, folder: Path) -> None:
        self.browser = browser
        self.base = base
        self.size = size
        self.folder = folder
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Returns a page of another person."""
        width, height = WINDOW_SIZES[self.size]
        return self.browser.new_context(viewport={"width": width, "height": height}, base_url=self.base).new_page()

    def shoot(self, name: str, page: Page | None = None) -> None:
        """Takes a picture in each theme."""
        shown = page or self.page
        for theme in THEMES:
            shown.emulate_media(color_scheme=theme)
            shown.wait_for_timeout(400)  # until all animations have ended
            shown.screenshot(path=self.folder / f"{name}-{self.size}-{theme}.png")

    def visit(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.shoot(name)

    def words(self, game_id: str) -> None:
        """Makes pictures of the pages about a game."""
        self.visit(f"/set-up/{game_id}", f"{game_id}-set-up")
        self.visit(f"/rules/{game_id}", f"{game_id}-rules")
        self.visit(f"/learn/{game_id}", f"{game_id}-learn")
        self.visit(f"/learn/{game_id}/1", f"{game_id}-lesson")

    def game(self, game_id: str) -> None:
        self.page.goto("/")
        self.page.locator(f'form:has(input[value="{game_id}"]) button').click()
        self.play(MOVES_BEFORE_PICTURE)
        self.shoot(f"{game_id}-table")
        self.visit(f"/tables/{self.finished(game_id)}", f"{game_id}-over")
        self.replay(game_id)

    def replay(self, game_id: str) -> None:
        self.visit(f"/tables/{self.finished(game_id)}/replay?eyes=all&ply=20", f"{game_id}-replay")

    def finished(self, game_id: str) -> str:
        """Returns the key of a table at which bots have played to the end. Random clicks would take too long."""
        if game_id not in self.tables:
            bots = [{"kind": "bot", "level": "easy"}] * games()[game_id].seats[-1]
            made = httpx.post(f"{self.base}/api/tables", json={"game": game_id, "seats": bots, "open": True}).json()
            address = f"{self.base}/api/tables/{made['table']}"
            wait_until(
                lambda: httpx.get(address).json()["view"]["over"],
                300,
                f"{game_id} was not finished in time.",
            )
            self.tables[game_id] = made["table"]
        return self.tables[game_id]

    def play(self, moves: int) -> None:
        """Clicks things that can be picked, so many times or until the game is over."""
        for _ in range(moves):
            something = self.page.locator(".pick.lit:visible, #sheet[open], .ending").first
            expect(something).to_be_visible(timeout=60_000)
            if self.page.locator(".ending").count():
                return
            self.page.evaluate("document.querySelector('#sheet[open] #sheet-continue, .pick.lit')?.click()")
            self.page.wait_for_timeout(20)
        expect(self.page.locator(".pick.lit:visible").first).to_be_visible(timeout=60_000)

    def everything(self, pages_only: bool) -> None:
        self.visit("/", "home")
        for game_id in games():
            self.words(game_id)
            if not pages_only:
                self.game(game_id)
        if pages_only:
            self.replay(FIRST)
        self.visit(f"/tables/{self.finished(FIRST)}/join", "full")
        self.at_a_table()
        self.visit("/", "home-later")
        self.visit("/mine", "mine")
        self.visit("/nowhere", "error")
        self.visit("/docs", "docs")
        self.visit("/docs/first-program", "docs-page")
        self.invitation()

    def at_a_table(self) -> None:
        """Makes pictures of what opens at a table: the request for a name, the settings, the rules, a way out."""
        self.page.goto("/")
        self.page.locator(f'form:has(input[value="{FIRST}"]) button').click()
        self.play(0)
        self.shoot("name")
        self.page.locator("#open-settings").click()
        self.shoot("settings")
        self.page.keyboard.press("Escape")
        self.page.locator(".table-tools [data-rule]").click()
        self.page.locator("#rules-drawer .rules-section").first.wait_for()
        self.shoot("drawer")
        self.page.keyboard.press("Escape")
        table = self.page.url
        self.visit(f"{table}/leave", "leave-game")
        self.visit(f"{table}/close", "close")

    def invitation(self) -> None:
        """Makes pictures of a table that waits, and of what the host and the invited friends see of it."""
        self.page.goto(f"/set-up/{FIRST}")
        self.page.fill("#host-name", "Ada")
        self.page.select_option("#seat-1", "friend")
        self.page.select_option("#seat-2", "friend")
        self.page.click("text=Sit down")
        self.shoot("invite")
        link, table = self.page.locator("#invite-url").input_value(), self.page.url
        friend = self.new_page()
        friend.goto(link)
        self.shoot("join", friend)
        friend.fill("#join-name", "Mina")
        friend.click("text=Sit down")
        self.shoot("waiting", friend)
        friend.goto(f"{table}/leave")
        self.shoot("leave", friend)
        friend.goto(f"{table}/unlist")
        self.shoot("unlist", friend)
        self.visit(f"{table}/close", "close-waiting")
        self.page.get_by_role("button", name="Close this game").click()
        friend.goto(table)
        self.shoot("older", friend)
        friend.goto("/mine")
        self.shoot("mine-of-a-friend", friend)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--pages", action="store_true", help="leave out the tables of games")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in WINDOW_SIZES:
            Camera(browser, server.url, size, arguments.folder).everything(arguments.pages)
        browser.close()
    print(f"{len(list(arguments.folder.glob('*.png')))} pictures are in {arguments.folder}.")


def wait_until(done: Callable[[], bool], seconds: float, otherwise: str) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            sys.exit(otherwise)
        time.sleep(0.1)


if __name__ == "__main__":
    main()
