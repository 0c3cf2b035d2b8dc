"""Every game in a real browser, by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from spiritboard.table.game import Game
from tests.server.browser import (
    PATIENCE,
    SPOOKIES,
    Come,
    Guest,
    Size,
    both_sizes,
    hurry_to_the_end,
    play_button,
    play_now,
    set_table,
    two_games,
)
from tests.server.guests import LANTERNS, every_game
from tests.server.running import Server

MOST_PICKS = 6  # in one game; a program plays the rest
MOST_STEPS = 200  # to a button; there are more buttons than names, because cards can be equal


def tab_to(page: Page, wanted: str, most: int = 80) -> None:
    """Press Tab until the element with the focus matches."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


def tabbed(guest: Guest, most: int) -> set[str]:
    """Returns the picks that Tab reaches."""
    found = set()
    for _ in range(most):
        guest.page.keyboard.press("Tab")
        found.add(guest.focused())
    return found


@every_game
def test_a_game_is_played_by_keyboard_alone(server: Server, come: Come, game: Game) -> None:
    guest = come()
    page = guest.page
    page.goto(server.url)
    tab_to(page, f"form:has([value='{game.id}']) > .main-action")
    assert play_button(game).search(page.evaluate("document.activeElement.textContent.trim()"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    assert guest.lit() <= tabbed(guest, 60)
    tab_to(page, ".pick.lit")
    for _ in range(MOST_PICKS):
        if (moment := guest.next_moment()) == "over":
            break
        assert isinstance(moment, list)
        by_arrows(guest, moment)
        page.keyboard.press(guest.chance.choice(["Enter", "Space"]))
    else:
        hurry_to_the_end(server, guest)
    tab_to(page, ".ending .main-action")
    old = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != old)
    assert guest.lit()


def by_arrows(guest: Guest, moment: list[str]) -> None:
    """Move to a lit pick from the element that has the focus, so that the player need not search."""
    pick = guest.chance.choice(moment)
    for _ in range(MOST_STEPS):
        if guest.focused() == pick:
            return
        guest.page.keyboard.press(guest.chance.choice(["ArrowRight", "ArrowDown"]))
    raise AssertionError(f"the arrows do not lead to {pick}")


@two_games
def test_a_key_held_down_makes_one_move(server: Server, come: Come, game: Game) -> None:
    guest = come()
    play_now(guest, server, game)
    guest.lit()
    expect(guest.page.locator(".pick.lit:focus")).to_have_count(1)
    for _ in range(6):
        guest.page.keyboard.down("Enter")
        guest.next_moment()
    guest.page.keyboard.up("Enter")
    assert len(guest.moves_sent()) <= 1


@both_sizes
def test_the_focus_ring_is_shown_at_the_start_with_a_keyboard_but_not_on_a_touch_screen(
    server: Server, come: Come, size: Size
) -> None:
    guest = come(size)
    play_now(guest, server, SPOOKIES)
    guest.lit()
    expect(guest.page.locator(".pick.lit:focus")).to_have_count(0 if guest.touches else 1)
    tab_to(guest.page, ".pick.lit")
    guest.page.keyboard.press("Enter")  # with a keyboard beside the touch screen, the ring stays
    guest.lit()
    expect(guest.page.locator(".pick.lit:focus")).to_have_count(1)


def test_the_curtain_opens_by_keyboard(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, LANTERNS, ["me", "Wilhelmina"])
    while (moment := guest.next_moment()) != "over":
        if moment == "curtain":
            expect(guest.page.locator("#curtain-open")).to_be_focused()
            guest.page.keyboard.press("Enter")
            expect(guest.page.locator("#curtain")).to_be_hidden(timeout=PATIENCE)
        else:
            expect(guest.page.locator(".pick.lit:focus")).to_have_count(1)
            guest.page.keyboard.press("Enter")
