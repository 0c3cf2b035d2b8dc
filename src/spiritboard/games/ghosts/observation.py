"""What a seat of Ghosts sees, as numbers."""

from __future__ import annotations

from typing import cast

from spiritboard.games.ghosts.pieces import GhostsPieces
from spiritboard.games.ghosts.rules import HAND, HIGHEST_LEVEL, TAKE
from spiritboard.games.ghosts.view import GhostsSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf, scale
from spiritboard.table.pieces import Pieces

MOST_ROUNDS = 9
MOST_FRIGHT = 60


class GhostsObservation(Observation[GhostsSight]):
    def lay_out(self, pieces: Pieces) -> list[Field]:
        box = cast(GhostsPieces, pieces).deck()
        self.cards = {card: box.name(card) for card in sorted(box.cards)}
        kinds = list(self.cards.values())
        every = scale(len(box.cards))
        return [
            Number("round", MOST_ROUNDS),
            Number("rounds", MOST_ROUNDS),
            Number("level", HIGHEST_LEVEL),
            Flag("clockwise"),
            OneOf("top", kinds),
            Number("cards in the pile", every),
            Number("mist in the pile", every),
            Number("cards in the deck", every),
            Counts("hand", kinds, HAND),
            Counts("would go past seven", kinds, HAND),
            Numbers("cards in hand", self.players, HAND),
            Numbers("cards taken", self.players, every),
            Numbers("fright points", self.players, MOST_FRIGHT),
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
        names = [f"unused {move}" for move in range(TAKE + 1)]
        for card, name in self.cards.items():
            names[card] = f"play {name}"
        names[TAKE] = "take"
        return names
