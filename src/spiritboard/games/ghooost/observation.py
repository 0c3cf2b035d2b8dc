"""What a seat of Ghooost! sees, as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.rules import (
    COLLECT,
    COPY,
    HIGHEST,
    KINDS,
    KITTY,
    LOSE_TURN,
    LUCK,
    MANSION,
    MANSIONS,
    PLAY_KITTY,
    QUARTET,
)
from spiritboard.games.ghooost.view import name, path
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf
from spiritboard.table.pieces import Pieces
from spiritboard.table.view import Sight

# A match has no bound; these are far beyond what one comes to.
MOST_ROUNDS = 60
MOST_POINTS = 120
MOST_BOOS = 20


class GhooostObservation(Observation[Sight]):
    version = 2  # the number 499, unused before, is to lose the turn; all others and the vectors are as in version 1

    def lay_out(self, pieces: Pieces) -> list[Field]:
        deck = cast(GhooostPieces, pieces).deck()
        self.count = [deck.count(kind) for kind in range(KINDS)]
        kinds = [name(kind) for kind in range(1, KINDS)]
        alike = max(self.count)
        known = [Counts(f"known in hand: {player}", kinds, alike) for player in self.players]
        return [
            Number("round", MOST_ROUNDS),
            Flag("after midnight"),
            Flag("clockwise"),
            Number("ghosts in the crypt", len(deck)),
            OneOf("top of the cemetery", kinds[:HIGHEST]),
            Number("such ghosts in a row on top", QUARTET - 1),
            Counts("cemetery", kinds, alike),
            Counts("discarded", kinds, alike),
            Counts("hand", kinds, alike),
            *known,
            Numbers("ghosts in hand", self.players, len(deck)),
            Numbers("ghosts in the mansion", self.players, MANSIONS[self.config.seats]),
            Numbers("has left, in which place", self.players, self.seats),
            Numbers("points", self.players, MOST_POINTS),
            Numbers("Boo!s", self.players, MOST_BOOS),
            Flag("match only goes on to break a tie"),
        ]

    def facts(self, sight: Sight) -> list[object]:
        view = cast(dict[str, object], sight)
        cemetery = cast(list[dict[str, object]], view["cemetery"])
        nothing = [0] * int(self.seats)
        return [
            view["round"],
            view["midnight"],
            view["clockwise"],
            view["crypt"],
            cemetery[-1]["name"] if cemetery else None,
            in_a_row(cemetery),
            self.lying(cemetery, cast(int, view["kitties"])),
            view["discarded"],
            view["hand"],
            *self.around(sight, cast(list[object], view["known"])),
            self.around(sight, cast(list[int], view["hands"])),
            self.around(sight, cast(list[int], view["mansions"])),
            self.around(sight, self.order_of_leaving(cast(list[int], view["left"]))),
            self.around(sight, cast(list[int], view["points"] or nothing)),
            self.around(sight, cast(list[int], view["boos"] or nothing)),
            view["deciding"],
        ]

    def lying(self, cemetery: list[dict[str, object]], kitties: int) -> list[object]:
        """What whoever collects it takes: a Miss Copy is herself again then, and below the top the order is all one."""
        ghosts = ["copy" if ghost["copy"] else ghost["name"] for ghost in cemetery]
        ghosts.extend(["kitty"] * kitties)
        return ghosts

    def order_of_leaving(self, left: list[int]) -> list[int]:
        order = [0] * int(self.seats)
        for place, seat in enumerate(left):
            order[seat] = place + 1
        return order

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(PLAY_KITTY + 1)]
        for move in self.moves():
            names[move] = " ".join(path(move))
        return names

    def moves(self) -> list[int]:
        moves = [LUCK, MANSION, COLLECT]
        if self.count[KITTY] and self.count[COPY]:
            moves.append(LOSE_TURN)
        if self.count[KITTY]:
            moves.append(PLAY_KITTY)
        for value in range(1, HIGHEST + 1):
            for some in range(1, self.count[value] + 1):
                moves.append(16 * value + 2 * some)
                if self.count[COPY]:
                    moves.append(16 * value + 2 * some + 1)
        return moves


def in_a_row(cemetery: list[dict[str, object]]) -> int:
    """How many ghosts of one value lie unbroken on top."""
    length = 0
    for ghost in reversed(cemetery):
        if ghost["name"] != cemetery[-1]["name"]:
            break
        length += 1
    return length
