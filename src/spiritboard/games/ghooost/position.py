"""A position of Ghooost!: where every ghost is, and what can be asked of it without knowing the rules of a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.ghooost.picks import COPIED, GHOST_NAMES, KITTY, MISS_COPY, VALUE_MASK
from spiritboard.games.ghooost.tally import counted, listed
from spiritboard.table.row import NO_NUMBERS, Row, copies, total
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
        "mansions": list[Row],
        "crypt": Row,
        "cemetery": Row,
        "kitties": int,
        "discarded": Row,
        "left": Row,
        "turns": int,
        "lost": int,
        "points": Row,
        "boos": Row,
        "round": int,
        "stopped": int,
        "deciding": bool,
        "booed": int | None,
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "mansions", "crypt"})

    def __init__(self, config: GameConfig, ghosts: Row) -> None:
        super().__init__(config)
        self.ghosts = ghosts  # the whole deck, which never changes
        self.is_match = config.options["match"] == "match"
        self.first: i64 = 0
        self.way: i64 = 1
        self.held = NO_NUMBERS  # the tally of each hand
        self.seen = NO_NUMBERS  # the tally of the ghosts that everybody saw going into each hand
        self.sizes = NO_NUMBERS  # how many ghosts are in each hand
        self.unseen: i64 = 0  # the tally of all other ghosts in hands, and of those in mansions and crypt
        self.mansions: list[Row] = []  # the top card last, as in the crypt
        self.crypt = NO_NUMBERS
        self.cemetery = NO_NUMBERS
        self.top: i64 = 0  # the value on top of the cemetery, and 0 if the cemetery is empty (GO3)
        self.run: i64 = 0  # how many ghosts of that value lie unbroken on top; Kitties break nothing (GO12)
        self.kitties: i64 = 0  # beside the cemetery
        self.discarded = NO_NUMBERS
        self.left = NO_NUMBERS  # the seats that have left this round, in the order of leaving
        self.turns: i64 = 0  # turns taken or lost in this round
        self.lost: i64 = 0  # turns lost in succession
        self.points = NO_NUMBERS
        self.boos = NO_NUMBERS
        self.round: i64 = 0
        self.stopped: i64 = 0  # rounds of this game that were stopped (GO27)
        self.deciding = False  # whether the match only goes on to break a tie
        self.booed: int | None = None  # the seat that got the last Boo!

    @property
    def hands(self) -> list[list[int]]:
        return [listed(hand) for hand in self.held]

    @hands.setter
    def hands(self, hands: list[list[int]]) -> None:
        self.held = Row([counted(hand) for hand in hands])
        self.sizes = Row([len(hand) for hand in hands])

    @property
    def known(self) -> list[list[int]]:
        return [listed(seen) for seen in self.seen]

    @known.setter
    def known(self, known: list[list[int]]) -> None:
        self.seen = Row([counted(seen) for seen in known])

    def complete(self) -> None:
        """Compute what is known of all ghosts together, and what lies on top."""
        face_down = counted([ghost for heap in [self.crypt, *self.mansions] for ghost in heap])
        self.unseen = face_down + total(self.held) - total(self.seen)
        self.top = 0
        self.run = 0
        for ghost in self.cemetery:
            self.run = self.run + 1 if ghost & VALUE_MASK == self.top else 1
            self.top = ghost & VALUE_MASK

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

    # The cemetery.

    def run_of(self, value: i64) -> i64:
        """Returns how many ghosts of this value lie unbroken on top of the cemetery."""
        return self.run if value == self.top else 0

    def lying(self) -> i64:
        """Returns how many ghosts lie in the cemetery and beside it."""
        return len(self.cemetery) + self.kitties

    def something_to_collect(self) -> bool:
        return len(self.cemetery) > 0 or self.kitties > 0  # GO14, GO16, GO19

    def nothing_lies(self) -> bool:
        """Returns whether there is nothing to draw and nothing to collect."""
        return not self.crypt and not self.something_to_collect()

    # Ghosts.

    def has_no_ghosts(self, seat: i64) -> bool:
        """Returns whether a player has neither hand nor mansion, so has left or leaves now (GO21)."""
        return not self.sizes[seat] and not self.mansions[seat]

    def every_ghost(self) -> list[int]:
        ghosts = [MISS_COPY if ghost >= COPIED else ghost for ghost in self.cemetery] + [KITTY] * self.kitties
        for hand in self.hands:
            ghosts += hand
        for heap in [self.crypt, self.discarded, *self.mansions]:
            ghosts += list(heap)
        return ghosts

    def inventory(self) -> dict[str, int]:
        ghosts = self.every_ghost()
        return {GHOST_NAMES[kind]: ghosts.count(kind) for kind in sorted(set(ghosts))}

    def copy_into(self, twin: GhooostPosition) -> None:
        """Give another state the same position, independent in every part."""
        self.carry_over(twin)
        twin.first = self.first
        twin.way = self.way
        twin.held = self.held.copy()
        twin.seen = self.seen.copy()
        twin.sizes = self.sizes.copy()
        twin.unseen = self.unseen
        twin.mansions = copies(self.mansions)
        twin.crypt = self.crypt.copy()
        twin.cemetery = self.cemetery.copy()
        twin.top = self.top
        twin.run = self.run
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
