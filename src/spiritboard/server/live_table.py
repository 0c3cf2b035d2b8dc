"""A room: one table on the web, as long as somebody is interested in it."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from dataclasses import dataclass
from secrets import compare_digest

import msgspec
from markupsafe import Markup, escape

from spiritboard.server.bot_pool import Advice
from spiritboard.server.past import Past, resumed
from spiritboard.server.storage import Chair, Entry, Position, StoredTable, Version
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.in_progress import GameInProgress
from spiritboard.table.record import Record
from spiritboard.table.registry import find
from spiritboard.table.state import State

LOG_LINES = 40
SAVE_EVERY = 25  # entries, or as soon after that as nothing can be taken back
ROUND = "round"  # the kind of event with which a game says that a round begins
GLANCE_SECONDS = 60  # for which bots go on at least after somebody has looked
USUAL_WAIT = 8  # moves of each at the table, between two of a person who is still in the game


@dataclass(frozen=True)
class LogLine:
    """Something that happened, put into words: once for everybody who hears of it."""

    event: Event
    words: str
    html: Markup


@dataclass(frozen=True)
class Story:
    """What a seat has heard so far."""

    heard: int  # so many things
    told: Counter[str]  # how often each kind of thing has happened
    fresh: list[str]  # what the last entry brought
    last: str
    log: Markup  # the last lines, those of the last entry marked


@dataclass(frozen=True)
class Fragment:
    """A table as a page shows it, and as a message carries it."""

    html: str
    encoded: msgspec.Raw


class LiveTable:
    """The sitting, the chairs around it, and who is there. Only the hall changes what is stored."""

    def __init__(self, stored: StoredTable, played: list[Entry], position: Position | None = None) -> None:
        """The table after what was played: all of it replayed, or what was played after a stored position."""
        self.stored = stored
        self.game = find(stored.game)
        setup = self.game.setup(len(stored.chairs), None, **stored.options)
        self.in_progress = GameInProgress(setup, Dice.at(stored.deal), [chair.name for chair in stored.chairs])
        self.number = 0  # how many entries there are
        self.saved_at = 0  # the number of the last position that is stored
        self.is_gone = False  # nothing more happens here: the table was closed, or must be opened anew
        # For each seat that owes a decision, the number since which it was asked: what a move must name at least.
        self.asked = dict.fromkeys(self.in_progress.state.pending(), 0)
        self.unasked = 0  # how many entries of this round there have been since anybody but bots was asked
        self.fresh = 0  # how many of the events came with the last entry
        self.told_after = [len(self.in_progress.state.events or [])]  # how many events there were after each entry
        self.lines: list[LogLine] = []  # the events in words, with the names of those who sit here
        self.told_names = self.names
        self.stories: dict[int | None, Story] = {}
        self.last_round: list[Event] = []  # how it ended
        self.not_moved: set[int | None] = set()  # those who have not moved since it did
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.watching = 0  # how many lines there are to this table, those of onlookers too
        self.present: Counter[str] = Counter()
        self.elsewhere: dict[str, set[str]] = {}  # who is there by a line to another server
        self.left_at: dict[str, float] = {}
        self.used_at = time.monotonic()
        self.seen_at = self.used_at  # when somebody was last there, or asked for the table
        self.asked_at = self.used_at  # when those who are asked now could first be seen to be
        self.drawings: list[object] = []  # what has been drawn of this position, for whoever sees the same
        self.fragments: dict[tuple[object, ...], Fragment] = {}
        self.hinting: set[int] = set()  # seats that a hint is being thought about for
        self.hints: dict[tuple[int, int], list[Advice]] = {}  # by seat and number
        if position is not None:
            self._recall(played[: position.number], position)
        for entry in played[self.number :]:
            self.carry_out(entry)

    @property
    def key(self) -> str:
        return self.stored.key

    @property
    def chairs(self) -> list[Chair]:
        return self.stored.chairs

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def version(self) -> Version:
        """What `Storage.version` is if nothing has happened elsewhere."""
        free = sum(chair.kind == "open" for chair in self.chairs)
        return (self.number, free, self.stored.again, self.stored.rules_version, self.stored.closed)

    @property
    def record(self) -> Record:
        record = self.in_progress.record
        record.names = self.names
        return record

    @property
    def events(self) -> list[Event]:
        """All that was told here, to whomever."""
        return self.in_progress.state.events or []

    def is_to_be_saved(self, state: State) -> bool:
        """Whether the position that the next entry leads to is to be stored: now and then, and at the end."""
        return not state.reversible and (state.over or self.number + 1 - self.saved_at >= SAVE_EVERY)

    def carry_out(self, entry: Entry) -> None:
        """What was stored happens."""
        if entry.path:
            self.in_progress.play(entry.seat, entry.path, Dice.at(entry.dice))
        else:
            self.in_progress.take_back(entry.seat)
        state = self.in_progress.state
        if self.is_to_be_saved(state):
            self.saved_at = self.number + 1
        self._note(entry, state.pending(), self.events)

    def _recall(self, played: list[Entry], position: Position) -> None:
        """What led to a stored position is taken from the entries, without asking the rules."""
        past = Past(self.stored)
        self.asked = dict.fromkeys(self.stored.pending or (), 0)
        self.told_after = [len(past.events)]
        for entry in played:
            past.add(entry)
            self._note(entry, list(entry.pending or ()), past.events)
        self.in_progress.resume(past.moves, resumed(self.in_progress.record.setup, position, past.events))
        self.saved_at = position.number

    def _note(self, entry: Entry, pending: list[int], events: list[Event]) -> None:
        """An entry has led to this: who is asked, and all that has been told."""
        self.number += 1
        self.fresh = len(events) - self.told_after[-1] if entry.path else 0
        self._ask(entry, pending)
        self.told_after.append(len(events))
        self._note_round(entry, events)
        del self.lines[self.told_after[-1] :]  # what was taken back was never said
        self.stories = {}
        self.drawings = []
        self.fragments = {}
        self.used_at = self.asked_at = time.monotonic()

    def _ask(self, entry: Entry, pending: list[int]) -> None:
        """Those who were asked before and have not answered are still asked the same; anybody else anew."""
        before = self.asked if entry.path else {}
        self.asked = {seat: self.number if seat == entry.seat else before.get(seat, self.number) for seat in pending}
        self.unasked = self.unasked + 1 if all(self.chairs[seat].kind == "bot" for seat in pending) else 0

    def _note_round(self, entry: Entry, events: list[Event]) -> None:
        """A game deals the next round at once: how the last one ended is kept for whoever has not moved since."""
        news = events[self.told_after[-2] :] if entry.path else []
        kinds = [event.kind for event in news]
        if ROUND in kinds:
            self.last_round = news[: kinds.index(ROUND)]
            self.not_moved = {None, *range(len(self.chairs))}
            self.unasked = 0
        else:
            self.not_moved -= {None, entry.seat}

    def is_answer(self, seat: int, number: int) -> bool:
        """Whether a move that names this number answers what the seat is asked now."""
        return self.asked.get(seat, self.number) <= number <= self.number

    def seats_of(self, person: str | None) -> list[int]:
        """The seats somebody plays: their own, and those of people at their screen."""
        return [chair.seat for chair in self.chairs if person is not None and chair.person == person]

    def concerns(self, person: str | None) -> bool:
        """Whether others are told that somebody is there: who sits here, and the host."""
        return bool(self.seats_of(person)) or person == self.stored.host

    def chair_with(self, secret: str) -> Chair | None:
        return next((chair for chair in self.chairs if _same(chair.secret, secret)), None)

    def free_chair(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.kind == "open"), None)

    # Who is there.

    def arrive(self, person: str) -> None:
        self.present[person] += 1
        self.used_at = time.monotonic()
        self.changed.set()

    def leave(self, person: str) -> None:
        self.present[person] -= 1
        if self.present[person] <= 0:
            del self.present[person]
            self.left_at[person] = time.monotonic()
        self.used_at = time.monotonic()
        self.changed.set()

    def hear_from(self, person: str) -> None:
        """Somebody without a line of their own, a program say, has just asked or said something."""
        if not self.is_present(person):
            self.left_at[person] = time.monotonic()

    def hear_of(self, server: str, present: set[str]) -> bool:
        """Who is there by another server; whether that is news."""
        before = self.elsewhere.get(server, set())
        self.elsewhere[server] = present
        for person in before - present:
            self.left_at[person] = time.monotonic()
        if before != present:
            self.changed.set()
        return before != present

    def is_present(self, person: str) -> bool:
        return self.present[person] > 0 or any(person in there for there in self.elsewhere.values())

    def is_away(self, chair: Chair) -> bool:
        return chair.kind in ("person", "here") and chair.person is not None and not self.is_present(chair.person)

    def bot_plays_for(self, chair: Chair) -> bool:
        """Whether a bot decides for this chair now: its own, or one that has been empty for too long."""
        if chair.kind == "bot":
            return True
        return self.is_away(chair) and self.seconds_until_bot(chair) == 0

    def seconds_until_move(self, chair: Chair, pace: float) -> float | None:
        """How long until a bot decides for this chair, so that people see what happened before; None if never, or if
        nobody is there."""
        left = 0.0 if chair.kind == "bot" else self.seconds_until_bot(chair)
        if left is None or not self.is_attended():
            return None
        pause = pace / self._haste() if chair.kind == "bot" else pace
        return max(left, self.asked_at + pause - time.monotonic(), 0.0)

    def glance(self) -> None:
        """Somebody looks at the table."""
        now = time.monotonic()
        if not self.is_attended():
            self.asked_at = now  # bots have waited for somebody to see it
            self.changed.set()
        self.seen_at = now

    def is_attended(self) -> bool:
        """Whether somebody who plays or watches is there by this server, or has been a short while ago: within the time
        after which bots take over. Those who are there by another server are seen to by that."""
        return self.watching > 0 or time.monotonic() - self.seen_at < max(GLANCE_SECONDS, self.stored.away_seconds or 0)

    @property
    def can_be_let_go(self) -> bool:
        """Whether nobody would notice if this room were opened anew."""
        return not self.watching and not self.lock.locked() and not self.hinting

    def host_waits(self) -> bool:
        """Whether the host, here by this server, waits for anybody at all to sit down."""
        host = self.stored.host
        is_here = self.present[host] > 0 or time.monotonic() - self.left_at.get(host, -math.inf) < GLANCE_SECONDS
        return self.stored.is_open and is_here and self.free_chair() is not None and not self.in_progress.state.over

    def _is_of_bots(self) -> bool:
        return all(chair.kind == "bot" for chair in self.chairs)

    def _haste(self) -> float:
        """How many times as fast as usual bots move: people who are out of it wait for the end of the round."""
        if self._is_of_bots():
            return 1.0
        return max(1.0, self.unasked / (USUAL_WAIT * len(self.chairs)))

    def seconds_until_bot(self, chair: Chair) -> float | None:
        """How long until a bot takes an empty chair over; None if never."""
        limit = self.stored.away_seconds
        if limit is None or not self.is_away(chair):
            return None
        since = self.left_at.setdefault(str(chair.person), time.monotonic())
        return max(0.0, since + limit - time.monotonic())

    def events_since(self, seat: int | None, number: int) -> list[Event]:
        """What this seat has heard since the position with that number."""
        return [event for event in self.events[self.told_after[number] :] if event.to in (None, seat)]

    # What is told.

    def story(self, seat: int | None) -> Story:
        """What this seat has heard. As long as nobody was told anything alone, there is one story for all."""
        lines = self._lines()
        if None not in self.stories:
            self.stories[None] = self._story(None, lines)
        if self.stories[None].heard == len(lines):
            return self.stories[None]
        if seat not in self.stories:
            self.stories[seat] = self._story(seat, lines)
        return self.stories[seat]

    def round_end(self, seat: int | None) -> tuple[str, ...]:
        """How the last round ended, for a seat that has not moved since, and for onlookers until somebody has."""
        if seat not in self.not_moved:
            return ()
        return tuple(event.say(self.names) for event in self.last_round if event.to in (None, seat))

    def _lines(self) -> list[LogLine]:
        """Every event in words; only what is new is put into words, unless somebody new has sat down."""
        if self.told_names != self.names:
            self.told_names = self.names
            self.lines, self.stories = [], {}
        for event in self.events[len(self.lines) :]:
            words = event.say(self.told_names)
            self.lines.append(LogLine(event, words, escape(words)))
        return self.lines

    def _story(self, seat: int | None, lines: list[LogLine]) -> Story:
        heard = [line for line in lines if line.event.to in (None, seat)]
        fresh = sum(line.event.to in (None, seat) for line in lines[len(lines) - self.fresh :])
        known = len(heard) - fresh
        first = max(0, len(heard) - LOG_LINES)
        return Story(
            heard=len(heard),
            told=Counter(line.event.kind for line in heard),
            fresh=[line.words for line in heard[known:]],
            last=heard[-1].words if heard else "",
            log=_items("<li>", heard[first:known]) + _items('<li class="fresh">', heard[max(first, known) :]),
        )


def _items(tag: str, lines: list[LogLine]) -> Markup:
    return Markup("".join(f"{tag}{line.html}</li>" for line in lines))


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
