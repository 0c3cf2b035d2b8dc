"""A position of 13 Ghosts: where every card lies, who has seen it, and what can be asked without the rules of a turn.

A card is called a slot: 0 to 12 in the first set, 13 to 25 in the second. Everybody knows where each slot lies and who
has seen it. Only `ghosts`, the number on each slot, is hidden. A player who has seen a card knows it wherever it goes.

An eye is a seat, or the number of seats for all spectators. A face is the number on a card of the first set, and 13
more on a card of the second, so that a set of faces is one number whose bits they are.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import ANY_NUMBER, SET_SIZE, Abilities, numbers_in
from spiritboard.games.thirteen.checks import check_eyes, check_ghosts, check_seats
from spiritboard.games.thirteen.knowledge import NO_SLOT
from spiritboard.games.thirteen.memory import NUMBER_BITS, NUMBER_MASK, packed
from spiritboard.games.thirteen.owned import by_seat, from_lists, number_of, numbers_of, owned
from spiritboard.games.thirteen.picks import STEP_CHOOSE, STEP_STRIKE
from spiritboard.table.remembering import Remembering
from spiritboard.table.row import NO_NUMBERS, Row, copies, with_room, zeros
from spiritboard.table.state import GameConfig

# The opponents of each seat, as bits. Four players are two teams, and neighbours are in different teams (TH17).
OPPONENTS: Final = {
    2: Row([0b10, 0b01]),
    3: Row([0b110, 0b101, 0b011]),
    4: Row([0b1010, 0b0101, 0b1010, 0b0101]),
}
ROUNDS_TO_WIN: Final = 3  # TH11, TH22
POINTS_TO_END: Final = 6  # TH16


class ThirteenPosition(Remembering):
    POSITION: ClassVar[dict[str, object]] = {
        "ghosts": Row,
        "seen": Row,  # after `ghosts`, because faces that were seen are kept instead of slots
        "dealt": list[Row],
        "crypts": Row,
        "hands": Row,
        "up": list[list[int]],
        "down": list[list[int]],
        "piles": list[Row],
        "inside": list[bool],
        "silent": list[bool],
        "could": Row,
        "answers": list[list[int]],
        "step": int,
        "place": int,
        "looked": int,
        "turns": int,
        "round": int,
        "first": int,
        "choosers": Row,
        "score": Row,
        "duel": Row,
        "noted": list[int],
        "before": list[int],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"ghosts"})
    MEMORY: ClassVar[frozenset[str]] = frozenset({"noted", "before"})

    def __init__(self, config: GameConfig, abilities: Abilities) -> None:
        super().__init__(config)
        self.abilities = abilities  # never changes, nor do the opponents
        self.opponents = OPPONENTS[config.seats]
        self.sets: i64 = 2 if config.seats == 4 else 1
        self.everybody: i64 = (2 << config.seats) - 1  # all eyes, as bits
        self.ghosts = NO_NUMBERS  # the number on each slot
        self.known = NO_NUMBERS  # for each eye the faces that it has seen, as bits
        self.shown: i64 = 0  # the faces that everybody has seen, as bits; they need not be in `known`
        self.dealt: list[Row] = []  # for each seat the slots that it still has to choose from
        self.crypts = NO_NUMBERS  # for each seat a slot, or NO_SLOT
        self.hands = NO_NUMBERS  # for each seat a slot, or NO_SLOT
        self.up_cards = NO_NUMBERS  # the slots played face up, each packed with its seat
        self.down_cards = NO_NUMBERS  # the slots played face down, each packed with its seat
        self.piles: list[Row] = []  # for each set, with the top card last
        self.in_round: i64 = 0  # the seats that are still in the round, as bits
        self.keeping_silent: i64 = 0  # the seats that answer no questions, as bits
        self.could = NO_NUMBERS  # for each crypt the numbers that its answers leave, as bits
        self.given = NO_NUMBERS  # the answers of this round, packed as answers.py says, and with their seats
        self.opened: i64 = 0  # the numbers of the crypts that were opened at the end of the round before, by seat
        self.step: i64 = STEP_CHOOSE
        self.place: i64 = 0  # the seat whose turn it is; in teams the team-mate may take it
        self.looked: i64 = 0  # how many cards are being looked at
        self.turns: i64 = 0  # taken in this round
        self.round: i64 = 0
        self.first: i64 = 0  # the seat that begins the round
        self.choosers = NO_NUMBERS  # in teams: for each team the seat that chooses the crypts
        self.score = NO_NUMBERS  # each seat's points, or rounds won
        self.duel = NO_NUMBERS  # each seat's rounds in the game for two that breaks a tie; empty outside it

    # The fields of a stored position that are kept in another form. Setting one raises BadPosition if it is impossible.

    @property
    def seen(self) -> Row:
        """For each slot the eyes that have seen it, as bits."""
        size: i64 = len(self.ghosts)
        eyes = zeros(size)
        for slot in range(size):
            eyes[slot] = self.eyes_on(slot)
        return eyes

    @seen.setter
    def seen(self, eyes: Row) -> None:
        check_ghosts(self)
        check_eyes(self, eyes)
        self.known = zeros(self.seats + 1)
        self.shown = 0
        for slot in range(len(eyes)):
            self.note_eyes(slot, eyes[slot])

    @property
    def up(self) -> list[list[int]]:
        return by_seat(self.up_cards, self.seats)

    @up.setter
    def up(self, slots: list[list[int]]) -> None:
        check_seats(self, len(slots))
        self.up_cards = from_lists(slots)

    @property
    def down(self) -> list[list[int]]:
        return by_seat(self.down_cards, self.seats)

    @down.setter
    def down(self, slots: list[list[int]]) -> None:
        check_seats(self, len(slots))
        self.down_cards = from_lists(slots)

    @property
    def answers(self) -> list[list[int]]:
        return by_seat(self.given, self.seats)

    @answers.setter
    def answers(self, given: list[list[int]]) -> None:
        check_seats(self, len(given))
        self.given = from_lists(given)

    @property
    def inside(self) -> list[bool]:
        return [self.is_inside(seat) for seat in range(self.seats)]

    @inside.setter
    def inside(self, flags: list[bool]) -> None:
        check_seats(self, len(flags))
        self.in_round = seats_with(flags)

    @property
    def silent(self) -> list[bool]:
        return [self.is_silent(seat) for seat in range(self.seats)]

    @silent.setter
    def silent(self, flags: list[bool]) -> None:
        check_seats(self, len(flags))
        self.keeping_silent = seats_with(flags)

    @property
    def before(self) -> list[int]:
        return [int(self.opened_before(seat)) for seat in range(self.seats)]

    @before.setter
    def before(self, crypts: list[int]) -> None:
        self.opened = packed(crypts, self.seats)

    def opened_before(self, seat: i64) -> i64:
        """Returns what lay in a seat's crypt in the round before, or 0 if there was none."""
        return self.opened >> NUMBER_BITS * seat & NUMBER_MASK

    # Players.

    def is_inside(self, seat: i64) -> bool:
        """Returns whether a seat is still in the round."""
        return self.in_round >> seat & 1 == 1

    def is_silent(self, seat: i64) -> bool:
        """Returns whether a seat answers no questions."""
        return self.keeping_silent >> seat & 1 == 1

    def rivals(self, seat: i64) -> i64:
        """Returns the opponents of a seat who are still in the round, as bits."""
        return self.opponents[seat] & self.in_round

    def choosing(self) -> list[int]:
        """Returns the seats that still have to choose."""
        return [seat for seat in range(self.seats) if self.dealt[seat]]

    def pending(self) -> list[int]:
        """Returns the seat on turn, or all seats that still have to choose, since they do so together (TH1, TH18)."""
        if self.over:
            return []
        return self.choosing() if self.step == STEP_CHOOSE else [self.turn]

    def is_asked(self, seat: i64) -> bool:
        if self.step == STEP_CHOOSE:
            return not self.over and bool(self.dealt[seat])
        return not self.over and seat == self.turn

    def is_three(self) -> bool:
        """Returns whether three players play for points, and not two of them to break a tie."""
        return self.seats == 3 and not self.duel

    def goal(self) -> i64:
        """Returns the points that end the game (TH16), or the rounds that win it (TH11, TH22)."""
        return POINTS_TO_END if self.is_three() else ROUNDS_TO_WIN

    # Cards, and who has seen them.

    def face(self, slot: i64) -> i64:
        return self.ghosts[slot] + SET_SIZE if slot >= SET_SIZE else self.ghosts[slot]

    def has_seen(self, eye: i64, slot: i64) -> bool:
        return (self.known[eye] | self.shown) >> self.face(slot) & 1 == 1

    def eyes_on(self, slot: i64) -> i64:
        """Returns the eyes that have seen a card, as bits."""
        face = self.face(slot)
        if self.shown >> face & 1:
            return self.everybody
        eyes: i64 = 0
        for eye in range(self.seats + 1):
            eyes |= (self.known[eye] >> face & 1) << eye
        return eyes

    def see(self, eye: i64, slot: i64) -> None:
        self.known[eye] |= 1 << (self.ghosts[slot] + SET_SIZE if slot >= SET_SIZE else self.ghosts[slot])

    def show_to_all(self, slot: i64) -> None:
        self.shown |= 1 << self.face(slot)

    def note_eyes(self, slot: i64, eyes: i64) -> None:
        """Let some eyes, given as bits, have seen a card that nobody had seen."""
        if eyes == self.everybody:
            self.show_to_all(slot)
            return
        for eye in range(self.seats + 1):
            if eyes >> eye & 1:
                self.see(eye, slot)

    def know_instead(self, eye: i64, which: i64, numbers: i64, slots: Row, before: Row) -> None:
        """Let an eye know the same slots as before some numbers of a set, given as bits, were dealt again.

        The slots are those that were dealt again, with the numbers that they had before.
        """
        shift = SET_SIZE * which
        old = self.known[eye] & numbers << shift
        if not old:
            return
        new: i64 = 0
        size: i64 = len(slots)
        for at in range(size):
            if old >> before[at] + shift & 1:
                new |= 1 << self.ghosts[slots[at]] + shift
        self.known[eye] = self.known[eye] & ~old | new

    def which_set(self, seat: i64) -> i64:
        """Returns the set that a seat's cards belong to, which is also the place of its pile."""
        return seat & (self.sets - 1)

    def unseen_numbers(self, eye: i64, which: i64) -> i64:
        """Returns the numbers of a set that an eye has not seen, as bits."""
        seen = self.known[eye] | self.shown
        return ANY_NUMBER & ~(seen >> SET_SIZE if which else seen)

    def own_pile(self, seat: i64) -> Row:
        return self.piles[seat & (self.sets - 1)]

    def pile_looked_at(self, seat: i64) -> Row:
        """Returns the pile that this seat's ghosts look at: in teams that of the opponents (TH21)."""
        return self.piles[(seat + 1) & (self.sets - 1)]

    def must_attack(self, seat: i64) -> bool:
        return self.step == STEP_STRIKE or not self.piles[seat & (self.sets - 1)]  # TH6, TH21

    def crypt_number(self, seat: i64) -> i64:
        return self.ghosts[self.crypts[seat]]

    def numbers_dealt(self, seat: i64) -> Row:
        """Returns the numbers that a seat has to choose from, the lowest first."""
        dealt = self.dealt[seat]
        size: i64 = len(dealt)
        numbers = with_room(size)
        for at in range(size):
            numbers.append(self.ghosts[dealt[at]])
        numbers.sort()
        return numbers

    def numbers_up(self) -> i64:
        """Returns the numbers that lie face up before any player, as bits."""
        numbers: i64 = 0
        size: i64 = len(self.up_cards)
        for at in range(size):
            numbers |= 1 << self.ghosts[number_of(self.up_cards[at])]
        return numbers

    def showing(self) -> list[int]:
        """Returns the numbers that lie face up before any player."""
        return numbers_in(self.numbers_up())

    def places(self, seat: i64) -> list[int]:
        """Returns every slot that lies with a seat."""
        held = [slot for slot in (self.crypts[seat], self.hands[seat]) if slot != NO_SLOT]
        return held + list(self.dealt[seat]) + numbers_of(self.up_cards, seat) + numbers_of(self.down_cards, seat)

    def lies_with(self, seat: i64, slot: i64) -> bool:
        """Returns whether a card lies with a seat."""
        card = owned(seat, slot)
        if self.crypts[seat] == slot or self.hands[seat] == slot or self.dealt[seat].count(slot):
            return True
        return self.up_cards.count(card) + self.down_cards.count(card) > 0

    def inventory(self) -> dict[str, int]:
        slots = [slot for pile in self.piles for slot in pile]
        for seat in range(self.seats):
            slots.extend(self.places(seat))
        numbers = [self.ghosts[slot] for slot in slots]
        return {f"ghost {number}": numbers.count(number) for number in range(1, SET_SIZE + 1)}

    def copy_into(self, twin: ThirteenPosition) -> None:
        """Give another state the same position, independent in every part."""
        self.carry_over(twin)
        twin.ghosts = self.ghosts.copy()
        twin.known = self.known.copy()
        twin.shown = self.shown
        twin.dealt = copies(self.dealt)
        twin.crypts = self.crypts.copy()
        twin.hands = self.hands.copy()
        twin.up_cards = self.up_cards.copy()
        twin.down_cards = self.down_cards.copy()
        twin.piles = copies(self.piles)
        twin.in_round = self.in_round
        twin.keeping_silent = self.keeping_silent
        twin.could = self.could.copy()
        twin.given = self.given.copy()
        twin.opened = self.opened
        twin.step = self.step
        twin.place = self.place
        twin.looked = self.looked
        twin.turns = self.turns
        twin.round = self.round
        twin.first = self.first
        twin.choosers = self.choosers.copy()
        twin.score = self.score.copy()
        twin.duel = self.duel.copy()


def seats_with(flags: list[bool]) -> i64:
    """Returns the seats whose flag is set, as bits."""
    seats: i64 = 0
    for seat in range(len(flags)):
        if flags[seat]:
            seats |= 1 << seat
    return seats
