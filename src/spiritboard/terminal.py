"""The table in a terminal: against bots, or passing the keyboard."""

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

ENOUGH = "that-is-all"  # where a move is whole but could go on
HELP = "Answer with a number or a name. Also: back, take back, log, rules, quit."


class Quit(Exception):
    """Somebody has had enough."""


@dataclass
class Player:
    """Somebody at the table: a person, or a bot."""

    name: str
    bot: Bot | None = None


class Terminal:
    """One game from its first move to its last, or until somebody quits."""

    def __init__(self, setup: GameSetup, players: list[Player], console: Console, seed: str | None = None) -> None:
        self.setup = setup
        self.players = players
        self.names = [player.name for player in players]
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.console = console
        self.fresh_dice = _dice_from(seed)
        self.in_progress = GameInProgress(setup, self.fresh_dice(), self.names)
        self.told = [0] * len(players)  # how many events each person has read
        self.facing: int | None = self.people[0] if len(self.people) == 1 else None  # whose eyes are on the screen

    def run(self) -> None:
        self.say(f"[bold]{escape(self.setup.game.title)}[/bold]: {', '.join(map(escape, self.names))}. {HELP}")
        while not self.in_progress.state.over:
            seat = self.in_progress.state.pending()[0]
            bot = self.players[seat].bot
            if bot is not None:
                self.play(
                    seat, self.in_progress.state.path(seat, ask(bot, self.in_progress.state, seat, self.fresh_dice()))
                )
            else:
                self.person(seat)
        self.finish()

    def person(self, seat: int) -> None:
        """One decision of somebody at the keyboard."""
        self.face(seat)
        self.read_events(seat)
        view = self.in_progress.state.view(seat)
        self.show(view)
        self.say(f"[bold]{escape(self.names[seat])}[/bold]: {escape(str(view['prompt']))}")
        path = self.ask_path(seat)
        if path is None:
            self.in_progress.take_back(seat)
            self.told[seat] = len(self.in_progress.state.heard(seat))
        else:
            self.play(seat, path)

    def face(self, seat: int) -> None:
        """Nobody sees what the last player saw: the screen is cleared, and the next one says when to go on."""
        if self.facing == seat:
            return
        if self.facing is not None:
            self.console.clear()
        self.facing = None
        self.console.input(f"Pass the keyboard to [bold]{escape(self.names[seat])}[/bold], who presses Enter. ")
        self.facing = seat

    def play(self, seat: int, path: tuple[str, ...]) -> None:
        self.in_progress.play(seat, path, self.fresh_dice())

    def read_events(self, seat: int | None) -> None:
        heard = self.in_progress.state.heard(seat)
        for event in heard[self.told[seat] if seat is not None else 0 :]:
            self.say(f"  {escape(event.say(self.names))}")
        if seat is not None:
            self.told[seat] = len(heard)

    def ask_path(self, seat: int) -> tuple[str, ...] | None:
        """Ask pick by pick until the move is whole; None takes the last move back."""
        paths = self.in_progress.state.paths(seat)
        picked: tuple[str, ...] = ()
        asked: list[tuple[str, ...]] = []  # what had been picked wherever there was a choice
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
            answer = self.ask_pick(seat, choices)
            if answer == "take back":
                return None
            if answer == ENOUGH:
                return picked
            if answer == "back":
                picked = asked.pop() if asked else ()
            else:
                asked.append(picked)
                picked = (*picked, answer)

    def ask_pick(self, seat: int, choices: list[str]) -> str:
        listed = "   ".join(f"[cyan]{at}[/cyan] {choice.replace('-', ' ')}" for at, choice in enumerate(choices, 1))
        while True:
            answer = self.console.input(f"  {listed}\n> ").strip().lower()
            if answer in ("quit", "exit", "q"):
                raise Quit
            if answer == "back" or (answer == "take back" and self.in_progress.can_take_back(seat)):
                return answer
            if answer in ("log", "rules", "help", "?"):
                self.help(seat, answer)
                continue
            found = _match(answer, choices)
            if found is not None:
                return found
            self.say(f"[yellow]{escape(answer) or 'Nothing'} is not among the choices.[/yellow] {HELP}")

    def help(self, seat: int, word: str) -> None:
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
        self.say(f"[bold]{escape(_named(self.in_progress.state.verdict(), self.names))}[/bold]")

    def show(self, view: View) -> None:
        self.say("\n" + escape(self.setup.game.draw(view, self.names)) + "\n")

    def say(self, markup: str) -> None:
        self.console.print(markup, highlight=False)


def _named(words: str, names: list[str]) -> str:
    from spiritboard.table.events import Event

    return Event("verdict", words, {}).say(names)


def _match(answer: str, choices: list[str]) -> str | None:
    """A choice by its number, its name, or the beginning of only one name."""
    numbers = {str(at): choice for at, choice in enumerate(choices, 1)}
    if answer in numbers:
        return numbers[answer]
    name = answer.replace(" ", "-")
    if name in choices:
        return name
    begun = [choice for choice in choices if name and choice.startswith(name)]
    return begun[0] if len(begun) == 1 else None


def _dice_from(seed: str | None) -> Callable[[], Dice]:
    """New dice for every move: from the system's secure source, or from a seed to play the same game again."""
    if seed is None:
        return lambda: Dice.at(secrets.token_hex(16))
    whole, used = Dice(seed), iter(range(1 << 31))
    return lambda: whole.stream(next(used))
