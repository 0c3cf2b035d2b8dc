"""What a page shows of a table, so that it is sent only what it does not have."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from spiritboard.server.drawings import Drawing
from spiritboard.server.render import LIVE, DrawnTable
from spiritboard.server.story import LOG_LINES, Story

MOST_SMALL = 1000  # parts that a page keeps; if it has more, it is sent the whole table


SentLine = tuple[int, str, str]  # the number of its entry, the kind of heading that it is or "", and its HTML


class LogLines(msgspec.Struct):
    """Lines of a page's log."""

    first: int  # how many lines there are before them
    lines: list[SentLine]

    @staticmethod
    def of(story: Story, first: int, last: int) -> LogLines:
        return LogLines(first, [(line.entry, line.heading, line.html) for line in story.lines[first:last]])


class LogChange(LogLines):
    """The newest lines of a page's log, which it does not have, and how many lines at its end are news to the seat."""

    news: int


@dataclass(frozen=True)
class TableChange:
    """What a page is sent so that it shows the newest table."""

    html: dict[str, msgspec.Raw]  # parts by name
    log: LogChange


class ShownTable:
    """The drawings and the log lines that a page has been sent."""

    def __init__(self) -> None:
        self._forget(None)

    def _forget(self, seat: int | None) -> None:
        self._seat = seat
        self._parts: dict[str, Drawing] = {}
        self._small: set[str] = set()  # the names of small parts, which never change
        self._told = 0  # how many lines of the story were sent, or were too old to be sent
        self._edition: int | None = None  # of the story

    def change(self, seat: int | None, drawn: DrawnTable, news_since: int) -> TableChange:
        """Returns what the page does not have of this seat's table, and counts it as sent. What came with the entry
        `news_since` and with later ones is news to the seat."""
        if not self._goes_on(seat, drawn):
            self._forget(seat)
        news = {name: part for name, part in drawn.parts.items() if not _same(part, self._parts.get(name))}
        self._parts.update(news)
        html = {name: part.encoded for name, part in news.items()}
        for part in news.values():
            for outer in part.outer.keys() - self._small:  # a page that has a part has all parts inside of it, too
                small = part.outer[outer].all
                html |= {name: each.encoded for name, each in small.items() if name not in self._small}
                self._small.update(small)
        return TableChange(html, self._log_change(drawn.story, drawn.story.count_since(news_since)))

    def _goes_on(self, seat: int | None, drawn: DrawnTable) -> bool:
        """Returns whether the page can keep its parts and lines: it shows the same seat, no line was taken back, and
        the parts are not too many."""
        same_story = seat == self._seat and drawn.story.edition == self._edition
        return same_story and len(self._small) < MOST_SMALL and _same(drawn.parts[LIVE], self._parts.get(LIVE))

    def _log_change(self, story: Story, news: int) -> LogChange:
        last = len(story.lines)
        new = LogLines.of(story, max(self._told, last - LOG_LINES), last)
        self._told, self._edition = last, story.edition
        return LogChange(new.first, new.lines, news)


def _same(one: Drawing, other: Drawing | None) -> bool:
    return one is other or (other is not None and one.html == other.html)
