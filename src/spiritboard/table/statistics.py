"""What a game brings to those who measure it: how its seats stand, and what else is worth counting and drawing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State

# A chart, a row of it and a column; then a sum, and of how many it is one.
Noted = dict[tuple[str, str, str], tuple[float, int]]


@dataclass(frozen=True)
class Chart:
    """How something that a study counts is drawn: means with their intervals, or shares that make up a whole."""

    id: str
    title: str
    says: str  # what is shown, in a sentence
    row: str  # what a row is, and, of shares, a column
    column: str = ""
    share: bool = True  # whether the values are parts of one, and not means of anything
    value: str = ""  # what the values are: "share of the victory"
    best_first: bool = False  # else the rows come as they were first counted, or by number
    most_rows: int = 60  # of those that come best first: the best and the worst
    least: int = 1  # what was counted less often is left out


class Statistics:
    """Looks on while one game is played. A game that has more to say has a class of its own in its folder's report.py.

    A study sees everything, as the table does, and tells nobody at it. There is a new one for every game.
    """

    # What `shown` counts, for people, and whether the seat with the fewest of it leads.
    counts: str = ""
    fewest_lead: bool = False
    charts: ClassVar[tuple[Chart, ...]] = ()

    def __init__(self, config: GameConfig) -> None:
        self.config = config
        self.noted: Noted = {}
        self._chosen: dict[tuple[str, str, tuple[str, ...]], Counter[str]] = {}

    def shown(self, state: State) -> list[int] | None:
        """How the seats stand, as everybody at the table can see it; None if nothing of it is shown."""
        return None

    def decide(self, state: State, seat: int, path: str) -> None:
        """A move is about to be made."""

    def tell(self, event: Event) -> None:
        """Something has happened, for all to see."""

    def close(self, state: State, shares: list[float]) -> None:
        """The game is over, and each seat has its share of the victory."""

    # What follows from it.

    def leader(self, shown: list[int]) -> int | None:
        """The seat that stands best alone."""
        best = min(shown) if self.fewest_lead else max(shown)
        return shown.index(best) if shown.count(best) == 1 else None

    def note(self, chart: str, row: str, column: str, value: float) -> None:
        """Count a value towards a mean."""
        total, times = self.noted.get((chart, row, column), (0.0, 0))
        self.noted[chart, row, column] = total + value, times + 1

    def note_choice(self, chart: str, row: str, columns: tuple[str, ...], chosen: str) -> None:
        """Count one of several columns, towards the share of each."""
        self._chosen.setdefault((chart, row, columns), Counter())[chosen] += 1

    def note_shares(self, chart: str, rows: tuple[str, ...], counted: Counter[str]) -> None:
        """What was counted in the whole of a game, towards the share of each row."""
        for row in rows:
            self.noted[chart, row, ""] = float(counted[row]), counted.total()

    def counted(self) -> Noted:
        """All that was noted, and of choices how often each column was chosen and how often any."""
        shares = {
            (chart, row, column): (float(chosen[column]), chosen.total())
            for (chart, row, columns), chosen in self._chosen.items()
            for column in columns
        }
        return {**self.noted, **shares}
