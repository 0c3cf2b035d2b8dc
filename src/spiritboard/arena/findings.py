"""What is found in the traces of many games: figures of any game, and the counts of a game's own statistics."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from spiritboard.arena.ratio import Ratio
from spiritboard.arena.trace import GameTrace

TENTHS = 10  # the parts of a game that are measured by themselves
ChartPlace = tuple[str, str, str]  # a chart of the game's own statistics, its row and its column


class Measure(StrEnum):
    """The figures that are measured in every game. Those that end in AT have a row for each tenth of a game."""

    SEAT_SHARE = "seat"  # of the victory; a row for each seat
    LENGTH = "length"  # decisions
    SCORE = "score"
    WINNER_SCORE = "winner"
    MARGIN = "margin"  # between the winner and the next player
    LEGAL_MOVES = "legal"
    LEGAL_MOVES_AT = "legal at"
    FORCED = "forced"  # decisions with only one legal move
    LEAD_CHANGES = "changes"
    LEAD_CHANGES_AT = "changes at"
    LEADER_SHARE_AT = "leader at"  # of the victory, for the seat that leads when the tenth begins
    EVENTS = "event"  # a row for each kind
    GAMES_WITH_EVENT = "event games"  # a row for each kind


@dataclass
class Findings:
    """Sums over some games. Merge parts in the order of the games: then the result is always the same to the bit."""

    games: int = 0
    unfinished: int = 0
    general: dict[tuple[Measure, str], Ratio] = field(default_factory=dict)  # by measure and row
    own: dict[ChartPlace, Ratio] = field(default_factory=dict)
    spreads: dict[Measure, Counter[int]] = field(default_factory=dict)  # how often each value came up
    words: dict[str, str] = field(default_factory=dict)  # the words of the first event of each kind

    def add(self, trace: GameTrace) -> None:
        self.games += 1
        for kind, words in trace.words.items():
            self.words.setdefault(kind, words)
        for place, (total, times) in trace.noted.items():
            self.own.setdefault(place, Ratio()).add(total, times)
        self._add_decisions(trace)
        if trace.finished:
            self._add_end(trace)
        else:
            self.unfinished += 1

    def note(self, measure: Measure, row: str, top: float, bottom: float = 1.0) -> None:
        self.general.setdefault((measure, row), Ratio()).add(top, bottom)

    def spread(self, measure: Measure, value: int) -> None:
        self.spreads.setdefault(measure, Counter())[value] += 1

    def _add_decisions(self, trace: GameTrace) -> None:
        legal = trace.legal
        self.note(Measure.LEGAL_MOVES, "", sum(legal), len(legal))
        self.note(Measure.FORCED, "", legal.count(1), len(legal))
        for tenth, (first, after) in enumerate(tenths(len(legal))):
            if after > first:
                self.note(Measure.LEGAL_MOVES_AT, str(tenth), sum(legal[first:after]), after - first)
        for kind, times in trace.events.items():
            self.note(Measure.EVENTS, kind, times)
            self.note(Measure.GAMES_WITH_EVENT, kind, 1)

    def _add_end(self, trace: GameTrace) -> None:
        scores, places, shares = trace.scores or [], trace.places or [], trace.shares or []
        for seat, share in enumerate(shares):
            self.note(Measure.SEAT_SHARE, str(seat), share)
            self.spread(Measure.SCORE, scores[seat])
        self.note(Measure.SCORE, "", sum(scores), len(scores))
        winner = scores[places.index(min(places))]  # any player's score if all have lost together
        # Empty if all players share the victory: the margin is 0 then.
        behind = [abs(winner - score) for score, place in zip(scores, places, strict=True) if place != min(places)]
        figures = {
            Measure.LENGTH: len(trace.seats),
            Measure.WINNER_SCORE: winner,
            Measure.MARGIN: min(behind, default=0),
        }
        for measure, value in figures.items():
            self.note(measure, "", value)
            self.spread(measure, value)
        self._add_leads(trace, shares)

    def _add_leads(self, trace: GameTrace, shares: list[float]) -> None:
        changes = trace.lead_changes()
        if changes is None:
            return
        self.note(Measure.LEAD_CHANGES, "", changes)
        self.spread(Measure.LEAD_CHANGES, changes)
        for tenth, (first, after) in enumerate(tenths(len(trace.seats))):
            self.note(Measure.LEAD_CHANGES_AT, str(tenth), trace.lead_changes(first, after) or 0)
            leader = trace.leads[first]
            if leader is not None:
                self.note(Measure.LEADER_SHARE_AT, str(tenth), shares[leader])

    def merge(self, other: Findings) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        for row, ratio in other.general.items():
            self.general.setdefault(row, Ratio()).merge(ratio)
        for place, ratio in other.own.items():
            self.own.setdefault(place, Ratio()).merge(ratio)
        for measure, spread in other.spreads.items():
            self.spreads.setdefault(measure, Counter()).update(spread)
        for kind, words in other.words.items():
            self.words.setdefault(kind, words)

    def ratio(self, measure: Measure, row: str = "") -> Ratio:
        """Returns a general figure. An event's ratio is over all games, also those without it."""
        found = self.general.get((measure, row), Ratio())
        return found.padded(self.games) if measure in (Measure.EVENTS, Measure.GAMES_WITH_EVENT) else found


def tenths(length: int) -> list[tuple[int, int]]:
    """Returns the tenths of so many decisions: the number of the first decision, and that after the last."""
    bounds = [length * part // TENTHS for part in range(TENTHS + 1)]
    return list(pairwise(bounds))


def quantile(values: Counter[int], part: float) -> int:
    """Returns the smallest value that at least this part of all values does not exceed."""
    wanted = part * values.total()
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if seen >= wanted:
            return value
    raise ValueError("There are no values.")
