"""Fights, and dice, which are rolled for some cards too."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.aftermath import bring_blue_ghosts
from spiritboard.games.halloween.belongings import (
    AGAINST,
    ATTACKER,
    FACE,
    LEVEL,
    LOCKED,
    NOBODY,
    ROLLER,
    SPOTS,
    VICTORY,
)
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import (
    ACCEPT,
    CARD_DIE,
    FIGHT,
    GHOST,
    OPPONENT_SEAT,
    ROLL,
    SPOT_DIE,
    add_places,
    place_name,
)
from spiritboard.games.halloween.step import (
    MOMENT_FIGHT_OVER,
    MOMENT_FOUGHT,
    MOMENT_ON_ATTACK,
    MOMENT_WINS_OUTRIGHT,
    MOMENT_WON,
    REROLLS,
    Forced,
    Step,
    enter_forced,
)
from spiritboard.games.halloween.stored import StoredFlag, StoredNumber
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser


class Target(Forced):
    """Which ghost is attacked (HA13)."""

    KIND: ClassVar = 9
    NAME: ClassVar = "target"

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, GHOST, game.targets(game.duel[ATTACKER]))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        begin_fight(game, move - GHOST)

    def prompt(self, game: Boards) -> str:
        return "Whom does it attack?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.fight(chooser.game.duel[ATTACKER], move - GHOST)


def begin_fight(game: Boards, target: i64) -> None:
    """Begins a fight: without dice if a card, or the Master variant, says so; otherwise an opponent rolls."""
    game.duel[AGAINST] = target
    game.lay_dice(0, 0, NOBODY)
    attacker = game.duel[ATTACKER]
    if game.events is not None:
        here, there = game.box.buildings[attacker // 5], game.box.buildings[target // 5]
        facts = words.FightBegun(place=attacker, target=target, seat=game.active, building=here, target_building=there)
        game.tell(words.FIGHT_BEGUN, facts)
    game.push(RESOLVE_STEP)
    if not game.master and not wins_outright(game, attacker, target):
        game.push(OPPONENT_STEP)


def wins_outright(game: Boards, attacker: i64, target: i64) -> bool:
    """Returns whether a card of the active player lets the attacker win without dice."""
    outright = False
    if game.cards_speak_of(MOMENT_WINS_OUTRIGHT):
        for card in game.cards[game.active]:
            outright = outright or card.wins_outright(attacker % 5 + 1, target % 5 + 1)
    return outright


def attack_roll(game: Boards) -> i64:
    """Returns the result of the attacker's die, with what cards add to it."""
    attack = game.result(0)
    if game.cards_speak_of(MOMENT_ON_ATTACK):
        for card in game.cards[game.active]:
            attack += card.on_attack()
    return attack


class Opponent(Forced):
    """Which opponent rolls for the target (HA13)."""

    KIND: ClassVar = 10
    NAME: ClassVar = "opponent"

    def choices(self, game: Boards, moves: Row) -> None:
        for seat in range(game.seats):
            if seat != game.active:
                moves.append(OPPONENT_SEAT + seat)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        roll(game, game.duel[ATTACKER] % 5 + 1, game.duel[AGAINST] % 5 + 1, move - OPPONENT_SEAT)

    def prompt(self, game: Boards) -> str:
        return "Who rolls for the ghost that is attacked?"


# Dice.


def roll(game: Boards, level: i64, other: i64, roller: i64) -> None:
    """Begins a roll of one die, or of two, of which an opponent may roll the second.

    The step that looks at the dice is below on the stack.
    """
    game.lay_dice(level, other, roller)
    game.push(BEFORE_ROLL_STEP)


def add_tokens(game: Boards, thrown: bool, moves: Row) -> None:
    """Adds the bonus tokens of the active player that speak of the dice, if there is a disc to use them with (HA40)."""
    if game.discs[game.active] == 0:
        return
    for spot in range(SPOTS):
        kind = game.spots[SPOTS * game.active + spot]
        if 0 < kind < LOCKED:
            token = game.box.tokens[kind]
            for die in range(2):
                if token.after_roll(game, die) if thrown else token.before_roll(game, die):
                    moves.append(SPOT_DIE + 2 * spot + die)


