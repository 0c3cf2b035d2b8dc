"""Reading and checking what is printed on the cards of Ghosts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import msgspec

from spiritboard.games.ghosts.rules import HAND, MIST, Deck, Ghosts
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
NAME = re.compile(r"[a-z]{1,16}")
MOST_COLOURS = 12
MOST_PLAYERS = 6


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    names: tuple[str, ...]
    provenance: Provenance = "own"


class GhostCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """So many cards of each colour with so many ghosts."""

    ghosts: Annotated[int, msgspec.Meta(ge=1, le=7)]
    count: Count
    provenance: Provenance = "own"


class Mist(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    count: Count
    provenance: Provenance = "own"


class GhostsPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    colours: Colours
    cards: tuple[GhostCards, ...]
    mist: Mist

    def check(self) -> None:
        names = self.colours.names
        for name in names:
            if not NAME.fullmatch(name) or name in ("mist", "take"):
                raise BadPieces(f"colours.names: {name!r} cannot be a colour (small letters, not 'mist').")
        if not 1 <= len(names) <= MOST_COLOURS or len(set(names)) != len(names):
            raise BadPieces(f"colours.names: there must be 1 to {MOST_COLOURS}, and no two alike.")
        numbers = [kind.ghosts for kind in self.cards]
        if len(set(numbers)) != len(numbers):
            raise BadPieces("cards: a number of ghosts is listed twice.")
        if len(self.every_card()) <= MOST_PLAYERS * HAND:
            raise BadPieces(f"cards: there must be more than {MOST_PLAYERS * HAND} in all to deal to six players.")

    def every_card(self) -> list[int]:
        ghosts = [
            8 * colour + kind.ghosts
            for colour in range(len(self.colours.names))
            for kind in self.cards
            for _ in range(kind.count)
        ]
        return ghosts + [MIST] * self.mist.count

    def deck(self) -> Deck:
        return Deck(list(self.colours.names), self.every_card())

    def maker(self) -> Callable[[GameConfig], Ghosts]:
        box = self.deck()
        return lambda config: Ghosts(config, box)

    def tables(self) -> list[PieceTable]:
        cards = [(Cell(str(k.ghosts), k.provenance), Cell(str(k.count), k.provenance)) for k in self.cards]
        colours = [(Cell(name, self.colours.provenance),) for name in self.colours.names]
        mist = ((Cell(str(self.mist.count), self.mist.provenance),),)
        return [
            PieceTable("Cards of each colour", ("ghosts", "how many"), tuple(cards)),
            PieceTable("Colours", ("name",), tuple(colours)),
            PieceTable("Mist cards", ("how many",), mist),
        ]
