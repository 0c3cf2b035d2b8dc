"""Makes pictures of every page of every game: `make screenshots`. In a wide window, on a phone and on a phone held
sideways, dark and light.

With `--pages` it leaves out the tables of games, which take most of the time. With `--whole` it takes pictures of whole
pages, not only of their first screen. It starts a server, plays in a real browser, and writes PNG files. Look at them
before you publish them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import httpx
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.chromium import KEEP_STEP, launch
from tests.server.insider import Insider
from tests.server.running import Server, serving

WINDOW_SIZES = {"wide": (1280, 800), "phone": (390, 844), "sideways": (844, 390)}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
MOVES_BEFORE_PICTURE = 8  # entries of the table
MILLISECONDS = 120_000  # how long the camera waits for anything: a review takes the longest
SAMPLES = 4  # of everything in the review, which is only looked at


@dataclass
class Camera:
    """A browser window of one size, and the folder for its pictures."""

    browser: Browser
    server: Server
    size: str
    folder: Path
    whole: bool = False
    finished: dict[str, str] = field(default_factory=dict)  # the key of a finished table of each game

    def __post_init__(self) -> None:
        self.page = self.new_page()
        self.first = next(iter(games().values()))  # the game of pages that look the same for every game

    def new_page(self) -> Page:
        """Returns a page of another person."""
        width, height = WINDOW_SIZES[self.size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.server.url, has_touch=self.size != "wide"
        )
        context.set_default_timeout(MILLISECONDS)
        return context.new_page()

    def shoot(self, name: str, page: Page | None = None) -> None:
        """Takes a picture in each theme."""
        shown = page or self.page
        for theme in THEMES:
            shown.emulate_media(color_scheme=theme)
            shown.wait_for_timeout(400)  # until all animations have ended
            shown.screenshot(path=self.folder / f"{name}-{self.size}-{theme}.png", full_page=self.whole)

    def visit(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.shoot(name)

    def everything(self, with_tables: bool) -> None:
        self.visit("/", "home")
        for game in games().values():
            self.words(game)
            if with_tables:
                self.game(game)
        if not with_tables:
            self.finish(self.first)
        self.at_a_table()
        self.shared_screen()
        self.deals()
        self.after_a_game()
        self.visit("/puzzles", "puzzle-games")
        self.visit("/", "home-later")
        self.visit("/mine", "mine")
        self.visit("/nowhere", "error")
        self.documentation()
        self.invitation()
        self.full_table()
        self.devices()

    def words(self, game: Game) -> None:
        """Takes pictures of the pages about a game, and of what needs no opponent: a lesson and a puzzle."""
        self.visit(f"/set-up/{game.id}", f"{game.id}-set-up")
        self.visit(f"/rules/{game.id}", f"{game.id}-rules")
        self.visit(f"/learn/{game.id}", f"{game.id}-learn")
        for number, lesson in enumerate(game.lessons, start=1):
            address = f"/learn/{game.id}/{number}"
            self.visit(address, f"{game.id}-lesson-{number}")
            self.page.evaluate(KEEP_STEP, [address, len(lesson.steps) // 2])
            self.visit(address, f"{game.id}-lesson-{number}-middle")
        if game.puzzles:
            self.puzzle(game)

    def puzzle(self, game: Game) -> None:
        self.visit(f"/puzzles/{game.id}", f"{game.id}-puzzles")
        self.visit(f"/puzzles/{game.id}/1", f"{game.id}-puzzle")
        answer = self.page.locator("#puzzle-answer")
        while answer.is_hidden():
            self.pick()
        self.shoot(f"{game.id}-puzzle-solved")

    def game(self, game: Game) -> None:
        """Takes pictures of a game: its first table with the goal, later ones, a round's end, and the end."""
        self.sit_down(game)
        self.shoot(f"{game.id}-first")
        if self.page.locator("#goal-away").is_visible():  # a phone has a line in its place
            self.page.locator("#goal-away").click()
        insider = Insider(self.server.url, self.server.data, self.page.url.rpartition("/")[2])
        finished = insider.play_to_the_end(Album(self, game).follow)
        assert finished
        while not self.is_at_the_end():
            self.close_sheet()
        self.shoot(f"{game.id}-end")
        self.close_sheet()
        self.shoot(f"{game.id}-over")
        self.finished[game.id] = self.page.url.rpartition("/")[2]
        self.replay(game)

    def finish(self, game: Game) -> None:
        """Plays a game to its end without a page."""
        chairs = [{"kind": "me"}, *[{"kind": "here", "name": f"Player {seat}"} for seat in range(2, game.seats[0] + 1)]]
        made = httpx.post(f"{self.server.url}/api/tables", json={"game": game.id, "seats": chairs}).json()
        self.finished[game.id] = made["table"]
        Insider(self.server.url, self.server.data, made["table"]).play_to_the_end()

    def replay(self, game: Game) -> None:
        self.visit(f"/tables/{self.finished[game.id]}/replay?eyes=all&ply=20", f"{game.id}-replay")

    def after_a_game(self) -> None:
        """Takes pictures of everything that a finished game leads to."""
        self.replay(self.first)
        table = f"/tables/{self.finished[self.first.id]}"
        self.visit(f"{table}/play-on?ply=20", "play-on")
        self.visit(f"{table}/deal", "deal-again")
        self.visit(f"{table}/review", "review-start")
        self.page.get_by_role("button", name="Review this game").click()
        self.page.get_by_role("heading", name="Luck and skill").wait_for()
        self.shoot("review")
        self.visit(f"{table}/review?ply=20&eyes=mover", "review-moment")

    def deals(self) -> None:
        """Takes pictures of the deals of a day, and of one of them before and while it is played."""
        self.visit("/deals", "deals")
        self.page.locator(".day-card .quiet-link").first.click()
        self.shoot("deal")
        self.page.get_by_role("button", name="Play this deal").click()
        self.something_lit().wait_for()
        self.shoot("deal-table")

    def at_a_table(self) -> None:
        """Takes pictures of what opens at a table: the request for a name, the settings, the rules, a way out."""
        self.sit_down(self.first)
        self.shoot("name")
        self.page.locator("#open-settings").click()
        self.shoot("settings")
        self.page.keyboard.press("Escape")
        self.page.locator(".table-tools [data-rule]").click()
        self.page.locator("#rules-drawer .rules-section").first.wait_for()
        self.shoot("drawer")
        self.page.keyboard.press("Escape")
        self.page.locator(".game-table .player [data-explain]:visible").first.hover()
        self.page.locator(".explained").wait_for()
        self.shoot("explained")
        table = self.page.url
        self.visit(f"{table}/leave", "leave-game")
        self.visit(f"{table}/close", "close")

    def shared_screen(self) -> None:
        self.set_table("here")
        self.something_lit().or_(self.page.locator("#curtain:visible")).first.wait_for()
        while self.page.locator("#curtain").is_hidden():
            self.pick()
        self.shoot("curtain")

    def documentation(self) -> None:
        """Takes pictures of the documentation: its contents, a search, a tutorial, and a page of tables."""
        self.visit("/docs", "docs")
        self.page.fill("#docs-search", "bots")
        self.page.locator(".docs-found:visible").wait_for()
        self.shoot("docs-search")
        self.visit("/docs/first-program", "docs-page")
        self.visit("/docs/bots", "docs-tables")

    def devices(self) -> None:
        """Takes pictures of a person's devices, and of another browser before and while it becomes that person."""
        self.visit("/me", "devices")
        self.page.get_by_role("button", name="Make an address").click()
        link = self.page.locator("#take-url").input_value()
        self.shoot("devices-link")
        other = self.new_page()
        other.goto("/me")
        self.shoot("come-back", other)
        other.goto(link)
        self.shoot("take", other)
        self.visit(link, "take-again")
        self.visit("/me/erase", "erase")

    def invitation(self) -> None:
        """Takes pictures of a table that waits, and of what the host and the invited friends see of it."""
        self.set_table("friend", "friend")
        self.shoot("invite")
        link, table = self.page.locator("#invite-url").input_value(), self.page.url
        friend = self.new_page()
        friend.goto(link)
        self.shoot("join", friend)
        friend.fill("#join-name", "Mina")
        friend.click("text=Sit down")
        friend.locator(".waiting").wait_for()
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

    def full_table(self) -> None:
        """Takes a picture of what somebody sees who comes too late."""
        self.set_table("friend")
        link = self.page.locator("#invite-url").input_value()
        friend, late = self.new_page(), self.new_page()
        friend.goto(link)
        friend.fill("#join-name", "Mina")
        friend.click("text=Sit down")
        friend.locator(".game-table").wait_for()
        late.goto(link)
        self.shoot("full", late)

    # What the person does.

    def sit_down(self, game: Game) -> None:
        self.page.goto("/")
        self.page.locator(f'form:has(input[value="{game.id}"]) button').first.click()
        self.something_lit().wait_for()

    def set_table(self, *others: str) -> None:
        """Sets a table of the first game for Ada and others on the next chairs."""
        self.page.goto(f"/set-up/{self.first.id}")
        self.page.fill("#host-name", "Ada")
        self.page.select_option("#seats", "3")
        for chair, who in enumerate(others, start=1):
            self.page.select_option(f"#seat-{chair}", who)
            if who == "here":
                self.page.fill(f"#name-{chair}", "Bo")
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_url("**/tables/*")

    def something_lit(self) -> Locator:
        return self.page.locator(".pick.lit:visible").first

    def pick(self) -> None:
        """Picks the first thing that is lit, if there is one."""
        self.page.evaluate("document.querySelector('.pick.lit')?.click()")
        self.page.wait_for_timeout(50)

    def is_at_the_end(self) -> bool:
        """Waits for the sheet of a round or of the game, and returns whether it is that of the game."""
        self.page.locator("#sheet[open]").wait_for()
        return self.page.locator("#sheet .ending").count() > 0

    def close_sheet(self) -> None:
        """Closes the sheet, and waits for what comes then: a pick, another sheet, or nothing more."""
        self.page.locator("#sheet-continue").click()
        self.page.wait_for_timeout(200)


