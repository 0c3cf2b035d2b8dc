"""Guests with real browsers: what a guest can see and do on a page, without knowledge of any game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocket, expect

from spiritboard.table.game import Game
from spiritboard.table.registry import games
from tests.server.chromium import KEEP_STEP
from tests.server.guests import LANTERNS, caller
from tests.server.insider import Insider
from tests.server.running import LONG_ENOUGH, Server

Size = tuple[int, int]
WIDE: Size = (1280, 800)
PHONE: Size = (390, 844)
PHONE_ON_ITS_SIDE: Size = (844, 390)
SMALL_PHONES = (390, 360, 320)
PATIENCE = 1000 * LONG_ENOUGH

# The name of a button in these tests: its pick, its complete move, or "enough" if it ends a move.
NAME = '(button) => button.dataset.pick ?? button.dataset.path ?? (button.matches(".enough") ? "enough" : "")'

# What the guest can do now: a list of visible picks, "curtain", "sheet" or "over", or null while the guest must wait.
MOMENT = f"""() => {{
  if (document.querySelector(".ending")?.checkVisibility()) return "over";
  if (document.getElementById("sheet")?.open) return "sheet";
  if (!document.getElementById("curtain")?.hidden) return "curtain";
  const seen = [...document.querySelectorAll(".pick.lit")].filter((pick) => pick.checkVisibility());
  return seen.length ? [...new Set(seen.map({NAME}))] : null;
}}"""

# The text of the table on this page, and of the table that the server draws for this guest now.
SHOWN = "() => document.querySelector('.game-table').textContent.replace(/\\s+/g, ' ')"
DRAWN = """async () => {
  const text = await (await fetch(location)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector(".game-table").textContent.replace(/\\s+/g, " ");
}"""

WIDER_THAN_WINDOW = "() => document.documentElement.scrollWidth - innerWidth"

# Tests of the page, which do not depend on the game, use one game with secrets and one with dice.
SPOOKIES = games()["spookies"]
TWO_GAMES = [LANTERNS, SPOOKIES]
two_games = pytest.mark.parametrize("game", TWO_GAMES, ids=lambda game: game.id)
both_sizes = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])

Theme = Literal["dark", "light"]
Moment = list[str] | Literal["curtain", "sheet", "over"] | None


class Guest:
    """A person with a browser of their own. The browser's complaints and the messages of its socket are recorded."""

    def __init__(self, page: Page, touches: bool = False) -> None:
        self.page = page
        self.touches = touches
        page.set_default_timeout(PATIENCE)
        self.chance = random.Random(13)
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type} at {self.page.url}: {message.text}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def forgive(self, pattern: str) -> None:
        """Ignore complaints that match the pattern, because the test causes them on purpose."""
        self.forgiven.append(pattern)

    def unforgiven(self) -> list[str]:
        return [each for each in self.complaints if not any(re.search(pattern, each) for pattern in self.forgiven)]

    # What the page shows.

    @property
    def number(self) -> int:
        """The number of entries of the table, by the last update to this page."""
        return max((update["number"] for update in self.heard), default=-1)

    def moves_sent(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if message.get("path")]

    def moment(self) -> Moment:
        found: Moment = self.page.evaluate(MOMENT)
        return found

    def next_moment(self) -> Moment:
        """Wait until the guest can do something, and return what."""
        found: Moment = self.page.wait_for_function(MOMENT, timeout=PATIENCE).json_value()
        return found

    def lit(self) -> set[str]:
        """Wait until something is lit, and return the picks. Sheets are closed."""
        while (found := self.next_moment()) == "sheet":
            self.step()
        assert isinstance(found, list), f"nothing is lit: {found}"
        return set(found)

    def shown(self) -> str:
        text: str = self.page.evaluate(SHOWN)
        return text

    def drawn(self) -> str:
        text: str = self.page.evaluate(DRAWN)
        return text

    def caught_up(self) -> None:
        """Wait until this page shows exactly what the server draws for it. Sheets are closed, because a page shows the
        next round only afterwards."""
        for _ in range(100):
            if self.moment() == "sheet":
                self.step()
            if self.shown() == self.drawn():
                return
            self.page.wait_for_timeout(30)
        assert self.shown() == self.drawn()

    def turn(self, theme: Theme) -> None:
        """Let the guest's system become dark or light, and wait until the page has followed."""
        self.page.emulate_media(color_scheme=theme)
        expect(self.page.locator(f"html[data-theme={theme}]")).to_have_count(1)

    def fits(self) -> None:
        """Check that nothing scrolls sideways, as soon as the page has its style sheets."""
        self.page.wait_for_load_state()
        assert self.page.evaluate(WIDER_THAN_WINDOW) <= 0, f"{self.page.url} is wider than its window"

    # What the guest does.

    def button(self, pick: str) -> Locator:
        named = f'[data-pick="{pick}"], [data-path="{pick}"]:not([data-pick])'
        return self.page.locator(".pick.enough" if pick == "enough" else f".pick.lit:is({named})").first

    def focused(self) -> str:
        name: str = self.page.evaluate(f"({NAME})(document.activeElement)")
        return name

    def click(self, pick: str) -> None:
        lit = self.button(pick)
        lit.tap() if self.touches else lit.click()

    def step(self) -> bool:
        """Pick something that is lit, open the curtain, or close the sheet of a round. Returns False when the game is
        over."""
        found = self.next_moment()
        self.fits()
        if found == "over":
            return False
        if found == "curtain":
            self.page.locator("#curtain-open").click()
            expect(self.page.locator("#curtain")).to_be_hidden(timeout=PATIENCE)
        elif found == "sheet":
            self.page.locator("#sheet-continue").click()
        else:
            assert isinstance(found, list)
            self.click(self.chance.choice(found))
        return True

    def play_to_the_end(self) -> None:
        while self.step():
            pass

    def decide(self) -> None:
        """Make one complete move, of any number of picks."""
        before = len(self.moves_sent())
        while len(self.moves_sent()) == before:
            assert self.step(), "the game is over"


