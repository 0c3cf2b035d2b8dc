"""The twelve kinds of bonus tokens, each a class that names its kind (HA43).

Tokens that speak of dice do nothing but free their spot when they are used at another time (HA40).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween.aftermath import move_ghost
from spiritboard.games.halloween.belongings import FROM_TOKEN, LEVEL, PLUS, TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BLUE,
    BUILDING,
    CARD,
    GHOST,
    GREEN,
    SECTION,
    SUMMON,
    YELLOW,
    add_places,
    place_name,
)
from spiritboard.games.halloween.step import BonusKind, TokenStep, enter_forced
from spiritboard.games.halloween.stored import StoredNumber, chosen_place_field
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser

DISCS_BACK: Final = 3
SCARCE_DISCS: Final = 4  # a bot with so few discs in its supply welcomes more
HIGHER_DIE: Final = 6
ADD_THREE: Final = 11


class ForcedToken(BonusKind):
    """A token that asks something, but not where there is only one answer, or none."""

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)


class SummonAnywhere(ForcedToken):
    """a"""

    NUMBER: ClassVar = 1
    WORTH: ClassVar = 1.1

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, game.actors(SUMMON))
        for card in game.cards[game.active]:
            if card.tied == SUMMON and card.instead(game) <= TOP:
                moves.append(game.pick_card(card.number))  # HA35

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move >= CARD:
            game.push(game.card(game.row[move - CARD]).way(TOP))
        else:
            game.summon(move - GHOST)

    def prompt(self, game: Boards) -> str:
        return "Which brothers call another one?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        if move >= CARD:
            return chooser.acts_by_card(chooser.game.row[move - CARD], TOP)
        return chooser.summon(move - GHOST)

    def worth_now(self, chooser: Chooser) -> float:
        return chooser.act(SUMMON, TOP)


class GhostToken(BonusKind):
    """A bonus token that brings a ghost token."""

    COLOUR: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.colour: i64 = self.COLOUR

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.gain_token(self.colour)
        return False

    def worth_now(self, chooser: Chooser) -> float:
        return chooser.ghost_token(self.colour)


class GreenToken(GhostToken):
    """b"""

    NUMBER: ClassVar = 2
    WORTH: ClassVar = 1.1
    COLOUR: ClassVar = GREEN


class YellowToken(GhostToken):
    """e"""

    NUMBER: ClassVar = 5
    WORTH: ClassVar = 1.2
    COLOUR: ClassVar = YELLOW


class BlueToken(GhostToken):
    """j"""

    NUMBER: ClassVar = 10
    WORTH: ClassVar = 1.0
    COLOUR: ClassVar = BLUE


class ThreeDiscs(BonusKind):
    """c"""

    NUMBER: ClassVar = 3
    WORTH: ClassVar = 1.2

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.push(TakeDisc(0))
        return False

    def worth_now(self, chooser: Chooser) -> float:
        return 1.2 if chooser.game.discs[chooser.seat] <= SCARCE_DISCS and chooser.future else -0.5


class TakeDisc(TokenStep):
    """Which disc the player takes back next."""

    OF: ClassVar = ThreeDiscs
    STORED: ClassVar = (StoredNumber("taken", 2, 0, DISCS_BACK - 1),)

    def __init__(self, taken: i64) -> None:
        self.taken = taken  # how many discs have been taken back so far

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, ACT, game.discs_laid())

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.uncover((move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        if self.taken + 1 < DISCS_BACK:
            game.push(TakeDisc(self.taken + 1))

    def prompt(self, game: Boards) -> str:
        return f"Which disc do you take back? ({self.taken + 1} of {DISCS_BACK})"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["taken"] = self.taken


class ScarePoints(BonusKind):
    """d"""

    NUMBER: ClassVar = 4
    WORTH: ClassVar = 0.8

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.earn(2)
        return False

    def worth_now(self, chooser: Chooser) -> float:
        return chooser.scare_points(2)


class HigherDie(BonusKind):
    """f"""

    NUMBER: ClassVar = HIGHER_DIE
    WORTH: ClassVar = 0.3

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def before_roll(self, game: Boards, die: i64) -> bool:
        return game.is_own_die(die) and game.rolling[LEVEL + die] < TOP

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.rolling[LEVEL + die] += 1


class HauntPoint(BonusKind):
    """g"""

    NUMBER: ClassVar = 7
    WORTH: ClassVar = 1.0

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.score(game.active, 1, FROM_TOKEN)
        return False

    def worth_now(self, chooser: Chooser) -> float:
        return 1.0


class Reroll(BonusKind):
    """h"""

    NUMBER: ClassVar = 8
    WORTH: ClassVar = 0.3

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def after_roll(self, game: Boards, die: i64) -> bool:
        return game.rolling[LEVEL + die] > 0

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.throw(die, dice)


class Rest(ForcedToken):
    """i: the section is not done by it."""

    NUMBER: ClassVar = 9
    WORTH: ClassVar = 1.0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, SECTION, game.every_section)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.rest(move - SECTION)

    def prompt(self, game: Boards) -> str:
        return "Which section rests?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.rest(move - SECTION)

    def worth_now(self, chooser: Chooser) -> float:
        best = 0.0
        for section in range(chooser.game.sections):
            best = max(best, chooser.rest(section))
        return best - 1.5


class AddThree(BonusKind):
    """k"""

    NUMBER: ClassVar = ADD_THREE
    WORTH: ClassVar = 0.4

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def after_roll(self, game: Boards, die: i64) -> bool:
        return game.is_own_die(die)

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.rolling[PLUS + die] += 3


class MoveAnyGhost(ForcedToken):
    """l"""

    NUMBER: ClassVar = 12
    WORTH: ClassVar = 1.0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, game.here)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.push(MoveItTo(move - GHOST))

    def prompt(self, game: Boards) -> str:
        return "Which ghost moves, to any building?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.move(move - GHOST, 63)

    def worth_now(self, chooser: Chooser) -> float:
        return chooser.best_answer(self) - 0.5


class MoveItTo(TokenStep):
    """Which building the ghost moves to."""

    OF: ClassVar = MoveAnyGhost
    STORED: ClassVar = (chosen_place_field("place"),)

    def __init__(self, place: i64) -> None:
        self.place = place

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, BUILDING, game.roomy & ~(1 << self.place // 5))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        move_ghost(game, self.place, move - BUILDING, dice)

    def prompt(self, game: Boards) -> str:
        return "Where does it go?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(self.place, game.box.buildings)

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.move_to(self.place, move - BUILDING)
