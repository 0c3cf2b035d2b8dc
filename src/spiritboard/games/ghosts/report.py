"""The statistics of Ghosts: fright points, when piles are taken, and which cards are played."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from spiritboard.games.ghosts.rules import Ghosts
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

CARD_KINDS = ("mist", *map(str, range(1, 8)))


class GhostsStatistics(Statistics):
    counts = "fright points"
    fewest_lead = True
    charts: ClassVar[tuple[Chart, ...]] = (
        Chart(
            "take",
            "Taking the pile",
            "How often the player on turn takes the pile, by its fright level.",
            "fright level",
            value="share of turns",
        ),
        Chart(
            "pile",
            "Cards in a pile",
            "How many cards lie in the piles that are taken, by the fright level.",
            "fright level",
            share=False,
            value="cards",
        ),
        Chart(
            "played",
            "Cards played",
            "Which cards are played: mist, or ghosts of any colour by their number.",
            "ghosts on the card",
            value="share of the cards played",
        ),
    )

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.played: Counter[str] = Counter()

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Ghosts)
        return list(state.fright)

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Ghosts)
        if state.pile:
            self.note("take", str(state.level), "", float(path == "take"))
        if path == "take":
            self.note("pile", str(state.level), "", len(state.pile))
        else:
            self.played[path.removeprefix("play ").rpartition("-")[2]] += 1

    def close(self, state: State, shares: list[float]) -> None:
        self.note_shares("played", CARD_KINDS, self.played)
