"""Action cards that change an action or come right after one, but for fights."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.board import FROM_RETRIEVING, SPOTS, TOP, Boards
from spiritboard.games.halloween.picks import (
    BUILDING,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
    GHOST,
    HAUNT,
    MOST_SAID,
    MOVE,
    NO,
    PLACES,
    SAY,
    SECTION,
    SECTIONS,
    SPACE,
    SUMMON,
    add_places,
    of_colour,
    place_name,
    up_to,
)
from spiritboard.games.halloween.step import (
    IMPOSSIBLE,
    MOVE_TO,
    MOVES_ANYWHERE,
    Card,
)
from spiritboard.games.halloween.town import GHOSTS
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice

ORANGE = 3
HIGHER_DIE = 6  # bonus token f
ADD_THREE = 11  # bonus token k


def lowest_level(mask: i64) -> i64:
    """The level of the weakest ghost of a mask."""
    for level in range(1, TOP + 1):
        if mask & up_to(level):
            return level
    return IMPOSSIBLE


class OfferCard(Card):
    """A card that asks something right after an action. It is not asked where there is nothing but to decline."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        return len(moves) > 1


# Summon.


class TwoForSummon(Card):
    def more_tokens(self, action: i64) -> i64:
        return 1 if action == SUMMON else 0


class PointForSummon(Card):
    def summon_over(self, game: Boards, seat: i64) -> None:
        game.score_card(seat, 1, self.number)


class FifthHaunts(OfferCard):
    """With the fifth ghost of a colour, one of them haunts a building that the player has not haunted yet."""

    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        if game.risen[place % 5] == GHOSTS:
            game.push_card(self.number, place % 5)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        if game.haunts_left(game.active) == 0:
            return
        marks = game.marks[game.active]
        haunted = (marks | marks >> 6) & 63
        mask = game.unhaunted & game.here & of_colour(arg)
        for building in range(BUILDINGS):
            if haunted >> building & 1:
                mask &= ~(31 << 5 * building)
        add_places(moves, SPACE, mask)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.haunt(move - SPACE)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"All five {words.COLOURS[arg]} ghosts are in town: one of them haunts its building, if you like."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[arg]


class MixedSummon(Card):
    """Two ghosts of different colours. The number: the section's level, one more than each place chosen so far."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.tied = SUMMON

    def partners(self, game: Boards, place: i64, level: i64) -> i64:
        """Those of other colours in the building, if there is room and one of the two is in the supply."""
        if not game.has_room(place // 5):
            return 0
        mask = game.here & up_to(level) & (31 << (place - place % 5)) & ~(1 << place)
        if game.in_supply(place % 5):
            return mask
        for colour in range(COLOURS):
            if not game.in_supply(colour):
                mask &= ~of_colour(colour)
        return mask

    def able(self, game: Boards, level: i64) -> i64:
        mask: i64 = 0
        for place in range(PLACES):
            if (game.here & up_to(level)) >> place & 1 and self.partners(game, place, level):
                mask |= 1 << place
        return mask

    def instead(self, game: Boards) -> i64:
        for level in range(2, TOP + 1):
            if self.able(game, level):
                return level
        return IMPOSSIBLE

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        if arg >> 8 == 0:
            return True
        self.appear(game, (arg >> 3 & 31) - 1, (arg >> 8) - 1)
        return False

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg >> 3 == 0:
            add_places(moves, GHOST, self.able(game, arg))
        else:
            add_places(moves, GHOST, self.partners(game, (arg >> 3) - 1, arg & 7))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        place = move - GHOST
        if arg >> 3 == 0:
            game.push_card(self.number, arg | (place + 1) << 3)
        else:
            game.push_card(self.number, arg | (place + 1) << 8)
            game.roll(((arg >> 3) - 1) % 5 + 1, place % 5 + 1, -1)

    def appear(self, game: Boards, one: i64, other: i64) -> None:
        """The colour of the lower roll, on a tie the lower colour; nobody if there is none left, or no room."""
        lower = one if game.result(0) < game.result(1) else other
        if game.result(0) == game.result(1):
            lower = min(one, other)
        if game.in_supply(lower % 5) and game.has_room(lower // 5):
            game.summon(lower)
            return
        if game.events is not None:
            colour = None if game.in_supply(lower % 5) else words.COLOURS[lower % 5]
            game.tell(words.NOBODY_APPEARED, words.NobodyAppeared(colour=colour))
        game.end_summon()  # HA35

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which two ghosts summon? The first." if arg >> 3 == 0 else "And the second."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg & 7
        if arg >> 3:
            chosen["ghost"] = place_name((arg >> 3 & 31) - 1, game.box.buildings)
        if arg >> 8:
            chosen["other"] = place_name((arg >> 8) - 1, game.box.buildings)


# Scare.


class MoreScare(Card):
    def more_scare(self) -> i64:
        return 1


class ScareAndMove(OfferCard):
    """The number is the place of the ghost that scared."""

    def scared(self, game: Boards, seat: i64, place: i64) -> None:
        if game.is_unused(self.number):
            game.push_card(self.number, place)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        add_places(moves, BUILDING, game.roomy() & ~(1 << arg // 5))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.number)
            game.move_ghost(arg, move - BUILDING, dice)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Where does the ghost that scared go, if it moves?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg, game.box.buildings)


# Upgrade.


class CheapUpgrade(Card):
    def upgrade_price(self, price: i64) -> i64:
        return max(0, price - 2)


class PointsForUpgrade(Card):
    def upgraded(self, game: Boards, seat: i64) -> None:
        game.score_card(seat, 2, self.number)


# Move.


class MoveAnywhere(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = MOVES_ANYWHERE


class SecondMove(OfferCard):
    """The number: the section's level, and where the first ghost is now."""

    def move_over(self, game: Boards, seat: i64, place: i64, level: i64, again: bool) -> None:
        if not again:
            game.push_card(self.number, level | place << 3)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        place = arg >> 3
        others = game.here if game.town[place] > 1 else game.here & ~(1 << place)
        add_places(moves, GHOST, game.actors(MOVE) & others & up_to(arg & 7))
        add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if is_wish(move):
            game.push_card(self.number, arg)
            fulfil_inside(game, move)
        elif move != NO:
            game.push(MOVE_TO, move - GHOST | (arg & 7) << 5 | 1 << 8)

    def follow(self, arg: i64, place: i64, to: i64) -> i64:
        return arg & 7 | to << 3 if arg >> 3 == place else arg

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Which second ghost moves, if any?{say_wishes(game)}"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg & 7
        chosen["ghost"] = place_name(arg >> 3, game.box.buildings)


