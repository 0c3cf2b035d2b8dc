"""What each person chooses for themselves: colours, text, motion, and whether a move waits for a confirmation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.axe import AXE_MAY_RUN, accessible, violations
from tests.server.browser import Come, Guest, Theme, both_sizes, play_lanterns
from tests.server.running import Server

DATA = "document.documentElement.dataset"
GROUND = "getComputedStyle(document.documentElement).getPropertyValue('--night-2').trim()"
THEMES: list[Theme] = ["dark", "light"]
LIGHT_GROUND = "#fff"
FONT_SIZE = "parseFloat(getComputedStyle(document.querySelector('.prompt')).fontSize)"


def choose(page: Page, label: str) -> None:
    """Open the settings, choose this, and close them."""
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name=label, exact=True).check()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_theme_is_the_systems_until_a_person_chooses(server: Server, come: Come, scheme: str) -> None:
    page = come(color_scheme=scheme).page
    page.goto(server.url)
    assert page.evaluate(f"{DATA}.theme") == scheme
    assert (page.evaluate(GROUND) == LIGHT_GROUND) == (scheme == "light")
    other = "Light" if scheme == "dark" else "Dark"
    choose(page, other)
    assert page.evaluate(f"{DATA}.theme") == other.lower()
    page.reload()
    assert page.evaluate(f"{DATA}.theme") == other.lower()
    assert (page.evaluate(GROUND) == LIGHT_GROUND) == (other == "Light")


def test_the_theme_is_set_before_the_page_has_a_body(server: Server, come: Come) -> None:
    page = come(color_scheme="light").page
    page.add_init_script("""new MutationObserver((_, self) => {
      if (!document.body) return;
      window.themeAtFirst = document.documentElement.dataset.theme;
      self.disconnect();
    }).observe(document, { childList: true, subtree: true })""")
    page.goto(server.url)
    assert page.evaluate("window.themeAtFirst") == "light"


def test_settings_are_kept_for_other_pages(server: Server, come: Come) -> None:
    page = come().page
    page.goto(server.url)
    choose(page, "Larger")
    choose(page, "Calmly")
    page.goto(f"{server.url}/mine")
    assert page.evaluate(f"{DATA}.text") == "larger"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Larger")).to_be_checked()
    expect(page.get_by_role("radio", name="Calmly")).to_be_checked()


def test_settings_that_we_did_not_write_are_ignored(server: Server, come: Come) -> None:
    page = come(color_scheme="dark").page
    page.goto(server.url)
    for kept in ("no JSON", '{"theme": "plaid", "volume": "loud"}', "null"):
        page.evaluate("(kept) => localStorage.setItem('settings', kept)", kept)
        page.reload()
        assert page.evaluate(f"{DATA}.theme") == "dark"
        page.get_by_role("button", name="Settings").click()
        expect(page.locator("#volume")).to_have_value("60")


def test_a_person_turns_animation_off_and_on(server: Server, come: Come) -> None:
    page = come(calm=True).page
    page.goto(server.url)
    assert page.evaluate(f"{DATA}.motion") == "off"
    choose(page, "On")
    assert page.evaluate(f"{DATA}.motion") == "on"
    assert page.evaluate("getComputedStyle(document.querySelector('.scene-ghost > *')).animationName") == "drift"


@both_sizes
def test_larger_text_is_larger_and_fits(server: Server, come: Come, size: tuple[int, int]) -> None:
    guest = come(size)
    page = guest.page
    play_lanterns(guest, server)
    before = page.evaluate(FONT_SIZE)
    choose(page, "Larger")
    assert page.evaluate(FONT_SIZE) > 1.15 * before
    guest.fits()


def lay_a_lantern(guest: Guest) -> None:
    guest.click("lay")
    guest.click(max(pick for pick in guest.lit() if pick.startswith("lantern-")))


@both_sizes
def test_a_complete_move_waits_for_the_confirmation(server: Server, come: Come, size: tuple[int, int]) -> None:
    guest = come(size)
    page = guest.page
    play_lanterns(guest, server)
    choose(page, "After Confirm")
    lay_a_lantern(guest)
    confirm = page.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("Confirm this move")
    page.get_by_role("button", name="Back").click()
    expect(confirm).to_be_hidden()
    assert guest.moves_sent() == []
    lay_a_lantern(guest)
    confirm.click()
    expect(guest.button("give")).to_be_visible()
    assert len(guest.moves_sent()) == 1


def test_a_move_of_one_click_waits_for_the_confirmation_too(server: Server, come: Come) -> None:
    guest = come()
    play_lanterns(guest, server)
    choose(guest.page, "After Confirm")
    path = "lay " + next(pick for pick in guest.heard[0]["paths"])[1]
    guest.page.evaluate(
        """(path) => {
          const button = document.querySelector(".lanterns [data-pick]");
          button.removeAttribute("data-pick");
          button.dataset.path = path;
          button.disabled = false;
        }""",
        path,
    )
    guest.page.locator(f'[data-path="{path}"]').click()
    confirm = guest.page.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_visible()
    assert guest.moves_sent() == []
    confirm.click()
    expect(guest.button("give")).to_be_visible()
    assert [" ".join(move["path"]) for move in guest.moves_sent()] == [path]


def test_axe_on_the_settings(server: Server, come: Come) -> None:
    guest = come(**AXE_MAY_RUN)
    guest.page.goto(server.url)
    guest.page.get_by_role("button", name="Settings").click()
    expect(guest.page.get_by_role("dialog", name="Settings")).to_be_visible()
    accessible(guest)
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("dialog", name="Settings")).to_be_hidden()
    expect(guest.page.get_by_role("button", name="Settings")).to_be_focused()


def test_axe_on_an_explanation(server: Server, come: Come) -> None:
    guest = come(**AXE_MAY_RUN)
    play_lanterns(guest, server)
    guest.page.locator('[data-explain="count"]').first.click()
    for theme in THEMES:
        guest.turn(theme)
        expect(guest.page.locator(".explained")).to_be_visible()
        assert [each["id"] for each in violations(guest.page) if each["impact"] in ("serious", "critical")] == []
