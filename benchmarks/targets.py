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
    SERVER,
    SPIEL_CPP,
    SPIEL_ISMCTS,
    SPIEL_ITERATIONS,
    SPIEL_PYTHON,
    TWO,
    ZOO,
)


@dataclass(frozen=True)
class Target:
    """A bar and a goal for the ratio of a measurement or, `of_value`, for its value. A cost should be at most that."""

    bar: float
    goal: float | None = None
    of_value: bool = False
    cost: bool = False

    def reached(self, value: float, ratio: float, wanted: float) -> bool:
        figure = value if self.of_value else ratio
        return figure <= wanted if self.cost else figure >= wanted


# For four players. The keys are the game, the name of the measurement, and the name of what it is compared with.
TARGETS: dict[tuple[str, str, str], Target] = {
    ("spookies", OURS, f"{SPIEL_CPP}pig"): Target(1.1, 1.5),
    ("ghosts", OURS, f"{SPIEL_CPP}crazy_eights"): Target(5.5, 7),
    ("ghooost", OURS, f"{SPIEL_CPP}crazy_eights"): Target(4.5, 6),
    ("thirteen", OURS, f"{SPIEL_CPP}crazy_eights"): Target(2.8, 4),
    ("halloween", OURS, f"{SPIEL_CPP}crazy_eights"): Target(1.05, 2),
    ("spookies", OURS_PLAIN, f"{SPIEL_PYTHON}pig"): Target(1.0),
    ("ghosts", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): Target(2.4),
    ("ghooost", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): Target(1.2),
    ("thirteen", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): Target(1.4),
    ("halloween", OURS_PLAIN, f"{SPIEL_PYTHON}crazy_eights"): Target(0.27, 0.5),
    ("ghosts", OUR_GUIDED, SPIEL_ISMCTS): Target(2, 3),
    ("spookies", OUR_SEARCH, SPIEL_ITERATIONS): Target(1.07, 1.78),
    ("ghosts", OUR_SEARCH, SPIEL_ITERATIONS): Target(0.48, 0.81),
    ("ghooost", OUR_SEARCH, SPIEL_ITERATIONS): Target(0.123, 0.205),
    ("thirteen", OUR_SEARCH, SPIEL_ITERATIONS): Target(1.34, 2.2),
    ("halloween", OUR_SEARCH, SPIEL_ITERATIONS): Target(0.0525, 0.0875),
    ("ghosts", TWO, LEDUC): Target(1_500_000, 3_000_000, of_value=True),
}
# For every game that has no target of its own.
USUAL_TARGETS: dict[tuple[str, str], Target] = {
    (TWO, LEDUC): Target(300_000, 1_000_000, of_value=True),
    (ZOO, LEDUC): Target(10, 20),
    (SERVER, JSON): Target(1, 0.5, of_value=True, cost=True),
}


def target_of(game: str, name: str, beside: str) -> Target | None:
    """Returns the target of a measurement, or None if it has none."""
    return TARGETS.get((game, name, beside)) or USUAL_TARGETS.get((name, beside))
