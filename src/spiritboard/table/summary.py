"""The end of a round or of a game as a score sheet, made from the facts of the events that ended the round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScoreLine:
    """What the end of a round changed for one seat, or for one team. In `why`, {0} stands for the player in seat 0."""

    seats: tuple[int, ...]  # one seat, or all seats of a team
    before: int
    after: int
    why: str  # a few words or a sentence, such as "unafraid: returns 3"; empty if nothing changed

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Opened:
    """Something hidden that the end of a round has opened, such as a crypt, a hand or the values of chips."""

    seat: int | None  # whose it was; None if it belonged to nobody
    name: str  # such as "Crypt" or "Chips"
    words: str  # in words, such as "ghost 3 and ghost 11"
    pieces: tuple[str, ...] = ()  # the same as names of pieces, which `sheet.html` in the game's folder may draw


@dataclass(frozen=True)
class Summary:
    """The score sheet. In its words, {0} stands for the player in seat 0."""

    title: str  # such as "Round 2 is over"
    score: str  # the name of what is counted, such as "fright points"
    lines: tuple[ScoreLine, ...]
    opened: tuple[Opened, ...] = ()
    following: str = ""  # who begins the next round, as a sentence; empty at the end of the game
    held: str = "before"  # what the scores before the change are called
