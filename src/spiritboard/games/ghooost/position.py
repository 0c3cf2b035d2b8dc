"""A position of Ghooost!: where every ghost is, and what can be asked of it without knowing the rules of a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import COPIED, GHOST_KINDS, GHOST_NAMES, KITTY, MISS_COPY, VALUE_MASK
from spiritboard.table.errors import BadPosition
from spiritboard.table.state import GameConfig, State

FULL_HAND: Final = 4
MANSION_SIZES: Final = {2: 12, 3: 10, 4: 8, 5: 6, 6: 4}  # by the number of seats (GO1)
MOST_TURNS_IN_A_ROUND: Final = 2000  # GO27
MOST_STOPPED_ROUNDS: Final = 10  # GO27


class GhooostPosition(State):
    POSITION: ClassVar[dict[str, object]] = {
        "first": int,
        "way": int,
        "hands": list[list[int]],
        "known": list[list[int]],
        "mansions": list[list[int]],
        "crypt": list[int],
        "cemetery": list[int],
        "kitties": int,
        "discarded": list[int],
        "left": list[int],
        "turns": int,
        "lost": int,
        "points": list[int],
        "boos": list[int],
        "round": int,
        "stopped": int,
        "deciding": bool,
        "booed": int | None,
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "mansions", "crypt"})

    def __init__(self, config: GameConfig, ghosts: list[int]) -> None:
        super().__init__(config)
        self.ghosts = ghosts  # the whole deck, which never changes
        self.first: i64 = 0
        self.way: i64 = 1
        self.held: list[list[int]] = []  # how many of each kind are in each hand
        self.seen: list[list[int]] = []  # how many of each kind everybody saw going into each hand
        self.sizes: list[int] = []  # how many ghosts are in each hand
        self.mansions: list[list[int]] = []  # the top card last, as in the crypt
        self.crypt: list[int] = []
        self.cemetery: list[int] = []
        self.kitties: i64 = 0  # beside the cemetery
        self.discarded: list[int] = []
        self.left: list[int] = []  # the seats that have left this round, in the order of leaving
        self.turns: i64 = 0  # turns taken or lost in this round
        self.lost: i64 = 0  # turns lost in succession
        self.points: list[int] = []
        self.boos: list[int] = []
        self.round: i64 = 0
        self.stopped: i64 = 0  # rounds of this game that were stopped (GO27)
        self.deciding = False  # whether the match only goes on to break a tie
        self.booed: int | None = None  # the seat that got the last Boo!

    @property
    def hands(self) -> list[list[int]]:
        return [listed(hand) for hand in self.held]

    @hands.setter
    def hands(self, hands: list[list[int]]) -> None:
        self.held = [counted(hand) for hand in hands]
        self.sizes = [len(hand) for hand in hands]

    @property
    def known(self) -> list[list[int]]:
        return [listed(seen) for seen in self.seen]

    @known.setter
    def known(self, known: list[list[int]]) -> None:
        self.seen = [counted(seen) for seen in known]

    def rooms(self) -> int:
        """Returns how many ghosts a mansion holds when a round begins."""
        return MANSION_SIZES[self.seats]

    def crypt_at_first(self) -> int:
        """Returns how many ghosts the crypt holds when a round begins."""
        return len(self.ghosts) - self.seats * (FULL_HAND + self.rooms())

    def after_midnight(self) -> bool:
        return not self.crypt  # GO18

    def still_in(self) -> i64:
        """Returns how many players have not left this round."""
        return self.seats - len(self.left)

    def is_match(self) -> bool:
        return self.config.options["match"] == "match"

    # The cemetery.

    def top(self) -> i64:
        """Returns the value on top of the cemetery, and 0 if the cemetery is empty (GO3)."""
        return self.cemetery[len(self.cemetery) - 1] & VALUE_MASK if self.cemetery else 0

    def run(self, value: i64) -> i64:
        """Returns how many ghosts of this value lie unbroken on top. Kitties break nothing (GO12)."""
        length: i64 = 0
        for at in range(len(self.cemetery) - 1, -1, -1):
            if self.cemetery[at] & VALUE_MASK != value:
                break
            length += 1
        return length

    def something_to_collect(self) -> bool:
        return len(self.cemetery) > 0 or self.kitties > 0  # GO14, GO16, GO19

    def nothing_lies(self) -> bool:
        """Returns whether there is nothing to draw and nothing to collect."""
        return not self.crypt and not self.something_to_collect()

    def lying_ghosts(self) -> list[int]:
        """Returns the ghosts of the cemetery and the Kitties beside it, each Miss Copy as herself."""
        ghosts = [MISS_COPY if ghost >= COPIED else ghost for ghost in self.cemetery]
        ghosts.extend([KITTY] * self.kitties)
        return ghosts

    # Ghosts.

    def has_no_ghosts(self, seat: i64) -> bool:
        """Returns whether a player has neither hand nor mansion, so has left or leaves now (GO21)."""
        return not self.sizes[seat] and not self.mansions[seat]

    def every_ghost(self) -> list[int]:
        heaps = [self.lying_ghosts(), self.crypt, self.discarded, *self.hands, *self.mansions]
        return [ghost for heap in heaps for ghost in heap]

    def inventory(self) -> dict[str, int]:
        ghosts = self.every_ghost()
        return {GHOST_NAMES[kind]: ghosts.count(kind) for kind in sorted(set(ghosts))}

    def copy_into(self, twin: GhooostPosition) -> None:
        """Give another state the same position, independent in every part."""
        self.carry_over(twin)
        twin.first = self.first
        twin.way = self.way
        twin.held = [hand.copy() for hand in self.held]
        twin.seen = [seen.copy() for seen in self.seen]
        twin.sizes = self.sizes.copy()
        twin.mansions = [mansion.copy() for mansion in self.mansions]
        twin.crypt = self.crypt.copy()
        twin.cemetery = self.cemetery.copy()
        twin.kitties = self.kitties
        twin.discarded = self.discarded.copy()
        twin.left = self.left.copy()
        twin.turns = self.turns
        twin.lost = self.lost
        twin.points = self.points.copy()
        twin.boos = self.boos.copy()
        twin.round = self.round
        twin.stopped = self.stopped
        twin.deciding = self.deciding
        twin.booed = self.booed


def counted(ghosts: list[int]) -> list[int]:
    """Returns how many of each kind there are. Raises BadPosition if one of them is no ghost."""
    counts = [0] * GHOST_KINDS
    for ghost in ghosts:
        if not 0 < ghost < GHOST_KINDS:
            raise BadPosition(f"There is no ghost {ghost}.")
        counts[ghost] += 1
    return counts


def listed(counts: list[int]) -> list[int]:
    """Returns the ghosts one by one, the lowest first."""
    ghosts: list[int] = []
    for ghost in range(GHOST_KINDS):
        ghosts.extend([ghost] * counts[ghost])
    return ghosts
