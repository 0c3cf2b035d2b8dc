"""The view of a seat of Ghosts as numbers."""

from __future__ import annotations

from typing import ClassVar, cast

from mypy_extensions import i64

from spiritboard.games.ghosts.memory import (
    MOST_DRAWN,
    NO_COLOUR,
    colour_in,
    drawn_in,
    level_in,
    move_in,
    seat_in,
)
from spiritboard.games.ghosts.picks import (
    CARD_NUMBERS,
    HAND_SIZE,
    HIGHEST_LEVEL,
    MIST,
    NO_GHOSTS,
    ROUNDS_LIMIT,
    TAKE_PILE,
)
from spiritboard.games.ghosts.pieces import GhostsPieces
from spiritboard.games.ghosts.rules import CLOCKWISE, Ghosts
from spiritboard.games.ghosts.view import GhostsMemory, GhostsSight
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
    scale,
)
from spiritboard.table.pieces import Pieces
from spiritboard.table.remembering import NOTES_KEPT
from spiritboard.table.row import Row, zeros
from spiritboard.table.state import State

FRIGHT_SCALE = 60  # more fright points than a player comes to; higher numbers are shown as this


class GhostsObservation(Observation[GhostsSight]):
    action_gaps: ClassVar[bool] = True

    def lay_out(self, pieces: Pieces) -> list[Field]:
        box = cast(GhostsPieces, pieces).deck()
        self.cards = {int(card): box.name(card) for card in sorted(box.cards)}
        kinds = list(self.cards.values())
        every = scale(len(box.cards))
        self.kind = zeros(CARD_NUMBERS)  # the place of a card's name among the kinds
        for place, card in enumerate(self.cards):
            self.kind[card] = place
        self.round = Number("round", ROUNDS_LIMIT)
        self.rounds = Number("rounds", ROUNDS_LIMIT)
        self.level = Number("level", HIGHEST_LEVEL)
        self.clockwise = Flag("clockwise")
        self.top = OneOf("top", kinds)
        self.pile = Number("cards in the pile", every)
        self.mist = Number("mist in the pile", every)
        self.deck = Number("cards in the deck", every)
        self.hand = Counts("hand", kinds, HAND_SIZE)
        self.unfit = Counts("would go past seven", kinds, HAND_SIZE)
        self.hands = Numbers("cards in hand", self.players, HAND_SIZE)
        self.taken = Numbers("cards taken", self.players, every)
        self.fright = Numbers("fright points", self.players, FRIGHT_SCALE)
        return [
            *[self.round, self.rounds, self.level, self.clockwise, self.top, self.pile, self.mist, self.deck],
            *[self.hand, self.unfit, self.hands, self.taken, self.fright],
        ]

    def facts(self, view: GhostsSight) -> list[object]:
        hand = view["hand"] or []
        top = view["top"]
        return [
            view["round"],
            view["rounds"],
            view["level"],
            view["clockwise"],
            None if top is None else top["name"],
            view["pile"],
            view["mist"],
            view["deck"],
            [card["name"] for card in hand],
            [card["name"] for card in hand if card["level"] is None],
            self.around(view, view["hands"]),
            self.around(view, view["taken"]),
            self.around(view, view["fright"]),
        ]

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        assert isinstance(state, Ghosts)
        self.write_common(state, seat, into)
        self.write_table(state, into)
        self.write_hand(state, seat, into)
        for other in range(self.seats):
            place = self.places_after(seat, other)
            self.hands.put(into, place, len(state.hands[other]))
            self.taken.put(into, place, len(state.taken[other]))
            self.fright.put(into, place, state.fright[other])

    def write_table(self, state: Ghosts, into: VectorCells) -> None:
        self.round.put(into, state.round)
        self.rounds.put(into, state.rounds)
        self.level.put(into, state.level)
        self.clockwise.put(into, state.way == CLOCKWISE)
        if state.top != NO_GHOSTS:
            self.top.put(into, self.kind[state.top])
        self.pile.put(into, len(state.pile))
        self.mist.put(into, state.pile.count(MIST))
        self.deck.put(into, len(state.deck))

    def write_hand(self, state: Ghosts, seat: i64, into: VectorCells) -> None:
        hand = state.hands[seat]
        size: i64 = len(hand)
        for at in range(size):
            card = hand[at]
            self.hand.add(into, self.kind[card])
            if not state.fits(card):
                self.unfit.add(into, self.kind[card])

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(TAKE_PILE + 1)]
        for card, name in self.cards.items():
            names[card] = f"play {name}"
        names[TAKE_PILE] = "take"
        return names