def use_token(game: Boards, move: i64, dice: Dice) -> None:
    kind = game.spend_bonus((move - SPOT_DIE) // 2)
    game.box.tokens[kind].change(game, (move - SPOT_DIE) % 2, dice)


class BeforeRoll(Step):
    """What the active player may do before the dice are thrown (HA15b)."""

    KIND: ClassVar = 11
    NAME: ClassVar = "before-roll"

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(ROLL)
        add_tokens(game, False, moves)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move == ROLL:
            game.throw(0, dice)
            if game.rolling[LEVEL + 1]:
                game.throw(1, dice)
            game.push(AFTER_ROLL_STEP)
            return
        use_token(game, move, dice)
        game.push(self)

    def prompt(self, game: Boards) -> str:
        return "Roll, or use the die of a level higher."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["dice"] = [game.rolling[LEVEL], game.rolling[LEVEL + 1]]
        chosen["roller"] = game.rolling[ROLLER] if game.rolling[ROLLER] >= 0 else None


class AfterRoll(Step):
    """The dice lie there and may be changed, until every player who rolled one has accepted them (HA15b)."""

    KIND: ClassVar = 12
    NAME: ClassVar = "after-roll"
    STORED: ClassVar = (StoredFlag("opponent"), StoredNumber("accepted", 1, 0, 1))

    def __init__(self, opponent: bool, accepted: i64) -> None:
        self.opponent = opponent  # whether the opponent is asked, not the active player
        self.accepted = accepted  # how many players have accepted in succession

    def decider(self, game: Boards) -> i64:
        return game.rolling[ROLLER] if self.opponent else game.active

    def enter(self, game: Boards, dice: Dice) -> bool:
        return enter_forced(self, game, dice)

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(ACCEPT)
        seat = self.decider(game)
        for die in range(2):
            may = die == 1 if self.opponent else game.rolling[LEVEL + die] > 0
            if may and game.scare[seat] > 0 and game.facts[seat] & REROLLS:
                for card in game.cards[seat]:
                    if card.always & REROLLS:
                        moves.append(CARD_DIE + 2 * game.slot(card.number) + die)
        if not self.opponent:
            add_tokens(game, True, moves)
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move == ACCEPT:
            self.accept(game)
            return
        if is_wish(move):
            game.push(self)
            fulfil_inside(game, move)
            return
        if move >= CARD_DIE:
            game.pay_scare(self.decider(game), 1)
            game.throw((move - CARD_DIE) % 2, dice)
        else:
            use_token(game, move, dice)
        game.push(AfterRoll(self.opponent, 0))

    def accept(self, game: Boards) -> None:
        needed: i64 = 2 if game.rolling[ROLLER] >= 0 else 1
        if self.accepted + 1 < needed:
            game.push(AfterRoll(not self.opponent, self.accepted + 1))

    def prompt(self, game: Boards) -> str:
        return f"{self.say_dice(game)} Accept, or change the dice.{'' if self.opponent else say_wishes(game)}"

    def say_dice(self, game: Boards) -> str:
        if game.rolling[LEVEL + 1] == 0:
            return f"The die shows {game.result(0)}."
        if game.rolling[ROLLER] < 0:
            return f"The dice show {game.result(0)} and {game.result(1)}."
        attack, defence = attack_roll(game), game.result(1)
        return f"{attack} against {defence}: the attack {'succeeds' if attack > defence else 'fails'}."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["accepted"] = self.accepted


class Resolve(Step):
    """The loser leaves, the winner's player takes its token; then blue ghosts, then cards (HA13, HA15a)."""

    KIND: ClassVar = 13
    NAME: ClassVar = "resolve"

    def enter(self, game: Boards, dice: Dice) -> bool:
        target = game.duel[AGAINST]
        won = self.are_there(game) and self.is_won(game)
        game.push(Fought(won))
        if game.events is not None:
            self.tell(game, won)
        if won:
            game.duel[VICTORY] = 1
            game.banish(target)
            game.gain_tokens(target % 5, 1 + game.more_tokens(FIGHT))
            bring_blue_ghosts(game)
        return False

    def tell(self, game: Boards, won: bool) -> None:
        rolls = [attack_roll(game), game.result(1)] if game.rolling[FACE] and self.are_there(game) else []
        if not won:
            game.tell(words.ATTACK_FAILED, words.AttackFailed(rolls=rolls))
            return
        attacker = game.duel[ATTACKER]
        building = game.box.buildings[attacker // 5]
        facts = words.FightWon(seat=game.active, place=attacker, building=building, rolls=rolls)
        game.tell(words.FIGHT_WON, facts)

    def are_there(self, game: Boards) -> bool:
        """Returns whether neither ghost has left while the dice lay there. If one has, the fight is off (HA5)."""
        attacker, target = game.duel[ATTACKER], game.duel[AGAINST]
        together: i64 = 1 if attacker == target else 0
        return game.town[attacker] > together and game.town[target] > 0

    def is_won(self, game: Boards) -> bool:
        if game.rolling[FACE] == 0:
            return True  # without dice
        return attack_roll(game) > game.result(1)

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["target"] = place_name(game.duel[AGAINST], game.box.buildings)


class Fought(Step):
    """Cards speak of a fight that is decided."""

    KIND: ClassVar = 14
    NAME: ClassVar = "fought"
    STORED: ClassVar = (StoredFlag("won"),)

    def __init__(self, won: bool) -> None:
        self.won = won

    def enter(self, game: Boards, dice: Dice) -> bool:
        seat = game.active
        if self.won:
            level, against = game.duel[ATTACKER] % 5 + 1, game.duel[AGAINST] % 5 + 1
            if game.cards_speak_of(MOMENT_WON):
                for card in game.cards[seat]:
                    card.won(game, seat, level, against)
        if game.cards_speak_of(MOMENT_FOUGHT):
            for card in reversed(game.cards[seat]):
                card.fought(game, seat)
        return False

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["target"] = place_name(game.duel[AGAINST], game.box.buildings)


class FightOver(Step):
    """Cards speak of the last fight of an action."""

    KIND: ClassVar = 15
    NAME: ClassVar = "fight-over"

    def enter(self, game: Boards, dice: Dice) -> bool:
        if game.duel[VICTORY] and game.cards_speak_of(MOMENT_FIGHT_OVER):
            for card in reversed(game.cards[game.active]):
                card.fight_over(game, game.active)
        return False

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["attacker"] = place_name(game.duel[ATTACKER], game.box.buildings)
        chosen["won"] = game.duel[VICTORY] == 1


# Steps without fields, and the usual ones, are made once.
TARGET_STEP: Final = Target()
OPPONENT_STEP: Final = Opponent()
BEFORE_ROLL_STEP: Final = BeforeRoll()
AFTER_ROLL_STEP: Final = AfterRoll(False, 0)
RESOLVE_STEP: Final = Resolve()
FIGHT_OVER_STEP: Final = FightOver()
