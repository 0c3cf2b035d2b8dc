"""What is measured of 13 Ghosts: points, what a turn is used for, and how soon a guess is a good one."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from spiritboard.games.thirteen.abilities import NUMBERS
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

GHOSTS = tuple(str(number) for number in range(1, NUMBERS + 1))
LATE = 20  # turns of a round, after which they are not told apart
PLAYS = ("attack", "ability", "copied ability")
KINDS = {"attack": "attack", "play": "ability", "copy": "copied ability"}


class ThirteenStatistics(Statistics):
    counts = "points"
    charts: ClassVar[tuple[Chart, ...]] = (
        Chart(
            "turns",
            "What is done with a turn",
            "Whether a ghost is played face down to attack or face up for its ability, by the turns a round has had.",
            "turns so far",
            "play",
        ),
        Chart(
            "hits",
            "Attacks that find somebody",
            "How often an attack names somebody's crypt, by the turns a round has had. A blind guess is right one time "
            "in thirteen, or less often.",
            "turns so far",
            value="share of attacks",
        ),
        Chart(
            "abilities",
            "Abilities used",
            "Which ghosts' abilities are used, by their number.",
            "ghost",
            value="share of the abilities used",
        ),
    )

    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.used: Counter[str] = Counter()

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Thirteen)
        return state.score.copy()

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Thirteen)
        what, _, number = path.partition(" ")
        if what in KINDS:
            self.note_choice("turns", when(state.turns), PLAYS, KINDS[what])
        if what == "attack":
            self.note("hits", when(state.turns), "", float(finds(state, seat, int(number))))

    def tell(self, event: Event) -> None:
        if event.kind == "up":
            self.used[str(event.data["used"])] += 1

    def close(self, state: State, shares: list[float]) -> None:
        self.note_shares("abilities", GHOSTS, self.used)


def when(turns: int) -> str:
    return f"{turns // 5 * 5} to {turns // 5 * 5 + 4}" if turns < LATE else f"{LATE} or more"


def finds(state: Thirteen, seat: int, number: int) -> bool:
    others = [other for other in state.opponents[seat] if state.inside[other]]
    return any(state.ghosts[state.crypts[other]] == number for other in others)