class SayANumber(Card):
    """The number: the ghost's colour, and what was said."""

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        game.push_card(self.number, place % 5)

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        said = arg >> 3
        if said:
            game.earn(said if game.result(0) >= said else 1)
        return said == 0

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        moves.extend([SAY + number for number in range(1, self.highest(game, arg) + 1)])

    def highest(self, game: Boards, colour: i64) -> i64:
        """What the die could show with the tokens f and k at hand, as far as there are discs for them."""
        first = SPOTS * game.active
        tokens = game.spots[first : first + SPOTS]
        discs = game.discs[game.active]
        highest: i64 = 0
        for higher in range(min(discs, tokens.count(HIGHER_DIE)) + 1):
            sides = game.box.sides[min(colour + higher, COLOURS - 1)]
            highest = max(highest, sides + 3 * min(discs - higher, tokens.count(ADD_THREE)))
        return min(highest, MOST_SAID)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.push_card(self.number, arg | (move - SAY) << 3)
            game.roll(arg + 1, 0, -1)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Say a number and roll the {words.COLOURS[arg]} die: as many SP if it shows at least that, else 1."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["colour"] = COLOUR_NAMES[arg & 7]
        chosen["said"] = arg >> 3


class MoveAndSummon(OfferCard):
    """The number is where the ghost is now."""

    def moved(self, game: Boards, seat: i64, place: i64) -> None:
        if game.is_unused(self.number):
            game.push_card(self.number, place)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        if game.is_unused(self.number) and game.pairs >> arg & 1:
            if game.actors(SUMMON) >> arg & 1:
                moves.append(GHOST + arg)
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if is_wish(move):
            game.push_card(self.number, arg)
            fulfil_inside(game, move)
        elif move != NO:
            game.use(self.number)
            game.summon(arg)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"It has met a brother. Do they summon another?{say_wishes(game)}"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg, game.box.buildings)


# Haunt.


class HauntNextDoor(Card):
    """At least two ghosts of a colour haunt an adjacent building on their colour's space."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.tied = HAUNT

    def next_door(self, game: Boards) -> i64:
        mask: i64 = 0
        for place in range(PLACES):
            if game.pairs >> place & 1:
                for building in range(BUILDINGS):
                    if game.box.beside[place // 5] >> building & 1:
                        mask |= 1 << (5 * building + place % 5)
        return mask & game.spaces(game.active)

    def instead(self, game: Boards) -> i64:
        return lowest_level(self.next_door(game)) if game.is_unused(self.number) else IMPOSSIBLE

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, SPACE, self.next_door(game) & up_to(arg))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.use(self.number)
        game.haunt(move - SPACE)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which space next door do two brothers haunt?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg


class RollForHaunt(OfferCard):
    """The number: the ghost's colour, and 8 once the die was rolled."""

    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        game.push_card(self.number, place % 5)

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        if arg >= 8:
            game.earn(game.result(0))
        return arg < 8

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        moves.append(game.pick_card(self.number))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.push_card(self.number, 8)
            game.roll(arg + 1, 0, -1)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Roll the {words.COLOURS[arg]} die for Scare Points?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg < 8:
            chosen["colour"] = COLOUR_NAMES[arg]


class Retrieve(Card):
    """Take back an own haunt token where a ghost of its colour is, and lose half of what it gave."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.tied = HAUNT

    def lying(self, game: Boards) -> i64:
        mask: i64 = 0
        for place in range(PLACES):
            if game.haunts[place] and (game.haunts[place] - 1) // 2 == game.active:
                mask |= 1 << place
        return mask & game.here

    def instead(self, game: Boards) -> i64:
        return lowest_level(self.lying(game))

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, SPACE, self.lying(game) & up_to(arg))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        place = move - SPACE
        game.lift_haunt(place)
        if game.events is not None:
            game.tell_of_ghost(words.HAUNT_TOKEN_RETRIEVED, place)
        game.score(game.active, -(game.box.worth[place % 5] // 2), FROM_RETRIEVING)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which of your haunt tokens do you take back?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg


class RiseByHaunt(OfferCard):
    def haunted(self, game: Boards, seat: i64, place: i64) -> None:
        game.push_card(self.number, 0)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        add_places(moves, SECTION, game.sections_below(TOP))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            section = move - SECTION
            game.raise_section(section, game.levels[SECTIONS * game.active + section] + 1)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which section rises one level, if any?"
