"""What a good player does in Halloween: whatever is worth most, as `judge` sees it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween.board import ATTACKER, FACE, LEVEL, LOCKED, PLUS, ROLLER, SPOTS, TOP
from spiritboard.games.halloween.judge import (
    BONUS,
    FOR_FIVE_COLOURS,
    FOR_TWO_TOKENS,
    FOR_UNUSED_HAUNTS,
    LEVELS,
    NEVER,
    RETRIEVE,
    Judge,
    future,
    odds,
    outlook,
)
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    CARD,
    CARD_DIE,
    END_TURN,
    MOVE,
    NEW_TOKEN,
    PAIRS,
    PLACES,
    POINTS,
    REST,
    ROLL,
    SAY,
    SEAT,
    SECTION,
    SPACE,
    SPOT,
    SPOT_DIE,
    SUMMON,
    SUPPLY,
    TOKEN,
    TWO_SECTIONS,
    up_to,
)
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.step import (
    EXCHANGE,
    MOVE_TO,
    OF_CARD,
    OF_TOKEN,
    PAY,
    RAISE,
    RETORT,
    TARGET,
    TIED,
    TURN,
)
from spiritboard.games.halloween.turn import LAST_CARD
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import State

OTHER_USE: Final = 0.3  # how much it counts what else a section could have done
SCARCE: Final = 4  # so few discs in the supply that more are welcome
SURE: Final = 3.0  # how many Haunt Points ahead double the chances at the end, and how many more at the beginning
UNSURE: Final = 6.0

# What a card's power brings in a whole game, besides its own points and what it scores at the end.
# fmt: off
POWERS: Final = [
    0.0, 3.0, 2.5, 2.5, 2.5, 1.0, 4.0, 3.0, 2.0, 3.0,
    1.5, 1.0, 2.0, 3.0, 2.0, 2.0, 0.5, 1.0, 2.0, 2.0,
    1.5, 1.0, 2.0, 1.5, 2.0, 2.0, 2.0, 1.5, 2.0, 4.0,
    3.0, 0.0, 2.5, 0.5, 1.0, 1.5, 1.0, 3.0, 1.5, 2.0,
    2.0, 2.0, 3.0, 1.0, 3.0, 1.0, 0.0, 2.0, 3.0, 3.0,
    2.0, 1.5, 3.0,
]
# fmt: on

# Cards that are asked for by number.
ONE_LEVEL_HIGHER: Final = 4
REMOVE: Final = 6
STEP_DOWN: Final = 8
REPEAT: Final = 14
SECOND_MOVE: Final = 15
FIGHT_ALL: Final = 20
BUY_TOKEN: Final = 30
CHANGE: Final = 33
SWAP: Final = 39
BUY_LEVEL: Final = 48
PLACE: Final = 50
RANDOM_BONUS: Final = 52
CAN_WAIT: Final = -1.0
UNLOVED: Final = [CHANGE, SWAP]  # powers that take more thought than they are worth

# Bonus tokens likewise.
SUMMON_ANYWHERE: Final = 1
THREE_DISCS: Final = 3
TWO_SCARE_POINTS: Final = 4
ONE_POINT: Final = 7
REST_ANYWHERE: Final = 9
ADD_THREE: Final = 11
MOVE_ANYWHERE: Final = 12
GHOST_TOKENS: Final = [10, 2, 5]  # by colour


class HalloweenGuide(Guide):
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Halloween)
        moves = state.legal(seat)
        if len(moves) == 1:
            return moves[0]
        chooser = Chooser(state, seat)
        step: i64 = state.todo[len(state.todo) - 1]
        if step & 127 == TURN:
            return best_of(moves, chooser.turn(moves), dice)
        return best_of(moves, [chooser.pick(step & 127, step >> 7, move) for move in moves], dice)

    def estimate(self, state: State) -> list[float]:
        """By Haunt Points, with those that may still come; a lead counts for more the later it is."""
        assert isinstance(state, Halloween)
        seats: i64 = state.seats
        to_come = future(state)
        points = [outlook(state, seat, to_come) for seat in range(seats)]
        lead = 1.0 / (SURE + UNSURE * to_come)
        weights = [2.0 ** (lead * (each - max(points))) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


def best_of(moves: list[int], values: list[float], dice: Dice) -> i64:
    """Among several that are the best, the dice decide."""
    best: i64 = 0
    ties: i64 = 1
    for at in range(1, len(moves)):
        if values[at] > values[best]:
            best, ties = at, 1
        elif values[at] == values[best]:
            ties += 1
            if dice.below(ties) == 0:
                best = at
    return moves[best]


class Chooser(Judge):
    """What each move is worth to who is asked."""

    # Actions.

    def act(self, action: i64, level: i64) -> float:
        """The best that a section of this level can make of an action."""
        mask = self.actors(action) & up_to(level)
        best = NEVER
        for place in range(PLACES):
            if mask >> place & 1:
                best = max(best, self.acts(action, place))
        if self.game.always(TIED << action):
            for number in self.game.occupied[self.seat]:
                if self.game.box.cards[number].tied == action:
                    best = max(best, self.acts_by_card(number, level))
        return best

    def acts_by_card(self, number: i64, level: i64) -> float:
        """An action done in a card's way."""
        card = self.game.box.cards[number]
        if number == RETRIEVE or card.instead(self.game) > level:
            return NEVER
        moves: list[int] = []
        card.choices(self.game, level, moves)
        best = NEVER
        for move in moves:
            best = max(best, self.pick(OF_CARD + number, level, move))
        return best

    # A turn.

    def turn(self, moves: list[int]) -> list[float]:
        """What each move is worth. What a section does costs what it cannot do instead."""
        legal: i64 = 0
        for move in moves:
            if ACT <= move < SPOT:
                legal |= 1 << (move - ACT)
        values = [NEVER] * SPOT
        for section in range(self.game.sections):
            if not self.game.done >> section & 1:
                self.weigh(section, legal, values)
        self.look(-1)
        return [values[move] if move < SPOT else self.wish(move) for move in moves]

    def weigh(self, section: i64, legal: i64, values: list[float]) -> None:
        self.look(section)
        level = self.game.level(section)
        best, second = self.rest(section), 0.0
        values[REST + section] = best
        first = ACTIONS * section
        for action in range(ACTIONS):
            if legal >> (first + action) & 1:
                value = self.act(action, level)
                values[ACT + first + action] = value
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        for action in range(ACTIONS + 1):
            at = ACT + first + action if action < ACTIONS else REST + section
            values[at] -= OTHER_USE * (second if values[at] == best else best)

    def wish(self, move: i64) -> float:
        """Bonus tokens, powers of cards, and cards to occupy; 0 for the end of the turn."""
        if move == END_TURN:
            return 0.0
        if move < CARD:
            return self.use_bonus(move - SPOT)
        number: i64 = self.game.row[move - CARD]
        return self.use_power(number) if self.owns(number) else self.occupy(number)

    def use_bonus(self, spot: i64) -> float:
        first = SPOTS * self.seat
        kind: i64 = self.game.spots[first + spot]
        value = self.bonus(kind) - 0.2
        if self.game.spots[first : first + SPOTS].count(LOCKED) == SPOTS - 1:
            value += 0.8  # all three discs come back
        return value - 1.0 if self.game.discs[self.seat] <= self.game.sections else value

    def bonus(self, kind: i64) -> float:
        if kind == SUMMON_ANYWHERE:
            return self.act(SUMMON, TOP)
        if kind in GHOST_TOKENS:
            return self.ghost_token(GHOST_TOKENS.index(kind))
        if kind == THREE_DISCS:
            return 1.2 if self.game.discs[self.seat] <= SCARCE and self.future else -0.5
        if kind == TWO_SCARE_POINTS:
            return self.scare_points(2)
        if kind == ONE_POINT:
            return 1.0
        if kind == REST_ANYWHERE:
            return max([self.rest(section) for section in range(self.game.sections)]) - 1.5
        if kind == MOVE_ANYWHERE:
            return self.best_move() - 0.5
        return -0.5  # those for dice are kept for them

    def best_move(self) -> float:
        """Of any ghost to any building."""
        best = NEVER
        for place in range(PLACES):
            if self.game.here >> place & 1:
                best = max(best, self.move(place, 63))
        return best

    def use_power(self, number: i64) -> float:
        if number in UNLOVED:
            return -1.0
        if number == RANDOM_BONUS:
            return 0.5 if 0 in self.game.spots[SPOTS * self.seat : SPOTS * (self.seat + 1)] else -0.5
        moves: list[int] = []
        self.game.box.cards[number].choices(self.game, 0, moves)
        best = NEVER
        for move in moves:
            best = max(best, self.pick(OF_CARD + number, 0, move))
        return best

    def occupy(self, number: i64) -> float:
        """Three points, a power, and what it scores at the end; for tokens, and points of those who were there."""
        game = self.game
        ends = float(game.box.cards[number].final(game, self.seat))
        if number == FOR_UNUSED_HAUNTS:
            ends *= 1.0 - self.future
        value = 3.0 + POWERS[number] * self.future + ends
        if self.owns(FOR_TWO_TOKENS) or number == FOR_TWO_TOKENS:
            value -= 4.5
        if self.owns(FOR_FIVE_COLOURS) or number == FOR_FIVE_COLOURS:
            value -= 6.0
        for seat in range(game.seats):
            if number in game.occupied[seat]:
                value -= 1.0
        if len(game.occupied[self.seat]) == LAST_CARD - 1:
            value += self.ending(3)
        return value

    # Whatever else is asked.

    def pick(self, kind: i64, arg: i64, move: i64) -> float:
        if move < SPACE:
            return self.pick_ghost(kind, arg, move)
        if move < BUILDING:
            return -float(move % 5) if kind == OF_CARD + RETRIEVE else self.haunt(move - SPACE)
        if move < SECTION:
            return self.pick_building(kind, arg, move - BUILDING)
        if move < ACT:
            return self.pick_section(kind, arg, move - SECTION)
        if move < REST:
            return self.pick_action(kind, (move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        if move < CARD:
            # One is discarded. Otherwise it is a wish inside an action, which can as well be fulfilled after it.
            return -BONUS[self.game.spots[SPOTS * self.seat + move - SPOT]] if kind == EXCHANGE else CAN_WAIT
        if move < TOKEN:
            return self.pick_card(kind, arg, self.game.row[move - CARD])
        if move < SEAT:
            return self.pick_token(kind, arg, move - TOKEN)
        return self.pick_other(kind, arg, move)

    def pick_ghost(self, kind: i64, arg: i64, place: i64) -> float:
        if TURN < kind <= ACTIONS:
            return self.acts(kind - 1, place)
        if kind == TARGET or (kind == OF_CARD + FIGHT_ALL and arg >= 8):
            return self.fight(self.game.duel[ATTACKER], place)
        if kind == OF_CARD + FIGHT_ALL:
            return self.attack(place)
        if kind == OF_TOKEN + MOVE_ANYWHERE:
            return self.move(place, 63)
        if kind == OF_CARD + SECOND_MOVE:
            return self.acts(MOVE, place)
        if kind == OF_CARD + REMOVE:
            return self.ghost_token(place % 5) - self.leave(place)
        return self.summon(place)

    def pick_building(self, kind: i64, arg: i64, building: i64) -> float:
        if kind == MOVE_TO:
            return self.move_to(arg & 31, building)
        if kind == OF_TOKEN + MOVE_ANYWHERE:
            return self.move_to(arg - 1, building)
        if kind == OF_CARD + PLACE:
            return self.arrive(5 * building + arg - 1)
        if kind > OF_CARD:
            return self.move_to(arg, building) - self.leave(arg)
        return self.arrive(5 * building)  # three blue ones

    def pick_section(self, kind: i64, arg: i64, section: i64) -> float:
        level: i64 = self.game.levels[self.mine + section]
        if kind == RAISE:
            return self.raised(section, arg)
        if kind == RETORT or kind == OF_TOKEN + REST_ANYWHERE:
            return self.rest(section)
        if kind == OF_CARD + STEP_DOWN:
            return 2.0 * self.ghost_token(level - 2) - 0.7 * self.future * (LEVELS[level] - LEVELS[level - 1]) - 1.0
        if kind == OF_CARD + BUY_LEVEL:
            return self.raised(section, level + 1) + self.scare_points(-level - 1)
        if kind == OF_CARD + ONE_LEVEL_HIGHER:
            return self.boosted(section, level)
        return self.raised(section, level + 1)

    def boosted(self, section: i64, level: i64) -> float:
        """Free, but once per turn: for a Haunt, or else for the strongest section."""
        value = self.chance(level + 1) - self.chance(level) if self.can_haunt(section) else 0.0
        return value + 0.1 * float(level)

    def pick_action(self, kind: i64, section: i64, action: i64) -> float:
        """An action to repeat, or a disc to take back."""
        if kind == OF_CARD + REPEAT:
            return self.act(action, self.game.level(section))
        return self.have_again(section, action)

    def pick_card(self, kind: i64, arg: i64, number: i64) -> float:
        if TURN < kind <= ACTIONS:
            return self.acts_by_card(number, arg)
        if kind == OF_TOKEN + SUMMON_ANYWHERE:
            return self.acts_by_card(number, TOP)
        return 1.0 if kind == OF_CARD + number else CAN_WAIT

    def pick_token(self, kind: i64, arg: i64, colour: i64) -> float:
        value = self.ghost_token(colour)
        if kind == PAY:
            return -value
        if kind == OF_CARD + BUY_TOKEN:
            return value + self.scare_points(-colour - 1)
        if kind == OF_CARD + PLACE:
            return self.arrive_anywhere(colour, self.game.roomy()) - value
        return value

    def pick_other(self, kind: i64, arg: i64, move: i64) -> float:
        if move == SUPPLY:
            return 0.1
        if move == POINTS:
            return 2.0 if self.game.seats == 2 else 1.0
        if move == NEW_TOKEN:
            return -BONUS[self.game.coming]
        if SAY < move < SPOT_DIE:
            return self.say(move - SAY, self.game.box.sides[arg & 7])
        if SPOT_DIE <= move < TWO_SECTIONS:
            return self.change_die(move)
        if TWO_SECTIONS <= move < ROLL:
            one, other = PAIRS[move - TWO_SECTIONS]
            return self.rest(one) + self.rest(other)
        return 0.0  # to decline, to accept, to roll; all opponents are alike

    def say(self, number: i64, sides: i64) -> float:
        """The SP to expect, without help for the die."""
        faces = max(0, sides - number + 1)
        return float(number * faces + sides - faces) / float(sides)

    def change_die(self, move: i64) -> float:
        """Whether to use something on the dice: only in a fight, and only for what would be lost."""
        game = self.game
        if game.rolling[ROLLER] < 0:
            return -1.0
        levels = odds(game.rolling[LEVEL], game.rolling[LEVEL + 1], game.box.sides)
        if game.rolling[FACE] == 0:
            return 0.6 - levels
        attack = game.result(0)
        for number in game.occupied[game.active]:
            attack += game.box.cards[number].on_attack()
        short = game.result(1) + 1 - attack
        if self.seat != game.active:
            return 0.5 if short <= 0 and game.scare[self.seat] > 3 else -1.0
        if short <= 0:
            return -1.0
        if move < CARD_DIE and game.spots[SPOTS * self.seat + (move - SPOT_DIE) // 2] == ADD_THREE:
            return 1.0 if short <= 3 else -1.0
        if move >= CARD_DIE:
            again = levels if move % 2 == CARD_DIE % 2 else self.lower(attack)
            return again - 0.3 if game.scare[self.seat] > 2 else -1.0
        return levels - 0.2 if move % 2 == SPOT_DIE % 2 else 0.5 - levels

    def lower(self, attack: i64) -> float:
        """How likely the opponent's die, rolled again, shows less than the attack."""
        sides: i64 = self.game.box.sides[self.game.rolling[LEVEL + 1] - 1]
        return float(max(0, min(sides, attack - 1 - self.game.rolling[PLUS + 1]))) / float(sides)
