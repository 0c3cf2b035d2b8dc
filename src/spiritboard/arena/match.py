"""One game between bots: who sat where, what each of them won, and how long they thought."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import msgspec

from spiritboard.arena.trace import GameTrace, TraceRecorder, start_recorder
from spiritboard.bots.bot import Bot
from spiritboard.bots.roster import make
from spiritboard.bots.seat import OpenSeat, Seat, take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.registry import find
from spiritboard.table.state import State

CHEAT = "cheat"  # the search, at a seat that sees everything
USUAL_CHEAT = "iterations=1000"
MOST_BOTS = 32
MOST_GAMES = 10_000_000


class Plan(msgspec.Struct, frozen=True):
    """A tournament: plain values, which name every game of it."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    limit: int = 20_000  # decisions after which a game is left, and nobody has won it

    def setup(self) -> GameSetup:
        return find(self.game).setup(self.players, None, **dict(self.options))

    def check(self) -> None:
        """Raise a TableError now rather than in another process."""
        self.setup()
        if not 2 <= len(self.bots) <= MOST_BOTS or len(set(self.bots)) != len(self.bots):
            raise BadSetup(f"A tournament takes 2 to {MOST_BOTS} bots, no two of them called the same.")
        if not 1 <= self.games <= MOST_GAMES:
            raise BadSetup(f"The number of games must be from 1 to {MOST_GAMES}, not {self.games}.")
        for name in self.bots:
            Contender(name, find(self.game))

    def seatings(self) -> list[tuple[int, ...]]:
        """Every way round the table that a deal is played: whoever sits together, sits in every place once."""
        places = range(self.players)
        bots = range(len(self.bots))
        if len(bots) >= self.players:
            groups = list(combinations(bots, self.players))
        else:
            groups = [tuple(bots[(first + place) % len(bots)] for place in places) for first in bots]
        turned = [tuple(group[(place + by) % self.players] for place in places) for group in groups for by in places]
        return list(dict.fromkeys(turned))

    def matches(self) -> Iterator[Match]:
        """As many games as were asked for, rounded up to whole deals."""
        seatings = self.seatings()
        for deal in range(-(-self.games // len(seatings))):
            for number, seating in enumerate(seatings):
                yield Match(deal, number, seating)


class Match(msgspec.Struct, frozen=True):
    """A game to be played: which deal, and which bot sits where."""

    deal: int
    number: int  # among the games of its deal
    seating: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """A game that was played: for each seat its share of the victory, its real choices and the seconds for them."""

    deal: int
    number: int
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    finished: bool


@dataclass
class Contender:
    """A bot in the arena, where one may cheat so that the others know what is possible."""

    name: str
    game: Game

    def __post_init__(self) -> None:
        name, _, settings = self.name.partition(":")
        self.sees_all = name == CHEAT
        honest = f"search:{settings or USUAL_CHEAT}" if self.sees_all else self.name
        self.bot: Bot = make(honest, self.game)

    def seat(self, state: State, number: int, dice: Dice) -> Seat:
        return OpenSeat(state.copy(), number) if self.sees_all else take_seat(state, number, dice)


def play(plan: Plan, match: Match, contenders: list[Contender]) -> Outcome:
    """A game whose course nobody asks for."""
    state, dice = _deal(plan, match)
    return _play(plan, match, contenders, state, dice, None)


def watch(plan: Plan, match: Match, contenders: list[Contender]) -> tuple[Outcome, GameTrace]:
    """The same game, decision by decision."""
    state, dice = _deal(plan, match)
    bots = tuple(plan.bots[bot] for bot in match.seating)
    recorder = start_recorder(state, match.deal * len(plan.seatings()) + match.number, match.deal, bots)
    return _play(plan, match, contenders, state, dice, recorder), recorder.close(state)


def _deal(plan: Plan, match: Match) -> tuple[State, Dice]:
    """The dice of the table are those of the deal, whoever plays."""
    dice = Dice(plan.seed).stream(match.deal)
    return plan.setup().new(dice, listen=True), dice


def _play(
    plan: Plan, match: Match, contenders: list[Contender], state: State, dice: Dice, recorder: TraceRecorder | None
) -> Outcome:
    """The bots have other dice to think with than those of the table."""
    thinking = Dice(f"{plan.seed} thinking {match.number}").stream(match.deal)
    choices = [0] * plan.players
    seconds = [0.0] * plan.players
    decisions = 0
    while not state.over and decisions < plan.limit:
        number = state.pending()[0]
        seat = contenders[match.seating[number]].seat(state, number, thinking)
        move = seat.legal[0]
        if len(seat.legal) > 1:
            began = time.perf_counter()
            move = contenders[match.seating[number]].bot.choose(seat, thinking)
            seconds[number] += time.perf_counter() - began
            choices[number] += 1
        if recorder is not None:
            recorder.decide(state, number, move)
        told = len(state.events or [])
        state.play(number, move, dice)
        if recorder is not None:
            recorder.tell((state.events or [])[told:])
        decisions += 1
    shares = state.standings().shares() if state.over else [0.0] * plan.players
    return Outcome(match.deal, match.number, match.seating, tuple(shares), tuple(choices), tuple(seconds), state.over)
