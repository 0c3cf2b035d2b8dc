from __future__ import annotations

from collections.abc import Callable

from lanterns.rules import Lanterns
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable
from spiritboard.table.state import GameConfig


class LanternPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    lanterns: int

    def check(self) -> None:
        if not 12 <= self.lanterns <= 40:
            raise BadPieces("lanterns: there must be from 12 to 40.")

    def maker(self) -> Callable[[GameConfig], Lanterns]:
        return lambda config: Lanterns(config, self.lanterns)

    def tables(self) -> list[PieceTable]:
        return [PieceTable("Lanterns", ("how many",), ((Cell(str(self.lanterns), "own"),),))]
