"""What a good player knows about Spookies: the exact chance of every roll, and when to stop.

A turn is solved from the attic down: the worth of a roll follows from the worth of a roll one field higher. Worth is
counted in chips, because nobody knows the value of a chip before the end. `Chances` holds all that follows from the
board alone and is made once for a game. Each decision then adds the penalty chips, the stock and the player's purse.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import exp, sqrt
from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.spookies.picks import CHOOSE_FRIEND, FEWEST_DICE, MOST_DICE, STOP
from spiritboard.games.spookies.rules import ATTIC_SCORE, HauntedHouse, Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig, State

NEXT_PLAYER: Final = 0.5  # the worth, to me, of a chip that the next player does not win
# The next two are fitted to the results of games between two heuristic bots.
LEAD: Final = 0.6  # how strongly a lead of one chip predicts the winner when few chips are left
TURN_TO_PLAY: Final = 0.6  # the share of a turn's chips that the player on turn can already count on
LOWEST_WORTH: Final = -1000.0  # below the worth of any move
PLENTY: Final = 1000.0  # chips; no reward is higher


@final
class Roll:
    """A roll with so many dice by a friend on a field. `ends` is the worth of ending the turn on each field."""

    def __init__(self, house: HauntedHouse, field: i64, count: i64, ends: list[float]) -> None:
        scores, needed, reached = score_chances(count), house.needed[field], house.above[field]
        self.field: i64 = field
        self.count: i64 = count
        self.reward = float(house.reward(reached, count))
        self.takes_penalty = count == FEWEST_DICE and reached != field
        self.repeats = reached == field
        self.stop: float = ends[field]
        self.success: float = sum(scores[needed:])
        self.landing = landings(house, scores[:needed])  # the chance of a fail that ends on each field
        # The worth of a fail times its chance, by chips in the purse; more chips than fields make no difference.
        self.fail: vec[float] = vec[float]([self.fail_worth(purse, ends) for purse in range(field + 1)])

    def fail_worth(self, purse: i64, ends: list[float]) -> float:
        """Returns the worth of a fail times its chance. A player with too few chips pays less."""
        worth = 0.0
        for landing in range(self.field + 1):
            worth += self.landing[landing] * (ends[landing] - float(min(purse, self.field - landing)))
        return worth

    def worth(self, stock: float, penalty: float, purse: i64, above: float) -> float:
        """Returns the worth in chips. `penalty` counts the chips on the next field. `above` is the worth of a success
        beyond the chips that it wins."""
        gain = min(stock, self.reward)
        if self.takes_penalty:
            gain += penalty
        once = self.success * (gain + above) + self.fail[min(purse, self.field)]
        if not self.repeats:
            return once
        # A success in the attic can be repeated. If that is worth trying, the worth is the sum of the whole row.
        return once + self.success * max(self.stop, once / (1.0 - self.success))


@cache
def score_chances(count: int) -> list[float]:
    """Returns the chance of each score with so many dice, by score."""
    chances = [0.0] * (ATTIC_SCORE + 1)
    for rolled in product(range(1, 7), repeat=count):
        chances[sum(sorted(rolled)[-2:])] += 1.0 / float(6**count)
    return chances


def landings(house: HauntedHouse, failing: list[float]) -> list[float]:
    """Returns the chance of ending on each field. `failing` holds the chances of the scores that fail."""
    found = [0.0] * len(house.numbers)
    for score, chance in enumerate(failing):
        found[house.landing[score]] += chance
    return found


@final
class Chances:
    """The chances of every roll in a house, and the worth of a turn from each field."""

    def __init__(self, house: HauntedHouse) -> None:
        nothing = [0.0] * len(house.numbers)
        # The chips that a turn with a friend on each field wins if only those chips matter.
        self.turn = [worth for _, worth in best_rolls(all_rolls(house, nothing), nothing)]
        share = NEXT_PLAYER * (1.0 / float(len(house.characters)))  # the next player moves a certain friend by chance
        # The worth of ending the turn with a friend on each field: the next player may go on from there.
        self.ends = [-share * worth for worth in self.turn]
        self.rolls = all_rolls(house, self.ends)
        # The best roll from each field, with plenty of chips and without penalty chips on higher fields.
        self.usual = best_rolls(self.rolls, self.ends)
        self.highest_reward = float(max([max(row) for row in house.rewards]))


def all_rolls(house: HauntedHouse, ends: list[float]) -> list[list[Roll]]:
    """Returns the rolls from each field, with the fewest dice first."""
    counts = range(FEWEST_DICE, MOST_DICE + 1)
    return [[Roll(house, field, count, ends) for count in counts] for field in range(len(house.numbers))]


def best_rolls(rolls: list[list[Roll]], ends: list[float]) -> list[tuple[i64, float]]:
    """Returns the best number of dice and its worth for each field, with plenty of chips and no penalty chips."""
    found: list[tuple[i64, float]] = []
    above = 0.0
    for field in range(len(rolls) - 1, -1, -1):
        best = best_of(rolls[field], PLENTY, 0.0, len(rolls), above)
        found.insert(0, best)
        above = max(best[1], ends[field])
    return found


def best_of(
    rolls: list[Roll], stock: float, penalty: float, purse: i64, above: float, many_dice: float = 0.0
) -> tuple[i64, float]:
    """Returns the number of dice of the best roll, and its worth. `many_dice` is what a player likes about each die."""
    best: i64 = 0
    most = LOWEST_WORTH
    found = LOWEST_WORTH
    for roll in rolls:
        worth = roll.worth(stock, penalty, purse, above)
        liked = worth + many_dice * float(roll.count)
        if liked > most:
            best, most, found = roll.count, liked, worth
    return best, found


class SpookiesGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.chances: Chances | None = None
        # The weights by which styles of play differ, in chips.
        self.nerve = 0.0  # what it is worth to go on, besides what a roll is worth
        self.many_dice = 0.0  # what each die of a roll is worth, besides what the roll is worth

    def known(self, house: HauntedHouse) -> Chances:
        """Returns the chances in this house. They are made at the first call, since only a state holds its house."""
        if self.chances is None:
            self.chances = Chances(house)
        return self.chances

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        game = cast(Spookies, state)
        chances = self.known(game.house)
        if game.must_choose():
            return CHOOSE_FRIEND + best_friend(chances, game, seat, self.many_dice)
        start = game.fields[game.character]
        roll, worth = best_roll(chances, game, seat, start, self.many_dice)
        if not game.first_roll and chances.ends[start] >= worth + self.nerve:
            return STOP
        return roll

    def estimate(self, state: State) -> list[float]:
        """Returns shares by the number of chips: a lead counts for more the fewer chips are left in the stock."""
        game = cast(Spookies, state)
        scale = LEAD / sqrt(2.0 + float(len(game.stock)))
        purses = [float(len(purse)) for purse in game.chips]
        if not game.must_choose():
            purses[game.turn] += TURN_TO_PLAY * self.known(game.house).turn[game.fields[game.character]]
        weights = [exp(scale * purse) for purse in purses]
        total = 0.0
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]


def best_friend(chances: Chances, game: Spookies, seat: i64, many_dice: float) -> i64:
    """Returns the friend with the best turn. The next player loses what the friend's field is worth."""
    best: i64 = 0
    most = LOWEST_WORTH
    characters: i64 = len(game.fields)
    for character in range(characters):
        start = game.fields[character]
        worth = best_roll(chances, game, seat, start, many_dice)[1] - chances.ends[start]
        if worth > most:
            best, most = character, worth
    return best


def best_roll(chances: Chances, game: Spookies, seat: i64, start: i64, many_dice: float = 0.0) -> tuple[i64, float]:
    """Returns the best number of dice for a friend who stands on `start`, and the worth of that roll."""
    stock = float(len(game.stock))
    purse: i64 = len(game.chips[seat])
    field = game.house.attic
    if (
        many_dice == 0.0 and stock >= chances.highest_reward and purse >= start
    ):  # every reward is there, and every penalty can be paid
        while field > start and not game.penalty[field]:
            field -= 1
        best, worth = chances.usual[field]
    else:
        best, worth = best_of(chances.rolls[field], stock, 0.0, purse + field - start, 0.0, many_dice)
    while field > start:
        above = max(worth, chances.ends[field])
        penalty = float(len(game.penalty[field]))
        field -= 1
        # The purse holds at least one chip more for each field climbed.
        best, worth = best_of(chances.rolls[field], stock, penalty, purse + field - start, above, many_dice)
    return best, worth
