"""What a bot is, and what it may see."""

from __future__ import annotations

from typing import Protocol

from spiritboard.table.dice import Dice
from spiritboard.table.state import State


class Bot(Protocol):
    """Somebody who decides for a seat."""

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        """One of `state.legal(seat)`. The state is imagined: what the seat cannot know is dealt anew in it."""
        ...


class RandomBot:
    """Any move, each as likely as the next: the baseline."""

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        return state.random_move(seat, dice)


def ask(bot: Bot, state: State, seat: int, dice: Dice) -> int:
    """A bot's decision. It never holds the real state, only one that its seat could not tell from it."""
    return bot.choose(state.imagine(seat, dice), seat, dice)
