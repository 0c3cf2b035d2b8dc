"""What reports count in a game: the standing of its seats, and charts of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State

# By the id of a chart, a row and a column: the sum of the values, and how many values there were.
Noted = dict[tuple[str, str, str], tuple[float, int]]


@dataclass(frozen=True)
class Chart:
    """How a count is drawn: as means with their intervals, or as shares of a whole."""

    id: str
    title: str
    says: str  # a sentence that explains the chart
    row: str  # the word for a row; `column` is the word for a column of shares
    column: str = ""
    share: bool = True  # whether the values are shares of 1, and not means
    value: str = ""  # the word for the values, such as "share of the victory"
    best_first: bool = False  # otherwise rows are in the order of counting, or sorted by number
    most_rows: int = 60  # if the best are first: as many rows as this, the best and the worst
    least: int = 1  # rows with fewer values are left out


class Statistics:
    """Counts while one game is played. A game with counts of its own has a subclass in its report.py.

    It is given the whole state, secrets included, and gives nothing to the players. Each game gets a new object.
    """

    # The word for the numbers that `shown` returns, and whether the seat with the lowest number leads.
    counts: str = ""
    fewest_lead: bool = False
    charts: ClassVar[tuple[Chart, ...]] = ()

    def __init__(self, config: GameConfig) -> None:
        self.config = config
        self.noted: Noted = {}
        self._chosen: dict[tuple[str, str, tuple[str, ...]], Counter[str]] = {}

    def shown(self, state: State) -> list[int] | None:
        """Returns a number for each seat that all players can see, such as points; None if the game shows none."""
        return None

    def decide(self, state: State, seat: int, path: str) -> None:
        """Called before a move is made."""

    def tell(self, event: Event) -> None:
        """Called for each event that is told to all."""

    def close(self, state: State, shares: list[float]) -> None:
        """Called when the game is over, with each seat's share of the victory."""

    # For subclasses and callers.

    def leader(self, shown: list[int]) -> int | None:
        """Returns the seat that leads alone, and None if several do."""
        best = min(shown) if self.fewest_lead else max(shown)
        return shown.index(best) if shown.count(best) == 1 else None

    def note(self, chart: str, row: str, column: str, value: float) -> None:
        """Add a value to a mean."""
        total, times = self.noted.get((chart, row, column), (0.0, 0))
        self.noted[chart, row, column] = total + value, times + 1

    def note_choice(self, chart: str, row: str, columns: tuple[str, ...], chosen: str) -> None:
        """Count one choice among several columns, for the share of each column."""
        self._chosen.setdefault((chart, row, columns), Counter())[chosen] += 1

    def note_shares(self, chart: str, rows: tuple[str, ...], counted: Counter[str]) -> None:
        """Add the counts of a whole game, for the share of each row."""
        for row in rows:
            self.noted[chart, row, ""] = float(counted[row]), counted.total()

    def counted(self) -> Noted:
        """Returns everything noted. A choice gives how often each column was chosen, and how often any column was."""
        shares = {
            (chart, row, column): (float(chosen[column]), chosen.total())
            for (chart, row, columns), chosen in self._chosen.items()
            for column in columns
        }
        return {**self.noted, **shares}
