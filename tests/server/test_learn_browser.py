"""Every lesson of every game is gone through in a real browser, at both sizes, with wrong picks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from spiritboard.table.game import Game
from spiritboard.table.lesson import Step
from spiritboard.table.staging import StepInPlay, play_lesson
from tests.server.axe import AXE_MAY_RUN, accessible
from tests.server.browser import Come, Guest, Size, both_sizes
from tests.server.guests import GAMES, LANTERNS
from tests.server.running import Server

LESSONS = [(game, number) for game in GAMES for number in range(1, len(game.lessons) + 1)]
every_lesson = pytest.mark.parametrize(
    ("game", "number"), LESSONS, ids=[f"{game.id}-{number}" for game, number in LESSONS]
)


class Learner:
    """A guest who goes through a lesson."""

    def __init__(self, guest: Guest, server: Server, game: Game, number: int) -> None:
        self.guest = guest
        self.page = guest.page
        self.seat = game.lessons[number - 1].seat
        self.steps = list(play_lesson(game, game.lessons[number - 1]))
        self.page.goto(f"{server.url}/learn/{game.id}/{number}")

    def sees(self, number: int) -> Step:
        """Wait until the page shows the step with this number, counted from 0."""
        step = self.steps[number].step
        expect(self.page.locator("#lesson-step")).to_have_text(f"Step {number + 1} of {len(self.steps)}")
        expect(self.page.locator("#lesson-words")).to_have_text(step.words)
        return step

    def ends(self) -> None:
        expect(self.page.locator("#lesson-step")).to_have_text("The end")

    def go_on(self) -> None:
        self.press(self.page.locator("#lesson-continue"))

    def press(self, button: Locator) -> None:
        if self.guest.touches:
            self.page.locator("#lesson-words").tap()  # the page ignores the second tap on the same place
            button.tap()
        else:
            self.page.mouse.move(0, 0)  # where it rests, something may be explained that lies over the button
            button.click()

    def do(self, number: int, with_wrong_picks: bool = False) -> None:
        """Do what a step asks for."""
        step = self.sees(number)
        if not step.pick:
            self.go_on()
            return
        clicks = self.clicks(self.steps[number])
        for at, picked in enumerate(clicks):
            if with_wrong_picks and self.picks_wrong(self.steps[number], picked):
                for before in clicks[:at]:  # all picks were forgotten
                    self.click(step, before)
            self.click(step, picked)

    def clicks(self, played: StepInPlay) -> list[tuple[str, ...]]:
        """Returns the picks that are made before each click. Picks without an alternative are made by the page, unless
        the table always asks for them."""
        path, paths = played.step.pick, played.before.paths(self.seat)
        self.guest.lit()
        if self.page.locator(f'.pick.lit[data-path="{" ".join(path)}"]').count():
            return [()]
        begun = [path[:length] for length in range(1, len(path))]
        return [(), *(picked for picked in begun if self.is_asked_after(picked, paths))]

    def is_asked_after(self, picked: tuple[str, ...], paths: list[tuple[str, ...]]) -> bool:
        """Returns whether the page asks for the next pick: there are several, or the only one shall be seen."""
        several = sum(each[: len(picked)] == picked for each in paths) > 1
        return several or self.page.locator(f'[data-pick="{picked[-1]}"][data-asks-always]').count() > 0

    def click(self, step: Step, picked: tuple[str, ...]) -> None:
        names = f'[data-pick="{step.pick[len(picked)]}"], [data-path="{" ".join(step.pick)}"]'
        self.press(self.page.locator(f".pick.lit:is({names}):visible").first)

    def picks_wrong(self, played: StepInPlay, picked: tuple[str, ...]) -> bool:
        """Pick something else and hear why not. Returns False if nothing else is lit."""
        self.guest.lit()
        wanted, paths = played.step.pick, played.before.paths(self.seat)
        for button in self.page.locator(".pick.lit:visible").all():
            meant = means(button, picked, paths)
            if meant[: len(wanted)] != wanted[: len(meant)]:
                self.press(button)
                expect(self.page.locator("#lesson-answer")).to_have_text(played.step.answer(meant))
                # The answer moves the table. A click at the same place would be the second of a double click.
                self.press(self.page.locator("#lesson-words"))
                return True
        return False


def means(button: Locator, picked: tuple[str, ...], paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Returns the picks after a click on a button: those of the whole move that it makes, or one more pick."""
    whole = tuple((button.get_attribute("data-path") or "").split(" "))
    return whole if whole in paths and not picked else (*picked, button.get_attribute("data-pick") or "")


