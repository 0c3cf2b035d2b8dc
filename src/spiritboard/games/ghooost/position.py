"""A position of Ghooost!: where every ghost is, and what can be asked of it without knowing the rules of a turn."""

from __future__ import annotations

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from spiritboard.games.ghooost.memory import packed, unpacked
from spiritboard.games.ghooost.picks import COPIED, GHOST_NAMES, KITTY, MISS_COPY, VALUE_MASK
from spiritboard.games.ghooost.tally import ONE, counted, listed
from spiritboard.table.errors import require
from spiritboard.table.remembering import Remembering
from spiritboard.table.row import NO_NUMBERS, Row
from spiritboard.table.state import GameConfig

FULL_HAND: Final = 4
MANSION_SIZES: Final = {2: 12, 3: 10, 4: 8, 5: 6, 6: 4}  # by the number of seats (GO1)
MOST_TURNS_IN_A_ROUND: Final = 2000  # GO27
MOST_STOPPED_ROUNDS: Final = 10  # GO27


@mypyc_attr(acyclic=True)  # it refers to numbers only, so the garbage collector need not look at it
@final
class Player:
    """The ghosts of a player: the hand as tallies, and the mansion with its top card last."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.seen: i64 = 0  # of the hand, the ghosts that everybody saw going there
        self.hand_size: i64 = 0
        self.declined: i64 = 0  # the values, as bits, on which the player last did not play from the hand
        self.drawn: i64 = 0  # ghosts that the player has drawn unseen since then
        self.mansion = NO_NUMBERS

    def copy_from(self, other: Player) -> None:
        """Take over the ghosts of another player, independent in every part."""
        self.hand = other.hand
        self.seen = other.seen
        self.hand_size = other.hand_size
        self.declined = other.declined
        self.drawn = other.drawn
        self.mansion = other.mansion.copy()

    def ghosts(self) -> i64:
        """Returns how many ghosts the player has, in hand and mansion together."""
        return self.hand_size + len(self.mansion)

    def has_no_ghosts(self) -> bool:
        """Returns whether the player has neither hand nor mansion, so has left or leaves now (GO21)."""
        return not self.hand_size and not self.mansion

    def decline(self, top: i64) -> None:
        """Remember that the player does not play from the hand on this value, where one of another hand might."""
        if top and self.hand_size:
            if self.drawn:  # what was declined with another hand says less
                self.declined = 0
                self.drawn = 0
            self.declined |= 1 << top

    def hidden(self) -> i64:
        """Returns the tally of the ghosts in the hand that nobody saw going there."""
        return self.hand - self.seen


class GhooostPosition(Remembering):
    POSITION: ClassVar[dict[str, object]] = {
        "first": int,
        "way": int,
        "hands": list[list[int]],
        "known": list[list[int]],
        "mansions": list[list[int]],
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
        "noted": list[int],
        "declined": list[int],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "mansions", "crypt"})
    MEMORY: ClassVar[frozenset[str]] = frozenset({"noted", "declined"})

    def __init__(self, config: GameConfig, ghosts: Row) -> None:
        super().__init__(config)
        self.ghosts = ghosts  # the whole deck, which never changes
        self.is_match = config.options["match"] == "match"
        self.first: i64 = 0
        self.way: i64 = 1
        self.players = [Player() for _ in range(self.seats)]
        self.crypt = NO_NUMBERS  # the top card last
        self.unseen: i64 = 0  # the tally of the ghosts in crypt, mansions and hands, without those that everybody saw
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
        return [listed(player.hand) for player in self.players]

    @hands.setter
    def hands(self, hands: list[list[int]]) -> None:
        for player, hand in zip(self.players, self.by_seat(hands), strict=True):
            player.hand = counted(hand)
            player.hand_size = len(hand)

    @property
    def known(self) -> list[list[int]]:
        return [listed(player.seen) for player in self.players]

    @known.setter
    def known(self, known: list[list[int]]) -> None:
        for player, seen in zip(self.players, self.by_seat(known), strict=True):
            player.seen = counted(seen)

    @property
    def mansions(self) -> list[list[int]]:
        return [list(player.mansion) for player in self.players]

    @mansions.setter
    def mansions(self, mansions: list[list[int]]) -> None:
        for player, mansion in zip(self.players, self.by_seat(mansions), strict=True):
            player.mansion = Row(mansion)

    @property
    def declined(self) -> list[int]:
        return [packed(player.declined, player.drawn) for player in self.players]

    @declined.setter
    def declined(self, declined: list[int]) -> None:
        require(len(declined) == self.seats, "Each seat has values that it declined, or none.")
        for player, number in zip(self.players, declined, strict=True):
            player.declined, player.drawn = unpacked(number)

    def by_seat(self, heaps: list[list[int]]) -> list[list[int]]:
        """Returns these heaps of ghosts. Raises BadPosition unless there is one for each seat."""
        require(len(heaps) == self.seats, "Each seat has a hand, a known part of it, and a mansion.")
        return heaps

    def complete(self) -> None:
        """Compute which ghosts are unseen, and what lies on top of the cemetery."""
        self.unseen = counted(list(self.crypt))
        for player in self.players:
            self.unseen += counted(list(player.mansion)) + player.hidden()
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

    def lying_ghosts(self) -> i64:
        """Returns the tally of the ghosts in the cemetery and beside it, each Miss Copy as herself (GO8)."""
        ghosts = self.kitties * ONE[KITTY]
        size: i64 = len(self.cemetery)
        for at in range(size):
            ghosts += ONE[self.cemetery[at]]
        return ghosts

    def something_to_collect(self) -> bool:
        return self.top > 0 or self.kitties > 0  # GO14, GO16, GO19

    def nothing_lies(self) -> bool:
        """Returns whether there is nothing to draw and nothing to collect."""
        return not self.crypt and not self.something_to_collect()

    # Ghosts.

    def every_ghost(self) -> list[int]:
        ghosts = [MISS_COPY if ghost >= COPIED else ghost for ghost in self.cemetery] + [KITTY] * self.kitties
        for heap in [list(self.crypt), list(self.discarded), *self.hands, *self.mansions]:
            ghosts += heap
        return ghosts

    def inventory(self) -> dict[str, int]:
        ghosts = self.every_ghost()
        return {GHOST_NAMES[kind]: ghosts.count(kind) for kind in sorted(set(ghosts))}

    def copy_into(self, twin: GhooostPosition) -> None:
        """Give another state the same position, independent in every part."""
        self.carry_over(twin)
        twin.first = self.first
        twin.way = self.way
        for seat in range(self.seats):
            twin.players[seat].copy_from(self.players[seat])
        twin.crypt = self.crypt.copy()
        twin.unseen = self.unseen
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
