"""Reading and checking what is printed on the components of Halloween."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

import msgspec

from spiritboard.games.halloween.belongings import ROW
from spiritboard.games.halloween.kinds import card_classes, every_action, every_card, every_token
from spiritboard.games.halloween.names import card_names
from spiritboard.games.halloween.picks import COLOUR_NAMES, MOST_SAID
from spiritboard.games.halloween.rules import PUBLISHED_CARDS, Halloween
from spiritboard.games.halloween.town import Box
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

SETS = ("casper", "jacob-marley", "the-brown-lady", "bloody-mary", "the-amityville-ghosts")
BUILDING_NAME = re.compile(r"[a-z]+(-[a-z]+)*")
WHEN = {"always": "Always", "turn": "Once per turn", "end": "At the end"}
# Two rows of three, from the upper left.
BESIDE = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]

Points = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    name: Annotated[str, msgspec.Meta(max_length=24)]
    provenance: Provenance = "own"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """A colour: its die, the price of an Upgrade to it, and what its haunt spaces are worth."""

    colour: str
    sides: Annotated[int, msgspec.Meta(ge=2, le=MOST_SAID)]
    upgrade: Points
    haunt: Points
    provenance: Provenance = "own"

    def printed(self) -> tuple[int, int, int]:
        return self.sides, self.upgrade, self.haunt


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    """The power itself is a class that names the same number; `from` is about the cost."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    cost: Literal["grey", "coloured"]
    when: Literal["always", "turn", "end"]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    provenance: Provenance = "own"


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    name: str
    cards: tuple[int, ...]
    provenance: Provenance = "own"


class HalloweenPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    CALLED: ClassVar = {"cards": tuple(card_names())}

    buildings: tuple[Building, ...]
    levels: tuple[Level, ...]
    cards: tuple[PrintedCard, ...]
    sets: tuple[CardSet, ...]

    def check(self) -> None:
        names = [building.name for building in self.buildings]
        if len(names) != len(BESIDE) or len(set(names)) != len(names) or not all(map(BUILDING_NAME.fullmatch, names)):
            raise BadPieces(f"buildings: there are {len(BESIDE)} different names, of small letters and hyphens.")
        if [level.colour for level in self.levels] != COLOUR_NAMES:
            raise BadPieces(f"levels: the colours are {', '.join(COLOUR_NAMES)}.")
        self.check_cards()
        if tuple(each.name for each in self.sets) != SETS:
            raise BadPieces(f"sets: their names are {', '.join(SETS)}.")
        for each in self.sets:
            if len(set(each.cards)) != ROW or not all(1 <= number <= len(self.cards) for number in each.cards):
                raise BadPieces(f"sets: {each.name} must have {ROW} different cards.")

    def check_cards(self) -> None:
        numbers = [card.number for card in self.cards]
        if len(numbers) < PUBLISHED_CARDS or numbers != list(range(1, len(numbers) + 1)):
            raise BadPieces(f"cards: each number from 1 to at least {PUBLISHED_CARDS} must be listed once, in order.")
        if not set(numbers) <= card_classes().keys():
            raise BadPieces(f"cards: there are rules for the numbers up to {max(card_classes())} only.")

    def box(self) -> Box:
        return Box(
            buildings=[building.name for building in self.buildings],
            beside=[sum(1 << other for other in others) for others in BESIDE],
            worth=[level.haunt for level in self.levels],
            sides=[level.sides for level in self.levels],
            prices=[level.upgrade for level in self.levels],
            coloured=[False, *(card.cost == "coloured" for card in self.cards)],
            sets={each.name: sorted(each.cards) for each in self.sets},
            texts=["", *(card.text for card in self.cards)],
            when=["", *(card.when for card in self.cards)],
            cards=every_card(len(self.cards)),
            tokens=every_token(),
            actions=every_action(),
        )

    def maker(self) -> Callable[[GameConfig], Halloween]:
        box = self.box()
        return lambda config: Halloween(config, box)

    def tables(self) -> list[PieceTable]:
        buildings = [(Cell(each.name.replace("-", " "), each.provenance),) for each in self.buildings]
        levels = [
            (
                Cell(each.colour, "rulebook"),
                *(Cell(str(v), each.provenance) for v in (each.sides, each.upgrade, each.haunt)),
            )
            for each in self.levels
        ]
        names = list(card_names())
        cards = [
            (
                Cell(f"{card.number}, {names[card.number - 1]}", "rulebook"),
                Cell(card.cost, card.provenance),
                Cell(f"{WHEN[card.when]}: {card.text}", "rulebook"),
            )
            for card in self.cards
        ]
        return [
            PieceTable("Buildings, in two rows", ("name",), tuple(buildings)),
            PieceTable("Levels", ("colour", "die", "SP to upgrade", "HP for haunting"), tuple(levels)),
            PieceTable("Action cards", ("no.", "cost", "power"), tuple(cards)),
        ]
