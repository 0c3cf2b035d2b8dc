"""Action cards that change a fight or come right after one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from spiritboard.games.halloween.action_cards import OfferMove
from spiritboard.games.halloween.belongings import ATTACKER, FACE, NOBODY, VICTORY
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.fights import FIGHT_OVER_STEP, begin_fight
from spiritboard.games.halloween.picks import COLOURS, FIGHT, GHOST, NO, PLACES, SPACE, add_places, up_to
from spiritboard.games.halloween.step import (
    FIGHTS_ANYWHERE,
    FIGHTS_KIN,
    IMPOSSIBLE,
    ActionCard,
    CardAction,
    CardStep,
    OfferCard,
    Step,
    lowest_level,
)
from spiritboard.games.halloween.stored import StoredFlag, StoredLowestFirst, StoredMark, StoredNumber
from spiritboard.games.halloween.town import GHOSTS
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row, zeros

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser
    from spiritboard.games.halloween.judge import Judge


class PointsForWinning(ActionCard):
    NUMBER: ClassVar = 3
    POWER_WORTH: ClassVar = 2.5

    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        if against < level:
            game.score_card(seat, 2, self.number)
        elif against > level:
            game.score_card(seat, 3, self.number)

    def worth_of_win(self, judge: Judge, level: i64, against: i64) -> float:
        if level == against:
            return 0.0
        return 2.0 if against < level else 3.0


class StrongAttack(ActionCard):
    NUMBER: ClassVar = 5
    POWER_WORTH: ClassVar = 1.0
    ALWAYS: ClassVar = FIGHTS_KIN

    def on_attack(self) -> i64:
        return 1


class ScareTheLoser(ActionCard):
    NUMBER: ClassVar = 11
    POWER_WORTH: ClassVar = 1.0

    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        game.earn(against)

    def worth_of_win(self, judge: Judge, level: i64, against: i64) -> float:
        return judge.scare_points(against)


class WinnerMoves(ActionCard):
    NUMBER: ClassVar = 17
    POWER_WORTH: ClassVar = 1.0

    def fight_over(self, game: Boards, seat: i64) -> None:
        if game.town[game.duel[ATTACKER]]:
            game.push(MoveWinner(self, game.duel[ATTACKER]))


class MoveWinner(OfferMove):
    OF: ClassVar = WinnerMoves

    def prompt(self, game: Boards) -> str:
        return "Where does the winner go, if it moves?"


class FightAll(ActionCard):
    """One ghost fights all others in its building, one after the other."""

    NUMBER: ClassVar = 20
    POWER_WORTH: ClassVar = 1.5
    TIED_TO: ClassVar = FIGHT

    def instead(self, game: Boards) -> i64:
        return lowest_level(attackers(game)) if game.is_unused(self.number) else IMPOSSIBLE

    def way(self, level: i64) -> Step:
        return ChooseAttacker(self, level)


def attackers(game: Boards) -> i64:
    """Returns the ghosts with a ghost to fight in their own building, wherever else the player may fight."""
    mask: i64 = 0
    for place in range(PLACES):
        if game.here >> place & 1 and game.targets(place) & (31 << (place - place % 5)):
            mask |= 1 << place
    return mask


class ChooseAttacker(CardAction):
    OF: ClassVar = FightAll

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, attackers(game) & up_to(self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        place = move - GHOST
        game.use(self.card.number)
        game.choose_attacker(place)
        game.lay_dice(0, 0, NOBODY)
        left = zeros(COLOURS)
        targets = game.targets(place)
        for colour in range(COLOURS):
            at = place - place % 5 + colour
            if targets >> at & 1:
                left[colour] = game.town[at] - (1 if at == place else 0)
        game.push(FIGHT_OVER_STEP)
        game.push(FightNext(self.card, left, False))

    def prompt(self, game: Boards) -> str:
        return "Which ghost fights all others in its building?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.attack(move - GHOST)


class FightNext(CardStep):
    OF: ClassVar = FightAll
    STORED: ClassVar = (
        StoredMark(4, 8),
        StoredLowestFirst("left", COLOURS, StoredNumber("ghosts", 3, 0, GHOSTS)),
        StoredFlag("begun"),
    )

    def __init__(self, card: ActionCard, left: Row, begun: bool) -> None:
        super().__init__(card)
        self.left = left  # how many ghosts of each colour are left to fight, of those there at the start
        self.begun = begun  # whether a fight of the action has been begun

    def enter(self, game: Boards, dice: Dice) -> bool:
        return self.targets(game) != 0

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, self.targets(game))
        if self.has_fought(game):
            moves.append(NO)  # the action has begun, and may stop
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if is_wish(move):
            game.push(self)
            fulfil_inside(game, move)
        elif move != NO:
            left = self.left.copy()
            left[(move - GHOST) % 5] -= 1
            game.push(FightNext(self.card, left, True))
            begin_fight(game, move - GHOST)

    def has_fought(self, game: Boards) -> bool:
        return self.begun or game.duel[VICTORY] != 0

    def targets(self, game: Boards) -> i64:
        """Returns the ghosts that can still be fought, as a mask: none if the attacker has gone meanwhile."""
        attacker: i64 = game.duel[ATTACKER]
        mask: i64 = 0
        for colour in range(COLOURS):
            at = attacker - attacker % 5 + colour
            there = game.town[at] - (1 if at == attacker else 0)
            if there > 0 and self.left[colour]:
                mask |= 1 << at
        return mask if game.town[attacker] else 0

    def prompt(self, game: Boards) -> str:
        if not self.has_fought(game):
            return "Whom does it fight first?"
        return f"Whom does it fight next, if anybody?{say_wishes(game)}"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["left"] = list(self.left)

    def appraise(self, chooser: Chooser, move: i64) -> float:
        if move < SPACE:
            return chooser.fight(chooser.game.duel[ATTACKER], move - GHOST)
        return chooser.usual(move)


class WinOutright(ActionCard):
    NUMBER: ClassVar = 25
    POWER_WORTH: ClassVar = 2.0

    def wins_outright(self, level: i64, against: i64) -> bool:
        return against < level


class TwoForWinning(ActionCard):
    NUMBER: ClassVar = 28
    POWER_WORTH: ClassVar = 2.0

    def more_tokens(self, action: i64) -> i64:
        return 1 if action == FIGHT else 0


class FightAnywhere(ActionCard):
    NUMBER: ClassVar = 35
    POWER_WORTH: ClassVar = 1.5
    ALWAYS: ClassVar = FIGHTS_ANYWHERE


class ScareByDifference(OfferCard):
    NUMBER: ClassVar = 36
    POWER_WORTH: ClassVar = 1.0

    def fought(self, game: Boards, seat: i64) -> None:
        game.push(self)

    def difference(self, game: Boards) -> i64:
        one, other = game.rolling[FACE], game.rolling[FACE + 1]
        return max(one, other) - min(one, other)

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        if game.is_unused(self.number) and self.difference(game):
            moves.append(game.pick_card(self.number))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.number)
            game.earn(self.difference(game))

    def prompt(self, game: Boards) -> str:
        return f"Use card {self.number} for {self.difference(game)} SP, the difference of the dice?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return 0.0 if move == NO else 1.0
