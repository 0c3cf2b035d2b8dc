"""How pages use the window: what the first screen shows, on phones and on wide screens, and how large targets are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from spiritboard.table.game import Game
from tests.server.browser import PHONE, WIDE, Come, Guest, Size, play_now
from tests.server.guests import LANTERNS, every_game
from tests.server.running import Server

LANDSCAPE: Size = (844, 390)
PROJECTOR: Size = (1920, 1080)
SMALLEST = 40  # CSS pixels, each way
MID_GAME = 3  # decisions of the guest

# The names and sizes of all things on the page that can be touched and are too small. Links in the middle of a sentence
# may be small. An input in a label is as large as the label.
TOO_SMALL = """(smallest) => {
  const wanted = "button, a[href], summary, input, select, [data-mark], .lit";
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
  const inSentence = (each) => each.matches("a") && [...each.parentElement.childNodes].some(isText);
  const target = (each) => (each.matches("input") && each.closest("label")) || each;
  const said = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 30);
  const name = (each) => `${each.tagName.toLowerCase()}.${each.getAttribute("class")} "${said(each)}"`;
  const found = [];
  for (const each of document.querySelectorAll(wanted)) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || inSentence(each)) continue;
    if (each.closest(".visually-hidden, .skip, [inert]") || each.matches("input[type=hidden]")) continue;
    const { width, height } = target(each).getBoundingClientRect();
    const isSmall = Math.min(width, height) < smallest - 0.5; // half a pixel for rounding
    if (isSmall) found.push(`${name(each)}: ${Math.round(width)}x${Math.round(height)}`);
  }
  return [...new Set(found)];
}"""


# A browser that has solved puzzles shows how many.
SHOW_TAGS = """() => {
  for (const tag of document.querySelectorAll("main .tag[hidden]")) {
    tag.hidden = false;
    tag.textContent = "60 of 60 solved";
  }
}"""


def too_small(guest: Guest) -> list[str]:
    found: list[str] = guest.page.evaluate(TOO_SMALL, SMALLEST)
    return found


@every_game
def test_everything_that_can_be_touched_is_large_enough(server: Server, come: Come, game: Game) -> None:
    """At the beginning and in the middle of a game, also while a move is incomplete."""
    guest = come(PHONE)
    play_now(guest, server, game)
    guest.lit()
    found = {"at the beginning": too_small(guest)}
    for _ in range(MID_GAME):
        guest.decide()
    guest.next_moment()
    found["in the middle"] = too_small(guest)
    guest.step()
    guest.next_moment()
    found["after another pick"] = too_small(guest)
    offenders = [f"{when}: {each}" for when, small in found.items() for each in small]
    assert not offenders, "\n".join([game.id, *offenders])


# Whether something that can be picked is wholly on the screen: in the question's bar, or below it.
SHOWS_A_PICK = """() => {
  const question = document.querySelector(".asking").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".pick.lit")].some((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= (each.closest(".asking") ? 0 : question) && bottom <= innerHeight;
  });
}"""


@every_game
def test_a_phone_shows_what_a_newcomer_can_pick(server: Server, come: Come, game: Game) -> None:
    """Also below the goal."""
    guest = come(PHONE)
    play_now(guest, server, game)
    expect(guest.page.locator("#goal-line")).to_be_visible()
    guest.lit()
    guest.page.wait_for_function(SHOWS_A_PICK)


def test_a_long_score_sheet_does_not_stretch_the_table(server: Server, come: Come, finished: dict[str, str]) -> None:
    guest = come(WIDE)
    guest.page.goto(f"{server.url}/tables/{finished['ghosts']}/replay")
    sheet = guest.page.locator("#live .ending")
    expect(sheet).to_be_visible()
    table, log = guest.page.locator(".game-table > .ghosts").bounding_box(), guest.page.locator(".story").bounding_box()
    assert table is not None
    assert log is not None
    assert table["y"] + table["height"] < log["y"] + log["height"] - 50


def test_a_score_sheet_fits_beside_the_table(server: Server, come: Come, finished: dict[str, str]) -> None:
    guest = come(WIDE)
    guest.page.goto(f"{server.url}/tables/{finished['ghooost']}/replay")
    card = guest.page.locator("#live .ending").bounding_box()
    scores = guest.page.locator("#live .ending .scores").bounding_box()
    assert scores is not None
    assert card is not None
    assert scores["x"] + scores["width"] <= card["x"] + card["width"] - 10


def test_a_phone_names_whose_eyes_see_a_replay(server: Server, come: Come, finished: dict[str, str]) -> None:
    """Also in a game without rounds, where buttons of another row would fit beside the choice."""
    guest = come(PHONE)
    guest.page.goto(f"{server.url}/tables/{finished['spookies']}/replay?eyes=all")
    eyes = guest.page.get_by_label("Seen by").bounding_box()
    assert eyes is not None
    assert eyes["width"] > PHONE[0] / 2


# Whether nothing on the table lies over the list of players.
PLAYERS_ARE_FREE = """() => {
  const left = document.querySelector(".players").getBoundingClientRect().left;
  return [...document.querySelectorAll(".roll")].every((each) => each.getBoundingClientRect().right <= left);
}"""


def test_long_odds_on_a_lying_phone_leave_the_players_free(server: Server, come: Come) -> None:
    guest = come(LANDSCAPE)
    guest.page.goto(f"{server.url}/puzzles/spookies/1")
    guest.lit()
    assert guest.page.evaluate(PLAYERS_ARE_FREE)


ADDRESSES = ["/", "/mine", "/set-up/lanterns", "/rules/lanterns", "/learn/lanterns", "/puzzles", "/deals"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_everything_on_a_page_is_large_enough_and_fits(server: Server, come: Come, address: str) -> None:
    guest = come(PHONE)
    guest.page.goto(server.url + address)
    guest.page.evaluate(SHOW_TAGS)
    guest.fits()
    offenders = too_small(guest)
    assert not offenders, "\n".join([address, *offenders])


@pytest.mark.parametrize("size", [WIDE, PHONE, PROJECTOR], ids=["wide", "phone", "projector"])
def test_the_first_screen_of_home_has_a_way_to_play(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    guest.page.goto(server.url)
    button = guest.page.get_by_role("button", name="Play now").first.bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= size[1]


def test_free_chairs_stand_above_the_games(server: Server, come: Come) -> None:
    host, guest = come(), come()
    page = host.page
    page.goto(f"{server.url}/set-up/{LANTERNS.id}")
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.locator("#seat-1").select_option("friend")
    page.get_by_label("Open").check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/*")
    guest.page.goto(server.url)
    order = guest.page.locator("main h2").all_inner_texts()
    assert order.index("Tables with a free chair") < order.index("The games")
