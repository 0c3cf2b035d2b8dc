"""Action cards that change a fight or come right after one."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween.action_cards import OfferCard, lowest_level
from spiritboard.games.halloween.board import ATTACKER, FACE, VICTORY, Boards
from spiritboard.games.halloween.fights import begin_fight
from spiritboard.games.halloween.picks import BUILDING, COLOURS, FIGHT, GHOST, NO, PLACES, add_places, place_name, up_to
from spiritboard.games.halloween.step import FIGHT_OVER, FIGHTS_ANYWHERE, FIGHTS_KIN, IMPOSSIBLE, Card
from spiritboard.games.halloween.turn import add_wishes, fulfil_inside, is_wish, say_wishes
from spiritboard.table.dice import Dice

HAS_FOUGHT = 1 << 19  # after what is left to fight with card 20


class PointsForWinning(Card):
    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        if against < level:
            game.score_card(seat, 2, self.number)
        elif against > level:
            game.score_card(seat, 3, self.number)


class StrongAttack(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = FIGHTS_KIN

    def on_attack(self) -> i64:
        return 1


class ScareTheLoser(Card):
    def won(self, game: Boards, seat: i64, level: i64, against: i64) -> None:
        game.earn(against)


class WinnerMoves(OfferCard):
    def fight_over(self, game: Boards, seat: i64) -> None:
        if game.town[game.duel[ATTACKER]]:
            game.push_card(self.number, game.duel[ATTACKER])

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        add_places(moves, BUILDING, game.roomy() & ~(1 << arg // 5))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.move_ghost(arg, move - BUILDING, dice)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "Where does the winner go, if it moves?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg, game.box.buildings)


class FightAll(Card):
    """The number: a section's level while the attacker is to be chosen, then 8, how many of each colour are left to
    fight, three bits each, and whether a fight has been begun."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.tied = FIGHT

    def attackers(self, game: Boards) -> i64:
        """Those with somebody to fight in their own building, whatever else the player may fight."""
        mask: i64 = 0
        for place in range(PLACES):
            if game.here >> place & 1 and game.targets(place) & (31 << (place - place % 5)):
                mask |= 1 << place
        return mask

    def instead(self, game: Boards) -> i64:
        return lowest_level(self.attackers(game)) if game.is_unused(self.number) else IMPOSSIBLE

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        return arg < 8 or self.left(game, arg) != 0

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        if arg < 8:
            add_places(moves, GHOST, self.attackers(game) & up_to(arg))
            return
        add_places(moves, GHOST, self.left(game, arg))
        if self.has_fought(game, arg):
            moves.append(NO)  # the action has begun, and may stop
            add_wishes(game, moves, True)  # HA5

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if arg < 8:
            self.begin(game, move - GHOST)
        elif is_wish(move):
            game.push_card(self.number, arg)
            fulfil_inside(game, move)
        elif move != NO:
            left = arg - (1 << (4 + 3 * ((move - GHOST) % 5)))
            game.push_card(self.number, left | HAS_FOUGHT)
            begin_fight(game, move - GHOST)

    def has_fought(self, game: Boards, arg: i64) -> bool:
        return arg & HAS_FOUGHT != 0 or game.duel[VICTORY] != 0

    def left(self, game: Boards, arg: i64) -> i64:
        """Those of the ghosts there at the start that can still be fought; none if the attacker has gone meanwhile."""
        attacker: i64 = game.duel[ATTACKER]
        mask: i64 = 0
        for colour in range(COLOURS):
            at = attacker - attacker % 5 + colour
            there = game.town[at] - (1 if at == attacker else 0)
            if there > 0 and arg >> (4 + 3 * colour) & 7:
                mask |= 1 << at
        return mask if game.town[attacker] else 0

    def begin(self, game: Boards, place: i64) -> None:
        game.use(self.number)
        game.duel = [place, 0, 0]
        game.rolling = [0, 0, 0, 0, 0, 0, -1]
        others: i64 = 0
        targets = game.targets(place)
        for colour in range(COLOURS):
            at = place - place % 5 + colour
            if targets >> at & 1:
                others |= (game.town[at] - (1 if at == place else 0)) << 3 * colour
        game.push(FIGHT_OVER, 0)
        game.push_card(self.number, 8 | others << 4)

    def prompt(self, game: Boards, arg: i64) -> str:
        if arg < 8:
            return "Which ghost fights all others in its building?"
        if not self.has_fought(game, arg):
            return "Whom does it fight first?"
        return f"Whom does it fight next, if anybody?{say_wishes(game)}"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        if arg < 8:
            chosen["level"] = arg
        else:
            chosen["left"] = [arg >> (4 + 3 * colour) & 7 for colour in range(COLOURS)]


class WinOutright(Card):
    def wins_outright(self, level: i64, against: i64) -> bool:
        return against < level


class TwoForWinning(Card):
    def more_tokens(self, action: i64) -> i64:
        return 1 if action == FIGHT else 0


class FightAnywhere(Card):
    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.always = FIGHTS_ANYWHERE


class ScareByDifference(OfferCard):
    def fought(self, game: Boards, seat: i64) -> None:
        game.push_card(self.number, 0)

    def difference(self, game: Boards) -> i64:
        return abs(game.rolling[FACE] - game.rolling[FACE + 1])

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        if game.is_unused(self.number) and self.difference(game):
            moves.append(game.pick_card(self.number))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.use(self.number)
            game.earn(self.difference(game))

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Use card {self.number} for {self.difference(game)} SP, the difference of the dice?"
