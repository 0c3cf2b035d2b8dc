"""The view of a seat of Ghooost! as numbers."""

from __future__ import annotations

from typing import ClassVar, cast

from mypy_extensions import i64

from spiritboard.games.ghooost.memory import DEEDS, deed_in, kind_in, play_in, seat_in
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
    copies_in,
    number_in,
    path_of,
)
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.plays import QUARTET, TOPS, plays_of_kind
from spiritboard.games.ghooost.position import FULL_HAND, MANSION_SIZES, MOST_STOPPED_ROUNDS, Player
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.games.ghooost.tally import DIGIT
from spiritboard.games.ghooost.view import CemeteryGhost, GhooostMemory, GhooostSight, TurnSeen
from spiritboard.table.observation import (
    Counts,
    Field,
    Flag,
    Number,
    Numbers,
    Observation,
    OneOf,
    VectorCells,
    last_ones,
    memory_of,
)
from spiritboard.table.pieces import Pieces
from spiritboard.table.remembering import NOTES_KEPT
from spiritboard.table.state import State

# A match has no bound. These numbers are far beyond those of a usual match; higher ones are shown as these.
ROUNDS_SCALE = 60
POINTS_SCALE = 120
BOOS_SCALE = 20
DRAWN_SCALE = 2 * FULL_HAND  # more ghosts drawn since a value was declined say nothing new


class GhooostObservation(Observation[GhooostSight]):
    action_gaps: ClassVar[bool] = True
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


class TurnFields:
    """The fields for one of the last turns."""

    def __init__(self, last: str, players: list[str], alike: int) -> None:
        self.who = OneOf(f"who took the {last} turn", players)
        self.deed = OneOf(f"what was done in the {last} turn", [*DEEDS])
        self.ghost = OneOf(f"ghost of the {last} turn", GHOST_NAMES[1:])
        self.ghosts = Number(f"such ghosts in the {last} turn", alike)
        self.copy = Flag(f"with Miss Copy in the {last} turn")
        self.fields: list[Field] = [self.who, self.deed, self.ghost, self.ghosts, self.copy]


class GhooostRemembered(GhooostObservation):
    """Begins with the positions of version 2, and adds what a player can remember of the round."""

    version: ClassVar[int] = 3
    action_gaps: ClassVar[bool] = False

    def lay_out(self, pieces: Pieces) -> list[Field]:
        before = super().lay_out(pieces)
        values = GHOST_NAMES[1 : HIGHEST_VALUE + 1]
        self.lost = Number("turns lost in succession", self.seats)
        self.stopped = Number("rounds stopped", MOST_STOPPED_ROUNDS)
        self.turns = [TurnFields(last, self.players, max(self.count)) for last in last_ones()]
        self.declined = [Numbers(f"last declined to play on: {player}", values, 1) for player in self.players]
        self.drawn = Numbers("drawn since declining to play", self.players, DRAWN_SCALE)
        turns = [field for turn in self.turns for field in turn.fields]
        return [*before, self.lost, self.stopped, *turns, *self.declined, self.drawn]

    def facts(self, view: GhooostSight) -> list[object]:
        memory = cast(GhooostMemory, memory_of(view))
        declined = self.around(view, memory["declined"])
        values = range(1, HIGHEST_VALUE + 1)
        facts = [*super().facts(view), memory["lost"], memory["stopped"]]
        for turn in memory["last"]:
            facts.extend(self.turn_facts(view, turn))
        for _none in range(len(memory["last"]), NOTES_KEPT):
            facts.extend([None, None, None, 0, False])
        facts.extend([[value in each["values"] for value in values] for each in declined])
        facts.append([each["drawn"] for each in declined])
        return facts

    def turn_facts(self, view: GhooostSight, turn: TurnSeen) -> list[object]:
        return [self.player(view, turn["seat"]), turn["deed"], turn["ghost"], turn["ghosts"], turn["copy"]]

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        super().write(state, seat, into)
        assert isinstance(state, Ghooost)
        self.lost.put(into, state.lost)
        self.stopped.put(into, state.stopped)
        for back in range(NOTES_KEPT):
            note = state.note_at(back)
            if note:
                self.write_turn(self.turns[back], note, self.places_after(seat, seat_in(note)), into)
        for other in range(self.seats):
            self.write_declined(state.players[other], self.places_after(seat, other), into)

    def write_turn(self, fields: TurnFields, note: i64, place: i64, into: VectorCells) -> None:
        fields.who.put(into, place)
        fields.deed.put(into, deed_in(note))
        play = play_in(note)
        if play:
            fields.ghost.put(into, kind_in(note) - 1)
            fields.ghosts.put(into, number_in(play))
            fields.copy.put(into, copies_in(play) == 1)

    def write_declined(self, player: Player, place: i64, into: VectorCells) -> None:
        """Write the values on which a player, who comes so many places after the seat that looks, last did not play."""
        if player.declined:
            self.drawn.put(into, place, player.drawn)
            for value in range(1, HIGHEST_VALUE + 1):
                self.declined[place].put(into, value - 1, player.declined >> value & 1)


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
