"""Ghosts: cards around a running total of seven, three rounds, and the fewest fright points win.

A turn is one decision, to play a card or to take the pile; whoever takes it decides once more, which card begins the
new one. Cards are ints: eight times the colour plus the number of ghosts, and 0 for mist.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.ghosts import show, words
from spiritboard.games.ghosts.view import GhostsShown, GhostsView
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.events import NoFacts
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained

# Moves: a card's number plays it.
TAKE: Final = 127

MIST: Final = 0
NOTHING: Final = -1  # the top of a pile without ghosts
HIGHEST_LEVEL: Final = 7
FRIGHT_AT_START: Final = 3
MOST_RETURNED: Final = 3
HAND: Final = 5
CLOCKWISE: Final = 1


class Deck:
    """The cards of the box. Never changed during a game."""

    def __init__(self, colours: list[str], cards: list[int]) -> None:
        self.colours = colours
        self.cards = cards

    def name(self, card: i64) -> str:
        return "mist" if card == MIST else f"{self.colours[card >> 3]}-{card & 7}"

    def colour(self, card: i64) -> str | None:
        """Returns the colour of a card's ghosts, and None for mist."""
        return None if card == MIST else self.colours[card >> 3]


class Ghosts(State):
    POSITION: ClassVar[dict[str, object]] = {
        "round": int,
        "way": int,
        "level": int,
        "top": int,
        "fright": list[int],
        "hands": list[list[int]],
        "deck": list[int],
        "pile": list[int],
        "taken": list[list[int]],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "deck"})

    def __init__(self, config: GameConfig, box: Deck) -> None:
        super().__init__(config)
        self.box = box
        self.rounds: i64 = int(config.options["rounds"])
        self.round: i64 = 0
        self.way: i64 = CLOCKWISE
        self.level: i64 = 0
        self.top: i64 = NOTHING
        self.fright: list[int] = []
        self.hands: list[list[int]] = []
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.taken: list[list[int]] = []  # face down in front of each seat

    def deal(self, dice: Dice) -> None:
        self.fright = [FRIGHT_AT_START] * self.seats  # GH1
        self.turn = self.first_player(dice)  # GH3
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        self.round += 1
        self.deck = self.box.cards.copy()
        dice.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(HAND)] for _ in range(self.seats)]
        self.taken = [[] for _ in range(self.seats)]
        self.way = CLOCKWISE  # GH2
        self.clear_pile()
        if self.events is not None:
            self.tell(words.ROUND, words.Begun(round=self.round, rounds=self.rounds, first=self.turn))

    def clear_pile(self) -> None:
        self.pile = []
        self.level = 0
        self.top = NOTHING

    # Decisions.

    def legal(self, seat: i64) -> list[int]:
        moves: list[int] = []
        for card in self.hands[seat]:
            if card not in moves and self.fits(card):
                moves.append(card)
        if self.pile:
            moves.append(TAKE)  # GH10
        return moves

    def fits(self, card: i64) -> bool:
        if card == MIST or self.matches(card):
            return True  # GH7, GH8
        return self.level + (card & 7) <= HIGHEST_LEVEL  # GH6

    def matches(self, card: i64) -> bool:
        """Whether a ghost card has the colour of the top one."""
        return self.top != NOTHING and card >> 3 == self.top >> 3

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return ("take",) if move == TAKE else ("play", self.box.name(move))

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move == TAKE:
            self.take(seat)
        else:
            self.play_card(seat, move, dice)

    # A turn.

    def take(self, seat: i64) -> None:
        """Take the pile and a fright point; the same player begins a new pile (GH10, GH11)."""
        if self.events is not None:
            self.tell(words.TAKE, words.Taken(seat=seat, cards=len(self.pile)))
        self.taken[seat].extend(self.pile)
        self.fright[seat] += 1
        self.clear_pile()
        self.reversible = True

    def play_card(self, seat: i64, card: i64, dice: Dice) -> None:
        self.reversible = False
        hand = self.hands[seat]
        hand.remove(card)
        reverses = card != MIST and self.matches(card)
        if reverses:
            self.way = -self.way  # GH7
        elif card != MIST:
            self.level += card & 7  # GH5, GH6
        if card != MIST:
            self.top = card  # GH8, GH9: mist goes under the pile
        self.pile.append(card)
        if self.events is not None:
            self.tell_play(seat, card, reverses)
        if self.deck:
            hand.append(self.deck.pop())  # GH4, GH12
        self.turn = (seat + self.way) % self.seats
        if not self.hands[self.turn]:
            self.end_round(dice)  # GH13

    def tell_play(self, seat: i64, card: i64, reverses: bool) -> None:
        name, colour = self.box.name(card), self.box.colour(card)
        facts = words.Played(seat=seat, card=name, colour=colour, ghosts=card & 7, level=self.level, reverses=reverses)
        self.tell(words.PLAY, facts)

    def end_round(self, dice: Dice) -> None:
        if self.events is not None:
            self.tell(words.NO_CARD, words.OutOfCards(seat=self.turn))
        for seat in range(self.seats):
            if not self.taken[seat]:
                self.return_points(seat)
        if self.round == self.rounds:
            self.end()
        else:
            self.begin_round(dice)  # GH3: whoever could not play begins

    def return_points(self, seat: i64) -> None:
        """An unafraid player returns up to three fright points (GH14)."""
        returned = min(self.fright[seat], MOST_RETURNED)
        self.fright[seat] -= returned
        if self.events is not None:
            self.tell(words.UNAFRAID, words.Unafraid(seat=seat, returned=returned))

    def end(self) -> None:
        self.over = True
        if self.events is not None:
            self.tell(words.END, NoFacts())

    def standings(self) -> Standings:
        return Standings.lowest(self.fright.copy())  # GH15

    def verdict(self) -> str:
        return words.say_verdict(self.standings())

    # What a state must be able to do besides.

    def copy(self) -> Ghosts:
        twin = Ghosts(self.config, self.box)
        self.carry_over(twin)
        twin.round = self.round
        twin.way = self.way
        twin.level = self.level
        twin.top = self.top
        twin.fright = self.fright.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.deck = self.deck.copy()
        twin.pile = self.pile.copy()
        twin.taken = [cards.copy() for cards in self.taken]
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Everything played was seen by all, so only the others' hands and the deck are unknown (GH16)."""
        others = [each for each in range(self.seats) if each != seat]
        unknown = self.deck.copy()
        for each in others:
            unknown.extend(self.hands[each])
        dice.shuffle(unknown)
        for each in others:
            self.hands[each] = [unknown.pop() for _ in self.hands[each]]
        self.deck = unknown

    def view(self, seat: int | None) -> GhostsView:
        return cast(GhostsView, super().view(seat))

    def show(self, seat: int | None) -> GhostsShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> Explained:
        return show.explain(self, seat)

    def every_card(self) -> list[int]:
        heaps = [self.deck, self.pile, *self.hands, *self.taken]
        return [card for heap in heaps for card in heap]

    def inventory(self) -> dict[str, int]:
        cards = self.every_card()
        return {self.box.name(card): cards.count(card) for card in sorted(set(cards))}

    def check(self) -> None:
        if sorted(self.every_card()) != sorted(self.box.cards):
            raise BadPosition("The cards in deck, pile, hands and taken piles are not those of the game.")
        if not len(self.hands) == len(self.taken) == len(self.fright) == self.seats:
            raise BadPosition("Each seat has a hand, a taken pile, which may be empty, and fright points.")
        if min(self.fright) < 0:
            raise BadPosition("Nobody has fewer than no fright points.")
        if self.way not in (-1, 1) or not 1 <= self.round <= self.rounds or not 0 <= self.level <= HIGHEST_LEVEL:
            raise BadPosition("The way is 1 or -1, the round one of those agreed on, the level from 0 to 7.")
        ghosts = [card for card in self.pile if card != MIST]
        if self.top not in ghosts if ghosts else self.top != NOTHING or self.level:
            raise BadPosition("The top card lies on the pile, or is -1 with level 0 if no ghosts do.")
        if not self.over and not self.hands[self.turn]:
            raise BadPosition("Whoever is on turn holds a card, or the round would be over.")
