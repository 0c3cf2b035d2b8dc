"""The view of a seat of Spookies as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.spookies.picks import FEWEST_DICE, MOST_DICE
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.view import SpookiesSight
from spiritboard.table.observation import Field, Flag, Number, Numbers, Observation, OneOf, scale
from spiritboard.table.pieces import Pieces

DIE_LABELS = ["1st", "2nd", "3rd", "4th"]
MOST_PIPS = 6


class SpookiesObservation(Observation[SpookiesSight]):
    def lay_out(self, pieces: Pieces) -> list[Field]:
        printed = cast(SpookiesPieces, pieces)
        self.friends = [name.lower() for name in printed.characters.names]
        fields = [f"field {field.number}" for field in printed.fields]
        chips = scale(sum([kind.count for kind in printed.chips]))
        return [
            Numbers("fields above the gate", self.friends, len(fields)),
            Numbers("penalty chips", ["gate", *fields], chips),
            OneOf("friend die", [*self.friends, "?"]),
            OneOf("character on the move", self.friends),
            Flag("first roll"),
            Numbers("dice as they lie", DIE_LABELS, MOST_PIPS),
            Number("chips in the stock", chips),
            Numbers("chips", self.players, chips),
        ]

    def facts(self, view: SpookiesSight) -> list[object]:
        rolled = view["rolled"]
        return [
            [each["field"] for each in view["characters"]],
            [each["penalty"] for each in view["fields"]],
            view["friend"],
            view["character"],
            view["first_roll"],
            rolled + [0] * (MOST_DICE - len(rolled)),
            view["stock"],
            self.around(view, view["chips"]),
        ]

    def actions(self) -> list[str]:
        rolls = [f"roll-{dice}-dice" for dice in range(FEWEST_DICE, MOST_DICE + 1)]
        return ["stop", "unused 1", *rolls, *self.friends]
