"""The view of a seat of Ghosts as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.ghosts.picks import HAND_SIZE, HIGHEST_LEVEL, ROUNDS_LIMIT, TAKE_PILE
from spiritboard.games.ghosts.pieces import GhostsPieces
from spiritboard.games.ghosts.view import GhostsSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf, scale
from spiritboard.table.pieces import Pieces

FRIGHT_SCALE = 60  # more fright points than a player comes to; higher numbers are shown as this


class GhostsObservation(Observation[GhostsSight]):
    def lay_out(self, pieces: Pieces) -> list[Field]:
        box = cast(GhostsPieces, pieces).deck()
        self.cards = {card: box.name(card) for card in sorted(box.cards)}
        kinds = list(self.cards.values())
        every = scale(len(box.cards))
        return [
            Number("round", ROUNDS_LIMIT),
            Number("rounds", ROUNDS_LIMIT),
            Number("level", HIGHEST_LEVEL),
            Flag("clockwise"),
            OneOf("top", kinds),
            Number("cards in the pile", every),
            Number("mist in the pile", every),
            Number("cards in the deck", every),
            Counts("hand", kinds, HAND_SIZE),
            Counts("would go past seven", kinds, HAND_SIZE),
            Numbers("cards in hand", self.players, HAND_SIZE),
            Numbers("cards taken", self.players, every),
            Numbers("fright points", self.players, FRIGHT_SCALE),
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

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(TAKE_PILE + 1)]
        for card, name in self.cards.items():
            names[card] = f"play {name}"
        names[TAKE_PILE] = "take"
        return names
