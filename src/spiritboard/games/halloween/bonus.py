"""The twelve bonus tokens, each its own small piece of code, found by its kind (HA43).

Those that speak of dice do nothing but free their spot when they are used at another time (HA40).
"""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.board import FROM_TOKEN, LEVEL, LOCKED, PLUS, SPOTS, TOP, Boards
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    BUILDING,
    CARD,
    GHOST,
    NEW_TOKEN,
    SECTION,
    SPOT,
    SUMMON,
    add_places,
    place_name,
)
from spiritboard.games.halloween.step import OF_TOKEN, Step, Token
from spiritboard.table.dice import Dice

GREEN, YELLOW, BLUE = 1, 2, 0


class Exchange(Step):
    """No spot is free: one of the tokens there, or the new one, is discarded (HA41)."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NEW_TOKEN)
        first = SPOTS * game.active
        moves.extend([SPOT + spot for spot in range(SPOTS) if game.spots[first + spot] != LOCKED])

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        gone = game.coming
        if move != NEW_TOKEN:
            at = SPOTS * game.active + move - SPOT
            gone = game.spots[at]
            game.spots[at] = game.coming
        game.coming = 0
        game.bonus_discards[gone] += 1
        if game.events is not None:
            game.tell(words.BONUS_DISCARDED, words.BonusFacts(seat=game.active, kind=gone))

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"No spot is free for the new token ({words.BONUS[game.coming]}): which one is discarded?"


class Refill(Step):
    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        game.refill(dice)
        return False


class ForcedToken(Token):
    """One that asks something, but not where there is only one answer, or none."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        moves: list[int] = []
        self.choices(game, arg, moves)
        if len(moves) == 1:
            self.answer(game, arg, moves[0], dice)
        return len(moves) > 1


class SummonAnywhere(ForcedToken):
    """a"""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, GHOST, game.actors(SUMMON))
        for number in game.occupied[game.active]:
            card = game.box.cards[number]
            if card.tied == SUMMON and card.instead(game) <= TOP:
                moves.append(game.pick_card(number))  # HA35

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move >= CARD:
            game.push_card(game.row[move - CARD], TOP)
        else:
            game.summon(move - GHOST)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which brothers call another one?"


class GhostToken(Token):
    """b, e and j"""

    def __init__(self, colour: i64) -> None:
        super().__init__()
        self.colour = colour

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        game.gain_token(self.colour)
        return False


class ThreeDiscs(ForcedToken):
    """c: the number is how many have been taken back so far."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, ACT, game.discs_laid())

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.uncover((move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        if arg < 2:
            game.push(OF_TOKEN + 3, arg + 1)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Which disc do you take back? ({arg + 1} of 3)"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["taken"] = arg


class ScarePoints(Token):
    """d"""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        game.earn(2)
        return False


class HigherDie(Token):
    """f"""

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def before_roll(self, game: Boards, die: i64) -> bool:
        return game.is_own_die(die) and game.rolling[LEVEL + die] < TOP

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.rolling[LEVEL + die] += 1


class HauntPoint(Token):
    """g"""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        game.score(game.active, 1, FROM_TOKEN)
        return False


class Reroll(Token):
    """h"""

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def after_roll(self, game: Boards, die: i64) -> bool:
        return game.rolling[LEVEL + die] > 0

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.throw(die, dice)


class Rest(ForcedToken):
    """i: the section is not done by it."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, SECTION, game.every_section)

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        game.rest(move - SECTION)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which section rests?"


class AddThree(Token):
    """k"""

    def __init__(self) -> None:
        super().__init__()
        self.for_dice = True

    def after_roll(self, game: Boards, die: i64) -> bool:
        return game.is_own_die(die)

    def change(self, game: Boards, die: i64, dice: Dice) -> None:
        game.rolling[PLUS + die] += 3


class MoveAnywhere(ForcedToken):
    """l: the number is one more than the ghost's place, once it is chosen."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg == 0:
            add_places(moves, GHOST, game.here)
        else:
            add_places(moves, BUILDING, game.roomy() & ~(1 << (arg - 1) // 5))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if arg == 0:
            game.push(OF_TOKEN + 12, move - GHOST + 1)
        else:
            game.move_ghost(arg - 1, move - BUILDING, dice)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Which ghost moves, to any building?" if arg == 0 else "Where does it go?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg:
            chosen["ghost"] = place_name(arg - 1, game.box.buildings)


def every_token() -> list[Token]:
    """By kind, from a to l; 0 is no token."""
    return [
        Token(),
        SummonAnywhere(),
        GhostToken(GREEN),
        ThreeDiscs(),
        ScarePoints(),
        GhostToken(YELLOW),
        HigherDie(),
        HauntPoint(),
        Reroll(),
        Rest(),
        GhostToken(BLUE),
        AddThree(),
        MoveAnywhere(),
    ]
