"""The sheet that a page shows when a round or the game is over: what changed for each player, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from spiritboard.server.live_table import LiveTable
from spiritboard.server.story import ROUND_KIND
from spiritboard.table.events import Event, named, with_names
from spiritboard.table.summary import Opened, ScoreLine, Summary

NO_SUMMARY = Summary("The round is over", "", ())
DrawOpened = Callable[[Opened], Markup]


@dataclass(frozen=True)
class SheetLine:
    """The scores of a player or of a team."""

    name: str
    you: bool
    before: int
    change: str  # with its sign
    after: int
    why: str


@dataclass(frozen=True)
class OpenedLine:
    """Something hidden that was opened, in words, or drawn by the game."""

    name: str  # what it is and whose it was
    words: str
    drawn: Markup


@dataclass(frozen=True)
class Sheet:
    """A score sheet as one seat reads it. If the game makes none, it has no lines, only sentences."""

    number: int  # of the entry that ended the round
    title: str
    score: str  # the name of what is counted
    held: str  # what the scores before the change are called
    lines: tuple[SheetLine, ...]
    opened: tuple[OpenedLine, ...]
    sentences: tuple[str, ...]  # what was told last
    following: str  # who begins the next round; empty at the end of the game


def round_sheet(live: LiveTable, seat: int | None, draw: DrawOpened) -> Sheet | None:
    """Returns the sheet of the last round until this seat has moved, and then None."""
    events = live.round_end(seat)
    return _sheet(live, seat, events, live.round_at, draw) if events else None


def end_sheet(live: LiveTable, seat: int | None, draw: DrawOpened) -> Sheet:
    """Returns the sheet of a game that is over."""
    return _sheet(live, seat, live.last_told(seat), live.number, draw)


def _sheet(live: LiveTable, seat: int | None, events: list[Event], number: int, draw: DrawOpened) -> Sheet:
    summary = live.game.summary([event for event in events if event.to is None])
    told = summary or NO_SUMMARY
    sentences = [event.say(live.names, seat) for event in events if event.kind != ROUND_KIND]
    begins = [event.words for event in events if event.kind == ROUND_KIND and summary is None]
    return Sheet(
        number=number,
        title=with_names(told.title, live.names, seat),
        score=told.score,
        held=told.held,
        lines=tuple(_line(line, live.names, seat) for line in told.lines),
        opened=tuple(_opened(opened, live.names, seat, draw) for opened in told.opened),
        sentences=tuple(sentences),
        following=with_names(told.following or " ".join(begins), live.names, seat),
    )


def _line(line: ScoreLine, names: list[str], seat: int | None) -> SheetLine:
    return SheetLine(
        name=with_names(named(list(line.seats)), names),
        you=seat in line.seats,
        before=line.before,
        change=f"{line.change:+d}".replace("-", "\N{MINUS SIGN}") if line.change else "0",
        after=line.after,
        why=with_names(line.why, names, seat),
    )


def _opened(opened: Opened, names: list[str], seat: int | None, draw: DrawOpened) -> OpenedLine:
    whose = "" if opened.seat is None else with_names(f"{{{opened.seat}}}'s ", names, seat)
    name = f"{whose}{opened.name.lower()}" if whose else opened.name
    return OpenedLine(name, with_names(opened.words, names, seat), draw(opened))


def headline(live: LiveTable, seat: int | None) -> str:
    """Returns who has won a game that is over, as it is said to this seat."""
    winners = live.in_progress.state.standings().winners()
    if not winners:
        return "Nobody wins."
    others = with_names(named([winner for winner in winners if winner != seat]), live.names)
    if seat in winners:
        return f"You win, together with {others}!" if others else "You win!"
    return f"{others} {'win' if len(winners) > 1 else 'wins'}."
