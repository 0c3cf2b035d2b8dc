"""The trace of a game: every decision and its end. Data files and reports are made from traces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from spiritboard.arena.players import Players, play
from spiritboard.bots.seat import marked, scaled
from spiritboard.table.actions import Actions
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.game import GameSetup
from spiritboard.table.registry import find
from spiritboard.table.state import State
from spiritboard.table.statistics import Noted, Statistics


@dataclass
class GameTrace:
    """One game: lists with an entry for each decision, and the result."""

    game: int
    deal: int
    bots: tuple[str, ...]
    seats: list[int] = field(default_factory=list)
    legal: list[int] = field(default_factory=list)  # the number of legal moves
    paths: list[str] = field(default_factory=list)
    actions: list[int | None] = field(default_factory=list)  # the numbers of the paths; None in a game without actions
    dice: list[int] = field(default_factory=list)  # the position of the table's dice before the move
    # What the seat saw and could do, as the environments give it: bytes of float32 and of int8. Empty unless wanted.
    seen: list[bytes] = field(default_factory=list)
    masks: list[bytes] = field(default_factory=list)
    # How the seats stand and which seat leads alone: before each decision, and once more at the end.
    shown: list[list[int] | None] = field(default_factory=list)
    leads: list[int | None] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)  # how often each kind was told to all seats
    words: dict[str, str] = field(default_factory=dict)  # the words of the first event of each kind
    noted: Noted = field(default_factory=dict)  # the counts of the game's own statistics
    finished: bool = False
    scores: list[int] | None = None
    places: list[int] | None = None
    shares: list[float] | None = None

    def choices(self) -> list[int]:
        """Returns for each seat the number of its decisions that had several legal moves."""
        real = Counter(seat for seat, legal in zip(self.seats, self.legal, strict=True) if legal > 1)
        return [real[seat] for seat in range(len(self.bots))]

    def winners(self) -> list[int]:
        """Returns the seats that share the victory: none if there is no result, or if all players lost together."""
        return [seat for seat, place in enumerate(self.places or []) if place == 1]

    def lead_changes(self, first: int = 0, after: int | None = None) -> int | None:
        """Returns how often a seat leads alone that was not the last to do so, or None if the game shows no standing.

        Changes by the decisions from number `first` to before number `after` are counted; all if neither is given.
        """
        if None in self.shown:
            return None
        end = len(self.seats) if after is None else after
        return sum(first < at <= end for at in self._lead_change_places)

    @cached_property
    def _lead_change_places(self) -> list[int]:
        """Returns the indexes in `leads` at which the lead has just changed."""
        alone = [(at, leader) for at, leader in enumerate(self.leads) if leader is not None]
        return [at for (_, before), (at, leader) in pairwise(alone) if leader != before]


class TraceRecorder:
    """Records the trace of a game while it is played; with `observations`, what the seats saw and could do, too."""

    def __init__(self, trace: GameTrace, setup: GameSetup, observations: bool) -> None:
        self.trace = trace
        self.setup = setup
        self.statistics: Statistics = find(setup.config.game).statistics(setup.config)
        self.actions: Actions | None = None if setup.game.observation is None else setup.actions
        self.observations = observations

    def decide(self, state: State, seat: int, move: int, dice: Dice) -> None:
        """Records a decision. The move has not been made in this state yet; the dice are those it will be made with."""
        self.trace.seats.append(seat)
        self.trace.legal.append(len(state.legal(seat)))
        self.trace.paths.append(" ".join(state.path(seat, move)))
        self.trace.actions.append(None if self.actions is None else self.actions.of(move))
        self.trace.dice.append(dice.position())
        if self.observations:
            self.trace.seen.append(scaled(self.setup.observation, state, seat).tobytes())
            self.trace.masks.append(marked(self.setup.actions, state.legal(seat)).tobytes())
        self._record_standing(state)
        self.statistics.decide(state, seat, self.trace.paths[-1])

    def tell(self, events: list[Event]) -> None:
        """Records events. Events for one seat are left out: all seats are told of the same thing in other words."""
        for event in events:
            if event.to is None:
                self.trace.events[event.kind] += 1
                self.trace.words.setdefault(event.kind, event.words)
                self.statistics.tell(event)

    def _record_standing(self, state: State) -> None:
        shown = self.statistics.shown(state)
        self.trace.shown.append(shown)
        self.trace.leads.append(None if shown is None else self.statistics.leader(shown))

    def close(self, state: State) -> GameTrace:
        """Records the end, or the position in which the game was left. Returns the trace."""
        self._record_standing(state)
        self.trace.finished = state.over
        if state.over:
            standings = state.standings()
            self.trace.scores = list(standings.scores)
            self.trace.places = list(standings.places)
            self.trace.shares = standings.shares()
            self.statistics.close(state, self.trace.shares)
        self.trace.noted = self.statistics.counted()
        return self.trace


def start_recorder(
    setup: GameSetup, state: State, game: int, deal: int, bots: tuple[str, ...], observations: bool
) -> TraceRecorder:
    """Returns a recorder for a game that has just been dealt, with the events of the deal already recorded."""
    recorder = TraceRecorder(GameTrace(game, deal, bots), setup, observations)
    recorder.tell(state.events or [])
    return recorder


def watch(
    setup: GameSetup,
    game: int,
    dice: Dice,
    limit: int,
    players: Players | None = None,
    observations: bool = False,
) -> GameTrace:
    """Plays a game and returns its trace; with `observations`, what the seats saw and could do, too.

    Without players, moves are random and use the dice of the table, so the game is the one that `playout` plays.
    """
    state = setup.new(dice, listen=True)
    names = players.names if players else ("random",) * setup.config.seats
    recorder = start_recorder(setup, state, game, game, names, observations)
    play(state, dice, limit, players, recorder)
    return recorder.close(state)
