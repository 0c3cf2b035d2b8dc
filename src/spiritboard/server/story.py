"""What has happened at a table, in words, as each seat has heard it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile

from markupsafe import Markup, escape

from spiritboard.table.events import Event

LOG_LINES = 60  # that a page is sent when it opens; it asks for older lines when its reader scrolls to them
OLDER_LINES = 200  # that a page is sent when it asks for older ones
ROUND_KIND = "round"  # the kind of event that begins a round
HEADINGS = (ROUND_KIND, "turn")  # the kinds of events that the log shows as headings


@dataclass(frozen=True)
class LogLine:
    """An event in words. Seats to whom the words are the same share the line."""

    event: Event = field(compare=False)
    at: int = field(compare=False)  # the number of events before it
    entry: int  # the number of the entry that it came with; 0 for the deal
    words: str
    html: str

    @property
    def heading(self) -> str:
        """Returns the kind of a heading, and an empty text for any other line."""
        return self.event.kind if self.event.kind in HEADINGS else ""

    @property
    def item(self) -> str:
        """Returns the line as an item of a list, as `static/log.js` makes it."""
        heading = f' class="heading {self.heading}"' if self.heading else ""
        return f"<li{heading}>{self.html}</li>"


@dataclass
class Told:
    """All events of a table, the entry that each came with, and how many came with the last entry."""

    events: list[Event]
    entries: list[int]
    fresh: int


@dataclass
class Story:
    """The events that a seat, or a spectator (None), has heard so far."""

    seat: int | None
    edition: int = field(compare=False)  # a story with the same edition only gets more lines
    lines: list[LogLine] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)  # how often each kind of event has happened
    fresh: int = 0  # how many of the lines came with the last entry
    seen: int = 0  # how many events of the table this story includes or leaves out

    def add(self, line: LogLine) -> None:
        self.lines.append(line)
        self.kinds[line.event.kind] += 1

    def forget_after(self, told: int) -> None:
        """Keep the first so many events of the table."""
        while self.lines and self.lines[-1].at >= told:
            self.kinds[self.lines.pop().event.kind] -= 1
        self.seen = min(self.seen, told)

    def count_since(self, entry: int) -> int:
        """Returns how many lines came with that entry or later ones, but not before the last round began."""
        late = list(takewhile(lambda line: line.entry >= entry, reversed(self.lines)))
        rounds = [at for at, line in enumerate(late) if line.event.kind == ROUND_KIND]
        return rounds[0] + 1 if rounds else len(late)

    @property
    def news(self) -> list[str]:
        """Returns the words of the last entry's events."""
        return [line.words for line in self.lines[len(self.lines) - self.fresh :]]

    @property
    def last_lines(self) -> Markup:
        """Returns the lines that a page shows when it opens, as items of a list."""
        return _items(self.lines[-LOG_LINES:])

    @property
    def all_lines(self) -> Markup:
        return _items(self.lines)


class Stories:
    """The stories of all seats at a table."""

    def __init__(self) -> None:
        self._names: list[str] = []  # the names in the lines
        self._lines: list[LogLine] = []  # as a player whom they do not name is told
        self._by_seat: dict[int | None, Story] = {}
        self.edition = 0  # how often lines were changed or taken back

    def story(self, seat: int | None, told: Told, names: list[str]) -> Story:
        """Returns what a seat has heard of these events."""
        self._put_into_words(told, names)
        story = self._by_seat.get(seat)
        if story is None:
            story = self._by_seat[seat] = Story(seat, self.edition)
        for line in self._lines[story.seen :]:
            if _hears(seat, line):
                story.add(self._as_said_to(seat, line))
        story.seen = len(self._lines)
        story.fresh = sum(_hears(seat, line) for line in self._lines[len(self._lines) - told.fresh :])
        return story

    def forget_after(self, told: int) -> None:
        """Keep the first so many events, because the others were taken back."""
        if told >= len(self._lines):
            return
        del self._lines[told:]
        self.edition += 1
        for story in self._by_seat.values():
            story.forget_after(told)
            story.edition = self.edition

    def _put_into_words(self, told: Told, names: list[str]) -> None:
        """Put new events into words, and all events if a name has changed."""
        if names != self._names:
            self._names = names
            self._lines, self._by_seat = [], {}
            self.edition += 1
        for at in range(len(self._lines), len(told.events)):
            self._lines.append(_line(told.events[at], at, told.entries[at], names, None))

    def _as_said_to(self, seat: int | None, line: LogLine) -> LogLine:
        if f"{{{seat}}}" not in line.event.words:
            return line
        return _line(line.event, line.at, line.entry, self._names, seat)


def _items(lines: list[LogLine]) -> Markup:
    return Markup("".join(line.item for line in lines))


def _hears(seat: int | None, line: LogLine) -> bool:
    return line.event.to is None or line.event.to == seat


def _line(event: Event, at: int, entry: int, names: list[str], you: int | None) -> LogLine:
    words = event.say(names, you)
    return LogLine(event, at, entry, words, str(escape(words)))
