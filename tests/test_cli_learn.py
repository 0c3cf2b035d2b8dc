"""Lessons in the terminal: the same files as at the web table."""

from __future__ import annotations

import sys

import pytest

from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.staging import play_lesson
from tests.test_cli import Run, is_one_clear_line, run

__all__ = ["run"]  # a fixture

LESSONS = [(game, number) for game in games().values() for number in range(1, len(game.lessons) + 1)]
LANTERNS = games()["lanterns"]
STEPS = LANTERNS.lessons[0].steps


def one_line(text: str) -> str:
    """Returns the text without its line breaks, because the terminal wraps long lines."""
    return " ".join(text.split())


def typed_answers(game: Game, number: int) -> list[str]:
    """Returns what a learner types who makes no mistake. Picks without an alternative are not asked for."""
    lesson = game.lessons[number - 1]
    answers = []
    for played in play_lesson(game, lesson):
        path = played.step.pick
        if not path:
            answers.append("")
            continue
        paths = played.before.paths(lesson.seat)
        for at, pick in enumerate(path):
            choices = {each[at] for each in paths if each[:at] == path[:at] and len(each) > at}
            answers += [pick] if at == 0 or len(choices) > 1 else []
    return answers


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=[f"{game.id}-{number}" for game, number in LESSONS])
def test_every_lesson_is_gone_through(run: Run, game: Game, number: int) -> None:
    code, out, err = run("learn", game.id, str(number), typed=typed_answers(game, number))
    assert (code, err) == (0, "")
    for step in game.lessons[number - 1].steps:
        assert one_line(step.words) in one_line(out)
    assert "That was the lesson." in out
    assert f"spiritboard play {game.id}" in out


def test_wrong_picks_are_answered_and_asked_for_again(run: Run) -> None:
    typed = ["", "lay", "lantern-3", "lay", "lantern-8", "nothing", "lay", "lantern-11", ""]
    code, out, _ = run("learn", "lanterns", typed=typed)
    assert code == 0
    said = one_line(out)
    assert said.count("Lay the 11.") == 1
    assert said.count(STEPS[1].otherwise) == 1
    assert "nothing is not among the choices." in said
    assert one_line(STEPS[3].words) in said


def test_a_lesson_is_left_and_gone_on_with(run: Run) -> None:
    code, out, _ = run("learn", "lanterns", typed=["", "quit"])
    assert code == 0
    assert "Go on with: spiritboard learn lanterns 1 --step 2" in out
    code, out, _ = run("learn", "lanterns", "1", "--step", "3", typed=["quit"])
    assert code == 0
    assert one_line(STEPS[1].words) not in one_line(out)
    assert one_line(STEPS[2].words) in one_line(out)


@pytest.mark.parametrize(
    "arguments",
    [
        ("checkers",),
        ("lanterns", "2"),
        ("lanterns", "0"),
        ("lanterns", "1", "--step", "6"),
        ("lanterns", "--step", "0"),
    ],
)
def test_lessons_that_do_not_exist_are_refused(run: Run, arguments: tuple[str, ...]) -> None:
    assert is_one_clear_line(*run("learn", *arguments))


def test_nobody_learns_without_a_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert is_one_clear_line(*run("learn", "lanterns"))
