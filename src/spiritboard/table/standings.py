"""How a game ended: scores, places, and who shares the victory."""

from __future__ import annotations

from spiritboard.table.view import StandingsData


class Standings:
    """Scores and places by seat. Place 1 is best; equal places are shared, and the next one is skipped."""

    def __init__(self, scores: list[int], places: list[int], barred: list[int] | None = None) -> None:
        self.scores = scores
        self.places = places
        self.barred = barred or []  # seats that cannot win, whatever their score

    def __repr__(self) -> str:
        return f"<Standings, scores {self.scores}, places {self.places}>"

    @staticmethod
    def highest(scores: list[int]) -> Standings:
        return Standings(scores, _places(scores, 1))

    @staticmethod
    def without_winner(scores: list[int]) -> Standings:
        """Returns standings in which all have lost together and share the last place."""
        return Standings(scores, [len(scores)] * len(scores))

    @staticmethod
    def lowest(scores: list[int]) -> Standings:
        return Standings(scores, _places(scores, -1))

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def shares(self) -> list[float]:
        """Returns each seat's share of the victory: 1 in sum, or all 0 if nobody has won."""
        winners = self.winners()
        return [1.0 / len(winners) if place == 1 else 0.0 for place in self.places]

    def rewards(self) -> list[float]:
        """Returns a reward for each seat, 0 in sum. If all win together, or all lose together, every reward is 0."""
        if not self.winners():
            return [0.0] * len(self.places)
        return [len(self.places) * share - 1.0 for share in self.shares()]

    def to_data(self) -> StandingsData:
        return {"scores": self.scores, "places": self.places, "winners": self.winners(), "barred": self.barred}


def _places(scores: list[int], better: int) -> list[int]:
    places: list[int] = []
    for mine in scores:
        place = 1
        for other in scores:
            if (other - mine) * better > 0:
                place += 1
        places.append(place)
    return places
