"""Action cards that are used between actions, once per turn, and those that always hold."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.action_cards import ORANGE
from spiritboard.games.halloween.board import TOP, Boards
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    COLOUR_NAMES,
    COLOURS,
    EVERY,
    GHOST,
    PLACES,
    SECTION,
    SECTIONS,
    TOKEN,
    add_places,
    of_colour,
    place_name,
    up_to,
)
from spiritboard.games.halloween.step import REROLLS, TREATS_AS_GREY, Card
from spiritboard.games.halloween.turn import act, least_instead
from spiritboard.table.dice import Dice


class Power(Card):
    """Used between actions, once per turn, when there is something to choose."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.power = True

    def ready(self, game: Boards) -> bool:
        moves: list[int] = []
        self.choices(game, 0, moves)
        return len(moves) > 0


# Sections and discs.


class OneLevelHigher(Power):
    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, SECTION, game.sections_below(TOP) & ~game.done)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.boosted = move - SECTION

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which section acts as if one level higher?"


class TwoDiscs(Power):
    """The number is one more than the section, once a disc was taken back from it."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        only = EVERY if arg == 0 else 63 << ACTIONS * (arg - 1)
        add_places(moves, ACT, game.discs_laid() & only)

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        return arg == 0 or game.covered[SECTIONS * game.active + arg - 1] != 0

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        section = (move - ACT) // ACTIONS
        game.uncover(section, (move - ACT) % ACTIONS)
        if arg == 0:
            game.push_card(self.number, section + 1)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which disc do you take back?" if arg == 0 else f"Which other disc of section {arg}?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg:
            chosen["section"] = f"section-{arg}"


class StepDown(Power):
    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        for section in range(game.sections):
            level = game.levels[SECTIONS * game.active + section]
            if level > 1 and game.stock[level - 2]:
                moves.append(SECTION + section)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        section = move - SECTION
        level = game.levels[SECTIONS * game.active + section] - 1
        game.raise_section(section, level)
        game.gain_tokens(level - 1, 2)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which section drops a level, for two tokens of its new colour?"


class Repeat(Power):
    """An action whose space is covered, without a disc."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.is_action = True

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        for action in range(ACTIONS):
            actors = game.actors(action)
            least = least_instead(game, action)
            for section in range(game.sections):
                if game.done >> section & 1 or not game.covered[SECTIONS * game.active + section] >> action & 1:
                    continue
                level = game.level(section)
                if actors & up_to(level) or least <= level:
                    moves.append(ACT + ACTIONS * section + action)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        act(game, (move - ACT) // ACTIONS, (move - ACT) % ACTIONS)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which action, whose space is covered, do you take again?"


class BuyLevel(Power):
    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        for section in range(game.sections):
            level = game.levels[SECTIONS * game.active + section] + 1
            if level <= TOP and level <= game.scare[game.active]:
                moves.append(SECTION + section)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        section = move - SECTION
        level = game.levels[SECTIONS * game.active + section] + 1
        game.pay_scare(game.active, level)
        game.raise_section(section, level)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which section rises one level, for as many SP as its new level?"


# Ghosts.


class Remove(Power):
    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, GHOST, game.here)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        place = move - GHOST
        game.banish(place)
        game.gain_token(place % 5)
        game.mind_the_blue()

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which ghost leaves the town, for its token?"


