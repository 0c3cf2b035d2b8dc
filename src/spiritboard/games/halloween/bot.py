"""A bot that does whatever is worth most, as `judge` sees it.

What a step's answers are worth is said by the step, and what a card or a bonus token is worth by the card or the token.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.halloween.belongings import FACE, LEVEL, LOCKED, PLUS, ROLLER, SPOTS
from spiritboard.games.halloween.bonus import ADD_THREE
from spiritboard.games.halloween.fights import attack_roll
from spiritboard.games.halloween.judge import NO_WORTHS, Judge, future, odds, outlook
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    BUILDINGS,
    CARD,
    CARD_DIE,
    COLOURS,
    END_TURN,
    FIGHT,
    GHOST,
    HAUNT,
    MOVE,
    OPPONENT_SEAT,
    PAIRS,
    POINTS,
    REST,
    ROLL,
    SCARE,
    SECTION,
    SECTIONS,
    SPACE,
    SPOT,
    SPOT_DIE,
    SUMMON,
    SUPPLY,
    TOKEN,
    TWO_SECTIONS,
    UPGRADE,
    colours_in,
    up_to,
)
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.step import MOMENT_LOST_BY_PAYING, NEVER, TIED, ActionCard, Step
from spiritboard.games.halloween.turn import FOR_OCCUPYING, LAST_CARD, Turn
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row
from spiritboard.table.state import GameConfig, State

OTHER_USE: Final = 0.3  # how much it counts what else a section could have done
LEAD_THAT_DOUBLES: Final = 3.0  # how many Haunt Points ahead double the chances at the end,
EARLY_LEAD: Final = 6.0  # and how many more at the beginning
PICKS_A_SECTION: Final = ACTIONS + 1  # its actions, and a rest
WISH_CAN_WAIT: Final = -1.0  # the worth of a wish inside an action, which can as well be fulfilled after it


class HalloweenGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        # The weights by which styles of play differ: what an action or a card is worth, in Haunt Points, besides what
        # it brings.
        self.summoning = 0.0
        self.scaring = 0.0
        self.upgrading = 0.0
        self.moving = 0.0
        self.fighting = 0.0
        self.haunting = 0.0
        self.occupying = 0.0
        self.liking = NO_WORTHS[: ACTIONS + 1]  # these weights by the numbers of the actions, and that of a card

    def lean(self, weights: dict[str, float]) -> None:
        super().lean(weights)
        self.liking[SUMMON] = self.summoning
        self.liking[SCARE] = self.scaring
        self.liking[UPGRADE] = self.upgrading
        self.liking[MOVE] = self.moving
        self.liking[FIGHT] = self.fighting
        self.liking[HAUNT] = self.haunting
        self.liking[ACTIONS] = self.occupying

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, Halloween)
        moves = state.moves_now(seat)
        if len(moves) == 1:
            return moves[0]
        chooser = Chooser(state, seat, self.liking)
        step = state.top_step()
        if isinstance(step, Turn):
            chooser.weigh_actions(moves)
        else:
            chooser.look(-1)
        return chooser.best_move(step, moves, dice)

    def estimate(self, state: State) -> list[float]:
        """Returns the seats' chances by Haunt Points, with those to come. A lead counts for more the later it is."""
        assert isinstance(state, Halloween)
        seats: i64 = state.seats
        to_come = future(state)
        points = [outlook(state, seat, to_come) for seat in range(seats)]
        lead = 1.0 / (LEAD_THAT_DOUBLES + EARLY_LEAD * to_come)
        most = max(points)
        weights = [2.0 ** (lead * (each - most)) for each in points]
        total = sum(weights)
        return [each / total for each in weights]


