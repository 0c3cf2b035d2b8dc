"""The judgement of a good player of Ghosts.

The guide judges a card by three things: the chance that the next player has no card for it, by counting the cards that
the guide has not seen; the chance that the guide has no card on its next turn; and that mist is worth keeping. It plays
a card whenever it can: even a small pile costs a point, and the first pile costs the return of points at the end.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.ghosts.picks import GHOSTS_MASK, HAND_SIZE, HIGHEST_LEVEL, MIST, TAKE_PILE
from spiritboard.games.ghosts.rules import MOST_RETURNED, Ghosts, fits_on
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row, is_first
from spiritboard.table.state import GameConfig, State

STAYING: Final = 0.3  # how often a player leaves the level as it is, with mist or the top card's colour
TAKING: Final = 0.25  # how often a player has to take a pile at level seven
MATCHING: Final = 0.4  # how often a colour turns out to be the top card's
UNAFRAID_CARDS: Final = 40.0  # after so many cards a third of the players are still unafraid
MIST_KEPT: Final = 0.2  # what it is worth to keep mist for later, while there is a deck
TIE_BREAK: Final = 0.0001


class GhostsGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.chances = vec[float](chances_to_play(config.seats))
        # To hurt one of several opponents helps less than to hurt the only one.
        self.malice = 1.0 if config.seats == 2 else 1.5 / float(config.seats - 1)

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Ghosts)
        hand, unseen, cost = state.hands[seat], unseen_cards(state, seat), hurt(state, seat)
        best: i64 = TAKE_PILE
        most = -100.0
        size: i64 = len(hand)
        for at in range(size):
            card = hand[at]
            if state.fits(card) and is_first(hand, at):
                value = self.value(state, seat, card, unseen, cost) + TIE_BREAK * float(dice.below(100)) / 100.0
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
        stuck = stuck_chance(state, seat, following, level, top, unseen)
        gain = self.malice * stuck * hurt(state, following) if stuck else 0.0
        risk = (1.0 - stuck) * self.own_risk(state, seat, card, HIGHEST_LEVEL - level)
        spent = MIST_KEPT if card == MIST and state.deck else 0.0
        return gain - risk * cost - spent

    def own_risk(self, state: Ghosts, seat: i64, card: i64, room: i64) -> float:
        """Returns the chance that no card of the hand, or the card drawn, fits on the player's next turn."""
        hand, chances = state.hands[seat], self.chances
        size: i64 = len(hand)
        if size == 1 and not state.deck:
            return 0.0
        risk = 0.5 if state.deck else 1.0
        kept = False
        for at in range(size):
            other = hand[at]
            if other == card and not kept:
                kept = True  # this card is played
            else:
                risk *= 1.0 - chances[room << 3 | other & GHOSTS_MASK]
        return risk

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


def chances_to_play(seats: i64) -> list[float]:
    """Returns the chance that a card fits after the other players' turns, by `room << 3 | ghosts on the card`, where
    `room` is how far the level was below seven."""
    chances = [0.0] * 64
    for room in range(HIGHEST_LEVEL + 1):
        spread = [0.0] * (HIGHEST_LEVEL + 1)
        spread[room] = 1.0
        for _ in range(seats - 1):
            spread = played_on(spread)
        chances[room << 3] = 1.0  # mist
        for ghosts in range(1, HIGHEST_LEVEL + 1):
            fits = sum(spread[ghosts:])
            chances[room << 3 | ghosts] = fits + (1.0 - fits) * MATCHING
    return chances


def played_on(spread: list[float]) -> list[float]:
    """Returns the chance of each distance of the level from seven, after one more player."""
    after = [0.0] * (HIGHEST_LEVEL + 1)
    for room in range(HIGHEST_LEVEL + 1):
        chance = spread[room]
        if room == 0:
            after[0] += chance * (1.0 - TAKING)
            after[HIGHEST_LEVEL - 3] += chance * TAKING
            continue
        after[room] += chance * STAYING
        most: i64 = min(3, room)
        for ghosts in range(1, most + 1):
            after[room - ghosts] += chance * (1.0 - STAYING) / float(most)
    return after


def unseen_cards(state: Ghosts, seat: i64) -> i64:
    """Returns how many cards a player cannot see: the deck and the other hands."""
    unseen: i64 = len(state.deck)
    for other in range(state.seats):
        if other != seat:
            unseen += len(state.hands[other])
    return unseen


def stuck_chance(state: Ghosts, seat: i64, following: i64, level: i64, top: i64, unseen: i64) -> float:
    """Returns the chance that the next player has no card that fits. The hand is any of the cards not seen."""
    size: i64 = len(state.hands[following])
    if not size:
        return 0.0  # without a card, the next player ends the round
    unfit = state.unplayed_cards().unfit(level, top) - unfitting(state.hands[seat], level, top)
    chance = 1.0
    for drawn in range(size):
        if unfit <= drawn:
            return 0.0
        chance *= float(unfit - drawn) / float(unseen - drawn)
    return chance


def unfitting(cards: Row, level: i64, top: i64) -> i64:
    """Returns how many of these cards could not be played on a pile of this level and top card."""
    unfit: i64 = 0
    size: i64 = len(cards)
    for at in range(size):
        if not fits_on(cards[at], level, top):
            unfit += 1
    return unfit


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
