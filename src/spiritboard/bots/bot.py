"""What a bot is, and those that do not think ahead."""

from __future__ import annotations

from typing import Annotated, Protocol

import msgspec

from spiritboard.bots.seat import Seat, take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.state import State


class Bot(Protocol):
    """Somebody who decides for a seat."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """One of `seat.legal`. Whatever is left to chance is taken from the dice."""
        ...


class RandomBot:
    """Any move, each as likely as the next: the baseline."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        return dice.pick(seat.legal)


class HeuristicSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot by feel is: `slips` is the share of its decisions that are made at random."""

    slips: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0


class HeuristicBot:
    """Plays by feel, as the game's guide says, but for a slip now and then."""

    def __init__(self, temper: HeuristicSettings | None = None) -> None:
        self._slips = round(1000 * temper.slips) if temper is not None else 0

    def choose(self, seat: Seat, dice: Dice) -> int:
        if dice.below(1000) < self._slips:
            return dice.pick(seat.legal)
        return seat.guide.choose(seat.imagine(dice), seat.number, dice)


def ask(bot: Bot, state: State, number: int, dice: Dice) -> int:
    """A bot's decision, who never holds the real state."""
    return decide(bot, take_seat(state, number, dice), dice)


def decide(bot: Bot, seat: Seat, dice: Dice) -> int:
    """A bot's decision at a seat. Where there is no choice, nobody is asked; somebody else's bot may be wrong."""
    if len(seat.legal) == 1:
        return seat.legal[0]
    move = bot.choose(seat, dice)
    if move not in seat.legal:
        raise IllegalMove(
            f"{type(bot).__name__} chose {move!r}, which is none of the legal moves of seat {seat.number}."
        )
    return move
