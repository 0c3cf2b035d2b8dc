"""Puzzles are solved and failed in a real browser, which keeps the score."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from spiritboard.table.game import Game
from spiritboard.table.puzzle import Puzzle
from spiritboard.table.registry import games
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import PHONE, Come, Guest, Size, both_sizes, too_small
from tests.server.running import Server

GHOSTS = games()["ghosts"]
WITH_PUZZLES = [game for game in games().values() if game.puzzles]


def open_puzzle(guest: Guest, server: Server, game: Game, number: int) -> Puzzle:
    guest.page.goto(f"{server.url}/puzzles/{game.id}/{number}")
    guest.lit()
    return game.puzzles[number - 1]


def answer(guest: Guest, path: tuple[str, ...]) -> None:
    """Click the picks of a move, by its own button if it has one. The page makes picks without an alternative."""
    whole = guest.page.locator(f'.pick.lit[data-path="{" ".join(path)}"]:visible')
    if whole.count():
        whole.first.click()
    for pick in path:
        if guest.page.locator("#puzzle-answer").is_hidden():
            lit = guest.page.locator(f'.pick.lit[data-pick="{pick}"]:visible')
            if lit.count():
                lit.first.click()
        guest.page.wait_for_timeout(50)
    if guest.page.locator(".enough:visible").count():
        guest.page.locator(".enough").click()
    expect(guest.page.locator("#puzzle-answer")).to_be_visible()


@both_sizes
def test_one_puzzle_is_solved_and_one_failed(server: Server, come: Come, size: Size) -> None:
    guest = come(size)
    page, words = guest.page, guest.page.locator("#puzzle-words")
    puzzle = open_puzzle(guest, server, GHOSTS, 1)
    expect(page.locator("#puzzle-answer")).to_be_hidden()
    expect(page.locator(".best-move")).to_have_count(0)
    answer(guest, puzzle.best.path)
    expect(words).to_have_text(re.compile("^Right"))
    expect(page.locator("#puzzle-score")).to_contain_text("1 of 1 solved")
    expect(page.locator(".is-best .tag")).to_have_text(["best", "your pick"])
    expect(page.locator(".puzzle-move .puzzle-bar")).to_have_count(len(puzzle.moves))
    expect(page.locator(".best-move").first).to_be_visible()
    guest.fits()
    page.locator("#puzzle-next").click()
    expect(page).to_have_url(f"{server.url}/puzzles/ghosts/2")
    guest.lit()
    failed = GHOSTS.puzzles[1]
    answer(guest, failed.guided)
    expect(words).to_have_text(re.compile("^Not the best.*By feel"))
    expect(page.locator(".missed-move").first).to_be_visible()
    expect(page.locator("#puzzle-score")).to_contain_text("1 of 2 solved")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#puzzle-answer")).to_be_hidden()
    answer(guest, failed.best.path)
    expect(words).to_have_text(re.compile("^Right"))
    expect(page.locator("#puzzle-score")).to_contain_text("1 of 2 solved")  # the first pick counts


def test_the_score_is_kept_and_can_be_forgotten(server: Server, come: Come) -> None:
    guest = come()
    page = guest.page
    for number in (1, 2):
        puzzle = open_puzzle(guest, server, GHOSTS, number)
        answer(guest, puzzle.best.path if number == 1 else puzzle.guided)
    page.goto(f"{server.url}/puzzles/ghosts")
    page.reload()
    expect(page.locator("#puzzles-score")).to_have_text("1 of 2 solved.")
    expect(page.locator("[data-state=solved]")).to_have_text(re.compile("^1.*solved$"))
    expect(page.locator("[data-state=failed]")).to_have_text(re.compile("^2.*failed$"))
    expect(page.locator("#puzzles-next")).to_have_attribute("href", "/puzzles/ghosts/3")
    page.goto(f"{server.url}/puzzles")
    expect(page.locator("[data-score-of=ghosts]")).to_have_text("1 of 2 solved")
    page.goto(f"{server.url}/puzzles/ghosts")
    page.get_by_role("button", name="Forget my score").click()
    expect(page.locator("[data-state=solved], [data-state=failed]")).to_have_count(0)
    page.reload()
    expect(page.locator("#puzzles-next")).to_have_attribute("href", "/puzzles/ghosts/1")


def test_a_puzzle_is_solved_with_the_keyboard_alone(server: Server, come: Come) -> None:
    guest = come()
    puzzle = open_puzzle(guest, server, GHOSTS, 1)
    for _ in puzzle.moves:
        if guest.page.evaluate("document.activeElement.matches('.pick.lit')"):
            break
        guest.page.keyboard.press("Tab")
    guest.page.locator(".pick.lit").first.focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#puzzle-answer")).to_be_visible()
    expect(guest.page.locator("#puzzle-next")).to_be_focused()
    guest.page.keyboard.press("Enter")
    expect(guest.page).to_have_url(f"{server.url}/puzzles/ghosts/2")


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.id)
def test_axe_in_a_puzzle(server: Server, come: Come, game: Game) -> None:
    guest = come(**AXE_MAY_RUN)
    puzzle = open_puzzle(guest, server, game, 1)
    accessible(guest)
    answer(guest, puzzle.guided)
    accessible(guest)


def test_axe_in_the_lists(server: Server, come: Come) -> None:
    guest = come(**AXE_MAY_RUN)
    for address in ("/puzzles", "/puzzles/ghosts"):
        guest.page.goto(server.url + address)
        accessible(guest)


def test_fingers_can_touch_everything(server: Server, come: Come) -> None:
    guest = come(PHONE)
    puzzle = open_puzzle(guest, server, GHOSTS, 1)
    answer(guest, puzzle.best.path)
    small = guest.page.evaluate(SMALL)
    assert (too_small(guest), small) == ([], [])


SMALL = """() => [...document.querySelectorAll("#puzzle :is(a, button), #puzzle-answer summary")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 39.9)
  .map((each) => each.textContent)"""
