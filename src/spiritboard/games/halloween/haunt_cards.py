"""Action cards that change a Haunt or come right after one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.belongings import FROM_RETRIEVING, TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.fights import roll
from spiritboard.games.halloween.picks import (
    BUILDINGS,
    COLOUR_NAMES,
    HAUNT,
    NO,
    PLACES,
    SECTION,
    SECTIONS,
    SPACE,
    add_places,
    up_to,
)
from spiritboard.games.halloween.step import (
    IMPOSSIBLE,
    NEVER,
    ActionCard,
    CardAction,
    CardStep,
    ColourOffer,
    OfferCard,
    Step,
    lowest_level,
)
from spiritboard.games.halloween.stored import StoredMark
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser


class HauntNextDoor(ActionCard):
    """At least two ghosts of a colour haunt an adjacent building on their colour's space."""

    NUMBER: ClassVar = 1
    POWER_WORTH: ClassVar = 3.0
    TIED_TO: ClassVar = HAUNT

    def instead(self, game: Boards) -> i64:
        return lowest_level(spaces_next_door(game)) if game.is_unused(self.number) else IMPOSSIBLE

    def way(self, level: i64) -> Step:
        return ChooseNextDoor(self, level)


def spaces_next_door(game: Boards) -> i64:
    """Returns the spaces that the active player can haunt from a building beside them, as a mask."""
    mask: i64 = 0
    for place in range(PLACES):
        if game.pairs >> place & 1:
            for building in range(BUILDINGS):
                if game.box.beside[place // 5] >> building & 1:
                    mask |= 1 << (5 * building + place % 5)
    return mask & game.spaces(game.active)


class ChooseNextDoor(CardAction):
    OF: ClassVar = HauntNextDoor

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, SPACE, spaces_next_door(game) & up_to(self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.use(self.card.number)
        game.haunt(move - SPACE)

    def prompt(self, game: Boards) -> str:
        return "Which space next door do two brothers haunt?"


class RollForHaunt(ActionCard):
    NUMBER: ClassVar = 18
    POWER_WORTH: ClassVar = 2.0

    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        game.push(OfferRoll(self, place % 5))


class OfferRoll(ColourOffer):
    """Whether the die of the ghost that haunted is rolled."""

    OF: ClassVar = RollForHaunt

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        moves.append(game.pick_card(self.card.number))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.push(EarnRolled(self.card))
            roll(game, self.colour + 1, 0, -1)

    def prompt(self, game: Boards) -> str:
        return f"Roll the {COLOUR_NAMES[self.colour]} die for Scare Points?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return 0.0 if move == NO else 1.0


class EarnRolled(CardStep):
    OF: ClassVar = RollForHaunt
    STORED: ClassVar = (StoredMark(4, 8),)

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.earn(game.result(0))
        return False


class Retrieve(ActionCard):
    """Take back an own haunt token where a ghost of its colour is, and lose half of what it gave."""

    NUMBER: ClassVar = 46
    TIED_TO: ClassVar = HAUNT

    def instead(self, game: Boards) -> i64:
        return lowest_level(retrievable(game))

    def way(self, level: i64) -> Step:
        return ChooseToken(self, level)

    def worth_instead(self, chooser: Chooser, level: i64) -> float:
        return NEVER


def retrievable(game: Boards) -> i64:
    """Returns the spaces with a haunt token of the active player and a ghost of its colour, as a mask."""
    mask: i64 = 0
    for place in range(PLACES):
        if game.haunts[place] and (game.haunts[place] - 1) // 2 == game.active:
            mask |= 1 << place
    return mask & game.here


class ChooseToken(CardAction):
    OF: ClassVar = Retrieve

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, SPACE, retrievable(game) & up_to(self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        place = move - SPACE
        game.lift_haunt(place)
        if game.events is not None:
            game.tell_of_ghost(words.HAUNT_TOKEN_RETRIEVED, place)
        game.score(game.active, -(game.box.worth[place % 5] // 2), FROM_RETRIEVING)

    def prompt(self, game: Boards) -> str:
        return "Which of your haunt tokens do you take back?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return -float((move - SPACE) % 5)


class RiseByHaunt(OfferCard):
    NUMBER: ClassVar = 49
    POWER_WORTH: ClassVar = 3.0

    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        game.push(self)

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        add_places(moves, SECTION, game.sections_below(TOP))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            section = move - SECTION
            game.raise_section(section, game.levels[SECTIONS * game.active + section] + 1)

    def prompt(self, game: Boards) -> str:
        return "Which section rises one level, if any?"
