"""The view of a seat of Ghooost! as numbers."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import (
    COLLECT,
    GHOST_KINDS,
    GHOST_NAMES,
    HIGHEST_VALUE,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    MOST_ALIKE,
    OPEN_MANSION,
    PLAY_KITTY,
    TRY_LUCK,
    path_of,
)
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.plays import QUARTET, TOPS, plays_of_kind
from spiritboard.games.ghooost.position import MANSION_SIZES
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.games.ghooost.tally import DIGIT
from spiritboard.games.ghooost.view import CemeteryGhost, GhooostSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf, VectorCells
from spiritboard.table.pieces import Pieces
from spiritboard.table.state import State

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
        self.round = Number("round", ROUNDS_SCALE)
        self.midnight = Flag("after midnight")
        self.clockwise = Flag("clockwise")
        self.crypt = Number("ghosts in the crypt", len(deck))
        self.top = OneOf("top of the cemetery", kinds[:HIGHEST_VALUE])
        self.run = Number("such ghosts in a row on top", QUARTET - 1)
        self.cemetery = Counts("cemetery", kinds, alike)
        self.discarded = Counts("discarded", kinds, alike)
        self.hand = Counts("hand", kinds, alike)
        self.known = [Counts(f"known in hand: {player}", kinds, alike) for player in self.players]
        self.hands = Numbers("ghosts in hand", self.players, len(deck))
        self.mansions = Numbers("ghosts in the mansion", self.players, MANSION_SIZES[self.config.seats])
        self.left = Numbers("has left, in which place", self.players, self.seats)
        self.points = Numbers("points", self.players, POINTS_SCALE)
        self.boos = Numbers("Boo!s", self.players, BOOS_SCALE)
        self.deciding = Flag("match only goes on to break a tie")
        return [
            *[self.round, self.midnight, self.clockwise, self.crypt, self.top, self.run],
            *[self.cemetery, self.discarded, self.hand, *self.known],
            *[self.hands, self.mansions, self.left, self.points, self.boos, self.deciding],
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

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        assert isinstance(state, Ghooost)
        self.write_common(state, seat, into)
        self.write_table(state, into)
        put_tally(self.hand, into, state.players[seat].hand)
        for other in range(self.seats):
            self.write_player(state, other, self.places_after(seat, other), into)
        for at in range(len(state.left)):
            self.left.put(into, self.places_after(seat, state.left[at]), at + 1)

    def write_table(self, state: Ghooost, into: VectorCells) -> None:
        self.round.put(into, state.round)
        self.midnight.put(into, state.after_midnight())
        self.clockwise.put(into, state.way == 1)
        self.crypt.put(into, len(state.crypt))
        if state.top:
            self.top.put(into, state.top - 1)
        self.run.put(into, state.run)
        put_tally(self.cemetery, into, state.lying_ghosts())
        size: i64 = len(state.discarded)
        for at in range(size):
            self.discarded.add(into, state.discarded[at] - 1)
        self.deciding.put(into, state.deciding)

    def write_player(self, state: Ghooost, seat: i64, place: i64, into: VectorCells) -> None:
        """Write what everybody knows about a player, who comes so many places after the seat that looks."""
        player = state.players[seat]
        put_tally(self.known[place], into, player.seen)
        self.hands.put(into, place, player.hand_size)
        self.mansions.put(into, place, len(player.mansion))
        self.points.put(into, place, state.points[seat])
        self.boos.put(into, place, state.boos[seat])

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


def put_tally(field: Counts, into: VectorCells, tally: i64) -> None:
    """Write the ghosts of a tally. The name of kind 1 is the first label."""
    place: i64 = 0
    tally >>= DIGIT
    while tally:
        if tally & MOST_ALIKE:
            field.put(into, place, tally & MOST_ALIKE)
        tally >>= DIGIT
        place += 1


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
