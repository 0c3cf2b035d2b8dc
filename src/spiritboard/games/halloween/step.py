"""Steps, of which a turn is made, and the cards and bonus tokens that add to them.

The state keeps a stack of steps. The step on top is asked now, or simply happens. An answer takes the step off the
stack and may put other steps there. A step never changes once it is on the stack, so copies of a state share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from spiritboard.games.halloween.picks import COLOUR_NAMES, colours_in, place_name
from spiritboard.games.halloween.stored import StoredNumber, colour_field, level_field, place_field
from spiritboard.games.halloween.words import BONUS_LETTERS
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.board import Boards
    from spiritboard.games.halloween.bot import Chooser
    from spiritboard.games.halloween.judge import Judge

IMPOSSIBLE: Final = 9  # a level that no section has
NEVER: Final = -1000.0  # the worth of an answer that a bot never gives

# What a card permits its owner all the time, as bits, because it is asked too often to ask every card.
MOVES_ANYWHERE: Final = 1
FIGHTS_ANYWHERE: Final = 2
FIGHTS_KIN: Final = 4
TREATS_AS_GREY: Final = 8
REROLLS: Final = 16
HAS_POWER: Final = 32  # the card has a power to use between actions
TIED: Final = 64  # shifted by the action that the card lets its owner do in another way

# The moments of which a card may speak, as bits, so that most cards need not be asked.
MOMENT_MORE_TOKENS: Final = 1
MOMENT_MORE_SCARE: Final = 1 << 1
MOMENT_ON_ATTACK: Final = 1 << 2
MOMENT_WINS_OUTRIGHT: Final = 1 << 3
MOMENT_TOKEN_GAINED: Final = 1 << 4
MOMENT_EARNED: Final = 1 << 5
MOMENT_SUMMONED: Final = 1 << 6
MOMENT_SUMMON_OVER: Final = 1 << 7
MOMENT_SCARED: Final = 1 << 8
MOMENT_UPGRADED: Final = 1 << 9
MOMENT_MOVED: Final = 1 << 10
MOMENT_MOVE_OVER: Final = 1 << 11
MOMENT_WON: Final = 1 << 12
MOMENT_FOUGHT: Final = 1 << 13
MOMENT_FIGHT_OVER: Final = 1 << 14
MOMENT_HAUNTED: Final = 1 << 15
MOMENT_RESTED: Final = 1 << 16
MOMENT_OCCUPIED: Final = 1 << 17
MOMENT_BONUS_TAKEN: Final = 1 << 18
# The same for what a bot thinks of a card.
MOMENT_LOST_BY_PAYING: Final = 1 << 19
MOMENT_LOST_BY_HAUNTING: Final = 1 << 20
MOMENT_WORTH_OF_WIN: Final = 1 << 21
MOMENT_WORTH_OF_SCARE_POINT: Final = 1 << 22
MOMENT_WORTH_OF_TOKEN: Final = 1 << 23
MOMENT_WORTH_OF_SUMMON: Final = 1 << 24
MOMENT_WORTH_OF_SCARE: Final = 1 << 25
MOMENT_WORTH_OF_UPGRADE: Final = 1 << 26
# The methods of `ActionCard` in the order of these bits. A card speaks of the moments whose methods it overrides.
MOMENTS: Final = [
    "more_tokens",
    "more_scare",
    "on_attack",
    "wins_outright",
    "token_gained",
    "earned",
    "summoned",
    "summon_over",
    "scared",
    "upgraded",
    "moved",
    "move_over",
    "won",
    "fought",
    "fight_over",
    "haunted",
    "rested",
    "occupied",
    "bonus_taken",
    "lost_by_paying",
    "lost_by_haunting",
    "worth_of_win",
    "worth_of_scare_point",
    "worth_of_token",
    "worth_of_summon",
    "worth_of_scare",
    "worth_of_upgrade",
]

LOWEST_LEVELS: Final = Row(
    [IMPOSSIBLE, *[min([level for level in range(1, 6) if mask >> (level - 1) & 1]) for mask in range(1, 32)]]
)  # by a mask of colours


def lowest_level(mask: i64) -> i64:
    """Returns the level of the weakest ghost of a mask, or IMPOSSIBLE if there is none."""
    return LOWEST_LEVELS[colours_in(mask)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One question to a player, or one thing that happens. Its fields hold what was chosen before it."""

    KIND: ClassVar[int] = -1  # the number of this class in stored positions; cards and bonus tokens have their own
    NAME: ClassVar[str] = ""  # its name in views
    STORED: ClassVar[tuple[StoredNumber, ...]] = ()  # its fields, in the order in which stored positions hold them

    def name(self) -> str:
        return self.NAME

    def enter(self, game: Boards, dice: Dice) -> bool:
        """Called when the step has come to the top, and has been taken off. Returns whether it asks something."""
        return True

    def choices(self, game: Boards, moves: Row) -> None:
        """Adds the picks that answer the question."""
        raise NotImplementedError

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        """Carries out one of the choices. The step has been taken off the stack."""
        raise NotImplementedError

    def decider(self, game: Boards) -> i64:
        """Returns the seat that answers."""
        return game.active

    def prompt(self, game: Boards) -> str:
        raise NotImplementedError

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        """Adds the fields, by their names in views."""

    def follow(self, place: i64, to: i64) -> Step:
        """Returns the step to wait in its place after the last ghost at a place has gone to another place."""
        return self

    def appraise(self, chooser: Chooser, move: i64) -> float:
        """Returns what a bot expects of an answer, in Haunt Points."""
        return chooser.usual(move)