class GhostsRemembered(GhostsObservation):
    """Begins with the positions of version 1, and adds what a player can remember of the round."""

    version: ClassVar[int] = 2
    action_gaps: ClassVar[bool] = False

    def lay_out(self, pieces: Pieces) -> list[Field]:
        before = super().lay_out(pieces)
        box = cast(GhostsPieces, pieces).deck()
        kinds, moves = list(self.cards.values()), [*self.cards.values(), "the pile"]
        self.played = Counts("played in this round", kinds, scale(max([box.cards.count(card) for card in self.cards])))
        self.movers = [OneOf(f"who made the {last} move", self.players) for last in last_ones()]
        self.made = [OneOf(f"played or taken in the {last} move", moves) for last in last_ones()]
        self.refused_level = Numbers("level of the pile last taken", self.players, HIGHEST_LEVEL)
        self.refused_colour = [
            OneOf(f"colour of the pile last taken: {player}", box.colours) for player in self.players
        ]
        self.drawn = Numbers("cards drawn since the pile was taken", self.players, MOST_DRAWN)
        moves_made = [field for pair in zip(self.movers, self.made, strict=True) for field in pair]
        return [*before, self.played, *moves_made, self.refused_level, *self.refused_colour, self.drawn]

    def facts(self, view: GhostsSight) -> list[object]:
        memory = cast(GhostsMemory, memory_of(view))
        facts = super().facts(view)
        facts.append(memory["played"])
        for last in memory["last"]:
            facts.append(self.player(view, last["seat"]))
            facts.append("the pile" if last["card"] is None else last["card"])
        facts.extend([None] * (2 * NOTES_KEPT - 2 * len(memory["last"])))
        refused = self.around(view, memory["refused"])
        facts.append([0 if each is None else each["level"] for each in refused])
        facts.extend([None if each is None else each["colour"] for each in refused])
        facts.append([0 if each is None else each["drawn"] for each in refused])
        return facts

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        super().write(state, seat, into)
        assert isinstance(state, Ghosts)
        self.write_played(state, into)
        for other in range(self.seats):
            self.write_refusal(state.refusal_of(other), self.places_after(seat, other), into)
        for back in range(NOTES_KEPT):
            note = state.note_at(back)
            if note:
                move = move_in(note)
                self.movers[back].put(into, self.places_after(seat, seat_in(note)))
                self.made[back].put(into, len(self.cards) if move == TAKE_PILE else self.kind[move])

    def write_played(self, state: Ghosts, into: VectorCells) -> None:
        times = zeros(self.played.size)  # to count here is faster than to count in the vector
        self.count_kinds(state.pile, times)
        for seat in range(self.seats):
            self.count_kinds(state.taken[seat], times)
        for place in range(self.played.size):
            if times[place]:
                self.played.put(into, place, times[place])

    def count_kinds(self, cards: Row, times: Row) -> None:
        size: i64 = len(cards)
        for at in range(size):
            times[self.kind[cards[at]]] += 1

    def write_refusal(self, refusal: i64, place: i64, into: VectorCells) -> None:
        if refusal:
            self.refused_level.put(into, place, level_in(refusal))
            if colour_in(refusal) != NO_COLOUR:
                self.refused_colour[place].put(into, colour_in(refusal))
            self.drawn.put(into, place, drawn_in(refusal))
