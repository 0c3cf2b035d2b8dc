"""What is counted in games of Spookies: chips, and how many dice are rolled on each field."""

from __future__ import annotations

from typing import ClassVar

from spiritboard.games.spookies.rules import Spookies
from spiritboard.games.spookies.words import FRIEND_CLIMBED, FRIEND_DROPPED, FRIEND_STAYED
from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

CHOICE_LABELS = {"stop": "stop", "roll-2-dice": "2 dice", "roll-3-dice": "3 dice", "roll-4-dice": "4 dice"}
ROLL_OUTCOMES = (FRIEND_CLIMBED.name, FRIEND_STAYED.name, FRIEND_DROPPED.name)


class SpookiesStatistics(Statistics):
    counts = "chips"
    charts: ClassVar[tuple[Chart, ...]] = (
        Chart(
            "dice",
            "Dice on each field",
            "How many dice are rolled from each field, and how often a turn is ended there instead.",
            "field",
            "choice",
        ),
        Chart(
            "luck",
            "What came of the rolls",
            "How often a roll from each field makes the friend climb, stay or drop.",
            "field",
            "outcome",
        ),
    )

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.field = ""  # where the last roll was made

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Spookies)
        return [len(purse) for purse in state.chips]

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Spookies)
        if path in CHOICE_LABELS:
            at = state.fields[state.character]
            name = state.house.names[at]
            self.field = f"{state.house.numbers[at]} {name}".strip() if at else name
            self.note_choice("dice", self.field, tuple(CHOICE_LABELS.values()), CHOICE_LABELS[path])

    def tell(self, event: Event) -> None:
        if event.kind in ROLL_OUTCOMES:
            self.note_choice("luck", self.field, ROLL_OUTCOMES, event.kind)
