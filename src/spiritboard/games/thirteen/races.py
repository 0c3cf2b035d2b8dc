"""The chances to win a round of 13 Ghosts, which is a race.

Each player has some numbers left that the opponents' crypts can be, and the opponents have some left for theirs. "Mine"
is what belongs to the player who decides.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import ANOTHER_TURN, LOOK_ATTACK, SET_SIZE

ASKING: Final = 0.6  # how often a player has a question in hand that is worth asking
MOST_TO_DRAW: Final = 18  # cards in all piles: in teams twice nine


@final
class Races:
    """The chance that the player on turn finds the opponent's crypt first.

    A race is given by three numbers: the cards still to be drawn, the numbers that the player on turn has left, and the
    numbers that the opponent has left. A card drawn cannot be the opponent's crypt, which rules a number out. In teams
    it rules nothing out, because the opponent's crypt is of the other set.
    """

    def __init__(self, teams: bool) -> None:
        self.teams = teams
        self.chances: vec[float] = vec[float]([0.0] * (256 * (MOST_TO_DRAW + 1)))
        for cards in range(MOST_TO_DRAW + 1):
            for total in range(2, 2 * SET_SIZE + 1):
                for mine in range(max(1, total - SET_SIZE), min(SET_SIZE, total - 1) + 1):
                    self.chances[cards << 8 | mine << 4 | total - mine] = self.best(cards, mine, total - mine)

    def best(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance with the better of an attack and a question. ASKING says how often I hold a question."""
        strike = self.strike(cards, mine, theirs)
        if not cards:
            return strike
        ask = self.split(cards, mine, mine // 2, theirs)
        return strike + ASKING * (ask - strike) if ask > strike else strike

    def on_turn(self, cards: i64, mine: i64, theirs: i64) -> float:
        return self.chances[cards << 8 | mine << 4 | theirs]

    def passed(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance at the end of my turn: I draw, and the opponent is on turn."""
        if not cards:
            return 1.0 - self.chances[theirs << 4 | mine]
        there = (cards - 1) << 8 | theirs << 4 | mine
        if self.teams or mine == 1:
            return 1.0 - self.chances[there]
        ruled_out = float(mine - 1) / float(max(mine - 1, cards + 1))
        return 1.0 - ruled_out * self.chances[there - 1] - (1.0 - ruled_out) * self.chances[there]

    def strike(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance when I attack."""
        hit = 1.0 / float(mine)
        return hit + (1.0 - hit) * self.passed(cards, mine - 1, theirs) if mine > 1 else 1.0

    def split(self, cards: i64, mine: i64, yes: i64, theirs: i64) -> float:
        """Returns my chance when I ask a question whose answer is yes for so many of the numbers I have left."""
        if yes == 0 or yes == mine:
            return self.passed(cards, mine, theirs)
        chance = float(yes) / float(mine)
        return chance * self.passed(cards, yes, theirs) + (1.0 - chance) * self.passed(cards, mine - yes, theirs)

    def after(self, effect: i64, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance when I use an effect that is neither a question nor a silent attack."""
        if effect == LOOK_ATTACK:
            return self.strike(cards, mine, theirs)
        if effect == ANOTHER_TURN:
            return self.on_turn(max(0, cards - 1), mine, theirs)
        return self.passed(cards, mine, theirs)

    def unasked(self, cards: i64, mine: i64, theirs: i64) -> float:
        """Returns my chance when the opponent is on turn but can only attack, because I keep silent."""
        return 1.0 - self.strike(max(0, cards - 1), theirs, mine)
