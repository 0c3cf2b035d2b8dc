"""What a good player knows of Spookies: the exact chance of every roll, and when to stop.

A turn is solved from the attic down: what rolling again is worth follows from what it is worth one field higher. All
that is counted in chips, since nobody knows what a chip is worth before the end. What the chances alone say is worked
out once; penalty chips, the stock and one's own purse are looked at on the spot.
"""

from __future__ import annotations

from itertools import product
from math import exp, sqrt
from typing import Final, cast

from mypy_extensions import i64

from spiritboard.games.spookies.rules import (
    ATTIC_SCORE,
    CHOOSE,
    FEWEST_DICE,
    MOST_DICE,
    QUESTION_MARK,
    STOP,
    House,
    Spookies,
)
from spiritboard.table.dice import Dice
from spiritboard.table.guide import Guide
from spiritboard.table.state import GameConfig, State

KINDS: Final = MOST_DICE - FEWEST_DICE + 1  # of rolls: with two, three or four dice
LEFT_BEHIND: Final = 0.5  # what a chip is worth that the next player will win, from where one leaves the friends
# Fitted to how games between two such players end.
SURENESS: Final = 0.6  # how much a chip more says about who will win, when only few are left
TEMPO: Final = 0.6  # what a turn ahead is worth, of what it brings


class Chances:
    """What the dice say about a house."""

    def __init__(self, house: House) -> None:
        self.fields: i64 = house.attic + 1
        self.rewards: list[list[int]] = house.rewards
        # By field and kind of roll: the chance of success, and that of a fail that ends on each field.
        self.success: list[list[float]] = []
        self.landing: list[list[list[float]]] = []
        scores = [score_chances(count) for count in range(FEWEST_DICE, MOST_DICE + 1)]
        for field in range(len(house.numbers)):
            needed = ATTIC_SCORE if field == house.attic else house.numbers[field + 1]
            self.success.append([sum(chances[needed:]) for chances in scores])
            self.landing.append([landings(house.numbers, field, chances[:needed]) for chances in scores])
        self.turn = self.turn_worths()

    def turn_worths(self) -> list[float]:
        """For each field, what a turn with a friend who stands there brings, if nothing else mattered."""
        ends = [0.0] * self.fields
        found: list[float] = []
        after: list[float] = []
        for start in range(self.fields - 1, -1, -1):
            rolls = [self.roll(start, kind, ends, after, 0.0, 100, 100) for kind in range(KINDS)]
            found.insert(0, max(rolls))
            after.insert(0, max(0.0, max(rolls)))
        return found

    def roll(
        self, field: i64, kind: i64, ends: list[float], above: list[float], penalty: float, purse: i64, stock: i64
    ) -> float:
        """What a roll is worth, in chips: `ends` by the field a turn ends on, `above` by what going on is worth there,
        counted from the field above this one."""
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
        # A success in the attic can be repeated: a row of them is worth what it adds up to, if it is worth beginning.
        once = win * gain + lose
        again = once / (1.0 - win)
        return once + win * max(ends[field], again)


def score_chances(count: int) -> list[float]:
    """The chance of each score with so many dice, by the score."""
    chances = [0.0] * (ATTIC_SCORE + 1)
    for rolled in product(range(1, 7), repeat=count):
        chances[sum(sorted(rolled)[-2:])] += 1.0 / float(6**count)
    return chances


def landings(numbers: list[int], field: int, failing: list[float]) -> list[float]:
    """The chance of ending on each field, from the chances of the scores that fail."""
    found = [0.0] * len(numbers)
    for score, chance in enumerate(failing):
        landing = field
        while numbers[landing] > score:
            landing -= 1
        found[landing] += chance
    return found


class SpookiesGuide(Guide):
    def __init__(self, config: GameConfig) -> None:
        super().__init__(config)
        self.chances: Chances | None = None

    def known(self, house: House) -> Chances:
        """Worked out when the first question is asked: only the state knows what is printed on the board."""
        if self.chances is None:
            self.chances = Chances(house)
        return self.chances

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        game = cast(Spookies, state)
        if game.character != QUESTION_MARK:
            return self.best_roll(game, seat, game.character)[0]
        best: i64 = 0
        best_worth = -1000.0
        for character in range(len(game.fields)):
            worth = self.best_roll(game, seat, character)[1] + self.left_behind(game, character)
            if worth > best_worth:
                best = character
                best_worth = worth
        return CHOOSE + best

    def left_behind(self, game: Spookies, character: i64) -> float:
        """What is taken from the next player by moving this friend, wherever to."""
        turn = self.known(game.house).turn
        return LEFT_BEHIND * self.drawn(game, character) * turn[game.fields[character]]

    def drawn(self, game: Spookies, character: i64) -> float:
        """The chance that the next player moves this friend: by the die, or, say, by a choice of any."""
        friends = float(len(game.fields))
        return 1.0 / friends

    def best_roll(self, game: Spookies, seat: i64, character: i64) -> tuple[i64, float]:
        """The best of rolling and stopping for a friend, and what it is worth; from the attic down."""
        chances = self.known(game.house)
        ends = self.ends(game, character)
        start: i64 = game.fields[character]
        purse: i64 = len(game.chips[seat])
        stock: i64 = len(game.stock)
        field = chances.fields - 1
        above: list[float] = [0.0]
        kind_of_best: i64 = 0
        while True:
            kind_of_best = 0
            best = -1000.0
            reached = field if field == chances.fields - 1 else field + 1
            penalty = len(game.penalty[reached]) if reached != field else 0
            for kind in range(KINDS):
                worth = chances.roll(field, kind, ends, above, float(penalty), purse + field - start, stock)
                if worth > best:
                    best = worth
                    kind_of_best = kind
            if field == start:
                break
            above[0] = max(best, ends[field])
            field -= 1
        if not game.first_roll and game.character == character and ends[start] >= best:
            return STOP, ends[start]
        return kind_of_best + FEWEST_DICE, best

    def ends(self, game: Spookies, character: i64) -> list[float]:
        """What it is worth to end the turn with this friend on each field: the next player begins from there."""
        turn = self.known(game.house).turn
        share = LEFT_BEHIND * self.drawn(game, character)
        return [-share * worth for worth in turn]

    def estimate(self, state: State) -> list[float]:
        """Who has more chips will win, the more surely the fewer are left; a turn ahead counts for some, too."""
        game = cast(Spookies, state)
        scale = SURENESS / sqrt(2.0 + float(len(game.stock)))
        purses = [float(len(purse)) for purse in game.chips]
        if 0 <= game.character < len(game.fields):
            purses[game.turn] += TEMPO * self.known(game.house).turn[game.fields[game.character]]
        weights = [exp(scale * purse) for purse in purses]
        total = sum(weights)
        return [weight / total for weight in weights]
