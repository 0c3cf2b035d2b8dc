"""`spiritboard learn`: a lesson in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from spiritboard.commands.options import GameArgument
from spiritboard.commands.shared import out
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game
from spiritboard.table.lesson import Lesson
from spiritboard.table.registry import find
from spiritboard.terminal import PlayerQuits
from spiritboard.terminal_lesson import TerminalLesson


def learn(
    game: GameArgument,
    number: Annotated[int, typer.Argument(metavar="[NUMBER]", help="Which of the game's lessons.")] = 1,
    step: Annotated[int, typer.Option(help="The step to begin with, for a lesson that was left.")] = 1,
) -> None:
    """Learn a game in the terminal, step by step."""
    found = find(game)
    lesson = _lesson(found, number)
    if not 1 <= step <= len(lesson.steps):
        raise BadSetup(f"This lesson has steps 1 to {len(lesson.steps)}, not {step}.")
    if sys.stdin is None:
        raise BadSetup("There is no keyboard to learn at.")
    teaching = TerminalLesson(found, lesson, out)
    try:
        teaching.run(step - 1)
    except (PlayerQuits, EOFError, KeyboardInterrupt):
        _say(f"\nGo on with: spiritboard learn {found.id} {number} --step {teaching.at + 1}")
    else:
        _say(_following(found, number))


def _lesson(game: Game, number: int) -> Lesson:
    """Returns the lesson with this number. Raises BadSetup if there is none."""
    if not game.lessons:
        raise BadSetup(f"{game.title} has no lessons.")
    if not 1 <= number <= len(game.lessons):
        raise BadSetup(f"{game.title} has lessons 1 to {len(game.lessons)}, not {number}.")
    return game.lessons[number - 1]


def _following(game: Game, number: int) -> str:
    """Returns the commands to go on with after a lesson."""
    after = game.lessons[number - 1].after
    options = "".join(f" --option {name}={value}" for name, value in after.options.items())
    play = f"Play a short game: spiritboard play {game.id} --players {after.seats} --level {after.level}{options}"
    if number == len(game.lessons):
        return play
    return f"{play}\nThe next lesson, {game.lessons[number].title}: spiritboard learn {game.id} {number + 1}"


def _say(words: str) -> None:
    out.print(words, highlight=False, markup=False, soft_wrap=True)
