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
from spiritboard.table.game import Kit
from spiritboard.table.shelf import find
from spiritboard.table.state import State
from spiritboard.table.study import Noted, Study


@dataclass
class Course:
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


class Diary:
    """Keeps the course of one game while it is played by whoever plays it."""

    def __init__(self, course: Course, study: Study) -> None:
        self.course = course
        self.study = study

    def decide(self, state: State, seat: int, move: int) -> None:
        """A move that is about to be made."""
        self.course.seats.append(seat)
        self.course.legal.append(len(state.legal(seat)))
        self.course.paths.append(" ".join(state.path(seat, move)))
        self._look(state)
        self.study.decide(state, seat, self.course.paths[-1])

    def tell(self, events: list[Event]) -> None:
        """What came of it. What is told to one seat only is told in other words to all."""
        for event in events:
            if event.to is None:
                self.course.events[event.kind] += 1
                self.course.words.setdefault(event.kind, event.words)
                self.study.tell(event)

    def _look(self, state: State) -> None:
        shown = self.study.shown(state)
        self.course.shown.append(shown)
        self.course.leads.append(None if shown is None else self.study.leader(shown))

    def close(self, state: State) -> Course:
        self._look(state)
        self.course.finished = state.over
        if state.over:
            standings = state.standings()
            self.course.scores = list(standings.scores)
            self.course.places = list(standings.places)
            self.course.shares = standings.shares()
            self.study.close(state, self.course.shares)
        self.course.noted = self.study.counted()
        return self.course


def open_diary(state: State, game: int, deal: int, bots: tuple[str, ...]) -> Diary:
    """A diary for a game that has just been dealt, with what was told of that."""
    diary = Diary(Course(game, deal, bots), find(state.setup.game).study(state.setup))
    diary.tell(state.events or [])
    return diary


def watch(kit: Kit, game: int, dice: Dice, limit: int, player: Player | None = None) -> Course:
    """Play a game and keep its course: at random with the dice of the table, as a playout does, or by a bot."""
    state = kit.new(dice, listen=True)
    diary = open_diary(state, game, game, (player.name if player else "random",) * kit.setup.seats)
    heard: list[list[Event]] = [state.heard(seat) for seat in range(kit.setup.seats)]
    while not state.over and len(diary.course.seats) < limit:
        seat = state.turn
        state.listen()  # anew, or every copy of the state would copy all that was ever told
        move = player.move(state, seat, heard[seat]) if player else state.random_move(seat, dice)
        diary.decide(state, seat, move)
        state.apply(seat, move, dice)
        diary.tell(state.events or [])
        if player:  # who may ask what was told at a seat
            for each in range(kit.setup.seats):
                heard[each] += state.heard(each)
    return diary.close(state)


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