def enter_forced(step: Step, game: Boards, dice: Dice) -> bool:
    """Returns whether the step has several answers. Carries out the answer if it is the only one."""
    moves = game.answers(step)
    count: i64 = len(moves)
    if count == 1:
        step.answer(game, moves[0], dice)
    return count > 1


def enter_offer(step: Step, game: Boards) -> bool:
    """Returns whether the step can be answered with anything but to decline."""
    return len(game.answers(step)) > 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Forced(Step):
    """A question that is not asked where there is only one answer, or none."""

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)


@mypyc_attr(allow_interpreted_subclasses=True)
class Offer(Step):
    """A question that can be declined, and is not asked where there is nothing else to pick."""

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_offer(self, game)


class BonusKind(Step):
    """A kind of bonus token. As a step it is what happens when a player uses it between actions: by itself, nothing."""

    NUMBER: ClassVar[int] = 0  # the place of its letter in the alphabet, from 1
    WORTH: ClassVar[float] = 0.0  # what a bot expects of it in Haunt Points, to have it or to discard it

    def __init__(self) -> None:
        self.number: i64 = self.NUMBER
        self.worth = self.WORTH
        self.for_dice = False  # whether it speaks of dice, and so inside an action serves nothing else

    def name(self) -> str:
        return f"token-{BONUS_LETTERS[self.number]}"

    def enter(self, game: Boards, dice: Dice) -> bool:
        return False

    def before_roll(self, game: Boards, die: i64) -> bool:
        """Returns whether it can be used on one of the dice that are about to be thrown."""
        return False

    def after_roll(self, game: Boards, die: i64) -> bool:
        """Returns whether it can be used on one of the dice as they lie."""
        return False

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        """Does to that die what the token says."""

    def worth_now(self, chooser: Chooser) -> float:
        """Returns what a bot expects of using it between actions. Tokens that speak of dice are kept for them."""
        return -0.5


