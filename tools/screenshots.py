"""Makes pictures of every page of every game, in a wide window and on a phone: `make screenshots`.

It starts a server, plays in a real browser, and writes PNG files. Look at them before you publish them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from spiritboard.table.registry import games
from tests.server.chromium import launch
from tests.server.running import serving

WINDOW_SIZES = {"wide": (1280, 800), "phone": (390, 844)}
MOVES_BEFORE_PICTURE = 6


class Camera:
    """A browser window of one size, and the folder for its pictures."""

    tables: ClassVar[dict[str, str]] = {}  # the key of a finished table of each game

    def __init__(self, browser: Browser, base: str, size: str, folder: Path) -> None:
        width, height = WINDOW_SIZES[size]
        self.base = base
        self.page: Page = browser.new_context(viewport={"width": width, "height": height}, base_url=base).new_page()
        self.size = size
        self.folder = folder

    def shoot(self, name: str) -> None:
        self.page.wait_for_timeout(700)  # until all animations have ended
        self.page.screenshot(path=self.folder / f"{name}-{self.size}.png")

    def visit(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.shoot(name)

    def game(self, game_id: str) -> None:
        self.visit(f"/set-up/{game_id}", f"{game_id}-set-up")
        self.visit(f"/rules/{game_id}", f"{game_id}-rules")
        self.page.goto("/")
        self.page.locator(f'form:has(input[value="{game_id}"]) button').click()
        self.play(MOVES_BEFORE_PICTURE)
        self.shoot(f"{game_id}-table")
        self.visit(f"/tables/{self.finished(game_id)}", f"{game_id}-over")
        self.visit(self.page.url + "/replay?eyes=all&ply=20", f"{game_id}-replay")

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

    def everything(self) -> None:
        self.visit("/", "home")
        for game_id in games():
            self.game(game_id)
        self.visit("/mine", "mine")
        self.visit("/nowhere", "error")
        self.invitation()

    def invitation(self) -> None:
        """Makes pictures of a table that waits, of the page that the invited friend sees, and of ways to get up."""
        game_id = next(iter(games()))
        self.page.goto(f"/set-up/{game_id}")
        self.page.fill("#host-name", "Ada")
        self.page.select_option("#seat-1", "friend")
        self.page.click("text=Sit down")
        self.shoot("invite")
        link, table = self.page.locator("#invite-url").input_value(), self.page.url
        self.page.context.clear_cookies()
        self.visit(link, "join")
        self.page.fill("#join-name", "Mina")
        self.page.click("text=Sit down")
        self.visit(f"{table}/leave", "leave")
        self.visit(f"{table}/unlist", "unlist")
        self.page.context.clear_cookies()
        self.visit(link, "full")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("build/screenshots"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in WINDOW_SIZES:
            Camera(browser, server.url, size, arguments.folder).everything()
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
