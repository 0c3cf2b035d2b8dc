"""What a turn is made of: steps, which ask somebody something or simply happen, and cards, which listen to them.

The state keeps a stack of steps, each a kind and a small number that says more. The one on top is what is asked now. An
answer takes it off, carries it out and may put others there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.halloween.words import BONUS_LETTERS
from spiritboard.table.dice import Dice

if TYPE_CHECKING:
    from spiritboard.games.halloween.board import Boards

# The kinds of steps. The six actions come first, one more than the action's own number.
TURN: Final = 0
RAISE: Final = 7
MOVE_TO: Final = 8
TARGET: Final = 9
OPPONENT: Final = 10
BEFORE_ROLL: Final = 11
AFTER_ROLL: Final = 12
RESOLVE: Final = 13
FOUGHT: Final = 14
FIGHT_OVER: Final = 15
BLUE: Final = 16
CLOSE: Final = 17
EXCHANGE: Final = 18
REFILL: Final = 19
PAY: Final = 20
DISC: Final = 21
RETORT: Final = 22
UPGRADED: Final = 23
RESUME: Final = 24
OF_TOKEN: Final = 63  # + the bonus token's kind, from 1
OF_CARD: Final = 75  # + the card's number, from 1
KINDS: Final = 128
NAMES: Final = [
    "turn",
    "summon",
    "scare",
    "upgrade",
    "move",
    "fight",
    "haunt",
    "raise",
    "move-to",
    "target",
    "opponent",
    "before-roll",
    "after-roll",
    "resolve",
    "fought",
    "fight-over",
    "blue",
    "close",
    "exchange",
    "refill",
    "pay",
    "disc",
    "retort",
    "upgraded",
    "resume",
]

IMPOSSIBLE: Final = 9  # a level that no section has

# What always holds for whoever occupies a card, as bits: asked for too often to ask every card every time.
MOVES_ANYWHERE: Final = 1
FIGHTS_ANYWHERE: Final = 2
FIGHTS_KIN: Final = 4
TREATS_AS_GREY: Final = 8
REROLLS: Final = 16
HAS_POWER: Final = 32  # something to use between actions
TIED: Final = 64  # shifted by the action that can be done in another way


def step_name(kind: i64) -> str:
    if kind > OF_CARD:
        return f"card-{kind - OF_CARD}"
    return f"token-{BONUS_LETTERS[kind - OF_TOKEN]}" if kind > OF_TOKEN else NAMES[kind]


class Step:
    """One question, or one thing that happens. `arg` is what the step was given when it was put on the stack."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        """The step has come to the top, and has been taken off: whether it asks something. If not, it is done."""
        return True

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        """Add what can be picked."""
        raise NotImplementedError

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        raise NotImplementedError

    def decider(self, game: Boards, arg: i64) -> i64:
        return game.active

    def prompt(self, game: Boards, arg: i64) -> str:
        raise NotImplementedError

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        """Add what was chosen before this step, as far as it is kept for it."""

    def follow(self, arg: i64, place: i64, to: i64) -> i64:
        """The step's number after the last ghost at a place has gone to another, while the step waits."""
        return arg


class Forced(Step):
    """A question that is not asked where there is only one answer, or none."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        if len(moves) == 1:
            self.answer(game, arg, moves[0], dice)
        return len(moves) > 1


class Offer(Step):
    """A question that can be declined, and is not asked where there is nothing else to say."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        return len(moves) > 1


class Token(Step):
    """A kind of bonus token. As a step it is what happens when it is used between actions: by itself, nothing."""

    def __init__(self) -> None:
        self.for_dice = False  # whether it speaks of dice, and so inside an action serves nothing else

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        return False

    def before_roll(self, game: Boards, die: i64) -> bool:
        """Whether it can be used on one of the dice that are about to be thrown."""
        return False

    def after_roll(self, game: Boards, die: i64) -> bool:
        """Whether it can be used on one of the dice as they lie."""
        return False

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        """What it does to that die."""


class Card(Step):
    """An action card. It says something at the moments it speaks of, and nothing at all others.

    Whatever is asked of several cards is asked in the order in which their owner occupied them.
    """

    def __init__(self, number: i64) -> None:
        self.number = number
        self.always: i64 = 0  # what always holds for its owner
        self.tied: i64 = -1  # the action that the card lets one do in another way
        self.power = False  # whether it can be used once per turn, whatever is done
        self.is_action = False  # whether that is an action, and so cannot be inside another one
        self.last = False  # whether it scores after all others

    def facts(self) -> i64:
        facts = self.always
        if self.tied >= 0:
            facts |= TIED << self.tied
        return facts | HAS_POWER if self.power else facts

    # What things cost.

    def upgrade_price(self, price: i64) -> i64:
        return price

    def saves_token(self, game: Boards, seat: i64, grey: bool) -> bool:
        """Whether a card costs its owner a token less."""
        return False

    # What else can be done.

    def instead(self, game: Boards) -> i64:
        """The lowest level at which the action it is tied to can be done its way; IMPOSSIBLE if it cannot."""
        return IMPOSSIBLE

    def ready(self, game: Boards) -> bool:
        """Whether its power can be used now."""
        return False

    # Dice.

    def on_attack(self) -> i64:
        """What is added to an attack roll."""
        return 0

    def wins_outright(self, level: i64, against: i64) -> bool:
        return False

    # Gains.

    def more_tokens(self, action: i64) -> i64:
        return 0

    def more_scare(self) -> i64:
        return 0

    def token_gained(self, game: Boards, seat: i64, colour: i64) -> None:
        pass

    def earned(self, game: Boards, seat: i64, points: i64) -> None:
        """One action, token or power has brought so many Scare Points in all."""

    # Afterwards. What a card asks then, it puts on the stack.

    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        """A ghost has been summoned to this place."""

    def summon_over(self, game: Boards, seat: i64) -> None:
        """A Summon has been performed, whether or not a ghost has appeared."""

    def scared(self, game: Boards, seat: i64, place: i64) -> None:
        pass

    def upgraded(self, game: Boards, seat: i64) -> None:
        pass

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        """A ghost has moved to this place, by whatever lets it move (HA34)."""

    def move_over(self, game: Boards, seat: i64, place: i64, level: i64, again: bool) -> None:
        """The same for a Move action, after all that its coming brought."""

    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        pass

    def fought(self, game: Boards, seat: i64) -> None:
        """A fight is decided, won or not."""

    def fight_over(self, game: Boards, seat: i64) -> None:
        """A Fight action has been won, and is over."""

    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        pass

    def rested(self, game: Boards, seat: i64) -> None:
        pass

    def occupied(self, game: Boards, seat: i64) -> None:
        """Its owner has occupied a card, perhaps this one."""

    def bonus_taken(self, game: Boards, seat: i64, colour: i64) -> None:
        """A ghost of this colour has taken a bonus token."""

    # The end.

    def final(self, game: Boards, seat: i64) -> i64:
        """The Haunt Points it is worth at the end of the game."""
        return 0
