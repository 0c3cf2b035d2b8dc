"""Reading and checking what is printed on the thirteen ghosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from spiritboard.games.thirteen.abilities import EFFECTS, KINDS, LOOKING, NUMBERS, QUESTION, Abilities, bits
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

Number = Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)]


class Numeral(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """Which number a ghost bears is not known from the same place as what it can do."""

    value: Number
    provenance: Provenance = "own"


class Ghost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """A ghost asks whether the crypt is one of some numbers, or does something that has a name."""

    number: Numeral
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    asks: tuple[Number, ...] | None = None
    does: Literal["look-attack", "silent-attack", "look-bury", "copy", "again"] | None = None
    look: Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)] | None = None
    provenance: Provenance = "own"

    @property
    def effect(self) -> int:
        return QUESTION if self.does is None else EFFECTS[self.does]

    def complaint(self) -> str | None:
        if (self.asks is None) == (self.does is None):
            return "it either asks about some numbers or does something"
        if self.asks is not None and not 0 < len(self.asks) < NUMBERS:
            return f"asks: a question is about some of the {NUMBERS} numbers, not about none or all"
        if self.asks is not None and len(set(self.asks)) < len(self.asks):
            return "asks: a number is there twice"
        if (self.look is not None) != (self.does in LOOKING):
            return f"look: says at how many cards it looks, for {' and '.join(LOOKING)}, and only there"
        return None


class ThirteenPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ghosts: tuple[Ghost, ...]

    def check(self) -> None:
        if sorted(ghost.number.value for ghost in self.ghosts) != list(range(1, NUMBERS + 1)):
            raise BadPieces(f"ghosts: each number from 1 to {NUMBERS} must be listed once.")
        for at, ghost in enumerate(self.ghosts):
            complaint = ghost.complaint()
            if complaint:
                raise BadPieces(f"ghosts[{at}] (number {ghost.number.value}): {complaint}.")

    def abilities(self) -> Abilities:
        ghosts = sorted(self.ghosts, key=lambda ghost: ghost.number.value)
        return Abilities(
            effects=[QUESTION, *(ghost.effect for ghost in ghosts)],
            asks=[0, *(bits(list(ghost.asks or ())) for ghost in ghosts)],
            looks=[0, *(ghost.look or 0 for ghost in ghosts)],
            texts=["", *(ghost.text for ghost in ghosts)],
        )

    def maker(self) -> Callable[[GameConfig], Thirteen]:
        abilities = self.abilities()
        return lambda config: Thirteen(config, abilities)

    def tables(self) -> list[PieceTable]:
        rows = [
            (
                Cell(str(ghost.number.value), ghost.number.provenance),
                Cell(KINDS[ghost.effect], ghost.provenance),
                Cell(ghost.text, ghost.provenance),
            )
            for ghost in self.ghosts
        ]
        return [PieceTable("Ghosts", ("number", "kind", "ability"), tuple(rows))]
