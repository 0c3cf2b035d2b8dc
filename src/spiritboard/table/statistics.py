"""What is measured in a game: how its seats stand, and what a game counts by itself for reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State

# By chart, row and column: a sum, and the number of values that were added.
Noted = dict[tuple[str, str, str], tuple[float, int]]


@dataclass(frozen=True)
class Chart:
    """How the counts of a game's statistics are drawn: as means with their intervals, or as shares of a whole."""

    id: str
    title: str
    says: str  # a sentence that says what the chart shows
    row: str  # what a row stands for
    column: str = ""  # what a column stands for; empty if there is one value in a row
    share: bool = True  # whether the values are shares of a whole, not means
    value: str = ""  # what the values are, such as "share of the victory"
    best_first: bool = (
        False  # otherwise rows come by the number in their name, or in the order in which they were counted
    )
    most_rows: int = 60  # if the best come first: only the best and the worst rows are shown
    least: int = 1  # values that were counted less often are left out


class Statistics:
    """Counts while one game is played. A game that counts more has a subclass in the report.py of its folder.

    Statistics see the whole state, secrets included. There is a new instance for every game that is played.
    """

    # The name of what `shown` counts, and whether the seat with the fewest of it leads.
    counts: str = ""
    fewest_lead: bool = False
    charts: ClassVar[tuple[Chart, ...]] = ()

    def __init__(self, config: GameConfig) -> None:
        self.config = config
        self.noted: Noted = {}
        self._chosen: dict[tuple[str, str, tuple[str, ...]], Counter[str]] = {}

    def shown(self, state: State) -> list[int] | None:
        """Returns how the seats stand, as all players can see it, or None if the game does not show it."""
        return None

    def decide(self, state: State, seat: int, path: str) -> None:
        """Is called before each move."""

    def tell(self, event: Event) -> None:
        """Is called with each event that all seats are told."""

    def close(self, state: State, shares: list[float]) -> None:
        """Is called when the game is over, with each seat's share of the victory."""

    # For subclasses and callers.

    def leader(self, shown: list[int]) -> int | None:
        """Returns the seat that stands best, or None if several stand equally well."""
        best = min(shown) if self.fewest_lead else max(shown)
        return shown.index(best) if shown.count(best) == 1 else None

    def note(self, chart: str, row: str, column: str, value: float) -> None:
        """Adds a value to a mean."""
        total, times = self.noted.get((chart, row, column), (0.0, 0))
        self.noted[chart, row, column] = total + value, times + 1

    def note_choice(self, chart: str, row: str, columns: tuple[str, ...], chosen: str) -> None:
        """Counts which of several columns was chosen. A report shows the share of each column."""
        self._chosen.setdefault((chart, row, columns), Counter())[chosen] += 1

    def note_shares(self, chart: str, rows: tuple[str, ...], counted: Counter[str]) -> None:
        """Adds the counts of a whole game. A report shows the share of each row."""
        for row in rows:
            self.noted[chart, row, ""] = float(counted[row]), counted.total()

    def counted(self) -> Noted:
        """Returns all sums: those of `note`, and for each column how often it and any column was chosen."""
        shares = {
            (chart, row, column): (float(chosen[column]), chosen.total())
            for (chart, row, columns), chosen in self._chosen.items()
            for column in columns
        }
        return {**self.noted, **shares}
