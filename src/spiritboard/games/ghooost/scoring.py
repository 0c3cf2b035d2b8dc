"""The points of a match of several rounds, and who wins it (GO23 to GO25)."""

from __future__ import annotations

from spiritboard.table.row import Row
from spiritboard.table.standings import Standings


def add_round_points(points: Row, left: Row) -> None:
    """Add one point for leaving, one more for the first, and two more for the last player to leave (GO23)."""
    for seat in left:
        points[seat] += 1
    points[left[0]] += 1
    points[left[-1]] += 2


def is_decided(points: Row, loser: int) -> bool:
    """Returns whether one player alone has the most points, without the player who just got the Boo! (GO24, GO25)."""
    others = [score for seat, score in enumerate(points) if seat != loser]
    return others.count(max(others)) == 1


def match_standings(points: Row, loser: int | None) -> Standings:
    """Returns the places by points; the player who got the last Boo! comes last, whatever the points."""
    if loser is None:
        return Standings.highest(list(points))
    ranked = list(points)
    ranked[loser] = -1
    places = Standings.highest(ranked).places
    return Standings(list(points), places, [loser])
