"""One game between bots: which bot has which seat, what each seat wins, and how long its bot thinks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import msgspec

from spiritboard.arena.trace import GameTrace, TraceRecorder, start_recorder
from spiritboard.bots.bot import Bot
from spiritboard.bots.own import AnyBot, as_bot
from spiritboard.bots.seat import OpenSeat, Seat, take_seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.pieces import Pieces, checked_pieces
from spiritboard.table.registry import find
from spiritboard.table.state import State, only_move

CHEAT = "cheat"  # the search, at a seat that sees everything
USUAL_CHEAT_SETTINGS = "iterations=1000"
MOST_BOTS_IN_TOURNAMENT = 32
MOST_GAMES_IN_TOURNAMENT = 10_000_000
MOST_PIECES_KEPT = 8
NO_OBJECTS: Mapping[str, AnyBot] = {}


class MatchPlan(msgspec.Struct, frozen=True):
    """A tournament, as plain values from which every game of it follows."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: str = "0"
    options: tuple[tuple[str, str], ...] = ()
    limit: int = 20_000  # decisions: a longer game is left unfinished, and no bot wins it
    pieces: str = ""  # as `pieces_text` writes them; empty for the game's own

    def setup(self) -> GameSetup:
        return find(self.game).setup(self.players, read_pieces_text(self.game, self.pieces), **dict(self.options))

    def check(self, own: Mapping[str, AnyBot] = NO_OBJECTS) -> None:
        """Raises a TableError if the games cannot be played. Otherwise another process would raise it later.

        `own` has the bots that are Python objects, by name."""
        self.setup()
        if not 2 <= len(self.bots) <= MOST_BOTS_IN_TOURNAMENT or len(set(self.bots)) != len(self.bots):
            raise BadSetup(f"A tournament takes 2 to {MOST_BOTS_IN_TOURNAMENT} bots with different names.")
        if not 1 <= self.games <= MOST_GAMES_IN_TOURNAMENT:
            raise BadSetup(f"The number of games must be from 1 to {MOST_GAMES_IN_TOURNAMENT}, not {self.games}.")
        self.contenders(own)

    def contenders(self, own: Mapping[str, AnyBot] = NO_OBJECTS) -> list[Contender]:
        """Returns the bots, ready to play. Raises BadSetup if there is no such bot."""
        return [Contender(name, find(self.game), own.get(name)) for name in self.bots]

    def seatings(self) -> list[tuple[int, ...]]:
        """Returns the seatings in which every deal is played: a bot for each seat.

        Every group of bots that fits at the table plays. It is turned round the table until each of its bots has had
        every seat.
        """
        seats = range(self.players)
        bots = range(len(self.bots))
        if len(bots) >= self.players:
            groups = list(combinations(bots, self.players))
        else:
            groups = [tuple(bots[(first + seat) % len(bots)] for seat in seats) for first in bots]
        turned = [tuple(group[(seat + by) % self.players] for seat in seats) for group in groups for by in seats]
        return list(dict.fromkeys(turned))

    def schedule(self) -> Iterator[ScheduledGame]:
        """Yields the games to be played: as many as the plan says, rounded up to whole deals."""
        seatings = self.seatings()
        for deal in range(-(-self.games // len(seatings))):
            for number, seating in enumerate(seatings):
                yield ScheduledGame(deal, number, seating)


def pieces_text(pieces: Pieces | None) -> str:
    """Returns pieces as one line of text, which a plan can hold; an empty one for a game's own."""
    return "" if pieces is None else msgspec.json.encode(pieces).decode()


@lru_cache(MOST_PIECES_KEPT)
def read_pieces_text(game: str, text: str) -> Pieces | None:
    """Returns the pieces in a text of `pieces_text`. Raises BadPieces if they make no playable game."""
    return checked_pieces(find(game).pieces, msgspec.json.decode(text)) if text else None


class ScheduledGame(msgspec.Struct, frozen=True):
    """A game to be played: its deal, and the number of the bot in each seat."""

    deal: int
    number: int  # among the games of its deal
    seating: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """A game that was played: for each seat its share of the victory, its real choices, and the seconds for them."""

    deal: int
    number: int
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    finished: bool


@dataclass
class Contender:
    """A bot in the arena. One that is called `cheat` sees everything, which shows how much could be won at most."""

    name: str
    game: Game
    own: AnyBot | None = None  # the bot, if it is a Python object

    def __post_init__(self) -> None:
        name, _, settings = self.name.partition(":")
        self.sees_all = name == CHEAT and self.own is None
        honest = f"search:{settings or USUAL_CHEAT_SETTINGS}" if self.sees_all else self.name
        self.bot: Bot = as_bot(honest if self.own is None else self.own, self.game)

    def seat(self, state: State, number: int, dice: Dice) -> Seat:
        return OpenSeat(state.copy(), number) if self.sees_all else take_seat(state, number, dice)


def play(plan: MatchPlan, game: ScheduledGame, contenders: list[Contender]) -> Outcome:
    """Plays a game and returns its outcome."""
    state, dice = _deal(plan, game)
    return _play(plan, game, contenders, state, dice, None)


def watch(
    plan: MatchPlan, game: ScheduledGame, contenders: list[Contender], observations: bool = False
) -> tuple[Outcome, GameTrace]:
    """Plays the same game and returns its outcome and its trace; with `observations`, what the seats saw, too."""
    state, dice = _deal(plan, game)
    bots = tuple(plan.bots[bot] for bot in game.seating)
    number = game.deal * len(plan.seatings()) + game.number
    recorder = start_recorder(plan.setup(), state, number, game.deal, bots, observations)
    return _play(plan, game, contenders, state, dice, recorder), recorder.close(state)


def _deal(plan: MatchPlan, game: ScheduledGame) -> tuple[State, Dice]:
    """Returns the state after the deal, and the dice of the table. They depend on the deal only, not on the bots."""
    dice = Dice(plan.seed).stream(game.deal)
    return plan.setup().new(dice, listen=True), dice


def _play(
    plan: MatchPlan,
    game: ScheduledGame,
    contenders: list[Contender],
    state: State,
    dice: Dice,
    recorder: TraceRecorder | None,
) -> Outcome:
    # Bots think with other dice than those of the table: so a bot cannot change the rolls of the game.
    thinking = Dice(f"{plan.seed} thinking {game.number}").stream(game.deal)
    choices = [0] * plan.players
    seconds = [0.0] * plan.players
    decisions = 0
    while not state.over and decisions < plan.limit:
        number = state.pending()[0]
        contender = contenders[game.seating[number]]
        seat = contender.seat(state, number, thinking)
        move = only_move(seat.legal)
        if move is None:
            began = time.perf_counter()
            move = contender.bot.choose(seat, thinking)
            seconds[number] += time.perf_counter() - began
            choices[number] += 1
        if recorder is not None:
            recorder.decide(state, number, move, dice)
        told = len(state.events or [])
        state.play(number, move, dice)
        if recorder is not None:
            recorder.tell((state.events or [])[told:])
        decisions += 1
    shares = state.standings().shares() if state.over else [0.0] * plan.players
    return Outcome(game.deal, game.number, game.seating, tuple(shares), tuple(choices), tuple(seconds), state.over)
