"""The end: cards that are worth something then, and the Master variant's sets (HA51, HA59)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from spiritboard.games.halloween.board import FROM_SETS, Boards
from spiritboard.games.halloween.picks import COLOURS, RED, SECTIONS
from spiritboard.games.halloween.step import ActionCard

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser
    from spiritboard.games.halloween.judge import Judge


def finish(game: Boards) -> None:
    """Scores everything that counts only at the end."""
    for seat in range(game.seats):
        for last in (False, True):
            for number in game.occupied[seat]:
                if game.card(number).last == last:
                    game.score_card(seat, game.card(number).final(game, seat), number)
        if game.master:
            game.score(seat, 5 * sets_of_three(game.tokens[COLOURS * seat : COLOURS * (seat + 1)]), FROM_SETS)


def sets_of_three(tokens: list[int]) -> i64:
    """Returns the number of sets: the largest k for which the tokens, at most k of a colour, number 3k (HA59)."""
    sets: i64 = 0
    while sum([min(count, sets + 1) for count in tokens]) >= 3 * (sets + 1):
        sets += 1
    return sets


class ForColouredCards(ActionCard):
    NUMBER: ClassVar = 12
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        coloured: i64 = 0
        for number in game.occupied[seat]:
            if game.box.coloured[number]:
                coloured += 1
        return 3 * coloured


class ForScarePoints(ActionCard):
    NUMBER: ClassVar = 21
    POWER_WORTH: ClassVar = 1.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 2 * (game.scare[seat] // 3)

    def worth_of_scare_point(self) -> float:
        return 0.66


class ForLowestSection(ActionCard):
    NUMBER: ClassVar = 22
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        lowest = min(game.levels[SECTIONS * seat : SECTIONS * seat + game.sections])
        return [0, 1, 2, 5, 8][lowest - 1]


class ForTwoTokens(ActionCard):
    NUMBER: ClassVar = 26
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * (game.holds(seat) // 2)

    def lost_by_paying(self) -> float:
        return 4.5

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        return 1.5


class ForRedTokens(ActionCard):
    NUMBER: ClassVar = 27
    POWER_WORTH: ClassVar = 1.5

    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * game.tokens[COLOURS * seat + RED]

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        return 3.0 if colour == RED else 0.0


class ForUnusedHaunts(ActionCard):
    NUMBER: ClassVar = 31

    def final(self, game: Boards, seat: i64) -> i64:
        return 4 * game.haunts_left(seat)

    def worth_at_end(self, chooser: Chooser) -> float:
        return super().worth_at_end(chooser) * (1.0 - chooser.future)

    def lost_by_haunting(self) -> float:
        return 4.0


class ForFiveColours(ActionCard):
    NUMBER: ClassVar = 40
    POWER_WORTH: ClassVar = 2.0

    def final(self, game: Boards, seat: i64) -> i64:
        return 12 * min(game.tokens[COLOURS * seat : COLOURS * (seat + 1)])

    def lost_by_paying(self) -> float:
        return 6.0

    def worth_of_token(self, judge: Judge, colour: i64) -> float:
        held = judge.game.tokens[COLOURS * judge.seat : COLOURS * (judge.seat + 1)]
        return 2.4 if held[colour] == min(held) else 0.0


class ForHauntPoints(ActionCard):
    """Counted after all other cards."""

    NUMBER: ClassVar = 41
    POWER_WORTH: ClassVar = 2.0
    SCORES_LAST: ClassVar = True

    def final(self, game: Boards, seat: i64) -> i64:
        return game.points[seat] // 10
