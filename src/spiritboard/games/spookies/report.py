"""What is measured of Spookies: chips, and how many dice people trust on each field."""

from __future__ import annotations

from typing import ClassVar

from spiritboard.games.spookies.rules import Spookies
from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

ANSWERS = {"stop": "stop", "roll-2-dice": "2 dice", "roll-3-dice": "3 dice", "roll-4-dice": "4 dice"}
OUTCOMES = ("climb", "stay", "drop")


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
            "How often a roll from each field climbs, leaves the friend where it is, or makes it drop.",
            "field",
            "outcome",
        ),
    )

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.field = ""

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Spookies)
        return [len(purse) for purse in state.chips]

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Spookies)
        if path in ANSWERS:
            number = state.fields[state.character]
            name = state.house.names[number]
            self.field = f"{state.house.numbers[number]} {name}".strip() if number else name
            self.note_choice("dice", self.field, tuple(ANSWERS.values()), ANSWERS[path])

    def tell(self, event: Event) -> None:
        if event.kind in OUTCOMES:
            self.note_choice("luck", self.field, OUTCOMES, event.kind)
