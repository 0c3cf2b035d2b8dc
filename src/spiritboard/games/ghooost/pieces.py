"""The cards of Ghooost! as the file of pieces describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from spiritboard.games.ghooost.picks import HIGHEST_VALUE, KITTY, MISS_COPY, MOST_ALIKE
from spiritboard.games.ghooost.position import FULL_HAND, MANSION_SIZES
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.row import Row
from spiritboard.table.state import GameConfig

AlikeCount = Annotated[int, msgspec.Meta(ge=0, le=MOST_ALIKE)]
GhostName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class GhostKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    value: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_VALUE)]
    name: GhostName
    count: AlikeCount
    provenance: Provenance = "own"


class SpecialCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    count: AlikeCount
    provenance: Provenance = "own"


class GhooostPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ghosts: tuple[GhostKind, ...]
    copies: SpecialCards
    kitties: SpecialCards

    def check(self) -> None:
        if sorted(ghost.value for ghost in self.ghosts) != list(range(1, HIGHEST_VALUE + 1)):
            raise BadPieces(f"ghosts: each value from 1 to {HIGHEST_VALUE} must be listed once.")
        needed = max(seats * (FULL_HAND + rooms) for seats, rooms in MANSION_SIZES.items())
        if len(self.deck()) <= needed:
            raise BadPieces(f"ghosts: there must be more than {needed} cards in all, or the crypt would be empty.")

    def deck(self) -> list[int]:
        ghosts = [ghost.value for ghost in self.ghosts for _ in range(ghost.count)]
        return ghosts + [MISS_COPY] * self.copies.count + [KITTY] * self.kitties.count

    def maker(self) -> Callable[[GameConfig], Ghooost]:
        deck = Row(self.deck())
        return lambda config: Ghooost(config, deck)

    def tables(self) -> list[PieceTable]:
        rows = [
            (Cell(str(g.value), "rulebook"), Cell(g.name, g.provenance), Cell(str(g.count), "reported"))
            for g in self.ghosts
        ]
        special = (
            (
                Cell("X", "rulebook"),
                Cell("Miss Copy", "rulebook"),
                Cell(str(self.copies.count), self.copies.provenance),
            ),
            (Cell("-", "rulebook"), Cell("Kitty", "rulebook"), Cell(str(self.kitties.count), self.kitties.provenance)),
        )
        return [PieceTable("Ghosts", ("value", "name", "how many"), (*rows, *special))]
