"""The judgement of a good player of Ghosts.

The guide judges a card by three things: the chance that the next player has no card for it, by counting the cards that
the guide has not seen; the chance that the guide has no card on its next turn; and that mist is worth keeping. It plays
a card whenever it can: even a small pile costs a point, and the first pile costs the return of points at the end.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.ghosts.chances import Hopes, StuckChances, misses, place, to_come
from spiritboard.games.ghosts.picks import COLOUR_SHIFT, GHOSTS_MASK, HIGHEST_LEVEL, MIST, MOST_RETURNED, TAKE_PILE
from spiritboard.games.ghosts.rules import Ghosts, fits_on
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row, is_first
from spiritboard.table.state import GameConfig, State

TIE_BREAK: Final = 0.0001


class GhostsGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.misses: vec[float] = misses(config.seats)
        self.tie_breaks: vec[float] = vec[float]([TIE_BREAK * float(number) / 100.0 for number in range(100)])
        self.cards: i64 = 0  # in the whole game; the tables below are made as soon as the number is known
        self.stuck_chances = StuckChances(0)
        self.hopes = Hopes(0, config.seats)
        # To hurt one of several opponents helps less than to hurt the only one.
        self.malice = 1.0 if config.seats == 2 else 1.5 / float(config.seats - 1)
        # The weights by which styles of play differ.
        self.caution = 1.0  # how much it counts to have no card on the next turn
        self.spite = 1.0  # how much it counts that the next player has no card
        self.mist_kept = 0.2  # what it is worth to keep mist for later, while there is a deck
        self.spending = 0.0  # what each ghost on a card is worth that is played now

    def lean(self, weights: dict[str, float]) -> None:
        super().lean(weights)
        self.malice *= self.spite

    def prepare(self, cards: i64) -> None:
        """Make the tables for a game with so many cards."""
        self.cards = cards
        self.stuck_chances = StuckChances(cards)
        self.hopes = Hopes(cards, self.config.seats)

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Ghosts)
        return self.best_move(state, seat, dice)

    def best_move(self, state: Ghosts, seat: i64, dice: Dice) -> i64:
        """Returns the card with the highest value, or TAKE_PILE if none fits."""
        cards, hand = state.box.count, state.hands[seat]
        if cards != self.cards:
            self.prepare(cards)
        cost = self.caution * self.hurt(state, seat)
        size: i64 = len(hand)
        best: i64 = TAKE_PILE
        most = -100.0
        for at in range(size):
            card = hand[at]
            if fits_on(card, state.level, state.top) and is_first(hand, at):
                tie_break = dice.below(100)
                value = self.value(state, seat, hand, at, cost) + self.tie_breaks[tie_break]
                if self.spending != 0.0 and card != MIST:
                    value += self.spending * float(card & GHOSTS_MASK)
                if value > most:
                    best, most = card, value
        return best

    def value(self, state: Ghosts, seat: i64, hand: Row, at: i64, cost: float) -> float:
        """Returns how good it is to play the card at this place of the hand. `cost` is what it costs to take the pile
        on the next turn."""
        card, level, top, way = hand[at], state.level, state.top, state.way
        if card != MIST:
            if card >> COLOUR_SHIFT == top >> COLOUR_SHIFT:
                way = -way
            else:
                level += card & GHOSTS_MASK
            top = card
        stuck = 0.0
        gain = 0.0
        if level + state.box.highest > HIGHEST_LEVEL:  # else every card fits
            following = state.seat_after(seat, way)
            stuck = self.stuck(state, hand, state.hands[following], level, top)
            if stuck > 0.0:
                gain = self.malice * stuck * self.hurt(state, following)
        risk = self.risk(hand, at, HIGHEST_LEVEL - level)
        spent = 0.0
        if state.deck:
            risk *= 0.5  # the card drawn may fit
            if card == MIST:
                spent = self.mist_kept
        elif len(hand) == 1:
            risk = 0.0  # there is no next turn
        return gain - (1.0 - stuck) * risk * cost - spent

    def stuck(self, state: Ghosts, hand: Row, following: Row, level: i64, top: i64) -> float:
        """Returns the chance that the next hand has no card for a pile of this level and top card."""
        unplayed = state.unplayed_cards()
        unfit = unplayed.unfit(level, top) - unfit_cards(hand, level, top)
        return self.stuck_chances.get(len(following), unplayed.count - len(hand), unfit)

    def risk(self, hand: Row, played: i64, room: i64) -> float:
        """Returns the chance that no card of the hand but the played one fits on the player's next turn."""
        size: i64 = len(hand)
        row = place(room, 0)
        risk = 1.0
        for at in range(size):
            if at != played:
                cell = row | hand[at] & GHOSTS_MASK  # compiled, an index without a call spares counting references
                risk *= self.misses[cell]
        return risk

    def hurt(self, state: Ghosts, seat: i64) -> float:
        """Returns what it costs to take the pile: a point, and the points that an unafraid player returns."""
        return 1.0 + self.hope(state, seat)

    def hope(self, state: Ghosts, seat: i64) -> float:
        """Returns how many points a player may expect to return for being unafraid."""
        if state.taken[seat]:
            return 0.0
        points = state.fright[seat]
        if points > MOST_RETURNED:
            points = MOST_RETURNED
        return self.hopes.get(points, len(state.deck))

    def estimate(self, state: State) -> list[float]:
        """Returns each seat's share of the victory, by fright points less what an unafraid player may return. A lead
        counts for more the later it is."""
        assert isinstance(state, Ghosts)
        if state.box.count != self.cards:
            self.prepare(state.box.count)
        seats: i64 = state.seats
        points = [float(state.fright[seat]) - self.hope(state, seat) for seat in range(seats)]
        lead = 1.5 / (1.0 + float(state.rounds - state.round) + float(to_come(len(state.deck), seats)) / 60.0)
        weights = [2.0 ** (lead * (min(points) - each)) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


def unfit_cards(hand: Row, level: i64, top: i64) -> i64:
    """Returns how many cards of a hand do not fit on a pile of this level and top card."""
    unfit: i64 = 0
    size: i64 = len(hand)
    for at in range(size):
        if not fits_on(hand[at], level, top):
            unfit += 1
    return unfit
