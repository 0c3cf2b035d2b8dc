"""Action cards that are used between actions, once per turn, and those that always hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from spiritboard.games.halloween import words
from spiritboard.games.halloween.aftermath import bring_blue_ghosts, take_bonus
from spiritboard.games.halloween.belongings import TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    COLOUR_NAMES,
    COLOURS,
    GHOST,
    ORANGE,
    PLACES,
    SECTION,
    SECTIONS,
    TOKEN,
    add_places,
    of_colour,
    place_name,
)
from spiritboard.games.halloween.step import REROLLS, TREATS_AS_GREY, ActionCard, CardStep
from spiritboard.games.halloween.stored import chosen_colour_field, chosen_place_field, chosen_section_field
from spiritboard.games.halloween.turn import act, least_level
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row, total

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser

NOT_WORTH_THE_THOUGHT: Final = -1.0  # what a bot thinks of powers that take more thought than they are worth


@mypyc_attr(allow_interpreted_subclasses=True)
class Power(ActionCard):
    """A card that is used between actions, once per turn, when there is something to choose."""

    ONCE_PER_TURN: ClassVar = True
    ASKS: ClassVar = True

    def ready(self, game: Boards) -> bool:
        return game.has_use(self)


# Sections and discs.


class OneLevelHigher(Power):
    NUMBER: ClassVar = 4
    POWER_WORTH: ClassVar = 2.5

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, SECTION, game.sections_below(TOP) & ~game.done)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.boosted = move - SECTION

    def prompt(self, game: Boards) -> str:
        return "Which section acts as if one level higher?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        """Free, but once per turn: for a Haunt, or else for the strongest section."""
        section = move - SECTION
        level = chooser.level_of(section)
        value = chooser.chance(level + 1) - chooser.chance(level) if chooser.can_haunt(section) else 0.0
        return value + 0.1 * float(level)


class TwoDiscs(Power):
    """Two discs come back from one section, or the one there is."""

    NUMBER: ClassVar = 7
    POWER_WORTH: ClassVar = 3.0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, ACT, game.discs_laid())

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        section = (move - ACT) // ACTIONS
        game.uncover(section, (move - ACT) % ACTIONS)
        game.push(SecondDisc(self, section))

    def prompt(self, game: Boards) -> str:
        return "Which disc do you take back?"


class SecondDisc(CardStep):
    OF: ClassVar = TwoDiscs
    STORED: ClassVar = (chosen_section_field("section"),)

    def __init__(self, card: ActionCard, section: i64) -> None:
        super().__init__(card)
        self.section = section  # from which the first disc came

    def enter(self, game: Boards, dice: Dice) -> bool:
        return game.covered[SECTIONS * game.active + self.section] != 0

    def choices(self, game: Boards, moves: Row) -> None:
        first = ACTIONS * self.section
        add_places(moves, ACT + first, game.covered[SECTIONS * game.active + self.section])

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.uncover(self.section, (move - ACT) % ACTIONS)

    def prompt(self, game: Boards) -> str:
        return f"Which other disc of section {self.section + 1}?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["section"] = f"section-{self.section + 1}"


class StepDown(Power):
    NUMBER: ClassVar = 8
    POWER_WORTH: ClassVar = 2.0

    def choices(self, game: Boards, moves: Row) -> None:
        for section in range(game.sections):
            level = game.levels[SECTIONS * game.active + section]
            if level > 1 and game.stock[level - 2]:
                moves.append(SECTION + section)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        section = move - SECTION
        level = game.levels[SECTIONS * game.active + section] - 1
        game.raise_section(section, level)
        game.gain_tokens(level - 1, 2)

    def prompt(self, game: Boards) -> str:
        return "Which section drops a level, for two tokens of its new colour?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        level = chooser.level_of(move - SECTION)
        return 2.0 * chooser.ghost_token(level - 2) - 0.7 * chooser.future * chooser.level_gain(level - 1, level) - 1.0


class Repeat(Power):
    """An action whose space is covered, without a disc."""

    NUMBER: ClassVar = 14
    POWER_WORTH: ClassVar = 2.0
    IS_ACTION: ClassVar = True

    def choices(self, game: Boards, moves: Row) -> None:
        for action in range(ACTIONS):
            least = least_level(game, action)
            for section in range(game.sections):
                if game.done >> section & 1 or not game.covered[SECTIONS * game.active + section] >> action & 1:
                    continue
                if game.level(section) >= least:
                    moves.append(ACT + ACTIONS * section + action)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        act(game, (move - ACT) // ACTIONS, (move - ACT) % ACTIONS)

    def prompt(self, game: Boards) -> str:
        return "Which action, whose space is covered, do you take again?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.act((move - ACT) % ACTIONS, chooser.game.level((move - ACT) // ACTIONS))


class BuyLevel(Power):
    NUMBER: ClassVar = 48
    POWER_WORTH: ClassVar = 3.0

    def choices(self, game: Boards, moves: Row) -> None:
        for section in range(game.sections):
            level = game.levels[SECTIONS * game.active + section] + 1
            if level <= TOP and level <= game.scare[game.active]:
                moves.append(SECTION + section)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        section = move - SECTION
        level = game.levels[SECTIONS * game.active + section] + 1
        game.pay_scare(game.active, level)
        game.raise_section(section, level)

    def prompt(self, game: Boards) -> str:
        return "Which section rises one level, for as many SP as its new level?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        section = move - SECTION
        level = chooser.level_of(section) + 1
        return chooser.raised(section, level) + chooser.scare_points(-level)


# Ghosts.


class Remove(Power):
    NUMBER: ClassVar = 6
    POWER_WORTH: ClassVar = 4.0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, game.here)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        place = move - GHOST
        game.banish(place)
        game.gain_token(place % 5)
        bring_blue_ghosts(game)

    def prompt(self, game: Boards) -> str:
        return "Which ghost leaves the town, for its token?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        place = move - GHOST
        return chooser.ghost_token(place % 5) - chooser.leave(place)


class Swap(Power):
    """Two ghosts in different buildings change places. Two ghosts of one colour cannot: nothing would change."""

    NUMBER: ClassVar = 39
    POWER_WORTH: ClassVar = 2.0

    def choices(self, game: Boards, moves: Row) -> None:
        for place in range(PLACES):
            if game.here >> place & 1 and swappable(game, place):
                moves.append(GHOST + place)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.push(SwapWith(self, move - GHOST))

    def prompt(self, game: Boards) -> str:
        return "Which two ghosts change places? The first."

    def worth_now(self, chooser: Chooser) -> float:
        return NOT_WORTH_THE_THOUGHT


def swappable(game: Boards, place: i64) -> i64:
    """Returns the ghosts of other colours in other buildings, as a mask."""
    return game.here & ~of_colour(place % 5) & ~(31 << (place - place % 5))


class SwapWith(CardStep):
    OF: ClassVar = Swap
    STORED: ClassVar = (chosen_place_field("place"),)

    def __init__(self, card: ActionCard, place: i64) -> None:
        super().__init__(card)
        self.place = place  # of the first ghost

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, swappable(game, self.place))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        one, other = self.place, move - GHOST
        game.take(one)
        game.take(other)
        game.put(one - one % 5 + other % 5)
        game.put(other - other % 5 + one % 5)
        game.follow(one, other - other % 5 + one % 5)
        game.follow(other, one - one % 5 + other % 5)
        if game.events is not None:
            first, second = game.box.buildings[one // 5], game.box.buildings[other // 5]
            facts = words.GhostsSwapped(
                one=one, other=other, seat=game.active, one_building=first, other_building=second
            )
            game.tell(words.GHOSTS_SWAPPED, facts)

    def prompt(self, game: Boards) -> str:
        return "And the second."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(self.place, game.box.buildings)


class PlaceGhost(Power):
    """A ghost from the supply comes to any building, for a token of its colour."""

    NUMBER: ClassVar = 50
    POWER_WORTH: ClassVar = 2.0

    def choices(self, game: Boards, moves: Row) -> None:
        for colour in range(COLOURS):
            if game.in_supply(colour) and game.roomy:
                add_places(moves, TOKEN, game.colours_held[game.active] & (1 << colour))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.spend_token(move - TOKEN)
        game.push(PlaceGhostAt(self, move - TOKEN))

    def prompt(self, game: Boards) -> str:
        return "Which token do you pay for a ghost?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        colour = move - TOKEN
        return chooser.arrive_anywhere(colour, chooser.game.roomy) - chooser.ghost_token(colour)


class PlaceGhostAt(CardStep):
    OF: ClassVar = PlaceGhost
    STORED: ClassVar = (chosen_colour_field("colour"),)

    def __init__(self, card: ActionCard, colour: i64) -> None:
        super().__init__(card)
        self.colour = colour  # of the token that was paid

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, BUILDING, game.roomy)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        place = 5 * (move - BUILDING) + self.colour
        game.put(place)
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_PLACED, place)

    def prompt(self, game: Boards) -> str:
        return "Where does the ghost appear?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[self.colour]

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.arrive(5 * (move - BUILDING) + self.colour)


# Tokens.


class BuyToken(Power):
    NUMBER: ClassVar = 30
    POWER_WORTH: ClassVar = 3.0

    def choices(self, game: Boards, moves: Row) -> None:
        left, rich = game.colours_left(), game.scare[game.active]
        for colour in range(COLOURS):
            if game.risen[colour] and left >> colour & 1 and rich > colour:
                moves.append(TOKEN + colour)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        colour = move - TOKEN
        game.pay_scare(game.active, colour + 1)
        game.gain_token(colour)

    def prompt(self, game: Boards) -> str:
        return "Which ghost's token do you buy, for as many SP as its level?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        colour = move - TOKEN
        return chooser.ghost_token(colour) + chooser.scare_points(-colour - 1)


class ChangeTokens(Power):
    """One token of a level for two of any one lower level, or two of a level for one of the level above (HA36)."""

    NUMBER: ClassVar = 33
    POWER_WORTH: ClassVar = 0.5

    def choices(self, game: Boards, moves: Row) -> None:
        for colour in range(COLOURS):
            if obtainable(game, colour):
                moves.append(TOKEN + colour)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.push(ChangeInto(self, move - TOKEN))

    def prompt(self, game: Boards) -> str:
        return "Which token do you change?"

    def worth_now(self, chooser: Chooser) -> float:
        return NOT_WORTH_THE_THOUGHT


def obtainable(game: Boards, given: i64) -> i64:
    """Returns the colours that tokens of this one can be changed into, as a mask."""
    have = game.tokens[COLOURS * game.active + given]
    mask: i64 = 0
    if have > 0:
        mask = (1 << given) - 1
    if have > 1:
        mask |= 1 << (given + 1)
    return mask & game.colours_left()


class ChangeInto(CardStep):
    OF: ClassVar = ChangeTokens
    STORED: ClassVar = (chosen_colour_field("given"),)

    def __init__(self, card: ActionCard, given: i64) -> None:
        super().__init__(card)
        self.given = given  # the colour of the tokens that are given

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, TOKEN, obtainable(game, self.given))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        colour = move - TOKEN
        game.spend_token(self.given)
        if colour > self.given:
            game.spend_token(self.given)
        game.gain_tokens(colour, 1 if colour > self.given else 2)

    def prompt(self, game: Boards) -> str:
        return "Into which?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[self.given]


class RandomBonus(Power):
    NUMBER: ClassVar = 52
    POWER_WORTH: ClassVar = 3.0

    def ready(self, game: Boards) -> bool:
        return game.unlocked_spots() and total(game.bonus_supply) + total(game.bonus_discards) > 0

    def enter(self, game: Boards, dice: Dice) -> bool:
        take_bonus(game, game.draw_bonus(dice))
        return False

    def worth_now(self, chooser: Chooser) -> float:
        return 0.5 if chooser.game.spots_with(chooser.seat, 0) else -0.5


# Always.


class Rerolls(ActionCard):
    NUMBER: ClassVar = 16
    POWER_WORTH: ClassVar = 0.5
    ALWAYS: ClassVar = REROLLS


class ScareForRest(ActionCard):
    NUMBER: ClassVar = 19
    POWER_WORTH: ClassVar = 2.0

    def rested(self, game: Boards, seat: i64) -> None:
        game.earn(2)


class TokenForBonus(ActionCard):
    NUMBER: ClassVar = 10
    POWER_WORTH: ClassVar = 1.5

    def bonus_taken(self, game: Boards, seat: i64, colour: i64) -> None:
        game.gain_token(colour)


class PointForScaring(ActionCard):
    NUMBER: ClassVar = 37
    POWER_WORTH: ClassVar = 3.0

    def earned(self, game: Boards, seat: i64, points: i64) -> None:
        if points >= 2:
            game.score_card(seat, 1, self.number)

    def worth_of_scare(self, points: i64) -> float:
        return 1.0 if points >= 2 else 0.0


class PointsForOrange(ActionCard):
    NUMBER: ClassVar = 42
    POWER_WORTH: ClassVar = 3.0

    def token_gained(self, game: Boards, seat: i64, colour: i64) -> None:
        if colour == ORANGE:
            game.score_card(seat, 2, self.number)


class MakesGrey(ActionCard):
    NUMBER: ClassVar = 43
    POWER_WORTH: ClassVar = 1.0
    ALWAYS: ClassVar = TREATS_AS_GREY


class TokenForOccupying(ActionCard):
    NUMBER: ClassVar = 44
    POWER_WORTH: ClassVar = 3.0
    ASKS: ClassVar = True

    def occupied(self, game: Boards, seat: i64) -> None:
        game.push(self)

    def enter(self, game: Boards, dice: Dice) -> bool:
        return total(game.stock) > 0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, TOKEN, game.colours_left())

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.gain_token(move - TOKEN)

    def prompt(self, game: Boards) -> str:
        return "Which ghost token do you take?"


class CheapGrey(ActionCard):
    """Grey cards cost one token less; with all of them, coloured ones do."""

    NUMBER: ClassVar = 47
    POWER_WORTH: ClassVar = 2.0

    def saves_token(self, game: Boards, seat: i64, grey: bool) -> bool:
        if grey:
            return True
        grey_cards = [number for number in game.row if not game.box.coloured[number]]
        return all(number in game.occupied[seat] for number in grey_cards)
