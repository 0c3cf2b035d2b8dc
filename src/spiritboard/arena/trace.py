"""The course of a game, decision by decision: what the data files and the reports are made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from spiritboard.bots.bot import Bot, decide
from spiritboard.bots.seat import Seat
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.registry import find
from spiritboard.table.state import State
from spiritboard.table.statistics import Noted, Statistics


@dataclass
class GameTrace:
    """A game from its first decision to its last: lists with an entry for each decision, then how it ended."""

    game: int
    deal: int
    bots: tuple[str, ...]
    seats: list[int] = field(default_factory=list)
    legal: list[int] = field(default_factory=list)  # how many moves there were to choose from
    paths: list[str] = field(default_factory=list)
    # Before each decision, and once more at the end: how the seats stand, and who leads alone.
    shown: list[list[int] | None] = field(default_factory=list)
    leads: list[int | None] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)  # how often each kind was told to all
    words: dict[str, str] = field(default_factory=dict)  # and what was said the first time
    noted: Noted = field(default_factory=dict)  # what the game's own study counted
    finished: bool = False
    scores: list[int] | None = None
    places: list[int] | None = None
    shares: list[float] | None = None

    def choices(self) -> list[int]:
        """Each seat's decisions in which there was something to decide."""
        real = Counter(seat for seat, legal in zip(self.seats, self.legal, strict=True) if legal > 1)
        return [real[seat] for seat in range(len(self.bots))]

    def lead_changes(self, first: int = 0, after: int | None = None) -> int | None:
        """How often somebody leads alone who was not the last to do so, in the whole game or by the decisions from
        `first` to before `after`; None where nothing is shown to lead in."""
        if None in self.shown:
            return None
        end = len(self.seats) if after is None else after
        return sum(first < at <= end for at in self._turns_of_lead)

    @cached_property
    def _turns_of_lead(self) -> list[int]:
        """Where in `leads` it has just changed."""
        alone = [(at, leader) for at, leader in enumerate(self.leads) if leader is not None]
        return [at for (_, before), (at, leader) in pairwise(alone) if leader != before]


class TraceRecorder:
    """Keeps the course of one game while it is played by whoever plays it."""

    def __init__(self, trace: GameTrace, statistics: Statistics) -> None:
        self.trace = trace
        self.statistics = statistics

    def decide(self, state: State, seat: int, move: int) -> None:
        """A move that is about to be made."""
        self.trace.seats.append(seat)
        self.trace.legal.append(len(state.legal(seat)))
        self.trace.paths.append(" ".join(state.path(seat, move)))
        self._look(state)
        self.statistics.decide(state, seat, self.trace.paths[-1])

    def tell(self, events: list[Event]) -> None:
        """What came of it. What is told to one seat only is told in other words to all."""
        for event in events:
            if event.to is None:
                self.trace.events[event.kind] += 1
                self.trace.words.setdefault(event.kind, event.words)
                self.statistics.tell(event)

    def _look(self, state: State) -> None:
        shown = self.statistics.shown(state)
        self.trace.shown.append(shown)
        self.trace.leads.append(None if shown is None else self.statistics.leader(shown))

    def close(self, state: State) -> GameTrace:
        self._look(state)
        self.trace.finished = state.over
        if state.over:
            standings = state.standings()
            self.trace.scores = list(standings.scores)
            self.trace.places = list(standings.places)
            self.trace.shares = standings.shares()
            self.statistics.close(state, self.trace.shares)
        self.trace.noted = self.statistics.counted()
        return self.trace


def start_recorder(state: State, game: int, deal: int, bots: tuple[str, ...]) -> TraceRecorder:
    """A diary for a game that has just been dealt, with what was told of that."""
    recorder = TraceRecorder(GameTrace(game, deal, bots), find(state.config.game).statistics(state.config))
    recorder.tell(state.events or [])
    return recorder


def watch(setup: GameSetup, game: int, dice: Dice, limit: int, player: Player | None = None) -> GameTrace:
    """Play a game and keep its course: at random with the dice of the table, as a playout does, or by a bot."""
    state = setup.new(dice, listen=True)
    recorder = start_recorder(state, game, game, (player.name if player else "random",) * setup.config.seats)
    heard: list[list[Event]] = [state.heard(seat) for seat in range(setup.config.seats)]
    while not state.over and len(recorder.trace.seats) < limit:
        seat = state.turn
        state.listen()  # anew, or every copy of the state would copy all that was ever told
        move = player.move(state, seat, heard[seat]) if player else state.random_move(seat, dice)
        recorder.decide(state, seat, move)
        state.apply(seat, move, dice)
        recorder.tell(state.events or [])
        if player:  # who may ask what was told at a seat
            for each in range(setup.config.seats):
                heard[each] += state.heard(each)
    return recorder.close(state)


@dataclass
class Player:
    """A bot at every seat of a table, with dice of its own to think with."""

    name: str
    bot: Bot
    thinking: Dice

    def move(self, state: State, seat: int, heard: list[Event]) -> int:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return decide(self.bot, Seat(state.imagine(seat, self.thinking), seat, heard), self.thinking)
