"""Explanations of a game's terms: by mouse, by touch, by keyboard, and one by one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.server.browser import PHONE, Come, Guest, Size, both_sizes, play_lanterns
from tests.server.guests import LANTERNS
from tests.server.running import Server

LANTERN = LANTERNS.help.terms["lantern"]
COUNT = LANTERNS.help.terms["count"]
FOCUS_ON_LANTERN = "document.querySelector('.pick.lit[data-explain]').focus()"
# The page's own timers of an earlier moment fire first, however slow the machine is.
LONGER_THAN_THE_DELAY = "() => new Promise((done) => setTimeout(done, 1000))"
OUTSIDE = """() => {
  const box = document.querySelector(".explained").getBoundingClientRect();
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
}"""


def at_a_table(server: Server, guest: Guest) -> Locator:
    """Let the guest begin to lay a lantern. Returns the card with explanations."""
    play_lanterns(guest, server)
    guest.click("lay")
    return guest.page.locator(".explained")


def held_lantern(guest: Guest) -> Locator:
    return guest.page.locator('.pick.lit[data-explain="lantern"]').first


def count(guest: Guest) -> Locator:
    return guest.page.locator('[data-explain="count"]').first


def test_a_mouse_explains_what_it_rests_on(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    count(guest).hover()
    expect(card).to_contain_text(COUNT.text)
    expect(card).to_contain_text(COUNT.name)
    assert not guest.page.evaluate(OUTSIDE)
    card.hover()  # the mouse may go to the card
    guest.page.locator(".wordmark").hover()
    expect(card).to_be_hidden()
    assert guest.moves_sent() == []


def test_a_touch_explains_what_cannot_be_picked(server: Server, come: Come) -> None:
    guest = come(PHONE)
    card = at_a_table(server, guest)
    count(guest).tap()
    expect(card).to_contain_text(COUNT.text)
    assert not guest.page.evaluate(OUTSIDE)
    count(guest).tap()
    expect(card).to_be_hidden()
    count(guest).tap()
    expect(card).to_be_visible()
    guest.page.locator(".prompt").tap()
    expect(card).to_be_hidden()


def test_a_touch_explains_a_button_that_is_not_lit(server: Server, come: Come) -> None:
    guest = come(PHONE)
    card = at_a_table(server, guest)
    guest.page.evaluate("for (const each of document.querySelectorAll('.pick')) each.disabled = true")
    guest.page.locator('[data-explain="lantern"]').first.tap(force=True)
    expect(card).to_contain_text(LANTERN.text)


def test_a_finger_that_is_held_explains_and_picks_nothing(server: Server, come: Come) -> None:
    guest = come(PHONE)
    card = at_a_table(server, guest)
    lantern = held_lantern(guest)
    box = lantern.bounding_box()
    assert box is not None
    middle = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch = guest.page.context.new_cdp_session(guest.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": middle})
    expect(card).to_contain_text(LANTERN.text)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_be_visible()
    guest.page.locator(".prompt").tap()
    expect(card).to_be_hidden()
    assert guest.moves_sent() == []
    lantern.tap()
    expect(guest.button("give")).to_be_visible()
    assert len(guest.moves_sent()) == 1


def test_the_question_mark_explains_what_has_the_focus_aloud(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    guest.page.evaluate(FOCUS_ON_LANTERN)
    guest.page.keyboard.press("?")
    expect(card).to_contain_text(LANTERN.text)
    expect(guest.page.locator(".explained + [role=status]")).to_contain_text(LANTERN.text)
    guest.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert guest.page.evaluate("document.activeElement.matches('.pick.lit')")


def test_tab_goes_to_the_rules_of_what_is_explained(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    guest.page.evaluate(FOCUS_ON_LANTERN)
    guest.page.keyboard.press("?")
    guest.page.keyboard.press("Tab")
    rule = card.get_by_role("link")
    expect(rule).to_be_focused()
    expect(rule).to_have_attribute("href", "/rules/lanterns#LA1")
    expect(rule).to_have_attribute("data-rule", "LA1")
    guest.page.keyboard.press("Shift+Tab")
    expect(guest.page.locator(".pick.lit:focus")).to_have_count(1)


def test_the_focus_explains_after_a_while_what_a_key_brought_it_to(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    guest.page.evaluate(FOCUS_ON_LANTERN)
    guest.page.keyboard.press("ArrowRight")
    expect(card).to_contain_text(LANTERN.text)
    expect(guest.page.locator(".explained + [role=status]")).to_be_empty()


def test_explain_goes_through_everything_by_keyboard(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    guest.page.get_by_role("button", name="Explain").focus()
    guest.page.keyboard.press("Enter")
    seen = set()
    for _ in LANTERNS.help.terms:
        guest.page.keyboard.press("ArrowRight")
        expect(card).to_be_visible()
        seen.add(card.locator("strong").inner_text())
    assert seen == {term.name for term in LANTERNS.help.terms.values()}
    guest.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("button", name="Explain")).to_have_attribute("aria-pressed", "false")


def test_while_explain_is_on_a_touch_picks_nothing(server: Server, come: Come) -> None:
    guest = come(PHONE)
    card = at_a_table(server, guest)
    guest.page.get_by_role("button", name="Explain").tap()
    held_lantern(guest).tap()
    expect(card).to_contain_text(LANTERN.text)
    assert guest.moves_sent() == []
    guest.page.get_by_role("button", name="Done").tap()
    held_lantern(guest).tap()
    expect(guest.button("give")).to_be_visible()
    assert len(guest.moves_sent()) == 1


def test_the_card_stays_when_the_table_is_drawn_again(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    count(guest).click()
    expect(card).to_contain_text(COUNT.text)
    guest.page.evaluate("""() => {
      const live = document.getElementById("live");
      live.innerHTML = live.innerHTML;
    }""")
    expect(card).to_contain_text(COUNT.text)
    guest.page.evaluate("document.querySelectorAll('[data-explain]').forEach((each) => each.remove())")
    expect(card).to_be_hidden()


def test_a_replay_explains_too(server: Server, come: Come, finished: dict[str, str]) -> None:
    guest = come(PHONE)
    guest.page.goto(f"{server.url}/tables/{finished[LANTERNS.id]}/replay?ply=0&eyes=spectator")
    count(guest).tap()
    expect(guest.page.locator(".explained")).to_contain_text(COUNT.text)


def test_a_table_that_changes_below_a_resting_mouse_explains_nothing(server: Server, come: Come) -> None:
    guest = come()
    card = at_a_table(server, guest)
    guest.page.mouse.move(5, 300)
    guest.page.evaluate("""() => {
      const cover = document.createElement("div");
      cover.style.cssText = "position: fixed; inset: 0; z-index: 99";
      cover.dataset.explain = "count";
      cover.addEventListener("pointerover", () => (window.isBelow = true));
      document.body.append(cover);
    }""")
    guest.page.wait_for_function("() => window.isBelow")
    guest.page.evaluate(LONGER_THAN_THE_DELAY)
    expect(card).to_be_hidden()


# Where the card lies.

# A grid of choices around the explained one. The card has room on one side only, or at an edge of the window.
CHOICES = """(free) => {
  const grid = document.createElement("div");
  grid.style.cssText = "position: fixed; inset: 0; z-index: 50; background: black";
  const put = (name, left, top, width, height) => {
    const button = document.createElement("button");
    button.className = "pick lit";
    button.dataset.explain = "lantern";
    button.id = name;
    button.style.cssText = `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
    grid.append(button);
  };
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  put("thing", x - 30, y - 20, 60, 40);
  if (free !== "below") put("below", 0, y + 24, innerWidth, free === "edge" ? 60 : innerHeight);
  if (free !== "above") put("above", 0, free === "edge" ? y - 84 : 0, innerWidth, free === "edge" ? 60 : y - 24);
  if (free !== "after") put("after", x + 34, y - 20, innerWidth, 40);
  if (free !== "before") put("before", 0, y - 20, x - 34, 40);
  document.getElementById("live").append(grid);
}"""
COVERED = """() => {
  const card = document.querySelector(".explained").getBoundingClientRect();
  return [...document.querySelectorAll("#live .pick.lit[id]")]
    .filter((each) => {
      const box = each.getBoundingClientRect();
      const wide = Math.min(box.right, card.right) - Math.max(box.left, card.left);
      const high = Math.min(box.bottom, card.bottom) - Math.max(box.top, card.top);
      return wide > 0 && high > 0;
    })
    .map((each) => each.id);
}"""


@pytest.mark.parametrize("free", ["below", "above", "edge"])
@both_sizes
def test_a_card_covers_no_choice_if_there_is_room(server: Server, come: Come, size: Size, free: str) -> None:
    guest = come(size)
    card = at_a_table(server, guest)
    guest.page.evaluate(CHOICES, free)
    guest.page.locator("#thing").focus()
    guest.page.keyboard.press("?")
    expect(card).to_be_visible()
    assert guest.page.evaluate(COVERED) == []
    assert not guest.page.evaluate(OUTSIDE)
