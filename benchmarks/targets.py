"""The figures that the measurements should reach: a bar, and a goal beyond it. `python -m benchmarks` ticks them."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.names import (
    JSON,
    LEDUC,
    OUR_GUIDED,
    OUR_SEARCH,
    OURS,
    OURS_PLAIN,
    RUNNER_TWO,
    SERVER,
    SPIEL_CPP,
    SPIEL_ISMCTS,
    SPIEL_ITERATIONS,
    SPIEL_PYTHON,
    ZOO,
)


@dataclass(frozen=True)
class SpeedTarget:
    """A bar and a goal for the ratio of a measurement or, `of_value`, for its value. A cost should be at most that."""

    bar: float
    goal: float | None = None
    of_value: bool = False
    cost: bool = False

    def reached(self, value: float, ratio: float, wanted: float) -> bool:
        figure = value if self.of_value else ratio
        return figure <= wanted if self.cost else figure >= wanted


TARGET_SEATS = 4

# The keys are the game, the name of the measurement, and the name of what it is compared with. The ratios of our search
# should be three and five times those of version 0.1.0, whose medians are in the first version of released.json.
TARGETS: dict[tuple[str, str, str], SpeedTarget] = {
    ("spookies", OURS, f"{SPIEL_CPP}pig"): SpeedTarget(1.1, 1.5),
    ("ghosts", OURS, f"{SPIEL_CPP}crazy_eights"): SpeedTarget(5.5, 7),
    ("ghooost", OURS, f"{SPIEL_CPP}crazy_eights"): SpeedTarget(4.5, 6),
    ("thirteen", OURS, f"{SPIEL_CPP}crazy_eights"): SpeedTarget(2.8, 4),
    ("halloween", OURS, f"{SPIEL_CPP}crazy_eights"): SpeedTarget(1.05, 2),
    ("spookies", OURS_PLAIN, f"{SPIEL_PYTHON}pig"): SpeedTarget(1.0),
    ("ghosts", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): SpeedTarget(2.4),
    ("ghooost", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): SpeedTarget(1.2),
    ("thirteen", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): SpeedTarget(1.4),
    ("halloween", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): SpeedTarget(0.27, 0.5),
    ("ghosts", OUR_GUIDED, SPIEL_ISMCTS): SpeedTarget(2, 3),
    ("spookies", OUR_SEARCH, SPIEL_ITERATIONS): SpeedTarget(1.06, 1.77),
    ("ghosts", OUR_SEARCH, SPIEL_ITERATIONS): SpeedTarget(0.485, 0.81),
    ("ghooost", OUR_SEARCH, SPIEL_ITERATIONS): SpeedTarget(0.122, 0.204),
    ("thirteen", OUR_SEARCH, SPIEL_ITERATIONS): SpeedTarget(1.315, 2.19),
    ("halloween", OUR_SEARCH, SPIEL_ITERATIONS): SpeedTarget(0.054, 0.09),
    ("ghosts", RUNNER_TWO, LEDUC): SpeedTarget(1_500_000, 3_000_000, of_value=True),
}
# For every game that has no target of its own.
USUAL_TARGETS: dict[tuple[str, str], SpeedTarget] = {
    (RUNNER_TWO, LEDUC): SpeedTarget(300_000, 1_000_000, of_value=True),
    (ZOO, LEDUC): SpeedTarget(10, 20),
    (SERVER, JSON): SpeedTarget(1, 0.5, of_value=True, cost=True),
}


def target_of(game: str, seats: int, name: str, beside: str) -> SpeedTarget | None:
    """Returns the target of a measurement, or None if it has none."""
    if seats != TARGET_SEATS:
        return None
    return TARGETS.get((game, name, beside)) or USUAL_TARGETS.get((name, beside))
