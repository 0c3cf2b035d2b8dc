"""The table of 13 Ghosts in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from spiritboard.games.thirteen import GAME
from tests.server.browser import PHONE, PHONE_ON_ITS_SIDE, Come, Size, both_sizes, open_lesson, too_small
from tests.server.running import Server

FIRST_TURN = 3
COPY_STEP = 11  # the learner holds no. 7, and one ghost lies face up


@both_sizes
def test_a_ghost_that_copies_asks_which_one_even_if_only_one_lies_face_up(
    server: Server, come: Come, size: Size
) -> None:
    guest = come(size)
    open_lesson(guest, server, GAME, COPY_STEP)
    guest.click("copy")
    expect(guest.page.locator(".prompt")).to_contain_text("ability do you use?")
    expect(guest.page.locator(".spook.lit")).to_have_count(1)
    assert guest.moves_sent() == []
    guest.click("4")
    expect(guest.page.locator("#lesson-step")).to_have_text(f"Step {COPY_STEP + 2} of {len(GAME.lessons[0].steps)}")
    assert [move["path"] for move in guest.moves_sent()] == [["copy", "4"]]


def test_a_ghost_that_copies_has_no_button_that_cannot_be_used(server: Server, come: Come) -> None:
    guest = come()
    open_lesson(guest, server, GAME, COPY_STEP)
    expect(guest.page.locator(".act:visible")).to_have_text(["Play it face up as …", "Face down: attack"])
    expect(guest.page.locator(".act:visible:disabled")).to_have_count(0)


@pytest.mark.parametrize("step", [1, FIRST_TURN, COPY_STEP])
def test_everything_can_be_touched_with_a_finger(server: Server, come: Come, step: int) -> None:
    guest = come(PHONE)
    open_lesson(guest, server, GAME, step)
    expect(guest.page.locator(".act.lit").first).to_be_visible()
    assert guest.page.locator("[data-mark]").count() == (13 if step > 1 else 0)
    assert too_small(guest) == []


def test_a_phone_on_its_side_shows_hand_and_ghosts_beside_each_other(server: Server, come: Come) -> None:
    guest = come(PHONE_ON_ITS_SIDE)
    open_lesson(guest, server, GAME, FIRST_TURN)
    desk, book = (guest.page.locator(part).bounding_box() for part in (".desk", ".book"))
    assert desk is not None
    assert book is not None
    assert book["x"] >= desk["x"] + desk["width"]
    assert book["y"] < desk["y"] + desk["height"]
    guest.fits()
