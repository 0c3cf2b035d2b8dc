"""The interface of a bot, and the two bots that do not think ahead."""

from __future__ import annotations

from typing import Annotated, Protocol

import msgspec

from spiritboard.bots.seat import Seat, take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.registry import guide_for
from spiritboard.table.state import State, only_move


class Bot(Protocol):
    """A program that decides for a seat."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """Returns one of `seat.legal`. A bot that needs chance takes it from the dice."""
        ...


class RandomBot:
    """Chooses any legal move, each with the same chance: the baseline for all other bots."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        return dice.pick(seat.legal)


class HeuristicSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`slips` is the share of its decisions that a heuristic bot makes at random. `style` is a style of play that the
    game has; without one the bot plays as well as its guide can."""

    slips: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    style: str = ""


class HeuristicBot:
    """Makes the move that the game's guide chooses, except for its slips."""

    def __init__(self, settings: HeuristicSettings | None = None) -> None:
        self.slips = round(1000 * settings.slips) if settings is not None else 0  # of a thousand decisions
        self.style = settings.style if settings is not None else ""

    def choose(self, seat: Seat, dice: Dice) -> int:
        if dice.below(1000) < self.slips:
            return dice.pick(seat.legal)
        guide = guide_for(seat.config, self.style) if self.style else seat.guide
        return guide.choose(seat.imagine(dice), seat.number, dice)


def ask(bot: Bot, state: State, number: int, dice: Dice) -> int:
    """Returns a bot's decision for a seat of this state. The bot itself never holds the real state."""
    return decide(bot, take_seat(state, number, dice), dice)


def decide(bot: Bot, seat: Seat, dice: Dice) -> int:
    """Returns a bot's decision at a seat; the bot is not asked if there is only one legal move.

    Raises IllegalMove if the bot, which may come from another package, chooses a move that is not legal.
    """
    move = only_move(seat.legal)
    if move is None:
        move = bot.choose(seat, dice)
    if move not in seat.legal:
        raise IllegalMove(
            f"{type(bot).__name__} chose {move!r}, which is none of the legal moves of seat {seat.number}."
        )
    return move
