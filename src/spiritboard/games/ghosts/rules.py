"""Ghosts: players add ghosts to a pile up to the level seven, and after some rounds the fewest fright points win.

A turn is one decision: to play a card or to take the pile. A player who takes the pile then decides which card begins
the new one.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.ghosts import check, show, words
from spiritboard.games.ghosts.memory import (
    DRAWN_MASK,
    REFUSAL_BITS,
    REFUSAL_MASK,
    note_of,
    packed,
    refusal,
    remember,
)
from spiritboard.games.ghosts.picks import (
    COLOUR_SHIFT,
    FRIGHT_AT_START,
    GHOSTS_MASK,
    HAND_SIZE,
    HIGHEST_LEVEL,
    MIST,
    MOST_RETURNED,
    MOVE_BITS,
    MOVE_MASK,
    NO_GHOSTS,
    TAKE_PILE,
    Deck,
)
from spiritboard.games.ghosts.unplayed import UnplayedCards, nothing_unplayed
from spiritboard.games.ghosts.view import GhostsMemory, GhostsShown, GhostsView
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts
from spiritboard.table.remembering import Remembering
from spiritboard.table.row import NO_NUMBERS, Row, copies, repeated, with_room
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig
from spiritboard.table.view import Explained

CLOCKWISE: Final = 1


def fits_on(card: i64, level: i64, top: i64) -> bool:
    """Returns whether a card may be played on a pile of this level and top card."""
    # GH6, GH7, GH8. No card has the colour of NO_GHOSTS.
    return level + (card & GHOSTS_MASK) <= HIGHEST_LEVEL or card >> COLOUR_SHIFT == top >> COLOUR_SHIFT


class Ghosts(Remembering):
    POSITION: ClassVar[dict[str, object]] = {
        "round": int,
        "way": int,
        "level": int,
        "top": int,
        "fright": Row,
        "hands": list[Row],
        "deck": Row,
        "pile": Row,
        "taken": list[Row],
        "noted": list[int],
        "refused": list[int],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "deck"})
    MEMORY: ClassVar[frozenset[str]] = frozenset({"noted", "refused"})

    def __init__(self, config: GameConfig, box: Deck) -> None:
        super().__init__(config)
        self.box = box
        self.rounds: i64 = int(config.options["rounds"])
        self.round: i64 = 0
        self.way: i64 = CLOCKWISE
        self.level: i64 = 0
        self.top: i64 = NO_GHOSTS
        self.fright = NO_NUMBERS
        self.hands: list[Row] = []
        self.deck = NO_NUMBERS
        self.pile = NO_NUMBERS
        self.taken: list[Row] = []  # the cards that lie face down in front of each seat
        self.refusals: i64 = 0  # of all seats, each as memory.py says
        self.unplayed: UnplayedCards | None = None  # kept up to date as soon as a bot has asked for it

    def deal(self, dice: Dice) -> None:
        seats, cards = self.seats, len(self.box.cards)
        self.fright = repeated(FRIGHT_AT_START, seats)  # GH1
        self.pile = with_room(cards)
        self.hands = [with_room(HAND_SIZE) for _ in range(seats)]
        self.taken = [with_room(cards) for _ in range(seats)]
        self.turn = self.first_player(dice)  # GH3
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        self.round += 1
        self.deck = self.box.cards.copy()
        dice.shuffle_row(self.deck)
        for seat in range(self.seats):
            self.taken[seat].clear()
            self.hands[seat].clear()
            self.draw(seat, HAND_SIZE)
        self.way = CLOCKWISE  # GH2
        self.unplayed = None
        self.forget()
        self.refusals = 0
        self.clear_pile()
        if self.events is not None:
            self.tell(words.ROUND_BEGUN, words.NewRound(round=self.round, rounds=self.rounds, first=self.turn))

    def draw(self, seat: i64, count: i64) -> None:
        hand, deck = self.hands[seat], self.deck
        for _at in range(count):
            hand.append(deck.pop())

    def clear_pile(self) -> None:
        self.pile.clear()
        self.level = 0
        self.top = NO_GHOSTS

    # Decisions.

    def is_asked(self, seat: i64) -> bool:
        return seat == self.turn and not self.over

    def packed_moves(self, seat: i64) -> tuple[i64, i64]:
        """Returns the legal moves in one number, the last one in its lowest bits, and how many they are.

        No other form of them is made as fast.
        """
        hand, room, colour = self.hands[seat], HIGHEST_LEVEL - self.level, self.top >> COLOUR_SHIFT
        packed: i64 = 0
        count: i64 = 0
        size: i64 = len(hand)
        for at in range(size):
            card = hand[at]
            # `fits_on` without its call, because nothing is asked more often (GH6, GH7, GH8)
            if (card & GHOSTS_MASK <= room or card >> COLOUR_SHIFT == colour) and hand.index(card) == at:
                packed = packed << MOVE_BITS | card
                count += 1
        if self.pile:
            return packed << MOVE_BITS | TAKE_PILE, count + 1  # GH10
        return packed, count

    def find_moves(self, seat: i64, moves: Row) -> None:
        packed, count = self.packed_moves(seat)
        for at in range(count):
            moves.append(packed >> MOVE_BITS * (count - 1 - at) & MOVE_MASK)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        packed, count = self.packed_moves(seat)
        return packed >> MOVE_BITS * (count - 1 - dice.below(count)) & MOVE_MASK

    def fits(self, card: i64) -> bool:
        """Returns whether a card may be played now."""
        return fits_on(card, self.level, self.top)

    def reverses(self, card: i64) -> bool:
        """Returns whether a card, if it is played now, turns the direction of play around (GH7, GH8)."""
        return card != MIST and card >> COLOUR_SHIFT == self.top >> COLOUR_SHIFT

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return ("take",) if move == TAKE_PILE else ("play", self.box.name(move))

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if self.remembers:
            self.note(note_of(seat, move))
        if move == TAKE_PILE:
            self.take(seat)
        else:
            self.play_card(seat, move, dice)

    # A turn.

    def take(self, seat: i64) -> None:
        """Take the pile and a fright point; the same player begins a new pile (GH10, GH11)."""
        if self.events is not None:
            self.tell(words.PILE_TAKEN, words.PileTaken(seat=seat, cards=len(self.pile)))
        self.taken[seat].extend(self.pile)
        if self.remembers:
            self.refuse(seat)
        self.fright[seat] += 1
        self.clear_pile()
        self.reversible = True

    def refuse(self, seat: i64) -> None:
        """Remember which pile a player took."""
        shift = REFUSAL_BITS * seat
        self.refusals = self.refusals & ~(REFUSAL_MASK << shift) | refusal(self.level, self.top) << shift

    def count_drawn(self, seat: i64) -> None:
        """Remember that a player has drawn a card since refusing a pile."""
        drawn = self.refusals >> REFUSAL_BITS * seat & DRAWN_MASK
        if 0 < drawn < DRAWN_MASK:
            self.refusals += 1 << REFUSAL_BITS * seat

    def refusal_of(self, seat: i64) -> i64:
        """Returns the refusal of a seat, as memory.py says, or 0."""
        return self.refusals >> REFUSAL_BITS * seat & REFUSAL_MASK

    def play_card(self, seat: i64, card: i64, dice: Dice) -> None:
        self.reversible = False
        hand = self.hands[seat]
        hand.remove(card)
        if self.unplayed is not None:
            self.unplayed.remove(card)
        reverses = False
        if card != MIST:  # GH8: mist goes under the pile
            reverses = card >> COLOUR_SHIFT == self.top >> COLOUR_SHIFT  # `self.reverses` without its call
            if reverses:
                self.way = -self.way  # GH7
            else:
                self.level += card & GHOSTS_MASK  # GH5, GH6
            self.top = card  # GH9
        self.pile.append(card)
        if self.events is not None:
            self.tell_play(seat, card, reverses)
        if self.deck:
            hand.append(self.deck.pop())  # GH4, GH12
            if self.refusals:
                self.count_drawn(seat)
        self.turn = self.seat_after(seat, self.way)
        if not self.hands[self.turn]:
            self.end_round(dice)  # GH13

    def tell_play(self, seat: i64, card: i64, reverses: bool) -> None:
        name, colour = self.box.name(card), self.box.colour(card)
        ghosts = card & GHOSTS_MASK
        facts = words.CardPlayed(
            seat=seat, card=name, colour=colour, ghosts=ghosts, level=self.level, reverses=reverses
        )
        self.tell(words.CARD_PLAYED, facts)

    def end_round(self, dice: Dice) -> None:
        if self.events is not None:
            self.tell_round_over()
        for seat in range(self.seats):
            if not self.taken[seat]:
                self.return_points(seat)
        if self.round == self.rounds:
            self.end()
        else:
            self.begin_round(dice)  # GH3: the player without a card begins

    def tell_round_over(self) -> None:
        taken = [len(cards) for cards in self.taken]
        facts = words.OutOfCards(seat=self.turn, round=self.round, fright=list(self.fright), taken=taken)
        self.tell(words.OUT_OF_CARDS, facts)

    def return_points(self, seat: i64) -> None:
        """Let an unafraid player return up to three fright points (GH14)."""
        returned = min(self.fright[seat], MOST_RETURNED)
        self.fright[seat] -= returned
        if self.events is not None:
            self.tell(words.UNAFRAID, words.PlayerUnafraid(seat=seat, returned=returned))

    def end(self) -> None:
        self.over = True
        if self.events is not None:
            self.tell(words.LAST_ROUND_OVER, NoFacts())

    def standings(self) -> Standings:
        return Standings.lowest(list(self.fright))  # GH15

    def verdict(self) -> str:
        return words.say_verdict(self.standings())

    def unplayed_cards(self) -> UnplayedCards:
        """Returns the counts of the cards in hands and deck, which then follow every move."""
        if self.unplayed is None:
            self.unplayed = nothing_unplayed(self.box.highest)
            self.unplayed.add(self.deck)
            for hand in self.hands:
                self.unplayed.add(hand)
        return self.unplayed

    # Copies, views and checks.

    def copy(self) -> Ghosts:
        twin = Ghosts(self.config, self.box)
        self.carry_over(twin)
        twin.round = self.round
        twin.way = self.way
        twin.level = self.level
        twin.top = self.top
        twin.fright = self.fright.copy()
        twin.hands = copies(self.hands)
        twin.deck = self.deck.copy()
        twin.pile = self.pile.copy()
        twin.taken = copies(self.taken)
        twin.refusals = self.refusals
        if self.unplayed is not None:
            twin.unplayed = self.unplayed.copy()
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Deal the other hands and the deck again. Everybody saw every other card when it was played (GH16)."""
        dice.deal_again(self.hands, -1 if seat is None else seat, self.deck)

    def view(self, seat: int | None) -> GhostsView:
        return cast(GhostsView, super().view(seat))

    def show(self, seat: int | None) -> GhostsShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> Explained:
        return show.explain(self, seat)

    def remember(self, seat: int | None) -> GhostsMemory:
        return remember(self)

    @property
    def refused(self) -> list[int]:
        """The refusals of the seats as a position has them."""
        return [int(self.refusal_of(seat)) for seat in range(self.seats)]

    @refused.setter
    def refused(self, refusals: list[int]) -> None:
        self.refusals = packed(refusals, self.seats)

    def every_card(self) -> list[int]:
        heaps = [self.deck, self.pile, *self.hands, *self.taken]
        return [card for heap in heaps for card in heap]

    def inventory(self) -> dict[str, int]:
        cards = self.every_card()
        return {self.box.name(card): cards.count(card) for card in sorted(set(cards))}

    def check(self) -> None:
        check.check(self)
