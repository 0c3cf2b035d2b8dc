from __future__ import annotations

from typing import cast

from lanterns.pieces import LanternPieces
from lanterns.rules import GIVE, HAND, SAY, WIND
from lanterns.view import LanternsSight
from spiritboard.table.observation import Counts, Field, Number, Numbers, Observation, OneOf, seat_of
from spiritboard.table.pieces import Pieces

MOST_POINTS = 10


class LanternsObservation(Observation[LanternsSight]):
    def lay_out(self, pieces: Pieces) -> list[Field]:
        lanterns = cast(LanternPieces, pieces).lanterns
        self.kinds = [str(number) for number in range(lanterns)]
        given = [Counts(f"open before {player}", self.kinds, 1) for player in self.players]
        return [
            Counts("hand", self.kinds, 1),
            OneOf("own", self.kinds),
            Counts("blown out", self.kinds, 1),
            Counts("offered", [*self.kinds, *(f"to {player}" for player in self.players), "to the wind"], 1),
            *given,
            Numbers("lanterns in hand", self.players, HAND),
            Numbers("has laid", self.players, 1),
            Numbers("points", self.players, MOST_POINTS),
            Number("deck", lanterns),
        ]

    def facts(self, view: LanternsSight) -> list[object]:
        seat = seat_of(view)
        own = view["own"]
        return [
            [str(lantern) for lantern in view["hands"][seat] or []],
            None if own is None else str(own),
            [str(lantern) for lantern in view["blown_out"]],
            self.offered(seat, view["offer"]),
            *([str(lantern) for lantern in heap] for heap in self.around(view, view["open"])),
            self.around(view, view["counts"]),
            self.around(view, [int(each) for each in view["has_laid"]]),
            self.around(view, view["points"]),
            view["deck"],
        ]

    def offered(self, seat: int, offer: list[int] | None) -> list[str]:
        if not offer:
            return []
        lantern, to = offer
        return [str(lantern), "to the wind" if to == WIND else f"to {self.players[(to - seat) % self.seats]}"]

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(SAY + 1)]
        for lantern in range(len(self.kinds)):
            names[lantern] = f"lay lantern-{lantern}"
            names[GIVE + lantern * 10 + WIND] = f"blow-out lantern-{lantern}"
            for seat in range(int(self.seats)):
                names[GIVE + lantern * 10 + seat] = f"give lantern-{lantern} seat-{seat}"
        names[SAY] = "say-so"
        return names
