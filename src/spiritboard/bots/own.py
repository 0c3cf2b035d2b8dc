"""Bots that are Python objects: a function, or anything with a method `choose`.

Such a bot is given a `Seat`, and dice if it asks for them. It returns a move of `seat.legal`, or the move's picks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from operator import index
from typing import Protocol, cast, runtime_checkable

from spiritboard.bots.bot import Bot
from spiritboard.bots.roster import make
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game


@runtime_checkable
class Chooser(Protocol):
    """An object with a method that decides."""

    def choose(self, seat: Seat, dice: Dice, /) -> object:
        """Returns a legal move of the seat, or its picks. The argument `dice` may be left out."""
        ...


Choice = Callable[[Seat], object] | Callable[[Seat, Dice], object]
AnyBot = str | Chooser | Choice


class ObjectBot:
    """Lets a function, or the method of an object, decide."""

    def __init__(self, choice: Choice) -> None:
        self._with_dice = cast(Callable[[Seat, Dice], object], choice) if _takes_dice(choice) else None
        self._alone = cast(Callable[[Seat], object], choice)

    def choose(self, seat: Seat, dice: Dice) -> int:
        """Returns the move. Raises IllegalMove if the answer is neither a legal move nor its picks."""
        answer = self._with_dice(seat, dice) if self._with_dice is not None else self._alone(seat)
        move = _move(seat, answer)
        if move is None:
            raise IllegalMove(f"{answer!r} is none of the legal moves of seat {seat.number}, nor the picks of one.")
        return move


def _takes_dice(choice: Choice) -> bool:
    """Returns whether a function is called with dice: if it has an argument `dice`, or cannot do with a seat alone."""
    try:
        known = signature(choice)
    except ValueError:  # a compiled function may not say what it takes
        return True
    try:
        known.bind(None)
    except TypeError:
        return True
    return "dice" in known.parameters


def _move(seat: Seat, answer: object) -> int | None:
    if isinstance(answer, (tuple, list)):
        path = tuple(answer)
        return seat.legal[seat.paths.index(path)] if path in seat.paths else None
    try:
        move = index(cast(int, answer))  # a number of NumPy, too
    except TypeError:
        return None
    return move if move in seat.legal else None


def as_bot(bot: AnyBot, game: Game) -> Bot:
    """Returns the bot of this name, or one that asks this object. Raises BadSetup if the object cannot decide."""
    if isinstance(bot, str):
        return make(bot, game)
    if isinstance(bot, Chooser):
        return ObjectBot(bot.choose)
    if callable(bot):
        return ObjectBot(bot)
    raise BadSetup(f"A bot is a name, a function or an object with a method `choose`, not {bot!r}.")


def named(bots: Mapping[str, AnyBot] | Sequence[AnyBot]) -> dict[str, AnyBot]:
    """Returns bots by name. An object in a list is called by its attribute `name`, or as it is called in Python.

    Raises BadSetup if two bots have one name."""
    if isinstance(bots, Mapping):
        return dict(bots)
    found: dict[str, AnyBot] = {}
    for bot in bots:
        name = name_of(bot)
        if name in found:
            raise BadSetup(f"Two bots are called {name!r}: give them names, as in {{'one': …, 'other': …}}.")
        found[name] = bot
    return found


def name_of(bot: AnyBot) -> str:
    """Returns the name of a bot for tables of results."""
    if isinstance(bot, str):
        return bot
    own = getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__
    return str(own)
