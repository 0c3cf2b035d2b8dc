"""A match of several rounds of Ghooost!: points for leaving, Boo! for staying (GO23 to GO25)."""

from __future__ import annotations

from typing import ClassVar

from spiritboard.table.standings import Standings


class Match:
    MOST_STOPPED: ClassVar[int] = 10  # GO27

    @staticmethod
    def score(points: list[int], left: list[int]) -> None:
        """One for leaving, one more for the first, two more for the last to leave (GO23)."""
        for seat in left:
            points[seat] += 1
        points[left[0]] += 1
        points[left[-1]] += 2

    @staticmethod
    def decided(points: list[int], loser: int) -> bool:
        """Whether one player alone has the most among all but the one who just got the Boo! (GO24, GO25)."""
        others = [score for seat, score in enumerate(points) if seat != loser]
        return others.count(max(others)) == 1

    @staticmethod
    def standings(points: list[int], loser: int | None) -> Standings:
        """By points, but whoever got the last Boo! comes last whatever they have."""
        if loser is None:
            return Standings.highest(points.copy())
        ranked = points.copy()
        ranked[loser] = -1
        places = Standings.highest(ranked).places
        return Standings(points.copy(), places, [loser])
