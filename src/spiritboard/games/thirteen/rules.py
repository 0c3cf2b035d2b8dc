"""The rules of 13 Ghosts: find the ghosts in the others' crypts before yours is found."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge, picks, show, words
from spiritboard.games.thirteen.abilities import (
    ANOTHER_TURN,
    ANY_NUMBER,
    COPY_GHOST,
    LOOK_ATTACK,
    LOOK_BURY,
    QUESTION,
    SET_SIZE,
    SILENT_ATTACK,
)
from spiritboard.games.thirteen.answers import ANSWER_NO, ANSWER_SILENCE, ANSWER_YES, ATTACK_ON, given_by
from spiritboard.games.thirteen.checks import check
from spiritboard.games.thirteen.knowledge import NO_SLOT, SEATS_IN
from spiritboard.games.thirteen.memory import ATTACK_SHIFT, NUMBER_BITS, remember, turn_attack, turn_up
from spiritboard.games.thirteen.owned import owned
from spiritboard.games.thirteen.picks import (
    BURY,
    KEEP_CARD,
    LAY_CRYPT,
    LAY_CRYPTS,
    LEAVE,
    PLAY_AS,
    PLAY_FACE_UP,
    STEP_CHOOSE,
    STEP_SETTLE,
    STEP_STRIKE,
    STEP_TURN,
)
from spiritboard.games.thirteen.position import POINTS_TO_END, ROUNDS_TO_WIN, ThirteenPosition
from spiritboard.games.thirteen.view import ThirteenExplained, ThirteenMemory, ThirteenShown, ThirteenView
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row, repeated, with_room, zeros
from spiritboard.table.standings import Standings

NO_SEAT: Final = -1  # stands where no seat does
TURN_LIMIT: Final = 500  # turns of a round (TH10a)
NUMBERS: Final = Row(list(range(1, SET_SIZE + 1)))  # on the ghosts of a set
MOST_DEALT: Final = 4  # cards that a player chooses from
CRYPT_CHOICES: Final = 12  # to choose a crypt and the team-mate's from four cards
ANSWERS_ROOM: Final = 64  # answers of most rounds


@final
class Thirteen(ThirteenPosition):
    # Setting up a round.

    def deal(self, dice: Dice) -> None:
        seats, cards = self.seats, SET_SIZE * self.sets
        self.score = zeros(seats)
        self.ghosts = with_room(cards)
        self.known = zeros(seats + 1)
        self.crypts = repeated(NO_SLOT, seats)
        self.hands = repeated(NO_SLOT, seats)
        self.could = zeros(seats)
        self.dealt = [with_room(MOST_DEALT) for _ in range(seats)]
        self.up_cards = with_room(cards)
        self.down_cards = with_room(cards)
        self.given = with_room(ANSWERS_ROOM)
        self.piles = [with_room(SET_SIZE) for _ in range(self.sets)]
        self.first = self.first_player(dice)  # TH2
        if self.sets == 2:
            other = self.seat_after(self.first, 1)
            self.choosers = Row([self.first, other] if self.first & 1 == 0 else [other, self.first])  # TH18
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        self.round += 1
        self.clear_table()
        for _at in range(self.sets):
            self.ghosts.extend(shuffled(dice))
        self.in_round = (1 << self.seats) - 1 if not self.duel else self.leaders()
        self.deal_cards()
        self.step = STEP_CHOOSE
        self.place = self.first
        self.turn = self.next_to_choose()
        if self.events is not None:
            self.tell(words.ROUND_BEGUN, words.RoundBegun(round=self.round, first=self.first))

    def clear_table(self) -> None:
        self.remember_crypts()
        self.ghosts.clear()
        self.up_cards.clear()
        self.down_cards.clear()
        self.given.clear()
        for seat in range(self.seats):
            self.dealt[seat].clear()
            self.known[seat] = 0
            self.crypts[seat] = NO_SLOT
            self.hands[seat] = NO_SLOT
            self.could[seat] = ANY_NUMBER
        self.known[self.seats] = 0  # what only spectators have seen
        self.shown = 0
        self.keeping_silent = 0
        self.looked = 0
        self.turns = 0

    def remember_crypts(self) -> None:
        """Remember the crypts of the round that is over, which all have seen, and forget its turns."""
        self.opened = 0
        for seat in range(self.seats):
            if self.crypts[seat] != NO_SLOT:
                self.opened |= self.crypt_number(seat) << NUMBER_BITS * seat
        self.forget()

    def leaders(self) -> i64:
        """Returns the seats that have the most points, as bits."""
        most = self.score[0]
        seats: i64 = 0
        for seat in range(self.seats):
            if self.score[seat] > most:
                most = self.score[seat]
                seats = 0
            if self.score[seat] == most:
                seats |= 1 << seat
        return seats

    def deal_cards(self) -> None:
        """Deal two cards to each player (TH1, TH12), or four to one player of each team (TH18)."""
        if self.sets == 2:
            for team in range(2):
                self.deal_to(self.choosers[team], SET_SIZE * team, 4)
                self.fill_pile(team, SET_SIZE * team + 4)
            return
        at: i64 = 0
        for seat in range(self.seats):
            if self.is_inside(seat):
                self.deal_to(seat, at, 2)
                at += 2
        self.fill_pile(0, at)

    def deal_to(self, seat: i64, at: i64, count: i64) -> None:
        for slot in range(at, at + count):
            self.dealt[seat].append(slot)
            self.see(seat, slot)

    def fill_pile(self, which: i64, at: i64) -> None:
        """Lay the cards of a set from this one on in its pile."""
        pile = self.piles[which]
        pile.clear()
        for slot in range(at, SET_SIZE * (which + 1)):
            pile.append(slot)

    def next_to_choose(self) -> i64:
        """Returns the first seat that still has to choose, or NO_SEAT."""
        for seat in range(self.seats):
            if self.dealt[seat]:
                return seat
        return NO_SEAT

    def choose(self, seat: i64, move: i64) -> None:
        if move > LAY_CRYPTS:
            self.choose_crypts(seat, (move - LAY_CRYPTS) >> 4, (move - LAY_CRYPTS) & 15)
        elif move > KEEP_CARD:
            self.choose_hands(seat, move - KEEP_CARD)
        else:
            self.choose_crypt(seat, move - LAY_CRYPT)
        following = self.next_to_choose()
        if following == NO_SEAT:
            self.start_turn(self.place)
        else:
            self.turn = following

    def choose_crypt(self, seat: i64, number: i64) -> None:
        dealt = self.dealt[seat]
        chosen: i64 = 0 if self.ghosts[dealt[0]] == number else 1
        self.crypts[seat] = dealt[chosen]
        self.hands[seat] = dealt[1 - chosen]
        dealt.clear()
        if self.events is not None:
            self.tell_choice(seat, "crypt", [number])

    def choose_crypts(self, seat: i64, own: i64, mates: i64) -> None:
        """Lay both crypts of a team. The team-mate sees their own crypt and the two cards passed on (TH18)."""
        mate = seat ^ 2
        dealt = self.dealt[seat]
        for at in range(MOST_DEALT):
            slot = dealt[at]
            number = self.ghosts[slot]
            if number == own:
                self.crypts[seat] = slot
            else:
                self.see(mate, slot)
                if number == mates:
                    self.crypts[mate] = slot
                else:
                    self.dealt[mate].append(slot)
        dealt.clear()
        if self.events is not None:
            self.tell_choice(seat, "crypts", [own, mates])

    def choose_hands(self, seat: i64, number: i64) -> None:
        dealt = self.dealt[seat]
        chosen: i64 = 0 if self.ghosts[dealt[0]] == number else 1
        self.hands[seat] = dealt[chosen]
        self.hands[seat ^ 2] = dealt[1 - chosen]
        dealt.clear()
        if self.events is not None:
            self.tell_choice(seat, "hands", [number])

    # What may be done.

    def find_moves(self, seat: i64, moves: Row) -> None:
        if self.step == STEP_CHOOSE:
            self.find_choices(seat, moves)
        elif self.step == STEP_SETTLE:
            moves.append(LEAVE)
            moves.append(BURY)
        else:
            moves.extend(NUMBERS)  # TH5
            if not self.must_attack(seat):
                self.find_plays(seat, moves)

    def find_choices(self, seat: i64, moves: Row) -> None:
        numbers = self.numbers_dealt(seat)
        if len(numbers) == 2:
            moves.append(self.choice_of_two(numbers, 0))
            moves.append(self.choice_of_two(numbers, 1))
        else:
            for place in range(CRYPT_CHOICES):
                moves.append(choice_of_four(numbers, place))

    def choice_of_two(self, numbers: Row, place: i64) -> i64:
        """Returns the move that chooses the number at a place."""
        return numbers[place] + (LAY_CRYPT if self.sets == 1 else KEEP_CARD)

    def find_plays(self, seat: i64, moves: Row) -> None:
        """Add the moves that play the hand face up: as itself, or as a ghost that lies face up (TH3, TH23)."""
        if self.holds_copier(seat) and self.up_cards:
            add_numbers(moves, PLAY_AS, self.numbers_up())
        else:
            moves.append(PLAY_FACE_UP)

    def holds_copier(self, seat: i64) -> bool:
        return self.abilities.effects[self.ghosts[self.hands[seat]]] == COPY_GHOST

    def random_move(self, seat: i64, dice: Dice) -> i64:
        if self.step == STEP_CHOOSE:
            return self.random_choice(seat, dice)
        if self.step == STEP_SETTLE:
            return dice.below(2) + LEAVE  # BURY is the number after LEAVE
        if self.must_attack(seat):
            return dice.below(SET_SIZE) + 1
        if self.up_cards and self.holds_copier(seat):
            return dice.pick_from(self.moves_now(seat))
        return dice.below(SET_SIZE + 1) + 1  # PLAY_FACE_UP is the number after 13

    def random_choice(self, seat: i64, dice: Dice) -> i64:
        numbers = self.numbers_dealt(seat)
        if len(numbers) == 2:
            return self.choice_of_two(numbers, dice.below(2))
        return choice_of_four(numbers, dice.below(CRYPT_CHOICES))

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return picks.path(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if self.step == STEP_CHOOSE:
            self.choose(seat, move)
        elif move <= SET_SIZE:
            self.begin_attack(seat, move)
            self.attack(seat, move, dice)
        elif self.step == STEP_SETTLE:
            self.settle(seat, move == BURY, dice)
        else:
            self.lay_up(seat, move, dice)

    def start_turn(self, seat: i64) -> None:
        self.turn = seat
        self.keeping_silent &= ~(1 << seat)  # the silence of no. 9 ends here (TH10a, TH22a)
        self.step = STEP_TURN

    def begin_attack(self, seat: i64, number: i64) -> None:
        """Play the hand face down for an attack, unless the turn must be one, and note what is attacked."""
        if self.step == STEP_STRIKE:
            if self.remembers:
                self.newest |= number << ATTACK_SHIFT  # a ghost face up began this turn
            return
        down = not self.must_attack(seat)
        if self.remembers:
            self.note(turn_attack(seat, number, down))
        if down:
            self.lay_down(seat)

    def lay_down(self, seat: i64) -> None:
        """Play the hand face down. The card is never shown (TH8)."""
        self.down_cards.append(owned(seat, self.hands[seat]))
        self.hands[seat] = NO_SLOT
        if self.events is not None:
            self.tell(words.GHOST_FACE_DOWN, words.GhostFaceDown(seat=seat))

    def lay_up(self, seat: i64, move: i64, dice: Dice) -> None:
        slot = self.hands[seat]
        number = self.ghosts[slot]
        self.hands[seat] = NO_SLOT
        self.up_cards.append(owned(seat, slot))
        self.show_to_all(slot)
        used = number if move == PLAY_FACE_UP else move - PLAY_AS
        if self.remembers:
            self.note(turn_up(seat, number, used))
        if self.events is not None:
            self.tell(words.GHOST_FACE_UP, show.ghost_face_up(self, seat, number, used))
        self.use(seat, used, dice)

    def use(self, seat: i64, ghost: i64, dice: Dice) -> None:
        """Use a ghost's ability. A ghost that copies does nothing here: it found no ghost, or was copied (TH23)."""
        effect = self.abilities.effects[ghost]
        if effect == QUESTION:
            self.ask(seat, ghost)
        elif effect == LOOK_ATTACK:
            self.look(seat, ghost)
            self.step = STEP_STRIKE
        elif effect == SILENT_ATTACK:
            self.keep_silent(seat)
            self.step = STEP_STRIKE
        elif effect == LOOK_BURY:
            self.look(seat, ghost)
            self.step = STEP_SETTLE if self.looked else STEP_TURN
        if self.step == STEP_TURN:
            self.finish(seat, dice, effect == ANOTHER_TURN)

    def keep_silent(self, seat: i64) -> None:
        self.keeping_silent |= 1 << seat  # TH10a, TH22a
        if self.events is not None:
            self.tell(words.SILENCE_BEGUN, words.SilenceBegun(seat=seat))

    def ask(self, seat: i64, ghost: i64) -> None:
        """Let all opponents who are in the round answer, unless they keep silent (TH13, TH15, TH19, TH20)."""
        about = self.abilities.asks[ghost]
        for other in SEATS_IN[self.rivals(seat)]:
            if self.is_silent(other):
                self.given.append(given_by(other, seat, ghost, ANSWER_SILENCE))
            else:
                self.answer(seat, other, ghost, about)
            if self.events is not None:
                self.tell(words.ANSWER_GIVEN, show.answer_given(self, other))

    def answer(self, seat: i64, other: i64, subject: i64, about: i64) -> bool:
        """Let `other` say truthfully, for all to hear, whether their crypt is among some numbers (TH4).

        Returns whether it is. `subject` is what was asked, as answers.py says; `about` are the numbers, as bits.
        """
        is_among = about >> self.ghosts[self.crypts[other]] & 1 == 1
        self.could[other] &= about if is_among else ~about
        self.given.append(given_by(other, seat, subject, ANSWER_YES if is_among else ANSWER_NO))
        return is_among

    def attack(self, seat: i64, number: i64, dice: Dice) -> None:
        found: i64 = NO_SEAT
        if self.events is not None:
            self.tell(words.ATTACK_MADE, show.attack_made(self, seat, number))
        for other in SEATS_IN[self.opponents[seat] & self.in_round]:
            if self.answer(seat, other, ATTACK_ON + number, 1 << number):
                found = other  # at most one, because the opponents' crypts come from one set
            if self.events is not None:
                self.tell(words.ANSWER_GIVEN, show.answer_given(self, other))
        if found == NO_SEAT:
            self.finish(seat, dice)
        else:
            self.take_out(seat, found, dice)

    def look(self, seat: i64, ghost: i64) -> None:
        """Look at the top cards of a pile, or at all of them if there are too few (TH9)."""
        pile = self.pile_looked_at(seat)
        self.looked = min(self.abilities.looks[ghost], len(pile))
        top: i64 = len(pile) - 1
        for depth in range(self.looked):
            self.see(seat, pile[top - depth])
        if self.events is not None:
            self.tell(words.PILE_LOOKED_AT, words.PileLookedAt(seat=seat, cards=self.looked))
            numbers = [self.ghosts[pile[top - depth]] for depth in range(self.looked)]
            self.tell(words.CARDS_SEEN, words.CardsSeen(numbers=numbers), seat)

    def settle(self, seat: i64, bury: bool, dice: Dice) -> None:
        """Leave the cards looked at, or put all of them at the bottom in the same order. Everybody sees which."""
        pile = self.pile_looked_at(seat)
        if bury:
            to_bottom(pile, self.looked)
        if self.events is not None:
            self.tell(words.CARDS_SETTLED, words.CardsSettled(seat=seat, bottom=bury))
        self.finish(seat, dice)

    def finish(self, seat: i64, dice: Dice, again: bool = False) -> None:
        """Draw a card and pass the turn on (TH3), unless the player has another turn (TH10)."""
        pile = self.own_pile(seat)
        if pile:
            slot = pile.pop()
            self.hands[seat] = slot
            self.see(seat, slot)
        self.looked = 0
        self.turns += 1
        if self.turns == TURN_LIMIT:
            self.stop_round(dice)
        elif again:
            self.start_turn(seat)
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Pass the turn clockwise, past players who are out (TH15). In teams their team-mate takes it (TH20)."""
        place = self.seat_after(self.place, 1)
        if self.sets == 2:
            self.place = place
            self.start_turn(place if self.in_round >> place & 1 else place ^ 2)
            return
        while not self.is_inside(place):
            place = self.seat_after(place, 1)
        self.place = place
        self.start_turn(place)

    # The ends of a round and of the game.

    def take_out(self, seat: i64, other: i64, dice: Dice) -> None:
        """Take a player whose crypt was named out of the round, and show the crypt (TH14, TH20)."""
        self.in_round &= ~(1 << other)
        self.keeping_silent &= ~(1 << other)
        self.show_to_all(self.crypts[other])
        if self.events is not None:
            self.tell(words.PLAYER_FOUND, words.PlayerFound(seat=other))
        if self.is_three():
            for each in range(3):
                if self.is_inside(each):
                    self.score[each] += 1  # TH14
        if self.rivals(seat):
            self.finish(seat, dice)
        else:
            self.win_round(seat, other, dice)

    def win_round(self, seat: i64, found: i64, dice: Dice) -> None:
        """End a round that a player has won by finding the last crypt, that of the seat `found`."""
        if self.duel:
            self.duel[seat] += 1
        elif self.seats != 3:
            self.score[seat] += 1
            if self.sets == 2:
                self.score[seat ^ 2] += 1  # TH22
        if self.events is not None:
            self.tell(words.ROUND_WON, show.round_won(self, seat, found))
        if self.is_three():
            self.count_points(dice)
            return
        won = self.duel or self.score
        self.over = won[seat] == ROUNDS_TO_WIN  # TH11, TH22
        if not self.over:
            self.next_round(dice)

    def count_points(self, dice: Dice) -> None:
        """End the game if a player has six points (TH16). Two leaders break the tie; three play another round."""
        leaders = SEATS_IN[self.leaders()].copy()
        if self.score[leaders[0]] < POINTS_TO_END or len(leaders) == 3:
            self.next_round(dice)
        elif len(leaders) == 1:
            self.over = True
        else:
            self.duel = zeros(3)
            self.first = dice.pick(leaders)
            if self.events is not None:
                self.tell(words.SCORE_TIED, words.ScoreTied(seats=leaders))
            self.begin_round(dice)

    def next_round(self, dice: Dice) -> None:
        """Begin a round with the next player clockwise (TH2, TH12, TH22). In teams the other players choose (TH18)."""
        self.first = self.seat_after(self.first, 1)
        while self.duel and not self.leaders() >> self.first & 1:
            self.first = self.seat_after(self.first, 1)
        if self.sets == 2:
            for team in range(2):
                self.choosers[team] ^= 2
        self.begin_round(dice)

    def stop_round(self, dice: Dice) -> None:
        """Stop a round that nobody has won. Points scored in it stay, and may end the game (TH10a)."""
        if self.events is not None:
            self.tell(words.ROUND_STOPPED, show.round_ended(self, NO_SEAT))
        if self.is_three():
            self.count_points(dice)  # TH16
        else:
            self.next_round(dice)

    def standings(self) -> Standings:
        if not self.duel:
            return Standings.highest(list(self.score))
        ranked = [4 * points + won for points, won in zip(self.score, self.duel, strict=True)]
        return Standings(list(self.score), Standings.highest(ranked).places)

    def verdict(self) -> str:
        return words.say_verdict(self)

    # What a seat knows and is told.

    def possible(self, seat: int | None, of: i64) -> list[int]:
        """Returns the numbers that a crypt can be, for all that this seat (None: a spectator) knows."""
        return knowledge.possible(self, seat, of)

    def redeal(self, seat: int | None, dice: Dice) -> None:
        knowledge.redeal(self, seat, dice)

    def view(self, seat: int | None) -> ThirteenView:
        return cast(ThirteenView, super().view(seat))

    def show(self, seat: int | None) -> ThirteenShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> ThirteenExplained:
        return show.explain(self, seat)

    def remember(self, seat: int | None) -> ThirteenMemory:
        return remember(self, seat)

    def tell_choice(self, seat: i64, chosen: words.Choice, numbers: list[int]) -> None:
        """Tell everybody that a player has chosen, and only that player the numbers."""
        self.tell(words.CHOICES[chosen], words.CardsChosen(seat=seat))
        self.tell(words.OWN_CHOICE, words.OwnChoice(chosen=chosen, numbers=numbers), seat)

    # The other duties of a state.

    def copy(self) -> Thirteen:
        twin = Thirteen(self.config, self.abilities)
        self.copy_into(twin)
        return twin

    def check(self) -> None:
        check(self)


def shuffled(dice: Dice) -> Row:
    """Returns the numbers of a set in a random order."""
    numbers = NUMBERS.copy()
    dice.shuffle_row(numbers)
    return numbers


def choice_of_four(numbers: Row, place: i64) -> i64:
    """Returns the choice of two crypts from four numbers that is at a place of all such choices."""
    own = place // 3
    mates = place - 3 * own
    if mates >= own:
        mates += 1  # the player's own number cannot be chosen twice
    return LAY_CRYPTS + 16 * numbers[own] + numbers[mates]


def to_bottom(pile: Row, count: i64) -> None:
    """Put so many cards from the top of a pile at its bottom, in the same order."""
    cards = pile.copy()
    kept: i64 = len(cards) - count
    for at in range(count):
        pile[at] = cards[kept + at]
    for at in range(kept):
        pile[count + at] = cards[at]


def add_numbers(moves: Row, kind: i64, numbers: i64) -> None:
    """Add a move of this kind for each of the numbers, which are given as bits."""
    for number in range(1, SET_SIZE + 1):
        if numbers >> number & 1:
            moves.append(kind + number)
