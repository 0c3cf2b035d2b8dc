"""The judgement of a good player of Ghosts.

The guide judges a card by three things: the chance that the next player has no card for it, by counting the cards that
the guide has not seen; the chance that the guide has no card on its next turn; and that mist is worth keeping. It plays
a card whenever it can: even a small pile costs a point, and the first pile costs the return of points at the end.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.ghosts.chances import StuckChances, misses, place
from spiritboard.games.ghosts.picks import GHOSTS_MASK, HAND_SIZE, HIGHEST_LEVEL, MIST, TAKE_PILE
from spiritboard.games.ghosts.rules import MOST_RETURNED, Ghosts, fits_on
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import is_first
from spiritboard.table.state import GameConfig, State

UNAFRAID_CARDS: Final = 40.0  # after so many cards a third of the players are still unafraid
MIST_KEPT: Final = 0.2  # what it is worth to keep mist for later, while there is a deck
TIE_BREAK: Final = 0.0001


class GhostsGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.misses: vec[float] = misses(config.seats)
        self.tie_breaks: vec[float] = vec[float]([TIE_BREAK * float(number) / 100.0 for number in range(100)])
        self.stuck_chances = StuckChances(0)  # replaced as soon as the number of cards is known
        # To hurt one of several opponents helps less than to hurt the only one.
        self.malice = 1.0 if config.seats == 2 else 1.5 / float(config.seats - 1)

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Ghosts)
        if self.stuck_chances.cards != len(state.box.cards):
            self.stuck_chances = StuckChances(len(state.box.cards))
        hand, unseen, cost = state.hands[seat], unseen_cards(state, seat), hurt(state, seat)
        best: i64 = TAKE_PILE
        most = -100.0
        size: i64 = len(hand)
        for at in range(size):
            card = hand[at]
            if state.fits(card) and is_first(hand, at):
                value = self.value(state, seat, card, unseen, cost) + self.tie_breaks[dice.below(100)]
                if value > most:
                    best, most = card, value
        return best

    def value(self, state: Ghosts, seat: i64, card: i64, unseen: i64, cost: float) -> float:
        """Returns how good it is to play a card, if `cost` is what it costs to take the pile."""
        level, top, way = state.level, state.top, state.way
        if card != MIST:
            if state.reverses(card):
                way = -way
            else:
                level += card & GHOSTS_MASK
            top = card
        following = state.seat_after(seat, way)
        unfit, risk = self.own_hand(state, seat, card, level, top)
        unfit_elsewhere = state.unplayed_cards().unfit(level, top) - unfit
        stuck = self.stuck_chances.get(len(state.hands[following]), unseen, unfit_elsewhere)
        gain = self.malice * stuck * hurt(state, following) if stuck > 0.0 else 0.0
        spent = MIST_KEPT if card == MIST and state.deck else 0.0
        return gain - (1.0 - stuck) * risk * cost - spent

    def own_hand(self, state: Ghosts, seat: i64, card: i64, level: i64, top: i64) -> tuple[i64, float]:
        """Returns how many cards of the hand do not fit on a pile of this level and top card, and the chance that
        neither the hand without `card` nor the card drawn fits on the player's next turn."""
        hand, misses = state.hands[seat], self.misses
        size: i64 = len(hand)
        risk = 0.5 if state.deck else 1.0
        unfit: i64 = 0
        kept = False
        for at in range(size):
            other = hand[at]
            if not fits_on(other, level, top):
                unfit += 1
            if other == card and not kept:
                kept = True  # this card is played
            else:
                risk *= misses[place(HIGHEST_LEVEL - level, other & GHOSTS_MASK)]
        return unfit, risk if size > 1 or state.deck else 0.0

    def estimate(self, state: State) -> list[float]:
        """Returns each seat's share of the victory, by fright points less what an unafraid player may return. A lead
        counts for more the later it is."""
        assert isinstance(state, Ghosts)
        seats: i64 = state.seats
        points = [float(state.fright[seat]) - hope(state, seat) for seat in range(seats)]
        lead = 1.5 / (1.0 + float(state.rounds - state.round) + to_come(state) / 60.0)
        weights = [2.0 ** (lead * (min(points) - each)) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


def unseen_cards(state: Ghosts, seat: i64) -> i64:
    """Returns how many cards a player cannot see: the deck and the other hands."""
    unseen: i64 = len(state.deck)
    for other in range(state.seats):
        if other != seat:
            unseen += len(state.hands[other])
    return unseen


def hurt(state: Ghosts, seat: i64) -> float:
    """Returns what it costs to take the pile: a point, and the points that an unafraid player returns."""
    return 1.0 + hope(state, seat)


def hope(state: Ghosts, seat: i64) -> float:
    """Returns how many points a player may expect to return for being unafraid (GH14)."""
    if state.taken[seat]:
        return 0.0
    returned = min(state.fright[seat], MOST_RETURNED)
    return float(returned) / (1.0 + to_come(state) / UNAFRAID_CARDS)


def to_come(state: Ghosts) -> float:
    """Returns how many cards will still be played in this round."""
    return float(len(state.deck) + HAND_SIZE * state.seats)