class Chooser(Judge):
    """What each move is worth to the seat that is asked."""

    def __init__(self, game: Halloween, seat: i64, liking: vec[float]) -> None:
        self.liking = liking  # of each action, and of a card
        self.acts_known: i64 = 0  # the actions and colours of which `best_acts` is known, as a mask
        self.best_acts = vec[float]()  # what an action is worth with the best ghost of a colour
        self.values = vec[float]()  # of each section's actions, and of a rest there
        super().__init__(game, seat)

    def best_move(self, step: Step, moves: Row, dice: Dice) -> i64:
        """Returns the move that is worth most. The dice decide among several."""
        best = moves[0]
        highest = step.appraise(self, best)
        ties: i64 = 1
        size: i64 = len(moves)
        for at in range(1, size):
            value = step.appraise(self, moves[at])
            if value > highest:
                best, highest, ties = moves[at], value, 1
            elif value == highest:
                ties += 1
                if dice.below(ties) == 0:
                    best = moves[at]
        return best

    # Actions.

    def weigh_hopes(self) -> None:
        self.acts_known = 0
        super().weigh_hopes()

    def act(self, action: i64, level: i64) -> float:
        """Returns the best that a section of this level can make of an action."""
        ghosts = self.actors(action) & up_to(level)
        colours = colours_in(ghosts)
        best = NEVER
        for colour in range(level):
            if colours >> colour & 1:
                best = max(best, self.act_with(action, colour, ghosts))
        if self.game.always(TIED << action):
            for card in self.cards:
                if card.tied == action:
                    best = max(best, self.acts_by_card(card.number, level))
        return best

    def act_with(self, action: i64, colour: i64, ghosts: i64) -> float:
        """Returns what an action is worth with the best ghost of a colour, of those that can act."""
        at = COLOURS * action + colour
        if not self.acts_known >> at & 1:
            best = NEVER
            for building in range(BUILDINGS):
                place = COLOURS * building + colour
                if ghosts >> place & 1:
                    best = max(best, self.acts(action, place))
            if len(self.best_acts) == 0:
                self.best_acts = NO_WORTHS[: ACTIONS * COLOURS]
            self.best_acts[at] = best
            self.acts_known |= 1 << at
        return self.best_acts[at]

    def acts_by_card(self, number: i64, level: i64) -> float:
        """Returns what an action is worth in a card's way."""
        card = self.game.card(number)
        return card.worth_instead(self, level) if card.instead(self.game) <= level else NEVER

    def best_answer(self, step: Step) -> float:
        """Returns what the best answer to a question is worth."""
        moves = Row()
        step.choices(self.game, moves)
        size: i64 = len(moves)
        best = NEVER
        for at in range(size):
            best = max(best, step.appraise(self, moves[at]))
        return best

    # A turn.

    def weigh_actions(self, moves: Row) -> None:
        """Sets what the actions and rests are worth that are among the moves of a turn."""
        self.values = NO_WORTHS[: PICKS_A_SECTION * SECTIONS]
        legal: i64 = 0
        size: i64 = len(moves)
        for at in range(size):
            if moves[at] < REST:
                legal |= 1 << (moves[at] - ACT)
        for section in range(self.game.sections):
            if not self.game.done >> section & 1:
                self.weigh(section, legal >> ACTIONS * section)
        if moves[size - 1] >= SPOT:
            self.look(-1)  # for wishes

    def weigh(self, section: i64, legal: i64) -> None:
        """Sets the values of the legal actions of a section, and of a rest there.

        What a section does costs what it cannot do instead.
        """
        self.look(section)
        values, first = self.values, PICKS_A_SECTION * section
        level = self.game.level(section)
        best, second = self.rest(section), 0.0
        values[first + ACTIONS] = best
        for action in range(ACTIONS):
            if legal >> action & 1:
                value = self.act(action, level) + self.liking[action]
                values[first + action] = value
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        for at in range(first, first + PICKS_A_SECTION):
            values[at] -= OTHER_USE * (second if values[at] == best else best)

    def turn(self, move: i64) -> float:
        """Returns what a move of a turn is worth, once `weigh_actions` has looked at all of them."""
        if move < REST:
            section, action = (move - ACT) // ACTIONS, (move - ACT) % ACTIONS
            return self.values[PICKS_A_SECTION * section + action]
        if move < SPOT:
            return self.values[PICKS_A_SECTION * (move - REST) + ACTIONS]
        return self.wish(move)

    def wish(self, move: i64) -> float:
        """Returns what a bonus token, a card's power or a card to occupy is worth; 0 for the end of the turn."""
        if move == END_TURN:
            return 0.0
        if move < CARD:
            return self.use_bonus(move - SPOT)
        slot = move - CARD
        if self.game.owns[self.seat] >> slot & 1:
            return self.game.card(self.game.row[slot]).worth_now(self)
        return self.occupy(slot)

    def use_bonus(self, spot: i64) -> float:
        first = SPOTS * self.seat
        value = self.game.box.tokens[self.game.spots[first + spot]].worth_now(self) - 0.2
        if self.game.spots_with(self.seat, LOCKED) == SPOTS - 1:
            value += 0.8  # all three discs come back
        return value - 1.0 if self.game.discs[self.seat] <= self.game.sections else value

    def occupy(self, slot: i64) -> float:
        """Returns what a card is worth: points, its power and its score at the end, less what is paid for it."""
        game = self.game
        card = game.card(game.row[slot])
        value = float(FOR_OCCUPYING) + card.power_worth * self.future + card.worth_at_end(self)
        value = self.after_paying(value, card)
        for seat in range(game.seats):
            if game.owns[seat] >> slot & 1:
                value -= 1.0
        if len(self.cards) == LAST_CARD - 1:
            value += self.ending(FOR_OCCUPYING)
        return value + self.liking[ACTIONS]

    def after_paying(self, value: float, new: ActionCard) -> float:
        """Returns a value less what the seat's cards, with a new one, lose when ghost tokens are paid."""
        if not (self.moments | new.moments) & MOMENT_LOST_BY_PAYING:
            return value
        for slot in range(len(self.game.row)):
            card = self.game.card(self.game.row[slot])
            if card is new or self.game.owns[self.seat] >> slot & 1:
                value -= card.lost_by_paying()
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
