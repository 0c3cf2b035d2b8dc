"""Reads and checks a pieces file of Spookies: what is printed on the components."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, ClassVar

import msgspec

from spiritboard.games.spookies.rules import QUESTION_MARK, HauntedHouse, Spookies
from spiritboard.table.errors import BadPieces
from spiritboard.table.pieces import Cell, Pieces, PieceTable, Provenance
from spiritboard.table.state import GameConfig

ChipCount = Annotated[int, msgspec.Meta(ge=0, le=1000)]
DICE_HEADINGS = ("two dice", "three dice", "four dice")
FRIEND_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,23}")
OTHER_PICKS = {"stop"}  # a friend of this name could not be told from the move


class ChipKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    value: Annotated[int, msgspec.Meta(ge=1, le=100)]
    count: ChipCount
    provenance: Provenance = "own"


class Friends(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    names: tuple[str, ...]
    provenance: Provenance = "own"


class FriendDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    faces: tuple[str, ...]
    provenance: Provenance = "own"


class PrintedField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"provenance": "from"}):
    number: Annotated[int, msgspec.Meta(ge=2, le=12)]
    reward: tuple[ChipCount, ChipCount, ChipCount]
    name: str = ""
    provenance: tuple[Provenance, Provenance, Provenance] = ("own", "own", "own")


class SpookiesPieces(Pieces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    CALLED: ClassVar = {"reward": ("2", "3", "4")}  # by the number of dice
    chips: tuple[ChipKind, ...]
    characters: Friends
    friend_die: FriendDie
    fields: tuple[PrintedField, ...]

    def check(self) -> None:
        self._check_chips()
        self._check_characters()
        numbers = [field.number for field in self.fields]
        if not numbers or numbers != sorted(set(numbers)):
            raise BadPieces("fields: there must be at least one, and the numbers must rise from field to field.")
        if not any(chips for field in self.fields for chips in field.reward):
            raise BadPieces("fields: no reward is more than 0, so a game would never end.")

    def _check_chips(self) -> None:
        if sum(chips.count for chips in self.chips) == 0:
            raise BadPieces("chips: there are none, so there is nothing to win.")
        values = [chips.value for chips in self.chips]
        if len(values) != len(set(values)):
            raise BadPieces("chips: a value is listed twice.")

    def _check_characters(self) -> None:
        names = self.characters.names
        for name in names:
            if not FRIEND_NAME.fullmatch(name) or name.lower() in OTHER_PICKS:
                raise BadPieces(f"characters.names: {name!r} cannot be a name (letters and digits, not 'stop').")
        if not names or len({name.lower() for name in names}) != len(names):
            raise BadPieces("characters.names: there must be at least one name, and no two alike.")
        for face in self.friend_die.faces:
            if face != "?" and face not in names:
                raise BadPieces(f"friend_die.faces: {face!r} is neither a character nor '?'.")
        if not self.friend_die.faces:
            raise BadPieces("friend_die.faces: a die needs at least one face.")

    def maker(self) -> Callable[[GameConfig], Spookies]:
        names = list(self.characters.names)
        house = HauntedHouse(
            characters=names,
            faces=[QUESTION_MARK if face == "?" else names.index(face) for face in self.friend_die.faces],
            numbers=[0, *(field.number for field in self.fields)],
            names=["gate", *(field.name for field in self.fields)],
            rewards=[[0, 0, 0], *(list(field.reward) for field in self.fields)],
            chips=[chips.value for chips in self.chips for _ in range(chips.count)],
        )
        return lambda config: Spookies(config, house)

    def tables(self) -> list[PieceTable]:
        chips = [(Cell(str(c.value), c.provenance), Cell(str(c.count), c.provenance)) for c in self.chips]
        faces = [(Cell(face, self.friend_die.provenance),) for face in self.friend_die.faces]
        friends = [(Cell(name, self.characters.provenance),) for name in self.characters.names]
        return [
            PieceTable(
                "Rewards, in chips", ("field", *DICE_HEADINGS), tuple(_reward_row(field) for field in self.fields)
            ),
            PieceTable("Chips", ("value", "how many"), tuple(chips)),
            PieceTable("Characters", ("name",), tuple(friends)),
            PieceTable("Friend die", ("face",), tuple(faces)),
        ]


def _reward_row(field: PrintedField) -> tuple[Cell, ...]:
    title = f"{field.number} ({field.name})" if field.name else str(field.number)
    rewards = (Cell(str(chips), known) for chips, known in zip(field.reward, field.provenance, strict=True))
    return (Cell(title, "rulebook"), *rewards)
