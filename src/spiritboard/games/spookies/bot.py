"""What a good player knows about Spookies: the exact chance of every roll, and when to stop.

A turn is solved from the attic down: the worth of a roll follows from the worth of a roll one field higher. Worth is
counted in chips, because nobody knows the value of a chip before the end. `Chances` holds all that follows from the
board alone and is made once for a game. Each decision then adds the penalty chips, the stock and the player's purse.
"""

from __future__ import annotations

from itertools import product
from math import exp, sqrt
from typing import Final, cast

from mypy_extensions import i64

from spiritboard.games.spookies.picks import CHOOSE_FRIEND, FEWEST_DICE, MOST_DICE, ROLL_KINDS, STOP
from spiritboard.games.spookies.rules import ATTIC_SCORE, HauntedHouse, Spookies
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.row import Row
from spiritboard.table.state import GameConfig, State

NEXT_PLAYER: Final = 0.5  # the worth, to me, of a chip that the next player does not win
# The next two are fitted to the results of games between two heuristic bots.
LEAD: Final = 0.6  # how strongly a lead of one chip predicts the winner when few chips are left
TURN_TO_PLAY: Final = 0.6  # the share of a turn's chips that the player on turn can already count on
LOWEST_WORTH: Final = -1000.0  # below the worth of any move


class Chances:
    """The chances of every roll in a house, and the worth of a turn from each field."""

    def __init__(self, house: HauntedHouse) -> None:
        self.fields: i64 = house.attic + 1
        self.rewards: list[Row] = house.rewards
        # By field and kind of roll: the chance of a success, and the chance of a fail that ends on each field.
        self.success: list[list[float]] = []
        self.landing: list[list[list[float]]] = []
        scores = [score_chances(count) for count in range(FEWEST_DICE, MOST_DICE + 1)]
        for field in range(len(house.numbers)):
            needed = house.needed[field]
            self.success.append([sum(chances[needed:]) for chances in scores])
            self.landing.append([landings(house, chances[:needed]) for chances in scores])
        self.turn = self.turn_worths()

    def turn_worths(self) -> list[float]:
        """Returns, for each field, the chips that a turn with a friend on it wins if only those chips matter."""
        ends = [0.0] * self.fields
        found: list[float] = []
        after: list[float] = []
        for start in range(self.fields - 1, -1, -1):
            rolls = [self.roll(start, kind, ends, after, 0.0, 100, 100) for kind in range(ROLL_KINDS)]
            found.insert(0, max(rolls))
            after.insert(0, max(0.0, max(rolls)))
        return found

    def roll(
        self, field: i64, kind: i64, ends: list[float], above: list[float], penalty: float, purse: i64, stock: i64
    ) -> float:
        """Returns the worth of a roll in chips.

        `ends` is the worth of ending the turn on each field. `above` is the worth of going on, for each field from the
        next one up. `penalty` counts the penalty chips on the next field.
        """
        win = self.success[field][kind]
        lose = 0.0
        chances = self.landing[field][kind]
        for landing in range(field + 1):
            paid = field - landing
            lose += chances[landing] * (ends[landing] - float(min(purse, paid)))
        top = field == self.fields - 1
        reached = field if top else field + 1
        earned = self.rewards[reached][kind]
        gain = float(min(stock, earned)) + (penalty if kind == 0 and not top else 0.0)
        if not top:
            return win * (gain + above[0]) + lose
        # A success in the attic can be repeated. If that is worth trying, the worth is the sum of the whole row.
        once = win * gain + lose
        again = once / (1.0 - win)
        return once + win * max(ends[field], again)


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


class SpookiesGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.chances: Chances | None = None

    def known(self, house: HauntedHouse) -> Chances:
        """Returns the chances in this house. They are made at the first call, since only a state holds its house."""
        if self.chances is None:
            self.chances = Chances(house)
        return self.chances

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        game = cast(Spookies, state)
        if not game.must_choose():
            return self.best_roll(game, seat, game.character)[0]
        best: i64 = 0
        best_worth = LOWEST_WORTH
        for character in range(len(game.fields)):
            worth = self.best_roll(game, seat, character)[1] + self.taken_from_next(game, character)
            if worth > best_worth:
                best = character
                best_worth = worth
        return CHOOSE_FRIEND + best

    def taken_from_next(self, game: Spookies, character: i64) -> float:
        """Returns what the next player loses when this friend leaves its field."""
        turn = self.known(game.house).turn
        return NEXT_PLAYER * self.chance_of_next(game) * turn[game.fields[character]]

    def chance_of_next(self, game: Spookies) -> float:
        """Returns the chance that the next player moves a certain friend: by the die, or by a choice of any."""
        return 1.0 / float(len(game.fields))

    def best_roll(self, game: Spookies, seat: i64, character: i64) -> tuple[i64, float]:
        """Returns the best move with a friend, to roll or to stop, and its worth."""
        ends = self.ends(game)
        start: i64 = game.fields[character]
        field = game.house.attic
        above: list[float] = [0.0]
        dice, worth = self.best_dice(game, seat, field, start, ends, above)
        while field != start:
            above[0] = max(worth, ends[field])
            field -= 1
            dice, worth = self.best_dice(game, seat, field, start, ends, above)
        if not game.first_roll and game.character == character and ends[start] >= worth:
            return STOP, ends[start]
        return dice, worth

    def best_dice(
        self, game: Spookies, seat: i64, field: i64, start: i64, ends: list[float], above: list[float]
    ) -> tuple[i64, float]:
        """Returns the best number of dice for a roll from a field, and its worth. The friend stands on `start` now."""
        chances = self.known(game.house)
        penalty = 0.0 if field == game.house.attic else float(len(game.penalty[field + 1]))
        purse: i64 = len(game.chips[seat]) + field - start  # at least one chip for each field climbed
        stock: i64 = len(game.stock)
        best: i64 = 0
        most = LOWEST_WORTH
        for kind in range(ROLL_KINDS):
            worth = chances.roll(field, kind, ends, above, penalty, purse, stock)
            if worth > most:
                best, most = kind, worth
        return best + FEWEST_DICE, most

    def ends(self, game: Spookies) -> list[float]:
        """Returns the worth of ending the turn with a friend on each field: the next player may go on from there."""
        turn = self.known(game.house).turn
        share = NEXT_PLAYER * self.chance_of_next(game)
        return [-share * worth for worth in turn]

    def estimate(self, state: State) -> list[float]:
        """Returns shares by the number of chips: a lead counts for more the fewer chips are left in the stock."""
        game = cast(Spookies, state)
        scale = LEAD / sqrt(2.0 + float(len(game.stock)))
        purses = [float(len(purse)) for purse in game.chips]
        if 0 <= game.character < len(game.fields):
            purses[game.turn] += TURN_TO_PLAY * self.known(game.house).turn[game.fields[game.character]]
        weights = [exp(scale * purse) for purse in purses]
        total = sum(weights)
        return [weight / total for weight in weights]
