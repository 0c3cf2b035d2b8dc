"""The bots at the seats of a game, and games that they play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from spiritboard.bots.bot import Bot, HeuristicBot, RandomBot, decide
from spiritboard.bots.roster import make
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.guide import Guide
from spiritboard.table.playout import guided_move, guided_playout, playout
from spiritboard.table.registry import guide_for
from spiritboard.table.state import GameConfig, State

EVERY_DECISION = 1000  # the slips of a bot that leaves every decision to chance


class Watcher(Protocol):
    """Somebody who is told of each decision and each event of a game."""

    def decide(self, state: State, seat: int, move: int, dice: Dice) -> None:
        """Called before a move is made in this state with these dice."""

    def tell(self, events: list[Event]) -> None:
        """Called after it was made."""


@dataclass(frozen=True)
class Guided:
    """What a bot does that only follows a guide: it needs no seat, so its games are played by compiled code."""

    guide: Guide | None  # None: every decision is left to chance
    slips: int

    def move(self, state: State, seat: int, thinking: Dice) -> int:
        return guided_move(self.guide, self.slips, state, seat, thinking)


def guided(bot: Bot, config: GameConfig) -> Guided | None:
    """Returns how a bot follows a guide, or None if it does more than that."""
    if type(bot) is RandomBot:
        return Guided(None, EVERY_DECISION)
    if type(bot) is HeuristicBot:
        return Guided(guide_for(config, bot.style), bot.slips)
    return None


class Players:
    """A bot for each seat. They think with dice of their own, so that no bot can change the rolls of the table."""

    def __init__(self, names: tuple[str, ...], bots: list[Bot], config: GameConfig, thinking: Dice) -> None:
        self.names = names
        self.thinking = thinking
        self._bots = bots
        self._guided = [guided(bot, config) for bot in bots]

    def move(self, state: State, seat: int, heard: list[Event]) -> int:
        """Returns the decision of a seat that has heard these events."""
        follows = self._guided[seat]
        if follows is not None:
            return follows.move(state, seat, self.thinking)
        return decide(self._bots[seat], Seat(state.imagine(seat, self.thinking), seat, heard), self.thinking)

    def play(self, state: State, dice: Dice, limit: int) -> int:
        """Plays on to the end, or to the limit. Returns the number of decisions. They are the same as if somebody
        watched."""
        following = [each for each in self._guided if each is not None]
        if len(following) < len(self._guided):
            state.listen()  # a bot may ask what its seat has heard
            return play(state, dice, limit, self, None)
        guides, slips = [each.guide for each in following], [each.slips for each in following]
        return guided_playout(state, guides, slips, dice, self.thinking, limit)


def players_for(names: tuple[str, ...], setup: GameSetup, thinking: Dice) -> Players:
    """Returns new bots of these names, one for each seat; seats with the same name share a bot. Raises BadSetup if
    there is no such bot."""
    made = {name: make(name, setup.game) for name in dict.fromkeys(names)}
    return Players(names, [made[name] for name in names], setup.config, thinking)


def play(state: State, dice: Dice, limit: int, players: Players | None, watcher: Watcher | None) -> int:
    """Plays on to the end, or to the limit, before the eyes of a watcher. Returns the number of decisions.

    Without players, moves are random and use the dice of the table, so the game is the one that `playout` plays. The
    state must keep its events, if anybody is to hear of them."""
    heard: list[list[Event]] = [state.heard(seat) for seat in range(state.seats)]
    decisions = 0
    while not state.over and decisions < limit:
        seat = state.turn
        if state.events is not None:
            state.listen()  # drops the old events: otherwise every copy of the state would copy all of them
        move = players.move(state, seat, heard[seat]) if players else state.random_move(seat, dice)
        if watcher is not None:
            watcher.decide(state, seat, move, dice)
        state.apply(seat, move, dice)
        if watcher is not None:
            watcher.tell(state.events or [])
        if players:  # only a bot may ask what its seat has heard
            for each in range(state.seats):
                heard[each] += state.heard(each)
        decisions += 1
    return decisions


def play_unwatched(state: State, dice: Dice, limit: int, players: Players | None) -> int:
    """Plays the same game as `play`, faster. Returns the number of decisions."""
    return playout(state, dice, limit) if players is None else players.play(state, dice, limit)
