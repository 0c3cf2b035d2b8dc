"""A live table: one table of the server that people have open."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from secrets import compare_digest

from spiritboard.server.asked import Asked
from spiritboard.server.bot_pool import Advice
from spiritboard.server.drawings import Drawings
from spiritboard.server.pace import TablePace
from spiritboard.server.past import Past, resumed
from spiritboard.server.storage import Chair, Position, StoredTable, Version
from spiritboard.server.story import ROUND_KIND, Stories, Story, Told
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from spiritboard.table.in_progress import GameInProgress, NextPosition
from spiritboard.table.record import Move, Record
from spiritboard.table.registry import find
from spiritboard.table.state import State
from spiritboard.table.view import View

SAVE_EVERY = 25  # entries between two stored positions, or a few more until no move can be taken back
GLANCE_SECONDS = 60  # for which bots keep playing at least after a person has looked at the table
USUAL_WAIT = 8  # moves of each seat between two moves of a person who is still in the game


class LiveTable:
    """The game, its chairs, and the people who are connected. Only the table service changes the stored table."""

    def __init__(self, stored: StoredTable, played: list[Move], position: Position | None = None) -> None:
        """Bring the table to the state after these entries. Those that a stored position includes are not replayed."""
        self.stored = stored
        self.game = find(stored.game)
        setup = self.game.setup(len(stored.chairs), None, **stored.options)
        names = [chair.name for chair in stored.chairs]
        self.in_progress = GameInProgress(setup, Dice.at(stored.deal), names, stored.start)
        self._asked_in: Asked | None = None  # what can be done in the latest position that was asked for
        self.number = 0  # how many entries there are
        self.saved_at = 0  # the number of the last stored position
        self.is_gone = False  # this object is out of use: the table was closed, or must be opened again
        # For each pending seat, the number of entries after which it was asked. A move must name at least that number.
        self.asked = dict.fromkeys(self.in_progress.state.pending(), 0)
        self.unasked = 0  # how many entries of this round there were since a seat without a bot was asked
        self.fresh = 0  # how many of the events came with the last entry
        self.told_after = [len(self.in_progress.state.events or [])]  # how many events there were after each entry
        self.told_by_move = [self.told_after[0]]  # the same after each move, without moves that were taken back
        self.told_by = [0] * self.told_after[0]  # for each event, the number of the entry that it came with
        self.moved_at: dict[int, int] = {}  # for each seat, the number of its last entry
        self.stories = Stories()
        self.last_round: list[Event] = []  # the events of the entry that ended it, and the beginning of the next round
        self.round_at = 0  # the number of that entry
        self.not_moved: set[int | None] = set()  # seats that have not moved since then; None for spectators
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.watching = 0  # how many connections this server has to the table, including those of spectators
        self.present: Counter[str] = Counter()  # connections of each person
        self.elsewhere: dict[str, set[str]] = {}  # by server, the people who are connected to that server
        self.left_at: dict[str, float] = {}  # when each person was last connected
        self.pace = TablePace()
        self.used_at = time.monotonic()
        self.seen_at = self.used_at  # when a browser or program last looked at the table
        self.asked_at = self.used_at  # since when people can see the current question
        self.drawings = Drawings(len(stored.chairs) + 1)  # shared by seats that see the same
        self.hinting: set[int] = set()  # seats whose hint a bot is working on
        self.hints: dict[tuple[int, int], list[Advice]] = {}  # by seat and number of entries
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
    def host_name(self) -> str:
        return next((chair.name for chair in self.chairs if chair.person == self.stored.host), "Somebody")

    @property
    def waits(self) -> bool:
        """Returns whether the game has not begun, because a chair is still free.

        A server of an earlier version lets people move at such a table. Then the game has begun."""
        return bool(self.stored.waits) and self.number == 0 and self.stored.has_free_chair

    @property
    def pending(self) -> list[int]:
        """Returns the seats that owe a decision; none while the table waits."""
        return [] if self.waits else list(self._asked_now.pending)

    @property
    def _asked_now(self) -> Asked:
        """Returns what can be done in the current position."""
        if self._asked_in is None or self._asked_in.state is not self.in_progress.state:
            self._asked_in = Asked(self.game, self.in_progress.state)
        return self._asked_in

    def view(self, seat: int | None) -> View:
        """Returns what a seat sees. While the table waits, nobody sees more than a spectator, and nobody is asked."""
        state = self.in_progress.state
        return {**state.view(None), "pending": []} if self.waits else state.view(seat)

    def paths(self, seat: int | None) -> list[tuple[str, ...]]:
        """Returns the moves that a seat can make now."""
        return [] if self.waits else self._asked_now.paths(seat)

    def choices(self, seat: int | None) -> dict[str, str]:
        """Returns the words of every choice that a seat has on the way to a move, by its picks so far and the next."""
        return {} if self.waits else self._asked_now.choices(seat, self.names)

    @property
    def allows_hints(self) -> bool:
        """Returns whether players may ask for hints: against bots alone always, otherwise as the table was set. Nobody
        gets hints who plays a deal that others play, too."""
        if self.stored.deal_key is not None:
            return False
        people = [chair for chair in self.chairs if chair.kind != "bot"]
        return len(people) < 2 or self.stored.hints is not False

    def can_take_back(self, seat: int) -> bool:
        """Returns whether this seat can take its last move back. Who plays a deal that others play, too, cannot."""
        return self.stored.deal_key is None and self.in_progress.can_take_back(seat)

    def moment(self, seat: int) -> int:
        """Returns how many moves this seat has made."""
        return sum(move.seat == seat for move in self.in_progress.record.moves)

    def seat_anew(self, stored: StoredTable) -> None:
        """Take over the stored table after its chairs were changed. Bots wait a moment if the game begins now."""
        waited = self.waits
        self.stored = stored
        if waited and not self.waits:
            self.asked_at = time.monotonic()

    @property
    def version(self) -> Version:
        """Returns what `Storage.version` returns unless another server has changed the table."""
        stored, free = self.stored, sum(chair.kind == "open" for chair in self.chairs)
        return (self.number, free, stored.again, stored.rules_version, stored.closed, stored.seating)

    @property
    def record(self) -> Record:
        record = self.in_progress.record
        record.names = self.names
        return record

    @property
    def events(self) -> list[Event]:
        """Returns all events of this game, also those that only one seat hears."""
        return self.in_progress.state.events or []

    def is_to_be_saved(self, state: State) -> bool:
        """Returns whether to store this state, to which the next entry leads: every few entries, and at the end."""
        return not state.reversible and (state.over or self.number + 1 - self.saved_at >= SAVE_EVERY)

    def carry_out(self, entry: Move) -> Move:
        """Make a stored move. Returns it with the outcome that it has by the current rules."""
        if entry.takes_back:
            position = self.in_progress.after_take_back(entry.seat)
        else:
            position = self.in_progress.after_move(entry.seat, entry.path, entry.dice)
        self.go_to(position)
        return position.move

    def go_to(self, position: NextPosition) -> None:
        """Make a move that has been worked out, and stored."""
        self.in_progress.go_to(position)
        if self.is_to_be_saved(position.state):
            self.saved_at = self.number + 1
        self._note(position.move, position.state.pending(), self.events)

    def _recall(self, played: list[Move], position: Position) -> None:
        """Restore a stored position. The history before it comes from the entries, not from the rules."""
        past = Past(self.stored)
        self.asked = dict.fromkeys(self.stored.pending or (), 0)
        self.told_after, self.told_by = [len(past.events)], [0] * len(past.events)
        self.told_by_move = [len(past.events)]
        for entry in played:
            past.add(entry)
            self._note(entry, list(entry.pending or ()), past.events)
        self.in_progress.resume(past.moves, resumed(self.in_progress.record.setup, position, past.events))
        self.saved_at = position.number

    def _note(self, entry: Move, pending: list[int], events: list[Event]) -> None:
        """Count an entry that led to these pending seats and, with all entries before it, to these events."""
        self.number += 1
        self.fresh = 0 if entry.takes_back else len(events) - self.told_after[-1]
        self._ask(entry, pending)
        self.told_after.append(len(events))
        if entry.takes_back:
            self.told_by_move.pop()
        else:
            self.told_by_move.append(len(events))
        del self.told_by[len(events) :]
        self.told_by += [self.number] * (len(events) - len(self.told_by))
        self.moved_at[entry.seat] = self.number
        self._note_round(entry, events)
        self.stories.forget_after(len(events))
        self.drawings.go_on()
        self.used_at = self.asked_at = time.monotonic()

    def _ask(self, entry: Move, pending: list[int]) -> None:
        """Seats that have not answered keep their question. Every other pending seat is asked a new one."""
        before = {} if entry.takes_back else self.asked
        self.asked = {seat: self.number if seat == entry.seat else before.get(seat, self.number) for seat in pending}
        if all(self.chairs[seat].kind == "bot" for seat in pending):
            self.unasked += 1
        else:
            self._begin_to_wait()

    def _note_round(self, entry: Move, events: list[Event]) -> None:
        """Keep the end of the last round for seats that have not moved since, because the next is dealt at once."""
        news = [] if entry.takes_back else events[self.told_after[-2] :]
        kinds = [event.kind for event in news]
        if ROUND_KIND in kinds:
            self.last_round, self.round_at = news, self.number
            self.not_moved = {None, *range(len(self.chairs))}
            self._begin_to_wait()
        else:
            self.not_moved -= {None, entry.seat}

    def _begin_to_wait(self) -> None:
        """Let bots wait as usual again: a person is asked, or a round begins."""
        self.unasked = 0
        self.pace.stop_skipping()

    def is_answer(self, seat: int, number: int) -> bool:
        """Returns whether a move that names this number answers the seat's current question."""
        return self.asked.get(seat, self.number) <= number <= self.number

    def seats_of(self, person: str | None) -> list[int]:
        """Returns the seats that a person plays: their own, and those of people who share their screen."""
        return [chair.seat for chair in self.chairs if person is not None and chair.person == person]

    def concerns(self, person: str | None) -> bool:
        """Returns whether the others are told that this person is present: a player or the host."""
        return bool(self.seats_of(person)) or person == self.stored.host

    def admits(self, invite: str) -> bool:
        """Returns whether a person with this invitation may join: at an open table none is needed."""
        return self.stored.is_open or _same(invite, self.stored.invite)

    def chair_with(self, secret: str) -> Chair | None:
        return next((chair for chair in self.chairs if _same(chair.secret, secret)), None)

    def is_of(self, chair: Chair) -> bool:
        """Returns whether the person who had this chair still has it."""
        now = self.chairs[chair.seat]
        return now.kind in ("person", "here") and now.person == chair.person

    def free_chair(self) -> Chair | None:
        return next((chair for chair in self.chairs if chair.kind == "open"), None)

    # Presence.

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
        """Note a request from a person who has no open connection, for example a program."""
        if not self.is_present(person):
            self.left_at[person] = time.monotonic()

    def hear_of(self, server: str, present: set[str]) -> bool:
        """Note the people who are connected to another server. Returns whether that is a change."""
        before = self.elsewhere.get(server, set())
        self.elsewhere[server] = present
        for person in before - present:
            self.left_at[person] = time.monotonic()
        if before != present:
            self.changed.set()
        return before != present

    def is_present(self, person: str) -> bool:
        if self.present[person] > 0:
            return True
        return bool(self.elsewhere) and any(person in there for there in self.elsewhere.values())

    def is_alone(self, person: str | None) -> bool:
        """Returns whether this player or host is present, and no other."""
        everybody = {each for each, count in self.present.items() if count > 0}.union(*self.elsewhere.values())
        return everybody == {person}

    def waits_for_bots(self) -> bool:
        """Returns whether only bots are asked."""
        pending = self.in_progress.state.pending()
        return bool(pending) and all(self.chairs[seat].kind == "bot" for seat in pending)

    def is_away(self, chair: Chair) -> bool:
        return chair.kind in ("person", "here") and chair.person is not None and not self.is_present(chair.person)

    def bot_plays_for(self, chair: Chair) -> bool:
        """Returns whether a bot decides for this chair now: it is a bot's, or its person has been away for too long."""
        if chair.kind == "bot":
            return True
        return self.is_away(chair) and self.seconds_until_bot(chair) == 0

    def seconds_until_move(self, chair: Chair, pace: float) -> float | None:
        """Returns how long a bot still waits before it decides for this chair, so that people can see the last move.

        Returns None if no bot decides for the chair, or if nobody looks at the table."""
        left = 0.0 if chair.kind == "bot" else self.seconds_until_bot(chair)
        if left is None or not self.is_attended():
            return None
        pause = pace * self.pace.factor / (self._haste() if chair.kind == "bot" else 1.0)
        return max(left, self.asked_at + pause - time.monotonic(), 0.0)

    def glance(self) -> None:
        """Note that a browser or program looks at the table."""
        now = time.monotonic()
        if not self.is_attended():
            self.asked_at = now  # until now nobody could see the question
            self.changed.set()
        self.seen_at = now

    def is_attended(self) -> bool:
        """Returns whether a player or spectator is connected to this server, or was until a short while ago.

        The while is at least the time after which bots take over. Every server counts its own connections only."""
        return self.watching > 0 or time.monotonic() - self.seen_at < max(GLANCE_SECONDS, self.stored.away_seconds or 0)

    @property
    def can_be_let_go(self) -> bool:
        """Returns whether nobody would notice if this object were dropped, and made again from the storage later."""
        return not self.watching and not self.lock.locked() and not self.hinting

    def host_waits(self) -> bool:
        """Returns whether the host is connected to this server and waits for people to take the free chairs."""
        host = self.stored.host
        is_here = self.present[host] > 0 or time.monotonic() - self.left_at.get(host, -math.inf) < GLANCE_SECONDS
        return self.stored.is_open and is_here and self.free_chair() is not None and not self.in_progress.state.over

    def _is_of_bots(self) -> bool:
        return all(chair.kind == "bot" for chair in self.chairs)

    def _haste(self) -> float:
        """Returns how many times as fast as usual bots move, because people who are out wait for the round's end."""
        if self._is_of_bots():
            return 1.0
        return max(1.0, self.unasked / (USUAL_WAIT * len(self.chairs)))

    def seconds_until_bot(self, chair: Chair) -> float | None:
        """Returns how long until a bot plays for an absent person; None if it never does."""
        limit = self.stored.away_seconds
        if limit is None or not self.is_away(chair):
            return None
        since = self.left_at.setdefault(str(chair.person), time.monotonic())
        return max(0.0, since + limit - time.monotonic())

    def events_since(self, seat: int | None, number: int) -> list[Event]:
        """Returns the events that this seat has heard since the position with that number."""
        return [event for event in self.events[self.told_after[number] :] if event.to in (None, seat)]

    # Events in words.

    def story(self, seat: int | None) -> Story:
        """Returns the events that this seat has heard."""
        return self.stories.story(seat, Told(self.events, self.told_by, self.fresh), self.names)

    def news_since(self, seat: int | None) -> int:
        """Returns the number of the first entry that is news: the last one of this seat, or of the last few entries for
        a spectator, who does not move."""
        return self.number - len(self.chairs) + 1 if seat is None else self.moved_at.get(seat, 0)

    def round_end(self, seat: int | None) -> list[Event]:
        """Returns the events with which the last round ended, as far as this seat has heard them, until it moves; for
        spectators, until any seat moves."""
        return [event for event in self.last_round if event.to in (None, seat)] if seat in self.not_moved else []

    def last_told(self, seat: int | None) -> list[Event]:
        """Returns the events of the last entry that this seat has heard."""
        return [event for event in self.events[len(self.events) - self.fresh :] if event.to in (None, seat)]

    def others_wait(self, person: str | None) -> bool:
        """Returns whether another person sits at this table and is there. A spectator holds nobody up, but sees the
        table go on as players do."""
        here = {chair.person for chair in self.chairs if chair.person and self.is_present(chair.person)}
        return bool(here - {person}) or not self.seats_of(person)


def _same(one: str, other: str) -> bool:
    """Compares in a time that does not depend on the texts, so that nobody can guess a secret letter by letter."""
    return compare_digest(one.encode(), other.encode())