def hurry_to_the_end(server: Server, *guests: Guest) -> None:
    """Let a program play the rest of the game for all players, while the guests are on an empty page."""
    table = guests[0].page.url
    for guest in guests:
        guest.page.goto("about:blank")
    Insider(server.url, server.data, table.rpartition("/")[2]).play_to_the_end()
    for guest in guests:
        guest.page.goto(table)
        expect(guest.page.locator(".ending")).to_be_visible(timeout=4 * PATIENCE)


def play_some(guests: Sequence[Guest], moves: int = 1) -> None:
    """Play until each guest has made so many moves."""
    while any(len(guest.moves_sent()) < moves for guest in guests):
        for guest in guests:
            if isinstance(guest.moment(), list | str):
                guest.decide()
        guests[0].page.wait_for_timeout(5)


Come = Callable[..., Guest]


# Getting to a table.


def play_button(game: Game) -> re.Pattern[str]:
    return re.compile(rf"Play now ?: {re.escape(game.title)}$")


def play_now(guest: Guest, server: Server, game: Game) -> None:
    guest.page.goto(server.url)
    guest.page.get_by_role("button", name=play_button(game)).click()
    expect(guest.page.locator(".game-table")).to_be_visible()


def play_lanterns(guest: Guest, server: Server) -> None:
    """Play Lanterns against two bots, up to the moment when the table waits for the guest alone."""
    play_now(guest, server, LANTERNS)
    expect(guest.page.get_by_text("2 lanterns")).to_have_count(2)  # each bot has laid one of three
    guest.lit()


def set_table(guest: Guest, server: Server, game: Game, seats: Sequence[str], **options: str) -> None:
    """Fill in the set-up page: `me`, `friend`, `bot`, or else the name of a person at this screen."""
    page = guest.page
    page.goto(f"{server.url}/set-up/{game.id}")
    if not (own_name := page.get_by_label("Your name", exact=True)).input_value():
        own_name.fill("Ada")
    page.get_by_label("Players").select_option(str(len(seats)))
    for at, who in enumerate(seats):
        kind = who if who in ("me", "friend", "bot") else "here"
        page.locator(f"#seat-{at}").select_option(kind)
        if kind == "here":
            page.locator(f"#name-{at}").fill(who)
    for name, value in options.items():
        page.locator(f"#option-{name}").select_option(value)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".game-table, .waiting")).to_be_visible()


def open_lesson(guest: Guest, server: Server, game: Game, step: int, number: int = 1) -> None:
    """Open a lesson of a game at a step, counted from 0: a table with a position that is set up by hand."""
    address = f"/learn/{game.id}/{number}"
    guest.page.goto(server.url)
    guest.page.evaluate(KEEP_STEP, [address, step])
    guest.page.goto(server.url + address)
    expect(guest.page.locator("#lesson-step")).to_have_text(f"Step {step + 1} of {len(game.lessons[number - 1].steps)}")


def too_small(guest: Guest) -> list[str]:
    """Returns what can be touched on the table and is smaller than a finger: 40 by 40 CSS pixels."""
    found: list[str] = guest.page.evaluate(TOO_SMALL)
    return found


TOO_SMALL = """() => [...document.querySelectorAll(".game-table :is(button, summary)")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.dataset.pick ?? each.dataset.path ?? each.textContent, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 40)
  .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""


def invitation(guest: Guest) -> str:
    return guest.page.locator("#invite-url").input_value()


def join(guest: Guest, link: str, name: str) -> None:
    guest.page.goto(link)
    guest.page.get_by_label("Your name", exact=True).fill(name)
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator(".game-table, .waiting")).to_be_visible()


def two_at_a_table(server: Server, come: Come, game: Game, **options: str) -> tuple[Guest, Guest]:
    """Let one guest set a table with a friend's chair, and another one join by the link. Bots take the other chairs."""
    host, friend = come(), come(PHONE)
    seats = ["me", "friend", *["bot"] * (game.seats[0] - 2)]
    set_table(host, server, game, seats, **options)
    join(friend, invitation(host), "Mina")
    return host, friend


def be_called(guest: Guest, name: str) -> None:
    """Change the guest's name with the form at the top of every page."""
    guest.page.locator(".who > summary").click()
    guest.page.get_by_label("Your name at the table").fill(name)
    guest.page.locator(".who").get_by_role("button", name="Save").click()


def finished_table(server: Server, game: Game) -> str:
    """Returns the key of a game that programs have played to its end."""
    seats = [{"kind": "me"}, *[{"kind": "here", "name": f"Program {at}"} for at in range(2, game.seats[0] + 1)]]
    with caller(server.url) as client:
        table = client.post("/api/tables", json={"game": game.id, "seats": seats}).raise_for_status().json()
    Insider(server.url, server.data, table["table"]).play_to_the_end()
    return str(table["table"])
