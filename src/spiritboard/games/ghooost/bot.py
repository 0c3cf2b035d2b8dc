"""The judgement of a good player of Ghooost!.

The guide weighs everything in ghosts: how many ghosts a play gets rid of, how many the player may have to collect, how
many in the hand become too low, what another turn is worth, and what a ghost would still have been good for. It does
not try to hinder the other players: guides that did so lost more rounds, and many of those rounds had no end.

In a match, of all players who leave, those between the first and the last get the fewest points (GO23). They do better
to wait, and the way to wait is to collect. The guide only waits while another player has many ghosts: if all have few,
each would wait for the others.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.ghooost.picks import (
    COLLECT,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    PLAY_KITTY,
    SKELETUM,
    copies_in,
    number_in,
    value_in,
)
from spiritboard.games.ghooost.plays import QUARTET, fitting, has_play, without_play
from spiritboard.games.ghooost.position import FULL_HAND, Player
from spiritboard.games.ghooost.rules import Ghooost
from spiritboard.games.ghooost.tally import ONE, size_of
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig, State

# What it is worth to keep a ghost for later, by its value: the fearless ones, those that discard, and the high ones
# help most.
KEEPING: Final = vec[float]([0.0, 1.7, 0.0, 0.7, 0.15, 0.2, 0.3, 0.35, 0.55, 0.6, 0.7, 1.7, 1.25, 1.1, 1.25])
KEEPING_MISS_COPY: Final = 0.4
KEEPING_KITTY: Final = 1.1
DISCARDED: Final = 0.1  # what each ghost is worth that is discarded with a cemetery
# Every choice is a little random, and more so the longer a round takes: without that, guides can go round in circles.
RANDOMNESS: Final = 0.2
WEARY_TURNS: Final = 200.0  # after so many turns the randomness has doubled
LEAVING: Final = 100.0  # what leaving is worth
FEW_GHOSTS: Final = 6  # with so many ghosts a player who waits may have to leave
MANY_GHOSTS: Final = 12  # a player with so many ghosts does not leave soon
LONGEST_WAIT: Final = 1000  # after so many turns the guide does not wait any more


class GhooostGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        # The weights by which styles of play differ.
        self.keeping = 1.0  # how much it counts to keep a ghost for later
        self.collected = 0.5  # the cost of each ghost that is collected
        self.another_turn = 1.0  # what it is worth to go again
        self.blocked = 0.6  # the cost of each ghost in the hand that is too low for the top

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Ghooost)
        if self.should_collect(state, seat):
            return COLLECT
        if self.should_lose_turn(state, seat):
            return LOSE_TURN
        return self.best_move(state, seat, dice)

    def best_move(self, state: Ghooost, seat: i64, dice: Dice) -> i64:
        """Returns the move that is worth most, of a player who neither waits nor loses the turn."""
        player, following = state.players[seat], state.players[state.next_in(seat)]
        unseen = state.unseen - player.hidden()  # where this player cannot see them
        best, most = self.without_hand(state, seat, unseen)
        weary = float(state.turns) / WEARY_TURNS
        noise = RANDOMNESS * (1.0 + weary * weary) / 256.0
        plays = state.plays(seat)
        count: i64 = len(plays)
        for at in range(count):
            value = self.judge(state, player, following, unseen, plays[at]) + noise * float(dice.below(256))
            if value > most:
                best, most = plays[at], value
        return best

    def should_collect(self, state: Ghooost, seat: i64) -> bool:
        """Returns whether the player waits for another to leave first, and can."""
        can_wait = waits(state) and not state.crypt and state.something_to_collect()
        return can_wait and state.players[seat].ghosts() <= FEW_GHOSTS

    def should_lose_turn(self, state: Ghooost, seat: i64) -> bool:
        """Returns whether to leave Kitties alone: they do not help Miss Copy, but a stopped round is lost (GO27)."""
        return state.may_lose_turn(seat) and state.lost + 1 < state.still_in()

    def without_hand(self, state: Ghooost, seat: i64, unseen: i64) -> tuple[i64, float]:
        """Returns the best move without ghosts from the hand, and its worth.

        To turn up a ghost comes first, also from the mansion: its ghosts have to come out some time.
        """
        others = state.other_moves(seat)
        if not others:
            return COLLECT, -LEAVING  # there is nothing to collect, so any play is better
        if others[0] == COLLECT:
            return COLLECT, -self.cost_of_collecting(state.lying())
        missed = 1.0 - fit_chance(unseen, state.top)
        return others[0], -missed * self.cost_of_collecting(state.lying() + 1)

    def judge(self, state: Ghooost, player: Player, following: Player, unseen: i64, move: i64) -> float:
        """Returns what it is worth to play these ghosts, if `following` is the next player."""
        if move == PLAY_KITTY:
            return self.judge_kitty(state, player, unseen)
        value, some, copies = value_in(move), number_in(move), copies_in(move)
        played = some + copies
        if player.ghosts() == played and not state.crypt:
            return leaving(state)
        kept = self.keeping * float(some) * KEEPING[value]
        worth = rid_of(state, player, played) - kept - self.keeping * float(copies) * KEEPING_MISS_COPY
        if value == SKELETUM or played + state.run_of(value) >= QUARTET:
            return worth + self.another_turn + DISCARDED * float(state.lying())
        hand = player.hand - some * ONE[value] - copies * ONE[MISS_COPY]
        if played > 1:
            empty = player.hand_size == played
            return worth + self.go_on(state, unseen, hand, empty, value, state.lying() + played)
        return worth + self.pass_on(state, following, unseen, hand, value)

    def judge_kitty(self, state: Ghooost, player: Player, unseen: i64) -> float:
        """Returns what Kitty is worth. With two players still in, the same player goes again (GO7)."""
        if player.ghosts() == 1 and not state.crypt:
            return leaving(state)
        worth = rid_of(state, player, 1) - self.keeping * KEEPING_KITTY
        if state.still_in() > 2:
            return worth
        hand = player.hand - ONE[KITTY]
        return worth + self.go_on(state, unseen, hand, player.hand_size == 1, state.top, state.lying() + 1)

    def go_on(self, state: Ghooost, unseen: i64, hand: i64, empty: bool, top: i64, size: i64) -> float:
        """Returns what another turn is worth, with the rest of the hand on the ghosts just played."""
        if has_play(hand, top):
            return self.another_turn - self.blocked * float(blocked(hand, top))
        missed = 1.0 - fit_chance(unseen, top) if state.crypt or empty else 1.0
        return -missed * self.cost_of_collecting(size)

    def pass_on(self, state: Ghooost, following: Player, unseen: i64, hand: i64, top: i64) -> float:
        """Returns the cost of ghosts that are then too low, unless the next player has to collect the cemetery."""
        stuck = stuck_chance(following, unseen, top)
        if state.crypt:
            stuck *= 1.0 - fit_chance(unseen, top)
        return -(1.0 - stuck) * self.blocked * float(blocked(hand, top))

    def cost_of_collecting(self, ghosts: i64) -> float:
        return self.another_turn + self.collected * float(ghosts)

    def estimate(self, state: State) -> list[float]:
        """Returns each seat's share of the victory. All but one win a round, and that one is likely to have many
        ghosts. In a match points count too."""
        assert isinstance(state, Ghooost)
        seats: i64 = state.seats
        ghosts = [burden(state, seat) for seat in range(seats)]
        every = sum(ghosts)
        shares = [(1.0 - each / every) / float(seats - 1) for each in ghosts]
        if not state.is_match:
            return shares
        weights = [shares[seat] * 2.0 ** (float(state.points[seat]) / 2.0) for seat in range(seats)]
        total = sum(weights)
        return [each / total for each in weights]


def waits(state: Ghooost) -> bool:
    """Returns whether to leave now is to leave between the first and the last, while another player stays for long."""
    between = state.is_match and 2 < state.still_in() < state.seats
    return between and state.turns < LONGEST_WAIT and a_player_has_many(state)


def a_player_has_many(state: Ghooost) -> bool:
    for seat in range(state.seats):  # noqa: SIM110 - compiled, a loop is much faster than any()
        if state.players[seat].ghosts() >= MANY_GHOSTS:
            return True
    return False


def leaving(state: Ghooost) -> float:
    return -LEAVING / 2.0 if waits(state) else LEAVING


def burden(state: Ghooost, seat: i64) -> float:
    """Returns how much a player still has to get rid of, and 0 for a player who has left."""
    ghosts = state.players[seat].ghosts()
    return float(ghosts + FULL_HAND) if ghosts else 0.0


def rid_of(state: Ghooost, player: Player, played: i64) -> float:
    """Returns how many ghosts a player is rid of. Before midnight the hand is filled up to four again."""
    if state.crypt:
        return float(max(0, min(played, player.hand_size - FULL_HAND)))
    return float(played)


def fit_chance(unseen: i64, top: i64) -> float:
    """Returns the chance that a ghost turned up fits."""
    return float(size_of(fitting(unseen, top))) / float(size_of(unseen)) if unseen else 0.0


def stuck_chance(player: Player, unseen: i64, top: i64) -> float:
    """Returns the chance that another player has no play, by the ghosts that are known and unknown in that hand."""
    if has_play(player.seen, top):
        return 0.0
    missed = 1.0 - fit_chance(unseen, top)
    if not player.hand_size:
        return missed  # that player opens the mansion
    stuck = 1.0
    for _ghost in range(min(player.hand_size - size_of(player.seen), 12)):
        stuck *= missed
    return stuck


def blocked(hand: i64, top: i64) -> i64:
    """Returns how many ghosts in a hand have no play."""
    return size_of(without_play(hand, top))
