"""Puzzles in a terminal, one at a time."""

from __future__ import annotations

from typing import Never, cast

from rich.console import Console
from rich.markup import escape

from spiritboard.table.events import with_names
from spiritboard.table.game import Game
from spiritboard.table.puzzle import Puzzle, TriedPath
from spiritboard.table.staging import set_scene
from spiritboard.terminal import PlayerQuits, Terminal, TerminalPlayer

QUESTION = "Your turn: which move wins most often?"
MEASURE = (
    "Each number is your mean share of the victory, in points of a hundred, if everybody then plays on by feel, over "
    "deals that you could imagine, more often such that fit what such players chose before; ± is the standard error."
)


class TerminalPuzzle(Terminal):
    """Asks one puzzle."""

    def __init__(self, game: Game, number: int, console: Console) -> None:
        self.puzzle = game.puzzles[number - 1]
        self.number = number
        names = ["You" if seat == self.puzzle.seat else f"Bot {seat + 1}" for seat in range(self.puzzle.seats)]
        setup = game.setup(self.puzzle.seats, None, **self.puzzle.options)
        super().__init__(setup, [TerminalPlayer(name) for name in names], console)
        self.in_progress.resume([], set_scene(game, self.puzzle))

    def solve(self) -> bool:
        """Ask for a move and explain it. Returns whether it was the best one. Raises PlayerQuits."""
        view = self.in_progress.state.view(self.puzzle.seat)
        title = f"{self.setup.game.title}: puzzle {self.number} of {len(self.setup.game.puzzles)}"
        self.say(f"[bold]{escape(title)}[/bold]. Type quit to leave.")
        self.show(view)
        self.say(f"[bold]{QUESTION}[/bold] {escape(str(view['prompt']))}")
        path: tuple[str, ...] | None = None
        while path is None:
            path = self.ask_path(self.puzzle.seat)
        self.explain(path)
        return path == self.puzzle.best.path

    def explain(self, path: tuple[str, ...]) -> None:
        """Say whether the move was the best one, and the chances of all moves."""
        puzzle = self.puzzle
        self.say("[green]Right.[/green]" if path == puzzle.best.path else "[yellow]Not the best.[/yellow]")
        for tried in puzzle.moves:
            self.say(f"  {self.line(puzzle, tried, path)}")
        view = self.in_progress.state.view(puzzle.seat)
        reason = self.setup.game.say_reason(cast(Never, view), puzzle.best.path)
        if reason:
            self.say(f"{self.said(puzzle.best.path)}: {escape(with_names(reason, self.names).rstrip('.'))}.")
        self.say(MEASURE)

    def line(self, puzzle: Puzzle, tried: TriedPath, picked: tuple[str, ...]) -> str:
        tags = [
            (tried is puzzle.best, "best"),
            (tried.path == picked, "your pick"),
            (tried.path == puzzle.guided, "by feel"),
        ]
        said = ", ".join(tag for holds, tag in tags if holds)
        return f"{100 * tried.chance:5.1f} ± {100 * tried.error:.1f}  {self.said(tried.path)}{said and f' ({said})'}"

    def said(self, path: tuple[str, ...]) -> str:
        return escape(with_names(self.setup.game.say_path(path), self.names))


def solve_puzzles(game: Game, first: int, console: Console) -> int:
    """Ask the puzzles of a game, from this number on, until the last one or until the person quits. Returns the number
    to go on with."""
    solved = 0
    for number in range(first, len(game.puzzles) + 1):
        try:
            solved += TerminalPuzzle(game, number, console).solve()
        except (PlayerQuits, EOFError, KeyboardInterrupt):
            return number
        console.print(f"{solved} of {number + 1 - first} solved.\n", highlight=False)
    return len(game.puzzles) + 1
