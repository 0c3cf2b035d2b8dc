"""Spookies: five friends climb a haunted house, and whoever moves one may go on or keep what was won.

A turn is at most two kinds of decision: which character (only when the friend die leaves it open), then, before every
roll, how many dice, or to stop. The friend die is rolled by the move that ends the turn before.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.spookies import view
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained, Shown

# Moves: 0 stops, 2 to 4 roll so many dice, and from 5 on a character is chosen.
STOP: Final = 0
FEWEST_DICE: Final = 2
MOST_DICE: Final = 4
CHOOSE: Final = 5

GATE: Final = 0  # fields are counted from the gate up, so the garden is 1
ATTIC_SCORE: Final = 12
QUESTION_MARK: Final = -1  # on the friend die, and for a character still to be chosen
CHIPS_IN_PLAY: Final = {2: 50, 3: 60, 4: 75, 5: 75}  # SP1


class House:
    """What is printed on board, dice and chips, as the rules read it. Never changed during a game."""

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
        self.faces = faces  # of the friend die
        self.numbers = numbers  # of the gate, as 0, and the fields
        self.names = names
        self.rewards = rewards  # of the gate, as none, and the fields: by number of dice, from two
        self.chips = chips  # the value of each
        self.attic: i64 = len(numbers) - 1


class Spookies(State):
    POSITION: ClassVar[dict[str, object]] = {
        "friend": int | None,
        "character": int,
        "first_roll": bool,
        "rolled": int,
        "fields": list[int],
        "stock": list[int],
        "box": list[int],
        "chips": list[list[int]],
        "penalty": list[list[int]],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"stock", "box", "chips", "penalty"})

    def __init__(self, config: GameConfig, house: House) -> None:
        super().__init__(config)
        self.house = house
        self.free_choice = config.options["variant"] == "free-choice"
        self.friend: int | None = None  # the face that the friend die shows
        self.character: i64 = QUESTION_MARK
        self.first_roll = True
        self.rolled: i64 = 0  # the dice as they lie, a digit each: 642 is a 6, a 4 and a 2
        self.fields: list[int] = []  # where each character stands
        self.stock: list[int] = []  # chips, here and below, by their values
        self.box: list[int] = []
        self.chips: list[list[int]] = []  # of each seat
        self.penalty: list[list[int]] = []  # on each field

    def deal(self, dice: Dice) -> None:
        house = self.house
        self.fields = [GATE] * len(house.characters)  # SP2
        self.stock = house.chips.copy()
        for _ in range(len(self.stock) - self.chips_in_play()):
            self.box.append(dice.draw(self.stock))
        self.chips = [[] for _ in range(self.seats)]
        self.penalty = [[] for _ in house.numbers]
        self.turn = self.first_player(dice)
        self.begin_turn(dice)

    def chips_in_play(self) -> i64:
        everything = len(self.house.chips)
        if self.config.options["chips"] == "all":
            return everything
        return min(CHIPS_IN_PLAY[self.seats], everything)  # SP1

    # Decisions.

    def legal(self, seat: i64) -> list[int]:
        if self.character == QUESTION_MARK:
            return [CHOOSE + character for character in range(len(self.fields))]
        if self.first_roll:
            return [2, 3, 4]  # SP5
        return [STOP, 2, 3, 4]  # SP9

    def random_move(self, seat: i64, dice: Dice) -> i64:
        if self.character == QUESTION_MARK:
            return CHOOSE + dice.below(len(self.fields))
        if self.first_roll:
            return FEWEST_DICE + dice.below(3)
        choice = dice.below(4)
        return STOP if choice == 0 else choice + 1

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move >= CHOOSE:
            self.choose(move - CHOOSE)
        elif move == STOP:
            self.stop(dice)
        else:
            self.roll(move, dice)

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        if move == STOP:
            return ("stop",)
        if move < CHOOSE:
            return (f"roll-{move}-dice",)
        return (self.house.characters[move - CHOOSE].lower(),)

    # A turn.

    def begin_turn(self, dice: Dice) -> None:
        self.first_roll = True
        self.character = QUESTION_MARK  # SP18
        if not self.free_choice:
            self.character = dice.pick(self.house.faces)  # SP3
            self.friend = self.character
        if self.events is not None:
            self.tell_words("turn", view.say_turn(self), {"seat": self.turn, "friend": view.friend_face(self)})

    def choose(self, character: i64) -> None:
        self.character = character
        self.reversible = True
        if self.events is not None:
            self.tell_words("choose", f"{{{self.turn}}} takes {self.name()}.", {"character": view.character_id(self)})

    def roll(self, count: i64, dice: Dice) -> None:
        self.reversible = False
        score = self.throw(count, dice)
        field = self.fields[self.character]
        if score >= self.needed(field):
            self.succeed(field, count, dice)
        else:
            self.fail(field, score, dice)
            self.next_turn(dice)

    def throw(self, count: i64, dice: Dice) -> i64:
        """Roll the number dice; the score is the sum of the two highest (SP4)."""
        highest: i64 = 0
        second: i64 = 0
        rolled: i64 = 0
        for _ in range(count):
            pips = dice.below(6) + 1
            rolled = 10 * rolled + pips
            if pips > highest:
                second = highest
                highest = pips
            elif pips > second:
                second = pips
        self.rolled = rolled
        if self.events is not None:
            self.tell_words("roll", view.say_roll(self, highest + second), {"dice": view.dice(self)})
        return highest + second

    def needed(self, field: i64) -> i64:
        """The score that succeeds: the next field's number (SP6), or a 12 in the attic (SP10)."""
        return ATTIC_SCORE if field == self.house.attic else self.house.numbers[field + 1]

    def succeed(self, field: i64, count: i64, dice: Dice) -> None:
        self.first_roll = False
        reached = field if field == self.house.attic else field + 1  # SP6, SP10
        self.fields[self.character] = reached
        earned = self.take_reward(self.house.rewards[reached][count - FEWEST_DICE], dice)
        found = self.take_penalty(reached) if count == FEWEST_DICE and reached != field else 0  # SP8, SP10
        if self.events is not None:
            data: dict[str, object] = {"character": view.character_id(self), "chips": earned, "penalty": found}
            self.tell_words("climb", view.say_climb(self, field, earned, found), data)
        if not self.stock:
            self.end()  # SP15

    def take_reward(self, reward: i64, dice: Dice) -> i64:
        """Chips from the stock to the player, unseen (SP7); as many as there are (SP15)."""
        purse = self.chips[self.turn]
        earned = min(reward, len(self.stock))
        for _ in range(earned):
            purse.append(dice.draw(self.stock))
        return earned

    def take_penalty(self, field: i64) -> i64:
        heap = self.penalty[field]
        found = len(heap)
        if found:
            self.chips[self.turn].extend(heap)
            self.penalty[field] = []
        return found

    def fail(self, field: i64, score: i64, dice: Dice) -> None:
        landing: i64 = field  # SP11, SP14
        while self.house.numbers[landing] > score:
            landing -= 1  # SP12
        self.fields[self.character] = landing
        paid = self.pay(field, field - landing, dice)
        if self.events is not None:
            data: dict[str, object] = {"character": view.character_id(self), "penalty": paid}
            self.tell_words("stay" if landing == field else "drop", view.say_fail(self, field, landing, paid), data)

    def pay(self, field: i64, owed: i64, dice: Dice) -> i64:
        """Lay penalty chips, drawn blindly, on the field the character fell from (SP13)."""
        purse = self.chips[self.turn]
        paid = min(owed, len(purse))
        for _ in range(paid):
            self.penalty[field].append(dice.draw(purse))
        return paid

    def stop(self, dice: Dice) -> None:
        self.reversible = False
        if self.events is not None:
            self.tell_words("stop", f"{{{self.turn}}} stops.", {"seat": self.turn})
        self.next_turn(dice)

    def next_turn(self, dice: Dice) -> None:
        self.turn = (self.turn + 1) % self.seats  # SP2
        self.begin_turn(dice)

    def end(self) -> None:
        self.over = True
        if self.events is not None:
            self.tell_words("end", "The last chip of the stock is taken: the chips are turned over.", {})

    def standings(self) -> Standings:
        return Standings.highest([total(purse) for purse in self.chips])  # SP16, SP17

    def verdict(self) -> str:
        return view.say_verdict(self.standings())

    # What a state must be able to do besides.

    def name(self) -> str:
        return self.house.characters[self.character]

    def copy(self) -> Spookies:
        twin = Spookies(self.config, self.house)
        self.carry_over(twin)
        twin.friend = self.friend
        twin.character = self.character
        twin.first_roll = self.first_roll
        twin.rolled = self.rolled
        twin.fields = self.fields.copy()
        twin.stock = self.stock.copy()
        twin.box = self.box.copy()
        twin.chips = [purse.copy() for purse in self.chips]
        twin.penalty = [heap.copy() for heap in self.penalty]
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """No chip's value is known to anybody until the players' own are turned over at the end (SP19)."""
        heaps = [self.stock, self.box, *self.penalty]
        if not self.over:
            heaps.extend(self.chips)
        values = [value for heap in heaps for value in heap]
        dice.shuffle(values)
        for heap in heaps:
            for at in range(len(heap)):
                heap[at] = values.pop()

    def show(self, seat: int | None) -> Shown:
        return cast(Shown, view.show(self, seat))

    def explain(self, seat: int | None) -> Explained:
        return cast(Explained, view.explain(self, seat))

    def every_chip(self) -> list[int]:
        return [value for heap in (self.stock, self.box, *self.chips, *self.penalty) for value in heap]

    def inventory(self) -> dict[str, int]:
        chips = self.every_chip()
        counts = {f"chip of {value}": chips.count(value) for value in sorted(set(chips))}
        return {"characters": len(self.fields), **counts}

    def check(self) -> None:
        house = self.house
        if sorted(self.every_chip()) != sorted(house.chips):
            raise BadPosition("The chips in stock, box, penalty heaps and players' purses are not those of the game.")
        if len(self.chips) != self.seats or len(self.penalty) != len(house.numbers):
            raise BadPosition("There must be one purse for each seat and one penalty heap for the gate and each field.")
        if self.penalty[GATE]:
            raise BadPosition("There are never penalty chips at the gate.")
        if len(self.fields) != len(house.characters) or not all(0 <= at <= house.attic for at in self.fields):
            raise BadPosition(f"Each character stands somewhere from 0, the gate, to {house.attic}, the attic.")
        if not QUESTION_MARK <= self.character < len(house.characters):
            raise BadPosition("The character on the move is one of the house's, or -1 while it is still to be chosen.")
        if self.friend is not None and self.friend not in house.faces:
            raise BadPosition("The friend die shows one of its faces, or nothing at all.")
        if self.rolled and not (2 <= len(view.dice(self)) <= 4 and all(1 <= pips <= 6 for pips in view.dice(self))):
            raise BadPosition(
                "Two to four dice lie on the table, a digit from 1 to 6 each, or 0 before the first roll."
            )
        if self.over == bool(self.stock):
            raise BadPosition("The game is over exactly when the stock is empty.")


def total(purse: list[int]) -> int:
    points = 0
    for value in purse:
        points += value
    return points