class TokenStep(Step):
    """A further step of a bonus token, with what was chosen before it."""

    OF: ClassVar[type[BonusKind]] = BonusKind

    def name(self) -> str:
        return f"token-{BONUS_LETTERS[self.OF.NUMBER]}"


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionCard(Step):
    """An action card. It overrides the methods of the moments it speaks of, and does nothing at all others.

    Where several cards are asked, they are asked in the order in which their owner occupied them. A card that asks a
    question is itself the step that asks it; what it has to remember is in a `CardStep`.
    """

    NUMBER: ClassVar[int] = 0
    POWER_WORTH: ClassVar[float] = 0.0  # what its power brings in a whole game, as a bot sees it
    ALWAYS: ClassVar[int] = 0  # what it permits its owner all the time
    TIED_TO: ClassVar[int] = -1  # the action that it lets its owner do in another way
    ONCE_PER_TURN: ClassVar[bool] = False  # whether its owner can use it once per turn, between actions
    IS_ACTION: ClassVar[bool] = False  # whether that is an action, and so cannot be inside another action
    SCORES_LAST: ClassVar[bool] = False  # whether it scores after all other cards
    ASKS: ClassVar[bool] = False  # whether the card itself is ever on the stack

    def __init__(self) -> None:
        self.number: i64 = self.NUMBER
        self.power_worth = self.POWER_WORTH
        self.always: i64 = self.ALWAYS
        self.tied: i64 = self.TIED_TO
        self.power = self.ONCE_PER_TURN
        self.is_action = self.IS_ACTION
        self.last = self.SCORES_LAST
        self.moments: i64 = 0
        for at in range(len(MOMENTS)):
            if getattr(type(self), MOMENTS[at]) is not getattr(ActionCard, MOMENTS[at]):
                self.moments |= 1 << at

    def name(self) -> str:
        return f"card-{self.number}"

    def facts(self) -> i64:
        """Returns what the card permits its owner, as bits."""
        facts = self.always
        if self.tied >= 0:
            facts |= TIED << self.tied
        return facts | HAS_POWER if self.power else facts

    # What things cost.

    def upgrade_price(self, price: i64) -> i64:
        return price

    def saves_token(self, game: Boards, seat: i64, grey: bool) -> bool:
        """Returns whether a card costs its owner a token less. It depends on nothing but the owner's cards."""
        return False

    # What else can be done.

    def instead(self, game: Boards) -> i64:
        """Returns the lowest level at which the action it is tied to can be done its way, or IMPOSSIBLE."""
        return IMPOSSIBLE

    def way(self, level: i64) -> Step:
        """Returns the first step of the action it is tied to, done its way by a section of this level."""
        raise NotImplementedError

    def ready(self, game: Boards) -> bool:
        """Returns whether its power can be used now."""
        return False

    # Dice.

    def on_attack(self) -> i64:
        """Returns what is added to an attack roll."""
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
        """Called when one action, token or power has brought so many Scare Points in all."""

    # Afterwards. If a card asks something then, it puts a step on the stack.

    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        """Called when a ghost has been summoned to this place."""

    def summon_over(self, game: Boards, seat: i64) -> None:
        """Called when a Summon has been performed, whether or not a ghost has appeared."""

    def scared(self, game: Boards, seat: i64, place: i64) -> None:
        pass

    def upgraded(self, game: Boards, seat: i64) -> None:
        pass

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        """Called when a ghost has moved to this place, by whatever lets it move (HA34)."""

    def move_over(self, game: Boards, seat: i64, place: i64, level: i64, again: bool) -> None:
        """Called when a ghost has moved by a Move action, after everything that its arrival brought."""

    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        pass

    def fought(self, game: Boards, seat: i64) -> None:
        """Called when a fight is decided, won or not."""

    def fight_over(self, game: Boards, seat: i64) -> None:
        """Called when a Fight action has been won, and is over."""

    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        pass

    def rested(self, game: Boards, seat: i64) -> None:
        pass

    def occupied(self, game: Boards, seat: i64) -> None:
        """Called when its owner has occupied a card, perhaps this one."""

    def bonus_taken(self, game: Boards, seat: i64, colour: i64) -> None:
        """Called when a ghost of this colour has taken a bonus token."""

    # The end.

    def final(self, game: Boards, seat: i64) -> i64:
        """Returns the Haunt Points it is worth at the end of the game."""
        return 0

    # What a bot thinks of it, in Haunt Points: what an event is worth to the card's owner besides what it is to others.

    def worth_at_end(self, chooser: Chooser) -> float:
        """Returns what the card can be expected to score at the end."""
        return float(self.final(chooser.game, chooser.seat))

    def worth_now(self, chooser: Chooser) -> float:
        """Returns what using its power now is worth."""
        return chooser.best_answer(self)

    def worth_instead(self, chooser: Chooser, level: i64) -> float:
        """Returns what the action it is tied to is worth, done its way by a section of this level."""
        return chooser.best_answer(self.way(level))

    def lost_by_paying(self) -> float:
        """Returns what the card loses when its owner pays for another card with ghost tokens."""
        return 0.0

    def lost_by_haunting(self) -> float:
        """Returns what the card loses with every haunt token that is laid."""
        return 0.0

    def worth_of_win(self, judge: Judge, level: i64, against: i64) -> float:
        return 0.0

    def worth_of_scare_point(self) -> float:
        return 0.0

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        """Returns what one more ghost token of a colour is worth."""
        return 0.0

    def worth_of_summon(self) -> float:
        return 0.0

    def worth_of_scare(self, points: i64) -> float:
        return 0.0

    def worth_of_upgrade(self) -> float:
        return 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class OfferCard(ActionCard):
    """A card that itself asks something right after an action, unless there is nothing but to decline."""

    ASKS: ClassVar = True

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_offer(self, game)


@mypyc_attr(allow_interpreted_subclasses=True)
class CardStep(Step):
    """A step of a card with something to remember."""

    OF: ClassVar[type[ActionCard]] = ActionCard

    def __init__(self, card: ActionCard) -> None:
        self.card = card

    def name(self) -> str:
        return self.card.name()


@mypyc_attr(allow_interpreted_subclasses=True)
class CardOffer(CardStep):
    """A question of a card that can be declined, and is not asked where there is nothing else to pick."""

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_offer(self, game)


@mypyc_attr(allow_interpreted_subclasses=True)
class ColourOffer(CardOffer):
    """Such a question about a colour."""

    STORED: ClassVar = (colour_field("colour"),)

    def __init__(self, card: ActionCard, colour: i64) -> None:
        super().__init__(card)
        self.colour = colour

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[self.colour]


@mypyc_attr(allow_interpreted_subclasses=True)
class GhostOffer(CardOffer):
    """Such a question about a ghost."""

    STORED: ClassVar = (place_field("place"),)

    def __init__(self, card: ActionCard, place: i64) -> None:
        super().__init__(card)
        self.place = place  # where the ghost is

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(self.place, game.box.buildings)


@mypyc_attr(allow_interpreted_subclasses=True)
class CardAction(CardStep):
    """The first step of an action that a card lets its owner do in another way."""

    STORED: ClassVar = (level_field("level"),)

    def __init__(self, card: ActionCard, level: i64) -> None:
        super().__init__(card)
        self.level = level  # of the section that acts

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level
