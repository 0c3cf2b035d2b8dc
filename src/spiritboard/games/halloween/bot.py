"""A bot that does whatever is worth most, as `judge` sees it.

What a step's answers are worth is said by the step, and what a card or a bonus token is worth by the card or the token.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.games.halloween.board import FACE, LEVEL, LOCKED, PLUS, ROLLER, SPOTS
from spiritboard.games.halloween.bonus import ADD_THREE
from spiritboard.games.halloween.fights import attack_roll
from spiritboard.games.halloween.judge import Judge, future, odds, outlook
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    CARD,
    CARD_DIE,
    END_TURN,
    GHOST,
    OPPONENT_SEAT,
    PAIRS,
    PLACES,
    POINTS,
    REST,
    ROLL,
    SECTION,
    SPACE,
    SPOT,
    SPOT_DIE,
    SUPPLY,
    TOKEN,
    TWO_SECTIONS,
    up_to,
)
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.step import NEVER, TIED, Step
from spiritboard.games.halloween.turn import FOR_OCCUPYING, LAST_CARD, Turn
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row
from spiritboard.table.state import State

OTHER_USE: Final = 0.3  # how much it counts what else a section could have done
LEAD_THAT_DOUBLES: Final = 3.0  # how many Haunt Points ahead double the chances at the end,
EARLY_LEAD: Final = 6.0  # and how many more at the beginning
WISH_CAN_WAIT: Final = -1.0  # the worth of a wish inside an action, which can as well be fulfilled after it


class HalloweenGuide(Guide):
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Halloween)
        moves = state.legal(seat)
        if len(moves) == 1:
            return moves[0]
        chooser = Chooser(state, seat)
        step = state.top_step()
        if isinstance(step, Turn):
            return best_of(moves, chooser.turn(moves), dice)
        return best_of(moves, [step.appraise(chooser, move) for move in moves], dice)

    def estimate(self, state: State) -> list[float]:
        """Returns the seats' chances by Haunt Points, with those to come. A lead counts for more the later it is."""
        assert isinstance(state, Halloween)
        seats: i64 = state.seats
        to_come = future(state)
        points = [outlook(state, seat, to_come) for seat in range(seats)]
        lead = 1.0 / (LEAD_THAT_DOUBLES + EARLY_LEAD * to_come)
        weights = [2.0 ** (lead * (each - max(points))) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


def best_of(moves: list[int], values: list[float], dice: Dice) -> i64:
    """Returns the move with the highest value. The dice decide among several."""
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
    """What each move is worth to the seat that is asked."""

    # Actions.

    def act(self, action: i64, level: i64) -> float:
        """Returns the best that a section of this level can make of an action."""
        mask = self.actors(action) & up_to(level)
        best = NEVER
        for place in range(PLACES):
            if mask >> place & 1:
                best = max(best, self.acts(action, place))
        if self.game.always(TIED << action):
            for card in self.cards:
                if card.tied == action:
                    best = max(best, self.acts_by_card(card.number, level))
        return best

    def acts_by_card(self, number: i64, level: i64) -> float:
        """Returns what an action is worth in a card's way."""
        card = self.game.card(number)
        return card.worth_instead(self, level) if card.instead(self.game) <= level else NEVER

    def best_answer(self, step: Step) -> float:
        """Returns what the best answer to a question is worth."""
        moves = Row()
        step.choices(self.game, moves)
        best = NEVER
        for move in moves:
            best = max(best, step.appraise(self, move))
        return best

    # A turn.

    def turn(self, moves: list[int]) -> list[float]:
        """Returns what each move is worth. What a section does costs what it cannot do instead."""
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
        """Sets the values of the legal actions of a section, and of a rest there."""
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
        """Returns what a bonus token, a card's power or a card to occupy is worth; 0 for the end of the turn."""
        if move == END_TURN:
            return 0.0
        if move < CARD:
            return self.use_bonus(move - SPOT)
        number: i64 = self.game.row[move - CARD]
        if number in self.game.occupied[self.seat]:
            return self.game.card(number).worth_now(self)
        return self.occupy(number)

    def use_bonus(self, spot: i64) -> float:
        first = SPOTS * self.seat
        value = self.game.box.tokens[self.game.spots[first + spot]].worth_now(self) - 0.2
        if self.game.spots_with(self.seat, LOCKED) == SPOTS - 1:
            value += 0.8  # all three discs come back
        return value - 1.0 if self.game.discs[self.seat] <= self.game.sections else value

    def occupy(self, number: i64) -> float:
        """Returns what a card is worth: points, its power and its score at the end, less what is paid for it."""
        game = self.game
        card = game.card(number)
        value = float(FOR_OCCUPYING) + card.power_worth * self.future + card.worth_at_end(self)
        for each in sorted([*game.occupied[self.seat], number]):
            value -= game.card(each).lost_by_paying()
        for seat in range(game.seats):
            if number in game.occupied[seat]:
                value -= 1.0
        if len(game.occupied[self.seat]) == LAST_CARD - 1:
            value += self.ending(FOR_OCCUPYING)
        return value

    # Whatever else is asked.

    def usual(self, move: i64) -> float:
        """Returns what a pick is worth in most questions: those of which a step says nothing else."""
        if move < SPACE:
            return self.summon(move - GHOST)
        if move < BUILDING:
            return self.haunt(move - SPACE)
        if SECTION <= move < ACT:
            section = move - SECTION
            return self.raised(section, self.level_of(section) + 1)
        if ACT <= move < REST:
            return self.have_again((move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        if SPOT <= move < TOKEN:
            return WISH_CAN_WAIT
        if TOKEN <= move < OPPONENT_SEAT:
            return self.ghost_token(move - TOKEN)
        return self.usual_other(move)

    def usual_other(self, move: i64) -> float:
        if move == SUPPLY:
            return 0.1
        if move == POINTS:
            return 2.0 if self.game.seats == 2 else 1.0
        if SPOT_DIE <= move < TWO_SECTIONS:
            return self.change_die(move)
        if TWO_SECTIONS <= move < ROLL:
            one, other = PAIRS[move - TWO_SECTIONS]
            return self.rest(one) + self.rest(other)
        return 0.0  # to decline, to accept, to roll; all opponents are alike

    def change_die(self, move: i64) -> float:
        """Returns what it is worth to change a die: nothing but in a fight that would otherwise be lost."""
        game = self.game
        if game.rolling[ROLLER] < 0:
            return -1.0
        levels = odds(game.rolling[LEVEL], game.rolling[LEVEL + 1], game.box.sides)
        if game.rolling[FACE] == 0:
            return 0.6 - levels
        attack = attack_roll(game)
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
        """Returns how likely the opponent's die, rolled again, shows less than the attack."""
        sides: i64 = self.game.box.sides[self.game.rolling[LEVEL + 1] - 1]
        return float(max(0, min(sides, attack - 1 - self.game.rolling[PLUS + 1]))) / float(sides)
