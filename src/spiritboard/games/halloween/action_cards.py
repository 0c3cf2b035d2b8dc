"""Action cards that change an action or come right after one."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.board import ATTACKER, FACE, FROM_RETRIEVING, TOP, VICTORY, Boards
from spiritboard.games.halloween.fights import begin_fight
from spiritboard.games.halloween.picks import (
    BUILDING,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
    FIGHT,
    GHOST,
    HAUNT,
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
    FIGHT_OVER,
    FIGHTS_ANYWHERE,
    FIGHTS_KIN,
    IMPOSSIBLE,
    MOVE_TO,
    MOVES_ANYWHERE,
    Card,
)
from spiritboard.games.halloween.town import GHOSTS
from spiritboard.table.dice import Dice

ORANGE = 3


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
    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        game.score_card(seat, 1, self.number)


class FifthHaunts(OfferCard):
    """The fifth ghost of a colour haunts a building that the player has not haunted yet, wherever it is."""

    def summoned(self, game: Boards, seat: i64, place: i64) -> None:
        if game.risen[place % 5] == GHOSTS:
            game.push_card(self.number, place % 5)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        if game.haunts_left(game.active) == 0:
            return
        marks = game.marks[game.active]
        haunted = (marks | marks >> 6) & 63
        mask = game.unhaunted & of_colour(arg)
        for building in range(BUILDINGS):
            if haunted >> building & 1:
                mask &= ~(31 << 5 * building)
        add_places(moves, SPACE, mask)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.haunt(move - SPACE)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"All five {words.COLOURS[arg]} ghosts are in town: they haunt a building, if you like."

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
        """The colour of the lower roll, on a tie the lower colour; none if there is none in the supply."""
        lower = one if game.result(0) < game.result(1) else other
        if game.result(0) == game.result(1):
            lower = min(one, other)
        if game.in_supply(lower % 5):
            game.summon(lower)
        elif game.events is not None:
            game.tell("nobody", f"No {words.COLOURS[lower % 5]} ghost is left: nobody appears.", {})

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

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.push(MOVE_TO, move - GHOST | (arg & 7) << 5 | 1 << 8)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which second ghost moves, if any?"

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
        moves.extend([SAY + number for number in range(1, game.box.sides[arg] + 1)])

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
        if game.is_unused(self.number) and game.actors(SUMMON) >> arg & 1:
            moves.append(GHOST + arg)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.number)
            game.summon(arg)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "It has met a brother. Do they summon another?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg, game.box.buildings)


# Fight.


class PointsForWinning(Card):
    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        if against < level:
            game.score_card(seat, 2, self.number)
        elif against > level:
            game.score_card(seat, 3, self.number)


class StrongAttack(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = FIGHTS_KIN

    def on_attack(self) -> i64:
        return 1


class ScareTheLoser(Card):
    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        game.earn(against)


class WinnerMoves(OfferCard):
    def fight_over(self, game: Boards, seat: i64) -> None:
        game.push_card(self.number, game.duel[ATTACKER])

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        add_places(moves, BUILDING, game.roomy() & ~(1 << arg // 5))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.move_ghost(arg, move - BUILDING, dice)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Where does the winner go, if it moves?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg, game.box.buildings)


class FightAll(Card):
    """The number: a section's level while the attacker is to be chosen, then 8 and how many of each colour are left to
    fight, three bits each."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.tied = FIGHT

    def attackers(self, game: Boards) -> i64:
        """Those with somebody to fight in their own building, whatever else the player may fight."""
        mask: i64 = 0
        for place in range(PLACES):
            if game.here >> place & 1 and game.targets(place) & (31 << (place - place % 5)):
                mask |= 1 << place
        return mask

    def instead(self, game: Boards) -> i64:
        return lowest_level(self.attackers(game)) if game.is_unused(self.number) else IMPOSSIBLE

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        return arg != 8

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg < 8:
            add_places(moves, GHOST, self.attackers(game) & up_to(arg))
            return
        if self.has_fought(game):
            moves.append(NO)  # the action has begun, and may stop
        first = GHOST + game.duel[ATTACKER] - game.duel[ATTACKER] % 5
        moves.extend([first + colour for colour in range(COLOURS) if arg >> (4 + 3 * colour) & 7])

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if arg < 8:
            self.begin(game, move - GHOST)
        elif move != NO:
            left = arg - (1 << (4 + 3 * ((move - GHOST) % 5)))
            game.push_card(self.number, left)
            begin_fight(game, move - GHOST)

    def has_fought(self, game: Boards) -> bool:
        return game.rolling[FACE] != 0 or game.duel[VICTORY] != 0

    def begin(self, game: Boards, place: i64) -> None:
        game.use(self.number)
        game.duel = [place, 0, 0]
        game.rolling = [0, 0, 0, 0, 0, 0, -1]
        others: i64 = 0
        targets = game.targets(place)
        for colour in range(COLOURS):
            at = place - place % 5 + colour
            if targets >> at & 1:
                others |= (game.town[at] - (1 if at == place else 0)) << 3 * colour
        game.push(FIGHT_OVER, 0)
        game.push_card(self.number, 8 | others << 4)

    def prompt(self, game: Boards, arg: i64) -> str:
        if arg < 8:
            return "Which ghost fights all others in its building?"
        return "Whom does it fight next, if anybody?" if self.has_fought(game) else "Whom does it fight first?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg < 8:
            chosen["level"] = arg
        else:
            chosen["left"] = [arg >> (4 + 3 * colour) & 7 for colour in range(COLOURS)]


class WinOutright(Card):
    def wins_outright(self, level: i64, against: i64) -> bool:
        return against < level


class TwoForWinning(Card):
    def more_tokens(self, action: i64) -> i64:
        return 1 if action == FIGHT else 0


class FightAnywhere(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = FIGHTS_ANYWHERE


class ScareByDifference(OfferCard):
    def fought(self, game: Boards, seat: i64) -> None:
        game.push_card(self.number, 0)

    def difference(self, game: Boards) -> i64:
        return abs(game.rolling[FACE] - game.rolling[FACE + 1])

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        if game.is_unused(self.number) and self.difference(game):
            moves.append(game.pick_card(self.number))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.number)
            game.earn(self.difference(game))

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Use card {self.number} for {self.difference(game)} SP, the difference of the dice?"


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
            said = f"{{{game.active}}} retrieves a haunt token from {words.building(place // 5, game.box.buildings)}."
            game.tell("retrieve", said, {"seat": game.active, "place": place})
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
