"""The page of a review in a real browser: a game is played, reviewed, and looked through by touch and by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, SPOOKIES, WIDE, Come, Guest, Size, both_sizes, set_table
from tests.server.guests import caller
from tests.server.running import Server
from tests.server.test_reviews import begin_and_wait


@pytest.fixture(scope="module")
def table(server: Server, finished: dict[str, str]) -> str:
    """A finished game of 13 Ghosts whose review is done."""
    begin_and_wait(server, finished["thirteen"])
    return finished["thirteen"]


def opened(come: Come, server: Server, table: str, ply: int | str = "", size: Size = WIDE) -> Guest:
    guest = come(size, **AXE_MAY_RUN)
    guest.page.goto(f"{server.url}/tables/{table}/review?eyes=mover" + (f"&ply={ply}" if ply != "" else ""))
    expect(guest.page.locator(".replay-show")).to_be_hidden()  # the page's script has begun
    return guest


def at(page: Page, ply: int) -> None:
    expect(page.locator("#ply-now")).to_have_text(str(ply))
    expect(page.locator("#moment .button").last).to_have_attribute("href", re.compile(rf"/replay\?ply={ply}&"))


def choices(page: Page) -> Locator:
    return page.locator("#moment [data-choice]")


def ply_of(link: Locator) -> int:
    return int(link.get_attribute("data-ply") or -1)


def decision(server: Server, table: str, wrong: bool = False) -> int:
    """Returns the number of moves before a decision between several ones, on request of one that was not the best."""
    with caller(server.url) as http:
        moves = http.get(f"/api/tables/{table}/review").json()["review"]["moves"]
    return int(next(move["ply"] for move in moves if move["decision"] and (move["decision"]["made"] or not wrong)))


def play_on_for_whoever_moves(guest: Guest, ply: int) -> None:
    """Begin a table from the moment of a review, on the chair of the player whose move it is, against a bot."""
    page = guest.page
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_text(f"after move {ply}" if ply else "from the beginning")).to_be_visible()
    page.locator(".seat-row select").evaluate_all("(all) => all.forEach((each) => { each.value = 'bot'; })")
    page.locator(".seat-row:has(.tag-turn) select").select_option("me")
    page.get_by_role("button", name="Play on").click()
    since = f"move {ply}" if ply else "the beginning"
    expect(page.locator(".table-note")).to_contain_text(f"Played on from {since} of an earlier game.")


def test_a_game_is_played_and_reviewed_and_its_turning_point_opened_and_played_on(server: Server, come: Come) -> None:
    guest = come()
    page = guest.page
    set_table(guest, server, SPOOKIES, ["me", "bot"])
    address = page.url
    guest.play_to_the_end()  # carelessly, so that there are mistakes
    page.locator("#sheet").get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()  # it opens by itself when it is done
    assert page.url == f"{address}/review"
    point = page.locator(".review-turning a[data-ply]").last
    ply = ply_of(point)
    point.click()
    at(page, ply)
    expect(page.locator("#moment")).to_contain_text(f"Next, move {ply + 1}")
    expect(page.locator("#moment")).to_contain_text("points of a hundred")
    another = page.locator("#moment [data-choice]:not(.choice-made)").first
    another.click()
    expect(another).to_have_attribute("aria-current", "true")
    expect(page.locator("#what-else")).to_have_text(str(another.get_attribute("data-said")))
    expect(page.locator("#what-else")).to_contain_text("than with the move that was played")
    expect(page.get_by_role("link", name="Play on from here")).to_have_attribute(
        "href", re.compile(rf"^/tables/[\w-]+/play-on\?ply={ply}$")
    )
    guest.fits()
    play_on_for_whoever_moves(guest, ply)
    assert page.url != address
    guest.decide()
    page.goto(f"{server.url}/mine")
    page.get_by_role("link", name=re.compile("^Review of this game")).click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()  # at once, because it is kept
    assert page.url == f"{address}/review"


def test_arrow_keys_go_from_move_to_move(server: Server, come: Come, table: str) -> None:
    page = opened(come, server, table, 0).page
    end = int(page.locator("input[name=ply]").get_attribute("max") or 0)
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", end), ("Home", 0)):
        page.keyboard.press(key)
        at(page, ply)


@both_sizes
def test_a_moment_is_chosen_in_the_picture(server: Server, come: Come, table: str, size: tuple[int, int]) -> None:
    guest = opened(come, server, table, 0, size)
    page = guest.page
    end = int(page.locator("input[name=ply]").get_attribute("max") or 0)
    shown = page.locator(".chart:visible")
    expect(shown).to_have_count(1)
    before = shown.locator(".moment-line").get_attribute("d")
    x, y = place(shown, 0.5)
    page.touchscreen.tap(x, y) if guest.touches else page.mouse.click(x, y)
    at(page, round(end / 2))
    assert shown.locator(".moment-line").get_attribute("d") != before
    expect(page.locator(".legend b")).to_have_text(chances_at(server, table, round(end / 2)))
    guest.fits()


def place(shown: Locator, part: float) -> tuple[float, float]:
    """Returns where the picture shows the moment after this part of the game."""
    box = shown.bounding_box()
    assert box is not None
    left, span = (float(shown.get_attribute(f"data-{name}") or 0) for name in ("left", "span"))
    return box["x"] + box["width"] * (left + span * part), box["y"] + box["height"] / 2


def chances_at(server: Server, table: str, ply: int) -> list[str]:
    with caller(server.url) as http:
        chances = http.get(f"/api/tables/{table}/review").json()["review"]["moves"][ply]["chances"]["values"]
    return [f"{100 * chance:.0f}\u202f%" for chance in chances]


def test_the_picture_is_followed_while_it_is_held(server: Server, come: Come, table: str) -> None:
    page = opened(come, server, table, 0).page
    end = int(page.locator("input[name=ply]").get_attribute("max") or 0)
    shown = page.locator(".chart:visible")
    page.mouse.move(*place(shown, 0.25))
    page.mouse.down()
    page.mouse.move(*place(shown, 0.75))
    at(page, round(end * 0.75))  # the button is still held
    page.mouse.up()


def test_the_moves_are_marked_and_picked_on_the_table(server: Server, come: Come, table: str) -> None:
    ply = decision(server, table, wrong=True)
    page = opened(come, server, table, ply).page
    for kind, mark in (("choice-made", "was-played"), ("choice-best", "was-best")):
        picks = str(page.locator(f"#moment .{kind}").get_attribute("data-path")).split(" ")
        expect(page.locator(f".game-table .{mark}").first).to_be_visible()
        marked = page.locator(f".game-table .{mark}").evaluate_all(
            "(all) => all.map((each) => each.dataset.pick ?? each.dataset.path.split(' ')[0])"
        )
        assert set(marked) <= set(picks)
    line = choices(page).last
    folded = page.locator("#moment details > summary")
    if folded.count():
        folded.click()
    path = str(line.get_attribute("data-path"))
    page.locator(f'.game-table :is([data-pick="{path.split(" ")[0]}"], [data-path="{path}"])').first.click()
    said = page.locator("#moment [data-choice][aria-current]")
    expect(said).to_have_count(1)
    assert str(said.get_attribute("data-path")).split(" ")[0] == path.split(" ")[0]
    expect(page.locator("#what-else")).to_have_text(str(said.get_attribute("data-said")))


def test_the_keyboard_reaches_choices_and_the_table_of_values(server: Server, come: Come, table: str) -> None:
    page = opened(come, server, table, decision(server, table)).page
    last = choices(page).nth(1)
    last.focus()
    page.keyboard.press("Enter")
    expect(last).to_have_attribute("aria-current", "true")
    page.get_by_text("The picture as a table").press("Enter")
    row = page.locator(".chart-values a[data-ply]").nth(4)
    row.focus()
    page.keyboard.press("Enter")
    at(page, 4)


def test_whose_eyes_see_the_table_can_be_chosen(server: Server, come: Come, table: str) -> None:
    page = opened(come, server, table, 3).page
    seen = [page.locator(".game-table").inner_text()]
    for eyes in ("0", "1", "all"):
        page.locator("select[name=eyes]").select_option(eyes)
        expect(page).to_have_url(re.compile(f"eyes={eyes}"))
        seen.append(page.locator(".game-table").inner_text())
    assert seen[1] != seen[2]
    assert seen[0] in seen[1:3]


def test_a_review_begins_with_the_eyes_of_whoever_moves(server: Server, come: Come, table: str) -> None:
    page = come().page
    page.goto(f"{server.url}/tables/{table}/review")
    expect(page.locator("select[name=eyes]")).to_have_value("mover")


def test_the_moves_are_not_marked_on_the_table_of_another_player(server: Server, come: Come, table: str) -> None:
    ply = decision(server, table)
    with caller(server.url) as http:
        mover = http.get(f"/api/tables/{table}/review").json()["review"]["moves"][ply]["seat"]
    page = opened(come, server, table, ply).page
    marked = page.locator(".game-table :is(.was-played, .was-best, .pick.lit)")
    expect(marked.first).to_be_visible()
    page.locator("select[name=eyes]").select_option(str(1 - mover))
    expect(page.locator("#moment")).to_have_attribute("data-others", "")
    expect(marked).to_have_count(0)
    page.locator("select[name=eyes]").select_option(str(mover))
    expect(marked.first).to_be_visible()


@pytest.mark.parametrize("game", ["thirteen", "spookies"])
def test_pages_of_reviews_are_accessible(server: Server, come: Come, finished: dict[str, str], game: str) -> None:
    begin_and_wait(server, finished[game])
    guest = opened(come, server, finished[game], decision(server, finished[game]))
    for summary in guest.page.locator(".review-top summary, .review-players summary").all():
        summary.click()
    accessible(guest)
    guest.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert guest.page.evaluate(TOO_SMALL) == []


TOO_SMALL = """() => [...document.querySelectorAll(".review-top :is(a, summary), .review-moment :is(a, summary)")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 40)
  .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""


def test_the_page_before_a_review_is_accessible(server: Server, come: Come, finished: dict[str, str]) -> None:
    guest = come(**AXE_MAY_RUN)
    guest.page.goto(f"{server.url}/tables/{finished['ghooost']}/review")
    expect(guest.page.get_by_role("button", name="Review this game")).to_be_visible()
    accessible(guest)
