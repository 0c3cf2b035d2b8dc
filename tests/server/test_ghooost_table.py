"""The table of Ghooost! in a browser."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from spiritboard.games.ghooost import GAME
from tests.server.browser import PHONE, PHONE_ON_ITS_SIDE, WIDE, Come, Size, both_sizes, open_lesson, too_small
from tests.server.running import Server

QUARTET_STEP = 8  # the learner holds equal ghosts and Miss Copy, so the hand has the most buttons

AT_MOON = """() => {
  const { x, y, width, height } = document.querySelector(".yard .scenery").getBoundingClientRect();
  const shapes = document.elementsFromPoint(x + 0.86 * width, y + 0.2 * height);
  return shapes.map((shape) => shape.getAttribute("class") ?? "").filter((name) => name.includes("cemetery"));
}"""


def test_a_lesson_has_room_for_the_hand_below_the_teacher(server: Server, come: Come) -> None:
    guest = come(WIDE)
    open_lesson(guest, server, GAME, QUARTET_STEP + 1)
    expect(guest.page.locator(".some.lit").first).to_be_in_viewport(ratio=1)
    assert guest.page.evaluate("scrollY") == 0


@both_sizes
def test_the_moon_is_no_part_of_the_button_that_collects(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    open_lesson(guest, server, GAME, 1)
    expect(guest.page.locator(".cemetery.lit")).to_be_visible()
    assert guest.page.evaluate(AT_MOON) == []
    assert height(guest.page.locator(".cemetery")) < height(guest.page.locator(".yard"))


def height(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def test_everything_can_be_touched_with_a_finger(server: Server, come: Come) -> None:
    guest = come(PHONE)
    open_lesson(guest, server, GAME, QUARTET_STEP)
    expect(guest.page.locator(".some.lit").first).to_be_visible()
    assert too_small(guest) == []


def test_a_phone_on_its_side_shows_hand_and_cemetery_beside_each_other(server: Server, come: Come) -> None:
    guest = come(PHONE_ON_ITS_SIDE)
    open_lesson(guest, server, GAME, 1)
    yard, own = (guest.page.locator(part).bounding_box() for part in (".yard", ".own"))
    assert yard is not None
    assert own is not None
    assert own["x"] >= yard["x"] + yard["width"]
    assert own["y"] < yard["y"] + yard["height"]
    guest.fits()
