"""Reads and checks a pieces file of 13 Ghosts: what is printed on the ghosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from spiritboard.games.thirteen.abilities import (
    ABILITY_KINDS,
    EFFECTS,
    LOOKING_EFFECTS,
    QUESTION,
    SET_SIZE,
    Abilities,
    bits,
)
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

GhostNumber = Annotated[int, msgspec.Meta(ge=1, le=SET_SIZE)]


class PrintedNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """A ghost's number. It has an origin of its own, because abilities are known of which the number is not."""

    value: GhostNumber
    provenance: Provenance = "own"


class PrintedGhost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """A ghost that asks whether the crypt is one of some numbers (`asks`), or has a named effect (`does`)."""

    number: PrintedNumber
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    asks: tuple[GhostNumber, ...] | None = None
    does: Literal["look-attack", "silent-attack", "look-bury", "copy", "again"] | None = None
    look: Annotated[int, msgspec.Meta(ge=1, le=SET_SIZE)] | None = None
    provenance: Provenance = "own"

    @property
    def effect(self) -> int:
        return QUESTION if self.does is None else EFFECTS[self.does]

    def complaint(self) -> str | None:
        """Returns what is wrong with this ghost, or None."""
        if (self.asks is None) == (self.does is None):
            return "a ghost has either `asks` or `does`"
        if self.asks is not None and not 0 < len(self.asks) < SET_SIZE:
            return f"asks: a question is about some of the {SET_SIZE} numbers, not about none or all of them"
        if self.asks is not None and len(set(self.asks)) < len(self.asks):
            return "asks: a number is listed twice"
        if (self.look is not None) != (self.does in LOOKING_EFFECTS):
            return f"look: {' and '.join(LOOKING_EFFECTS)}, and only those, need a number of cards to look at"
        return None


class ThirteenPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ghosts: tuple[PrintedGhost, ...]

    def check(self) -> None:
        if sorted(ghost.number.value for ghost in self.ghosts) != list(range(1, SET_SIZE + 1)):
            raise BadPieces(f"ghosts: each number from 1 to {SET_SIZE} must be listed once.")
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
                Cell(ABILITY_KINDS[ghost.effect], ghost.provenance),
                Cell(ghost.text, ghost.provenance),
            )
            for ghost in self.ghosts
        ]
        return [PieceTable("Ghosts", ("number", "kind", "ability"), tuple(rows))]