@dataclass
class Album:
    """Takes pictures of a game while an insider plays it: of the table, after so many entries, and of a round's end."""

    camera: Camera
    game: Game
    missing: set[str] = field(default_factory=lambda: {"table", "round"})

    def follow(self, number: int) -> None:
        page = self.camera.page
        page.wait_for_timeout(5)
        if page.locator("#sheet[open]").count():
            if not self.camera.is_at_the_end():
                self.take("round")
                self.camera.close_sheet()
        elif number >= MOVES_BEFORE_PICTURE and page.locator(".pick.lit:visible").count():
            self.take("table")

    def take(self, name: str) -> None:
        if name in self.missing:
            self.missing.remove(name)
            self.camera.shoot(f"{self.game.id}-{name}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--pages", action="store_true", help="leave out the tables of games")
    parser.add_argument("--whole", action="store_true", help="whole pages, not only what the first screen shows")
    parser.add_argument("--size", choices=WINDOW_SIZES, action="append", help="only this size; may be repeated")
    wishes = parser.parse_args(arguments)
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with serving(samples=SAMPLES) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in wishes.size or WINDOW_SIZES:
            print(f"Pictures of size {size} …", flush=True)
            Camera(browser, server, size, wishes.folder, wishes.whole).everything(with_tables=not wishes.pages)
        browser.close()
    print(f"{len(list(wishes.folder.glob('*.png')))} pictures are in {wishes.folder}.")


if __name__ == "__main__":
    main()
