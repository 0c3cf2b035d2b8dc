"""The statistics of Ghooost!: ghosts or points, and what players do before midnight and after it."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from spiritboard.games.ghooost.picks import GHOST_NAMES
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

TURN_ACTIONS = ("one ghost", "several ghosts", "Kitty", "luck", "mansion", "collect", "lose turn")


class GhooostStatistics(Statistics):
    counts = "ghosts still held"
    fewest_lead = True
    charts: ClassVar[tuple[Chart, ...]] = (
        Chart("turns", "What is done with a turn", "What players do before midnight and after it.", "when", "action"),
        Chart(
            "ghosts",
            "Ghosts played from hands",
            "Which ghosts are played, by their value; Miss Copy and Kitty come last.",
            "ghost",
            value="share of the ghosts played",
        ),
        Chart(
            "collected",
            "Cemeteries collected",
            "How many ghosts lie in the cemetery when a player chooses to collect it.",
            "when",
            share=False,
            value="ghosts",
        ),
    )

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.played: Counter[str] = Counter()
        if config.options["match"] == "match":
            self.counts = "points"
            self.fewest_lead = False

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Ghooost)
        if state.is_match:
            return list(state.points)
        return [player.ghosts() for player in state.players]

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Ghooost)
        when = "after midnight" if state.after_midnight() else "before midnight"
        what, *ghosts = path.split(" ")
        self.played.update(ghosts)
        self.note_choice("turns", when, TURN_ACTIONS, turn_action(what, ghosts))
        if what == "collect":
            self.note("collected", when, "", int(state.lying()))

    def close(self, state: State, shares: list[float]) -> None:
        self.note_shares("ghosts", tuple(GHOST_NAMES[1:]), self.played)


def turn_action(what: str, ghosts: list[str]) -> str:
    """Returns which of TURN_ACTIONS a move is, by its first pick and the ghosts that follow it."""
    if not ghosts:
        return what.replace("-", " ")
    if ghosts == ["kitty"]:
        return "Kitty"
    return "one ghost" if len(ghosts) == 1 else "several ghosts"
