"""Reading and checking what is printed on the ghosts of Ghooost!."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from spiritboard.games.ghooost.rules import COPY, HAND, HIGHEST, KITTY, MANSIONS, Ghooost
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

Count = Annotated[int, msgspec.Meta(ge=0, le=7)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Ghost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    value: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST)]
    name: Name
    count: Count
    provenance: Provenance = "own"


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    count: Count
    provenance: Provenance = "own"


class GhooostPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ghosts: tuple[Ghost, ...]
    copies: Cards
    kitties: Cards

    def check(self) -> None:
        if sorted(ghost.value for ghost in self.ghosts) != list(range(1, HIGHEST + 1)):
            raise BadPieces(f"ghosts: each value from 1 to {HIGHEST} must be listed once.")
        needed = max(seats * (HAND + rooms) for seats, rooms in MANSIONS.items())
        if len(self.deck()) <= needed:
            raise BadPieces(f"ghosts: there must be more than {needed} cards in all, or the crypt would be empty.")

    def deck(self) -> list[int]:
        ghosts = [ghost.value for ghost in self.ghosts for _ in range(ghost.count)]
        return ghosts + [COPY] * self.copies.count + [KITTY] * self.kitties.count

    def maker(self) -> Callable[[GameConfig], Ghooost]:
        deck = self.deck()
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