@every_lesson
@both_sizes
def test_a_lesson_is_gone_through_with_wrong_picks(
    server: Server, come: Come, game: Game, number: int, size: Size
) -> None:
    learner = Learner(come(size), server, game, number)
    for at in range(len(learner.steps)):
        learner.do(at, with_wrong_picks=True)
        learner.guest.fits()
    learner.ends()
    expect(learner.page.get_by_role("button", name="Play a short game")).to_be_visible()


@every_lesson
def test_axe_in_a_lesson(server: Server, come: Come, game: Game, number: int) -> None:
    """In steps of each sort, because all steps of a sort differ only in their words."""
    learner = Learner(come(**AXE_MAY_RUN), server, game, number)
    checked: set[bool] = set()
    for at, played in enumerate(learner.steps):
        learner.sees(at)
        if bool(played.step.pick) not in checked:
            checked.add(bool(played.step.pick))
            accessible(learner.guest)
        learner.do(at)
    learner.ends()
    accessible(learner.guest)


def test_what_a_step_speaks_of_is_pointed_at(server: Server, come: Come) -> None:
    learner = Learner(come(), server, LANTERNS, 1)
    pointed = learner.page.locator(".pointed")
    expect(pointed).to_have_count(2)  # the first step marks a term that is there twice
    learner.do(0)
    learner.sees(1)
    expect(pointed).to_have_attribute("data-pick", "lay")
    learner.click(learner.steps[1].step, ())
    expect(pointed).to_have_attribute("data-pick", "lantern-11")


def test_a_lesson_is_gone_through_by_keyboard(server: Server, come: Come) -> None:
    learner = Learner(come(), server, LANTERNS, 1)
    for at, played in enumerate(learner.steps):
        learner.sees(at)
        if not played.step.pick:
            expect(learner.page.locator("#lesson-continue")).to_be_focused()
            learner.page.keyboard.press("Enter")
            continue
        for picked in learner.clicks(played):
            pick = played.step.pick[len(picked)]
            expect(learner.page.locator(".pick.lit:focus")).to_have_count(1)
            while learner.guest.focused() != pick:
                learner.page.keyboard.press("ArrowRight")
            learner.page.keyboard.press("Enter")
    learner.ends()
    expect(learner.page.get_by_role("button", name="Play a short game")).to_be_focused()


def test_a_lesson_is_left_and_gone_on_with(server: Server, come: Come) -> None:
    learner = Learner(come(), server, LANTERNS, 1)
    for at in range(2):
        learner.do(at)
    learner.sees(2)
    hands = learner.guest.shown()
    learner.page.goto(server.url)
    learner.page.goto(f"{server.url}/learn/lanterns/1")
    learner.sees(2)
    assert learner.guest.shown() == hands
    learner.page.get_by_role("button", name="Back one step").click()
    learner.sees(1)
    learner.do(1)
    learner.sees(2)
    learner.page.get_by_role("button", name="Start again").click()
    learner.sees(0)
    expect(learner.page.locator("#lesson-back")).to_be_hidden()


def test_the_teacher_comments_the_game_after_a_lesson_once(server: Server, come: Come) -> None:
    learner = Learner(come(), server, LANTERNS, 1)
    for at in range(len(learner.steps)):
        learner.do(at)
    learner.page.get_by_role("button", name="Play a short game").click()
    learner.page.wait_for_url(re.compile(r"/tables/[\w-]+\?lesson=1$"))
    words = learner.page.locator("#lesson-words")
    expect(words).to_be_hidden()
    learner.guest.decide()
    laid, light = (comment.words for comment in LANTERNS.lessons[0].after.comments)
    expect(words).to_have_text(re.compile(f"{re.escape(light)}$"))
    learner.page.get_by_role("button", name="Put away").click()
    expect(words).to_be_hidden()
    learner.page.reload()
    learner.guest.next_moment()
    expect(words).to_be_hidden()
    assert laid in str(learner.guest.heard)


def test_a_game_with_one_lesson_opens_it_at_once(server: Server, come: Come) -> None:
    page = come().page
    page.goto(f"{server.url}/learn/lanterns")
    expect(page).to_have_url(f"{server.url}/learn/lanterns/1")
