"""The rules of Spookies: five friends climb a haunted house, and the player on turn decides when to stop.

A turn has at most two kinds of decision. First the player chooses a friend, but only if the friend die leaves it open.
Then, before every roll, the player chooses how many dice to roll, or stops. The move that ends a turn also rolls the
friend die for the next turn.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.spookies import picks, show, words
from spiritboard.games.spookies.picks import CHOOSE_FRIEND, FEWEST_DICE, MOST_DICE, ROLL_KINDS, STOP
from spiritboard.games.spookies.view import SpookiesShown, SpookiesView
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.row import NO_NUMBERS, Row, copies, repeated, total, with_room
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained

GATE: Final = 0  # fields are counted from the gate up, so the garden is 1
ATTIC_SCORE: Final = 12
QUESTION_MARK: Final = -1  # a face of the friend die; also stands for a friend who is still to be chosen
NO_FACE: Final = -2  # of a friend die that is not used
CLOCKWISE: Final = 1
PURSE_ROOM: Final = 30  # a player seldom wins more chips
PENALTY_ROOM: Final = 12  # a field seldom holds more chips
CHIPS_IN_PLAY: Final = {2: 50, 3: 60, 4: 75, 5: 75}  # SP1


class HauntedHouse:
    """What is printed on the board, the friend die and the chips. It never changes during a game."""

    def __init__(
        self,
        characters: list[str],
        faces: list[int],
        numbers: list[int],
        names: list[str],
        rewards: list[list[int]],
        chips: list[int],
    ) -> None:
        self.characters = characters
        self.faces = Row(faces)  # of the friend die: numbers of characters, and QUESTION_MARK
        self.numbers = Row(numbers)  # of the fields from the gate up; the gate has 0
        self.names = names  # of the fields; empty for a field without a name
        self.rewards = [Row(row) for row in rewards]  # of the fields, for two, three and four dice; the gate has none
        self.chips = Row(chips)  # the value of each chip
        self.attic: i64 = len(numbers) - 1
        # The field that a success leads to, for each field: the next one up (SP6), and from the attic none (SP10).
        self.above = Row([*range(1, len(numbers)), len(numbers) - 1])
        # The lowest score that succeeds, for each field: the next field's number (SP6), or 12 in the attic (SP10).
        self.needed = Row([*numbers[1:], ATTIC_SCORE])
        # The highest field whose number is not above a score, by score: where a friend ends who does not climb.
        self.landing = Row([sum(number <= score for number in numbers) - 1 for score in range(ATTIC_SCORE)])

    def reward(self, field: i64, count: i64) -> i64:
        """Returns the chips for reaching a field with so many dice."""
        return self.rewards[field][count - FEWEST_DICE]


class Spookies(State):
    POSITION: ClassVar[dict[str, object]] = {
        "friend": int | None,
        "character": int,
        "first_roll": bool,
        "rolled": int,
        "fields": Row,
        "stock": Row,
        "box": Row,
        "chips": list[Row],
        "penalty": list[Row],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"stock", "box", "chips", "penalty"})

    def __init__(self, config: GameConfig, house: HauntedHouse) -> None:
        super().__init__(config)
        self.house = house
        self.free_choice = config.options["variant"] == "free-choice"
        self.face: i64 = NO_FACE  # of the friend die
        self.character: i64 = QUESTION_MARK  # the friend on the move
        self.first_roll = True  # whether the turn's first roll is still to be made
        self.rolled: i64 = 0  # the number dice, a digit each: 642 is a 6, a 4 and a 2
        self.fields = NO_NUMBERS  # the field of each character
        self.stock = NO_NUMBERS  # values of the chips in the stock
        self.box = NO_NUMBERS  # values of the chips left in the box
        self.chips: list[Row] = []  # values of each seat's chips
        self.penalty: list[Row] = []  # values of the penalty chips on each field

    def deal(self, dice: Dice) -> None:
        house = self.house
        self.fields = repeated(GATE, len(house.characters))  # SP2
        self.stock = house.chips.copy()
        self.box = Row()
        dice.draw_into(self.stock, len(self.stock) - self.chips_in_play(), self.box)
        self.chips = [with_room(PURSE_ROOM) for _ in range(self.seats)]
        self.penalty = [NO_NUMBERS] * len(house.numbers)
        self.turn = self.first_player(dice)
        self.begin_turn(dice)

    def chips_in_play(self) -> i64:
        everything = len(self.house.chips)
        if self.config.options["chips"] == "all":
            return everything
        return min(CHIPS_IN_PLAY[self.seats], everything)  # SP1

    # Decisions.

    def is_asked(self, seat: i64) -> bool:
        return seat == self.turn and not self.over

    def find_moves(self, seat: i64, moves: Row) -> None:
        if self.must_choose():
            characters: i64 = len(self.fields)
            for character in range(characters):
                moves.append(CHOOSE_FRIEND + character)
            return
        if not self.first_roll:  # SP5
            moves.append(STOP)  # SP9
        for count in range(FEWEST_DICE, MOST_DICE + 1):
            moves.append(count)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        if self.character == QUESTION_MARK:
            return CHOOSE_FRIEND + dice.below(len(self.fields))
        if self.first_roll:
            return FEWEST_DICE + dice.below(ROLL_KINDS)
        choice = dice.below(1 + ROLL_KINDS)
        if choice == 0:
            return STOP
        return FEWEST_DICE - 1 + choice

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move >= CHOOSE_FRIEND:
            self.choose(move - CHOOSE_FRIEND)
        elif move == STOP:
            self.stop(dice)
        else:
            self.roll(move, dice)

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return picks.path(move, self.house.characters)

    # What the view and the events read.

    def must_choose(self) -> bool:
        """Returns whether the player on turn still has to choose a friend."""
        return self.character == QUESTION_MARK

    @property
    def friend(self) -> int | None:
        """The face of the friend die as a position has it; None if the die is not used."""
        return None if self.face == NO_FACE else self.face

    @friend.setter
    def friend(self, face: int | None) -> None:
        self.face = NO_FACE if face is None else face

    def friend_name(self) -> str:
        """Returns the name of the friend on the move."""
        return self.house.characters[self.character]

    def friend_id(self) -> str:
        return self.friend_name().lower()

    def friend_face(self) -> str | None:
        """Returns the face of the friend die: a friend's id or "?". Returns None if the die is not used."""
        if self.face == NO_FACE:
            return None
        return "?" if self.face == QUESTION_MARK else self.house.characters[self.face].lower()

    def pips(self) -> list[int]:
        """Returns the number dice as they lie."""
        return [int(digit) for digit in str(self.rolled)] if self.rolled else []

    # A turn.

    def begin_turn(self, dice: Dice) -> None:
        self.first_roll = True
        self.character = QUESTION_MARK  # SP18
        if not self.free_choice:
            self.face = dice.pick_from(self.house.faces)  # SP3
            self.character = self.face
        if self.events is not None:
            name = None if self.must_choose() else self.friend_name()
            self.tell(words.TURN_BEGUN, words.TurnBegun(seat=self.turn, friend=self.friend_face(), name=name))

    def choose(self, character: i64) -> None:
        self.character = character
        self.reversible = True
        if self.events is not None:
            facts = words.FriendChosen(seat=self.turn, character=self.friend_id(), name=self.friend_name())
            self.tell(words.FRIEND_CHOSEN, facts)

    def roll(self, count: i64, dice: Dice) -> None:
        self.reversible = False
        score = self.throw(count, dice)
        field = self.fields[self.character]
        if score >= self.house.needed[field]:
            self.succeed(field, count, dice)
        else:
            self.fail(field, score, dice)
            self.next_turn(dice)

    def throw(self, count: i64, dice: Dice) -> i64:
        """Roll the number dice. Returns the score: the sum of the two highest (SP4)."""
        highest: i64 = 0
        second: i64 = 0
        rolled: i64 = 0
        for _at in range(count):
            pips = dice.below(6) + 1
            rolled = 10 * rolled + pips
            lower = pips if pips < highest else highest  # noqa: FURB136 - compiled, min() is slower here
            if pips > highest:
                highest = pips
            if lower > second:
                second = lower
        self.rolled = rolled
        if self.events is not None:
            self.tell_roll(highest + second)
        return highest + second

    def tell_roll(self, score: i64) -> None:
        needed = self.house.needed[self.fields[self.character]]
        facts = words.DiceRolled(seat=self.turn, dice=self.pips(), score=score, needed=needed)
        self.tell(words.DICE_ROLLED, facts)

    def succeed(self, field: i64, count: i64, dice: Dice) -> None:
        self.first_roll = False
        reached = self.house.above[field]
        self.fields[self.character] = reached
        earned = self.take_reward(self.house.reward(reached, count), dice)
        found: i64 = 0
        if count == FEWEST_DICE and reached != field:  # SP8, SP10
            found = self.take_penalty(reached)
        if self.events is not None:
            self.tell_climb(field, earned, found)
        if not self.stock:
            self.end()  # SP15

    def tell_climb(self, before: i64, earned: i64, found: i64) -> None:
        at = self.fields[self.character]
        facts = words.FriendClimbed(
            seat=self.turn,
            character=self.friend_id(),
            name=self.friend_name(),
            field=self.house.numbers[at],
            field_name=self.house.names[at],
            again=at == before,
            chips=earned,
            penalty=found,
        )
        self.tell(words.FRIEND_CLIMBED, facts)

    def take_reward(self, reward: i64, dice: Dice) -> i64:
        """Draw chips from the stock for the player, unseen (SP7). Returns how many: at most what is left (SP15)."""
        return dice.draw_into(self.stock, reward, self.chips[self.turn])

    def take_penalty(self, field: i64) -> i64:
        """Give the penalty chips of a field to the player. Returns how many."""
        heap = self.penalty[field]
        found = len(heap)
        if found:
            self.chips[self.turn].extend(heap)
            heap.clear()
        return found

    def fail(self, field: i64, score: i64, dice: Dice) -> None:
        landing = self.house.landing[score]  # SP11, SP12, SP14
        self.fields[self.character] = landing
        paid = self.pay(field, field - landing, dice)
        if self.events is not None:
            self.tell_fail(field, paid)

    def tell_fail(self, before: i64, paid: i64) -> None:
        at = self.fields[self.character]
        facts = words.FriendFailed(
            seat=self.turn,
            character=self.friend_id(),
            name=self.friend_name(),
            field=self.house.numbers[at],
            field_name=self.house.names[at],
            penalty=paid,
            stood=self.house.numbers[before],
        )
        self.tell(words.FRIEND_STAYED if at == before else words.FRIEND_DROPPED, facts)

    def pay(self, field: i64, owed: i64, dice: Dice) -> i64:
        """Lay penalty chips, drawn blindly, on the field that the friend dropped from (SP13). Returns how many."""
        if self.penalty[field] is NO_NUMBERS:
            self.penalty[field] = with_room(PENALTY_ROOM)
        return dice.draw_into(self.chips[self.turn], owed, self.penalty[field])

    def stop(self, dice: Dice) -> None:
        self.reversible = False
        if self.events is not None:
            self.tell(words.TURN_STOPPED, words.TurnStopped(seat=self.turn))
        self.next_turn(dice)

    def next_turn(self, dice: Dice) -> None:
        self.turn = self.seat_after(self.turn, CLOCKWISE)  # SP2
        self.begin_turn(dice)

    def end(self) -> None:
        self.over = True
        if self.events is not None:
            self.tell_end()

    def tell_end(self) -> None:
        values = [sorted(purse) for purse in self.chips]
        left = sum([len(heap) for heap in self.penalty])
        self.tell(words.STOCK_EMPTY, words.ChipsOpened(values=values, left=left))

    def standings(self) -> Standings:
        return Standings.highest([int(total(purse)) for purse in self.chips])  # SP16, SP17

    def verdict(self) -> str:
        return words.say_verdict(self.standings())

    # The other duties of a state.

    def copy(self) -> Spookies:
        twin = Spookies(self.config, self.house)
        self.carry_over(twin)
        twin.face = self.face
        twin.character = self.character
        twin.first_roll = self.first_roll
        twin.rolled = self.rolled
        twin.fields = self.fields.copy()
        twin.stock = self.stock.copy()
        twin.box = self.box.copy()
        twin.chips = copies(self.chips)
        # Most fields hold no chips: the copy has the same empty row there until a player pays chips.
        twin.penalty = [heap.copy() if heap else NO_NUMBERS for heap in self.penalty]
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Shuffle all chips that lie face down: the players' own too, until the game is over (SP19)."""
        heaps = [self.stock, self.box, *self.penalty]
        if not self.over:
            heaps.extend(self.chips)
        values = with_room(len(self.house.chips))
        for heap in heaps:
            values.extend(heap)
        dice.shuffle_row(values)
        for heap in heaps:
            size: i64 = len(heap)
            for at in range(size):
                heap[at] = values.pop()

    def view(self, seat: int | None) -> SpookiesView:
        return cast(SpookiesView, super().view(seat))

    def show(self, seat: int | None) -> SpookiesShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> Explained:
        return show.explain(self, seat)

    def every_chip(self) -> list[int]:
        return [value for heap in (self.stock, self.box, *self.chips, *self.penalty) for value in heap]

    def inventory(self) -> dict[str, int]:
        chips = self.every_chip()
        counts = {f"chip of {value}": chips.count(value) for value in sorted(set(chips))}
        return {"characters": len(self.fields), **counts}

    def check(self) -> None:
        self.check_chips()
        self.check_friends()
        pips = self.pips()
        if pips and not (FEWEST_DICE <= len(pips) <= MOST_DICE and all(1 <= each <= 6 for each in pips)):
            raise BadPosition("`rolled` has a digit from 1 to 6 for each of two to four dice, or is 0 before a roll.")
        if self.over == bool(self.stock):
            raise BadPosition("The game is over if the stock is empty, and only then.")

    def check_chips(self) -> None:
        if sorted(self.every_chip()) != sorted(self.house.chips):
            raise BadPosition("The chips in stock, box, penalty heaps and players' purses are not those of the game.")
        if len(self.chips) != self.seats or len(self.penalty) != len(self.house.numbers):
            raise BadPosition("There must be one purse for each seat and one penalty heap for the gate and each field.")
        if self.penalty[GATE]:
            raise BadPosition("There are never penalty chips at the gate.")

    def check_friends(self) -> None:
        house = self.house
        if len(self.fields) != len(house.characters) or not all(0 <= at <= house.attic for at in self.fields):
            raise BadPosition(f"Each character stands on a field from 0, the gate, to {house.attic}, the attic.")
        if not QUESTION_MARK <= self.character < len(house.characters):
            raise BadPosition("The character on the move is a number of one, or -1 while it is still to be chosen.")
        if self.friend is not None and self.friend not in house.faces:
            raise BadPosition("The friend die shows one of its faces, or `friend` is null if the die is not used.")
