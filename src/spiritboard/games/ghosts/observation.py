"""The view of a seat of Ghosts as numbers."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

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
from spiritboard.games.ghosts.view import GhostsSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf, VectorCells, scale
from spiritboard.table.pieces import Pieces
from spiritboard.table.row import zeros
from spiritboard.table.state import State

FRIGHT_SCALE = 60  # more fright points than a player comes to; higher numbers are shown as this


class GhostsObservation(Observation[GhostsSight]):
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
