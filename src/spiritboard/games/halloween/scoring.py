"""The end: cards that are worth something then, and the Master variant's sets (HA51, HA59)."""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween.board import FROM_SETS, Boards
from spiritboard.games.halloween.picks import COLOURS, SECTIONS
from spiritboard.games.halloween.step import Card

RED = 4


def finish(game: Boards) -> None:
    for seat in range(game.seats):
        for last in (False, True):
            for number in game.occupied[seat]:
                if game.card(number).last == last:
                    game.score_card(seat, game.card(number).final(game, seat), number)
        if game.master:
            game.score(seat, 5 * sets_of_three(game.tokens[COLOURS * seat : COLOURS * (seat + 1)]), FROM_SETS)


def sets_of_three(tokens: list[int]) -> i64:
    """The most sets: the largest k for which the tokens, at most k of a colour, number 3k (HA59)."""
    sets: i64 = 0
    while sum([min(count, sets + 1) for count in tokens]) >= 3 * (sets + 1):
        sets += 1
    return sets


class ForColouredCards(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        coloured: i64 = 0
        for number in game.occupied[seat]:
            if game.box.coloured[number]:
                coloured += 1
        return 3 * coloured


class ForScarePoints(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        return 2 * (game.scare[seat] // 3)


class ForLowestSection(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        lowest = min(game.levels[SECTIONS * seat : SECTIONS * seat + game.sections])
        return [0, 1, 2, 5, 8][lowest - 1]


class ForTwoTokens(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * (game.holds(seat) // 2)


class ForRedTokens(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        return 3 * game.tokens[COLOURS * seat + RED]


class ForUnusedHaunts(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        return 4 * game.haunts_left(seat)


class ForFiveColours(Card):
    def final(self, game: Boards, seat: i64) -> i64:
        return 12 * min(game.tokens[COLOURS * seat : COLOURS * (seat + 1)])


class ForHauntPoints(Card):
    """Counted after all other cards."""

    def __init__(self, number: i64) -> None:
        super().__init__(number)
        self.last = True

    def final(self, game: Boards, seat: i64) -> i64:
        return game.points[seat] // 10
