"""What a good player knows about Ghooost!.

Everything is weighed in ghosts: how many I am rid of, how many I may have to collect, how many in my hand become too
low, what another turn is worth, and what a ghost would still have been good for. Keeping the others from getting on is
not weighed: whoever did that lost more rounds, and many rounds had no end.

In a match those who leave between the first and the last are paid least of all winners (GO23): they had better wait,
and the way to wait is to collect. But only for somebody who has many ghosts: where all have few, each would wait for
the others.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.ghooost.rules import (
    COLLECT,
    COPY,
    HAND,
    HIGHEST,
    KINDS,
    KITTY,
    LEAST,
    LOSE_TURN,
    LUCK,
    MANSION,
    PLAY_KITTY,
    QUARTET,
    SCOOTY,
    SKELETUM,
    Ghooost,
)
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import State

# What a ghost is good for in tight spots: the fearless ones, those that discard, and the high ones.
KEPT: Final[list[float]] = [
    *[0.0, 1.7, 0.0, 0.7, 0.15, 0.2, 0.3, 0.35, 0.55, 0.6, 0.7, 1.7, 1.25, 1.1, 1.25],
    *[0.4, 1.1],  # Miss Copy, Kitty
]
COLLECTED: Final = 0.5  # what each ghost costs that is collected
TURN: Final = 1.0  # what another turn is worth
BLOCKED: Final = 0.6  # what each ghost in my hand costs that is too low for the top
DISCARDED: Final = 0.1  # what each ghost is worth that lay in a cemetery which is discarded
WHIM: Final = 0.2  # a little chance in every choice, and more the longer it takes: nobody shall go round in circles
PATIENCE: Final = 200.0  # turns
LEAVING: Final = 100.0
FEW: Final = 6  # ghosts, with which one who waits may have to leave
MANY: Final = 12  # ghosts of which nobody is rid soon
LONG: Final = 1000  # turns, after which nobody waits any more


class GhooostGuide(Guide):
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Ghooost)
        if self.had_better_collect(state, seat):
            return COLLECT
        if self.had_better_lose_turn(state, seat):
            return LOSE_TURN
        unseen = unseen_ghosts(state, seat)
        best = self.without_hand(state, seat)
        most = self.turning_up(state, unseen) if best != COLLECT else -collecting(lying(state))
        if best == COLLECT and not lying(state):
            most = -LEAVING  # there is nothing to collect
        weary = float(state.turns) / PATIENCE
        whim = WHIM * (1.0 + weary * weary) / 256.0
        for move in state.plays(seat):
            value = self.judge(state, seat, unseen, move) + whim * float(dice.below(256))
            if value > most:
                best, most = move, value
        return best

    def had_better_collect(self, state: Ghooost, seat: i64) -> bool:
        ghosts: i64 = state.sizes[seat] + len(state.mansions[seat])
        return not state.crypt and ghosts <= FEW and lying(state) > 0 and waits(state)

    def had_better_lose_turn(self, state: Ghooost, seat: i64) -> bool:
        """A Kitty does not help Miss Copy out; but a round that is stopped is lost (GO20, GO27)."""
        return state.may_lose_turn(seat) and state.lost + 1 < state.still_in()

    def without_hand(self, state: Ghooost, seat: i64) -> i64:
        """Luck before collecting, and the mansion too: its ghosts have to come out some time."""
        if state.crypt:
            return LUCK
        return COLLECT if state.sizes[seat] else MANSION

    def turning_up(self, state: Ghooost, unseen: list[int]) -> float:
        missed = 1.0 - fit_chance(unseen, state.top())
        return -missed * collecting(lying(state) + 1)

    def judge(self, state: Ghooost, seat: i64, unseen: list[int], move: i64) -> float:
        if move == PLAY_KITTY:
            return self.judge_kitty(state, seat, unseen)
        value, some, copies = move >> 4, move >> 1 & 7, move & 1
        played = some + copies
        if state.sizes[seat] == played and not state.mansions[seat] and not state.crypt:
            return leaving(state)
        worth = rid_of(state, seat, played) - float(some) * KEPT[value] - float(copies) * KEPT[COPY]
        if value == SKELETUM or played + state.run(value) >= QUARTET:
            return worth + TURN + DISCARDED * float(lying(state))
        hand = state.held[seat].copy()
        hand[value] -= some
        hand[COPY] -= copies
        if played > 1:
            empty = state.sizes[seat] == played
            return worth + self.go_on(state, unseen, hand, empty, value, lying(state) + played)
        return worth + self.pass_on(state, seat, unseen, hand, value)

    def judge_kitty(self, state: Ghooost, seat: i64, unseen: list[int]) -> float:
        """With two players still in, the same one goes again (GO7)."""
        if state.sizes[seat] == 1 and not state.mansions[seat] and not state.crypt:
            return leaving(state)
        worth = rid_of(state, seat, 1) - KEPT[KITTY]
        if state.still_in() > 2:
            return worth
        hand = state.held[seat].copy()
        hand[KITTY] -= 1
        return worth + self.go_on(state, unseen, hand, state.sizes[seat] == 1, state.top(), lying(state) + 1)

    def go_on(self, state: Ghooost, unseen: list[int], hand: list[int], empty: bool, top: i64, size: i64) -> float:
        """Another turn, with what is left in my hand on what I have just played."""
        if has_fitting(hand, top):
            return TURN - BLOCKED * float(blocked(hand, top))
        missed = 1.0 - fit_chance(unseen, top) if state.crypt or empty else 1.0
        return -missed * collecting(size)

    def pass_on(self, state: Ghooost, seat: i64, unseen: list[int], hand: list[int], top: i64) -> float:
        """What is too low for the top lies idle in my hand, unless the next player has to collect it all."""
        stuck = stuck_chance(state, unseen, state.next_in(seat), top)
        if state.crypt:
            stuck *= 1.0 - fit_chance(unseen, top)
        return -(1.0 - stuck) * BLOCKED * float(blocked(hand, top))

    def estimate(self, state: State) -> list[float]:
        """All but one win a round: whoever has many ghosts is likely to be that one. In a match points count too."""
        assert isinstance(state, Ghooost)
        seats: i64 = state.seats
        ghosts = [burden(state, seat) for seat in range(seats)]
        every = sum(ghosts)
        shares = [(1.0 - each / every) / float(seats - 1) for each in ghosts]
        if not state.is_match():
            return shares
        weights = [shares[seat] * 2.0 ** (float(state.points[seat]) / 2.0) for seat in range(seats)]
        total = sum(weights)
        return [each / total for each in weights]


def waits(state: Ghooost) -> bool:
    """Whether leaving now would be between the first and the last, while somebody else will be there for long."""
    between = state.is_match() and 2 < state.still_in() < state.seats
    return between and state.turns < LONG and somebody_has_many(state)


def somebody_has_many(state: Ghooost) -> bool:
    for seat in range(state.seats):  # noqa: SIM110 - compiled, a loop is much faster than any()
        if state.sizes[seat] + len(state.mansions[seat]) >= MANY:
            return True
    return False


def leaving(state: Ghooost) -> float:
    return -LEAVING / 2.0 if waits(state) else LEAVING


def burden(state: Ghooost, seat: i64) -> float:
    """What somebody still has to be rid of; nothing for those who have left."""
    ghosts: i64 = state.sizes[seat] + len(state.mansions[seat])
    return float(ghosts + HAND) if ghosts else 0.0


def unseen_ghosts(state: Ghooost, seat: i64) -> list[int]:
    """How many of each kind lie where this seat cannot see them."""
    unseen = [0] * KINDS
    for ghost in state.crypt:
        unseen[ghost] += 1
    for mansion in state.mansions:
        for ghost in mansion:
            unseen[ghost] += 1
    for other in range(state.seats):
        if other != seat:
            held, seen = state.held[other], state.seen[other]
            for kind in range(1, KINDS):
                unseen[kind] += held[kind] - seen[kind]
    return unseen


def lying(state: Ghooost) -> i64:
    return len(state.cemetery) + state.kitties


def collecting(ghosts: i64) -> float:
    """What it costs to collect so many."""
    return TURN + COLLECTED * float(ghosts)


def rid_of(state: Ghooost, seat: i64, played: i64) -> float:
    """Before midnight a hand is filled up to four again: only ghosts beyond those are gone."""
    if state.crypt:
        return float(max(0, min(played, state.sizes[seat] - HAND)))
    return float(played)


def fit_chance(unseen: list[int], top: i64) -> float:
    """That a ghost turned up fits."""
    least = LEAST[top]
    fitting: i64 = unseen[KITTY]
    every: i64 = unseen[KITTY] + unseen[COPY]
    for value in range(1, HIGHEST + 1):
        some: i64 = unseen[value]
        every += some
        if least[value] == 1:
            fitting += some
    return float(fitting) / float(every) if every else 0.0


def stuck_chance(state: Ghooost, unseen: list[int], other: i64, top: i64) -> float:
    """That somebody has nothing that fits, by what everybody saw going into that hand and what nobody did."""
    seen = state.seen[other]
    if has_fitting(seen, top):
        return 0.0
    hidden: i64 = state.sizes[other]
    for kind in range(1, KINDS):
        hidden -= seen[kind]
    missed = 1.0 - fit_chance(unseen, top)
    if not state.sizes[other]:
        return missed  # it all hangs on the mansion
    stuck = 1.0
    for _ in range(min(hidden, 12)):
        stuck *= missed
    return stuck


def has_fitting(hand: list[int], top: i64) -> bool:
    if hand[SCOOTY] or hand[KITTY]:
        return True
    least = LEAST[top]
    for value in range(2, HIGHEST + 1):  # noqa: SIM110 - compiled, a loop is much faster than any()
        if hand[value] >= least[value]:
            return True
    return False


def blocked(hand: list[int], top: i64) -> i64:
    """How many ghosts would not fit."""
    least = LEAST[top]
    count: i64 = 0
    for value in range(2, HIGHEST + 1):
        some: i64 = hand[value]
        if some < least[value]:
            count += some
    return count
