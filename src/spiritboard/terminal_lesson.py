"""A lesson in a terminal: the same steps as at the web table."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from spiritboard.table.game import Game
from spiritboard.table.lesson import Lesson, Step
from spiritboard.table.staging import StepInPlay, play_lesson
from spiritboard.terminal import PlayerQuits, Terminal, TerminalPlayer


class TerminalLesson(Terminal):
    """Takes one learner through a lesson, until its end or until the learner quits."""

    def __init__(self, game: Game, lesson: Lesson, console: Console) -> None:
        setup = game.setup(lesson.seats, None, **lesson.options)
        super().__init__(setup, [TerminalPlayer(name) for name in lesson.names], console)
        self.lesson = lesson
        self.at = 0  # the number of the current step

    def run(self, first: int = 0) -> None:
        """Go through the lesson, beginning with this step. Raises PlayerQuits if the learner leaves."""
        title = f"{self.setup.game.title}: {self.lesson.title}"
        self.say(f"[bold]{escape(title)}[/bold]. Type quit to leave the lesson.")
        for played in play_lesson(self.setup.game, self.lesson):
            if played.number >= first:
                self.at = played.number
                self.teach(played)
        self.say("[bold]That was the lesson.[/bold]")

    def teach(self, played: StepInPlay) -> None:
        """Show the table and the words of a step, and wait until the learner has done it."""
        step, seat = played.step, self.lesson.seat
        self.in_progress.resume([], played.before if step.pick else played.after)
        self.show(self.in_progress.state.view(seat))
        self.say(f"[green]{self.at + 1}/{len(self.lesson.steps)}[/green] {escape(step.words)}")
        if step.pick:
            self.ask_move(step)
            self.tell_news(played)
        else:
            self.wait()

    def tell_news(self, played: StepInPlay) -> None:
        """Say what the learner's move has brought about."""
        known = len(played.before.heard(self.lesson.seat))
        for event in played.after.heard(self.lesson.seat)[known:]:
            self.say(f"  {escape(event.say(self.names))}")

    def ask_move(self, step: Step) -> None:
        """Ask for picks until they are the move that the step wants. Others are answered, and asked for again."""
        paths = self.in_progress.state.paths(self.lesson.seat)
        picked: tuple[str, ...] = ()
        while picked != step.pick:
            longer = [path for path in paths if path[: len(picked)] == picked and len(path) > len(picked)]
            choices = list(dict.fromkeys(path[len(picked)] for path in longer))
            only = picked and len(choices) == 1
            answer = choices[0] if only else self.ask_pick(self.lesson.seat, picked, choices)
            picked = () if answer == "back" else (*picked, answer)
            if picked != step.pick[: len(picked)]:
                self.say(f"[yellow]{escape(step.answer(picked))}[/yellow]")
                picked = ()

    def wait(self) -> None:
        """Wait until the learner presses Enter. Raises PlayerQuits if the learner types quit."""
        if self.console.input("Press Enter to continue. ").strip().lower() in ("quit", "exit", "q"):
            raise PlayerQuits