class Swap(Power):
    """The number is one more than the place of the first ghost. Brothers that change places change nothing."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg:
            add_places(moves, GHOST, self.others(game, arg - 1))
            return
        moves.extend([GHOST + place for place in range(PLACES) if game.here >> place & 1 and self.others(game, place)])

    def others(self, game: Boards, place: i64) -> i64:
        return game.here & ~of_colour(place % 5) & ~(31 << (place - place % 5))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if arg == 0:
            game.push_card(self.number, move - GHOST + 1)
            return
        one, other = arg - 1, move - GHOST
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

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which two ghosts change places? The first." if arg == 0 else "And the second."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg:
            chosen["ghost"] = place_name(arg - 1, game.box.buildings)


class Place(Power):
    """The number is one more than the colour that was paid."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg:
            add_places(moves, BUILDING, game.roomy())
            return
        for colour in range(COLOURS):
            if game.in_supply(colour) and game.roomy():
                add_places(moves, TOKEN, game.colours_held(game.active) & (1 << colour))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if arg == 0:
            game.spend_token(move - TOKEN)
            game.push_card(self.number, move - TOKEN + 1)
            return
        place = 5 * (move - BUILDING) + arg - 1
        game.put(place)
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_PLACED, place)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which token do you pay for a ghost?" if arg == 0 else "Where does the ghost appear?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg:
            chosen["colour"] = COLOUR_NAMES[arg - 1]


# Tokens.


class BuyToken(Power):
    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        left, rich = game.colours_left(), game.scare[game.active]
        moves.extend([TOKEN + at for at in range(COLOURS) if game.risen[at] and left >> at & 1 and rich > at])

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        colour = move - TOKEN
        game.pay_scare(game.active, colour + 1)
        game.gain_token(colour)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which ghost's token do you buy, for as many SP as its level?"


class Change(Power):
    """One token of a level for two of any one lower level, or two of a level for one of the level above (HA36).

    The number is one more than the colour that is given; what is taken is asked next.
    """

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg:
            add_places(moves, TOKEN, self.obtainable(game, arg - 1))
            return
        moves.extend([TOKEN + colour for colour in range(COLOURS) if self.obtainable(game, colour)])

    def obtainable(self, game: Boards, given: i64) -> i64:
        """The colours, as a mask, that tokens of this one can be changed into."""
        have = game.tokens[COLOURS * game.active + given]
        mask: i64 = 0
        if have > 0:
            mask = (1 << given) - 1
        if have > 1:
            mask |= 1 << (given + 1)
        return mask & game.colours_left()

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        colour = move - TOKEN
        if arg == 0:
            game.push_card(self.number, colour + 1)
            return
        given = arg - 1
        game.spend_token(given)
        if colour > given:
            game.spend_token(given)
        game.gain_tokens(colour, 1 if colour > given else 2)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which token do you change?" if arg == 0 else "Into which?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg:
            chosen["colour"] = COLOUR_NAMES[arg - 1]


class RandomBonus(Power):
    def ready(self, game: Boards) -> bool:
        return game.unlocked_spots() and sum(game.bonus_supply) + sum(game.bonus_discards) > 0

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        game.take_bonus(game.draw_bonus(dice))
        return False


# Always.


class Rerolls(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = REROLLS


class ScareForRest(Card):
    def rested(self, game: Boards, seat: i64) -> None:
        game.earn(2)


class TokenForBonus(Card):
    def bonus_taken(self, game: Boards, seat: i64, colour: i64) -> None:
        game.gain_token(colour)


class PointForScaring(Card):
    def earned(self, game: Boards, seat: i64, points: i64) -> None:
        if points >= 2:
            game.score_card(seat, 1, self.number)


class PointsForOrange(Card):
    def token_gained(self, game: Boards, seat: i64, colour: i64) -> None:
        if colour == ORANGE:
            game.score_card(seat, 2, self.number)


class MakesGrey(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = TREATS_AS_GREY


class TokenForOccupying(Card):
    def occupied(self, game: Boards, seat: i64) -> None:
        game.push_card(self.number, 0)

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        return any(game.stock)

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, TOKEN, game.colours_left())

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.gain_token(move - TOKEN)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which ghost token do you take?"


class CheapGrey(Card):
    """Grey cards cost one token less; with all of them, coloured ones do."""

    def saves_token(self, game: Boards, seat: i64, grey: bool) -> bool:
        if grey:
            return True
        grey_cards = [number for number in game.row if not game.box.coloured[number]]
        return all(number in game.occupied[seat] for number in grey_cards)
