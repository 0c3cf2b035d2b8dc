"""Many games between equals, and what is found in their courses."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from spiritboard.arena import workers
from spiritboard.arena.report.ratio import Ratio
from spiritboard.arena.simulate import Job
from spiritboard.arena.trace import GameTrace, Player, watch
from spiritboard.arena.workers import Each
from spiritboard.bots.roster import make
from spiritboard.table.dice import Dice
from spiritboard.table.registry import find

BATCH = 25  # games of one part
PARTS = 10  # of a game's course: tenths
AT_RANDOM = "random"

# The general figures, by name.
SEAT, LENGTH, SCORE, WINNER, MARGIN, LEGAL, FORCED = "seat", "length", "score", "winner", "margin", "legal", "forced"
CHANGES, CHANGES_AT, LEADER_AT, LEGAL_AT = "changes", "changes at", "leader at", "legal at"
EVENT, EVENT_GAMES = "event", "event games"
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Survey(Job):
    """Games in which the same bot sits at every seat."""

    bot: str = AT_RANDOM

    def check(self) -> None:
        super().check()
        make(self.bot, find(self.game))


@dataclass
class Findings:
    """What was found in some games. Parts are put together in the order of the games, so it is always the same."""

    games: int = 0
    unfinished: int = 0
    general: dict[tuple[str, str], Ratio] = field(default_factory=dict)
    own: dict[Key, Ratio] = field(default_factory=dict)  # by the game's own charts
    spreads: dict[str, Counter[int]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # what was said when each kind of event was first told

    def add(self, trace: GameTrace) -> None:
        self.games += 1
        for kind, words in trace.words.items():
            self.words.setdefault(kind, words)
        for key, (total, times) in trace.noted.items():
            self.own.setdefault(key, Ratio()).add(total, times)
        self._add_trace(trace)
        if trace.finished:
            self._add_end(trace)
        else:
            self.unfinished += 1

    def note(self, name: str, row: str, top: float, bottom: float = 1.0) -> None:
        self.general.setdefault((name, row), Ratio()).add(top, bottom)

    def spread(self, name: str, value: int) -> None:
        self.spreads.setdefault(name, Counter())[value] += 1

    def _add_trace(self, trace: GameTrace) -> None:
        legal = trace.legal
        self.note(LEGAL, "", sum(legal), len(legal))
        self.note(FORCED, "", legal.count(1), len(legal))
        for part, (first, after) in enumerate(parts(len(legal))):
            if after > first:
                self.note(LEGAL_AT, str(part), sum(legal[first:after]), after - first)
        for kind, times in trace.events.items():
            self.note(EVENT, kind, times)
            self.note(EVENT_GAMES, kind, 1)

    def _add_end(self, trace: GameTrace) -> None:
        scores, places, shares = trace.scores or [], trace.places or [], trace.shares or []
        for seat, share in enumerate(shares):
            self.note(SEAT, str(seat), share)
            self.spread(SCORE, scores[seat])
        self.note(SCORE, "", sum(scores), len(scores))
        winner = scores[places.index(min(places))]  # where all have lost together, any of them
        # Whoever did not win came at least so near; nobody is behind where all share the victory.
        behind = [abs(winner - score) for score, place in zip(scores, places, strict=True) if place != min(places)]
        figures = {LENGTH: len(trace.seats), WINNER: winner, MARGIN: min(behind, default=0)}
        for name, value in figures.items():
            self.note(name, "", value)
            self.spread(name, value)
        self._add_leads(trace, shares)

    def _add_leads(self, trace: GameTrace, shares: list[float]) -> None:
        changes = trace.lead_changes()
        if changes is None:
            return
        self.note(CHANGES, "", changes)
        self.spread(CHANGES, changes)
        for part, (first, after) in enumerate(parts(len(trace.seats))):
            self.note(CHANGES_AT, str(part), trace.lead_changes(first, after) or 0)
            leader = trace.leads[first]
            if leader is not None:
                self.note(LEADER_AT, str(part), shares[leader])

    def merge(self, other: Findings) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        for place, ratio in other.general.items():
            self.general.setdefault(place, Ratio()).merge(ratio)
        for key, ratio in other.own.items():
            self.own.setdefault(key, Ratio()).merge(ratio)
        for name, spread in other.spreads.items():
            self.spreads.setdefault(name, Counter()).update(spread)
        for kind, words in other.words.items():
            self.words.setdefault(kind, words)

    def ratio(self, name: str, row: str = "") -> Ratio:
        """A general figure. What is told in some games only is counted over all of them."""
        found = self.general.get((name, row), Ratio())
        return found.padded(self.games) if name in (EVENT, EVENT_GAMES) else found


def parts(length: int) -> list[tuple[int, int]]:
    """The tenths of so many decisions: from where to before where."""
    bounds = [length * part // PARTS for part in range(PARTS + 1)]
    return list(pairwise(bounds))


def run(
    survey: Survey,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    each: Each = workers.each,
) -> Findings:
    """Play a survey on so many processes (None: one for each core)."""
    survey.check()
    batches = [(survey, first, min(BATCH, survey.games - first)) for first in range(0, survey.games, BATCH)]
    total = Findings()
    for part in each(_play_part, batches, min(jobs or os.cpu_count() or 1, len(batches)), in_order=True):
        total.merge(part)
        progress(part.games)
    return total


def _play_part(part: tuple[Survey, int, int]) -> Findings:
    survey, first, count = part
    setup = survey.setup()
    findings = Findings()
    for number in range(first, first + count):
        dice = Dice(survey.seed).stream(number)
        findings.add(watch(setup, number, dice, survey.limit, _player(survey, number)))
    return findings


def _player(survey: Survey, number: int) -> Player | None:
    if survey.bot == AT_RANDOM:
        return None
    thinking = Dice(f"{survey.seed} thinking").stream(number)
    return Player(survey.bot, make(survey.bot, find(survey.game)), thinking)
