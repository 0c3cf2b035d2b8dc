"""The table of a lesson, at one of its steps. It follows from the lesson's file alone, so nothing is stored."""

from __future__ import annotations

from spiritboard.server.live_table import LiveTable
from spiritboard.server.staged_table import LEARNER, staged_table
from spiritboard.table.game import Game
from spiritboard.table.lesson import Lesson, Step
from spiritboard.table.record import Move
from spiritboard.table.staging import scripted_dice, set_scene


class LessonTable:
    """A lesson in progress. `at` counts the steps that are behind the learner."""

    def __init__(self, game: Game, lesson: Lesson, at: int = 0) -> None:
        self.game = game
        self.lesson = lesson
        self.go_to(at)

    @property
    def step(self) -> Step | None:
        """Returns the step that the learner is shown, or None at the end of the lesson."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def is_asked(self) -> bool:
        """Returns whether the learner shall make a move now."""
        return self.step is not None and bool(self.step.pick)

    def go_to(self, at: int) -> None:
        """Set the table as it is at this step; before the first one or after the end, at the nearest there is."""
        self.at = max(0, min(at, len(self.lesson.steps)))
        first = self._last_set()
        self.live = self._set(first)
        for number in range(first, self.at):
            self._make(number)
        self.make_move()

    def go_on(self) -> None:
        """Go to the next step. The move of another player in that step is not made yet."""
        if self.is_asked:
            self._make(self.at)
        self.at += 1
        if self.step is not None and self.step.position is not None:
            self.live = self._set(self.at)

    def make_move(self) -> None:
        """Make the move of another player in the current step, if the step has one."""
        if self.step is not None and self.step.move is not None:
            self._make(self.at)

    def _last_set(self) -> int:
        """Returns the number of the last step so far that sets the table, and 0 if only the beginning does."""
        own = [number for number, step in enumerate(self.lesson.steps[: self.at + 1]) if step.position is not None]
        return own[-1] if own else 0

    def _set(self, number: int) -> LiveTable:
        """Returns the table as this step sets it, or as the lesson begins."""
        state = set_scene(self.game, self.lesson, self.lesson.steps[number].position)
        live = staged_table(self.game, self.lesson, state, self.lesson.names, {self.lesson.seat: LEARNER})
        live.arrive(LEARNER)
        return live

    def _make(self, number: int) -> None:
        move = self.lesson.steps[number].scripted(self.lesson.seat)
        if move is not None:
            dice = scripted_dice(self.lesson, number, move)
            self.live.carry_out(Move(move.seat, move.path, dice.text()))
