"""What is counted in games of 13 Ghosts: points, what players do with their turns, and how often attacks hit."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from spiritboard.games.thirteen.abilities import SET_SIZE
from spiritboard.games.thirteen.knowledge import SEATS_IN
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.games.thirteen.words import GHOST_FACE_UP
from spiritboard.table.events import Event
from spiritboard.table.state import GameConfig, State
from spiritboard.table.statistics import Chart, Statistics

GHOST_NUMBERS = tuple(str(number) for number in range(1, SET_SIZE + 1))
LATE = 20  # later turns of a round are counted together
PLAY_LABELS = {"attack": "attack", "play": "ability", "copy": "copied ability"}


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
            "Attacks that find a player",
            "How often an attack names an opponent's crypt, by the turns a round has had. A blind guess is right one "
            "time in thirteen, or less often.",
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
        self.used: Counter[str] = Counter()  # how often each ghost's ability was used

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Thirteen)
        return list(state.score)

    def decide(self, state: State, seat: int, path: str) -> None:
        assert isinstance(state, Thirteen)
        what, _, number = path.partition(" ")
        if what in PLAY_LABELS:
            self.note_choice("turns", when(state.turns), tuple(PLAY_LABELS.values()), PLAY_LABELS[what])
        if what == "attack":
            self.note("hits", when(state.turns), "", float(finds(state, seat, int(number))))

    def tell(self, event: Event) -> None:
        facts = GHOST_FACE_UP.read(event)
        if facts is not None:
            self.used[str(facts["used"])] += 1

    def close(self, state: State, shares: list[float]) -> None:
        self.note_shares("abilities", GHOST_NUMBERS, self.used)


def when(turns: int) -> str:
    """Returns the row of a chart for so many turns of a round."""
    return f"{turns // 5 * 5} to {turns // 5 * 5 + 4}" if turns < LATE else f"{LATE} or more"


def finds(state: Thirteen, seat: int, number: int) -> bool:
    """Returns whether an attack on this number finds an opponent."""
    return any(state.crypt_number(other) == number for other in SEATS_IN[state.rivals(seat)])
