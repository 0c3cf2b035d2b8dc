"""What has happened at a table, in words, as each seat has heard it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from spiritboard.table.events import Event

LOG_LINES = 40  # that a page shows


@dataclass(frozen=True)
class LogLine:
    """An event in words. It is made once and shown to every seat that hears of the event."""

    event: Event = field(compare=False)
    words: str
    html: str


@dataclass
class Story:
    """The events that a seat, or a spectator (None), has heard so far."""

    seat: int | None
    edition: int = field(compare=False)  # a story with the same edition only gets more lines
    lines: list[LogLine] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)  # how often each kind of event has happened
    fresh: int = 0  # how many of the lines came with the last entry
    seen: int = 0  # how many events of the table this story includes or leaves out

    def go_on(self, lines: list[LogLine], fresh: int) -> None:
        """Add the lines that the seat has heard since. The last `fresh` of all lines came with the last entry."""
        for line in lines[self.seen :]:
            if self._hears(line):
                self.lines.append(line)
                self.told[line.event.kind] += 1
        self.seen = len(lines)
        self.fresh = sum(map(self._hears, lines[len(lines) - fresh :]))

    def _hears(self, line: LogLine) -> bool:
        return line.event.to is None or line.event.to == self.seat

    @property
    def news(self) -> list[str]:
        """Returns the words of the last entry's events."""
        return [line.words for line in self.lines[len(self.lines) - self.fresh :]]

    @property
    def last(self) -> str:
        """Returns the words of the last event."""
        return self.lines[-1].words if self.lines else ""

    @property
    def log(self) -> Markup:
        """Returns the last lines as items of a list. Those of the last entry are marked."""
        known = len(self.lines) - self.fresh
        first = max(0, len(self.lines) - LOG_LINES)
        return _items("<li>", self.lines[first:known]) + _items('<li class="fresh">', self.lines[max(first, known) :])


def _items(tag: str, lines: list[LogLine]) -> Markup:
    return Markup("".join(f"{tag}{line.html}</li>" for line in lines))


class Stories:
    """The stories of all seats at a table. All seats share one story until a seat alone hears an event."""

    def __init__(self) -> None:
        self._names: list[str] = []  # the names in the lines
        self._lines: list[LogLine] = []
        self._by_seat: dict[int | None, Story] = {}
        self.edition = 0  # how often lines were changed or taken back

    def story(self, seat: int | None, events: list[Event], fresh: int, names: list[str]) -> Story:
        """Returns what a seat has heard of these events, of which the last `fresh` came with the last entry."""
        self._put_into_words(events, names)
        public = self._gone_on(None, fresh)
        return public if len(public.lines) == len(self._lines) else self._gone_on(seat, fresh)

    def forget_after(self, told: int) -> None:
        """Keep the first so many events, because the others were taken back."""
        if told < len(self._lines):
            self._begin_again(self._lines[:told])

    def _put_into_words(self, events: list[Event], names: list[str]) -> None:
        """Put new events into words, and all events if a name has changed."""
        if names != self._names:
            self._names = names
            self._begin_again([])
        for event in events[len(self._lines) :]:
            words = event.say(names)
            self._lines.append(LogLine(event, words, str(escape(words))))

    def _begin_again(self, lines: list[LogLine]) -> None:
        self._lines, self._by_seat = lines, {}
        self.edition += 1

    def _gone_on(self, seat: int | None, fresh: int) -> Story:
        found = self._by_seat.get(seat)
        if found is None:
            found = self._by_seat[seat] = Story(seat, self.edition)
        found.go_on(self._lines, fresh)
        return found
