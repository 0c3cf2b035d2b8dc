"""The rules of 13 Ghosts: find the ghosts in the others' crypts before yours is found.

A card is called a slot: 0 to 12 in the first set, 13 to 25 in the second. Everybody knows where each slot lies and who
has seen it. Only `ghosts`, the number on each slot, is hidden. A player who has seen a card knows it wherever it goes.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.thirteen import knowledge, picks, show, words
from spiritboard.games.thirteen.abilities import (
    ANOTHER_TURN,
    COPY_GHOST,
    LOOK_ATTACK,
    LOOK_BURY,
    QUESTION,
    SET_SIZE,
    SILENT_ATTACK,
    Abilities,
    numbers_in,
)
from spiritboard.games.thirteen.answers import ANSWER_NO, ANSWER_SILENCE, ANSWER_YES, ATTACK_ON, packed
from spiritboard.games.thirteen.checks import check
from spiritboard.games.thirteen.knowledge import NO_SLOT
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
from spiritboard.games.thirteen.view import ThirteenExplained, ThirteenShown, ThirteenView
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State

NO_SEAT: Final = -1  # stands where no seat does
ANY_NUMBER: Final = (1 << SET_SIZE + 1) - 2  # every number, as bits

# The opponents of each seat. Four players are two teams, and neighbours are in different teams (TH17).
OPPONENTS: Final[dict[int, list[list[int]]]] = {
    2: [[1], [0]],
    3: [[1, 2], [0, 2], [0, 1]],
    4: [[1, 3], [0, 2], [1, 3], [0, 2]],
}
ROUNDS_TO_WIN: Final = 3  # TH11, TH22
POINTS_TO_END: Final = 6  # TH16
TURN_LIMIT: Final = 500  # turns of a round (TH10a)


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
        self.abilities = abilities  # never changes, nor do the opponents
        self.opponents = OPPONENTS[config.seats]
        self.sets: i64 = 2 if config.seats == 4 else 1
        self.everybody: i64 = (2 << config.seats) - 1  # as bits: all seats, and a last bit for spectators
        self.ghosts: list[int] = []  # the number on each slot
        self.seen: list[int] = []  # for each slot the seats that have seen it, as bits like `everybody`
        self.dealt: list[list[int]] = []  # for each seat the slots that it still has to choose from
        self.crypts: list[int] = []  # for each seat a slot, or NO_SLOT
        self.hands: list[int] = []  # for each seat a slot, or NO_SLOT
        self.up: list[list[int]] = []  # for each seat the slots played face up
        self.down: list[list[int]] = []  # for each seat the slots played face down
        self.piles: list[list[int]] = []  # for each set, with the top card last
        self.inside: list[bool] = []  # which seats are still in the round
        self.silent: list[bool] = []  # which seats answer no questions
        self.could: list[int] = []  # for each crypt the numbers that its answers leave, as bits
        self.answers: list[list[int]] = []  # of each seat in this round, packed as answers.py says
        self.step: i64 = STEP_CHOOSE
        self.place: i64 = 0  # the seat whose turn it is; in teams the team-mate may take it
        self.looked: i64 = 0  # how many cards are being looked at
        self.turns: i64 = 0  # taken in this round
        self.round: i64 = 0
        self.first: i64 = 0  # the seat that begins the round
        self.choosers: list[int] = []  # in teams: for each team the seat that chooses the crypts
        self.score: list[int] = []  # each seat's points, or rounds won
        self.duel: list[int] = []  # each seat's rounds in the game for two that breaks a tie; empty outside it

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
        self.seen = [0] * (SET_SIZE * self.sets)
        self.dealt = [[] for _ in range(seats)]
        self.crypts = [NO_SLOT] * seats
        self.hands = [NO_SLOT] * seats
        self.up = [[] for _ in range(seats)]
        self.down = [[] for _ in range(seats)]
        self.answers = [[] for _ in range(seats)]
        self.inside = [True] * seats
        self.silent = [False] * seats
        self.could = [ANY_NUMBER] * seats
        self.looked = 0
        self.turns = 0
        if self.duel:
            self.inside = [points == max(self.score) for points in self.score]
        self.deal_cards()
        self.step = STEP_CHOOSE
        self.place = self.first
        self.turn = self.choosing()[0]
        if self.events is not None:
            self.tell(words.ROUND_BEGUN, words.RoundBegun(round=self.round, first=self.first))

    def deal_cards(self) -> None:
        """Deal two cards to each player (TH1, TH12), or four to one player of each team (TH18)."""
        if self.sets == 2:
            for chooser in self.choosers:
                self.deal_to(chooser, SET_SIZE * (chooser & 1), 4)
            self.piles = [list(range(4, SET_SIZE)), list(range(SET_SIZE + 4, 2 * SET_SIZE))]
            return
        at: i64 = 0
        for seat in range(self.seats):
            if self.inside[seat]:
                self.deal_to(seat, at, 2)
                at += 2
        self.piles = [list(range(at, SET_SIZE))]

    def deal_to(self, seat: i64, at: i64, count: i64) -> None:
        self.dealt[seat] = list(range(at, at + count))
        for slot in range(at, at + count):
            self.seen[slot] = 1 << seat

    def choosing(self) -> list[int]:
        """Returns the seats that still have to choose."""
        return [seat for seat, cards in enumerate(self.dealt) if cards]

    def pending(self) -> list[int]:
        """Returns the seat on turn, or all seats that still have to choose, since they do so together (TH1, TH18)."""
        if self.over:
            return []
        return self.choosing() if self.step == STEP_CHOOSE else [self.turn]

    def choose(self, seat: i64, move: i64) -> None:
        if move > LAY_CRYPTS:
            self.choose_crypts(seat, (move - LAY_CRYPTS) >> 4, (move - LAY_CRYPTS) & 15)
        elif move > KEEP_CARD:
            self.choose_hands(seat, move - KEEP_CARD)
        else:
            self.choose_crypt(seat, move - LAY_CRYPT)
        choosing = self.choosing()
        if choosing:
            self.turn = choosing[0]
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
        """Lay both crypts of a team. The team-mate sees their own crypt and the two cards passed on (TH18)."""
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
        """Returns the pile that this seat's ghosts look at: in teams that of the opponents (TH21)."""
        return self.piles[(seat + 1) & (self.sets - 1)]

    def must_attack(self, seat: i64) -> bool:
        return self.step == STEP_STRIKE or not self.own_pile(seat)  # TH6, TH21

    def legal(self, seat: i64) -> list[int]:
        if self.step == STEP_CHOOSE:
            return self.choices(seat)
        if self.step == STEP_SETTLE:
            return [LEAVE, BURY]
        attacks = list(range(1, SET_SIZE + 1))  # TH5
        return attacks if self.must_attack(seat) else attacks + self.plays(seat)

    def choices(self, seat: i64) -> list[int]:
        numbers = sorted([self.ghosts[slot] for slot in self.dealt[seat]])
        if len(numbers) == 4:
            return [LAY_CRYPTS + 16 * own + mates for own in numbers for mates in numbers if own != mates]
        kind = KEEP_CARD if self.sets == 2 else LAY_CRYPT
        return [kind + number for number in numbers]

    def plays(self, seat: i64) -> list[int]:
        """Returns the moves that play the hand face up: as itself, or as a ghost that lies face up (TH3, TH23)."""
        if self.abilities.effects[self.ghosts[self.hands[seat]]] == COPY_GHOST:
            showing = self.showing()
            if showing:
                return [PLAY_AS + number for number in showing]
        return [PLAY_FACE_UP]

    def showing(self) -> list[int]:
        """Returns the numbers that lie face up before any player."""
        mask: i64 = 0
        for slots in self.up:
            for slot in slots:
                mask |= 1 << self.ghosts[slot]
        return numbers_in(mask)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        if self.step == STEP_CHOOSE or self.step == STEP_SETTLE:
            return dice.pick(self.legal(seat))
        if self.must_attack(seat):
            return dice.below(SET_SIZE) + 1
        if self.abilities.effects[self.ghosts[self.hands[seat]]] == COPY_GHOST:
            return dice.pick(self.legal(seat))
        return dice.below(SET_SIZE + 1) + 1  # PLAY_FACE_UP is the number after 13

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return picks.path(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if self.step == STEP_CHOOSE:
            self.choose(seat, move)
        elif move <= SET_SIZE:
            if not self.must_attack(seat):
                self.lay_down(seat)
            self.attack(seat, move, dice)
        elif move in (LEAVE, BURY):
            self.settle(seat, move == BURY, dice)
        else:
            self.lay_up(seat, move, dice)

    def start_turn(self, seat: i64) -> None:
        self.turn = seat
        self.silent[seat] = False  # the silence of no. 9 ends here (TH10a, TH22a)
        self.step = STEP_TURN

    def lay_down(self, seat: i64) -> None:
        """Play the hand face down. The card is never shown (TH8)."""
        self.down[seat].append(self.hands[seat])
        self.hands[seat] = NO_SLOT
        if self.events is not None:
            self.tell(words.GHOST_FACE_DOWN, words.GhostFaceDown(seat=seat))

    def lay_up(self, seat: i64, move: i64, dice: Dice) -> None:
        slot = self.hands[seat]
        number: i64 = self.ghosts[slot]
        self.hands[seat] = NO_SLOT
        self.up[seat].append(slot)
        self.seen[slot] = self.everybody
        used: i64 = number if move == PLAY_FACE_UP else move - PLAY_AS
        if self.events is not None:
            self.tell(words.GHOST_FACE_UP, words.GhostFaceUp(seat=seat, ghost=number, used=used))
        self.use(seat, used, dice)

    def use(self, seat: i64, ghost: i64, dice: Dice) -> None:
        """Use a ghost's ability. A ghost that copies does nothing here: it found no ghost, or was copied (TH23)."""
        effect: i64 = self.abilities.effects[ghost]
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
        self.silent[seat] = True  # TH10a, TH22a
        if self.events is not None:
            self.tell(words.SILENCE_BEGUN, words.SilenceBegun(seat=seat))

    def ask(self, seat: i64, ghost: i64) -> None:
        """Let all opponents who are in the round answer, unless they keep silent (TH13, TH15, TH19, TH20)."""
        about = self.abilities.asks[ghost]
        for other in self.opponents[seat]:
            if self.inside[other]:
                if self.silent[other]:
                    self.answers[other].append(packed(seat, ghost, ANSWER_SILENCE))
                else:
                    self.answer(seat, other, ghost, about)
                self.tell_answer(other)

    def answer(self, seat: i64, other: i64, subject: i64, about: i64) -> bool:
        """Let `other` say truthfully, for all to hear, whether their crypt is among some numbers (TH4).

        Returns whether it is. `subject` is what was asked, as answers.py says; `about` are the numbers, as bits.
        """
        if about >> self.ghosts[self.crypts[other]] & 1:
            self.could[other] = self.could[other] & about
            self.answers[other].append(packed(seat, subject, ANSWER_YES))
            return True
        self.could[other] = self.could[other] & ~about
        self.answers[other].append(packed(seat, subject, ANSWER_NO))
        return False

    def attack(self, seat: i64, number: i64, dice: Dice) -> None:
        found: i64 = NO_SEAT
        if self.events is not None:
            self.tell(words.ATTACK_MADE, words.AttackMade(seat=seat, number=number))
        for other in self.opponents[seat]:
            if self.inside[other]:
                if self.answer(seat, other, ATTACK_ON + number, 1 << number):
                    found = other  # at most one, because the opponents' crypts come from one set
                self.tell_answer(other)
        if found == NO_SEAT:
            self.finish(seat, dice)
        else:
            self.take_out(seat, found, dice)

    def look(self, seat: i64, ghost: i64) -> None:
        """Look at the top cards of a pile, or at all of them if there are too few (TH9)."""
        pile = self.pile_looked_at(seat)
        self.looked = min(self.abilities.looks[ghost], len(pile))
        cards = pile[len(pile) - self.looked :]
        for slot in cards:
            self.seen[slot] = self.seen[slot] | 1 << seat
        if self.events is not None:
            self.tell(words.PILE_LOOKED_AT, words.PileLookedAt(seat=seat, cards=self.looked))
            numbers = [self.ghosts[slot] for slot in reversed(cards)]
            self.tell(words.CARDS_SEEN, words.CardsSeen(numbers=numbers), seat)

    def settle(self, seat: i64, bury: bool, dice: Dice) -> None:
        """Leave the cards looked at, or put all of them at the bottom in the same order. Everybody sees which."""
        pile = self.pile_looked_at(seat)
        if bury:
            keep = len(pile) - self.looked
            pile[:] = pile[keep:] + pile[:keep]
        if self.events is not None:
            self.tell(words.CARDS_SETTLED, words.CardsSettled(seat=seat, bottom=bury))
        self.finish(seat, dice)

    def finish(self, seat: i64, dice: Dice, again: bool = False) -> None:
        """Draw a card and pass the turn on (TH3), unless the player has another turn (TH10)."""
        pile = self.own_pile(seat)
        if pile:
            slot = pile.pop()
            self.hands[seat] = slot
            self.seen[slot] = self.seen[slot] | 1 << seat
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
        place = (self.place + 1) % self.seats
        if self.sets == 2:
            self.place = place
            self.start_turn(place if self.inside[place] else place ^ 2)
            return
        while not self.inside[place]:
            place = (place + 1) % self.seats
        self.place = place
        self.start_turn(place)

    # The ends of a round and of the game.

    def take_out(self, seat: i64, other: i64, dice: Dice) -> None:
        """Take a player whose crypt was named out of the round, and show the crypt (TH14, TH20)."""
        self.inside[other] = False
        self.silent[other] = False
        self.seen[self.crypts[other]] = self.everybody
        if self.events is not None:
            self.tell(words.PLAYER_FOUND, words.PlayerFound(seat=other))
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
        """Returns whether three players play for points, and not two of them to break a tie."""
        return self.seats == 3 and not self.duel

    def goal(self) -> i64:
        """Returns the points that end the game (TH16), or the rounds that win it (TH11, TH22)."""
        return POINTS_TO_END if self.is_three() else ROUNDS_TO_WIN

    def win_round(self, seat: i64, dice: Dice) -> None:
        if self.duel:
            self.duel[seat] += 1
        elif self.seats != 3:
            self.score[seat] += 1
            if self.sets == 2:
                self.score[seat ^ 2] += 1  # TH22
        if self.events is not None:
            mate: int | None = seat ^ 2 if self.sets == 2 else None
            self.tell(words.ROUND_WON, words.RoundWon(seat=seat, mate=mate, points=self.is_three()))
        if self.is_three():
            self.count_points(dice)
            return
        self.over = (self.duel or self.score)[seat] == ROUNDS_TO_WIN  # TH11, TH22
        if not self.over:
            self.next_round(dice)

    def count_points(self, dice: Dice) -> None:
        """End the game if a player has six points (TH16). Two leaders break the tie; three play another round."""
        leaders = [seat for seat in range(3) if self.score[seat] == max(self.score)]
        if max(self.score) < POINTS_TO_END or len(leaders) == 3:
            self.next_round(dice)
        elif len(leaders) == 1:
            self.over = True
        else:
            self.duel = [0] * 3
            self.first = dice.pick(leaders)
            if self.events is not None:
                self.tell(words.SCORE_TIED, words.ScoreTied(seats=leaders))
            self.begin_round(dice)

    def next_round(self, dice: Dice) -> None:
        """Begin a round with the next player clockwise (TH2, TH12, TH22). In teams the other players choose (TH18)."""
        self.first = (self.first + 1) % self.seats
        while self.duel and self.score[self.first] != max(self.score):
            self.first = (self.first + 1) % self.seats
        self.choosers = [chooser ^ 2 for chooser in self.choosers]
        self.begin_round(dice)

    def stop_round(self, dice: Dice) -> None:
        """Stop a round that nobody has won. Points scored in it stay, and may end the game (TH10a)."""
        if self.events is not None:
            self.tell(words.ROUND_STOPPED, NoFacts())
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

    def tell_choice(self, seat: i64, chosen: words.Choice, numbers: list[int]) -> None:
        """Tell everybody that a player has chosen, and only that player the numbers."""
        if self.events is not None:
            self.tell(words.CHOICES[chosen], words.CardsChosen(seat=seat))
            self.tell(words.OWN_CHOICE, words.OwnChoice(chosen=chosen, numbers=numbers), seat)

    def tell_answer(self, other: i64) -> None:
        """Tell everybody the last answer of a player."""
        if self.events is not None:
            self.tell(words.ANSWER_GIVEN, show.answer_given(self, other))

    # The other duties of a state.

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
        """Returns every slot that lies with a seat."""
        held = [slot for slot in (self.crypts[seat], self.hands[seat]) if slot != NO_SLOT]
        return held + self.dealt[seat] + self.up[seat] + self.down[seat]

    def inventory(self) -> dict[str, int]:
        slots = [slot for pile in self.piles for slot in pile]
        for seat in range(self.seats):
            slots.extend(self.places(seat))
        numbers = [self.ghosts[slot] for slot in slots]
        return {f"ghost {number}": numbers.count(number) for number in range(1, SET_SIZE + 1)}

    def check(self) -> None:
        check(self)


def shuffled(dice: Dice) -> list[int]:
    numbers = list(range(1, SET_SIZE + 1))
    dice.shuffle(numbers)
    return numbers
