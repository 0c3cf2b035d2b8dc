"""13 Ghosts: find the ghost in the others' crypts before yours is found.

A card is a slot: 0 to 12 in the first set, 13 to 25 in the second. Where each slot lies, and who has seen its face, is
plain to all; only `ghosts`, the number that each slot bears, is hidden. Whoever has seen a card once knows it wherever
it goes.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge, view
from spiritboard.games.thirteen.abilities import (
    AGAIN,
    COPY,
    LOOK_ATTACK,
    LOOK_BURY,
    NUMBERS,
    QUESTION,
    SILENT_ATTACK,
    Abilities,
    numbers_in,
)
from spiritboard.games.thirteen.setting import check
from spiritboard.table.dice import Dice
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained, Shown

NONE: Final = -1  # where no card lies
ANY: Final = (1 << NUMBERS + 1) - 2  # every number, as bits

# What is to be decided.
CHOOSE: Final = 0  # crypts, and in teams the opening hands
TURN: Final = 1
STRIKE: Final = 2  # the number to attack, for a ghost played face up
SETTLE: Final = 3  # what becomes of the cards that were looked at

# Moves: a number attacks it; then the others.
PLAY: Final = NUMBERS + 1
COPYING: Final = 16  # and the number copied
LEAVE: Final = 30
BURY: Final = 31
CRYPT: Final = 32  # and the number laid there
HAND: Final = 48  # and the number kept
CRYPTS: Final = 64  # and sixteen times one's own, and the team-mate's

NO: Final = 0
YES: Final = 1
SILENCE: Final = 2
ATTACKED: Final = 16  # beside the numbers of ghosts that ask: an attack on a number

# Whom each seat plays against; four are two teams, and whoever sits next to you is of the other one (TH17).
OPPONENTS: Final[dict[int, list[list[int]]]] = {
    2: [[1], [0]],
    3: [[1, 2], [0, 2], [0, 1]],
    4: [[1, 3], [0, 2], [1, 3], [0, 2]],
}
ROUNDS_TO_WIN: Final = 3  # TH11, TH22
POINTS_TO_END: Final = 6  # TH16
MOST_TURNS: Final = 500  # TH10a


class Thirteen(State):
    POSITION: ClassVar[dict[str, object]] = {
        "ghosts": list[int],
        "seen": list[int],
        "dealt": list[list[int]],
        "crypts": list[int],
        "hands": list[int],
        "up": list[list[int]],
        "down": list[list[int]],
        "piles": list[list[int]],
        "inside": list[bool],
        "silent": list[bool],
        "could": list[int],
        "answers": list[list[int]],
        "step": int,
        "place": int,
        "looked": int,
        "turns": int,
        "round": int,
        "first": int,
        "choosers": list[int],
        "score": list[int],
        "duel": list[int],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"ghosts"})

    def __init__(self, config: GameConfig, abilities: Abilities) -> None:
        super().__init__(config)
        self.abilities = abilities  # never changed, and nor are the opponents
        self.opponents = OPPONENTS[config.seats]
        self.sets: i64 = 2 if config.seats == 4 else 1
        self.everybody: i64 = (2 << config.seats) - 1  # as bits: the seats, and one for whoever looks on
        self.ghosts: list[int] = []  # the number of each slot
        self.seen: list[int] = []  # by whom, as bits, for each slot
        self.dealt: list[list[int]] = []  # slots of which a seat still has to choose
        self.crypts: list[int] = []
        self.hands: list[int] = []
        self.up: list[list[int]] = []  # what each seat has played face up, and face down
        self.down: list[list[int]] = []
        self.piles: list[list[int]] = []  # the top card last
        self.inside: list[bool] = []  # who is still in the round
        self.silent: list[bool] = []  # who answers no questions
        self.could: list[int] = []  # what each crypt can be by all that was answered, as bits
        self.answers: list[list[int]] = []  # what each seat answered in this round, see `answer`
        self.step: i64 = CHOOSE
        self.place: i64 = 0  # whose turn is taken; a team-mate may be taking it
        self.looked: i64 = 0  # how many cards are being looked at
        self.turns: i64 = 0  # taken in this round
        self.round: i64 = 0
        self.first: i64 = 0
        self.choosers: list[int] = []  # in teams: who chooses the crypts, for each team
        self.score: list[int] = []
        self.duel: list[int] = []  # rounds won in the two-player game that breaks a tie, while there is one

    # Setting up a round.

    def deal(self, dice: Dice) -> None:
        self.first = self.first_player(dice)  # TH2
        self.score = [0] * self.seats
        if self.sets == 2:
            other = (self.first + 1) % 4
            self.choosers = [self.first, other] if self.first & 1 == 0 else [other, self.first]  # TH18
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        seats = self.seats
        self.round += 1
        self.ghosts = shuffled(dice)
        if self.sets == 2:
            self.ghosts.extend(shuffled(dice))
        self.seen = [0] * (NUMBERS * self.sets)
        self.dealt = [[] for _ in range(seats)]
        self.crypts = [NONE] * seats
        self.hands = [NONE] * seats
        self.up = [[] for _ in range(seats)]
        self.down = [[] for _ in range(seats)]
        self.answers = [[] for _ in range(seats)]
        self.inside = [True] * seats
        self.silent = [False] * seats
        self.could = [ANY] * seats
        self.looked = 0
        self.turns = 0
        if self.duel:
            self.inside = [points == max(self.score) for points in self.score]
        self.deal_cards()
        self.step = CHOOSE
        self.place = self.first
        self.turn = self.owing()[0]
        if self.events is not None:
            self.tell_words("round", f"Round {self.round}: {{{self.first}}} begins.", {"first": self.first})

    def deal_cards(self) -> None:
        """Two cards to each (TH1, TH12), or four to one of each team (TH18); the rest are the piles."""
        if self.sets == 2:
            for chooser in self.choosers:
                self.deal_to(chooser, NUMBERS * (chooser & 1), 4)
            self.piles = [list(range(4, NUMBERS)), list(range(NUMBERS + 4, 2 * NUMBERS))]
            return
        at: i64 = 0
        for seat in range(self.seats):
            if self.inside[seat]:
                self.deal_to(seat, at, 2)
                at += 2
        self.piles = [list(range(at, NUMBERS))]

    def deal_to(self, seat: i64, at: i64, count: i64) -> None:
        self.dealt[seat] = list(range(at, at + count))
        for slot in range(at, at + count):
            self.seen[slot] = 1 << seat

    def owing(self) -> list[int]:
        return [seat for seat, cards in enumerate(self.dealt) if cards]

    def pending(self) -> list[int]:
        """All who have to choose do so at the same time (TH1, TH18)."""
        if self.over:
            return []
        return self.owing() if self.step == CHOOSE else [self.turn]

    def choose(self, seat: i64, move: i64) -> None:
        if move > CRYPTS:
            self.choose_crypts(seat, (move - CRYPTS) >> 4, (move - CRYPTS) & 15)
        elif move > HAND:
            self.choose_hands(seat, move - HAND)
        else:
            self.choose_crypt(seat, move - CRYPT)
        owing = self.owing()
        if owing:
            self.turn = owing[0]
        else:
            self.start_turn(self.place)

    def choose_crypt(self, seat: i64, number: i64) -> None:
        one, other = self.dealt[seat]
        self.dealt[seat] = []
        first = self.ghosts[one] == number
        self.crypts[seat] = one if first else other
        self.hands[seat] = other if first else one
        self.tell_choice(seat, "crypt", [number])

    def choose_crypts(self, seat: i64, own: i64, mates: i64) -> None:
        """The chooser has seen all four; the team-mate sees their own crypt and the two cards passed on (TH18)."""
        mate = seat ^ 2
        for slot in self.dealt[seat]:
            number = self.ghosts[slot]
            if number == own:
                self.crypts[seat] = slot
            else:
                self.seen[slot] = self.seen[slot] | 1 << mate
                if number == mates:
                    self.crypts[mate] = slot
                else:
                    self.dealt[mate].append(slot)
        self.dealt[seat] = []
        self.tell_choice(seat, "crypts", [own, mates])

    def choose_hands(self, seat: i64, number: i64) -> None:
        one, other = self.dealt[seat]
        self.dealt[seat] = []
        first = self.ghosts[one] == number
        self.hands[seat] = one if first else other
        self.hands[seat ^ 2] = other if first else one
        self.tell_choice(seat, "hands", [number])

    # What may be done.

    def own_pile(self, seat: i64) -> list[int]:
        return self.piles[seat & (self.sets - 1)]

    def pile_looked_at(self, seat: i64) -> list[int]:
        """In teams that of the others (TH21)."""
        return self.piles[(seat + 1) & (self.sets - 1)]

    def must_attack(self, seat: i64) -> bool:
        return self.step == STRIKE or not self.own_pile(seat)  # TH6, TH21

    def legal(self, seat: i64) -> list[int]:
        if self.step == CHOOSE:
            return self.choices(seat)
        if self.step == SETTLE:
            return [LEAVE, BURY]
        attacks = list(range(1, NUMBERS + 1))  # TH5
        return attacks if self.must_attack(seat) else attacks + self.plays(seat)

    def choices(self, seat: i64) -> list[int]:
        numbers = sorted([self.ghosts[slot] for slot in self.dealt[seat]])
        if len(numbers) == 4:
            return [CRYPTS + 16 * own + mates for own in numbers for mates in numbers if own != mates]
        kind = HAND if self.sets == 2 else CRYPT
        return [kind + number for number in numbers]

    def plays(self, seat: i64) -> list[int]:
        """The hand face up: as it is, or as any ghost that lies face up already (TH3, TH23)."""
        if self.abilities.effects[self.ghosts[self.hands[seat]]] == COPY:
            showing = self.showing()
            if showing:
                return [COPYING + number for number in showing]
        return [PLAY]

    def showing(self) -> list[int]:
        """The numbers that lie face up, whoever played them."""
        mask: i64 = 0
        for slots in self.up:
            for slot in slots:
                mask |= 1 << self.ghosts[slot]
        return numbers_in(mask)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        if self.step == CHOOSE or self.step == SETTLE:
            return dice.pick(self.legal(seat))
        if self.must_attack(seat):
            return dice.below(NUMBERS) + 1
        if self.abilities.effects[self.ghosts[self.hands[seat]]] == COPY:
            return dice.pick(self.legal(seat))
        return dice.below(NUMBERS + 1) + 1  # PLAY comes right after the numbers

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return view.path(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if self.step == CHOOSE:
            self.choose(seat, move)
        elif move <= NUMBERS:
            if not self.must_attack(seat):
                self.lay_down(seat)
            self.attack(seat, move, dice)
        elif move in (LEAVE, BURY):
            self.settle(seat, move == BURY, dice)
        else:
            self.lay_up(seat, move, dice)

    def start_turn(self, seat: i64) -> None:
        self.turn = seat
        self.silent[seat] = False  # until now (no. 9, TH22a)
        self.step = TURN

    def lay_down(self, seat: i64) -> None:
        """Nobody else ever sees it (TH8)."""
        self.down[seat].append(self.hands[seat])
        self.hands[seat] = NONE
        if self.events is not None:
            self.tell_words("down", f"{{{seat}}} plays a ghost face down.", {"seat": seat})

    def lay_up(self, seat: i64, move: i64, dice: Dice) -> None:
        slot = self.hands[seat]
        number: i64 = self.ghosts[slot]
        self.hands[seat] = NONE
        self.up[seat].append(slot)
        self.seen[slot] = self.everybody
        used: i64 = number if move == PLAY else move - COPYING
        if self.events is not None:
            self.tell_words("up", view.say_up(seat, number, used), {"seat": seat, "ghost": number, "used": used})
        self.use(seat, used, dice)

    def use(self, seat: i64, ghost: i64, dice: Dice) -> None:
        """A copied copy, and a copy with nothing to copy, do nothing (TH23)."""
        effect: i64 = self.abilities.effects[ghost]
        if effect == QUESTION:
            self.ask(seat, ghost)
        elif effect == LOOK_ATTACK:
            self.look(seat, ghost)
            self.step = STRIKE
        elif effect == SILENT_ATTACK:
            self.keep_silent(seat)
            self.step = STRIKE
        elif effect == LOOK_BURY:
            self.look(seat, ghost)
            self.step = SETTLE if self.looked else TURN
        if self.step == TURN:
            self.finish(seat, dice, effect == AGAIN)

    def keep_silent(self, seat: i64) -> None:
        self.silent[seat] = True  # TH10a, TH22a
        if self.events is not None:
            self.tell_words("silent", f"{{{seat}}} will answer no questions until their next turn.", {"seat": seat})

    def ask(self, seat: i64, ghost: i64) -> None:
        """All opponents who are still in answer, if they do not keep silent (TH13, TH15, TH19, TH20)."""
        about = self.abilities.asks[ghost]
        for other in self.opponents[seat]:
            if self.inside[other]:
                if self.silent[other]:
                    self.answers[other].append(seat << 7 | ghost << 2 | SILENCE)
                else:
                    self.answer(seat, other, ghost, about)
                self.tell_answer(other)

    def answer(self, seat: i64, other: i64, what: i64, about: i64) -> bool:
        """Truthfully, for all to hear (TH4): whether the crypt is among these numbers. Kept are who asked, what (a
        ghost's number, or ATTACKED and the number named) and the answer, in one int."""
        if about >> self.ghosts[self.crypts[other]] & 1:
            self.could[other] = self.could[other] & about
            self.answers[other].append(seat << 7 | what << 2 | YES)
            return True
        self.could[other] = self.could[other] & ~about
        self.answers[other].append(seat << 7 | what << 2 | NO)
        return False

    def attack(self, seat: i64, number: i64, dice: Dice) -> None:
        fallen: i64 = NONE
        if self.events is not None:
            self.tell_words("attack", f"{{{seat}}} attacks {number}.", {"seat": seat, "number": number})
        for other in self.opponents[seat]:
            if self.inside[other]:
                if self.answer(seat, other, ATTACKED + number, 1 << number):
                    fallen = other  # one at most: the others' crypts come from one set
                self.tell_answer(other)
        if fallen == NONE:
            self.finish(seat, dice)
        else:
            self.fall(seat, fallen, dice)

    def look(self, seat: i64, ghost: i64) -> None:
        """As many as there are (TH9)."""
        pile = self.pile_looked_at(seat)
        self.looked = min(self.abilities.looks[ghost], len(pile))
        cards = pile[len(pile) - self.looked :]
        for slot in cards:
            self.seen[slot] = self.seen[slot] | 1 << seat
        if self.events is not None:
            self.tell_words("look", view.say_look(seat, self.looked), {"seat": seat, "cards": self.looked})
            numbers = [self.ghosts[slot] for slot in reversed(cards)]
            self.tell_words("seen", view.say_seen(numbers), {"numbers": numbers}, seat)

    def settle(self, seat: i64, bury: bool, dice: Dice) -> None:
        """The cards looked at stay, or all go to the bottom in the same order, for all to see that they did."""
        pile = self.pile_looked_at(seat)
        if bury:
            keep = len(pile) - self.looked
            pile[:] = pile[keep:] + pile[:keep]
        if self.events is not None:
            self.tell_words("settle", view.say_settle(seat, bury), {"seat": seat, "bottom": bury})
        self.finish(seat, dice)

    def finish(self, seat: i64, dice: Dice, again: bool = False) -> None:
        """Draw, and pass the turn on (TH3), unless there is another one (TH10)."""
        pile = self.own_pile(seat)
        if pile:
            slot = pile.pop()
            self.hands[seat] = slot
            self.seen[slot] = self.seen[slot] | 1 << seat
        self.looked = 0
        self.turns += 1
        if self.turns == MOST_TURNS:
            self.stop_round(dice)
        elif again:
            self.start_turn(seat)
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Clockwise past whoever is out (TH15); in teams the partner steps in for them (TH20)."""
        place = (self.place + 1) % self.seats
        if self.sets == 2:
            self.place = place
            self.start_turn(place if self.inside[place] else place ^ 2)
            return
        while not self.inside[place]:
            place = (place + 1) % self.seats
        self.place = place
        self.start_turn(place)

    # Who is found, and how it ends.

    def fall(self, seat: i64, other: i64, dice: Dice) -> None:
        """The other is out, and their crypt is shown (TH14, TH20)."""
        self.inside[other] = False
        self.silent[other] = False
        self.seen[self.crypts[other]] = self.everybody
        if self.events is not None:
            self.tell_words("out", f"{{{other}}} is found and out of the round.", {"seat": other})
        if self.is_three():
            for each in range(3):
                if self.inside[each]:
                    self.score[each] += 1  # TH14
        decided = not self.inside[other ^ 2] if self.sets == 2 else sum(self.inside) == 1
        if decided:
            self.win_round(seat, dice)
        else:
            self.finish(seat, dice)

    def is_three(self) -> bool:
        """Three players, who play for points, and are not breaking a tie."""
        return self.seats == 3 and not self.duel

    def win_round(self, seat: i64, dice: Dice) -> None:
        if self.duel:
            self.duel[seat] += 1
        elif self.seats != 3:
            self.score[seat] += 1
            if self.sets == 2:
                self.score[seat ^ 2] += 1  # TH22
        if self.events is not None:
            self.tell_words("won", view.say_won(self, seat), {"seat": seat})
        if self.is_three():
            self.count_points(dice)
            return
        self.over = (self.duel or self.score)[seat] == ROUNDS_TO_WIN  # TH11, TH22
        if not self.over:
            self.next_round(dice)

    def count_points(self, dice: Dice) -> None:
        """Whoever leads when somebody has six has won; two decide it between them, three play on (TH16)."""
        leaders = [seat for seat in range(3) if self.score[seat] == max(self.score)]
        if max(self.score) < POINTS_TO_END or len(leaders) == 3:
            self.next_round(dice)
        elif len(leaders) == 1:
            self.over = True
        else:
            self.duel = [0] * 3
            self.first = dice.pick(leaders)
            if self.events is not None:
                self.tell_words("tie", view.say_tie(leaders), {"seats": list(leaders)})
            self.begin_round(dice)

    def next_round(self, dice: Dice) -> None:
        """The next player clockwise begins (TH2, TH12, TH22), and in teams the others choose (TH18)."""
        self.first = (self.first + 1) % self.seats
        while self.duel and self.score[self.first] != max(self.score):
            self.first = (self.first + 1) % self.seats
        self.choosers = [chooser ^ 2 for chooser in self.choosers]
        self.begin_round(dice)

    def stop_round(self, dice: Dice) -> None:
        """Points scored in the round stay, and may end the game (TH10a)."""
        if self.events is not None:
            self.tell_words("stopped", "Nobody finds anybody: the round is stopped and won by nobody.", {})
        if self.is_three():
            self.count_points(dice)  # TH16
        else:
            self.next_round(dice)

    def standings(self) -> Standings:
        if not self.duel:
            return Standings.highest(self.score.copy())
        ranked = [4 * points + won for points, won in zip(self.score, self.duel, strict=True)]
        return Standings(self.score.copy(), Standings.highest(ranked).places)

    def verdict(self) -> str:
        return view.say_verdict(self)

    # What somebody knows.

    def possible(self, seat: int | None, of: i64) -> list[int]:
        """The numbers that a crypt can still be, for all that this seat (None: a spectator) knows."""
        return knowledge.possible(self, seat, of)

    def redeal(self, seat: int | None, dice: Dice) -> None:
        knowledge.redeal(self, seat, dice)

    def show(self, seat: int | None) -> Shown:
        return cast(Shown, view.show(self, seat))

    def explain(self, seat: int | None) -> Explained:
        return cast(Explained, view.explain(self, seat))

    def tell_choice(self, seat: i64, kind: str, numbers: list[int]) -> None:
        """That somebody has chosen is for all; what, only for whoever chose it."""
        if self.events is not None:
            self.tell_words(kind, view.say_chosen(kind, seat), {"seat": seat})
            self.tell_words("own", view.say_own_choice(kind, numbers), {"numbers": list(numbers)}, seat)

    def tell_answer(self, other: i64) -> None:
        if self.events is not None:
            answers = self.answers[other]
            data = view.answer(answers[len(answers) - 1])
            self.tell_words("answer", view.say_answer(other, data, self.abilities.texts), {"seat": other, **data})

    # What a state must be able to do besides.

    def copy(self) -> Thirteen:
        twin = Thirteen(self.config, self.abilities)
        self.carry_over(twin)
        twin.ghosts = self.ghosts.copy()
        twin.seen = self.seen.copy()
        twin.dealt = [cards.copy() for cards in self.dealt]
        twin.crypts = self.crypts.copy()
        twin.hands = self.hands.copy()
        twin.up = [cards.copy() for cards in self.up]
        twin.down = [cards.copy() for cards in self.down]
        twin.piles = [pile.copy() for pile in self.piles]
        twin.inside = self.inside.copy()
        twin.silent = self.silent.copy()
        twin.could = self.could.copy()
        twin.answers = [given.copy() for given in self.answers]
        twin.step = self.step
        twin.place = self.place
        twin.looked = self.looked
        twin.turns = self.turns
        twin.round = self.round
        twin.first = self.first
        twin.choosers = self.choosers.copy()
        twin.score = self.score.copy()
        twin.duel = self.duel.copy()
        return twin

    def places(self, seat: i64) -> list[int]:
        """Every slot that lies with a seat."""
        held = [slot for slot in (self.crypts[seat], self.hands[seat]) if slot != NONE]
        return held + self.dealt[seat] + self.up[seat] + self.down[seat]

    def inventory(self) -> dict[str, int]:
        slots = [slot for pile in self.piles for slot in pile]
        for seat in range(self.seats):
            slots.extend(self.places(seat))
        numbers = [self.ghosts[slot] for slot in slots]
        return {f"ghost {number}": numbers.count(number) for number in range(1, NUMBERS + 1)}

    def check(self) -> None:
        check(self)


def shuffled(dice: Dice) -> list[int]:
    numbers = list(range(1, NUMBERS + 1))
    dice.shuffle(numbers)
    return numbers
