"""Fights, and dice, which cards throw too."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.board import AGAINST, ATTACKER, FACE, LEVEL, LOCKED, ROLLER, SPOTS, VICTORY, Boards
from spiritboard.games.halloween.picks import (
    ACCEPT,
    CARD_DIE,
    FIGHT,
    GHOST,
    ROLL,
    SEAT,
    SPOT_DIE,
    add_places,
    place_name,
)
from spiritboard.games.halloween.step import AFTER_ROLL, BEFORE_ROLL, FOUGHT, OPPONENT, REROLLS, RESOLVE, Forced, Step
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts


class Target(Forced):
    """Who is attacked (HA13)."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, GHOST, game.targets(game.duel[ATTACKER]))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        begin_fight(game, move - GHOST)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Whom does it attack?"


def begin_fight(game: Boards, target: i64) -> None:
    """Without dice if a card, or the Master variant, says so; otherwise an opponent is chosen to roll."""
    game.duel[AGAINST] = target
    game.rolling = [0, 0, 0, 0, 0, 0, -1]
    attacker = game.duel[ATTACKER]
    if game.events is not None:
        here, there = game.box.buildings[attacker // 5], game.box.buildings[target // 5]
        facts = words.FightBegun(place=attacker, target=target, seat=game.active, building=here, target_building=there)
        game.tell(words.FIGHT_BEGUN, facts)
    game.push(RESOLVE, 0)
    outright = game.master
    for number in game.occupied[game.active]:
        outright = outright or game.card(number).wins_outright(attacker % 5 + 1, target % 5 + 1)
    if not outright:
        game.push(OPPONENT, 0)


class Opponent(Forced):
    """Who rolls for the target (HA13)."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.extend([SEAT + seat for seat in range(game.seats) if seat != game.active])

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.roll(game.duel[ATTACKER] % 5 + 1, game.duel[AGAINST] % 5 + 1, move - SEAT)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Who rolls for the ghost that is attacked?"


def add_tokens(game: Boards, thrown: bool, moves: list[int]) -> None:
    """The bonus tokens of the active player that speak of the dice, if there is a disc to use them with (HA40)."""
    if game.discs[game.active] == 0:
        return
    for spot in range(SPOTS):
        kind = game.spots[SPOTS * game.active + spot]
        if 0 < kind < LOCKED:
            token = game.box.tokens[kind]
            first = SPOT_DIE + 2 * spot
            if thrown:
                moves.extend([first + die for die in range(2) if token.after_roll(game, die)])
            else:
                moves.extend([first + die for die in range(2) if token.before_roll(game, die)])


def use_token(game: Boards, move: i64, dice: Dice) -> None:
    kind = game.spend_bonus((move - SPOT_DIE) // 2)
    game.box.tokens[kind].change(game, (move - SPOT_DIE) % 2, dice)


class BeforeRoll(Step):
    """What is said before the dice are thrown (HA15b)."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        if len(moves) == 1:
            self.answer(game, arg, ROLL, dice)
        return len(moves) > 1

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(ROLL)
        add_tokens(game, False, moves)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move == ROLL:
            game.throw(0, dice)
            if game.rolling[LEVEL + 1]:
                game.throw(1, dice)
            game.push(AFTER_ROLL, 0)
            return
        use_token(game, move, dice)
        game.push(BEFORE_ROLL, arg)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Roll, or use the die of a level higher."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["dice"] = [game.rolling[LEVEL], game.rolling[LEVEL + 1]]
        chosen["roller"] = game.rolling[ROLLER] if game.rolling[ROLLER] >= 0 else None


class AfterRoll(Step):
    """The dice lie there and may be changed, until whoever rolled them has accepted (HA15b).

    The number: in its lowest bit whether the opponent is asked, then how often in succession it was accepted.
    """

    def decider(self, game: Boards, arg: i64) -> i64:
        return game.rolling[ROLLER] if arg & 1 else game.active

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        if len(moves) == 1:
            self.accept(game, arg)
        return len(moves) > 1

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(ACCEPT)
        seat = self.decider(game, arg)
        for die in range(2):
            may = die == 1 if arg & 1 else game.rolling[LEVEL + die] > 0
            if may and game.scare[seat] > 0 and game.facts[seat] & REROLLS:
                rerolling = [number for number in game.occupied[seat] if game.card(number).always & REROLLS]
                moves.extend([CARD_DIE + 2 * game.slot(number) + die for number in rerolling])
        if not arg & 1:
            add_tokens(game, True, moves)
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move == ACCEPT:
            self.accept(game, arg)
            return
        if is_wish(move):
            game.push(AFTER_ROLL, arg)
            fulfil_inside(game, move)
            return
        if move >= CARD_DIE:
            game.pay_scare(self.decider(game, arg), 1)
            game.throw((move - CARD_DIE) % 2, dice)
        else:
            use_token(game, move, dice)
        game.push(AFTER_ROLL, arg & 1)

    def accept(self, game: Boards, arg: i64) -> None:
        needed: i64 = 2 if game.rolling[ROLLER] >= 0 else 1
        accepted = (arg >> 1) + 1
        if accepted < needed:
            game.push(AFTER_ROLL, accepted << 1 | ((arg & 1) ^ 1))

    def prompt(self, game: Boards, arg: i64) -> str:
        shown = f"{game.result(0)} against {game.result(1)}" if game.rolling[LEVEL + 1] else str(game.result(0))
        return f"The dice show {shown}. Accept, or change them.{'' if arg & 1 else say_wishes(game)}"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["accepted"] = arg >> 1


class Resolve(Step):
    """The loser leaves, the winner's player takes its token; then blue ghosts, then cards (HA13, HA15a)."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        attacker, target = game.duel[ATTACKER], game.duel[AGAINST]
        won = self.are_there(game) and self.is_won(game)
        game.push(FOUGHT, 1 if won else 0)
        if game.events is not None and not won:
            game.tell(words.ATTACK_FAILED, NoFacts())
        if won:
            game.duel[VICTORY] = 1
            if game.events is not None:
                game.tell_of_ghost(words.FIGHT_WON, attacker)
            game.banish(target)
            game.gain_tokens(target % 5, 1 + game.more_tokens(FIGHT))
            game.mind_the_blue()
        return False

    def are_there(self, game: Boards) -> bool:
        """Whether neither has left while the dice lay there: then nothing comes of the fight (HA5)."""
        attacker, target = game.duel[ATTACKER], game.duel[AGAINST]
        together: i64 = 1 if attacker == target else 0
        return game.town[attacker] > together and game.town[target] > 0

    def is_won(self, game: Boards) -> bool:
        if game.rolling[FACE] == 0:
            return True  # without dice
        attack = game.result(0)
        for number in game.occupied[game.active]:
            attack += game.card(number).on_attack()
        return attack > game.result(1)

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["target"] = place_name(game.duel[AGAINST], game.box.buildings)


class Fought(Step):
    """Cards after one fight; the number says whether it was won."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        seat = game.active
        cards = game.occupied[seat]
        if arg:
            level, against = game.duel[ATTACKER] % 5 + 1, game.duel[AGAINST] % 5 + 1
            for number in cards:
                game.card(number).won(game, seat, level, against)
        for at in range(len(cards) - 1, -1, -1):
            game.card(cards[at]).fought(game, seat)
        return False

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["target"] = place_name(game.duel[AGAINST], game.box.buildings)


class FightOver(Step):
    """Cards after the last fight of an action."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        if game.duel[VICTORY]:
            cards = game.occupied[game.active]
            for at in range(len(cards) - 1, -1, -1):
                game.card(cards[at]).fight_over(game, game.active)
        return False

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["attacker"] = place_name(game.duel[ATTACKER], game.box.buildings)
        chosen["won"] = game.duel[VICTORY] == 1
