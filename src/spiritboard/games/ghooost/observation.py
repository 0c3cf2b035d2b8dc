"""The view of a seat of Ghooost! as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.ghooost.picks import (
    COLLECT,
    GHOST_KINDS,
    GHOST_NAMES,
    HIGHEST_VALUE,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    OPEN_MANSION,
    PLAY_KITTY,
    TRY_LUCK,
    path_of,
)
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.plays import QUARTET, TOPS, plays_of_kind
from spiritboard.games.ghooost.position import MANSION_SIZES
from spiritboard.games.ghooost.view import CemeteryGhost, GhooostSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf
from spiritboard.table.pieces import Pieces

# A match has no bound. These numbers are far beyond those of a usual match; higher ones are shown as these.
ROUNDS_SCALE = 60
POINTS_SCALE = 120
BOOS_SCALE = 20


class GhooostObservation(Observation[GhooostSight]):
    version = 2  # since version 1 only move 499 was added, to lose the turn

    def lay_out(self, pieces: Pieces) -> list[Field]:
        deck = cast(GhooostPieces, pieces).deck()
        self.count = [deck.count(kind) for kind in range(GHOST_KINDS)]
        kinds = GHOST_NAMES[1:]
        alike = max(self.count)
        known = [Counts(f"known in hand: {player}", kinds, alike) for player in self.players]
        return [
            Number("round", ROUNDS_SCALE),
            Flag("after midnight"),
            Flag("clockwise"),
            Number("ghosts in the crypt", len(deck)),
            OneOf("top of the cemetery", kinds[:HIGHEST_VALUE]),
            Number("such ghosts in a row on top", QUARTET - 1),
            Counts("cemetery", kinds, alike),
            Counts("discarded", kinds, alike),
            Counts("hand", kinds, alike),
            *known,
            Numbers("ghosts in hand", self.players, len(deck)),
            Numbers("ghosts in the mansion", self.players, MANSION_SIZES[self.config.seats]),
            Numbers("has left, in which place", self.players, self.seats),
            Numbers("points", self.players, POINTS_SCALE),
            Numbers("Boo!s", self.players, BOOS_SCALE),
            Flag("match only goes on to break a tie"),
        ]

    def facts(self, view: GhooostSight) -> list[object]:
        cemetery = view["cemetery"]
        zeros = [0] * int(self.seats)
        return [
            view["round"],
            view["midnight"],
            view["clockwise"],
            view["crypt"],
            cemetery[-1]["name"] if cemetery else None,
            in_a_row(cemetery),
            lying_names(cemetery, view["kitties"]),
            view["discarded"],
            view["hand"],
            *self.around(view, view["known"]),
            self.around(view, view["hands"]),
            self.around(view, view["mansions"]),
            self.around(view, self.order_of_leaving(view["left"])),
            self.around(view, view["points"] or zeros),
            self.around(view, view["boos"] or zeros),
            view["deciding"],
        ]

    def order_of_leaving(self, left: list[int]) -> list[int]:
        """Returns by seat: 1 for the first to leave, 2 for the second, and 0 for a player still in."""
        order = [0] * int(self.seats)
        for place, seat in enumerate(left):
            order[seat] = place + 1
        return order

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(PLAY_KITTY + 1)]
        for move in self.moves():
            names[move] = " ".join(path_of(move))
        return names

    def moves(self) -> list[int]:
        """Returns every move that these pieces allow, whatever lies on top; some of them more than once."""
        moves = [TRY_LUCK, OPEN_MANSION, COLLECT]
        copies = 1 if self.count[MISS_COPY] else 0
        if copies and self.count[KITTY]:
            moves.append(LOSE_TURN)
        for top in TOPS:
            for kind in range(1, GHOST_KINDS):
                moves.extend(plays_of_kind(top, kind, self.count[kind], copies))
        return moves


def lying_names(cemetery: list[CemeteryGhost], kitties: int) -> list[str]:
    """Returns the ghosts that a player would collect. Miss Copy is herself, and the order does not matter."""
    ghosts = ["copy" if ghost["copy"] else ghost["name"] for ghost in cemetery]
    ghosts.extend(["kitty"] * kitties)
    return ghosts


def in_a_row(cemetery: list[CemeteryGhost]) -> int:
    """Returns how many ghosts of one value lie unbroken on top."""
    length = 0
    for ghost in reversed(cemetery):
        if ghost["name"] != cemetery[-1]["name"]:
            break
        length += 1
    return length
