"""What a seat of Spookies sees, as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.games.spookies.rules import FEWEST_DICE, MOST_DICE
from spiritboard.table.observation import Field, Flag, Number, Numbers, Observation, OneOf, scale
from spiritboard.table.pieces import Pieces
from spiritboard.table.view import Sight

DICE = ["1st", "2nd", "3rd", "4th"]
PIPS = 6


class SpookiesObservation(Observation[Sight]):
    def lay_out(self, pieces: Pieces) -> list[Field]:
        printed = cast(SpookiesPieces, pieces)
        self.friends = [name.lower() for name in printed.characters.names]
        fields = [f"field {field.number}" for field in printed.fields]
        chips = scale(sum([heap.count for heap in printed.chips]))
        return [
            Numbers("fields above the gate", self.friends, len(fields)),
            Numbers("penalty chips", ["gate", *fields], chips),
            OneOf("friend die", [*self.friends, "?"]),
            OneOf("character on the move", self.friends),
            Flag("first roll"),
            Numbers("dice as they lie", DICE, PIPS),
            Number("chips in the stock", chips),
            Numbers("chips", self.players, chips),
        ]

    def facts(self, sight: Sight) -> list[object]:
        view = cast(dict[str, object], sight)
        characters = cast(list[dict[str, object]], view["characters"])
        fields = cast(list[dict[str, object]], view["fields"])
        rolled = cast(list[int], view["rolled"])
        return [
            [each["field"] for each in characters],
            [each["penalty"] for each in fields],
            view["friend"],
            view["character"],
            view["first_roll"],
            rolled + [0] * (MOST_DICE - len(rolled)),
            view["stock"],
            self.around(sight, cast(list[int], view["chips"])),
        ]

    def actions(self) -> list[str]:
        rolls = [f"roll-{dice}-dice" for dice in range(FEWEST_DICE, MOST_DICE + 1)]
        return ["stop", "unused 1", *rolls, *self.friends]
