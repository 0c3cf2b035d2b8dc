"""Action cards that change a Summon, Scare, Upgrade or Move, or come right after one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.actions import MoveTo
from spiritboard.games.halloween.aftermath import move_ghost
from spiritboard.games.halloween.belongings import TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.bonus import ADD_THREE, HIGHER_DIE
from spiritboard.games.halloween.fights import roll
from spiritboard.games.halloween.picks import (
    BUILDING,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
    EVERY_BUILDING,
    GHOST,
    MOST_SAID,
    MOVE,
    NO,
    PLACES,
    PLACES_IN,
    SAY,
    SPACE,
    SUMMON,
    add_places,
    of_colour,
    of_colours,
    place_name,
    up_to,
)
from spiritboard.games.halloween.step import (
    IMPOSSIBLE,
    MOVES_ANYWHERE,
    ActionCard,
    CardAction,
    CardOffer,
    CardStep,
    ColourOffer,
    GhostOffer,
    Step,
)
from spiritboard.games.halloween.stored import chosen_place_field, colour_field, level_field, place_field, said_field
from spiritboard.games.halloween.town import GHOSTS
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser


# Summon.


class TwoForSummon(ActionCard):
    NUMBER: ClassVar = 9
    POWER_WORTH: ClassVar = 3.0

    def more_tokens(self, action: i64) -> i64:
        return 1 if action == SUMMON else 0


class PointForSummon(ActionCard):
    NUMBER: ClassVar = 32
    POWER_WORTH: ClassVar = 2.5

    def summon_over(self, game: Boards, seat: i64) -> None:
        game.score_card(seat, 1, self.number)

    def worth_of_summon(self) -> float:
        return 1.0


class FifthHaunts(ActionCard):
    """With the fifth ghost of a colour, one of them haunts a building that the player has not haunted yet."""

    NUMBER: ClassVar = 34
    POWER_WORTH: ClassVar = 1.0

    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        if game.risen[place % 5] == GHOSTS:
            game.push(HauntWithOneOfFive(self, place % 5))


class HauntWithOneOfFive(ColourOffer):
    OF: ClassVar = FifthHaunts

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        if game.haunts_left(game.active) == 0:
            return
        marks = game.marks[game.active]
        haunted = PLACES_IN[(marks | marks >> BUILDINGS) & EVERY_BUILDING]
        add_places(moves, SPACE, game.unhaunted & ~haunted & game.here & of_colour(self.colour))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.haunt(move - SPACE)

    def prompt(self, game: Boards) -> str:
        ghosts = f"All five {COLOUR_NAMES[self.colour]} ghosts"
        return f"{ghosts} are in town: one of them haunts its building, if you like."


class MixedSummon(ActionCard):
    """Two ghosts of different colours summon. Both dice are rolled, and the colour of the lower roll appears."""

    NUMBER: ClassVar = 45
    POWER_WORTH: ClassVar = 1.0
    TIED_TO: ClassVar = SUMMON

    def instead(self, game: Boards) -> i64:
        for level in range(2, TOP + 1):
            if mixed_summoners(game, level):
                return level
        return IMPOSSIBLE

    def way(self, level: i64) -> Step:
        return FirstSummoner(self, level)


def mixed_summoners(game: Boards, level: i64) -> i64:
    """Returns the ghosts up to a level that can summon together with one of another colour, as a mask."""
    mask: i64 = 0
    for place in range(PLACES):
        if (game.here & up_to(level)) >> place & 1 and partners(game, place, level):
            mask |= 1 << place
    return mask


def partners(game: Boards, place: i64, level: i64) -> i64:
    """Returns the ghosts of other colours in the building, if it has room and one of the two is in the supply."""
    if not game.has_room(place // 5):
        return 0
    mask = game.here & up_to(level) & (31 << (place - place % 5)) & ~(1 << place)
    return mask if game.in_supply(place % 5) else mask & of_colours(game.supplied)


class FirstSummoner(CardAction):
    OF: ClassVar = MixedSummon

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, mixed_summoners(game, self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.push(SecondSummoner(self.card, self.level, move - GHOST))

    def prompt(self, game: Boards) -> str:
        return "Which two ghosts summon? The first."


class SecondSummoner(CardStep):
    OF: ClassVar = MixedSummon
    STORED: ClassVar = (level_field("level"), chosen_place_field("first"))

    def __init__(self, card: ActionCard, level: i64, first: i64) -> None:
        super().__init__(card)
        self.level = level
        self.first = first  # the place of the first ghost

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, partners(game, self.first, self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        second = move - GHOST
        game.push(LowerAppears(self.card, self.level, self.first, second))
        roll(game, self.first % 5 + 1, second % 5 + 1, -1)

    def prompt(self, game: Boards) -> str:
        return "And the second."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level
        chosen["ghost"] = place_name(self.first, game.box.buildings)


class LowerAppears(CardStep):
    """The dice of both ghosts are rolled, and one of their colours appears."""

    OF: ClassVar = MixedSummon
    STORED: ClassVar = (level_field("level"), chosen_place_field("first"), chosen_place_field("second"))

    def __init__(self, card: ActionCard, level: i64, first: i64, second: i64) -> None:
        super().__init__(card)
        self.level = level
        self.first = first
        self.second = second

    def enter(self, game: Boards, dice: Dice) -> bool:
        lower = self.lower(game)
        if game.in_supply(lower % 5) and game.has_room(lower // 5):
            game.summon(lower)
            return False
        if game.events is not None:
            colour = None if game.in_supply(lower % 5) else COLOUR_NAMES[lower % 5]
            game.tell(words.NOBODY_APPEARED, words.NobodyAppeared(colour=colour))
        game.end_summon()  # HA35
        return False

    def lower(self, game: Boards) -> i64:
        """Returns the place of the ghost with the lower roll, or of the lower colour on a tie."""
        if game.result(0) == game.result(1):
            return min(self.first, self.second)
        return self.first if game.result(0) < game.result(1) else self.second

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level
        chosen["ghost"] = place_name(self.first, game.box.buildings)
        chosen["other"] = place_name(self.second, game.box.buildings)


# Scare.


class MoreScare(ActionCard):
    NUMBER: ClassVar = 51
    POWER_WORTH: ClassVar = 1.5

    def more_scare(self) -> i64:
        return 1


class ScareAndMove(ActionCard):
    NUMBER: ClassVar = 38
    POWER_WORTH: ClassVar = 1.5

    def scared(self, game: Boards, seat: i64, place: i64) -> None:
        if game.is_unused(self.number):
            game.push(MoveScarer(self, place))


class OfferMove(GhostOffer):
    """A ghost may move to any building with room."""

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        add_places(moves, BUILDING, game.roomy & ~(1 << self.place // 5))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            move_ghost(game, self.place, move - BUILDING, dice)

    def appraise(self, chooser: Chooser, move: i64) -> float:
        if move == NO:
            return 0.0
        return chooser.move_to(self.place, move - BUILDING) - chooser.leave(self.place)


class MoveScarer(OfferMove):
    OF: ClassVar = ScareAndMove

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.card.number)
        super().answer(game, move, dice)

    def prompt(self, game: Boards) -> str:
        return "Where does the ghost that scared go, if it moves?"


# Upgrade.


class CheapUpgrade(ActionCard):
    NUMBER: ClassVar = 13
    POWER_WORTH: ClassVar = 3.0

    def upgrade_price(self, price: i64) -> i64:
        return max(0, price - 2)


class PointsForUpgrade(ActionCard):
    NUMBER: ClassVar = 29
    POWER_WORTH: ClassVar = 4.0

    def upgraded(self, game: Boards, seat: i64) -> None:
        game.score_card(seat, 2, self.number)

    def worth_of_upgrade(self) -> float:
        return 2.0


# Move.


class MoveAnywhere(ActionCard):
    NUMBER: ClassVar = 2
    POWER_WORTH: ClassVar = 2.5
    ALWAYS: ClassVar = MOVES_ANYWHERE


class SecondMove(ActionCard):
    NUMBER: ClassVar = 15
    POWER_WORTH: ClassVar = 2.0

    def move_over(self, game: Boards, seat: i64, place: i64, level: i64, again: bool) -> None:
        if not again:
            game.push(MoveSecondGhost(self, level, place))


class MoveSecondGhost(CardOffer):
    OF: ClassVar = SecondMove
    STORED: ClassVar = (level_field("level"), place_field("first"))

    def __init__(self, card: ActionCard, level: i64, first: i64) -> None:
        super().__init__(card)
        self.level = level  # of the section that acts
        self.first = first  # where the first ghost is now

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        others = game.here if game.town[self.first] > 1 else game.here & ~(1 << self.first)
        add_places(moves, GHOST, game.actors(MOVE) & others & up_to(self.level))
        add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if is_wish(move):
            game.push(self)
            fulfil_inside(game, move)
        elif move != NO:
            game.push(MoveTo(move - GHOST, self.level, True))

    def follow(self, place: i64, to: i64) -> Step:
        return MoveSecondGhost(self.card, self.level, to) if self.first == place else self

    def prompt(self, game: Boards) -> str:
        return f"Which second ghost moves, if any?{say_wishes(game)}"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level
        chosen["ghost"] = place_name(self.first, game.box.buildings)

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.acts(MOVE, move - GHOST) if move < SPACE else chooser.usual(move)


class SayANumber(ActionCard):
    """After a move the player says a number and rolls: as many SP if the die shows at least that, otherwise 1."""

    NUMBER: ClassVar = 23
    POWER_WORTH: ClassVar = 1.5

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        game.push(AskForNumber(self, place % 5))


class AskForNumber(ColourOffer):
    """Which number is said for the die of the ghost that moved."""

    OF: ClassVar = SayANumber

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        for number in range(1, self.highest(game) + 1):
            moves.append(SAY + number)

    def highest(self, game: Boards) -> i64:
        """Returns what the die could show with the tokens f and k at hand, as far as there are discs for them."""
        discs = game.discs[game.active]
        higher_dice, threes = game.spots_with(game.active, HIGHER_DIE), game.spots_with(game.active, ADD_THREE)
        highest: i64 = 0
        for higher in range(min(discs, higher_dice) + 1):
            sides = game.box.sides[min(self.colour + higher, COLOURS - 1)]
            highest = max(highest, sides + 3 * min(discs - higher, threes))
        return min(highest, MOST_SAID)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.push(NumberSaid(self.card, self.colour, move - SAY))
            roll(game, self.colour + 1, 0, -1)

    def prompt(self, game: Boards) -> str:
        die = f"the {COLOUR_NAMES[self.colour]} die"
        return f"Say a number and roll {die}: as many SP if it shows at least that, else 1."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        super().recall(game, chosen)
        chosen["said"] = 0

    def appraise(self, chooser: Chooser, move: i64) -> float:
        """Returns the SP to expect, without help for the die."""
        if move == NO:
            return 0.0
        number = move - SAY
        sides: i64 = chooser.game.box.sides[self.colour]
        faces = max(0, sides - number + 1)
        return float(number * faces + sides - faces) / float(sides)


class NumberSaid(CardStep):
    """The die is rolled, and compared with the number."""

    OF: ClassVar = SayANumber
    STORED: ClassVar = (colour_field("colour"), said_field("said"))

    def __init__(self, card: ActionCard, colour: i64, said: i64) -> None:
        super().__init__(card)
        self.colour = colour
        self.said = said

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.earn(self.said if game.result(0) >= self.said else 1)
        return False

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[self.colour]
        chosen["said"] = self.said


class MoveAndSummon(ActionCard):
    NUMBER: ClassVar = 24
    POWER_WORTH: ClassVar = 2.0

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        if game.is_unused(self.number):
            game.push(SummonWithBrother(self, place))


class SummonWithBrother(GhostOffer):
    OF: ClassVar = MoveAndSummon

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        if game.is_unused(self.card.number) and game.pairs >> self.place & 1:
            if game.actors(SUMMON) >> self.place & 1:
                moves.append(GHOST + self.place)
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if is_wish(move):
            game.push(self)
            fulfil_inside(game, move)
        elif move != NO:
            game.use(self.card.number)
            game.summon(self.place)

    def prompt(self, game: Boards) -> str:
        return f"It has met a brother. Do they summon another?{say_wishes(game)}"
