"""A game in a terminal, against bots or between people who share the keyboard."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from spiritboard.bots.bot import Bot, ask
from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.view import View

ENOUGH = "that-is-all"  # the choice that ends a move which is complete but could go on
HELP = "Answer with a number or a name. You can also type: back, take back, log, rules, quit."


class PlayerQuits(Exception):
    """Raised when a person leaves the game."""


@dataclass
class TerminalPlayer:
    """A player: a person at the keyboard, or a bot."""

    name: str
    bot: Bot | None = None  # None for a person


class Terminal:
    """Runs one game from its first move to its last, or until a person quits."""

    def __init__(
        self,
        setup: GameSetup,
        players: list[TerminalPlayer],
        console: Console,
        seed: str | None = None,
        start: str | None = None,
    ) -> None:
        """`start` is a position from which the game begins instead of with a deal: see `GameSetup.begin`."""
        self.setup = setup
        self.players = players
        self.names = [player.name for player in players]
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.console = console
        self.fresh_dice = _dice_from(seed)
        self.in_progress = GameInProgress(setup, self.fresh_dice(), self.names, start)
        self.events_read = [0] * len(players)  # by seat
        self.facing: int | None = (
            self.people[0] if len(self.people) == 1 else None
        )  # the seat of the person who looks at the screen

    def run(self) -> None:
        self.say(f"[bold]{escape(self.setup.game.title)}[/bold]: {', '.join(map(escape, self.names))}. {HELP}")
        while not self.in_progress.state.over:
            seat = self.in_progress.state.pending()[0]
            bot = self.players[seat].bot
            if bot is None:
                self.ask_person(seat)
            else:
                self.ask_bot(seat, bot)
        self.finish()

    def ask_bot(self, seat: int, bot: Bot) -> None:
        """Let a bot decide for this seat, and play its move."""
        state = self.in_progress.state
        self.play(seat, state.path(seat, ask(bot, state, seat, self.fresh_dice())))

    def ask_person(self, seat: int) -> None:
        """Ask the person in this seat for one decision, and play it."""
        self.face(seat)
        self.read_events(seat)
        view = self.in_progress.state.view(seat)
        self.show(view)
        self.say(f"[bold]{escape(self.names[seat])}[/bold]: {escape(str(view['prompt']))}")
        path = self.ask_path(seat)
        if path is None:
            self.in_progress.take_back(seat)
            self.events_read[seat] = len(self.in_progress.state.heard(seat))
        else:
            self.play(seat, path)

    def face(self, seat: int) -> None:
        """Clear the screen before another person looks at it, and wait until that person presses Enter."""
        if self.facing == seat:
            return
        if self.facing is not None:
            self.console.clear()
        self.facing = None
        self.console.input(f"Pass the keyboard to [bold]{escape(self.names[seat])}[/bold], who then presses Enter. ")
        self.facing = seat

    def play(self, seat: int, path: tuple[str, ...]) -> None:
        self.in_progress.play(seat, path, self.fresh_dice())

    def read_events(self, seat: int | None) -> None:
        heard = self.in_progress.state.heard(seat)
        for event in heard[self.events_read[seat] if seat is not None else 0 :]:
            self.say(f"  {escape(event.say(self.names))}")
        if seat is not None:
            self.events_read[seat] = len(heard)

    def ask_path(self, seat: int) -> tuple[str, ...] | None:
        """Ask for picks until they make a complete move. Returns its path, or None if the person takes the last move
        back."""
        paths = self.in_progress.state.paths(seat)
        picked: tuple[str, ...] = ()
        asked: list[tuple[str, ...]] = []  # the picks at each question so far, so that "back" can return there
        while True:
            longer = [path for path in paths if path[: len(picked)] == picked and len(path) > len(picked)]
            choices = list(dict.fromkeys(path[len(picked)] for path in longer))
            if picked in paths:
                if not choices:
                    return picked
                choices.insert(0, ENOUGH)
            elif picked and len(choices) == 1:
                picked = (*picked, choices[0])
                continue
            answer = self.ask_pick(seat, picked, choices)
            if answer == "take back":
                return None
            if answer == ENOUGH:
                return picked
            if answer == "back":
                picked = asked.pop() if asked else ()
            else:
                asked.append(picked)
                picked = (*picked, answer)

    def ask_pick(self, seat: int, picked: tuple[str, ...], choices: list[str]) -> str:
        """Ask for the next pick after these. Returns one of the choices, "back" or "take back"."""
        words = {choice: self.words_of(picked, choice) for choice in choices}
        listed = "   ".join(f"[cyan]{at}[/cyan] {escape(words[choice])}" for at, choice in enumerate(choices, 1))
        while True:
            answer = self.console.input(f"  {listed}\n> ").strip().lower()
            if answer in ("quit", "exit", "q"):
                raise PlayerQuits
            if answer == "back" or (answer == "take back" and self.in_progress.can_take_back(seat)):
                return answer
            if answer in ("log", "rules", "help", "?"):
                self.show_help(seat, answer)
                continue
            found = _match(answer, words)
            if found is not None:
                return found
            self.say(f"[yellow]{escape(answer) or 'Nothing'} is not among the choices.[/yellow] {HELP}")

    def words_of(self, picked: tuple[str, ...], choice: str) -> str:
        return "That is all" if choice == ENOUGH else self.setup.game.say_choice((*picked, choice), self.names)

    def show_help(self, seat: int, word: str) -> None:
        if word == "log":
            for event in self.in_progress.state.heard(seat):
                self.say(f"  {escape(event.say(self.names))}")
        elif word == "rules":
            self.say(escape(self.setup.game.rules_text))
        else:
            self.say(HELP)

    def finish(self) -> None:
        self.read_events(self.facing)
        view = self.in_progress.state.view(self.facing)
        self.show(view)
        for seat, place in sorted(enumerate(self.in_progress.state.standings().places), key=lambda pair: pair[1]):
            self.say(f"  {place}. {escape(self.names[seat])}: {self.in_progress.state.standings().scores[seat]}")
        self.say(f"[bold]{escape(_with_names(self.in_progress.state.verdict(), self.names))}[/bold]")

    def show(self, view: View) -> None:
        self.say("\n" + escape(self.setup.game.draw(view, self.names)) + "\n")

    def say(self, markup: str) -> None:
        self.console.print(markup, highlight=False)


def _with_names(words: str, names: list[str]) -> str:
    from spiritboard.table.events import Event

    return Event("verdict", words, {}).say(names)


def _match(answer: str, words: dict[str, str]) -> str | None:
    """Returns the choice with this number, name or words, or the only one that begins so; None if there is none."""
    numbers = {str(at): choice for at, choice in enumerate(words, 1)}
    if answer in numbers:
        return numbers[answer]
    name = answer.replace(" ", "-")
    called = {choice: (choice, said.lower().replace(" ", "-")) for choice, said in words.items()}
    whole = [choice for choice, ways in called.items() if name in ways]
    begun = [choice for choice, ways in called.items() if name and any(way.startswith(name) for way in ways)]
    return whole[0] if whole else begun[0] if len(begun) == 1 else None


def _dice_from(seed: str | None) -> Callable[[], Dice]:
    """Returns a function that makes new dice for each move: from the system's secure source, or from a seed, with which
    the same game can be played again."""
    if seed is None:
        return lambda: Dice.at(secrets.token_hex(16))
    whole, used = Dice(seed), iter(range(1 << 31))
    return lambda: whole.stream(next(used))
