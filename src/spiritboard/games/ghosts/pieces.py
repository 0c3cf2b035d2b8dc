"""The cards of Ghosts as the file of pieces describes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import msgspec

from spiritboard.games.ghosts.picks import COLOUR_SHIFT, HAND_SIZE, MIST, Deck
from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

CardCount = Annotated[int, msgspec.Meta(ge=0, le=100)]
COLOUR_NAME = re.compile(r"[a-z]{1,16}")
MOST_COLOURS = 12
MOST_PLAYERS = 6


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    names: tuple[str, ...]
    provenance: Provenance = "own"


class GhostCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """How many cards of each colour have this number of ghosts."""

    ghosts: Annotated[int, msgspec.Meta(ge=1, le=7)]
    count: CardCount
    provenance: Provenance = "own"


class Mist(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    count: CardCount
    provenance: Provenance = "own"


class GhostsPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    colours: Colours
    cards: tuple[GhostCards, ...]
    mist: Mist

    def check(self) -> None:
        names = self.colours.names
        for name in names:
            if not COLOUR_NAME.fullmatch(name) or name in ("mist", "take"):
                raise BadPieces(f"colours.names: {name!r} cannot be a colour (small letters, not 'mist').")
        if not 1 <= len(names) <= MOST_COLOURS or len(set(names)) != len(names):
            raise BadPieces(f"colours.names: there must be 1 to {MOST_COLOURS}, and no two alike.")
        numbers = [kind.ghosts for kind in self.cards]
        if len(set(numbers)) != len(numbers):
            raise BadPieces("cards: a number of ghosts is listed twice.")
        if len(self.every_card()) <= MOST_PLAYERS * HAND_SIZE:
            raise BadPieces(f"cards: there must be more than {MOST_PLAYERS * HAND_SIZE} in all to deal to six players.")

    def every_card(self) -> list[int]:
        ghosts = [
            (colour << COLOUR_SHIFT) + kind.ghosts
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
